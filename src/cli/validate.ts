import type { Manifests } from "../codegen/pipeline/manifests/read-manifests.js";
import { kindOfStranger, readManifests } from "../codegen/pipeline/manifests/read-manifests.js";
import type { Skipped } from "../codegen/pipeline/manifests/skipped.js";
import { skippedDocument } from "../codegen/pipeline/manifests/skipped.js";
import type { ObjectDocument } from "../codegen/pipeline/objects/find-objects.js";
import { findObjects } from "../codegen/pipeline/objects/find-objects.js";
import {
  createCrdTools,
  kindName,
  KnownResources,
} from "../codegen/pipeline/objects/known-resources.js";
import type { ObjectRunOptions } from "../codegen/pipeline/objects/object-run.js";
import { hasRepeatedFields, ObjectRun } from "../codegen/pipeline/objects/object-run.js";
import { beginningOf, Diagnostics } from "../crd/diagnostics/diagnostics.js";
import { printable, printableName } from "../crd/diagnostics/render/printable.js";
import type { CrdDocument } from "../crd/frontend/find-crds.js";
import { crdName, findCrds } from "../crd/frontend/find-crds.js";
import type { SourceDocument } from "../crd/source/source-file.js";
import { writeYaml } from "../crd/source/write-yaml.js";
import { stringifyJson } from "../runtime/v1/values/go/json.js";
import type { JsonObject } from "../runtime/v1/values/json/json.js";
import { objectAdvice } from "./advice.js";
import { checkInputs, checkStandardInput, findInputs } from "./find-inputs.js";
import type { Host } from "./host.js";
import { openInputs, preferInputs } from "./open-inputs.js";
import type { CrdFlags, CrdSettings } from "./read-config.js";
import { readCrdSettings } from "./read-config.js";
import { readInputs } from "./read-inputs.js";
import type { JudgedSubject } from "./report/content.js";
import type { CommonOptions } from "./report/options.js";
import { checkStatistics, printJudged } from "./report/print-judged.js";
import { printSkipped, skippedHints, skippedInstead, skippedText } from "./report/skipped.js";
import {
  faultText,
  printFaulty,
  printNothing,
  printSummary,
  verdictText,
} from "./report/summary.js";
import { createProgress } from "./terminal/progress.js";
import type { ExitCode } from "./usage-error.js";
import { exitCode, UsageError } from "./usage-error.js";
import type { WantedCrds } from "./wanted-crds.js";
import { crdsOfKinds } from "./wanted-crds.js";
import type { WatchedInputs } from "./watch/watch-runs.js";

/** The flags of the command line; `kubernetesVersion` as typed, the newest if absent. */
export interface ValidateFlags extends CommonOptions, CrdFlags, Omit<ObjectRunOptions, "advice"> {
  /** Where the objects are that are replaced. */
  readonly old?: readonly string[];
  /** Print what would be stored. */
  readonly print: boolean;
  /** In which form; naming one prints. */
  readonly output?: "yaml" | "json";
  /** Go on until a signal or a key ends it, and judge again when inputs change. */
  readonly watch: boolean;
  /** False keeps what stands on the terminal when a watch begins a run. */
  readonly clear?: boolean;
}

/**
 * `crdgen validate`: what the API server would answer to the creation, or the update, of each
 * object.
 */
export async function validateCommand(
  inputs: readonly string[],
  flags: ValidateFlags,
  host: Host,
): Promise<ExitCode> {
  checkUsage(inputs, flags);
  if (!flags.watch) return validateOnce(inputs, flags, host);
  const { watchInputs } = await import("./watch/watch-runs.js");
  const find = async (): Promise<WatchedInputs | undefined> => {
    const settings = await readCrdSettings(flags, new Diagnostics(), host);
    if (settings !== undefined) {
      const { crds, configFiles } = settings;
      return { inputs: [...inputs, ...crds, ...(flags.old ?? [])], planFiles: configFiles };
    }
    await validateOnce(inputs, flags, host); // says why
    return undefined;
  };
  const reportsToOutput = !printsObjects(flags);
  return watchInputs(find, { ...flags, reportsToOutput }, host, (diagnostics) =>
    validateOnce(inputs, flags, host, diagnostics),
  );
}

