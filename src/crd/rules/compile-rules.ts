import { checkExpression } from "../../cel/check-expression.js";
import type { CelIssues, CheckedExpression } from "../../cel/check/checked.js";
import { isCelIssues } from "../../cel/check/checked.js";
import type { Environment } from "../../cel/check/environment.js";
import { createEnvironment, withVariables } from "../../cel/check/environment.js";
import type { Amount } from "../../cel/cost-model.js";
import { costModel } from "../../cel/cost-model.js";
import { estimateCost } from "../../cel/cost.js";
import { renderIssues } from "../../cel/issue.js";
import { findProgramFault } from "../../cel/program/program-fault.js";
import type { CelType } from "../../cel/type.js";
import { durationType, optionalType, timestampType } from "../../cel/type.js";
import type { KubernetesMinor } from "../../runtime/v1/values/kubernetes-version.js";
import { trimSpace } from "../../runtime/v1/values/strings.js";
import { has } from "../../runtime/versions/changes.js";
import type { StoredExpressions } from "../ir/annotations.js";
import { valuesSchema } from "../ir/child-schemas.js";
import type { FollowedPath, SchemaStep } from "../ir/follow-path.js";
import { followPath } from "../ir/follow-path.js";
import type { Rule, Schema } from "../ir/schema.js";
import type { DeclaredType } from "./declared-type.js";
import { maximumRequestBytes } from "./declared-type.js";

/** An expression of a rule that can run. */
export interface CompiledExpression {
  readonly checked: CheckedExpression;
  /** Worst-case cost of one evaluation. */
  readonly maxCost: Amount;
}

/**
 * Tells whether the value of an optional variable becomes data without a schema when it is read
 * (cel-go up to 0.26, `interpreter/attributes.go`, applyQualifiers).
 */
export function readsOptionalsAsData(minor: KubernetesMinor): boolean {
  return !has(minor, "optionalsKeepSchemas");
}

/** Why an expression cannot run. */
export interface CompileFault {
  /** As in the server's answer: `compilation failed: …`. */
  readonly detail: string;
  /** Places within the expression, where it is syntax or types that are wrong. */
  readonly issues: CelIssues | undefined;
  /** The expression where nothing is wrong with it but that it makes no program. */
  readonly checked: CheckedExpression | undefined;
}

/**
 * The result of compiling one entry of `x-kubernetes-validations` (apiextensions
 * `schema/cel/compilation.go`).
 */
export interface CompiledRule {
  readonly rule: Rule;
  /** `undefined` for a blank rule, which is skipped. */
  readonly expression: CompiledExpression | CompileFault | undefined;
  /** True if the rule compares with the old value, and so runs only on updates. */
  readonly usesOldSelf: boolean;
  /** True if oldSelf is an optional value for this rule. */
  readonly hasOptionalOldSelf: boolean;
  /** `undefined` where there is none, or the rule itself is at fault. */
  readonly message: CompiledExpression | CompileFault | undefined;
  /** The rule's fieldPath as errors name it; `undefined` where there is none or it is not valid. */
  readonly fieldPath: string | undefined;
}

/** Tells whether compiling failed. */
export function isCompileFault(
  compiled: CompiledExpression | CompileFault,
): compiled is CompileFault {
  return "detail" in compiled;
}

/**
 * The origin of rules: new to a server, which lets them use what the one before it knew as well, or
 * stored already.
 */
export type RuleOrigin = "new" | "stored";

/** Compiles rules as one server does. */
export class RuleCompiler {
  readonly #minor: KubernetesMinor;
  readonly #environment: Environment;
  #storedEnvironment: Environment | undefined;
  /** Equal rules on equal shapes are compiled once. */
  readonly #compiled = new Map<DeclaredType, Map<Schema, readonly CompiledRule[]>>();

  constructor(minor: KubernetesMinor, origin: RuleOrigin) {
    this.#minor = minor;
    this.#environment = environmentOf(minor, origin);
  }

