import type { Code } from "../../emit/code.js";
import { code, join, typeOnly } from "../../emit/code.js";
import { operatorCode } from "../../emit/object-code.js";
import type { Json } from "../../runtime/v1/json.js";

import { textFaults } from "./quick-scalar.js";
import type { Shape } from "./shape.js";
import type { ValidateUnit } from "./unit.js";

/*
 * allOf, anyOf, oneOf and not in the first pass. They stand behind all other checks of a node, so that a branch meets
 * values of the types that the node has. What is written out here is exact for those; of everything else the second
 * pass is asked.
 */

/** Conditions under which a value breaks one of its junctors. */
export function branchFaults(shape: Shape, value: Code, unit: ValidateUnit): readonly Code[] {
  const fits = (branch: Shape): Code => branchCondition(branch, shape, value, unit);
  const faults: Code[] = shape.allOf.map((branch) => negate(fits(branch)));
  if (shape.anyOf.length > 0 && !isTypePattern(shape)) {
    faults.push(negate(eitherOf(shape.anyOf.map(fits))));
  }
  if (shape.oneOf.length > 0) {
    const counted = shape.oneOf.map((branch) => code`Number(${fits(branch)})`);
    faults.push(code`${sum(counted)} !== 1`);
  }
  if (shape.not !== undefined) faults.push(fits(shape.not));
  return faults
    .filter((fault) => fault.text !== "false")
    .map((fault) => (fault.text === "true" ? alwaysTrue : fault));
}

/** Compilers take what stands behind a plain `true` for unreachable, and its variables for nothing. */
const alwaysTrue = code`Boolean(true)`;

/** The way to write int-or-string, which its type check covers. */
function isTypePattern({ type, anyOf }: Shape): boolean {
  return (
    type === "intOrString" &&
    anyOf.length === 2 &&
    anyOf.every((branch) => branch.type !== "" && isOnlyType(branch)) &&
    new Set(anyOf.map((branch) => branch.type)).size === 2 &&
    anyOf.every(({ type: alternative }) => alternative === "integer" || alternative === "string")
  );
}

function isOnlyType(branch: Shape): boolean {
  return branch.validation.id === 0 && branch.fields.size === 0 && branch.items === undefined;
}

/** A condition that holds exactly if a value, valid by its node so far, fits the branch. */
function branchCondition(branch: Shape, core: Shape, value: Code, unit: ValidateUnit): Code {
  const exact = exactCondition(branch, core, value, unit);
  return (
    exact ??
    code`${unit.runtime("isValid")}(${unit.constantSchema(branch)}, ${value}${unit.dialectArgument})`
  );
}

function exactCondition(
  branch: Shape,
  core: Shape,
  value: Code,
  unit: ValidateUnit,
): Code | undefined {
  if (branch.acceptsAll) return code`true`;
  if (branch.type !== "" || branch.values !== undefined || branch.items !== undefined)
    return undefined;
  const junctors = junctorConditions(branch, core, value, unit);
  const own = ownConditions(branch, core, value, unit);
  if (junctors === undefined || own === undefined) return undefined;
  return everyOf([...own, ...junctors]);
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
      return stringConditions(branch, value, unit);
    case "boolean":
      return branch.fields.size === 0 ? scalarEnum(branch, value, "boolean") : undefined;
    case "integer":
      return integerConditions(branch, value);
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
  if (!isEmpty({ ...validation, ...noJunctors, required: [], id: 0 })) return undefined;
  const hasKey = (name: string): Code => code`${unit.runtime("hasKey")}(${value}, ${name})`;
  const conditions: Code[] = validation.required.map(hasKey);
  for (const [name, field] of branch.fields) {
    const coreField = core.fields.get(name);
    if (coreField === undefined) return undefined;
    const condition = memberCondition(
      field,
      coreField,
      memberOf(value, name, coreField, unit),
      unit,
    );
    if (condition === undefined) return undefined;
    if (condition.text === "true") continue;
    const isThere = validation.required.includes(name);
    conditions.push(isThere ? condition : code`!${hasKey(name)} || ${group(condition)}`);
  }
  return conditions;
}

/** A member, which is known to have the type of its field. */
function memberOf(value: Code, name: string, field: Shape, unit: ValidateUnit): Code {
  const member = code`${value}[${name}]`;
  if (field.type !== "object") return member;
  return code`(${member}${typeOnly` as ${unit.context.runtimeType("Members")}`})`;
}

/** Of a member that may be null where its field is nullable; null fits a branch unless that has an enum. */
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
  const text = code`(${value}${typeOnly` as string`})`;
  const faults = textFaults(branch, text, unit);
  const member = scalarEnum(branch, value, "string");
  return member === undefined ? undefined : [...member, ...faults.map(negate)];
}

function integerConditions(branch: Shape, value: Code): readonly Code[] | undefined {
  const { minimum, maximum, multipleOf } = branch.validation;
  const isBounded = [minimum, maximum, multipleOf].some((bound) => bound !== undefined);
  return isBounded || branch.fields.size > 0 ? undefined : scalarEnum(branch, value, "number");
}

/** How many items a list has is all that branches ask, as a rule. */
function listConditions(branch: Shape, value: Code): readonly Code[] | undefined {
  const { validation } = branch;
  const { minItems, maxItems } = validation;
  if (!isEmpty({ ...validation, ...noJunctors, minItems: 0, maxItems: 0, id: 0 })) return undefined;
  if (branch.fields.size > 0) return undefined;
  const length = code`(${value}${typeOnly` as readonly unknown[]`}).length`;
  const conditions: Code[] = [];
  if (minItems !== undefined) conditions.push(code`${length} >= ${minItems}`);
  if (maxItems !== undefined) conditions.push(code`${length} <= ${maxItems}`);
  return conditions;
}

/** Whether a scalar is one of an enum's; undefined where the server would convert one into the other. */
function scalarEnum(
  branch: Shape,
  value: Code,
  type: "string" | "boolean" | "number",
): readonly Code[] | undefined {
  const entries = branch.validation.enum;
  if (entries.length === 0) return [];
  const isPlain = (entry: Json): entry is string | boolean | number =>
    typeof entry === type && (type !== "number" || Number.isSafeInteger(entry));
  if (!entries.every(isPlain)) return undefined;
  return [
    join(
      entries.map((entry) => code`${value} === ${entry}`),
      " || ",
    ),
  ];
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

const noJunctors = { allOf: [], anyOf: [], oneOf: [], not: undefined } as const;

function isEmpty(validation: Record<string, unknown>): boolean {
  return Object.values(validation).every(
    (value) =>
      value === undefined ||
      value === false ||
      value === "" ||
      value === 0 ||
      (Array.isArray(value) && value.length === 0),
  );
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
  if (!condition.text.includes("\n")) return code`!(${condition})`;
  return code`!(
  ${condition}
)`;
}

function group(condition: Code): Code {
  return / (&&|\|\|)\s/.test(condition.text) ? code`(${condition})` : condition;
}
