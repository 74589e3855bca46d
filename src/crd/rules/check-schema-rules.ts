import type { Amount } from "../../cel/cost-model.js";
import { addAmounts, multiplyAmounts } from "../../cel/cost-model.js";
import { formatFixed } from "../../runtime/v1/cel/libraries/format.js";
import type { FieldError } from "../../runtime/v1/values/field-error.js";
import { fieldError, forbiddenError, invalidError } from "../../runtime/v1/values/field-errors.js";
import { goJson } from "../../runtime/v1/values/go/json.js";
import { quote } from "../../runtime/v1/values/go/quote.js";
import type { KubernetesMinor } from "../../runtime/v1/values/kubernetes-version.js";
import { has } from "../../runtime/versions/changes.js";
import type { StoredExpressions } from "../ir/annotations.js";
import { valuesSchema } from "../ir/child-schemas.js";
import type { Rule, Schema } from "../ir/schema.js";
import type { CompiledRule, CompileFault, RuleCompiler } from "./compile-rules.js";
import { isCompileFault, maximumCardinality } from "./compile-rules.js";
import type { DeclaredType, DeclaredTypes } from "./declared-type.js";
import type { NodePath, PartType, PlacedNode } from "./placed-node.js";
import { elementNode, propertyNode, rootNode } from "./placed-node.js";

/** Most that one expression may cost, times how often it can run (`validation/validation.go`). */
export const maximumRuleCost = 10_000_000;

/** Most that all rules of one schema may cost together. */
export const maximumSchemaCost = 100_000_000;

/** The kinds of the server's objections to a rule, or to all rules of a node or a schema. */
export type RuleCauseKind =
  /** The expression cannot run; `fault` says why. */
  | "expression"
  /** One expression costs too much. */
  | "cost"
  /** All expressions of the schema cost too much together. */
  | "total-cost"
  /** One of those that cost most, where all together cost too much. */
  | "share-of-total-cost"
  /** The node has no type that rules could speak of. */
  | "untyped"
  /** `oldSelf` where old values cannot be found. */
  | "old-self-uncorrelatable"
  /** `optionalOldSelf` without `oldSelf`. */
  | "old-self-unused";

/** One cause of the server's answer that is about rules. */
export interface RuleCause {
  readonly kind: RuleCauseKind;
  readonly error: FieldError;
  /** The error's text without its title and the bad value. */
  readonly detail: string;
  readonly node: NodePath;
  /**
   * Which entry of `x-kubernetes-validations` of that node; `undefined` when it is about all of
   * them.
   */
  readonly index: number | undefined;
  /** The field of the rule; `undefined` without a rule. */
  readonly part: "rule" | "messageExpression" | "optionalOldSelf" | undefined;
  /** Where the expression itself is at fault. */
  readonly fault: CompileFault | undefined;
}

/** The rules of one schema, to be checked as a server checks a CRD before it stores it. */
export interface SchemaRules {
  readonly schema: Schema;
  readonly minor: KubernetesMinor;
  /** The server's name of the schema: `spec.validation.openAPIV3Schema`. */
  readonly field: string;
  readonly types: DeclaredTypes;
  readonly compiler: RuleCompiler;
  /** The expressions of the CRD that is replaced. */
  readonly stored?: StoredExpressions | undefined;
  /**
   * Tells whether the server found another fault at a node or below it, so that it compiles none of
   * the node's rules.
   */
  hasFault(node: NodePath, schema: Schema): boolean;
  /**
   * Tells whether a node has an `x-kubernetes-map-type` that Kubernetes does not know; then old
   * values are not found below it.
   */
  hasUnknownMapType(node: NodePath): boolean;
}

/**
 * All that the server says of the rules of a schema: what does not compile, costs too much, or
 * compares with old values where there are none (`validation/validation.go`, `cel_validation.go`).
 * Children come before their parents.
 */
export function checkSchemaRules(rules: SchemaRules): readonly RuleCause[] {
  return inspectSchemaRules(rules).causes;
}

/** A rule at its place in a schema, as the server compiled it. */
export interface InspectedRule {
  readonly node: NodePath;
  /** Which entry of `x-kubernetes-validations` of that node. */
  readonly index: number;
  readonly compiled: CompiledRule;
  /** The type of `self`. */
  readonly declared: DeclaredType;
  /** The estimate that counts against `maximumRuleCost`; 0 where the rule cannot run. */
  readonly cost: Amount;
}

/** The rules of a schema, and what the server says of them. */
export interface InspectedRules {
  /** Those of nodes that have a type. */
  readonly rules: readonly InspectedRule[];
  /** The estimate that counts against `maximumSchemaCost`. */
  readonly total: Amount;
  readonly causes: readonly RuleCause[];
}

/** All that the server finds out about the rules of a schema; see `checkSchemaRules`. */
export function inspectSchemaRules(rules: SchemaRules): InspectedRules {
  const check = new RulesCheck(rules);
  check.visit(rootNode(rules.schema, rules.field));
  check.checkTotal();
  return { rules: check.inspected, total: check.total, causes: check.causes };
}

