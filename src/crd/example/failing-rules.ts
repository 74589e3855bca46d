import type { Call, Expr } from "../../cel/syntax/ast.js";
import { operators } from "../../cel/syntax/ast.js";
import { childrenOf } from "../../cel/syntax/walk.js";
import { unescapeProperty } from "../../runtime/v1/cel/data/data.js";
import type { RuleNode } from "../../runtime/v1/cel/rules/rule-node.js";
import { evaluateRule } from "../../runtime/v1/cel/rules/rule-node.js";
import { isUncheckedRules } from "../../runtime/v1/validation/standard-schema.js";
import type { FieldError } from "../../runtime/v1/values/field-error.js";
import { fieldErrorText } from "../../runtime/v1/values/field-error.js";
import type { Json } from "../../runtime/v1/values/json/json.js";
import { isObject } from "../../runtime/v1/values/json/json.js";
import type { KubernetesMinor } from "../../runtime/v1/values/kubernetes-version.js";
import { InterpretedRules } from "../interpret/rules.js";
import type { Version } from "../ir/resource.js";
import type { Schema } from "../ir/schema.js";
import type { CompiledRule } from "../rules/compile-rules.js";
import { isCompileFault } from "../rules/compile-rules.js";
import type { RuledNode } from "../rules/ruled-nodes.js";
import { StoredRules } from "../rules/ruled-nodes.js";
import type { Path } from "../source/source-file.js";
import type { Steps } from "./steps.js";
import { schemaAt, stepsText } from "./steps.js";

/** A rule that does not hold for a part of an object. */
export interface FailingRule {
  /** Where `self` is. */
  readonly steps: Steps;
  readonly rule: string;
  readonly mentions: Mentions;
}

/** So many are found; the others are found once these are gone. */
const mostFailing = 24;

/** Finds the rules that a new object breaks, place by place. */
export class RuleFinder {
  readonly #stored: StoredRules;
  readonly #root: RuledNode | undefined;
  readonly #node: RuleNode | undefined;
  readonly #mentions = new Map<CompiledRule, Mentions>();

  constructor(schema: Schema, minor: KubernetesMinor) {
    this.#stored = new StoredRules(minor);
    this.#root = this.#stored.root(schema, true);
    this.#node = new InterpretedRules(minor).of(schema, true);
  }

  /** The rules that fail for an object whose defaults are filled in. */
  failing(object: Json): readonly FailingRule[] {
    const found: FailingRule[] = [];
    if (this.#root !== undefined && this.#node !== undefined) {
      this.#visit(this.#root, this.#node, object, [], found);
    }
    return found;
  }

  #visit(ruled: RuledNode, node: RuleNode, value: Json, steps: Steps, found: FailingRule[]): void {
    if (found.length >= mostFailing) return;
    found.push(...this.#failingAt(ruled, node, value, steps));
    if (isObject(value)) {
      for (const [name, child] of Object.entries(value)) {
        const below = ruled.fields.get(name) ?? ruled.values;
        const nodeBelow = ruled.fields.has(name) ? node.fields?.[name] : node.values;
        if (below !== undefined && nodeBelow !== undefined) {
          this.#visit(below, nodeBelow, child, [...steps, name], found);
        }
      }
    }
    const { items } = ruled;
    const itemNode = node.items;
    if (!Array.isArray(value) || items === undefined || itemNode === undefined) return;
    for (const [index, item] of value.entries()) {
      this.#visit(items, itemNode, item, [...steps, index], found);
    }
  }

  #failingAt(ruled: RuledNode, node: RuleNode, value: Json, steps: Steps): readonly FailingRule[] {
    const { declared, schema } = ruled;
    const { rules = [] } = node;
    if (declared === undefined || rules.length === 0 || value === null) return [];
    const compiled = this.#stored.compile(schema, declared);
    return rules.flatMap((rule, index) => {
      const source = compiled[index];
      if (source === undefined || rule.fault !== undefined || rule.transition === "required")
        return [];
      if (evaluateRule(rule, value, undefined) === true) return [];
      const mentions = this.#mentionsOf(source);
      return mentions === undefined ? [] : [{ steps, rule: rule.rule, mentions }];
    });
  }

  #mentionsOf(compiled: CompiledRule): Mentions | undefined {
    const known = this.#mentions.get(compiled);
    if (known !== undefined) return known;
    const { expression } = compiled;
    if (expression === undefined || isCompileFault(expression)) return undefined;
    const mentions = mentionsOf(expression.checked.ast);
    this.#mentions.set(compiled, mentions);
    return mentions;
  }
}

/** A way from `self` on; `*` stands for any item of a list, or any value of a map. */
export type Mention = readonly string[];

/** The values that a rule mentions. */
interface Mentions {
  /** The parts of `self`, each once. */
  readonly paths: readonly Mention[];
  /** The literals of the rule. */
  readonly values: readonly Json[];
  /** The literals that are patterns. */
  readonly patterns: readonly string[];
}

/** Collects what a rule speaks of: the fields, and the values that it compares them with. */
function mentionsOf(expression: Expr): Mentions {
  const collector = new Collector();
  collector.visit(expression, new Map([["self", []]]));
  return {
    paths: [...collector.paths.values()],
    values: [...collector.values.values()],
    patterns: [...collector.patterns],
  };
}

type Scope = ReadonlyMap<string, Mention>;

class Collector {
  readonly paths = new Map<string, Mention>();
  readonly values = new Map<string, Json>();
  readonly patterns = new Set<string>();

