import { noValidation } from "../ir/schema-table.js";
import type { NestedValidation, Schema, ValueValidation } from "../ir/schema.js";
import type { ValuePlace } from "./place.js";

/**
 * The values at one place: those of a schema that fit the branches of all `allOf` above, too, as
 * far as these speak of the place.
 */
export interface ValueNode {
  readonly schema: Schema;
  readonly branches: readonly NestedValidation[];
  /** Where the values stand; undefined where nothing is known of it. */
  readonly place?: ValuePlace | undefined;
}

/** A type that a value may have. */
export type ValueType = "object" | "array" | "string" | "integer" | "number" | "boolean";

/** A schema at the root, or one of which nothing above says more. */
export function nodeOf(schema: Schema, place?: ValuePlace): ValueNode {
  return { schema, branches: [], place };
}

/** The node below a field, a key or the items, by what its parent says of it. */
export function childNode(
  parent: ValueNode,
  schema: Schema,
  step: (branch: NestedValidation) => NestedValidation | undefined,
): ValueNode {
  const branches = branchesOf(parent).flatMap((branch) => step(branch) ?? []);
  return { schema, branches };
}

/** All branches that each value fits: those from above, and those of `allOf`, at any depth. */
export function branchesOf({ schema, branches }: ValueNode): readonly NestedValidation[] {
  const all: NestedValidation[] = [];
  const add = (branch: NestedValidation): void => {
    all.push(branch);
    branch.validation.allOf.forEach(add);
  };
  branches.forEach(add);
  schema.validation.allOf.forEach(add);
  return all;
}

/** Everything that each value fits: the node's own keywords, then those of its branches. */
export function validationsOf(node: ValueNode): readonly ValueValidation[] {
  return [node.schema.validation, ...branchesOf(node).map(({ validation }) => validation)];
}

const anyType: readonly ValueType[] = ["object", "array", "string", "number", "boolean"];

/** The types that values may have; `number` has the integers, too. */
export function typesOf({ type, intOrString }: Schema): readonly ValueType[] {
  if (intOrString) return ["integer", "string"];
  return type === "" ? anyType : [type];
}

/** Tells whether a schema allows each value that has a type. */
export function allowsType(schema: Schema, type: ValueType): boolean {
  const types = typesOf(schema);
  return types.includes(type) || (type === "integer" && types.includes("number"));
}

/** A branch that consists of some keywords alone. */
export function branchWith(keywords: Partial<ValueValidation>): NestedValidation {
  return {
    id: -1,
    type: "",
    nullable: false,
    validation: { ...noValidation, ...keywords },
    fields: new Map(),
    items: undefined,
    values: undefined,
  };
}

/** How long a text may be, or how many members a list or an object may have. */
export interface Limits {
  readonly min: number;
  /** Infinity where there is none. */
  readonly max: number;
}

/** The limits that all of some constraints set together. */
export function limitsOf(
  validations: readonly ValueValidation[],
  of: "Length" | "Items" | "Properties",
): Limits {
  return {
    min: Math.max(0, ...validations.map((one) => one[`min${of}`] ?? 0)),
    max: Math.min(Infinity, ...validations.map((one) => one[`max${of}`] ?? Infinity)),
  };
}

/** The demands on one value: the constraints of its schema, and those of chosen branches. */
export interface Demand {
  readonly validations: readonly ValueValidation[];
  /** The types that branches name. */
  readonly types: ReadonlySet<string>;
  /** The demands of branches on fields. */
  readonly fields: ReadonlyMap<string, readonly NestedValidation[]>;
  readonly items: readonly NestedValidation[];
  readonly required: ReadonlySet<string>;
  /** Fields that must be absent, since with them a branch would match that must not. */
  readonly forbidden: ReadonlySet<string>;
  /** How many ways there are to choose branches. */
  readonly ways: number;
}

/**
 * Chooses a branch of every `anyOf` and `oneOf`, by `way`, and gathers what is asked then. All else
 * that a `oneOf` and a `not` demand is looked at only as far as it is about fields that must be
 * absent: what comes out has to be judged.
 */
export function demandOf({ schema, branches }: ValueNode, way: number): Demand {
  const gathering = new Gathering(way);
  gathering.add(schema);
  for (const branch of branches) gathering.add(branch);
  return gathering.finish();
}

class Gathering {
  readonly #validations: ValueValidation[] = [];
  readonly #types = new Set<string>();
  readonly #fields = new Map<string, NestedValidation[]>();
  readonly #items: NestedValidation[] = [];
  readonly #required = new Set<string>();
  readonly #refused: NestedValidation[] = [];
  #way: number;
  #ways = 1;

  constructor(way: number) {
    this.#way = way;
  }

  add(schema: Schema | NestedValidation): void {
    const { validation } = schema;
    this.#validations.push(validation);
    if (!("intOrString" in schema)) this.#addNested(schema);
    for (const name of validation.required) this.#required.add(name);
    for (const branch of validation.allOf) this.add(branch);
    this.#choose(validation.anyOf);
    const chosen = this.#choose(validation.oneOf);
    this.#refused.push(...validation.oneOf.filter((branch) => branch !== chosen));
    if (validation.not !== undefined) this.#refused.push(validation.not);
  }

  finish(): Demand {
    const forbidden = new Set<string>();
    for (const branch of this.#refused) this.#forbid(branch, forbidden);
    return {
      validations: this.#validations,
      types: this.#types,
      fields: this.#fields,
      items: this.#items,
      required: this.#required,
      forbidden,
      ways: this.#ways,
    };
  }

  #addNested({ type, fields, items }: NestedValidation): void {
    if (type !== "") this.#types.add(type);
    for (const [name, field] of fields) {
      this.#fields.set(name, [...(this.#fields.get(name) ?? []), field]);
    }
    if (items !== undefined) this.#items.push(items);
  }

  #choose(branches: readonly NestedValidation[]): NestedValidation | undefined {
    if (branches.length === 0) return undefined;
    this.#ways *= branches.length;
    const chosen = branches[this.#way % branches.length];
    this.#way = Math.floor(this.#way / branches.length);
    if (chosen !== undefined) this.add(chosen);
    return chosen;
  }

  /** One of the fields that a branch requires has to be absent. */
  #forbid({ validation }: NestedValidation, forbidden: Set<string>): void {
    const { required } = validation;
    const isBroken = required.some((name) => forbidden.has(name));
    const candidate = required.find((name) => !this.#required.has(name));
    if (!isBroken && candidate !== undefined) forbidden.add(candidate);
    if (isBroken || candidate !== undefined) return;
    for (const branch of validation.anyOf) this.#forbid(branch, forbidden);
    // Two that must not hold together: one is enough.
    const [first] = validation.allOf;
    if (first !== undefined) this.#forbid(first, forbidden);
  }
}
