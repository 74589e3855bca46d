import { escapeProperty } from "../../runtime/v1/cel/data/data.js";
import type { KubernetesMinor } from "../../runtime/v1/values/kubernetes-version.js";
import type { Schema } from "../ir/schema.js";
import type { CompiledRule } from "./compile-rules.js";
import { isBlank, RuleCompiler } from "./compile-rules.js";
import type { DeclaredType } from "./declared-type.js";
import { DeclaredTypes } from "./declared-type.js";

/** A node of a schema that has rules which a server runs, or has some below. */
export interface RuledNode {
  /** Different for different nodes. */
  readonly id: number;
  readonly schema: Schema;
  /** The root of a resource, or an embedded one. */
  readonly isResource: boolean;
  /**
   * The type of `self`, a part of that of the node above; without one the rules of the node are an
   * error when they run.
   */
  readonly declared: DeclaredType | undefined;
  readonly fields: ReadonlyMap<string, RuledNode>;
  readonly values: RuledNode | undefined;
  readonly items: RuledNode | undefined;
}

/**
 * The nodes whose rules a server runs over objects (apiextensions `schema/cel/validation.go`,
 * `validator`). Types come from above. A property that its object's type does not have is left out
 * with all below it, such as one without a type, or a property of a string; items and values
 * without a type are not.
 */
export class RuledNodes {
  readonly #types: DeclaredTypes;
  /** Each made once: schemas are shared. */
  readonly #known = new Map<DeclaredType | undefined, Map<Schema, RuledNode | undefined>>();

  #count = 0;

  constructor(types: DeclaredTypes) {
    this.#types = types;
  }

  /** The node of a whole value; `undefined` where no rule runs. */
  root(schema: Schema, isResource: boolean): RuledNode | undefined {
    if (!schema.hasRules) return undefined;
    return this.#node(schema, isResource, this.#types.of(schema, isResource));
  }

  #node(
    schema: Schema,
    isResource: boolean,
    declared: DeclaredType | undefined,
  ): RuledNode | undefined {
    if (!schema.hasRules) return undefined;
    const known = this.#known.get(declared) ?? new Map<Schema, RuledNode | undefined>();
    this.#known.set(declared, known);
    if (!known.has(schema)) known.set(schema, this.#make(schema, isResource, declared));
    return known.get(schema);
  }

  #make(
    schema: Schema,
    isResource: boolean,
    declared: DeclaredType | undefined,
  ): RuledNode | undefined {
    const fields = this.#fields(schema, declared);
    const element = (part: Schema | boolean | undefined): RuledNode | undefined =>
      typeof part === "object"
        ? this.#node(part, part.embeddedResource, declared?.element)
        : undefined;
    const values = element(schema.values);
    const items = element(schema.items);
    const isEmpty = fields.size === 0 && values === undefined && items === undefined;
    if (isEmpty && schema.rules.length === 0) return undefined;
    const id = this.#count++;
    return { id, schema, isResource, declared, fields, values, items };
  }

  #fields(schema: Schema, declared: DeclaredType | undefined): ReadonlyMap<string, RuledNode> {
    const nodes = new Map<string, RuledNode>();
    for (const [name, field] of schema.fields) {
      const type = this.#fieldType(name, field, declared);
      const node = type && this.#node(field, field.embeddedResource, type);
      if (node !== undefined) nodes.set(name, node);
    }
    return nodes;
  }

  /**
   * A property that no identifier can name is no part of its object's type: its own schema gives it
   * one.
   */
  #fieldType(
    name: string,
    field: Schema,
    declared: DeclaredType | undefined,
  ): DeclaredType | undefined {
    const escaped = escapeProperty(name);
    return escaped === undefined
      ? this.#types.of(field, field.embeddedResource)
      : declared?.field(escaped);
  }
}

/**
 * The rules of schemas as a server runs them: stored, so they may use all that it knows. Made once
 * per run, since it keeps the language's tables, declared types and the rules that were compiled
 * before.
 */
export class StoredRules {
  /** The minor version of the server. */
  readonly kubernetes: KubernetesMinor;
  readonly #compiler: RuleCompiler;
  readonly #types: DeclaredTypes;
  readonly #nodes: RuledNodes;

  constructor(minor: KubernetesMinor) {
    this.kubernetes = minor;
    this.#compiler = new RuleCompiler(minor, "stored");
    this.#types = new DeclaredTypes(minor);
    this.#nodes = new RuledNodes(this.#types);
  }

  /** The nodes whose rules run; `undefined` where there are none. */
  root(schema: Schema, isResource: boolean): RuledNode | undefined {
    return this.#nodes.root(schema, isResource);
  }

  /** Returns a schema as rules see it; `undefined` where they cannot speak of it. */
  declaredType(schema: Schema, isResource: boolean): DeclaredType | undefined {
    return this.#types.of(schema, isResource);
  }

  /** The rules of a node, without blank ones. */
  compile(schema: Schema, declared: DeclaredType): readonly CompiledRule[] {
    return this.#compiler.compile(schema, declared).filter(({ rule }) => !isBlank(rule.rule));
  }
}
