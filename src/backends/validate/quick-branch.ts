import type { Code } from "../../emit/code.js";
import { code, empty, join, raw } from "../../emit/code.js";
import { operatorCode } from "../../emit/object-code.js";
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
export function branchFaults(shape: Shape, value: Code, unit: ValidateUnit): readonly Code[] {
  let isOpen = false as boolean; // changed below
  const exactly = (branch: Shape): Code | undefined => exactCondition(branch, shape, value, unit);
  const written = (branch: Shape, exact: Code | undefined): Code => {
    isOpen ||= exact === undefined && !isFilledAsSent(shape);
    return exact ?? secondPass(branch, value, unit);
  };
  const fits = (branch: Shape): Code => written(branch, exactly(branch));
  const faults: Code[] = shape.allOf.map((branch) => negate(fits(branch)));
  const alternatives = isTypePattern(shape) ? [] : shape.anyOf;
  const known = alternatives.map(exactly);
  // Where one branch fits in any case, nothing may refer to the others.
  if (known.length > 0 && !known.some((condition) => condition?.text === "true")) {
    faults.push(negate(eitherOf(alternatives.map((branch, at) => written(branch, known[at])))));
  }
  if (shape.oneOf.length > 0) {
    const counted = shape.oneOf.map((branch) => code`Number(${fits(branch)})`);
    faults.push(code`${sum(counted)} !== 1`);
  }
  if (shape.not !== undefined) faults.push(fits(shape.not));
  const possible = faults
    .filter((fault) => fault.text !== "false")
    .map((fault) => (fault.text === "true" ? always : fault));
  if (!isOpen) return possible;
  unit.leaveOpen(shape);
  return [code`${absent} === null`, ...possible];
}

/** Whether the server neither drops nor fills in anything inside of a value. */
export function isFilledAsSent(shape: Shape): boolean {
  const { fields, values, items, memberDefault, embeddedResource } = shape;
  if (fields.size > 0 || values !== undefined || memberDefault !== undefined) return false;
  if (embeddedResource) return false;
  return items === undefined || isFilledAsSent(items);
}

/** Whether a value, valid by its node so far, fits the branch: where that cannot be written out. */
function secondPass(branch: Shape, value: Code, unit: ValidateUnit): Code {
  return code`${unit.runtime("isValid")}(${unit.sharedSchema(branch)}, ${value}${unit.dialectArgument})`;
}

/** A condition that holds exactly if a value, valid by its node so far, fits the branch. */
function exactCondition(
  branch: Shape,
  core: Shape,
  value: Code,
  unit: ValidateUnit,
): Code | undefined {
  if (branch.acceptsAll) return code`true`;
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
  value: Code,
  unit: ValidateUnit,
): readonly Code[] | undefined {
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
  value: Code,
  unit: ValidateUnit,
): readonly Code[] | undefined {
  const { validation } = branch;
  if (!asksOnly(validation, ["required", ...junctors])) return undefined;
  const conditions: Code[] = [];
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
    if (condition.text === "true") continue;
    const isRequired = validation.required.includes(name);
    conditions.push(isRequired ? condition : code`!${isThere} || ${group(condition)}`);
  }
  return conditions;
}

/** Whether there is a member; undefined where that depends on what the server fills in. */
function presence(core: Shape, value: Code, name: string, unit: ValidateUnit): Code | undefined {
  const isFilled = core.fields.has(name)
    ? core.defaults.has(name)
    : core.memberDefault !== undefined;
  if (isFilled) return undefined;
  const counted = dropsNull(core, name) ? code`, ${absent}` : empty;
  return code`${unit.runtime("hasKey")}(${value}, ${name}${counted})`;
}

/** A member, which is known to have the type of its field. */
function memberOf(value: Code, name: string, field: Shape, unit: ValidateUnit): Code {
  const member = code`${value}[${name}]`;
  if (field.type !== "object") return member;
  return code`(${member}${code` as ${unit.context.runtimeType("Members")}`})`;
}

/**
 * Of a member that may be null where its field is nullable; null fits a branch unless that has an
 * enum.
 */
function memberCondition(
  branch: Shape,
  core: Shape,
  member: Code,
  unit: ValidateUnit,
): Code | undefined {
  const condition = exactCondition(branch, core, member, unit);
  if (condition === undefined || !core.nullable || condition.text === "true") return condition;
  return branch.validation.enum.length > 0
    ? code`${member} !== null && ${group(condition)}`
    : code`${member} === null || ${group(condition)}`;
}