async function validateOnce(
  inputs: readonly string[],
  flags: ValidateFlags,
  host: Host,
  diagnostics = new Diagnostics(),
): Promise<ExitCode> {
  const settings = await readCrdSettings(flags, diagnostics, host);
  if (settings === undefined) return refuseConfiguration(diagnostics, flags, host);
  const { crds, minor } = settings;
  checkStandardInput(inputs, crds, flags.old ?? []);
  await checkInputs([...inputs, ...crds, ...(flags.old ?? [])], host);
  const { documents, skipped } = await readAll(inputs, flags, host, diagnostics);
  const { strangers, others } = partStrangers(documents);
  const objects = findObjects(others, objectAdvice, diagnostics);
  // A server that decodes strictly refuses what is set twice.
  const repeated =
    flags.fieldValidation === "Strict" ? diagnostics.refuse("source/duplicate-key") : [];
  const stored = await readAll(flags.old ?? [], flags, host, diagnostics);
  const old = findObjects(stored.documents, objectAdvice, diagnostics);
  const wanted = new Set(objects.map(({ group, kind }) => kindName(group, kind)));
  const tools = await createCrdTools(minor);
  const known = new KnownResources((name) => wanted.has(name), tools, diagnostics);
  const told = new Set(skipped.map(({ source }) => source));
  const needed = crdsOfKinds(wanted);
  const found = await addCrds(known, documents, needed, settings, flags.quiet, host, diagnostics);
  const skippedForCrds = found.skipped.filter(({ source }) => !told.has(source));
  const ofTools = judgeStrangers(strangers, known, diagnostics);
  if (!diagnostics.hasErrors) {
    checkFound(objects, known, inputs, crds, [...skipped, ...ofTools]);
  }
  const isRepeated = hasRepeatedFields(repeated);
  const options = { ...flags, advice: objectAdvice };
  const run = new ObjectRun(known, minor, old, isRepeated, options, diagnostics);
  const judged = objects
    .map((object) => run.judge(object))
    .filter((object) => object !== undefined);
  if (printsObjects(flags)) printObjects(judged, flags.output ?? "yaml", host);
  // Standard output holds either objects or diagnostics.
  const reportsTo = printsObjects(flags) ? onStandardError(host) : host;
  const passedOver = [...skipped, ...ofTools, ...run.skipped];
  printSkipped([...passedOver, ...run.builtin, ...skippedForCrds], flags, reportsTo);
  const subjects = run.told.map(subjectOf);
  await printJudged({ command: "validate", subjects, list: diagnostics.list }, flags, reportsTo);
  const isGood = !diagnostics.hasErrors;
  const { verdict, more } = summaryOf(run, minor, diagnostics);
  const summary = { isGood, verdict, more: more + skippedText(passedOver) };
  printSummary(summary, flags, host);
  if (!flags.quiet) {
    host.warn(skippedHints([...passedOver, ...skippedForCrds]) + copyNotes(found.copies, settings));
  }
  printFaulty(subjects, diagnostics.list, flags, host);
  return isGood ? exitCode.good : exitCode.notGood;
}

/** `CronTab default/my-crontab`. */
function subjectOf({ object, list }: ObjectRun["told"][number]): JudgedSubject {
  const { document, path, kind, namespace, name } = object;
  const called = name === "" ? `${kind} without a name` : `${kind} ${namespace}/${name}`;
  return { name: called, ...beginningOf(document, path), list };
}

function printsObjects({ print, output }: ValidateFlags): boolean {
  return print || output !== undefined;
}

/** Documents that may be files of tools, and those that are not. */
function partStrangers(documents: readonly SourceDocument[]): {
  readonly strangers: readonly SourceDocument[];
  readonly others: readonly SourceDocument[];
} {
  const isStranger = ({ file, value }: SourceDocument): boolean =>
    file.place !== undefined && kindOfStranger(value) !== undefined;
  return {
    strangers: documents.filter(isStranger),
    others: documents.filter((document) => !isStranger(document)),
  };
}

/**
 * Judges documents without an apiVersion. One is an object where a CRD has its kind, and else the
 * file of a tool.
 */
function judgeStrangers(
  strangers: readonly SourceDocument[],
  known: KnownResources,
  diagnostics: Diagnostics,
): readonly Skipped[] {
  const isMeant = ({ value }: SourceDocument): boolean =>
    known.hasKindLike(kindOfStranger(value) ?? "");
  findObjects(strangers.filter(isMeant), objectAdvice, diagnostics);
  const others = strangers.filter((document) => !isMeant(document));
  return others.map((document) => skippedDocument("tool-configuration", document));
}

/** Says which CRDs among the objects are not those that count. */
function copyNotes(copies: readonly CrdDocument[], { areConfigured }: CrdSettings): string {
  const origin = areConfigured ? "the configuration" : "--crd";
  const notes = copies.map((crd) => {
    const { source, line } = beginningOf(crd.document, crd.path);
    const place = `${printableName(source)}:${line}`;
    return `note: ${place}: ${printableName(crdName(crd))} differs from the CRD of ${origin}, which counts\n`;
  });
  return notes.join("");
}

function onStandardError(host: Host): Host {
  return {
    ...host,
    print(text) {
      host.warn(text, true); // what it is given fits, or is data
    },
    outputIsTerminal: host.errorIsTerminal,
    outputColumns: host.errorColumns,
    isFile: () => host.isFile("error"),
  };
}

function checkUsage(inputs: readonly string[], flags: ValidateFlags): void {
  checkStatistics(flags);
  if (inputs.length === 0) {
    throw new UsageError("name at least one file of objects, or - for standard input");
  }
}

/** The configuration has faults: nobody knows where the CRDs are. */
async function refuseConfiguration(
  { list }: Diagnostics,
  flags: ValidateFlags,
  host: Host,
): Promise<ExitCode> {
  const reportsTo = printsObjects(flags) ? onStandardError(host) : host;
  await printJudged({ command: "validate", subjects: [], list }, flags, reportsTo);
  printNothing("nothing was checked", list, flags, host);
  return exitCode.usage;
}

