import { noValidation } from "../../../crd/ir/schema-table.js";
import type { Schema, ValueValidation } from "../../../crd/ir/schema.js";
import type { ValueMaker } from "../../../crd/values/value-maker.js";
import type { Demand, ValueNode } from "../../../crd/values/value-node.js";
import { demandOf, limitsOf, nodeOf } from "../../../crd/values/value-node.js";
import { isObject } from "../../../runtime/v1/values/json/json.js";
import type { Expr, Imported, TypeNode } from "../../emit/code.js";
import { expr, isSame, keyOf, property, tsType } from "../../emit/code.js";
import type { GeneratedFile } from "../../emit/generated-file.js";
import type { Member } from "../../emit/object-code.js";
import { objectCode } from "../../emit/object-code.js";
import type { EmitContext } from "../backend.js";
import { jsonLiteral } from "../json-literal.js";
import type { NameTable } from "../names.js";
import type { FileHelpers } from "./file-helpers.js";
import { numbersCode, textsCode } from "./scalars.js";
import type { UsualFields } from "./usual-fields.js";

/** An arbitrary, and how many values there are on the average in what it makes. */
interface Written {
  readonly code: Expr;
  readonly size: number;
}

/** A field of an object: its arbitrary, and the size of what need not be there. */
interface WrittenField {
  readonly name: string;
  readonly value: Written;
  readonly presence: "required" | "usual" | "optional" | "forbidden";
}

/** The optional fields of one object have so many values on the average. */
const mostOptional = 20;

/** Lists and maps have so many members more than they must. */
const mostMembers = 3;

/** So many ways to choose branches are written down. */
const mostWays = 12;

/** So many objects are written anew with what branches ask of them. */
const mostVariants = 400;

/** Writes an arbitrary for each schema of a unit; objects get constants of their own. */
export class SchemaWriter {
  readonly #names: NameTable;
  readonly #context: EmitContext;
  readonly #file: GeneratedFile;
  readonly #fc: Imported;
  readonly #helpers: FileHelpers;
  readonly #known: ValueMaker;
  readonly #usual: UsualFields;
  readonly #written = new Map<Schema, Written | undefined>();
  readonly #variants = new Map<string, Written | undefined>();
  readonly #taken = new Map<string, number>();

  constructor(
    names: NameTable,
    context: EmitContext,
    file: GeneratedFile,
    fc: Imported,
    helpers: FileHelpers,
    known: ValueMaker,
    usual: UsualFields,
  ) {
    this.#names = names;
    this.#context = context;
    this.#file = file;
    this.#fc = fc;
    this.#helpers = helpers;
    this.#known = known;
    this.#usual = usual;
  }

  /**
   * An object's arbitrary, in which some fields are given: at the root, where the schema has no say
   * in what an object is called.
   */
  root(schema: Schema, given: ReadonlyMap<string, Expr>, left: ReadonlySet<string>): Expr {
    return this.#object(nodeOf(schema), "", given, left).code;
  }

  /** An arbitrary of valid values, as far as can be said; undefined if no valid value was found. */
  value(node: ValueNode): Written | undefined {
    const { schema, branches } = node;
    const known = branches.length === 0 ? this.#written : undefined;
    if (known?.has(schema) === true) return known.get(schema);
    const key = [schema.id, ...branches.map(({ id }) => id)].join(" ");
    if (known === undefined && this.#variants.has(key)) return this.#variants.get(key);
    const written = this.#orNull(node, this.#notNull(node));
    if (known === undefined) this.#variants.set(key, written);
    else known.set(schema, written);
    return written;
  }

  #orNull(node: ValueNode, written: Written | undefined): Written | undefined {
    if (!node.schema.nullable || !this.#known.accepts(node, null)) return written;
    if (written === undefined) return { code: expr`${this.#fc}.constant(null)`, size: 1 };
    return { ...written, code: expr`${this.#fc}.option(${written.code}, { nil: null })` };
  }

  #notNull(node: ValueNode): Written | undefined {
    const demand = demandOf(node, 0);
    if (demand.validations.some((one) => one.enum.length > 0)) return this.#listed(node);
    switch (node.schema.kind) {
      case "object":
        return this.#namedObject(node);
      case "map":
        return this.#map(node, demand) ?? this.#listed(node);
      case "list":
        return this.#list(node, demand);
      default: {
        const scalar = this.#scalar(node, demand);
        return scalar === undefined ? this.#listed(node) : { code: scalar, size: 1 };
      }
    }
  }