class RulesCheck {
  readonly causes: RuleCause[] = [];
  readonly inspected: InspectedRule[] = [];
  total: Amount = 0;
  readonly #rules: SchemaRules;
  readonly #declared = new Map<PlacedNode, PartType | undefined>();
  readonly #expensive: { readonly cost: Amount; readonly report: () => void }[] = [];

  constructor(rules: SchemaRules) {
    this.#rules = rules;
  }

  visit(node: PlacedNode): void {
    const { schema } = node;
    if (!schema.hasRules) return;
    const values = valuesSchema(schema);
    if (values?.hasRules === true) {
      this.visit(elementNode(node, values, "additionalProperties"));
    }
    const isUnknownMap = this.#rules.hasUnknownMapType(node.path);
    for (const [name, field] of schema.fields) {
      if (!field.hasRules) continue;
      const child = propertyNode(node, field, name);
      const uncorrelatable = child.uncorrelatable ?? (isUnknownMap ? node.field : undefined);
      this.visit({ ...child, uncorrelatable });
    }
    if (schema.items?.hasRules === true) {
      this.visit(elementNode(node, schema.items, "items"));
    }
    if (schema.rules.length > 0 && !this.#rules.hasFault(node.path, schema)) this.#checkNode(node);
  }

  #checkNode(node: PlacedNode): void {
    const declared = this.#declaredType(node);
    if (declared === undefined || declared === "none") {
      this.#reportUntyped(node, declared === "none" ? noDeclaredType : noConversion);
      return;
    }
    const { compiler, stored } = this.#rules;
    const compiled = compiler.compile(node.schema, declared, stored);
    compiled.forEach((rule, index) => {
      this.#checkRule({ node, index, rule: rule.rule }, rule, declared);
    });
  }

  #declaredType(node: PlacedNode): PartType | undefined {
    if (!this.#declared.has(node)) this.#declared.set(node, this.#findDeclaredType(node));
    return this.#declared.get(node);
  }

  #findDeclaredType(node: PlacedNode): PartType | undefined {
    const { schema, parent, declaredByParent } = node;
    if (parent?.isInScope === true && declaredByParent !== undefined) {
      const declared = this.#declaredType(parent);
      if (declared === undefined) return undefined;
      const own = declared === "none" ? undefined : declaredByParent(declared);
      if (own !== undefined) return own;
    }
    return this.#rules.types.of(schema, parent === undefined || schema.embeddedResource);
  }

  #reportUntyped(node: PlacedNode, detail: string): void {
    const field = `${node.field}.x-kubernetes-validations`;
    this.causes.push({
      kind: "untyped",
      error: fieldError("InternalError", field, undefined, detail),
      detail,
      node: node.path,
      index: undefined,
      part: undefined,
      fault: undefined,
    });
  }

  #checkRule(place: RulePlace, compiled: CompiledRule, declared: DeclaredType): void {
    const { expression } = compiled;
    const isRunnable = expression !== undefined && !isCompileFault(expression);
    const runs = place.node.cardinality ?? maximumCardinality(declared);
    const cost = isRunnable ? multiplyAmounts(expression.maxCost, runs) : 0;
    const { node, index } = place;
    this.inspected.push({ node: node.path, index, compiled, declared, cost });
    this.#checkCost(place, "rule", cost, "estimated rule cost");
    if (expression !== undefined && !isRunnable) this.#reportFault(place, "rule", expression);
    this.#checkMessage(place, compiled);
    this.#checkOldSelf(place, compiled);
  }

  #checkMessage(place: RulePlace, { message }: CompiledRule): void {
    if (message === undefined) return;
    if (isCompileFault(message)) this.#reportFault(place, "messageExpression", message);
    else {
      const subject = "estimated messageExpression cost";
      this.#checkCost(place, "messageExpression", message.maxCost, subject);
    }
  }

  #checkCost(
    place: RulePlace,
    part: "rule" | "messageExpression",
    cost: Amount,
    subject: string,
  ): void {
    if (cost > maximumRuleCost) {
      this.#forbid(place, part, "cost", excessText(subject, cost, maximumRuleCost));
    }
    this.total = addAmounts(this.total, cost);
    if (cost < maximumSchemaCost / 100) return;
    const detail =
      "contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema";
    const report = (): void => {
      this.#forbid(place, part, "share-of-total-cost", detail);
    };
    this.#expensive.push({ cost, report });
  }

  #checkOldSelf(place: RulePlace, { usesOldSelf, rule }: CompiledRule): void {
    const { minor } = this.#rules;
    const { uncorrelatable } = place.node;
    if (usesOldSelf && uncorrelatable !== undefined) {
      const detail = `oldSelf cannot be used on the uncorrelatable portion of the schema within ${uncorrelatable}`;
      const field = fieldOf(place, "rule");
      const error = fieldError("FieldValueInvalid", field, quote(rule.rule), detail);
      this.#report(place, { kind: "old-self-uncorrelatable", error, detail, part: "rule" });
    }
    // Schemas that are judged for several servers still have what those up to 1.29 drop.
    if (!usesOldSelf && rule.optionalOldSelf !== undefined && has(minor, "optionalOldSelf")) {
      const detail = "may not be set if oldSelf is not used in rule";
      const part = "optionalOldSelf";
      const error = invalidError(fieldOf(place, part), rule.optionalOldSelf, detail);
      this.#report(place, { kind: "old-self-unused", error, detail, part });
    }
  }

  #reportFault(place: RulePlace, part: "rule" | "messageExpression", fault: CompileFault): void {
    const value = ruleValueText(place.rule, this.#rules.minor);
    const { detail } = fault;
    const error = fieldError("FieldValueInvalid", fieldOf(place, part), value, detail);
    this.#report(place, { kind: "expression", error, detail, part, fault });
  }

  #forbid(
    place: RulePlace,
    part: "rule" | "messageExpression",
    kind: "cost" | "share-of-total-cost",
    detail: string,
  ): void {
    const error = forbiddenError(fieldOf(place, part), detail);
    this.#report(place, { kind, error, detail, part });
  }

  #report({ node, index }: RulePlace, cause: PlacelessCause): void {
    this.causes.push({ fault: undefined, ...cause, node: node.path, index });
  }

  /** The limit of the whole schema, with the four rules that cost most. */
  checkTotal(): void {
    if (this.total <= maximumSchemaCost) return;
    const sorted = [...this.#expensive].sort((a, b) =>
      a.cost < b.cost ? 1 : a.cost > b.cost ? -1 : 0,
    );
    for (const { report } of sorted.slice(0, 4)) report();
    const subject =
      "x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema";
    const detail = excessText(subject, this.total, maximumSchemaCost);
    this.causes.push({
      kind: "total-cost",
      error: forbiddenError(this.#rules.field, detail),
      detail,
      node: [],
      index: undefined,
      part: undefined,
      fault: undefined,
    });
  }
}