  /**
   * Compile the rules of a schema, whose type is `declared`, each on its own; expressions that are
   * among those `stored` as what the server has already.
   */
  compile(
    schema: Schema,
    declared: DeclaredType,
    stored?: StoredExpressions,
  ): readonly CompiledRule[] {
    if (stored !== undefined && schema.rules.some((rule) => isStored(rule, stored))) {
      return this.#compileAll(schema, declared, stored);
    }
    const bySchema = this.#compiled.get(declared) ?? new Map<Schema, readonly CompiledRule[]>();
    this.#compiled.set(declared, bySchema);
    const known = bySchema.get(schema);
    if (known !== undefined) return known;
    const compiled = this.#compileAll(schema, declared);
    bySchema.set(schema, compiled);
    return compiled;
  }

  /** The environment of the rules of a node whose type is `declared`. */
  environment(declared: DeclaredType, hasOptionalOldSelf: boolean): Environment {
    return new RuleScopes(this.#environment, declared).environment(hasOptionalOldSelf);
  }

  #compileAll(
    schema: Schema,
    declared: DeclaredType,
    stored?: StoredExpressions,
  ): readonly CompiledRule[] {
    const scopes = new RuleScopes(this.#environment, declared);
    if (stored === undefined) {
      return schema.rules.map((rule) => this.#compileRule(rule, schema, declared, { scopes }));
    }
    this.#storedEnvironment ??= environmentOf(this.#minor, "stored");
    const storedScopes = new RuleScopes(this.#storedEnvironment, declared);
    return schema.rules.map((rule) =>
      this.#compileRule(rule, schema, declared, {
        scopes: stored.rules.has(rule.rule) ? storedScopes : scopes,
        messageScopes: stored.messageExpressions.has(rule.messageExpression)
          ? storedScopes
          : scopes,
      }),
    );
  }

  #compileRule(
    rule: Rule,
    schema: Schema,
    declared: DeclaredType,
    { scopes, messageScopes = scopes }: { scopes: RuleScopes; messageScopes?: RuleScopes },
  ): CompiledRule {
    const hasOptionalOldSelf = rule.optionalOldSelf === true && has(this.#minor, "optionalOldSelf");
    const skipped = { rule, usesOldSelf: false, hasOptionalOldSelf, message: undefined };
    if (isBlank(rule.rule)) return { ...skipped, expression: undefined, fieldPath: undefined };
    const environment = scopes.environment(hasOptionalOldSelf);
    const expression = compileExpression(environment, declared, rule.rule, ruleTexts);
    if (isCompileFault(expression)) {
      const { checked } = expression;
      const usesOldSelf = checked !== undefined && refersToOldSelf(checked);
      return { ...skipped, usesOldSelf, expression, fieldPath: undefined };
    }
    const message =
      rule.messageExpression === ""
        ? undefined
        : compileExpression(
            messageScopes.environment(hasOptionalOldSelf),
            declared,
            rule.messageExpression,
            messageTexts,
          );
    const usesOldSelf = refersToOldSelf(expression.checked);
    // A messageExpression that does not compile ends the compilation before the path is looked at
    // (`cel/compilation.go`).
    const isCut = message !== undefined && isCompileFault(message);
    const fieldPath = isCut ? undefined : fieldPathOf(rule, schema);
    return { ...skipped, expression, usesOldSelf, message, fieldPath };
  }
}

function environmentOf(minor: KubernetesMinor, origin: RuleOrigin): Environment {
  return createEnvironment({ kubernetesVersion: minor, stored: origin === "stored", typeNames });
}

function isStored({ rule, messageExpression }: Rule, stored: StoredExpressions): boolean {
  return stored.rules.has(rule) || stored.messageExpressions.has(messageExpression);
}

/**
 * How often a value of this type can occur in one request, commas counted (apiextensions,
 * maxCardinality).
 */
export function maximumCardinality(declared: DeclaredType): number {
  return Math.floor(maximumRequestBytes / (declared.minimumSize + 1));
}

/**
 * The server names the type of `self` after the nanosecond; nobody can depend on the digits. Types
 * below have names that lead there from it: `selfType1.spec.env.@idx`.
 */
export const selfTypeName = "selfType1";

/**
 * Names that the server's types of CRDs add to CEL's own; as values they do not exist
 * (`program-fault.ts`).
 */
const typeNames: ReadonlyMap<string, CelType> = new Map<string, CelType>([
  ["duration", durationType],
  ["timestamp", timestampType],
]);

/** The scopes of the rules of a node, each made when the first rule needs it. */
class RuleScopes {
  readonly #environment: Environment;
  readonly #self: CelType;
  #plain: Environment | undefined;
  #withOptionalOldSelf: Environment | undefined;