function stringConditions(
  branch: Shape,
  value: Code,
  unit: ValidateUnit,
): readonly Code[] | undefined {
  if (branch.fields.size > 0) return undefined;
  const text = code`(${value}${code` as string`})`;
  const faults = textFaults(branch, text, unit);
  const member = scalarEnum(branch, value, "string");
  return member === undefined ? undefined : [...member, ...faults.map(negate)];
}

function integerConditions(branch: Shape, value: Code): readonly Code[] | undefined {
  const { validation } = branch;
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = validation;
  if (!asksOnly(validation, [...bounds, ...junctors]) || branch.fields.size > 0) return undefined;
  if (![minimum ?? 0, maximum ?? 0].every((bound) => (bound | 0) === bound)) return undefined;
  const number = code`(${value}${code` as number`})`;
  const conditions: Code[] = [];
  if (minimum !== undefined) {
    conditions.push(
      exclusiveMinimum ? code`${number} > ${minimum}` : code`${number} >= ${minimum}`,
    );
  }
  if (maximum !== undefined) {
    conditions.push(
      exclusiveMaximum ? code`${number} < ${maximum}` : code`${number} <= ${maximum}`,
    );
  }
  return conditions;
}

const junctors = ["allOf", "anyOf", "oneOf", "not"] as const;
const bounds = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"] as const;

/** How many items a list has is all that branches ask, as a rule. */
function listConditions(branch: Shape, value: Code): readonly Code[] | undefined {
  const { validation } = branch;
  const { minItems, maxItems } = validation;
  if (!asksOnly(validation, ["minItems", "maxItems", ...junctors])) return undefined;
  if (branch.fields.size > 0) return undefined;
  const length = code`(${value}${code` as readonly unknown[]`}).length`;
  const conditions: Code[] = [];
  if (minItems !== undefined) conditions.push(code`${length} >= ${minItems}`);
  if (maxItems !== undefined) conditions.push(code`${length} <= ${maxItems}`);
  return conditions;
}

/**
 * Whether a scalar is one of an enum's; undefined where the server would convert one into the
 * other.
 */
function scalarEnum(
  branch: Shape,
  value: Code,
  type: "string" | "boolean",
): readonly Code[] | undefined {
  const entries = branch.validation.enum;
  if (entries.length === 0) return [];
  const isPlain = (entry: Json): entry is string | boolean => typeof entry === type;
  if (!entries.every(isPlain)) return undefined;
  // Compilers must not conclude from one comparison that another one fails.
  const asked = code`(${value}${code` as ${raw(type)}`})`;
  const equal = [...new Set(entries)].map((entry) => code`${asked} === ${entry}`);
  return [join(equal, " || ")];
}

function junctorConditions(
  branch: Shape,
  core: Shape,
  value: Code,
  unit: ValidateUnit,
): readonly Code[] | undefined {
  const { allOf, anyOf, oneOf, not } = branch;
  const parts = (branches: readonly Shape[]): readonly (Code | undefined)[] =>
    branches.map((inner) => exactCondition(inner, core, value, unit));
  const all = [parts(allOf), parts(anyOf), parts(oneOf), not === undefined ? [] : parts([not])];
  if (all.flat().includes(undefined)) return undefined;
  const [every = [], some = [], one = [], none = []] = all as Code[][]; // undefined was excluded
  const conditions = [...every];
  if (some.length > 0) conditions.push(eitherOf(some));
  if (one.length > 0) {
    conditions.push(code`${sum(one.map((part) => code`Number(${part})`))} === 1`);
  }
  return [...conditions, ...none.map(negate)];
}

function sum(parts: readonly Code[]): Code {
  return operatorCode(parts, "+");
}

function eitherOf(conditions: readonly Code[]): Code {
  if (conditions.some(({ text }) => text === "true")) return code`true`;
  const possible = conditions.filter(({ text }) => text !== "false");
  return possible.length === 0 ? code`false` : operatorCode(possible.map(group), "||");
}

function everyOf(conditions: readonly Code[]): Code {
  if (conditions.some(({ text }) => text === "false")) return code`false`;
  const open = conditions.filter(({ text }) => text !== "true");
  return open.length === 0 ? code`true` : join(open.map(group), " && ");
}

function negate(condition: Code): Code {
  if (condition.text === "true") return code`false`;
  if (condition.text === "false") return code`true`;
  return code`!(${condition})`;
}

function group(condition: Code): Code {
  return / (&&|\|\|)\s/.test(condition.text) ? code`(${condition})` : condition;
}
