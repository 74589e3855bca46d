import type { Expr, Stmt } from "../../emit/code.js";
import { expr, operatorCode, stmt, word } from "../../emit/code.js";
import { listCode } from "../../emit/object-code.js";
import { noValidation } from "../../ir/schema-table.js";
import type { RuntimeValue } from "../../runtime/contract.js";
import type { Json, JsonObject } from "../../runtime/v1/json/json.js";
import { setKey } from "../../runtime/v1/json/json.js";
import { has } from "../../versions/changes.js";
import type { KubernetesMinor } from "../../versions/kubernetes-version.js";
import { jsonLiteral } from "../json-literal.js";
import { absentCondition, dropsNull } from "./absent-members.js";
import type { MemberSwitch } from "./member-switch.js";
import { memberSwitch, returnFalse } from "./member-switch.js";
import { absent } from "./parameters.js";
import { branchFaults, isFilledAsSent } from "./quick-branch.js";
import { always, scalarFaults, sizeFaults } from "./quick-scalar.js";
import type { Shape } from "./shape.js";
import { isEmptyValidation } from "./shape.js";
import type { ValidateUnit } from "./unit.js";
import { countsMembers, prunesMembers } from "./unknown-fields.js";

/*
 * The first pass: functions that say yes only to values without any error. They walk the keys that
 * are there, not those that the schema knows, and build nothing. Their second parameter makes them
 * judge an object as it is sent, see `absent-members.ts`; of such a one a no is the truth as well,
 * but for shapes that the unit was told of by `leaveOpen`. With the third one those of objects note
 * all members that are wrong instead of leaving with the first: the second pass looks at no others.
 */

/**
 * Whether a shape has a function of its own: one that holds other values, and says something about
 * them.
 */
export function hasQuickCheck(shape: Shape): boolean {
  if (shape.type !== "object" && shape.type !== "array") return false;
  return !isBareContainer(shape) && !isPlainCollection(shape);
}

/** A list or map of which only its members are asked: the runtime looks at each. */
function isPlainCollection(shape: Shape): boolean {
  const member = shape.type === "array" ? shape.items : shape.values;
  if (typeof member !== "object" || member.nullable || shape.fields.size > 0) return false;
  if (shape.validation !== noValidation || shape.listType !== "atomic") return false;
  return !shape.embeddedResource && (hasQuickCheck(member) || isPlainScalar(member));
}

/**
 * The runtime's check of a value of which nothing but the type is asked; undefined for all others.
 */
export function plainCheckName(shape: Shape, server: KubernetesMinor): RuntimeValue | undefined {
  const { type, format, nullable } = shape;
  if (nullable) return undefined;
  if (type === "object" || type === "array") {
    return isBareContainer(shape) ? plainChecks.get(type) : undefined;
  }
  if (!isPlainScalar(shape)) return undefined;
  if (type === "integer") {
    if (!has(server, "typedFormats")) return "isSafeInteger";
    return format === "int32" ? "isInt32" : "isInteger";
  }
  return plainChecks.get(type);
}

function isPlainScalar({ type, format, validation }: Shape): boolean {
  if (validation !== noValidation && !isEmptyValidation(validation)) return false;
  return type === "integer" || (format === "" && (type === "string" || type === "boolean"));
}

const plainChecks: ReadonlyMap<string, RuntimeValue> = new Map([
  ["object", "isPlainObject"],
  ["array", "isArray"],
  ["string", "isString"],
  ["boolean", "isBoolean"],
]);

/**
 * A condition that holds for every value that is not certainly valid by a shape; undefined where
 * every value is valid. Whether the value is null is looked at, whether it is there is not.
 */
export function valueFault(shape: Shape, value: Expr, unit: ValidateUnit): Expr | undefined {
  if (shape.acceptsAll) return undefined;
  const fault = nonNullFault(shape, value, unit);
  const allowsNull = shape.nullable && shape.type !== "" && shape.validation.enum.length === 0;
  return allowsNull ? expr`${value} !== null && ${fault}` : fault;
}

function nonNullFault(shape: Shape, value: Expr, unit: ValidateUnit): Expr {
  switch (shape.type) {
    case "object":
      if (isBareContainer(shape)) return expr`!${unit.runtime("isPlainObject")}(${value})`;
      return containerFault(shape, value, unit);
    case "array":
      if (isBareContainer(shape)) return expr`!Array.isArray(${value})`;
      return containerFault(shape, value, unit);
    case "":
      return anyFault(shape, value, unit);
    default: {
      const faults = scalarFaults(shape, value, unit);
      if (faults.includes(always)) return always;
      return operatorCode([...faults, ...branchFaults(shape, value, unit)], "||");
    }
  }
}

/**
 * Rare: constraints on values of any type. The second pass knows them all, but not what is still to
 * be filled in.
 */
