import { expect } from "vitest";
import { Diagnostics } from "../../src/crd/diagnostics/diagnostics.js";
import { findCrds } from "../../src/crd/frontend/find-crds.js";
import { readResource } from "../../src/crd/frontend/read-resource.js";
import type { Resource, Version } from "../../src/crd/ir/resource.js";
import { SchemaTable } from "../../src/crd/ir/schema-table.js";
import { readDocuments } from "../../src/crd/source/read.js";
import type { AdmitOptions, Admission } from "../../src/runtime/v1/admission/admission.js";
import { stringifyJson } from "../../src/runtime/v1/values/go/json.js";
import { compareUtf8 } from "../../src/runtime/v1/values/go/utf8.js";
import type { Json } from "../../src/runtime/v1/values/json/json.js";
import type { KubernetesMinor } from "../../src/runtime/v1/values/kubernetes-version.js";
import { newestMinor } from "../../src/runtime/v1/values/kubernetes-version.js";
import { jsonDocument } from "./json-document.js";
import type { PatchOperation } from "./json-patch.js";
import { applyPatch } from "./json-patch.js";
import { sample } from "./scope.js";
import { readShared, readSharedLines } from "./shared.js";
import type { Tally } from "./tally.js";

/** An answer of a recorded server. */
export interface RecordedAnswer {
  readonly code: number;
  readonly reason?: string;
  readonly message?: string;
  readonly causes?: readonly { reason: string; message: string; field: string }[];
  readonly warnings?: readonly string[];
  readonly patch?: readonly PatchOperation[];
}

/** A recorded request about an object, of any kind. */
export interface ObjectRecord extends RecordedAnswer {
  readonly id: string;
  readonly crd: string;
  readonly version: string;
  readonly object?: string;
  readonly generated?: string;
  readonly sent?: Json;
  readonly prepare?: readonly PatchOperation[];
  readonly skipped?: unknown;
  readonly ops?: readonly PatchOperation[];
  readonly old?: readonly PatchOperation[];
  /** Texts of numbers that `JSON.parse` cannot keep, by the pointers of `ops`. */
  readonly raw?: Readonly<Record<string, string>>;
  readonly subresource?: "status";
  readonly schemaPatch?: readonly PatchOperation[];
  readonly change?: string;
  /** The steps of a mutation, joined by `+`. */
  readonly kind?: string;
}

/** What is sent in a record: the object, and the stored one that it replaces. */
export interface RecordedRequest {
  readonly object: unknown;
  /**
   * The request's body where it cannot be made from the object: its numbers are spelled in their
   * own way.
   */
  readonly text?: string;
  readonly options: AdmitOptions;
}

interface CrdRecord {
  readonly crd: string;
  readonly file: string;
  readonly adjust?: readonly PatchOperation[];
}

interface Reading {
  readonly what: "crd" | "object";
  readonly file: string;
  readonly json: unknown;
}

/** The corpus as the recording sent it: CRDs by their names, objects by their ids. */
export class RecordedCorpus {
  readonly #crds = new Map<string, CrdRecord>();
  readonly #readings = new Map<string, unknown>();
  readonly #bases = new Map<string, ObjectRecord>();
  /** What bases send, by their ids; nobody changes it, since patches are applied to copies. */
  readonly #sentByBase = new Map<string, unknown>();

  constructor() {
    for (const record of readSharedLines<CrdRecord>("conformance", "apiserver", "crds.jsonl.gz")) {
      this.#crds.set(record.crd, record);
    }
    for (const { what, file, json } of readSharedLines<Reading>(
      "conformance",
      "apiserver",
      "readings.jsonl.gz",
    )) {
      this.#readings.set(`${what} ${file}`, json);
    }
    for (const record of readSharedLines<ObjectRecord>(
      "conformance",
      "apiserver",
      "objects.jsonl.gz",
    )) {
      this.#bases.set(record.object ?? record.generated ?? "", record);
    }
  }

  /** A CRD as it was when its objects were sent, perhaps with a stricter schema. */
  async resource(name: string, schemaPatch: readonly PatchOperation[] = []): Promise<Resource> {
    const { crds } = findCrds([jsonDocument(await this.crd(name, schemaPatch))], new Diagnostics());
    const [crd] = crds;
    if (crd === undefined) throw new Error(`'${name}' is no CRD`);
    return readResource(crd, new SchemaTable());
  }

