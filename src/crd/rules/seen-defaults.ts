import type { CheckedExpression } from "../../cel/check/checked.js";
import { functionName } from "../../cel/check/checked.js";
import type { Expr } from "../../cel/syntax/ast.js";
import { operators } from "../../cel/syntax/ast.js";
import { childrenOf, nodesOf } from "../../cel/syntax/walk.js";
import type { CelType } from "../../cel/type.js";
import { unescapeProperty } from "../../runtime/v1/cel/data/data.js";
import { childSchemas, valuesSchema } from "../ir/child-schemas.js";
import type { Schema } from "../ir/schema.js";
import { isCompileFault } from "./compile-rules.js";
import type { StoredRules } from "./ruled-nodes.js";

/**
 * Tells whether rules can tell an object to create from the same with its defaults, nulls aside: a
 * rule selects a field that has one, compares values that hold one, or stands at or below a field
 * that has one. It is certain of a no.
 */
export function rulesSeeDefaults(schema: Schema, rules: StoredRules, isResource = true): boolean {
  if (!schema.hasRules || !schema.hasDefaults) return false;
  const fields = [...schema.fields.values()];
  return (
    fields.some((field) => field.hasRules && field.default !== undefined) ||
    ownRulesSeeDefaults(schema, rules, isResource) ||
    childSchemas(schema).some((child) => rulesSeeDefaults(child, rules, child.embeddedResource))
  );
}

function ownRulesSeeDefaults(schema: Schema, rules: StoredRules, isResource: boolean): boolean {
  const declared = rules.declaredType(schema, isResource);
  if (declared === undefined || schema.rules.length === 0) return false;
  return rules.compile(schema, declared).some(({ expression }) => {
    const runs = expression !== undefined && !isCompileFault(expression);
    return runs && seesDefaults(expression.checked, schema);
  });
}

function seesDefaults(checked: CheckedExpression, self: Schema): boolean {
  if (usesWholeObjects(checked)) return true;
  for (const expr of nodesOf(checked.ast)) {
    const selection = selectionOf(expr);
    if (selection !== undefined && selectsDefault(checked, self, selection)) return true;
  }
  return false;
}

/** `operand.field` and `operand.?field`. */
interface Selection {
  readonly operand: Expr;
  readonly field: string;
}

function selectionOf(expr: Expr): Selection | undefined {
  if (expr.kind === "select") return expr;
  if (expr.kind !== "call" || expr.function !== operators.optionalSelect) return undefined;
  const [operand, name] = expr.args;
  const isNamed = name?.kind === "literal" && name.value.type === "string";
  return operand !== undefined && isNamed ? { operand, field: name.value.value } : undefined;
}

function selectsDefault(
  { types }: CheckedExpression,
  self: Schema,
  { operand, field }: Selection,
): boolean {
  const type = heldType(types.get(operand.id));
  if (type?.kind === "map") return false;
  // A value of any type can hold anything.
  if (type?.kind !== "object") return true;
  const schema = schemaNamed(type.name, self);
  return schema !== undefined && spelledField(schema, field)?.default !== undefined;
}

/** The type of a value, or of what an optional one holds. */
function heldType(type: CelType | undefined): CelType | undefined {
  return type?.kind === "opaque" ? heldType(type.parameters[0]) : type;
}

/**
 * The schema of an object by the name of its type, which says where it stands; undefined for what
 * all resources have.
 */
function schemaNamed(name: string, self: Schema): Schema | undefined {
  let schema: Schema | undefined = self;
  for (const step of name.split(".").slice(1)) {
    if (step === "@idx") schema = schema?.items;
    else if (step === "@elem") schema = valuesSchema(schema);
    else schema = schema && spelledField(schema, step);
  }
  return schema;
}

/**
 * Tells whether rules can tell an object from the same with fields that the schema does not
 * specify: they know fields by the schema alone, but objects as a whole are compared with all that
 * they hold. It is about objects to create, for which transition rules do not run, and certain of a
 * no.
 */
export function rulesSeeUnknownFields(
  schema: Schema,
  rules: StoredRules,
  isResource = true,
): boolean {
  if (!schema.hasRules) return false;
  return (
    ownRulesUseWholeObjects(schema, rules, isResource) ||
    childSchemas(schema).some((child) =>
      rulesSeeUnknownFields(child, rules, child.embeddedResource),
    )
  );
}

function ownRulesUseWholeObjects(schema: Schema, rules: StoredRules, isResource: boolean): boolean {
  const declared = rules.declaredType(schema, isResource);
  if (declared === undefined || schema.rules.length === 0) return false;
  return rules.compile(schema, declared).some(({ expression, usesOldSelf, hasOptionalOldSelf }) => {
    const runs = expression !== undefined && !isCompileFault(expression);
    const runsOnCreate = !usesOldSelf || hasOptionalOldSelf;
    return runs && runsOnCreate && usesWholeObjects(expression.checked);
  });
}

/**
 * The field that an expression spells: `my__dash__key`, or `my-key` in backticks; `undefined` where
 * the schema has none of that name. What every resource has whatever its schema says is not among
 * them.
 */
export function spelledField(schema: Schema, spelling: string): Schema | undefined {
  return schema.fields.get(unescapeProperty(spelling) ?? spelling);
}

/**
 * Tells whether an object is used in other ways than by its fields, so that all of them matter:
 * compared, or as dyn.
 */
export function usesWholeObjects(checked: CheckedExpression): boolean {
  for (const expr of nodesOf(checked.ast)) {
    if (passesOn(checked, expr)) continue;
    if (childrenOf(expr).some(({ id }) => holdsObjects(checked.types.get(id)))) return true;
  }
  return false;
}

/**
 * Tells whether an expression only looks into its operands, or gives them on: then its own parent
 * tells.
 */
function passesOn(checked: CheckedExpression, expr: Expr): boolean {
  if (expr.kind !== "call") return expr.kind !== "map" && expr.kind !== "struct";
  const [first] = expr.args;
  // Macros add to what they make; lists of data are added up by the keys of their elements.
  if (expr.function === "_+_") return first?.kind === "ident" && first.name.startsWith("@");
  return passing.has(functionName(checked, expr));
}

const passing: ReadonlySet<string> = new Set([
  "_[_]", "_[?_]", "_?._", "_?_:_", "size", "optional.of", "or", "orValue", "value", "hasValue", "first", "last",
]); // prettier-ignore

function holdsObjects(type: CelType | undefined): boolean {
  switch (type?.kind) {
    case undefined:
      return false;
    case "object":
      return true;
    case "list":
      return holdsObjects(type.element);
    case "map":
      return holdsObjects(type.value);
    case "opaque":
      return type.parameters.some(holdsObjects);
    default:
      return false;
  }
}
