import type { Expr } from "../../emit/code.js";
import { expr, isFalse, isTrue, operatorCode } from "../../emit/code.js";
import * as make from "../../emit/nodes/make.js";
import type { Json } from "../../runtime/v1/json/json.js";
import { has } from "../../versions/changes.js";
import { dropsNull } from "./absent-members.js";
import { absent } from "./parameters.js";
import { always, isTypePattern, textFaults } from "./quick-scalar.js";
import type { Shape } from "./shape.js";
import { asksOnly } from "./shape.js";
import type { ValidateUnit } from "./unit.js";

/*
 * allOf, anyOf, oneOf and not in the first pass. They stand behind all other checks of a node, so
 * that a branch meets values of the types that the node has. What is written out here is exact for
 * those; of everything else the second pass is asked.
 */

/** Conditions under which a value breaks one of its junctors. */
export function branchFaults(shape: Shape, value: Expr, unit: ValidateUnit): readonly Expr[] {
  let isOpen = false as boolean; // changed below
  const exactly = (branch: Shape): Expr | undefined => exactCondition(branch, shape, value, unit);
  const written = (branch: Shape, exact: Expr | undefined): Expr => {
    isOpen ||= exact === undefined && !isFilledAsSent(shape);
    return exact ?? secondPass(branch, value, unit);
  };
  const fits = (branch: Shape): Expr => written(branch, exactly(branch));
  const faults: Expr[] = shape.allOf.map((branch) => negate(fits(branch)));
  const alternatives = isTypePattern(shape) ? [] : shape.anyOf;
  const known = alternatives.map(exactly);
  // Where one branch fits in any case, nothing may refer to the others.
  if (known.length > 0 && !known.some((condition) => isTrue(condition))) {
    faults.push(negate(eitherOf(alternatives.map((branch, at) => written(branch, known[at])))));
  }
  if (shape.oneOf.length > 0) {
    const counted = shape.oneOf.map((branch) => expr`Number(${fits(branch)})`);
    faults.push(expr`${sum(counted)} !== 1`);
  }
  if (shape.not !== undefined) faults.push(fits(shape.not));
  const possible = faults
    .filter((fault) => !isFalse(fault))
    .map((fault) => (isTrue(fault) ? always : fault));
  if (!isOpen) return possible;
  unit.leaveOpen(shape);
  return [expr`${absent} === null`, ...possible];
}

/** Whether the server neither drops nor fills in anything inside of a value. */
export function isFilledAsSent(shape: Shape): boolean {
  const { fields, values, items, memberDefault, embeddedResource } = shape;
  if (fields.size > 0 || values !== undefined || memberDefault !== undefined) return false;
  if (embeddedResource) return false;
  return items === undefined || isFilledAsSent(items);
}

/** Whether a value, valid by its node so far, fits the branch: where that cannot be written out. */
function secondPass(branch: Shape, value: Expr, unit: ValidateUnit): Expr {
  return expr`${unit.runtime("isValid")}(${unit.sharedSchema(branch)}, ${value}, ${unit.dialectArgument})`;
}

/** A condition that holds exactly if a value, valid by its node so far, fits the branch. */
function exactCondition(
  branch: Shape,
  core: Shape,
  value: Expr,
  unit: ValidateUnit,
): Expr | undefined {
  if (branch.acceptsAll) return expr`true`;
  if (branch.type !== "" || branch.values !== undefined || branch.items !== undefined)
    return undefined;
  const ofJunctors = junctorConditions(branch, core, value, unit);
  const own = ownConditions(branch, core, value, unit);
  if (ofJunctors === undefined || own === undefined) return undefined;
  return everyOf([...own, ...ofJunctors]);
}

function ownConditions(
  branch: Shape,
  core: Shape,
  value: Expr,
  unit: ValidateUnit,
): readonly Expr[] | undefined {
  switch (core.type) {
    case "object":
      return objectConditions(branch, core, value, unit);
    case "string":
      // A format of strings lets lists pass.
      return core.format === "" ? stringConditions(branch, value, unit) : undefined;
    case "boolean":
      // No boolean passes a format.
      if (branch.fields.size > 0 || branch.format !== "") return undefined;
      return scalarEnum(branch, value, "boolean");
    case "integer":
      return has(unit.server, "typedFormats") ? integerConditions(branch, value) : undefined;
    case "array":
      return listConditions(branch, value);
    default:
      return undefined;
  }
}

function objectConditions(
  branch: Shape,
  core: Shape,
  value: Expr,
  unit: ValidateUnit,
): readonly Expr[] | undefined {
  const { validation } = branch;
  if (!asksOnly(validation, ["required", ...junctors])) return undefined;
  const conditions: Expr[] = [];
  for (const name of validation.required) {
    const isThere = presence(core, value, name, unit);
    if (isThere === undefined) return undefined;
    conditions.push(isThere);
  }
  for (const [name, field] of branch.fields) {
    const coreField = core.fields.get(name);
    if (coreField === undefined) return undefined;
    const member = memberOf(value, name, coreField, unit);
    const condition = memberCondition(field, coreField, member, unit);
    const isThere = presence(core, value, name, unit);
    if (condition === undefined || isThere === undefined) return undefined;
    if (isTrue(condition)) continue;
    const isRequired = validation.required.includes(name);
    conditions.push(isRequired ? condition : expr`!${isThere} || ${condition}`);
  }
  return conditions;
}

