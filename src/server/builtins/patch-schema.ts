import type { MergeMap, MergeType } from "../../runtime/v1/apply/merge-schema.js";
import { failed } from "../../runtime/v1/testing/failure.js";
import { quote } from "../../runtime/v1/values/go/quote.js";
import type { FieldRow } from "./kind-rows.js";
import { structRow } from "./kind-types.js";

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
  /** In the words of the table of kinds. */
  readonly #type: string;

  constructor(type: string) {
    this.#type = type;
  }

  /** The kind of the type in Go's reflection. */
  get kind(): string {
    return kindOf(this.#type);
  }

  /** @throws Failure 500 for a field that there is not */
  field(key: string): PatchField {
    const row = this.#row(key);
    const [, type, , { patch = "", mergeKey = "" } = {}] = row;
    const [strategy = ""] = patch.split(",").filter((one) => one !== "retainKeys");
    return { schema: new PatchSchema(type), strategy, mergeKey };
  }

  /** @throws Failure 500 for a field that is no list */
  list(key: string): PatchField {
    const field = this.field(key);
    const type = field.schema.#type.replace(/^\*/, "");
    if (type === field.schema.#type && field.schema.kind !== "slice") {
      throw unnamedFailure(`expected slice or array type, but got: ${this.kind}`);
    }
    return { ...field, schema: new PatchSchema(itemOf(type)) };
  }

  #row(key: string): FieldRow {
    const type = this.#type.replace(/^\*/, "");
    if (kindOf(type) !== "struct") {
      const fault = "merging an object in json but data type is not struct, instead is";
      throw unnamedFailure(`${fault}: ${kindOf(type)}`);
    }
    const { fields } = structRow(type);
    const folded = key.toLowerCase();
    const row =
      fields.find(([name]) => name === key) ??
      fields.find(([name]) => name.toLowerCase() === folded);
    if (row !== undefined) return row;
    const struct = type.replace(/^.*\./, "");
    throw unnamedFailure(
      `unable to find api field in struct ${struct} for the json field ${quote(key)}`,
    );
  }
}

/** An error of Go that is no Status. */
export function unnamedFailure(message: string): ReturnType<typeof failed> {
  return failed(500, undefined, message);
}

function kindOf(type: string): string {
  if (type.startsWith("*")) return "ptr";
  if (/^\(?\[\]|^bytes$/.test(type)) return "slice";
  if (type.startsWith("map[")) return "map";
  const [name = ""] = type.split("~");
  return /^[a-z][a-z0-9]*$/.test(name) ? name : "struct";
}

function itemOf(type: string): string {
  return type === "bytes" ? "uint8" : type.replace(/^\(?\[\]/, "").replace(/\)~.*$/, "");
}

/** Returns the type of a kind for server-side apply, by the name of its struct. */
export function kindMergeType(struct: string): MergeType {
  const map = mergeMap(struct);
  const named = { apiVersion: "string", kind: "string", metadata: "metadata" } as const;
  return { map: { ...map, fields: { ...map.fields, ...named } } };
}

function mergeMap(struct: string): MergeMap {
  const { fields, isAtomic } = structRow(struct);
  const types = fields.map((row) => [row[0], fieldType(row)] as const);
  return { fields: Object.fromEntries(types), ...(isAtomic && { atomic: isAtomic }) };
}

function fieldType([, text, , facts = {}]: FieldRow): MergeType {
  const [, prefix = "", type = ""] = /^(\*|\[\]|map\[string\])?(.*)$/.exec(text) ?? [];
  if (prefix === "map[string]") return { map: { values: typeOf(type) } };
  if (prefix !== "[]") return typeOf(type);
  // Schemas hold schemas.
  const isSchema = /^apiextensions\/|^JSON/.test(type);
  if (facts.list === undefined) return { list: { items: isSchema ? "untyped" : typeOf(type) } };
  const items = typeOf(type);
  if (facts.list === "set") return { list: { items, set: true } };
  return { list: { items, keys: facts.list } };
}

const scalars: { readonly [type: string]: MergeType | undefined } = {
  string: "string",
  bool: "boolean",
  int32: "numeric",
  int64: "numeric",
  float64: "numeric",
  bytes: "string",
  Time: "scalar",
  MicroTime: "scalar",
  "meta/v1.ObjectMeta": "metadata",
};

function typeOf(text: string): MergeType {
  const [type = ""] = text.split("~");
  if (/^\(?\[\]/.test(type)) return { list: { items: "untyped" } };
  return scalars[type] ?? { map: mergeMap(type) };
}
