import type { KubernetesMinor } from "../../runtime/versions/kubernetes-version.js";
import type { Schema } from "../ir/schema.js";
import type { CompiledRule } from "./compile-rules.js";
import { isBlank, RuleCompiler } from "./compile-rules.js";
import type { DeclaredType } from "./declared-type.js";
import { DeclaredTypes } from "./declared-type.js";
import type { RuledNode } from "./ruled-nodes.js";
import { RuledNodes } from "./ruled-nodes.js";

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

  /** What rules see of a schema; `undefined` where they cannot speak of it. */
  declaredType(schema: Schema, isResource: boolean): DeclaredType | undefined {
    return this.#types.of(schema, isResource);
  }

  /** The rules of a node, without blank ones. */
  compile(schema: Schema, declared: DeclaredType): readonly CompiledRule[] {
    return this.#compiler.compile(schema, declared).filter(({ rule }) => !isBlank(rule.rule));
  }
}
