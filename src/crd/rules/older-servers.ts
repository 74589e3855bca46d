import { libraries } from "../../cel/libraries/libraries.js";
import type { KubernetesMinor } from "../../runtime/v1/values/kubernetes-version.js";
import { oldestMinor } from "../../runtime/v1/values/kubernetes-version.js";
import { childSchemas } from "../ir/child-schemas.js";
import type { Rule, Schema } from "../ir/schema.js";
import type { RuleCause, SchemaRules } from "./check-schema-rules.js";
import { checkSchemaRules } from "./check-schema-rules.js";
import { RuleCompiler } from "./compile-rules.js";
import { DeclaredTypes } from "./declared-type.js";
import type { NodePath } from "./placed-node.js";

/** A rule that a server takes, and that older ones refuse. */
export interface NewerRule {
  /** The objection of the newest server that refuses the rule. */
  readonly cause: RuleCause;
  /** The first server that takes it. */
  readonly since: KubernetesMinor;
}

/** Rules that no server knows yet. */
export type NewRules = Omit<SchemaRules, "minor" | "types" | "compiler" | "stored">;

/**
 * Finds the rules that servers refuse, from a minimum up to the one before `minor`, which takes
 * them; compilers are made once, for servers that are needed.
 */
export class OlderServers {
  readonly #minor: KubernetesMinor;
  readonly #minimum: KubernetesMinor;
  readonly #newWords = newWords();
  /** Kept per schema: anything at or below it may be new. */
  readonly #suspicion = new Map<Schema, boolean>();
  /** Kept per schema: there are numbers at or below it. */
  readonly #numbers = new Map<Schema, boolean>();
  readonly #servers = new Map<KubernetesMinor, Pick<SchemaRules, "types" | "compiler">>();

  constructor(minor: KubernetesMinor, minimum: KubernetesMinor) {
    this.#minor = minor;
    this.#minimum = minimum;
  }

  /**
   * Rules of a schema that need a newer server than the minimum, each once, in the order of their
   * nodes. Those that the server itself refuses, by its causes `refusedAnyway`, are left out.
   */
  newerRules(rules: NewRules, refusedAnyway: readonly RuleCause[]): readonly NewerRule[] {
    if (this.#minimum >= this.#minor) return [];
    if (!this.#isSuspect(rules.schema)) return [];
    const faulty = new Set(refusedAnyway.map(keyOf));
    const found = new Map<string, NewerRule>();
    const suspectOnly = {
      ...rules,
      hasFault: (node: NodePath, schema: Schema): boolean =>
        !this.#hasSuspectRule(schema) || rules.hasFault(node, schema),
    };
    for (let minor = this.#minimum; minor < this.#minor; minor = next(minor)) {
      const causes = checkSchemaRules({ ...suspectOnly, minor, ...this.#server(minor) });
      const refused = causes.filter((cause) => isAboutOneRule(cause) && !faulty.has(keyOf(cause)));
      // What a server has, newer ones have too.
      if (refused.length === 0) break;
      for (const cause of refused) found.set(keyOf(cause), { cause, since: next(minor) });
    }
    return [...found.values()];
  }

  #server(minor: KubernetesMinor): Pick<SchemaRules, "types" | "compiler"> {
    let server = this.#servers.get(minor);
    if (server === undefined) {
      const compiler = new RuleCompiler(minor, "new");
      this.#servers.set(minor, (server = { types: new DeclaredTypes(minor), compiler }));
    }
    return server;
  }

  /**
   * Tells whether anything at or below a node may be new; nearly all rules use nothing of the kind.
   */
  #isSuspect(schema: Schema): boolean {
    if (!schema.hasRules) return false;
    let suspect = this.#suspicion.get(schema);
    if (suspect === undefined) {
      suspect =
        this.#hasSuspectRule(schema) ||
        childSchemas(schema).some((child) => this.#isSuspect(child));
      this.#suspicion.set(schema, suspect);
    }
    return suspect;
  }

  #hasSuspectRule(schema: Schema): boolean {
    return schema.rules.some((rule) => this.#mayBeNew(rule, schema));
  }

  #mayBeNew({ rule, messageExpression }: Rule, schema: Schema): boolean {
    if (this.#newWords.test(rule) || this.#newWords.test(messageExpression)) return true;
    // Integers can be compared with other numbers from 1.29 on.
    return /[<>]/.test(rule) && (/\d\.\d|double\(/.test(rule) || this.#hasNumbers(schema));
  }

  #hasNumbers(schema: Schema): boolean {
    let hasNumbers = this.#numbers.get(schema);
    if (hasNumbers === undefined) {
      hasNumbers =
        schema.type === "number" || childSchemas(schema).some((child) => this.#hasNumbers(child));
      this.#numbers.set(schema, hasNumbers);
    }
    return hasNumbers;
  }
}

/** The key of a rule in its schema. */
function keyOf({ node, index }: Pick<RuleCause, "node" | "index">): string {
  return JSON.stringify([...node, index]);
}

function next(minor: KubernetesMinor): KubernetesMinor {
  return (minor + 1) as KubernetesMinor; // callers stay below the newest
}

/** Totals go over with the rules that they are made of. */
function isAboutOneRule({ index, kind }: RuleCause): boolean {
  return index !== undefined && kind !== "old-self-unused" && kind !== "share-of-total-cost";
}

/** Macros that came later, and `all`, `exists` and so on with two variables. */
const newMacros = "optMap|optFlatMap|transform(?:List|Map|MapEntry)|existsOne|sortBy";
const twoVariables = String.raw`(?:all|exists|exists_one)\s*\(\s*\w+\s*,\s*\w+\s*,`;
const optionalSyntax = String.raw`\.\?|\[\s*\?|[{,]\s*\?`;
const quotedNames = "`";
const reservedNames = String.raw`\.\s*(?:as|break|const|continue|else|for|function|if|import|let|loop|package|namespace|return|var|void|while)\b`;

/**
 * Returns a pattern for the words that a rule has to hold before it may need a server newer than
 * the oldest.
 */
function newWords(): RegExp {
  // A new rule may use what the version before knows; that of the oldest server has none of these.
  const functions = libraries
    .filter(({ introduced }) => introduced >= oldestMinor)
    .flatMap(({ overloads }) => overloads.map((overload) => overload.function))
    .filter((name) => /^[\w.]+$/.test(name))
    .map((name) => name.replace(/^.*\./, ""));
  const calls = String.raw`\b(?:${[...new Set(functions)].join("|")}|${newMacros})\s*\(`;
  return new RegExp([calls, twoVariables, optionalSyntax, quotedNames, reservedNames].join("|"));
}
