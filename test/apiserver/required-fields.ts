import type { FieldRow, FieldType } from "../../src/runtime/v1/built-in/table/field-row.js";
import type { KindTable, ResourceRow } from "../../src/runtime/v1/built-in/table/kind-table.js";
import type { Json, JsonObject } from "../../src/runtime/v1/values/json/json.js";
import { isObject } from "../../src/runtime/v1/values/json/json.js";

/*
 * Fields that OpenAPI requires, each in an object that has little beside it.
 */

/** A way to a field: the names of fields, and `*` for the first item or value. */
export type Steps = readonly string[];

/** A field that OpenAPI requires, and a way to it. */
export interface RequiredField {
  /** `core/v1.PodSpec.containers`. */
  readonly name: string;
  readonly resource: ResourceRow;
  readonly steps: Steps;
}

/** How deep structs are looked for. */
const depth = 12;

/**
 * Ways to fields that OpenAPI requires in kinds that can be created, the shortest first. What is in
 * a status is left out: servers write it, and check little of it.
 */
export function requiredFields(table: KindTable, ways: number): readonly RequiredField[] {
  const found = new Map<string, RequiredField[]>();
  for (const resource of table.resources) {
    if (!resource.verbs.includes("create")) continue;
    let level: (readonly [struct: string, steps: Steps, within: readonly string[]])[] = [
      [resource.struct, [], []],
    ];
    for (let at = 0; at < depth && level.length > 0; at++) {
      const next: typeof level = [];
      for (const [struct, steps, within] of level) {
        for (const row of table.findStruct(struct)?.fields ?? []) {
          if (row.name === "status") continue;
          const own = [...steps, row.name];
          if (row.isRequired) addTo(found, `${struct}.${row.name}`, { resource, steps: own }, ways);
          const [inner, more] = structWithin(row.type);
          if (inner === undefined || inner.startsWith("meta/v1.ObjectMeta")) continue;
          if (within.includes(inner)) continue;
          next.push([inner, [...own, ...more], [...within, struct]]);
        }
      }
      level = next;
    }
  }
  return [...found.values()].flat();
}

function addTo(
  found: Map<string, RequiredField[]>,
  name: string,
  way: Omit<RequiredField, "name">,
  ways: number,
): void {
  const known = found.get(name) ?? [];
  if (known.length === 0) found.set(name, known);
  if (known.length < ways) known.push({ name, ...way });
}

function structWithin(type: FieldType): readonly [struct: string | undefined, steps: Steps] {
  if (type.kind === "struct") return [type.struct, []];
  if (type.kind === "scalar") return [undefined, []];
  const [struct, steps] = structWithin(type.of);
  return [struct, type.kind === "pointer" ? steps : ["*", ...steps]];
}

/** Puts values into an object, so that there is something at the end of a way. */
export function withField(
  table: KindTable,
  { resource, steps }: RequiredField,
  base: JsonObject,
): JsonObject {
  const object = structuredClone(base);
  const values = new Values(table);
  let at: Json = object;
  let type: FieldType = { kind: "struct", struct: resource.struct };
  for (const [index, step] of steps.entries()) {
    const isLast = index === steps.length - 1;
    [at, type] = values.enter(at, type, step, isLast);
  }
  return object;
}

/** The object without what is at the end of a way. */
export function withoutField(object: JsonObject, steps: Steps): JsonObject {
  const copy = structuredClone(object);
  let at: Json = copy;
  for (const step of steps.slice(0, -1)) {
    if (Array.isArray(at)) at = at[0] ?? null;
    else if (isObject(at)) at = (step === "*" ? Object.values(at)[0] : at[step]) ?? null;
  }
  if (isObject(at)) delete at[steps.at(-1) ?? ""];
  return copy;
}

/** Makes values that are likely ones. */
class Values {
  readonly #table: KindTable;

  constructor(table: KindTable) {
    this.#table = table;
  }

  /** Goes a step into a value, and makes what is missing there. */
  enter(at: Json, type: FieldType, step: string, isLast: boolean): [Json, FieldType] {
    if (type.kind === "pointer") return this.enter(at, type.of, step, isLast);
    if (step === "*") return this.#enterItem(at, type);
    const row = this.#rows(type).find(({ name }) => name === step);
    if (row === undefined || !isObject(at)) throw new Error(`no way by ${step}`);
    if ((at[step] ?? null) === null) at[step] = this.#value(row.type, row, isLast);
    return [at[step] ?? null, row.type];
  }