  /** The same, as it was sent. */
  async crd(name: string, schemaPatch: readonly PatchOperation[] = []): Promise<Json> {
    const record = this.#crds.get(name);
    if (record === undefined) throw new Error(`no CRD '${name}'`);
    const raw = await this.#read("crd", "crds", record.file);
    return applyPatch(applyPatch(raw, record.adjust ?? []), schemaPatch) as Json; // a CRD is JSON
  }

  async request(record: ObjectRecord): Promise<RecordedRequest> {
    const base = this.#bases.get(record.object ?? record.generated ?? "");
    if (base === undefined) throw new Error(`no base of '${record.id}'`);
    const sent = await this.#sent(base);
    const namespace = "default";
    const stored = applyPatch(sent, record.old ?? []);
    const sentObject = sentForm(stored, record);
    const isCreate = record.old === undefined || record.id.endsWith("#create");
    if (isCreate) return { ...sentObject, options: { namespace } };
    const subresource = record.subresource === undefined ? {} : { subresource: record.subresource };
    return { ...sentObject, options: { oldObject: stored, namespace, ...subresource } };
  }

  async #sent(base: ObjectRecord): Promise<unknown> {
    if (base.sent !== undefined) return base.sent;
    const known = this.#sentByBase.get(base.id);
    if (known !== undefined) return known;
    const read = await this.#read("object", "objects", base.object ?? "");
    const sent = applyPatch(read, base.prepare ?? []);
    this.#sentByBase.set(base.id, sent);
    return sent;
  }

  async #read(what: "crd" | "object", folder: string, file: string): Promise<unknown> {
    const reading = this.#readings.get(`${what} ${file}`);
    if (reading !== undefined) return reading;
    const text = readShared("corpus", folder, file);
    const [document] = await readDocuments({ path: file, text }, new Diagnostics());
    const json = JSON.stringify(document?.value ?? null, (_key, value: unknown) =>
      typeof value === "bigint" ? Number(value) : value,
    );
    return sortKeys(JSON.parse(json));
  }
}

/**
 * What a record sends: an object, and the text of it where numbers are spelled as `JSON.stringify`
 * would not.
 */
function sentForm(
  stored: unknown,
  { ops = [], raw }: ObjectRecord,
): Pick<RecordedRequest, "object" | "text"> {
  if (raw === undefined) return { object: applyPatch(stored, ops) };
  const texts = Object.entries(raw);
  const marked = texts.reduce(
    (operations, [pointer], index) => markAt(operations, pointer, markOf(index)),
    ops,
  );
  const text = texts.reduce(
    (body, [, number], index) => body.replace(`"${markOf(index)}"`, number),
    JSON.stringify(applyPatch(stored, marked)),
  );
  return { object: JSON.parse(text), text };
}

function markOf(index: number): string {
  return `number ${index} of the record`;
}

/** The operations with a mark at a pointer, in the last operation whose path leads there. */
function markAt(
  operations: readonly PatchOperation[],
  pointer: string,
  mark: string,
): readonly PatchOperation[] {
  const last = operations.findLastIndex(
    ({ op, path }) => op !== "remove" && `${pointer}/`.startsWith(`${path}/`),
  );
  return operations.map((operation, index) => {
    if (index !== last) return operation;
    const path = pointer.slice(operation.path.length);
    const value = applyPatch(operation.value, [{ op: "replace", path, value: mark }]);
    return { ...operation, value };
  });
}

/** The files of conformance/apiserver that hold writes of objects. */
export const objectFiles = ["objects", "mutants", "updates", "ratchet"] as const;

export type ObjectFile = (typeof objectFiles)[number];

/** A way to judge a write. */
export type Admit = (object: unknown, options?: AdmitOptions) => Admission;

export interface Comparison {
  /** How many records were compared. */
  readonly compared: number;
  /** At most a few, as text. */
  readonly differences: readonly string[];
}

/** What to compare, and whom to tell. */
export interface ComparisonOptions {
  /** Without rules, records in which rules had a say are left out. */
  readonly rules: boolean;
  /** Looks at one of so many CRDs, unless all is tested. */
  readonly every?: number;
  /** Is told of each record, and whether the answers agree. */
  readonly tally?: Tally;
}

/** What a server of a certain version answered to a record. */
export interface VersionedAnswer {
  readonly id: string;
  readonly server: KubernetesMinor;
  readonly answer: RecordedAnswer;
}

/** Makes a way to judge from a version of a resource, for a server. */
export type Compile = (resource: Resource, version: Version, server: KubernetesMinor) => Admit;

/** What was found in each file. */
export type Comparisons = ReadonlyMap<ObjectFile, Comparison>;

