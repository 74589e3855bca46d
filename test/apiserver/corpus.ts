import { createHash } from "node:crypto";
import { parse } from "yaml";
import type { PatchOperation } from "../support/json-patch.js";
import { applyPatch } from "../support/json-patch.js";
import { readShared, readSharedLines } from "../support/shared.js";
import type { ValidObject } from "./exercise.js";
import type { CrdObject } from "./server.js";

/** A CRD of the corpus, as it was sent to the recorded server, with an object that it took. */
export interface CorpusCase {
  readonly name: string;
  readonly crd: CrdObject;
  readonly version: string;
  readonly object: ValidObject;
}

interface CrdRecord {
  readonly crd: string;
  readonly file: string;
  readonly code: number;
  readonly adjust?: readonly PatchOperation[];
  readonly adjusted?: unknown;
}

interface ObjectRecord {
  readonly id: string;
  readonly crd: string;
  readonly version: string;
  readonly object?: string;
  readonly prepare?: readonly PatchOperation[];
  readonly sent?: ValidObject;
  readonly code?: number;
}

interface Reading {
  readonly what: "crd" | "object";
  readonly file: string;
  readonly json: unknown;
}

/**
 * CRDs of the corpus with valid objects, a choice that looks arbitrary and is the same every time;
 * a quarter of them have a scale, an eighth each selectable fields and the cluster for their scope.
 * `only` leaves out CRDs whose text it does not match, and `among` chooses by all texts.
 */
export function chooseCorpusCases(
  count: number,
  seed: string,
  only = /./,
  among: (texts: ReadonlyMap<string, string>) => ReadonlySet<string> = everyName,
): readonly CorpusCase[] {
  const objects = new Map<string, ObjectRecord>();
  for (const record of readSharedLines<ObjectRecord>("conformance/apiserver/objects.jsonl.gz")) {
    if (record.code === 201 && !objects.has(record.crd)) objects.set(record.crd, record);
  }
  const records = readSharedLines<CrdRecord>("conformance/apiserver/crds.jsonl.gz")
    .filter(({ crd, code, adjusted }) => objects.has(crd) && code === 201 && adjusted === undefined)
    .map((record) => ({ record, order: hash(`${seed}/${record.crd}`) }))
    .sort((left, right) => (left.order < right.order ? -1 : 1))
    .map(({ record }) => record);
  const read = createReader();
  const texts = new Map(records.map(({ crd, file }) => [crd, readShared("corpus/crds", file)]));
  const chosen = among(texts);
  const cases = new Map<string, CorpusCase>();
  const fill = (limit: number, wanted: RegExp): void => {
    for (const record of records) {
      if (cases.size >= limit) return;
      if (cases.has(record.crd)) continue;
      const text = texts.get(record.crd) ?? "";
      if (!chosen.has(record.crd) || !wanted.test(text) || !only.test(text)) continue;
      cases.set(record.crd, caseOf(record, objects.get(record.crd), read));
    }
  };
  fill(count / 4, /^\s+specReplicasPath:/m);
  fill((count * 3) / 8, /^\s+selectableFields:/m);
  fill(count / 2, /^ {2}scope: Cluster/m);
  fill(count, /./);
  return [...cases.values()];
}

function everyName(texts: ReadonlyMap<string, string>): ReadonlySet<string> {
  return new Set(texts.keys());
}

const oddities = [
  /x-kubernetes-preserve-unknown-fields:/, /x-kubernetes-int-or-string:/, /x-kubernetes-embedded-resource:/,
  /x-kubernetes-validations:/, /x-kubernetes-list-type: map/, /x-kubernetes-list-type: set/, /x-kubernetes-list-type: atomic/,
  /x-kubernetes-map-type:/, /^\s+default:/m, /nullable: true/, /oneOf:/, /anyOf:/, /^\s+not:/m, /^\s+pattern:/m, /^\s+format:/m,
  /additionalPrinterColumns:/, /selectableFields:/, /specReplicasPath:/, /^\s+deprecated: true/m, /^\s+served: false/m,
  /additionalProperties:/, /^\s+shortNames:/m, /^\s+categories:/m, /scope: Cluster/, /uniqueItems:/, /multipleOf:/, /oldSelf/,
]; // prettier-ignore

/** The hundred CRDs with the most of what schemas seldom have; of equals, the largest. */
export function oddest(texts: ReadonlyMap<string, string>): ReadonlySet<string> {
  const scores = [...texts].map(([name, text]) => ({
    name,
    score: oddities.filter((oddity) => oddity.test(text)).length,
    size: text.length,
  }));
  scores.sort((left, right) => right.score - left.score || right.size - left.size);
  return new Set(scores.slice(0, 100).map(({ name }) => name));
}

type Reader = (what: Reading["what"], file: string) => unknown;

/** Reads YAML as Kubernetes does, where JavaScript's readers do otherwise. */
function createReader(): Reader {
  const readings = new Map(
    readSharedLines<Reading>("conformance/apiserver/readings.jsonl.gz").map((reading) => [
      `${reading.what} ${reading.file}`,
      reading.json,
    ]),
  );
  return (what, file) =>
    readings.get(`${what} ${file}`) ?? (parse(readShared("corpus", `${what}s`, file)) as unknown);
}

function caseOf(record: CrdRecord, object: ObjectRecord | undefined, read: Reader): CorpusCase {
  if (object === undefined) throw new Error(`${record.crd} has no object`);
  const crd = applyPatch(read("crd", record.file), record.adjust ?? []) as CrdObject; // the corpus holds CRDs
  const sent = object.sent ?? applyPatch(read("object", object.object ?? ""), object.prepare ?? []);
  return {
    name: record.crd,
    crd,
    version: object.version,
    object: sent as ValidObject, // the recorded server took it
  };
}

function hash(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
