import { Diagnostics } from "../../src/crd/diagnostics/diagnostics.js";
import type { CrdDocument } from "../../src/crd/frontend/find-crds.js";
import { findCrds } from "../../src/crd/frontend/find-crds.js";
import { readDocuments } from "../../src/crd/source/read.js";
import type { Json } from "../../src/runtime/v1/values/json/json.js";
import { jsonDocument } from "./json-document.js";
import type { PatchOperation } from "./json-patch.js";
import { applyPatch } from "./json-patch.js";
import { readShared, readSharedLines } from "./shared.js";

/** One cause of a recorded answer. */
export interface RecordedCause {
  readonly reason: string;
  readonly field: string;
  readonly message: string;
}

/** What a server answered to the creation of a CRD. */
export interface CrdAnswer {
  readonly code: number;
  readonly message?: string;
  readonly causes?: readonly RecordedCause[];
  readonly warnings?: readonly string[];
}

/** A recorded creation: of a CRD of the corpus, or of one changed by `ops`. */
export interface CrdRecord extends CrdAnswer {
  readonly id: string;
  readonly crd: string;
  readonly file?: string;
  readonly kind?: string;
  readonly ops?: readonly PatchOperation[];
}

/**
 * The CRDs of the corpus as the recording sent them: read as Kubernetes reads them, without their
 * status.
 */
export class CorpusCrds {
  readonly records: readonly CrdRecord[];
  readonly #values = new Map<string, unknown>();

  constructor(records: readonly CrdRecord[], values: ReadonlyMap<string, unknown>) {
    this.records = records;
    this.#values = new Map(values);
  }

  /** The CRD that a record was about. */
  crdOf(record: CrdRecord): CrdDocument {
    const value = applyPatch(this.#values.get(record.crd), record.ops ?? []);
    return asCrd(value as Json); // JSON, by its origin
  }
}

/** A JSON value as a CRD; throws where it is none. */
export function asCrd(value: Json): CrdDocument {
  const [crd] = findCrds([jsonDocument(value)], new Diagnostics()).crds;
  if (crd === undefined) throw new Error("not a CRD");
  return crd;
}

export async function readCorpusCrds(): Promise<CorpusCrds> {
  const crds = readSharedLines<CrdRecord>("conformance", "apiserver", "crds.jsonl.gz");
  const mutants = readSharedLines<CrdRecord>("conformance", "apiserver", "crd-mutants.jsonl.gz");
  const values = new Map<string, unknown>();
  for (const { crd, file = "" } of crds) {
    const text = readShared("corpus", "crds", file);
    const [document] = await readDocuments({ path: file, text }, new Diagnostics());
    const sent = plainJson(document?.value ?? null) as Record<string, unknown>; // a CRD
    Reflect.deleteProperty(sent, "status");
    values.set(crd, sent);
  }
  return new CorpusCrds([...crds, ...mutants], values);
}

/** What `JSON.parse` would give: big integers are rounded. */
function plainJson(value: Json): unknown {
  const text = JSON.stringify(value, (_key, member: unknown) =>
    typeof member === "bigint" ? Number(member) : member,
  );
  return JSON.parse(text);
}

/** Whether a cause stems from compiling rules, which is another suite's. */
export function isRuleCause({ reason, field, message }: RecordedCause): boolean {
  if (reason === "InternalError") return true;
  if (/estimated rule cost total exceeding|estimated rule cost total for entire/.test(message))
    return true;
  const isRule = /x-kubernetes-validations\[\d+\]\.(rule|messageExpression|optionalOldSelf)$/.test(
    field,
  );
  return isRule && !/: (rule is not specified|messageExpression must be non-empty)/.test(message);
}
