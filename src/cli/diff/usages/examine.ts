import type { ts } from "ts-morph";
import { isIdentifier, propertyKey } from "../../../codegen/emit/identifiers.js";
import { generate } from "../../../codegen/pipeline/library.js";
import { emitWholeRuntime } from "../../../codegen/pipeline/runtime-output.js";
import type { GenerateOptions } from "../../../codegen/pipeline/settings.js";
import { resourceName } from "../../../tools/diff/diff-resource.js";
import { findInputs } from "../../find-inputs.js";
import type { Host } from "../../host.js";
import { UsageError } from "../../usage-error.js";
import type { ComparedSides } from "./compared-sides.js";
import type { Usage } from "./find-usages.js";
import type { Generator, OutputNames } from "./regenerate.js";
import { regenerate } from "./regenerate.js";
import type { FoundUsages, UsageReport } from "./usage-report.js";
import { reportUsages } from "./usage-report.js";
import type { TypeScript, UserProgram } from "./user-program.js";
import { loadProgram, loadTsMorph } from "./user-program.js";

/** The choices for what is done with the findings. */
interface ExamineOptions {
  /** Rename fields that were renamed. */
  readonly fix: boolean;
  readonly kubernetesVersion: string | undefined;
  readonly names: OutputNames;
}

/**
 * Looks through a program for what changes of CRDs mean to it: it is compiled twice, with the types
 * that it has, and with those of the new CRDs.
 *
 * @throws UsageError where no file matches, no file that crdgen wrote is imported, or ts-morph is
 *   missing
 */
export async function examineProgram(
  patterns: readonly string[],
  compared: ComparedSides,
  { fix, kubernetesVersion, names }: ExamineOptions,
  host: Host,
): Promise<UsageReport> {
  const paths = await programFiles(patterns, host);
  const tsMorph = await loadTsMorph();
  const user = loadProgram(tsMorph, paths);
  if (user.generated.length === 0) {
    throw new UsageError(
      `--usages: none of the files that ${patterns.join(", ")} names imports types that crdgen generated`,
    );
  }
  const found = await findUsagesOf(user, compared, names, kubernetesVersion);
  if (!fix) return { ...found, renamed: [] };
  const texts = renameUsages(tsMorph.ts, found.usages);
  for (const [file, text] of texts) await host.writeFile(file.fileName, text);
  return { ...found, renamed: [...texts.keys()].map(({ fileName }) => fileName) };
}

/** The same for a program that is loaded. */
export async function findUsagesOf(
  user: UserProgram,
  compared: ComparedSides,
  names: OutputNames,
  kubernetesVersion: string | undefined,
): Promise<FoundUsages> {
  const version = kubernetesVersion === undefined ? {} : { kubernetesVersion };
  const generator = generatorFor(compared, names, version);
  const regenerated = await regenerate(user.generated, hasUnserved(user, compared), generator);
  return reportUsages(user, compared, regenerated, names);
}

function generatorFor(
  { old, sources }: ComparedSides,
  names: OutputNames,
  version: GenerateOptions,
): Generator {
  return {
    names,
    concerned: new Set(old.map(resourceName)),
    generate: async (options) => (await generate({ ...options, ...version, sources })).files,
    runtime: async (options) => emitWholeRuntime({ ...options, ...version }),
  };
}

/** Tells whether code was generated for versions that are not served. */
function hasUnserved({ generated }: UserProgram, { old }: ComparedSides): boolean {
  const unserved = old.flatMap((resource) =>
    resource.versions
      .filter(({ served }) => !served)
      .map(({ name }) => `${resourceName(resource)}/${name}`),
  );
  return generated.some(
    ({ unit }) => unit && unserved.includes(`${unit.resource}/${unit.version}`),
  );
}

/** Files and patterns; a folder stands for the TypeScript in it. */
async function programFiles(patterns: readonly string[], host: Host): Promise<readonly string[]> {
  const paths: string[] = [];
  for (const pattern of patterns) {
    const isFolder = (await host.kindOf(pattern)) === "folder";
    const wanted = isFolder ? `${pattern.replace(/\/+$/, "")}/**/*.{ts,tsx,mts,cts}` : pattern;
    try {
      for (const { path } of await findInputs([wanted], host)) paths.push(path);
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      const reason = isFolder ? `there is no TypeScript in '${pattern}'` : error.message;
      throw new UsageError(
        `--usages: ${reason}; name files of your program, such as 'src/**/*.ts'`,
      );
    }
  }
  return paths;
}

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * The new texts of files that use a field which was renamed. Local variables keep their names:
 * `{ old }` becomes `{ renamed: old }`.
 */
function renameUsages(
  typeScript: TypeScript,
  usages: readonly Usage[],
): ReadonlyMap<ts.SourceFile, string> {
  const edits = new Map<ts.SourceFile, Edit[]>();
  for (const usage of usages) {
    const renamedTo = usage.changes.find((change) => change.renamedTo !== undefined)?.renamedTo;
    if (renamedTo === undefined) continue;
    const ofFile = edits.get(usage.file) ?? [];
    edits.set(usage.file, [...ofFile, editOf(typeScript, usage, renamedTo)]);
  }
  return new Map([...edits].map(([file, list]) => [file, applyEdits(file.text, list)]));
}

function editOf(typeScript: TypeScript, { file, name }: Usage, renamedTo: string): Edit {
  const [start, end] = [name.getStart(file), name.getEnd()];
  if (typeScript.isStringLiteralLike(name)) return { start, end, text: JSON.stringify(renamedTo) };
  const { parent } = name;
  if (typeScript.isPropertyAccessExpression(parent)) {
    if (isIdentifier(renamedTo)) return { start, end, text: renamedTo };
    // `a.b` becomes `a["b-c"]`, and `a?.b` `a?.["b-c"]`.
    const dot = parent.questionDotToken === undefined ? parent.expression.getEnd() : start;
    return { start: dot, end, text: `[${JSON.stringify(renamedTo)}]` };
  }
  const text = propertyKey(renamedTo);
  if (typeScript.isShorthandPropertyAssignment(parent)) {
    return { start, end, text: `${text}: ${name.getText(file)}` };
  }
  const isShort = typeScript.isBindingElement(parent) && parent.propertyName === undefined;
  return { start, end, text: isShort ? `${text}: ${name.getText(file)}` : text };
}

/** From the end on, so that places before an edit stay where they are; each place once. */
function applyEdits(text: string, edits: readonly Edit[]): string {
  let result = text;
  let last = Infinity;
  for (const { start, end, text: inserted } of [...edits].sort((a, b) => b.start - a.start)) {
    if (end > last) continue;
    result = result.slice(0, start) + inserted + result.slice(end);
    last = start;
  }
  return result;
}
