import { relative } from "node:path";
import type { ts } from "ts-morph";
import type { Change } from "../../../tools/diff/change.js";
import type { UsageLine } from "../../../tools/diff/print/text.js";
import { changedNames } from "./changed-names.js";
import type { ComparedSides } from "./compared-sides.js";
import { oldResources } from "./compared-sides.js";
import type { Usage } from "./find-usages.js";
import { findUsages } from "./find-usages.js";
import type { OutputNames, Regenerated } from "./regenerate.js";
import type { UserProgram } from "./user-program.js";

/** The effects of CRD changes on a program. */
export interface UsageReport {
  readonly ofChanges: ReadonlyMap<Change, readonly UsageLine[]>;
  /** Lines that stop compiling, and read or write nothing that changes: they pass it on. */
  readonly others: readonly UsageLine[];
  /** Files in which fields were renamed. */
  readonly renamed: readonly string[];
}

/** The findings before anything is renamed. */
export interface FoundUsages extends Omit<UsageReport, "renamed"> {
  readonly usages: readonly Usage[];
}

/** Looks for what changes in the user's program, and compiles that with the new types. */
export function reportUsages(
  user: UserProgram,
  compared: ComparedSides,
  regenerated: Regenerated,
  names: OutputNames,
): FoundUsages {
  const wanted = compared.changes.filter(isSeenInTypes);
  const usages = findUsages(user, changedNames(user, wanted, oldResources(compared), names));
  const errors = new Errors(findNewErrors(user, regenerated), usages);
  const ofChanges = new Map<Change, UsageLine[]>();
  for (const usage of usages) {
    const { file, name, access } = usage;
    const line = reportedLine(file, name.getStart(file), access, errors.of(usage));
    for (const change of usage.changes) {
      ofChanges.set(change, [...(ofChanges.get(change) ?? []), line]);
    }
  }
  const others = errors.elsewhere.map((error) =>
    reportedLine(error.file, error.start, "passes it on", error),
  );
  return { ofChanges, others, usages };
}

/** Tells whether a change is about a value that programs read and write. */
function isSeenInTypes({ code, effects }: Change): boolean {
  return !unseen.has(code) && effects.some((effect) => effect !== "safe");
}

const unseen: ReadonlySet<string> = new Set([
  "diff/description-changed",
  "diff/selectable-field-added",
]);

/** Errors by the usages that they are about. */
class Errors {
  readonly #all: readonly NewError[];
  /** Those of texts in which a usage is. */
  readonly #exact: ReadonlySet<NewError>;
  /** Those on lines without a usage. */
  readonly elsewhere: readonly NewError[];

  constructor(all: readonly NewError[], usages: readonly Usage[]) {
    this.#all = all;
    this.#exact = new Set(all.filter((error) => usages.some((usage) => isAt(error, usage))));
    this.elsewhere = all.filter((error) => !usages.some((usage) => isOnLine(error, usage)));
  }

  /** The error of the text that a usage is in, else one on its line that is of no other. */
  of(usage: Usage): NewError | undefined {
    return (
      this.#all.find((error) => isAt(error, usage)) ??
      this.#all.find((error) => isOnLine(error, usage) && !this.#exact.has(error))
    );
  }
}

function isAt({ file, start, length }: NewError, { file: ownFile, name }: Usage): boolean {
  return file === ownFile && start <= name.getStart(file) && name.getEnd() <= start + length;
}

function isOnLine(error: NewError, { file, name }: Usage): boolean {
  return error.file === file && lineAt(file, error.start) === lineAt(file, name.getStart(file));
}

function lineAt(file: ts.SourceFile, offset: number): number {
  return file.getLineAndCharacterOfPosition(offset).line;
}

function reportedLine(
  file: ts.SourceFile,
  start: number,
  access: UsageLine["access"],
  error: NewError | undefined,
): UsageLine {
  const { line, character } = file.getLineAndCharacterOfPosition(start);
  return {
    source: relative(".", file.fileName).replaceAll("\\", "/"),
    start: { line: line + 1, column: character + 1 },
    access,
    ...(error === undefined ? {} : { error: error.message }),
  };
}

/**
 * An error that the compiler reports on a line once the types are generated anew, and did not
 * report before.
 */
interface NewError {
  readonly file: ts.SourceFile;
  readonly start: number;
  readonly length: number;
  readonly message: string;
}

/**
 * Compiles the user's program once more, with what would be generated for the new CRDs in place of
 * what is there, in memory alone. A line that had an error before does not stop compiling.
 */
function findNewErrors(user: UserProgram, regenerated: Regenerated): readonly NewError[] {
  const next = user.with(regenerated.texts, regenerated.removed);
  return user.own.flatMap((file) => {
    const now = next.getSourceFile(file.fileName);
    if (now === undefined) return [];
    // Its text is the same, and so are its lines.
    const lineOf = ({ start }: NewError): number => file.getLineAndCharacterOfPosition(start).line;
    const before = new Set(errorsOf(user.program, file, user).map(lineOf));
    return errorsOf(next, now, user)
      .filter((error) => !before.has(lineOf(error)))
      .map((error) => ({ ...error, file }));
  });
}

function errorsOf(
  program: ts.Program,
  file: ts.SourceFile,
  { typeScript }: UserProgram,
): readonly NewError[] {
  return program
    .getSemanticDiagnostics(file)
    .filter(({ category }) => category === typeScript.DiagnosticCategory.Error)
    .map(({ start = 0, length = 0, messageText }) => ({
      file,
      start,
      length,
      message: typeScript.flattenDiagnosticMessageText(messageText, " "),
    }));
}