  #enterItem(at: Json, type: FieldType): [Json, FieldType] {
    if (type.kind !== "list" && type.kind !== "map") throw new Error("no items");
    if (Array.isArray(at)) {
      if (at.length === 0) at.push(this.#value(type.of, undefined, false));
      return [at[0] ?? null, type.of];
    }
    if (!isObject(at)) throw new Error("no values");
    if (Object.keys(at).length === 0) at["a"] = this.#value(type.of, undefined, false);
    return [Object.values(at)[0] ?? null, type.of];
  }

  #rows(type: FieldType): readonly FieldRow[] {
    return type.kind === "struct" ? (this.#table.findStruct(type.struct)?.fields ?? []) : [];
  }

  #value(type: FieldType, row: FieldRow | undefined, isWhole: boolean): Json {
    switch (type.kind) {
      case "pointer":
        return this.#value(type.of, row, isWhole);
      case "list":
        return isWhole || row?.isRequired === true ? [this.#value(type.of, row, true)] : [];
      case "map":
        return isWhole || row?.isRequired === true ? { a: this.#value(type.of, row, true) } : {};
      case "struct": {
        const known = likely[type.struct];
        if (known !== undefined) return structuredClone(known);
        const needed = this.#rows(type).filter(({ isRequired }) => isRequired);
        return Object.fromEntries(
          needed.map((one) => [one.name, this.#value(one.type, one, true)]),
        );
      }
      case "scalar":
        return this.#scalar(type, row);
    }
  }

  #scalar(type: Extract<FieldType, { kind: "scalar" }>, row: FieldRow | undefined): Json {
    const [value] = this.#table.enumValues(type.name ?? "")?.filter((one) => one !== "") ?? [];
    if (value !== undefined) return value;
    switch (type.scalar) {
      case "string":
        return texts[row?.name ?? ""] ?? "a";
      case "bool":
        return true;
      case "bytes":
        return "YQ==";
      case "Time":
        return "2026-01-01T00:00:00Z";
      case "MicroTime":
        return "2026-01-01T00:00:00.000000Z";
      case "Quantity":
        return "1";
      case "RawExtension":
      case "JSON":
        return {};
      default:
        return numbers[row?.name ?? ""] ?? 1;
    }
  }
}

/** Structs that are hardly ever right with what is required alone. */
const likely: { readonly [struct: string]: JsonObject | undefined } = {
  "meta/v1.LabelSelector": { matchLabels: { a: "b" } },
  "core/v1.PodTemplateSpec": {
    metadata: { labels: { a: "b" } },
    spec: { containers: [{ name: "c", image: "i" }] },
  },
  "core/v1.Container": { name: "d", image: "i" },
  "core/v1.EphemeralContainer": { name: "e", image: "i" },
  "core/v1.ISCSIVolumeSource": {
    targetPortal: "10.1.1.1:1",
    iqn: "iqn.2001-04.a.example:b",
    lun: 1,
  },
  "core/v1.ISCSIPersistentVolumeSource": {
    targetPortal: "10.1.1.1:1",
    iqn: "iqn.2001-04.a.example:b",
    lun: 1,
  },
  "core/v1.ScaleIOVolumeSource": {
    gateway: "g",
    system: "s",
    secretRef: { name: "s" },
    volumeName: "v",
  },
  "core/v1.ScaleIOPersistentVolumeSource": {
    gateway: "g",
    system: "s",
    secretRef: { name: "s" },
    volumeName: "v",
  },
  "apiextensions/v1.CustomResourceConversion": {
    strategy: "Webhook",
    webhook: { clientConfig: { url: "https://a.example" }, conversionReviewVersions: ["v1"] },
  },
  "core/v1.NodeSelectorTerm": { matchExpressions: [{ key: "a", operator: "Exists" }] },
};

/** Texts by the names of their fields. */
const texts: { readonly [field: string]: string | undefined } = {
  mountPath: "/m",
  path: "/p",
  devicePath: "/d",
  ip: "10.1.1.1",
  cidr: "10.0.0.0/8",
  topologyKey: "kubernetes.io/hostname",
  expression: "true",
  url: "https://a.example",
  apiVersion: "v1",
  kind: "ConfigMap",
  apiGroup: "",
  fieldPath: "metadata.name",
  resource: "limits.cpu",
  type: "A.example/T",
  reason: "R",
  status: "True",
  schedule: "* * * * *",
  driver: "d.example",
  provisioner: "p.example/p",
  attacher: "a.example",
  signerName: "a.example/s",
  lastTransitionTime: "2026-01-01T00:00:00Z",
};

const numbers: { readonly [field: string]: number | undefined } = { containerPort: 80, port: 80 };