/**
 * Prints what was found in a file, and demands that nothing differs.
 *
 * @returns how many records were compared
 */
export function expectAgreement(
  found: Comparisons,
  file: ObjectFile,
  printed: string = file,
): number {
  const comparison = found.get(file);
  if (comparison === undefined) throw new Error(`'${file}' was not compared`);
  const { differences, compared } = comparison;
  console.info(`${printed}: ${compared} records, ${differences.length} differ`);
  expect(differences).toEqual([]);
  return compared;
}

/**
 * Compares the answers to all records of some files. Without rules, records in which rules had a
 * say are left out.
 */
export async function compareObjects(
  files: readonly ObjectFile[],
  compile: Compile,
  options: ComparisonOptions = { rules: true },
): Promise<Comparisons> {
  const writes = files.flatMap((file) =>
    readRecords(file)
      .filter(({ skipped }) => skipped === undefined)
      .map((record): Write => ({ file, record, server: newestMinor, answer: record })),
  );
  const crds = [...new Set(writes.map(({ record }) => record.crd))];
  const chosen = new Set(sample(crds, options.every ?? 1));
  const some = writes.filter(({ record }) => chosen.has(record.crd));
  return compareWrites(files, some, compile, options);
}

/** As `compareObjects`, for answers of servers of any version. */
export async function compareAnswers(
  answers: ReadonlyMap<ObjectFile, readonly VersionedAnswer[]>,
  compile: Compile,
  options: ComparisonOptions = { rules: false },
): Promise<Comparisons> {
  const writes = [...answers].flatMap(([file, given]) => {
    const records = new Map(readRecords(file).map((record) => [record.id, record]));
    return given.flatMap(({ id, server, answer }): readonly Write[] => {
      const record = records.get(id);
      return record === undefined ? [] : [{ file, record, server, answer }];
    });
  });
  return compareWrites([...answers.keys()], writes, compile, options);
}

function readRecords(file: ObjectFile): readonly ObjectRecord[] {
  return readSharedLines<ObjectRecord>("conformance", "apiserver", `${file}.jsonl.gz`);
}

/** A recorded request, and what a server answered. */
interface Write extends Pick<VersionedAnswer, "server" | "answer"> {
  readonly file: ObjectFile;
  readonly record: ObjectRecord;
}

async function compareWrites(
  files: readonly ObjectFile[],
  writes: readonly Write[],
  compile: Compile,
  { rules, tally }: ComparisonOptions,
): Promise<Comparisons> {
  const corpus = new RecordedCorpus();
  const compiled = new Compiled(corpus, compile);
  const found = new Map(files.map((file) => [file, { compared: 0, differences: [] as string[] }]));
  for (const { file, record, server, answer } of inOrderOfCrds(writes)) {
    const ofFile = found.get(file);
    if (ofFile === undefined) throw new Error(`'${file}' was not asked for`);
    const { admit, hasRules } = await compiled.get(record, server);
    if (!rules && hasRules && rulesHadASay({ ...record, ...only(answer) })) continue;
    ofFile.compared++;
    const { object, text, options } = await corpus.request(record);
    const ignored = rules ? () => false : isUnchecked;
    const difference = differenceOfAnswers(admit(text ?? object, options), object, answer, ignored);
    tally?.add(server, { file, kind: record.kind }, difference === undefined);
    if (difference === undefined || ofFile.differences.length >= 10) continue;
    ofFile.differences.push(`1.${server} ${record.id} ${difference}`);
  }
  return found;
}

/** Those of one version of a CRD follow each other, so that it is compiled once. */
function inOrderOfCrds(writes: readonly Write[]): readonly Write[] {
  const keyed = writes.map((write) => ({ write, key: `${write.server} ${keyOf(write.record)}` }));
  keyed.sort((left, right) => compareUtf8(left.key, right.key));
  return keyed.map(({ write }) => write);
}

/** Stands for what is compiled. */
function keyOf({ crd, version, schemaPatch }: ObjectRecord): string {
  return `${crd}/${version} ${JSON.stringify(schemaPatch ?? [])}`;
}

/** An answer's causes and warnings, absent ones too. */
function only({ causes, warnings }: RecordedAnswer): Pick<ObjectRecord, "causes" | "warnings"> {
  return { causes, warnings } as Pick<ObjectRecord, "causes" | "warnings">; // undefined stands for absent
}

/**
 * Compiles the version of each record once, as long as the records of one CRD follow each other.
 */