  constructor(environment: Environment, declared: DeclaredType) {
    this.#environment = environment;
    const keywords = has(environment.compatibilityVersion, "keywordFields");
    this.#self = declared.celType(selfTypeName, keywords ? "reserved words too" : "escaped only");
  }

  environment(hasOptionalOldSelf: boolean): Environment {
    return hasOptionalOldSelf
      ? (this.#withOptionalOldSelf ??= this.#withOldSelf(optionalType(this.#self)))
      : (this.#plain ??= this.#withOldSelf(this.#self));
  }

  #withOldSelf(oldSelf: CelType): Environment {
    const variables = new Map([
      ["self", this.#self],
      ["oldSelf", oldSelf],
    ]);
    return withVariables(this.#environment, variables);
  }
}

/** The server's words for an expression that cannot run, by the expression's purpose. */
interface FaultTexts {
  readonly resultKind: "bool" | "string";
  readonly prefix: string;
  readonly wrongResult: string;
  readonly noProgram: string;
}

const ruleTexts: FaultTexts = {
  resultKind: "bool",
  prefix: "compilation failed: ",
  wrongResult: "cel expression must evaluate to a bool",
  noProgram: "program instantiation failed: ",
};

const messageTexts: FaultTexts = {
  resultKind: "string",
  prefix: "messageExpression compilation failed: ",
  wrongResult: "messageExpression must evaluate to a string",
  noProgram: "messageExpression instantiation failed: ",
};

function compileExpression(
  environment: Environment,
  declared: DeclaredType,
  text: string,
  texts: FaultTexts,
): CompiledExpression | CompileFault {
  const checked = checkExpression(environment, text);
  if (isCelIssues(checked)) {
    const rendered = renderIssues(text, checked.issues, checked.omitted);
    return { detail: texts.prefix + rendered, issues: checked, checked: undefined };
  }
  if (checked.types.get(checked.ast.id)?.kind !== texts.resultKind) {
    return { detail: texts.wrongResult, issues: undefined, checked: undefined };
  }
  const fault = findProgramFault(checked);
  if (fault !== undefined) return { detail: texts.noProgram + fault, issues: undefined, checked };
  const { max } = estimateCost(checked, costModel(environment.kubernetesVersion, declared));
  return { checked, maxCost: max };
}

/** Any variable of that name makes a transition rule, even the variable of a macro. */
export function refersToOldSelf({ references }: CheckedExpression): boolean {
  for (const reference of references.values()) {
    if (reference.kind === "variable" && reference.name === "oldSelf") return true;
  }
  return false;
}

function fieldPathOf(rule: Rule, schema: Schema): string | undefined {
  if (rule.fieldPath === "") return undefined;
  const followed = followFieldPath(rule.fieldPath, schema);
  return followed.kind === "found" ? followed.text : undefined;
}

/**
 * Tells whether a text is white space alone, as Go's `strings.TrimSpace` knows it; the server skips
 * such a rule.
 */
export function isBlank(text: string): boolean {
  return trimSpace(text) === "";
}

/** Below values that may be anything there is no schema, and nothing to step into. */
type Below = Schema | undefined;

/** Follows the fieldPath of a rule, from the schema that the rule belongs to. */
export function followFieldPath(path: string, schema: Schema): FollowedPath<Below> {
  return followPath<Below>(path, schema, stepInto);
}

/** Only an object without properties is a map. */
function stepInto(schema: Below, name: string): SchemaStep<Below> | undefined {
  if (schema === undefined) return undefined;
  if (schema.fields.size > 0) {
    const field = schema.fields.get(name);
    return field && { to: "property", schema: field };
  }
  if (schema.values === undefined) return undefined;
  return { to: "value", schema: valuesSchema(schema) };
}
