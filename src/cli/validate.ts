import { Diagnostics } from "../diagnostics/diagnostics.js";
import { printable } from "../diagnostics/render/printable.js";
import { findCrds } from "../frontend/find-crds.js";
import type { ObjectDocument } from "../pipeline/objects/find-objects.js";
import { findObjects } from "../pipeline/objects/find-objects.js";
import { kindName, KnownResources } from "../pipeline/objects/known-resources.js";
import type { ObjectRunOptions } from "../pipeline/objects/object-run.js";
import { ObjectRun } from "../pipeline/objects/object-run.js";
import { resolveKubernetes } from "../pipeline/settings.js";
import { stringifyJson } from "../runtime/v1/go/stringify-json.js";
import type { JsonObject } from "../runtime/v1/json/json.js";
import type { SourceDocument } from "../source/document.js";
import { readDocuments } from "../source/read.js";
import type { Span } from "../source/source-file.js";
import { writeYaml } from "../source/write-yaml.js";
import type { ExitCode } from "./exit-code.js";
import { exitCode } from "./exit-code.js";
import { checkStandardInput, findInputs } from "./find-inputs.js";
import type { Host } from "./host.js";
import { createProgress } from "./progress.js";
import { readInputs } from "./read-inputs.js";
import type { CommonOptions } from "./report.js";
import { countText, plural, printDiagnostics } from "./report.js";
import { UsageError } from "./usage-error.js";

/** What the command line says; `kubernetesVersion` as typed, the newest if absent. */
export interface ValidateFlags extends CommonOptions, ObjectRunOptions {
  /** Where the CRDs are; those among the objects count too. */
  readonly crd?: readonly string[];
  /** Where the objects are that are replaced. */
  readonly old?: readonly string[];
  readonly kubernetesVersion?: string;
  /** Print what would be stored. */
  readonly print: boolean;
  /** In which form; naming one prints. */
  readonly output?: "yaml" | "json";
}

/** `crdgen validate`: what the API server would answer to the creation, or the update, of each object. */
export async function validateCommand(
  inputs: readonly string[],
  flags: ValidateFlags,
  host: Host,
): Promise<ExitCode> {
  checkUsage(inputs, flags);
  const minor = resolveKubernetes(flags.kubernetesVersion);
  const diagnostics = new Diagnostics();
  const documents = await readAll(inputs, flags, host, diagnostics);
  const objects = findObjects(documents, diagnostics);
  // A server that decodes strictly refuses what is set twice.
  const repeated =
    flags.fieldValidation === "Strict" ? diagnostics.refuse("source/duplicate-key") : [];
  const oldDocuments = await readAll(flags.old ?? [], flags, host, diagnostics);
  const old = findObjects(oldDocuments, diagnostics);
  const wanted = new Set(objects.map(({ group, kind }) => kindName(group, kind)));
  const known = await KnownResources.create((name) => wanted.has(name), minor, diagnostics);
  await addCrds(known, documents, flags, host, diagnostics);
  if (!diagnostics.hasErrors) checkFound(objects, known, inputs, flags);
  const isRepeated = (object: ObjectDocument): boolean =>
    repeated.some(({ span }) => holds(object, span));
  const run = new ObjectRun(known, old, isRepeated, flags, diagnostics);
  const stored = objects
    .map((object) => run.judge(object))
    .filter((object) => object !== undefined);
  const printsObjects = flags.print || flags.output !== undefined;
  if (printsObjects) printObjects(stored, flags.output ?? "yaml", host);
  // Standard output holds either objects or diagnostics.
  printDiagnostics(diagnostics.list, flags, printsObjects ? onStandardError(host) : host);
  if (!flags.quiet) host.warn(`${summary(run, minor, diagnostics)}\n`);
  return diagnostics.hasErrors ? exitCode.notGood : exitCode.good;
}

function onStandardError(host: Host): Host {
  return {
    ...host,
    print(text) {
      host.warn(text);
    },
  };
}

function checkUsage(inputs: readonly string[], flags: ValidateFlags): void {
  if (inputs.length === 0) {
    throw new UsageError("name at least one file of objects, or - for standard input");
  }
  checkStandardInput(inputs, flags.crd ?? [], flags.old ?? []);
}

async function readAll(
  inputs: readonly string[],
  { quiet }: ValidateFlags,
  host: Host,
  diagnostics: Diagnostics,
): Promise<readonly SourceDocument[]> {
  const found = await findInputs(inputs, host);
  const progress = createProgress("reading objects", found.length, quiet, host);
  const documents: SourceDocument[] = [];
  for await (const source of readInputs(found, diagnostics, progress)) {
    for (const document of await readDocuments(source, diagnostics)) documents.push(document);
  }
  return documents;
}

/** The CRDs of `--crd`, then those among the objects, as in a manifest that holds both. One file at a time is in memory. */
async function addCrds(
  known: KnownResources,
  documents: readonly SourceDocument[],
  { crd = [], quiet }: ValidateFlags,
  host: Host,
  diagnostics: Diagnostics,
): Promise<void> {
  const found = await findInputs(crd, host);
  const progress = createProgress("reading CRDs", found.length, quiet, host);
  for await (const source of readInputs(found, diagnostics, progress)) {
    await known.addAll(findCrds(await readDocuments(source, diagnostics), diagnostics).crds);
  }
  await known.addAll(findCrds(documents, diagnostics).crds);
}

function holds({ document, path }: ObjectDocument, span: Span | undefined): boolean {
  if (document.file !== span?.file) return false;
  const { start } = span;
  if (start < document.start || start >= document.end) return false;
  const { value } = document.locate(path);
  return value.start <= start && start < value.end;
}

function checkFound(
  objects: readonly ObjectDocument[],
  known: KnownResources,
  inputs: readonly string[],
  { crd = [] }: ValidateFlags,
): void {
  if (known.count === 0) {
    const where = [...crd, ...inputs].join(", ");
    throw new UsageError(`no CustomResourceDefinition in ${where}; name some with --crd`);
  }
  if (objects.length === 0) throw new UsageError(`no object in ${inputs.join(", ")}`);
}

function printObjects(objects: readonly JsonObject[], form: "yaml" | "json", host: Host): void {
  if (form === "json")
    objects.forEach((object) => {
      host.print(`${printable(stringifyJson(object))}\n`);
    });
  else host.print(objects.map(writeYaml).join("---\n"));
}

function summary(run: ObjectRun, minor: number, diagnostics: Diagnostics): string {
  const faults = countText(diagnostics.list);
  const ignored = run.ignored === 0 ? "" : `; ${run.ignored} of unknown kinds left out`;
  const verdict = `${plural(run.judged, "object")}, ${run.refused} refused by Kubernetes 1.${minor}`;
  return `${verdict}${faults === "" ? "" : `: ${faults}`}${ignored}`;
}
