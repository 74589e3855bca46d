import { loadUnitCompiler } from "../codegen/pipeline/compile-unit.js";
import { timed } from "../codegen/pipeline/settings.js";
import type { Place } from "../crd/diagnostics/diagnostics.js";
import { Diagnostics } from "../crd/diagnostics/diagnostics.js";
import { printable, printableName } from "../crd/diagnostics/render/printable.js";
import { writeCommentedYaml } from "../crd/example/commented-yaml.js";
import type { Example } from "../crd/example/example.js";
import { makeExample } from "../crd/example/example.js";
import { faultsOf } from "../crd/example/failing-rules.js";
import type { ExampleJudge } from "../crd/example/judge.js";
import { createCreationJudge } from "../crd/example/judge.js";
import type { Fixed } from "../crd/example/search.js";
import type { Assignment, Steps } from "../crd/example/steps.js";
import { readAssignment, schemaAt, stepsText } from "../crd/example/steps.js";
import { findWrongPlace } from "../crd/example/wrong-place.js";
import { Annotations } from "../crd/ir/annotations.js";
import type { Schema } from "../crd/ir/schema.js";
import { readDocuments } from "../crd/source/read.js";
import { stringifyJson } from "../runtime/v1/values/go/json.js";
import type { Json } from "../runtime/v1/values/json/json.js";
import type { Host } from "./host.js";
import type { CommonOptions } from "./report/options.js";
import { printDiagnostics } from "./report/print-diagnostics.js";
import { printNothing } from "./report/summary.js";
import type { RequestedResource, ResourceFlags } from "./requested-resource.js";
import { readApiVersion, readRequested } from "./requested-resource.js";
import type { Progress } from "./terminal/progress.js";
import { withProgress } from "./terminal/progress.js";
import type { ExitCode } from "./usage-error.js";
import { didYouMean, exitCode, UsageError } from "./usage-error.js";

/** The flags of the command line. */
export interface ExampleFlags extends CommonOptions, ResourceFlags {
  /** The version, with or without its group. */
  readonly apiVersion?: string;
  readonly full: boolean;
  /** `path=value` */
  readonly set?: readonly string[];
  readonly seed: number;
  readonly output: "yaml" | "json";
  readonly comments: boolean;
  /** A path or an address for the comment that tells editors which schema the file has. */
  readonly schema?: string;
}

/**
 * `crdgen example RESOURCE`: prints a custom resource that the API server accepts. If none is
 * found, says what stands in the way, and ends with 1.
 *
 * @throws UsageError for a resource that does not exist, for a `--set` that cannot be read, and for
 *   a `--schema` that cannot stand in a comment
 */
export async function exampleCommand(
  name: string,
  flags: ExampleFlags,
  host: Host,
): Promise<ExitCode> {
  checkSchema(flags);
  const diagnostics = new Diagnostics();
  const request = { name, ...readApiVersion(flags.apiVersion) };
  const requested = await readRequested(request, flags, diagnostics, host);
  if (requested !== undefined) {
    if (requested.path.length > 0)
      throw new UsageError(printableName(`'${name}' is more than a resource`));
    const example = await exampleOf(requested, flags, diagnostics, host);
    if (example !== undefined) {
      host.print(textOf(example, requested, flags));
      return exitCode.good;
    }
  }
  printDiagnostics(diagnostics.list, flags, host);
  printNothing("there is no example", diagnostics.list, flags, host);
  return exitCode.notGood;
}

/** The faults of one that cannot be made are diagnostics. */
async function exampleOf(
  requested: RequestedResource,
  flags: ExampleFlags,
  diagnostics: Diagnostics,
  host: Host,
): Promise<Example | undefined> {
  reportWrongPlaces(flags.set ?? [], requested, diagnostics);
  if (diagnostics.hasErrors) return undefined;
  const example = await withProgress("looking for an example", flags.quiet, host, (progress) =>
    makeFor(requested, flags, progress),
  );
  if (example.errors.length === 0) return example;
  reportFaults(example, requested, diagnostics);
  return undefined;
}

