import { objectAdvice as commandLine } from "../../src/cli/advice.js";
import { validateCommand } from "../../src/cli/validate.js";
import type { DiagnosticData } from "../../src/crd/diagnostics/render/render.js";
import { writeYaml } from "../../src/crd/source/write-yaml.js";
import type { Json } from "../../src/runtime/v1/values/json/json.js";
import { objectAdvice as editor } from "../../src/tools/language/diagnostics.js";
import type { Judgement, LanguageService } from "../../src/tools/language/service.js";
import { memoryHost } from "./memory-host.js";
import { Random } from "./random.js";
import type { ObjectFile, ObjectRecord } from "./recorded-objects.js";
import { objectFiles, RecordedCorpus } from "./recorded-objects.js";
import { readSharedLines } from "./shared.js";

/** A recorded write as people would type it. */
export interface WrittenCase {
  readonly id: string;
  readonly object: string;
  readonly old?: string;
}

/** Writes to objects of one CRD. */
export interface CrdCases {
  /** As JSON. */
  readonly crd: string;
  readonly cases: readonly WrittenCase[];
}

/** What is compared of a judgement. */
export interface Verdict {
  readonly accepted: boolean;
  readonly stored: string | undefined;
  /** Severity, place, message and help of each diagnostic. */
  readonly diagnostics: readonly string[];
}

/** So many writes of each CRD, as far as there are so many. */
const perCrd = 8;

/**
 * Recorded writes, chosen at random and the same for the same seed: creations and updates, as JSON
 * and as YAML, of as many CRDs as it takes.
 */
export async function sampleCases(count: number, seed: number): Promise<readonly CrdCases[]> {
  const corpus = new RecordedCorpus();
  const random = new Random(seed);
  const groups = shuffled([...groupedRecords().values()], random);
  const sampled: CrdCases[] = [];
  let left = count;
  for (const records of groups) {
    if (left === 0) break;
    const chosen = shuffled(records, random).slice(0, Math.min(perCrd, left));
    left -= chosen.length;
    const cases: WrittenCase[] = [];
    for (const record of chosen) cases.push(await writtenCase(record, corpus, random));
    const [{ crd, schemaPatch } = { crd: "" }] = chosen;
    sampled.push({ crd: JSON.stringify(await corpus.crd(crd, schemaPatch)), cases });
  }
  return sampled;
}

function shuffled<Item>(items: readonly Item[], random: Random): readonly Item[] {
  const keyed = items.map((item) => [random.next(), item] as const);
  return keyed.sort(([left], [right]) => left - right).map(([, item]) => item);
}

/** By CRD; without writes to subresources, which nobody types. */
function groupedRecords(): ReadonlyMap<string, ObjectRecord[]> {
  const groups = new Map<string, ObjectRecord[]>();
  const read = (file: ObjectFile): readonly ObjectRecord[] =>
    readSharedLines("conformance", "apiserver", `${file}.jsonl.gz`);
  for (const record of objectFiles.flatMap(read)) {
    if (record.skipped !== undefined || record.subresource !== undefined) continue;
    const key = `${record.crd} ${JSON.stringify(record.schemaPatch ?? [])}`;
    const known = groups.get(key);
    if (known === undefined) groups.set(key, [record]);
    else known.push(record);
  }
  return groups;
}

async function writtenCase(
  record: ObjectRecord,
  corpus: RecordedCorpus,
  random: Random,
): Promise<WrittenCase> {
  const { object, text, options } = await corpus.request(record);
  const write = random.chance(0.5) ? writeYaml : (value: Json) => JSON.stringify(value, null, 2);
  const { oldObject } = options;
  return {
    id: record.id,
    object: text ?? write(object as Json), // recorded as JSON
    ...(oldObject !== undefined && { old: write(oldObject as Json) }), // the same
  };
}

/** What the command line says of each case. */
export async function commandLineVerdicts({ crd, cases }: CrdCases): Promise<readonly Verdict[]> {
  const verdicts: Verdict[] = [];
  for (const one of cases) verdicts.push(await validate(crd, one));
  return verdicts;
}

async function validate(crd: string, { object, old }: WrittenCase): Promise<Verdict> {
  const files = { "crd.json": crd, object, ...(old !== undefined && { old }) };
  const { host, out, err } = memoryHost(files);
  const flags = {
    crd: ["crd.json"],
    ...(old !== undefined && { old: ["old"] }),
    fieldValidation: "Warn",
    ignoreUnknownKinds: false,
    print: true,
    watch: false,
    format: "json",
    quiet: false,
    color: "never",
    verbose: false,
  } as const;
  const code = await validateCommand(["object"], flags, host);
  const lines = err().split("\n");
  const told = lines
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line) as DiagnosticData); // as the command prints them
  return {
    accepted: code === 0 && out() !== "",
    stored: out() === "" ? undefined : out(),
    diagnostics: told.map(({ start, severity, code: name, message, source, help }) =>
      lineOf({ severity, code: name, message, help: inEditor(help) }, source, start),
    ),
  };
}

/** A help of the command line with the advice of the editor, which knows no options. */
function inEditor(help: string | undefined): string | undefined {
  const { leaveOut = "", giveCrd, giveOld } = commandLine;
  return help
    ?.replace(new RegExp(`(?:, or |; or |; )${leaveOut}`), "")
    .replace(giveCrd, editor.giveCrd)
    .replace(giveOld, editor.giveOld);
}

/** What the service says, in the same form. */
export async function serviceVerdict(
  service: Pick<LanguageService, "judge">,
  { object, old }: WrittenCase,
): Promise<Verdict> {
  return verdictOf(await service.judge(object, old));
}

/** A judgement in the same form. */
export function verdictOf({ verdict, stored, diagnostics, elsewhere }: Judgement): Verdict {
  return {
    accepted: verdict === "accepted",
    stored,
    diagnostics: [
      ...elsewhere
        .filter(({ path }) => path === "crd.json")
        .map((one) => lineOf(one, one.path, one)),
      ...diagnostics.map((one) => lineOf(one, "object", one)),
      ...elsewhere.filter(({ path }) => path !== "crd.json").map((one) => lineOf(one, "old", one)),
    ],
  };
}

interface Told {
  readonly severity: string;
  readonly code: string;
  readonly message: string;
  readonly help?: string | undefined;
}

function lineOf(
  { severity, code, message, help }: Told,
  source = "",
  at: { readonly line: number; readonly column: number } = { line: 1, column: 1 },
): string {
  return `${source}:${at.line}:${at.column} ${severity} ${code} ${message} = ${help ?? ""}`;
}
