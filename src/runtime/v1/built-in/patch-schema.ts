import type { MergeMap, MergeType } from "../apply/merge-schema.js";
import { failed } from "../testing/failure.js";
import { quote } from "../values/go/quote.js";
import type { Json } from "../values/json/json.js";
import { structRow } from "./kind-types.js";
import type { FieldRow, FieldType } from "./table/field-row.js";
import { mergeScalars, zeroKey } from "./table/merge-scalars.js";

/** The facts about a field that a strategic merge patch needs. */
interface PatchField {
  /** The type of the field; of a list, that of its items. */
  readonly schema: PatchSchema;
  /** `merge`, `replace`, or `""` for what all fields of a type do. */
  readonly strategy: string;
  /** The key of the items of a list that is merged; `""` for none. */
  readonly mergeKey: string;
}

/** A type of Go with what its tags say of patches (apimachinery `strategicpatch/meta.go`). */
export class PatchSchema {
  readonly #type: FieldType;

  constructor(type: FieldType) {
    this.#type = type;
  }

  /** The kind of the type in Go's reflection. */
  get kind(): string {
    return kindOf(this.#type);
  }

  /** @throws Failure 500 for a field that there is not */
  field(key: string): PatchField {
    const { type, patch = "", mergeKey = "" } = this.#row(key);
    const [strategy = ""] = patch.split(",").filter((one) => one !== "retainKeys");
    return { schema: new PatchSchema(type), strategy, mergeKey };
  }

  /** @throws Failure 500 for a field that is no list */
  list(key: string): PatchField {
    const field = this.field(key);
    const type = pointedTo(field.schema.#type);
    if (type === field.schema.#type && field.schema.kind !== "slice") {
      throw unnamedFailure(`expected slice or array type, but got: ${this.kind}`);
    }
    return { ...field, schema: new PatchSchema(itemOf(type)) };
  }

  #row(key: string): FieldRow {
    const type = pointedTo(this.#type);
    if (type.kind !== "struct") {
      const fault = "merging an object in json but data type is not struct, instead is";
      throw unnamedFailure(`${fault}: ${kindOf(type)}`);
    }
    const { fields } = structRow(type.struct);
    const folded = key.toLowerCase();
    const row =
      fields.find(({ name }) => name === key) ??
      fields.find(({ name }) => name.toLowerCase() === folded);
    if (row !== undefined) return row;
    const struct = type.struct.replace(/^.*\./, "");
    throw unnamedFailure(
      `unable to find api field in struct ${struct} for the json field ${quote(key)}`,
    );
  }
}

function pointedTo(type: FieldType): FieldType {
  return type.kind === "pointer" ? type.of : type;
}

/** An error of Go that is no Status. */
export function unnamedFailure(message: string): ReturnType<typeof failed> {
  return failed(500, undefined, message);
}

function kindOf(type: FieldType): string {
  switch (type.kind) {
    case "pointer":
      return "ptr";
    case "list":
      return "slice";
    case "map":
    case "struct":
      return type.kind;
    case "scalar":
      if (type.scalar === "bytes") return "slice";
      // Those that read themselves are structs.
      return /^[a-z]/.test(type.scalar) ? type.scalar : "struct";
  }
}

function itemOf(type: FieldType): FieldType {
  if (type.kind === "scalar" && type.scalar === "bytes") return { kind: "scalar", scalar: "uint8" };
  return type.kind === "list" ? type.of : type;
}

/** Returns the type of a kind for server-side apply, by the name of its struct. */
export function kindMergeType(struct: string): MergeType {
  const map = mergeMap(struct);
  const named = { apiVersion: "string", kind: "string", metadata: "metadata" } as const;
  return { map: { ...map, fields: { ...map.fields, ...named } } };
}

function mergeMap(struct: string): MergeMap {
  const { fields, isAtomic } = structRow(struct);
  const types = fields.map((row) => [row.name, fieldType(row)] as const);
  return { fields: Object.fromEntries(types), ...(isAtomic && { atomic: isAtomic }) };
}

function fieldType(row: FieldRow): MergeType {
  const type = pointedTo(row.type);
  if (type.kind === "map") {
    return { map: { values: typeOf(type.of), ...(row.isAtomic && { atomic: true }) } };
  }
  if (type.kind !== "list") return typeOf(type);
  // Schemas hold schemas.
  if (row.list === undefined)
    return { list: { items: isSchema(type.of) ? "untyped" : typeOf(type.of) } };
  const items = typeOf(type.of);
  if (row.list === "set") return { list: { items, set: true } };
  return { list: { items, keys: row.list, defaults: keyDefaults(type.of, row.list) } };
}

/** What items without a key have for it: the default of the field, or zero where Go prints that. */
function keyDefaults(type: FieldType, keys: readonly string[]): Readonly<Record<string, Json>> {
  if (type.kind !== "struct") return {};
  const { fields } = structRow(type.struct);
  const entries = keys.flatMap((key) => {
    const row = fields.find(({ name }) => name === key);
    const value = row?.default ?? (row?.isPrinted === true ? zeroKey(row.type) : undefined);
    return value === undefined ? [] : [[key, value] as const];
  });
  return Object.fromEntries(entries);
}

function isSchema(type: FieldType): boolean {
  return type.kind === "struct"
    ? type.struct.startsWith("apiextensions/")
    : type.kind === "scalar" && type.scalar.startsWith("JSON");
}

function typeOf(type: FieldType): MergeType {
  switch (type.kind) {
    case "pointer":
      return typeOf(type.of);
    case "list":
      return { list: { items: "untyped" } };
    case "map":
      return { map: { values: typeOf(type.of) } };
    case "struct":
      return type.struct === "meta/v1.ObjectMeta" ? "metadata" : { map: mergeMap(type.struct) };
    case "scalar":
      return mergeScalars[type.scalar] ?? "scalar";
  }
}
