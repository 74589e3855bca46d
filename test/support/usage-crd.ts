import type { Json } from "../../src/runtime/v1/values/json/json.js";

/** A schema of the CRD, or a part of one, that a change may alter in place. */
export type RawSchema = { [keyword: string]: Json };

const text: RawSchema = { type: "string" };
const count: RawSchema = { type: "integer", format: "int32" };
const amount: RawSchema = { type: "number" };
const flag: RawSchema = { type: "boolean" };
const quantity: RawSchema = { "x-kubernetes-int-or-string": true };

function choice(...values: readonly string[]): RawSchema {
  return { type: "string", enum: [...values] };
}

function object(properties: RawSchema, more: RawSchema = {}): RawSchema {
  return { type: "object", properties, ...more };
}

function listOf(items: RawSchema, more: RawSchema = {}): RawSchema {
  return { type: "array", items, ...more };
}

function mapOf(additionalProperties: RawSchema): RawSchema {
  return { type: "object", additionalProperties };
}

/** An object of the CRD of which the program reads and writes all fields. */
export interface ProgramObject {
  /** The name of its type. */
  readonly type: string;
  /** From the spec or the status. */
  readonly access: string;
  readonly isList: boolean;
  /** Its fields, by what a variable of their type says: `number`. */
  readonly fields: Readonly<Record<string, string>>;
}

const water = object({
  source: choice("Well", "River", "Mains"),
  litres: count,
  pressure: amount,
  pump: text,
  metered: flag,
});
const soil = object({
  kind: choice("Loam", "Sand", "Clay"),
  acidity: amount,
  drained: flag,
  depth: count,
  note: text,
});
const row = object(
  {
    name: text,
    length: amount,
    trees: count,
    variety: choice("Apple", "Pear", "Plum"),
    irrigated: flag,
    spacing: quantity,
    marks: mapOf(text),
  },
  { required: ["name"] },
);
const worker = object({
  name: text,
  role: choice("Picker", "Driver"),
  hours: count,
  wage: quantity,
  licensed: flag,
});
const market = object({ city: text, price: amount, days: listOf(text), open: flag, contact: text });
const storage = object({
  capacity: quantity,
  cooled: flag,
  level: count,
  keeper: text,
  zone: choice("North", "South"),
});
const season = object({
  year: count,
  gain: amount,
  frost: flag,
  remark: text,
  grade: choice("A", "B", "C"),
});
const fence = object({
  height: count,
  material: text,
  electric: flag,
  voltage: count,
  gates: listOf(text),
});
const alarm = object({ phone: text, delay: count, loud: flag, code: text, threshold: amount });
const condition = object(
  {
    type: text,
    status: choice("True", "False", "Unknown"),
    reason: text,
    message: text,
    observedGeneration: { type: "integer" },
  },
  { required: ["type", "status"] },
);
const harvest = object({ tonnes: amount, baskets: count, done: flag, team: text, picked: mapOf(count) }); // prettier-ignore

/** A CRD of about 60 fields, made for the program. */
export function orchardCrd(): RawSchema {
  const spec = object(
    { region: text, owner: text, replicas: count, acres: { ...amount, default: 1 }, paused: flag, water, soil,
      rows: listOf(row), workers: listOf(worker), markets: listOf(market), storage, fence, alarm },
    { required: ["region"] },
  ); // prettier-ignore
  const status = object({
    replicas: count,
    phase: choice("Planted", "Ripe", "Bare"),
    conditions: listOf(condition),
    seasons: listOf(season),
    harvest,
  });
  const version = (name: string, storage_: boolean): RawSchema => ({
    name,
    served: true,
    storage: storage_,
    // Versions of one schema have to agree on selectable fields.
    schema: {
      openAPIV3Schema: structuredClone(
        object({ spec, status, ...(storage_ ? {} : { legacy: text }) }, { required: ["spec"] }),
      ),
    },
    subresources: {
      status: {},
      scale: { specReplicasPath: ".spec.replicas", statusReplicasPath: ".status.replicas" },
    },
    // Not the same in both: fields of all versions need a schema of all versions.
    selectableFields: [
      { jsonPath: ".spec.region" },
      { jsonPath: storage_ ? ".spec.owner" : ".spec.paused" },
    ],
    additionalPrinterColumns: [
      { name: "Region", type: "string", jsonPath: ".spec.region" },
      { name: "Acres", type: "number", jsonPath: ".spec.acres" },
    ],
  });
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: "orchards.farm.example.com" },
    spec: {
      group: "farm.example.com",
      scope: "Namespaced",
      names: { kind: "Orchard", listKind: "OrchardList", plural: "orchards", singular: "orchard" },
      versions: [version("v1", true), version("v1beta1", false)],
    },
  };
}

const string = "string";
const number = "number";
const boolean = "boolean";
const intOrString = "number | string";

/** What the program goes through. */
export const programObjects: readonly ProgramObject[] = [
  { type: "OrchardSpecWater", access: "spec.water", isList: false, fields: { source: `"Well" | "River" | "Mains"`, litres: number, pressure: number, pump: string, metered: boolean } },
  { type: "OrchardSpecSoil", access: "spec.soil", isList: false, fields: { kind: `"Loam" | "Sand" | "Clay"`, acidity: number, drained: boolean, depth: number, note: string } },
  { type: "OrchardSpecRows", access: "spec.rows", isList: true, fields: { length: number, trees: number, variety: `"Apple" | "Pear" | "Plum"`, irrigated: boolean, spacing: intOrString } },
  { type: "OrchardSpecWorkers", access: "spec.workers", isList: true, fields: { name: string, role: `"Picker" | "Driver"`, hours: number, wage: intOrString, licensed: boolean } },
  { type: "OrchardSpecMarkets", access: "spec.markets", isList: true, fields: { city: string, price: number, days: "string[]", open: boolean, contact: string } },
  { type: "OrchardSpecStorage", access: "spec.storage", isList: false, fields: { capacity: intOrString, cooled: boolean, level: number, keeper: string, zone: `"North" | "South"` } },
  { type: "OrchardSpecFence", access: "spec.fence", isList: false, fields: { height: number, material: string, electric: boolean, voltage: number, gates: "string[]" } },
  { type: "OrchardSpecAlarm", access: "spec.alarm", isList: false, fields: { phone: string, delay: number, loud: boolean, code: string, threshold: number } },
  { type: "OrchardStatusSeasons", access: "status?.seasons", isList: true, fields: { year: number, gain: number, frost: boolean, remark: string, grade: `"A" | "B" | "C"` } },
  { type: "OrchardStatusHarvest", access: "status?.harvest", isList: false, fields: { tonnes: number, baskets: number, done: boolean, team: string, picked: "{ [key: string]: number }" } },
]; // prettier-ignore