/** No search is needed to see that a field is not there. */
function reportWrongPlaces(
  set: readonly string[],
  { resource, version }: RequestedResource,
  diagnostics: Diagnostics,
): void {
  const { document, names } = resource;
  for (const text of set) {
    const wrong = findWrongPlace(readSet(text).steps, version);
    if (wrong === undefined) continue;
    const values = { kind: names.kind, fault: `--set ${text}: ${wrong.fault}` };
    const place: Place = { document, path: wrong.path, part: "key" };
    diagnostics.report("object/no-example", place, values, { help: didYouMean(wrong.similar) });
  }
}

function readSet(text: string): Assignment {
  const assignment = readAssignment(text);
  if (assignment === undefined)
    throw new UsageError(printableName(`--set: '${text}' is not path=value`));
  return assignment;
}

function checkSchema({ schema, output }: ExampleFlags): void {
  if (schema === undefined) return;
  if (output === "json") {
    throw new UsageError("--schema writes a comment, which JSON does not have; use --output yaml");
  }
  // Editors read up to the first blank.
  if (!/^[\x21-\x7E\u00A1-\uD7FF\uE000-\uFEFE\u{10000}-\u{10FFFF}]+$/u.test(schema)) {
    throw new UsageError(
      printableName(
        `--schema: '${schema}' is not a path or a URL without blanks; write %20 for a blank`,
      ),
    );
  }
}

async function makeFor(
  { resource, version, minor }: RequestedResource,
  { full, seed, set = [] }: ExampleFlags,
  progress: Progress,
): Promise<Example> {
  const fixed: Fixed[] = [];
  for (const text of set) fixed.push(await readFixed(text, version.schema));
  const compile = await loadUnitCompiler(minor);
  const judge = telling(createCreationJudge(compile(resource, version)), progress);
  return timed("search", () => makeExample(resource, version, judge, minor, { full, seed, fixed }));
}

/** The search lets no timer run: each question to the judge is a sign of life. */
function telling(judge: ExampleJudge, progress: Progress): ExampleJudge {
  return {
    errorsOf(object) {
      progress.tick();
      return judge.errorsOf(object);
    },
    fill(object) {
      judge.fill(object);
    },
  };
}

/** A text stays a text where the schema asks for one; elsewhere it is read as YAML. */
async function readFixed(text: string, schema: Schema | undefined): Promise<Fixed> {
  const { steps, text: value } = readSet(text);
  const target = schema && schemaAt(schema, steps);
  const isText = target?.type === "string" && !/^["']/.test(value);
  return {
    steps,
    value: isText || steps[0] === "metadata" ? value : await readValue(value, steps),
  };
}

async function readValue(text: string, steps: Steps): Promise<Json> {
  const faults = new Diagnostics();
  const [document, second] = await readDocuments({ path: "--set", text }, faults);
  if (faults.hasErrors || second !== undefined) {
    throw new UsageError(printableName(`--set: the value of '${stepsText(steps)}' is not YAML`));
  }
  return document === undefined ? "" : document.value;
}

function textOf(
  { object }: Example,
  { version }: RequestedResource,
  { output, comments, schema }: ExampleFlags,
): string {
  if (output === "json") return `${printable(stringifyJson(object))}\n`;
  const modeline = schema === undefined ? "" : `# yaml-language-server: $schema=${schema}\n`;
  const annotations = comments ? version.annotations : new Annotations(undefined);
  return modeline + writeCommentedYaml(object, annotations);
}

/** The rules that stand in the way, where they stand; what else does, at the version. */
function reportFaults(
  example: Example,
  { resource, version }: RequestedResource,
  diagnostics: Diagnostics,
): void {
  const { document, names } = resource;
  for (const { fault, path } of faultsOf(example, version)) {
    const place: Place = { document, path, part: "value" };
    diagnostics.report("object/no-example", place, { kind: names.kind, fault });
  }
}
