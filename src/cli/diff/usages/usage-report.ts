import { relative } from "node:path";
import type { ts } from "ts-morph";
import type { Change } from "../../../diff/change.js";
import { isBreaking } from "../../../diff/effect.js";
import type { UsageLine } from "../../../diff/print/usage-line.js";
import { changedProperties } from "./changed-properties.js";
import type { Usage } from "./find-usages.js";
import { findUsages } from "./find-usages.js";
import type { GenerateTypes, NewError } from "./stops-compiling.js";
import { findNewErrors } from "./stops-compiling.js";
import type { UserProgram } from "./user-program.js";

/** What changes of CRDs mean to a program. */
export interface UsageReport {
  readonly ofChanges: ReadonlyMap<Change, readonly UsageLine[]>;
  /** Lines that stop compiling, and read or write nothing that changes: they pass it on. */
  readonly others: readonly UsageLine[];
  /** Files in which fields were renamed. */
  readonly renamed: readonly string[];
}

/** What was found, before anything is renamed. */
export interface FoundUsages extends Omit<UsageReport, "renamed"> {
  readonly usages: readonly Usage[];
}

/** Looks for what changes in the user's program, and compiles that with the new types. */
export async function reportUsages(
  user: UserProgram,
  changes: readonly Change[],
  generate: GenerateTypes,
): Promise<FoundUsages> {
  const wanted = changes.filter(
    ({ effects, code }) =>
      code !== "diff/description-changed" && effects.some((effect) => effect !== "safe"),
  );
  const usages = findUsages(user, changedProperties(user, wanted));
  const errors = await findNewErrors(user, generate);
  const told = new Set<NewError>();
  const ofChanges = new Map<Change, UsageLine[]>();
  for (const usage of usages) {
    const error = errors.find((one) => isOnLine(one, usage));
    if (error !== undefined) told.add(error);
    for (const change of usage.changes) {
      const isToBlame = usage.changes.length === 1 || change.effects.some(isBreaking);
      const line = lineOf(
        usage.file,
        usage.name.getStart(usage.file),
        usage.access,
        isToBlame ? error : undefined,
      );
      ofChanges.set(change, [...(ofChanges.get(change) ?? []), line]);
    }
  }
  const others = errors
    .filter((error) => !told.has(error))
    .map((error) => lineOf(error.file, error.start, "passes it on", error));
  return { ofChanges, others, usages };
}

function isOnLine(error: NewError, { file, name }: Usage): boolean {
  return error.file === file && lineAt(file, error.start) === lineAt(file, name.getStart(file));
}

function lineAt(file: ts.SourceFile, offset: number): number {
  return file.getLineAndCharacterOfPosition(offset).line;
}

function lineOf(
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