/** Whether there is a member; undefined where that depends on what the server fills in. */
function presence(core: Shape, value: Expr, name: string, unit: ValidateUnit): Expr | undefined {
  const isFilled = core.fields.has(name)
    ? core.defaults.has(name)
    : core.memberDefault !== undefined;
  if (isFilled) return undefined;
  const counted = dropsNull(core, name) ? [absent] : [];
  return expr`${unit.runtime("hasKey")}(${value}, ${name}, ${counted})`;
}

/** A member, which is known to have the type of its field. */
function memberOf(value: Expr, name: string, field: Shape, unit: ValidateUnit): Expr {
  const member = expr`${value}[${name}]`;
  if (field.type !== "object") return member;
  return expr`${member} as ${unit.context.runtimeType("Members")}`;
}

/**
 * Of a member that may be null where its field is nullable; null fits a branch unless that has an
 * enum.
 */
function memberCondition(
  branch: Shape,
  core: Shape,
  member: Expr,
  unit: ValidateUnit,
): Expr | undefined {
  const condition = exactCondition(branch, core, member, unit);
  if (condition === undefined || !core.nullable || isTrue(condition)) return condition;
  return branch.validation.enum.length > 0
    ? expr`${member} !== null && ${condition}`
    : expr`${member} === null || ${condition}`;
}

function stringConditions(
  branch: Shape,
  value: Expr,
  unit: ValidateUnit,
): readonly Expr[] | undefined {
  if (branch.fields.size > 0) return undefined;
  const text = expr`${value} as string`;
  const faults = textFaults(branch, text, unit);
  const member = scalarEnum(branch, value, "string");
  return member === undefined ? undefined : [...member, ...faults.map(negate)];
}

function integerConditions(branch: Shape, value: Expr): readonly Expr[] | undefined {
  const { validation } = branch;
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = validation;
  if (!asksOnly(validation, [...bounds, ...junctors]) || branch.fields.size > 0) return undefined;
  if (![minimum ?? 0, maximum ?? 0].every((bound) => (bound | 0) === bound)) return undefined;
  const number = expr`${value} as number`;
  const conditions: Expr[] = [];
  if (minimum !== undefined) {
    conditions.push(
      exclusiveMinimum ? expr`${number} > ${minimum}` : expr`${number} >= ${minimum}`,
    );
  }
  if (maximum !== undefined) {
    conditions.push(
      exclusiveMaximum ? expr`${number} < ${maximum}` : expr`${number} <= ${maximum}`,
    );
  }
  return conditions;
}

const junctors = ["allOf", "anyOf", "oneOf", "not"] as const;
const bounds = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"] as const;

/** How many items a list has is all that branches ask, as a rule. */
function listConditions(branch: Shape, value: Expr): readonly Expr[] | undefined {
  const { validation } = branch;
  const { minItems, maxItems } = validation;
  if (!asksOnly(validation, ["minItems", "maxItems", ...junctors])) return undefined;
  if (branch.fields.size > 0) return undefined;
  const length = expr`(${value} as readonly unknown[]).length`;
  const conditions: Expr[] = [];
  if (minItems !== undefined) conditions.push(expr`${length} >= ${minItems}`);
  if (maxItems !== undefined) conditions.push(expr`${length} <= ${maxItems}`);
  return conditions;
}

/**
 * Whether a scalar is one of an enum's; undefined where the server would convert one into the
 * other.
 */
function scalarEnum(
  branch: Shape,
  value: Expr,
  type: "string" | "boolean",
): readonly Expr[] | undefined {
  const entries = branch.validation.enum;
  if (entries.length === 0) return [];
  const isPlain = (entry: Json): entry is string | boolean => typeof entry === type;
  if (!entries.every(isPlain)) return undefined;
  // Compilers must not conclude from one comparison that another one fails.
  const asked = make.as(value, make.typeWord(type));
  const equal = [...new Set(entries)].map((entry) => expr`${asked} === ${entry}`);
  return [operatorCode(equal, "||")];
}

function junctorConditions(
  branch: Shape,
  core: Shape,
  value: Expr,
  unit: ValidateUnit,
): readonly Expr[] | undefined {
  const { allOf, anyOf, oneOf, not } = branch;
  const parts = (branches: readonly Shape[]): readonly (Expr | undefined)[] =>
    branches.map((inner) => exactCondition(inner, core, value, unit));
  const all = [parts(allOf), parts(anyOf), parts(oneOf), not === undefined ? [] : parts([not])];
  if (all.flat().includes(undefined)) return undefined;
  const [every = [], some = [], one = [], none = []] = all as Expr[][]; // undefined was excluded
  const conditions = [...every];
  if (some.length > 0) conditions.push(eitherOf(some));
  if (one.length > 0) {
    conditions.push(expr`${sum(one.map((part) => expr`Number(${part})`))} === 1`);
  }
  return [...conditions, ...none.map(negate)];
}

function sum(parts: readonly Expr[]): Expr {
  return operatorCode(parts, "+");
}

function eitherOf(conditions: readonly Expr[]): Expr {
  if (conditions.some(isTrue)) return expr`true`;
  const possible = conditions.filter((condition) => !isFalse(condition));
  return possible.length === 0 ? expr`false` : operatorCode(possible, "||");
}

function everyOf(conditions: readonly Expr[]): Expr {
  if (conditions.some(isFalse)) return expr`false`;
  const open = conditions.filter((condition) => !isTrue(condition));
  return open.length === 0 ? expr`true` : operatorCode(open, "&&");
}

function negate(condition: Expr): Expr {
  if (isTrue(condition)) return expr`false`;
  if (isFalse(condition)) return expr`true`;
  return expr`!${condition}`;
}