  #scalar(node: ValueNode, demand: Demand): Expr | undefined {
    const { validations } = demand;
    const { kind } = node.schema;
    if (kind === "intOrString") return this.#intOrString(node.schema, demand);
    if (!validations.every(isPlain)) return undefined;
    switch (kind) {
      case "string":
        return this.#texts(node, validations);
      case "integer":
      case "number":
        return numbersCode(this.#fc, validations, kind, this.#helpers);
      case "boolean":
        return expr`${this.#fc}.boolean()`;
      default:
        return this.#helpers.json;
    }
  }

  #texts(node: ValueNode, validations: readonly ValueValidation[]): Expr | undefined {
    const known = validations.some(({ pattern }) => pattern !== "")
      ? this.#known.valid(node)
      : undefined;
    return textsCode(
      this.#fc,
      validations,
      typeof known === "string" ? known : undefined,
      this.#helpers,
    );
  }

  /** `anyOf` with the two types says nothing more (`x-kubernetes-int-or-string`). */
  #intOrString(schema: Schema, { validations }: Demand): Expr | undefined {
    const { anyOf, oneOf, allOf, not } = schema.validation;
    const saysMore = [...anyOf, ...allOf].some(({ validation }) => validation !== noValidation);
    if (saysMore || oneOf.length > 0 || not !== undefined) return undefined;
    const integers = numbersCode(this.#fc, validations, "integer", this.#helpers);
    const texts = textsCode(this.#fc, validations, undefined, this.#helpers);
    if (integers === undefined || texts === undefined) return undefined;
    return expr`${this.#fc}.oneof(${integers}, ${texts})`;
  }

  /** Values that were found here and now; objects and lists are made anew each time. */
  #listed(node: ValueNode): Written | undefined {
    const values = this.#known.several(node);
    if (values.length === 0) return undefined;
    const literals = values.map((value) =>
      jsonLiteral(value, (name) => this.#context.runtime(name)),
    );
    const size = values.some((value) => isObject(value) || Array.isArray(value)) ? mostMembers : 1;
    return { code: expr`${this.#fc}.constantFrom(${literals})`, size };
  }

  #list(node: ValueNode, demand: Demand): Written | undefined {
    const { schema } = node;
    const { min, max: most } = limitsOf(demand.validations, "Items");
    if (!demand.validations.every(isPlain)) return this.#listed(node);
    const item = schema.items && this.value({ schema: schema.items, branches: demand.items });
    if (item === undefined || most === 0) {
      return min > 0
        ? undefined
        : { code: expr`${this.#fc}.array(${this.#helpers.absent}, { maxLength: 0 })`, size: 1 };
    }
    const max = Math.min(most, min + mostMembers);
    const size = 1 + item.size * ((min + max) / 2);
    const bounds = [...(min > 0 ? property`minLength: ${min}` : []), property`maxLength: ${max}`];
    const isUnique = demand.validations.some(({ uniqueItems }) => uniqueItems);
    if (schema.listType === "atomic" && !isUnique) {
      return { code: expr`${this.#fc}.array(${item.code}, { ${bounds} })`, size };
    }
    const keys = schema.listType === "map" ? schema.listMapKeys : [];
    const itemKey = this.#context.runtime("itemKey");
    const selector = property`selector: (item) => ${itemKey}(item, [${keys}])`;
    return {
      code: expr`${this.#fc}.uniqueArray(${item.code}, { ${[...bounds, selector]} })`,
      size,
    };
  }

  #map(node: ValueNode, demand: Demand): Written | undefined {
    const { values } = node.schema;
    const { min, max: most } = limitsOf(demand.validations, "Properties");
    if (!demand.validations.every(isPlain) || demand.required.size > 0) return undefined;
    const value =
      typeof values === "object"
        ? this.value(nodeOf(values))
        : { code: this.#helpers.json, size: 1 };
    if (value === undefined) return undefined;
    if (node.branches.some(({ fields }) => fields.size > 0)) return undefined;
    return this.#dictionary(value, min, Math.min(most, min + mostMembers));
  }

  #dictionary(value: Written, min: number, max: number): Written {
    const least = min > 0 ? property`minKeys: ${min}` : [];
    const options = expr`{ ${least}, maxKeys: ${max}, noNullPrototype: true }`;
    return {
      code: expr`${this.#fc}.dictionary(${this.#helpers.names}, ${value.code}, ${options})`,
      size: 1 + value.size * ((min + max) / 2),
    };
  }

  #namedObject(node: ValueNode): Written | undefined {
    const { schema } = node;
    const isVariant = node.branches.length > 0;
    if (schema.fields.size === 0 && !schema.embeddedResource) {
      if (!demandOf(node, 0).validations.every(isPlain)) return this.#listed(node);
      if (schema.preserveUnknownFields) {
        return this.#dictionary({ code: this.#helpers.json, size: 1 }, 0, mostMembers);
      }
      return { code: expr`${this.#helpers.object}({})`, size: 1 };
    }
    if (isVariant && this.#variants.size > mostVariants) return this.value(nodeOf(schema));
    const name = this.#constantName(schema, isVariant);
    const { code: value, size } = this.#object(
      node,
      name,
      embeddedFields(schema, this.#fc, this.#helpers),
      new Set(),
    );
    const constant = this.#file.addPrivate({
      kind: "const",
      name,
      exported: false,
      doc: [],
      type: this.#type(),
      value,
    });
    return { code: constant, size };
  }

  #type(): TypeNode {
    return tsType`${this.#fc}.Arbitrary<unknown>`;
  }

  /**
   * Names the constant of an object. If branches ask more of it than its schema does, it gets
   * another constant.
   */
  #constantName(schema: Schema, isVariant: boolean): string {
    const { type, value } = this.#names;
    const local = `${value}${this.#names.localName(schema).slice(type.length)}`;
    const count = (this.#taken.get(local) ?? 0) + 1;
    this.#taken.set(local, count);
    return isVariant || count > 1 ? `${local}Arbitrary${count}` : `${local}Arbitrary`;
  }

  /** The ways to choose branches are alternatives, which have most of their fields in common. */
  #object(
    node: ValueNode,
    name: string,
    given: ReadonlyMap<string, Expr>,
    left: ReadonlySet<string>,
  ): Written {
    const first = demandOf(node, 0);
    const ways = Math.min(first.ways, mostWays);
    const texts = new Map<string, readonly Member[]>();
    let size = 1;
    for (let way = 0; way < ways; way++) {
      const demand = way === 0 ? first : demandOf(node, way);
      const fields = this.#fields(node.schema, demand, new Set([...given.keys(), ...left]));
      const members = this.#members(fields, given);
      size = Math.max(size, sizeOf(fields));
      texts.set(
        members.map((member) => `${member.key} ${keyOf(member.value)}`).join("\n"),
        members,
      );
    }
    const [alone, ...others] = [...texts.values()];
    const object = (members: readonly Member[]): Expr =>
      expr`${this.#helpers.object}(${objectCode(members)})`;
    if (alone === undefined || others.length === 0) return { code: object(alone ?? []), size };
    return { code: this.#alternatives([alone, ...others], name, object), size };
  }

  #alternatives(
    all: readonly (readonly Member[])[],
    name: string,
    object: (members: readonly Member[]) => Expr,
  ): Expr {
    const [first = [], ...others] = all;
    const isShared = (member: Member): boolean =>
      others.every((members) =>
        members.some(({ key, value }) => key === member.key && isSame(value, member.value)),
      );
    const shared = first.filter(isShared);
    if (shared.length < 2 || name === "") {
      return expr`${this.#fc}.oneof(${all.map(object)})`;
    }
    const keys = new Set(shared.map(({ key }) => key));
    const fields = this.#file.addPrivate({
      kind: "const",
      name: name.replace(/Arbitrary(\d*)$/, "Fields$1"),
      exported: false,
      doc: [],
      type: tsType`Record<string, ${this.#type()}>`,
      value: objectCode(shared),
    });
    const alternatives = all.map((members) => {
      const own = members.filter(({ key }) => !keys.has(key));
      const rest = objectCode(own);
      return own.length === 0
        ? expr`${this.#helpers.object}(${fields})`
        : expr`${this.#helpers.object}({ ...${fields}, ...${rest} })`;
    });
    return expr`${this.#fc}.oneof(${alternatives})`;
  }

  #fields(schema: Schema, demand: Demand, others: ReadonlySet<string>): readonly WrittenField[] {
    const fields: WrittenField[] = [];
    const usual = this.#usual.get(schema);
    for (const [name, field] of schema.fields) {
      if (others.has(name)) continue;
      const isRequired = demand.required.has(name);
      const value = this.value({ schema: field, branches: demand.fields.get(name) ?? [] });
      if (value === undefined && !isRequired) continue;
      fields.push({
        name,
        value: value ?? { code: expr`${this.#fc}.constant(null)`, size: 1 },
        presence: isRequired
          ? "required"
          : demand.forbidden.has(name)
            ? "forbidden"
            : usual?.has(name) === true
              ? "usual"
              : "optional",
      });
    }
    return fields;
  }

  /** The more there is to choose from, the less of it is there. */
  #members(fields: readonly WrittenField[], given: ReadonlyMap<string, Expr>): readonly Member[] {
    const { optional, absent } = this.#helpers;
    const weight = absentWeight(fields);
    const members = fields.map(({ name, value, presence }) => {
      if (presence === "required") return { key: name, value: value.code };
      if (presence === "forbidden") return { key: name, value: absent };
      const chances = presence === "usual" ? [1, 9] : [weight, 1];
      return { key: name, value: expr`${optional}(${value.code}, ${chances})` };
    });
    return [...[...given].map(([key, value]) => ({ key, value })), ...members];
  }
}