class Compiled {
  readonly #corpus: RecordedCorpus;
  readonly #compile: Compile;
  #key = "";
  #made: { admit: Admit; hasRules: boolean } | undefined;
  readonly #resources = new Map<string, Resource>();

  constructor(corpus: RecordedCorpus, compile: Compile) {
    this.#corpus = corpus;
    this.#compile = compile;
  }

  async get(
    record: ObjectRecord,
    server: KubernetesMinor,
  ): Promise<{ admit: Admit; hasRules: boolean }> {
    const { crd, version: name, schemaPatch } = record;
    const key = `${server} ${keyOf(record)}`;
    if (this.#made !== undefined && this.#key === key) return this.#made;
    const resource = await this.#resource(crd, schemaPatch);
    const version = resource.versions.find((candidate) => candidate.name === name);
    if (version === undefined) throw new Error(`no version '${name}' of '${crd}'`);
    this.#key = key;
    this.#made = {
      admit: this.#compile(resource, version, server),
      hasRules: version.schema?.hasRules === true,
    };
    return this.#made;
  }

  async #resource(crd: string, schemaPatch: ObjectRecord["schemaPatch"]): Promise<Resource> {
    if (schemaPatch !== undefined) return this.#corpus.resource(crd, schemaPatch);
    const known = this.#resources.get(crd) ?? (await this.#corpus.resource(crd));
    this.#resources.set(crd, known);
    return known;
  }
}

/** Whether rules may have changed the answer: they ran, and there is something to tell. */
function rulesHadASay(record: ObjectRecord): boolean {
  if (record.causes === undefined) return record.warnings !== undefined;
  return !record.causes.some(isUnchecked);
}

/** The cause that stands for rules that were not run. */
function isUnchecked({ message }: { readonly message: string }): boolean {
  return message.includes("some validation rules were not checked");
}

const hidden = [
  "uid",
  "resourceVersion",
  "creationTimestamp",
  "generation",
  "managedFields",
  "selfLink",
];

/** What differs between an answer and the recorded one, as text; undefined if nothing does. */
export function differenceOfAnswers(
  admission: Admission,
  sent: unknown,
  recorded: RecordedAnswer,
  ignores: (cause: { readonly message: string }) => boolean = () => false,
): string | undefined {
  const isAllowed = recorded.code < 300;
  if (admission.allowed !== isAllowed) {
    return `verdict ${JSON.stringify(admission)} instead of ${JSON.stringify(recorded)}`;
  }
  const warnings = differentLists("warnings", admission.warnings, recorded.warnings ?? []);
  if (warnings !== undefined) return warnings;
  if (admission.allowed) {
    const object = canonical(withoutHidden(asParsed(admission.object)));
    const stored = applyPatch(withoutHidden(sent), recorded.patch ?? []);
    return differentTexts("object", object, canonical(withoutHidden(stored)));
  }
  const { status, errors } = admission;
  if (status.code !== recorded.code) return `code ${status.code} instead of ${recorded.code}`;
  if (recorded.causes === undefined) {
    return differentTexts("message", status.message ?? "", recorded.message ?? "");
  }
  const texts = (causes: readonly Cause[]): string[] =>
    causes
      .filter((cause) => !ignores(cause))
      .map(({ field, reason, message }) => `${field} | ${reason} | ${message}`);
  return differentLists("causes", texts(errors), texts(recorded.causes));
}

type Cause = NonNullable<RecordedAnswer["causes"]>[number];

function differentLists(
  what: string,
  got: readonly string[],
  wanted: readonly string[],
): string | undefined {
  return differentTexts(what, [...got].sort().join("\n"), [...wanted].sort().join("\n"));
}

function differentTexts(what: string, got: string, wanted: string): string | undefined {
  return got === wanted ? undefined : `${what}:\n${got}\ninstead of\n${wanted}`;
}

function withoutHidden(object: unknown): unknown {
  const copy = structuredClone(object) as { metadata?: Record<string, unknown> | null }; // of the API
  if (typeof copy.metadata !== "object" || copy.metadata === null) return copy;
  for (const key of hidden) Reflect.deleteProperty(copy.metadata, key);
  return copy;
}

/** The object as `JSON.parse` would read it from an answer. */
function asParsed(object: Json): unknown {
  return JSON.parse(stringifyJson(object));
}

function canonical(value: unknown): string {
  return JSON.stringify(sortKeys(value));
}

/** As Go writes objects, which is how the recording sent them. */
function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).sort(([left], [right]) => compareUtf8(left, right));
  return Object.fromEntries(entries.map(([key, member]) => [key, sortKeys(member)]));
}