async function readAll(
  inputs: readonly string[],
  { quiet }: ValidateFlags,
  host: Host,
  diagnostics: Diagnostics,
): Promise<Manifests> {
  const documents: SourceDocument[] = [];
  const skipped: Skipped[] = [];
  for await (const source of await openInputs(
    inputs,
    "reading objects",
    quiet,
    diagnostics,
    host,
  )) {
    const manifests = await readManifests(source, "objects", diagnostics);
    for (const document of manifests.documents) documents.push(document);
    for (const one of manifests.skipped) skipped.push(one);
  }
  return { documents, skipped };
}

/** The findings about the CRDs that were read. */
interface AddedCrds {
  /** The documents that were passed over in the search for CRDs. */
  readonly skipped: readonly Skipped[];
  /** CRDs among the objects that differ from the named one, which counts. */
  readonly copies: readonly CrdDocument[];
}

/**
 * The CRDs that are named, then those among the objects, as in a manifest that holds both: of kinds
 * of which none is named. One file at a time is in memory.
 */
async function addCrds(
  known: KnownResources,
  documents: readonly SourceDocument[],
  needed: WantedCrds,
  { crds: crd, prefer }: CrdSettings,
  quiet: boolean,
  host: Host,
  diagnostics: Diagnostics,
): Promise<AddedCrds> {
  const skipped: Skipped[] = [];
  const found = await preferInputs(await findInputs(crd, host, needed), prefer, quiet, host);
  // A folder that holds both is perhaps named as both.
  const seen = new Set(found.map(({ path }) => path));
  const progress = createProgress("reading CRDs", quiet, host);
  for await (const source of readInputs(found, diagnostics, progress)) {
    const manifests = await readManifests(source, "crds", diagnostics);
    for (const one of manifests.skipped) skipped.push(one);
    await known.addAll(findCrds(manifests.documents, diagnostics).crds);
  }
  const rest = documents.filter(({ file }) => file.path === "<stdin>" || !seen.has(file.path));
  const { crds } = findCrds(rest, diagnostics);
  if (crd.length > 0) return { skipped, copies: await known.addMissing(crds) };
  await known.addAll(crds);
  return { skipped, copies: [] };
}

function checkFound(
  objects: readonly ObjectDocument[],
  known: KnownResources,
  inputs: readonly string[],
  crds: readonly string[],
  skipped: readonly Skipped[],
): void {
  if (known.count === 0) {
    const where = [...crds, ...inputs].join(", ");
    throw new UsageError(`no CustomResourceDefinition in ${where}; name some with --crd`);
  }
  const others = skippedInstead(skipped);
  if (objects.length === 0) throw new UsageError(`no object in ${inputs.join(", ")}${others}`);
}

function printObjects(objects: readonly JsonObject[], form: "yaml" | "json", host: Host): void {
  if (form === "json")
    objects.forEach((object) => {
      host.print(`${printable(stringifyJson(object))}\n`);
    });
  else host.print(objects.map(writeYaml).join("---\n"));
}

function summaryOf(
  run: ObjectRun,
  minor: number,
  { list, hasErrors }: Diagnostics,
): { readonly verdict: string; readonly more: string } {
  const { judged, refused } = run;
  const unjudged = run.unknown + run.withRefusedCrd;
  const tally = { noun: "object", judged, refused, unjudged, hasErrors };
  const others = [...notJudged(run), ...leftOut(run), ...notCustom(run.builtin.length)];
  return {
    verdict: judged === 0 ? "no object was judged" : verdictText(tally, minor),
    more: faultText(list) + others.map((other) => `; ${other}`).join(""),
  };
}

function notJudged({ unknown, withRefusedCrd }: ObjectRun): readonly string[] {
  const reasons = [
    ...(unknown === 0 ? [] : [`${unknown} of unknown kinds or versions`]),
    ...(withRefusedCrd === 0 ? [] : [`${withRefusedCrd} whose CRD is refused`]),
  ];
  return reasons.length === 0 ? [] : [`not judged: ${reasons.join(", ")}`];
}

const namedAtMost = 10;

/** Each kind by its name: one that is only mistyped must not get lost. */
function leftOut({ ignored }: ObjectRun): readonly string[] {
  if (ignored.length === 0) return [];
  const total = ignored.reduce((sum, { count }) => sum + count, 0);
  const names = ignored.slice(0, namedAtMost).map(({ name, count, note }) => {
    const more = note === undefined ? "" : `, ${note}`;
    return `${printableName(name)} (${count}${more})`;
  });
  const more = ignored.length - namedAtMost;
  const rest = more > 0 ? [`${more} more kinds`] : [];
  return [`left out ${total} of unknown kinds: ${[...names, ...rest].join(", ")}`];
}

function notCustom(count: number): readonly string[] {
  if (count === 0) return [];
  return [count === 1 ? "1 is not a custom resource" : `${count} are not custom resources`];
}
