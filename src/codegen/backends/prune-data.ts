import type { Schema } from "../../crd/ir/schema.js";
import type { Expr, Stmt } from "../emit/code.js";
import { expr, stmt, tsType, word } from "../emit/code.js";
import type { GeneratedFile } from "../emit/generated-file.js";
import { camelCase } from "../emit/identifiers.js";
import type { Member } from "../emit/object-code.js";
import { objectCode } from "../emit/object-code.js";
import type { EmitContext } from "./backend.js";
import type { NameTable } from "./names.js";
import { ownFields } from "./names/tree.js";

/*
 * What pruning asks of a schema, as data, where there is no schema of validators that says it as
 * well: the runtime's `PruneSchema`.
 */

/** Where the data is declared. */
export interface PruneDataPlace {
  /** Those of the version whose schema it is. */
  readonly names: NameTable;
  /** The first part of the names of constants; may be empty. */
  readonly prefix: string;
  readonly file: GeneratedFile;
  readonly context: EmitContext;
}

/** Declares the function that makes the data, and gives its name. */
export function declarePruneData(schema: Schema | undefined, place: PruneDataPlace): Expr {
  const { names, prefix, file, context } = place;
  const writer = new PruneDataWriter(place);
  const literal =
    schema === undefined ? objectCode([]) : writer.literal(new PruneNodes().of(schema));
  const name = `${nameIn(prefix, names.type)}Schema`;
  file.add({
    kind: "function",
    name,
    exported: false,
    doc: [],
    parameters: [],
    returns: tsType`${context.runtimeType("PruneSchema")}`,
    body: stmt`${writer.constants}
    return ${literal};`,
  });
  return word(name);
}

function nameIn(prefix: string, name: string): string {
  return prefix === "" ? camelCase(name) : prefix + name;
}

/** The part of a schema that pruning needs. Equal ones are one object. */
interface PruneNode {
  readonly id: number;
  /** The first schema of its kind, which gives the name. */
  readonly schema: Schema;
  readonly fields: ReadonlyMap<string, PruneNode>;
  readonly values: PruneNode | boolean | undefined;
  readonly items: PruneNode | undefined;
  readonly embeddedResource: boolean;
  readonly preserveUnknownFields: boolean;
}

class PruneNodes {
  readonly #bySchema = new Map<Schema, PruneNode>();
  readonly #byKey = new Map<string, PruneNode>();

  of(schema: Schema): PruneNode {
    let node = this.#bySchema.get(schema);
    if (node === undefined) {
      node = this.#unique(this.#read(schema));
      this.#bySchema.set(schema, node);
    }
    return node;
  }

  #read(schema: Schema): Omit<PruneNode, "id"> {
    const { values, items, embeddedResource, preserveUnknownFields } = schema;
    const fields = [...ownFields(schema)].map(([name, field]) => [name, this.of(field)] as const);
    const ofItems = items === undefined ? undefined : this.of(items);
    return {
      schema,
      fields: new Map(fields),
      values: typeof values === "object" ? this.of(values) : values,
      // Items of which nothing is said are treated like any others.
      items: ofItems !== undefined && saysNothing(ofItems) ? undefined : ofItems,
      embeddedResource,
      preserveUnknownFields,
    };
  }

  #unique(content: Omit<PruneNode, "id">): PruneNode {
    const key = keyOf(content);
    let node = this.#byKey.get(key);
    if (node === undefined) this.#byKey.set(key, (node = { id: this.#byKey.size, ...content }));
    return node;
  }
}

function saysNothing(node: PruneNode): boolean {
  const { fields, values, items, embeddedResource, preserveUnknownFields } = node;
  const isBare = fields.size === 0 && values === undefined && items === undefined;
  return isBare && !embeddedResource && !preserveUnknownFields;
}

function keyOf(node: Omit<PruneNode, "id">): string {
  const { fields, values, items, embeddedResource, preserveUnknownFields } = node;
  const ofValues = typeof values === "object" ? values.id : values;
  let key = `${embeddedResource};${preserveUnknownFields};${ofValues ?? ""};${items?.id ?? ""}`;
  for (const [name, field] of fields) key += `;${name.length}:${name}=${field.id}`;
  return key;
}

/** Writes nodes as literals. Those with fields are constants, each after those that it names. */
class PruneDataWriter {
  readonly constants: Stmt[] = [];
  readonly #place: PruneDataPlace;
  readonly #names = new Map<PruneNode, Expr>();

  constructor(place: PruneDataPlace) {
    this.#place = place;
  }

  literal(node: PruneNode): Expr {
    const { fields, values, items } = node;
    const members: Member[] = [];
    if (fields.size > 0) {
      const list = [...fields].map(([key, field]) => ({ key, value: this.#part(field) }));
      members.push({ key: "fields", value: objectCode(list) });
    }
    if (values !== undefined) {
      const value = typeof values === "object" ? this.#part(values) : expr`${values}`;
      members.push({ key: "values", value });
    }
    if (items !== undefined) members.push({ key: "items", value: this.#part(items) });
    for (const key of ["embeddedResource", "preserveUnknownFields"] as const) {
      if (node[key]) members.push({ key, value: expr`true` });
    }
    return objectCode(members);
  }

  #part(node: PruneNode): Expr {
    if (node.fields.size === 0) return this.literal(node);
    let name = this.#names.get(node);
    if (name === undefined) {
      const { names, prefix, context } = this.#place;
      name = word(`${nameIn(prefix, names.localName(node.schema))}Fields`);
      const value = this.literal(node);
      const type = context.runtimeType("PruneSchema");
      this.constants.push(stmt`const ${name}: ${type} = ${value};`);
      this.#names.set(node, name);
    }
    return name;
  }
}