  visit(expr: Expr, scope: Scope): void {
    const path = pathOf(expr, scope);
    if (path !== undefined) this.#addPath(path);
    if (path !== undefined && expr.kind === "select") return;
    if (expr.kind === "literal") this.#addLiteral(expr.value);
    else if (expr.kind === "comprehension") this.#visitFold(expr, scope);
    else {
      if (expr.kind === "call") this.#addPattern(expr);
      for (const child of childrenOf(expr)) this.visit(child, scope);
    }
  }

  /** With what is on the way, but for `self`, of which every rule speaks. */
  #addPath(path: Mention): void {
    for (let length = path.length; length >= Math.min(1, path.length); length--) {
      const mention = path.slice(0, length);
      this.paths.set(JSON.stringify(mention), mention);
    }
  }

  #addLiteral(constant: Extract<Expr, { kind: "literal" }>["value"]): void {
    if (constant.type === "null" || constant.type === "bytes") return;
    const { value } = constant;
    const json = typeof value === "bigint" ? Number(value) : value;
    this.values.set(JSON.stringify(json), json);
  }

  #addPattern(call: Call): void {
    if (!["matches", "find", "findAll"].includes(call.function)) return;
    const pattern = call.args.at(-1);
    if (pattern?.kind === "literal" && pattern.value.type === "string") {
      this.patterns.add(pattern.value.value);
    }
  }

  /** The variable of a fold over a part of `self` is any item of it. */
  #visitFold(expr: Extract<Expr, { kind: "comprehension" }>, scope: Scope): void {
    this.visit(expr.iterRange, scope);
    this.visit(expr.accuInit, scope);
    const inner = new Map(scope);
    const range = pathOf(expr.iterRange, scope);
    const bound = pathOf(expr.accuInit, scope);
    for (const name of [expr.iterVar, expr.iterVar2]) {
      if (name === undefined) continue;
      if (range === undefined) inner.delete(name);
      else inner.set(name, [...range, "*"]);
    }
    if (bound !== undefined) inner.set(expr.accuVar, bound);
    for (const part of [expr.loopCondition, expr.loopStep, expr.result]) this.visit(part, inner);
  }
}

/** The way from `self` on to what an expression stands for; undefined if it is nothing of that. */
function pathOf(expr: Expr, scope: Scope): Mention | undefined {
  if (expr.kind === "ident") return scope.get(expr.name);
  if (expr.kind === "select") {
    const operand = pathOf(expr.operand, scope);
    return operand && [...operand, unescapeProperty(expr.field) ?? expr.field];
  }
  return expr.kind === "call" ? pathOfCall(expr, scope) : undefined;
}

const selectors: ReadonlySet<string> = new Set([
  operators.index,
  operators.optionalIndex,
  operators.optionalSelect,
]);

/** Functions that return the same list, or a part of it, or the value of an optional. */
const transparent: ReadonlySet<string> = new Set([
  "orValue",
  "value",
  "or",
  "filter",
  "sort",
  "distinct",
]);

function pathOfCall({ function: name, target, args }: Call, scope: Scope): Mention | undefined {
  if (target !== undefined && transparent.has(name)) return pathOf(target, scope);
  const [operand, key] = args;
  if (!selectors.has(name) || operand === undefined || key === undefined) return undefined;
  const path = pathOf(operand, scope);
  if (path === undefined) return undefined;
  if (key.kind !== "literal" || key.value.type !== "string") return [...path, "*"];
  return [...path, key.value.value];
}

/** The API server's objections to an example. */
export interface Refused {
  readonly errors: readonly FieldError[];
  /** The rules among what stands in the way, by their places in the object. */
  readonly failing: readonly FailingRule[];
}

/** A fault that prevents an example, and where the CRD says so. */
export interface ExampleFault {
  readonly fault: string;
  /** Of the rule; of what is no rule, that of the version. */
  readonly path: Path;
}

/** The rules that stand in the way of an example; where it is no rule, the errors that do. */
export function faultsOf({ errors, failing }: Refused, version: Version): readonly ExampleFault[] {
  const { path } = version;
  if (failing.length === 0) {
    return errors
      .filter((error) => !isUncheckedRules(error))
      .map((error) => ({ fault: fieldErrorText(error), path }));
  }
  const root: Path = [...path, "schema", "openAPIV3Schema"];
  return withoutRepeats(failing).map((one) => {
    const rule = rulePath(one, version.schema);
    return {
      fault: `nothing was found for which this rule holds at ${placeText(one.steps)}: ${one.rule}`,
      path: rule === undefined ? path : [...root, ...rule],
    };
  });
}

function withoutRepeats(failing: readonly FailingRule[]): readonly FailingRule[] {
  return failing.filter(
    (one, index) => failing.findIndex(({ rule }) => rule === one.rule) === index,
  );
}

function placeText(steps: Steps): string {
  return steps.length === 0 ? "the object itself" : `'${stepsText(steps)}'`;
}

/** The way to a rule in the schema. */
function rulePath({ steps, rule }: FailingRule, root: Schema | undefined): Path | undefined {
  let schema = root;
  const path: (string | number)[] = [];
  for (const step of steps) {
    if (schema === undefined) return undefined;
    if (typeof step === "number") path.push("items");
    else if (schema.fields.has(step)) path.push("properties", step);
    else path.push("additionalProperties");
    schema = schemaAt(schema, [step]);
  }
  const index = schema?.rules.findIndex((one) => one.rule === rule) ?? -1;
  return index < 0 ? undefined : [...path, "x-kubernetes-validations", index, "rule"];
}