/** Returns the fields that every embedded object has; its other fields are those of its schema. */
function embeddedFields(
  { embeddedResource }: Schema,
  fc: Imported,
  { object, names }: FileHelpers,
): ReadonlyMap<string, Expr> {
  if (!embeddedResource) return new Map();
  return new Map([
    ["apiVersion", expr`${fc}.constant("v1")`],
    ["kind", expr`${fc}.constant("ConfigMap")`],
    ["metadata", expr`${object}({ name: ${names} })`],
  ]);
}

function absentWeight(fields: readonly WrittenField[]): number {
  const sum = optionalSize(fields);
  return Math.max(1, Math.ceil(sum / mostOptional) - 1);
}

function optionalSize(fields: readonly WrittenField[]): number {
  return fields.reduce((sum, one) => sum + (one.presence === "optional" ? one.value.size : 0), 0);
}

function sizeOf(fields: readonly WrittenField[]): number {
  const required = fields.filter(({ presence }) => presence === "required" || presence === "usual");
  const needed = required.reduce((sum, { value }) => sum + value.size, 1);
  return needed + optionalSize(fields) / (absentWeight(fields) + 1);
}

/** Nothing is asked but what stands beside each other: no choice, and nothing that must not be. */
function isPlain({ anyOf, oneOf, not }: ValueValidation): boolean {
  return anyOf.length + oneOf.length === 0 && not === undefined;
}