function anyFault(shape: Shape, value: Expr, unit: ValidateUnit): Expr {
  const call = (name: RuntimeValue): Expr =>
    expr`!${unit.runtime(name)}(${unit.sharedSchema(shape)}, ${value}, ${unit.dialectArgument})`;
  const faults = [call("isValid")];
  if (shape.holdsLists) faults.push(call("hasValidLists"));
  if (shape.holdsResources) faults.push(call("hasValidResources"));
  if (isFilledAsSent(shape)) return operatorCode(faults, "||");
  unit.leaveOpen(shape);
  return operatorCode([expr`${absent} === null`, ...faults], "||");
}

function containerFault(shape: Shape, value: Expr, unit: ValidateUnit): Expr {
  const isList = shape.type === "array";
  const member = isList ? shape.items : shape.values;
  if (!isPlainCollection(shape) || typeof member !== "object") {
    return expr`!${word(unit.names.quickCheck(shape))}(${value}, ${absentArgument(shape, unit)})`;
  }
  if (shape.format !== "") unit.leaveOpen(shape);
  if (isList && shape.memberDefault !== undefined) unit.leaveOpen(shape);
  const plain = plainCheckName(member, unit.server);
  // Servers before 1.36 let some fractions pass, too.
  if (plain === "isSafeInteger") unit.leaveOpen(shape);
  const argument = plain === undefined ? absentArgument(member, unit) : [];
  const check = plain === undefined ? word(unit.names.quickCheck(member)) : unit.runtime(plain);
  if (!isList) return expr`!${unit.runtime("isMapOf")}(${value}, ${check}, ${absent})`;
  return expr`!${unit.runtime("isListOf")}(${value}, ${check}, ${argument})`;
}

function absentArgument(shape: Shape, unit: ValidateUnit): readonly Expr[] {
  return unit.quickCheck(shape).takesAbsent ? [absent] : [];
}

/** The body of the function of a shape that has one. */
export function quickCheckBody(shape: Shape, unit: ValidateUnit): Stmt {
  if (shape.format !== "") unit.leaveOpen(shape);
  return shape.type === "array" ? listBody(shape, unit) : objectBody(shape, unit);
}

/** Whether nothing is said of a list or object, nor of what it holds. */
export function isBareContainer(shape: Shape): boolean {
  const { validation } = shape;
  const holds = [...shape.fields.values(), shape.items, shape.values];
  return (
    holds.every((child) => child === undefined || (child !== false && child.acceptsAll)) &&
    validation.required.length === 0 &&
    validation.enum.length === 0 &&
    [
      validation.minItems,
      validation.maxItems,
      validation.minProperties,
      validation.maxProperties,
    ].every((limit) => limit === undefined) && // prettier-ignore
    !validation.uniqueItems &&
    shape.listType === "atomic" &&
    !shape.embeddedResource &&
    shape.allOf.length + shape.anyOf.length + shape.oneOf.length === 0 &&
    shape.not === undefined
  );
}

function listBody(shape: Shape, unit: ValidateUnit): Stmt {
  const { uniqueItems } = shape.validation;
  const value = expr`value`;
  const faults = [expr`!Array.isArray(${value})`, ...sizeFaults(shape, value)];
  // Nothing in a CRD can ask for this; what the second pass finds is enough.
  if (uniqueItems) faults.push(expr`${value}.length > 1`);
  if (shape.validation.enum.length > 0) faults.push(always);
  if (uniqueItems || shape.validation.enum.length > 0 || shape.memberDefault !== undefined) {
    unit.leaveOpen(shape);
  }
  return stmt`${[
    returnFalse(operatorCode(faults, "||")),
    ...itemLoop(shape, unit),
    ...branchFaults(shape, value, unit).map(returnFalse),
    stmt`return ${listTypeCheck(shape, unit)};`,
  ]}`;
}

function itemLoop({ items }: Shape, unit: ValidateUnit): readonly Stmt[] {
  if (items === undefined) return [];
  const fault = valueFault(items, expr`item`, unit);
  if (fault === undefined) return [];
  if (fault === always) return [returnFalse(expr`value.length > 0`)];
  return [
    stmt`for (const item of value) {
  ${returnFalse(fault)}
}`,
  ];
}

function listTypeCheck(shape: Shape, unit: ValidateUnit): Expr {
  switch (shape.listType) {
    case "set":
      return expr`${unit.runtime("isSet")}(value)`;
    case "map":
      return mapListCheck(shape, unit);
    default:
      return expr`true`;
  }
}

function mapListCheck(shape: Shape, unit: ValidateUnit): Expr {
  const { listMapKeys, items } = shape;
  // Of other items than objects, which no CRD that is accepted has, the second pass knows what is
  // wrong.
  if (items?.type !== "object") {
    unit.leaveOpen(shape);
    return expr`value.length === 0`;
  }
  if (listMapKeys.length === 0) return expr`value.length < 2`;
  // A null that is allowed is a key of its own.
  if (listMapKeys.some((key) => items.fields.get(key)?.nullable)) unit.leaveOpen(shape);
  const keys = listCode(listMapKeys.map((key) => expr`${key}`));
  const defaults = [...items.defaults].filter(([key]) => listMapKeys.includes(key));
  const check = unit.runtime("haveUniqueKeys");
  if (defaults.length === 0) return expr`${check}(value, ${keys})`;
  const filled = jsonLiteral(fromEntries(defaults), (name) => unit.context.runtime(name));
  return expr`${check}(value, ${keys}, ${filled})`;
}