/** A cause before it is known to which rule it belongs. */
type PlacelessCause = Pick<RuleCause, "kind" | "error" | "detail" | "part"> &
  Partial<Pick<RuleCause, "fault">>;

const noConversion =
  "internal error: failed to construct type information for x-kubernetes-validations rules: unable to convert structural schema to CEL declarations";
const noDeclaredType = "failed to convert to declType for CEL validation rules";

interface RulePlace {
  readonly node: PlacedNode;
  readonly index: number;
  readonly rule: Rule;
}

function fieldOf({ node, index }: RulePlace, part: string): string {
  return `${node.field}.x-kubernetes-validations[${String(index)}].${part}`;
}

/**
 * A rule as the message about it shows it: the server's struct, as JSON from 1.34 on, before as Go
 * prints it.
 */
function ruleValueText(rule: Rule, minor: KubernetesMinor): string {
  if (!has(minor, "jsonValues")) return goRuleText(rule, minor);
  const fields = [
    `"Rule":${goJson(rule.rule)}`,
    `"Message":${goJson(rule.message)}`,
    `"MessageExpression":${goJson(rule.messageExpression)}`,
    `"Reason":${goJson(rule.reason ?? null)}`,
    `"FieldPath":${goJson(rule.fieldPath)}`,
    `"OptionalOldSelf":${goJson(rule.optionalOldSelf ?? null)}`,
  ];
  return `{${fields.join(",")}}`;
}

function goRuleText(rule: Rule, minor: KubernetesMinor): string {
  const reason = rule.reason === undefined ? "nil" : address;
  const fields = [
    `Rule:${quote(rule.rule)}`,
    `Message:${quote(rule.message)}`,
    `MessageExpression:${quote(rule.messageExpression)}`,
    `Reason:(*apiextensions.FieldValueErrorReason)(${reason})`,
    `FieldPath:${quote(rule.fieldPath)}`,
  ];
  if (has(minor, "optionalOldSelfField")) {
    // 1.29 knows the field and drops it: see `read-internal-crd.ts`.
    const isSet = rule.optionalOldSelf !== undefined && has(minor, "optionalOldSelf");
    const text = isSet ? address : "nil";
    fields.push(`OptionalOldSelf:(*bool)(${text})`);
  }
  return `apiextensions.ValidationRule{${fields.join(", ")}}`;
}

/** Where the server shows the address of a value, which is another one each time. */
const address = "0xPOINTER";

/**
 * Returns the server's words for an estimate beyond a limit (apiextensions
 * `validation/validation.go`).
 */
function excessText(subject: string, cost: Amount, limit: number): string {
  const factor = factorText(Number(cost) / limit);
  return `${subject} exceeds budget by factor of ${factor} (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)`;
}

function factorText(factor: number): string {
  if (factor > 100) return "more than 100x";
  return `${formatFixed(factor, factor < 1.5 ? 6 : 1)}x`;
}
