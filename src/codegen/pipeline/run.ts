import type { Diagnostics } from "../../crd/diagnostics/diagnostics.js";
import { isError } from "../../crd/diagnostics/diagnostics.js";
import type { Path, SourceFile } from "../../crd/source/source-file.js";
import type { Kinds } from "../../runtime/v1/built-in/table/kind-table.js";
import { pathText } from "../../runtime/v1/values/json/path-text.js";
import type { OutputFile } from "../emit/generated-file.js";
import type { DefinedKind, EmitSource } from "./emit-source.js";
import type { Skipped } from "./manifests/skipped.js";
import { OutputSet } from "./output-set.js";
import type { LocateOption } from "./overrides/override-report.js";
import { OverrideReport } from "./overrides/override-report.js";
import type { NamedKind } from "./pattern.js";
import { kindMatcher, proposalFor } from "./pattern.js";
import type { RefusedCrd } from "./refused-crd.js";
import { concernsInput } from "./refused-crd.js";
import { ResourceIndex } from "./resource-index.js";
import { loadRuntimeModules } from "./runtime-modules.js";
import type { Settings } from "./settings.js";
import { timed } from "./settings.js";

/** The result of one run. */
export interface Run {
  /** In the order in which they were asked for. */
  readonly outputs: readonly RunOutput[];
  /** The kinds that the CRDs define, wanted or not. */
  readonly kinds: readonly DefinedKind[];
  /** The documents in the sources that are no CRDs. */
  readonly skipped: readonly Skipped[];
  /** The CRDs that the API server refuses, in the order of the sources. */
  readonly refused: readonly RefusedCrd[];
}

/** The result of one run for one output. */
export interface RunOutput {
  /** Sorted by path; empty where an error forbids output, of any of the outputs. */
  readonly files: readonly OutputFile[];
  readonly counts: Counts;
}

/** The settings of the outputs of a run, and the places of its options. */
export interface RunRequest {
  /** Of each output; they agree in what is not the output's. */
  readonly settings: readonly Settings[];
  readonly locate: LocateOption;
  /** The built-in kinds that there are; absent: those of the release that the settings name. */
  readonly builtIns?: Kinds | undefined;
}

/** How much a run has read and written. */
export interface Counts {
  readonly resources: number;
  /** Versions of resources that code was written for. */
  readonly versions: number;
  /** Documents that are no CRDs. */
  readonly skipped: number;
}

/**
 * CRDs in, files out: what the sources give, in their order, becomes one output, or several. The
 * documents of no more than one source are in memory. Touches neither disk nor network; nothing
 * that a source can hold is thrown.
 */
export async function run(
  sources: AsyncIterable<SourceFile> | Iterable<SourceFile>,
  emitSource: EmitSource,
  { settings, locate, builtIns }: RunRequest,
  diagnostics: Diagnostics,
): Promise<Run> {
  const outputs = settings.map((ofOutput) => new OutputSet(ofOutput));
  const index = new ResourceIndex(diagnostics);
  const overrides = new OverrideReport();
  const kinds: DefinedKind[] = [];
  const skipped: Skipped[] = [];
  const refused: RefusedCrd[] = [];
  for await (const source of sources) {
    const emitted = await emitSource(source);
    for (const kind of emitted.kinds) kinds.push(kind);
    for (const one of emitted.skipped) skipped.push(one);
    for (const one of emitted.refused) refused.push(one);
    diagnostics.addAll(emitted.diagnostics);
    for (const resource of emitted.resources) {
      if (!(await index.add(source, resource.claim))) continue;
      diagnostics.addAll(resource.diagnostics);
      for (const [at, output] of outputs.entries()) {
        const code = resource.code[at];
        if (code === undefined) continue;
        output.add(code.units);
        for (const unit of code.overrides) overrides.add(unit, at);
      }
    }
  }
  for (const [at, output] of outputs.entries()) {
    const ofOutput = settings[at];
    if (ofOutput !== undefined) await addBuiltins(output, ofOutput, builtIns);
  }
  const hiddenNames = outputs.flatMap((output) => output.hiddenNames);
  const distinct = new Map(hiddenNames.map((hidden) => [JSON.stringify(hidden), hidden]));
  for (const hidden of distinct.values()) await index.reportHidden(hidden);
  reportUnmatchedOverrides(settings, kinds, diagnostics, locate);
  overrides.report(diagnostics, locate);
  const made: RunOutput[] = [];
  for (const output of outputs) {
    const { resources, units } = output;
    // Nothing is left of CRDs that are all refused: an empty output would replace the last good
    // one.
    const hasOutput =
      !settings.some((ofOutput) => isForbidden(diagnostics, ofOutput)) &&
      !(refused.length > 0 && units === 0);
    made.push({
      files: hasOutput ? await timed("index files and runtime", () => output.finish()) : [],
      counts: { resources, versions: units, skipped: skipped.length },
    });
  }
  return { outputs: made, kinds, skipped, refused };
}

/** Adds the kinds of Kubernetes itself that an output asks for. */
async function addBuiltins(
  output: OutputSet,
  settings: Settings,
  builtIns: Kinds | undefined,
): Promise<void> {
  if (settings.builtIn.length === 0) return;
  // Loaded only here: most runs want none.
  const { emitBuiltins } = await import("./builtin-units.js");
  const { kinds, components } = emitBuiltins(settings, await loadRuntimeModules(), builtIns);
  for (const unit of kinds) output.add([unit]);
  output.addComponents(components);
}

/**
 * With `allowInvalid` only those errors count that leave nothing to generate from: unreadable and
 * conflicting input.
 */
function isForbidden(diagnostics: Diagnostics, { invalid }: Settings): boolean {
  return diagnostics.list.some(
    (diagnostic) => isError(diagnostic) && (invalid !== "allow" || concernsInput(diagnostic)),
  );
}

/** Warns of every pattern of an override that no CRD of the input matches. */
function reportUnmatchedOverrides(
  settings: readonly Settings[],
  kinds: readonly NamedKind[],
  diagnostics: Diagnostics,
  locate: LocateOption,
): void {
  const told = new Set<string>();
  for (const { at, resources } of settings.flatMap(({ overrides }) => overrides)) {
    for (const [index, pattern] of resources.entries()) {
      const matches = kindMatcher([pattern]);
      if (kinds.some(({ group, kind }) => matches(group, kind))) continue;
      const inList: Path = [...at, "resources", index];
      const key = JSON.stringify(inList);
      if (told.has(key)) continue;
      told.add(key);
      const { place, path } = locate(inList);
      const values = {
        at: pathText([...at, "resources"]),
        reason: `'${pattern}' matches no CRD of the input`,
      };
      const help = proposalFor(pattern, kinds);
      diagnostics.report("overrides/unmatched", place, values, { help, path });
    }
  }
}