function fromEntries(entries: readonly (readonly [string, Json])[]): JsonObject {
  const object: JsonObject = {};
  for (const [key, value] of entries) setKey(object, key, value);
  return object;
}

function objectBody(shape: Shape, unit: ValidateUnit): Stmt {
  const members = memberSwitch({
    names: shape.fields.keys(),
    required: shape.validation.required,
    defaulted: shape.defaults,
    fault(name) {
      const field = shape.fields.get(name);
      return field === undefined ? undefined : valueFault(field, expr`member`, unit);
    },
    otherFault: otherFault(shape, unit),
    counts: countsKnown(shape, unit),
  });
  return stmt`${[
    returnFalse(expr`!${unit.runtime("isPlainObject")}(value)`),
    ...memberLoop(members, shape, unit),
    ...ending(members, wholeFaults(shape, unit)),
  ]}`;
}

/** The condition under which a member that is no field is wrong. */
export function otherFault({ values }: Shape, unit: ValidateUnit): Expr | undefined {
  if (values === false) return expr`true`;
  return values === undefined ? undefined : valueFault(values, expr`member`, unit);
}

/**
 * Whether the function of a shape can name the members that are wrong, see `MemberCheck` of the
 * runtime.
 */
export function sortsMembers(shape: Shape): boolean {
  if (shape.type !== "object" || !hasQuickCheck(shape)) return false;
  const members = [...shape.fields.values(), shape.values];
  return members.some((member) => member === false || member?.acceptsAll === false);
}

/** The loop over the members, and what is counted in it. */
export function memberLoop(
  { body, state, uncounted, counts: countsItself }: MemberSwitch,
  shape: Shape,
  unit: ValidateUnit,
): readonly Stmt[] {
  const { minProperties, maxProperties } = shape.validation;
  const counts = countsMembers(shape);
  if (isCountedOtherwise(shape, counts, uncounted)) unit.leaveOpen(shape);
  const statements: Stmt[] = [];
  if (state !== undefined) statements.push(state.declaration);
  if (counts) statements.push(stmt`let size = 0;`);
  if (body !== undefined || counts) {
    const inner = [
      stmt`const member = value[key];`,
      stmt`if (${absentCondition(shape)}) continue;`,
      ...(counts && !countsItself ? [stmt`size++;`] : []),
      ...(body === undefined ? [] : [body]),
    ];
    statements.push(stmt`for (const key in value) {
  ${inner}
}`);
  }
  if (minProperties !== undefined) statements.push(returnFalse(expr`size < ${minProperties}`));
  if (maxProperties !== undefined) statements.push(returnFalse(expr`size > ${maxProperties}`));
  // What is filled in counts, too.
  if (counts && isFilled(shape)) statements.push(returnFalse(expr`${absent} === null`));
  for (const name of uncounted) {
    const counted = dropsNull(shape, name) ? [absent] : [];
    statements.push(returnFalse(expr`!${unit.runtime("hasKey")}(value, ${name}, ${counted})`));
  }
  return statements;
}

/**
 * Whether, of an object as it is sent, only fields that are specified count: the server prunes all
 * others before.
 */
function countsKnown(shape: Shape, { prunes }: ValidateUnit): boolean {
  return prunes && countsMembers(shape) && prunesMembers(shape) && !shape.embeddedResource;
}

/**
 * What stands behind the loop: `faults` of the object as a whole only make sense if its members are
 * what they must be.
 */
export function ending({ state }: MemberSwitch, faults: readonly Expr[]): readonly Stmt[] {
  if (state === undefined) return [...faults.map(returnFalse), stmt`return true;`];
  if (faults.length === 0) return [stmt`return ${state.isValid};`];
  return [...[state.isInvalid, ...faults].map(returnFalse), stmt`return true;`];
}

/**
 * Whether what the server fills in, or drops, may change a count or what is required without a bit.
 */
function isCountedOtherwise(shape: Shape, counts: boolean, uncounted: readonly string[]): boolean {
  const { fields, values } = shape;
  if (values === false || (values !== undefined && fields.size > 0)) return true;
  if (uncounted.length > 0) return true;
  return counts && isFilled(shape);
}

function isFilled({ defaults, memberDefault }: Shape): boolean {
  return defaults.size > 0 || memberDefault !== undefined;
}

/** What an object must be as a whole, behind its members. */
export function wholeFaults(shape: Shape, unit: ValidateUnit): readonly Expr[] {
  const faults: Expr[] = [];
  // Rare: whether one object equals another is left to the second pass.
  if (shape.validation.enum.length > 0) faults.push(always);
  if (shape.validation.enum.length > 0 || shape.embeddedResource) unit.leaveOpen(shape);
  if (shape.embeddedResource) faults.push(expr`!${unit.runtime("isEmbeddedResource")}(value)`);
  return [...faults, ...branchFaults(shape, expr`value`, unit)];
}
