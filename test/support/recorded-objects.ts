import { Diagnostics } from "../../src/diagnostics/diagnostics.js";
import { readResource } from "../../src/frontend/read-crds.js";
import { findCrds } from "../../src/frontend/find-crds.js";
import type { Resource } from "../../src/ir/resource.js";
import { SchemaTable } from "../../src/ir/schema-table.js";
import type { AdmitOptions, Admission } from "../../src/runtime/v1/admit.js";
import { compareUtf8 } from "../../src/runtime/v1/go/compare-utf8.js";
import type { Json } from "../../src/runtime/v1/json.js";
import { readDocuments } from "../../src/source/read.js";
import { jsonDocument } from "./json-document.js";
import type { PatchOperation } from "./json-patch.js";
import { applyPatch } from "./json-patch.js";
import { readShared, readSharedLines } from "./shared.js";

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
  readonly raw?: unknown;
  readonly subresource?: "status";
  readonly schemaPatch?: readonly PatchOperation[];
  readonly change?: string;
}

/** What is sent in a record: the object, and the stored one that it replaces. */
export interface RecordedRequest {
  readonly object: unknown;
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
    const record = this.#crds.get(name);
    if (record === undefined) throw new Error(`no CRD '${name}'`);
    const raw = await this.#read("crd", "crds", record.file);
    const adjusted = applyPatch(applyPatch(raw, record.adjust ?? []), schemaPatch);
    const { crds } = findCrds([jsonDocument(adjusted as Json)], new Diagnostics());
    const [crd] = crds;
    if (crd === undefined) throw new Error(`'${record.file}' is no CRD`);
    return readResource(crd, new SchemaTable());
  }

  async request(record: ObjectRecord): Promise<RecordedRequest> {
    const base = this.#bases.get(record.object ?? record.generated ?? "");
    if (base === undefined) throw new Error(`no base of '${record.id}'`);
    const sent = await this.#sent(base);
    const namespace = "default";
    const stored = applyPatch(sent, record.old ?? []);
    const object = applyPatch(stored, record.ops ?? []);
    const isCreate = record.old === undefined || record.id.endsWith("#create");
    if (isCreate) return { object, options: { namespace } };
    const subresource = record.subresource === undefined ? {} : { subresource: record.subresource };
    return { object, options: { oldObject: stored, namespace, ...subresource } };
  }

  async #sent(base: ObjectRecord): Promise<unknown> {
    if (base.sent !== undefined) return base.sent;
    return applyPatch(await this.#read("object", "objects", base.object ?? ""), base.prepare ?? []);
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

const hidden = [
  "uid",
  "resourceVersion",
  "creationTimestamp",
  "generation",
  "managedFields",
  "selfLink",
];

/** What differs between an answer and the recorded one, as text; undefined if nothing does. */
export function difference(
  admission: Admission,
  sent: unknown,
  recorded: RecordedAnswer,
  isCel: (cause: { message: string; reason: string }) => boolean,
): string | undefined {
  const isGood = recorded.code < 300;
  if (admission.allowed !== isGood) {
    const got = admission.allowed ? "allowed" : JSON.stringify(admission.status);
    return `verdict: ${String(got).slice(0, 1500)}\n  instead of ${JSON.stringify(recorded).slice(0, 1500)}`;
  }
  const texts = (list: readonly string[]): string => JSON.stringify([...list].sort());
  const warnings = texts(admission.warnings);
  const wanted = texts(recorded.warnings ?? []);
  if (warnings !== wanted) return `warnings: ${warnings}\n  instead of ${wanted}`;
  if (!admission.allowed) {
    const { status } = admission;
    if (status.code !== recorded.code) return `code: ${status.code} instead of ${recorded.code}`;
    if (recorded.causes === undefined) {
      return status.message === recorded.message
        ? undefined
        : `message: ${status.message}\n  instead of ${recorded.message}`;
    }
    const line = (cause: { reason: string; field: string; message: string }): string =>
      `${cause.field}|${cause.reason}|${cause.message}`;
    const causes = texts(admission.errors.filter((c) => !isCel(c)).map(line));
    const expected = texts(recorded.causes.filter((c) => !isCel(c)).map(line));
    return causes === expected ? undefined : `causes: ${causes}\n  instead of ${expected}`;
  }
  const object = canonical(withoutHidden(admission.object));
  const result = canonical(withoutHidden(applyPatch(withoutHidden(sent), recorded.patch ?? [])));
  return object === result ? undefined : `object: ${object}\n  instead of ${result}`;
}

function withoutHidden(object: unknown): unknown {
  const copy = structuredClone(object) as { metadata?: Record<string, unknown> };
  for (const key of hidden)
    if (copy.metadata !== undefined && copy.metadata !== null && typeof copy.metadata === "object")
      delete copy.metadata[key];
  return copy;
}

function canonical(value: unknown): string {
  return JSON.stringify(sortKeys(value), (_key, member: unknown) =>
    typeof member === "bigint" ? Number(member) : member,
  );
}

/** As Go writes objects, which is how the recording sent them. */
function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).sort(([left], [right]) => compareUtf8(left, right));
  return Object.fromEntries(entries.map(([key, member]) => [key, sortKeys(member)]));
}
