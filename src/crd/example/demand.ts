import type { NestedValidation, Schema, ValueValidation } from "../ir/schema.js";

/** What is asked of one value: the constraints of its schema, and those of chosen branches. */
export interface Demand {
  readonly validations: readonly ValueValidation[];
  /** The types that branches name. */
  readonly types: ReadonlySet<string>;
  /** What branches ask of fields. */
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
export function demandOf(schema: Schema, nested: readonly NestedValidation[], way: number): Demand {
  const gathering = new Gathering(way);
  gathering.add(schema);
  for (const one of nested) gathering.add(one);
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
