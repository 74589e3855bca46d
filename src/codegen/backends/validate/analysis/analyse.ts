import { noValidation } from "../../../../crd/ir/schema-table.js";
import type { RuntimeValue } from "../../../../runtime/contract.js";
import type { Json, JsonObject } from "../../../../runtime/v1/values/json/json.js";
import { setKey } from "../../../../runtime/v1/values/json/json.js";
import type { KubernetesMinor } from "../../../../runtime/v1/values/kubernetes-version.js";
import { has } from "../../../../runtime/versions/changes.js";
import type { Shape } from "../shape.js";
import { asksOnly, isEmptyValidation } from "../shape.js";
import type { Check, CheckFunction, Members, OwnCheck, SecondCheck, Test } from "./check.js";
import {
  all,
  always,
  call,
  compare,
  isExact,
  never,
  open,
  readsAbsent,
  shapesOfSecondPass,
  testsOfCheck,
} from "./check.js";
import { isFilledAsSent, junctorTests } from "./junctors.js";
import { countedMembers, membersOf, membersReadAbsent } from "./members.js";
import { scalarTests, sizeTests } from "./scalars.js";

/*
 * What the first pass asks: tests that say yes only to values without any error. They walk the keys
 * that are there, not those that the schema knows, and build nothing. Of an object as it is sent a
 * no is the truth as well, but for tests that are open.
 */

/** The facts about the resource whose shapes are analysed. */
export interface Analysis {
  readonly server: KubernetesMinor;
  /** True if the server prunes objects of the resource. */
  readonly prunes: boolean;
  /** The checks found so far. */
  readonly checks: Map<Shape, Check>;
}

/** Finds the check for values of a shape. */
export function analyse(shape: Shape, analysis: Analysis): Check {
  let check = analysis.checks.get(shape);
  if (check === undefined) analysis.checks.set(shape, (check = checkOf(shape, analysis)));
  return check;
}

function checkOf(shape: Shape, analysis: Analysis): Check {
  const { type, nullable, validation } = shape;
  const isContainer = type === "object" || type === "array";
  const check = isContainer ? containerCheck(shape, analysis) : valueCheck(shape, analysis.server);
  if (!nullable || type === "" || validation.enum.length > 0) return check;
  const by = typeof check.by === "object" ? check.by : undefined;
  return { tests: [{ kind: "nullOr", of: check.tests }], by };
}

function containerCheck(shape: Shape, analysis: Analysis): Check {
  const isList = shape.type === "array";
  if (isBareContainer(shape)) {
    return isList
      ? { tests: [call("Array.isArray")], by: "isArray" }
      : { tests: [call("isPlainObject")], by: "isPlainObject" };
  }
  const member = checkOfMembers(shape, analysis);
  if (member !== undefined) return { tests: [collectionTest(shape, member)], by: undefined };
  const own = isList ? listCheck(shape, analysis) : objectCheck(shape, analysis);
  return { tests: [{ kind: "own", check: own }], by: own };
}

function valueCheck(shape: Shape, server: KubernetesMinor): Check {
  const { type, format, validation } = shape;
  if (type === "") return { tests: shape.acceptsAll ? [] : testsOfAny(shape), by: undefined };
  const tests = all([...scalarTests(shape, server), ...junctorTests(shape, server)]);
  const isPlain = validation === noValidation || isEmptyValidation(validation);
  return { tests, by: isPlain ? typeCheck(type, format, server) : undefined };
}

/** The runtime's check of a scalar of which nothing but the type is asked. */
function typeCheck(
  type: Shape["type"],
  format: string,
  server: KubernetesMinor,
): RuntimeValue | undefined {
  if (type === "integer") {
    if (!has(server, "typedFormats")) return "isSafeInteger";
    return format === "int32" ? "isInt32" : "isInteger";
  }
  if (format !== "") return undefined;
  return type === "string" ? "isString" : type === "boolean" ? "isBoolean" : undefined;
}

/**
 * Rare: constraints on values of any type. The second pass knows them all, but not what is still to
 * be filled in.
 */
function testsOfAny(shape: Shape): readonly Test[] {
  const ask = (check: SecondCheck): Test => ({ kind: "second", check, shape });
  const tests = [ask("isValid")];
  if (shape.holdsLists) tests.push(ask("hasValidLists"));
  if (shape.holdsResources) tests.push(ask("hasValidResources"));
  if (isFilledAsSent(shape)) return tests;
  return [open({ kind: "stored" }, "the second pass does not know what is filled in"), ...tests];
}

function collectionTest({ type, format, memberDefault }: Shape, member: CheckFunction): Test {
  return open(
    { kind: type === "array" ? "listOf" : "mapOf", member },
    (format !== "" && aboutFormats) ||
      (type === "array" && memberDefault !== undefined && aboutDefaults) ||
      (member === "isSafeInteger" && "before 1.36, some fractions were let pass"),
  );
}

const aboutFormats = "a format lets values of other types pass";
const aboutDefaults = "null becomes the default of items";

/** The check of each member of a list or map of which nothing else is asked. */
function checkOfMembers(shape: Shape, analysis: Analysis): CheckFunction | undefined {
  const member = shape.type === "array" ? shape.items : shape.values;
  if (typeof member !== "object" || member.nullable || shape.fields.size > 0) return undefined;
  if (shape.validation !== noValidation || shape.listType !== "atomic") return undefined;
  if (shape.embeddedResource) return undefined;
  return analyse(member, analysis).by;
}

/** Tells whether a list or object has no constraints, and neither do its contents. */
export function isBareContainer(shape: Shape): boolean {
  const holds = [...shape.fields.values(), shape.items, shape.values];
  return (
    holds.every((child) => child === undefined || (child !== false && child.acceptsAll)) &&
    (shape.validation === noValidation || asksOnly(shape.validation, ofScalars)) &&
    shape.listType === "atomic" &&
    !shape.embeddedResource
  );
}

const ofScalars = [
  "format", "pattern", "minLength", "maxLength", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum",
  "multipleOf",
] as const; // prettier-ignore

function listCheck(shape: Shape, analysis: Analysis): OwnCheck {
  const { format, items, memberDefault } = shape;
  const { uniqueItems, enum: entries } = shape.validation;
  const why = (format !== "" && aboutFormats) || (memberDefault !== undefined && aboutDefaults);
  const before = [open(call("Array.isArray"), why), ...sizeTests(shape)];
  // Nothing in a CRD can ask for this.
  if (uniqueItems) before.push(open(compare("length", "<=", 1), "the second pass compares items"));
  if (entries.length > 0) before.push(open(never, "the second pass compares lists"));
  const tests = items === undefined ? [] : analyse(items, analysis).tests;
  const [first] = tests;
  const isEmpty = first?.kind === "known";
  const whole = junctorTests(shape, analysis.server);
  return finished({
    shape,
    before,
    contents: { kind: "items", tests: isEmpty ? [] : tests, ofType: listTypeTest(shape) },
    whole: isEmpty ? [open(compare("length", "<=", 0), first.open), ...whole] : whole,
  });
}

function listTypeTest({ listType, listMapKeys, items }: Shape): Test {
  if (listType === "atomic") return always;
  if (listType === "set") return call("isSet");
  // Of other items than objects, which no CRD that is accepted has, the second pass knows what is
  // wrong.
  if (items?.type !== "object") return open(compare("length", "<=", 0), "items without keys");
  if (listMapKeys.length === 0) return compare("length", "<", 2);
  const defaults = [...items.defaults].filter(([key]) => listMapKeys.includes(key));
  const filled = defaults.length === 0 ? [] : [fromEntries(defaults)];
  const isNullKey = listMapKeys.some((key) => items.fields.get(key)?.nullable);
  return open(
    call("haveUniqueKeys", [[...listMapKeys], ...filled]),
    isNullKey && "null that is allowed is a key of its own",
  );
}

function fromEntries(entries: readonly (readonly [string, Json])[]): JsonObject {
  const object: JsonObject = {};
  for (const [key, value] of entries) setKey(object, key, value);
  return object;
}

function objectCheck(shape: Shape, analysis: Analysis): OwnCheck {
  const members = membersOf(shape, {
    names: shape.fields.keys(),
    required: shape.validation.required,
    filled: shape.defaults,
    tests: (name) => fieldTests(shape, name, analysis),
    others: otherTests(shape, analysis),
    counts: countedMembers(shape, analysis.prunes),
  });
  return objectOf(shape, members, wholeTests(shape, analysis), shape.format !== "" && aboutFormats);
}

function fieldTests({ fields }: Shape, name: string, analysis: Analysis): readonly Test[] {
  const field = fields.get(name);
  return field === undefined ? [] : analyse(field, analysis).tests;
}

/** The check of an object; `why` it is open beyond what its tests say. */
export function objectOf(
  shape: Shape,
  members: Members,
  whole: readonly Test[],
  why: string | false,
): OwnCheck {
  const { values, fields } = shape;
  const isMixed = values !== undefined && values !== false && fields.size > 0;
  const before = [open(call("isPlainObject"), why || (isMixed && "nulls beside the fields"))];
  return finished({ shape, before, contents: members, whole });
}

/** Returns the tests of a member that is no field. */
export function otherTests({ values }: Shape, analysis: Analysis): readonly Test[] {
  if (values === false) return [open(never, "the server drops what is not specified")];
  return values === undefined ? [] : analyse(values, analysis).tests;
}

/** Returns the tests of an object as a whole. */
export function wholeTests(shape: Shape, { server }: Analysis): readonly Test[] {
  const tests: Test[] = [];
  if (shape.validation.enum.length > 0) tests.push(open(never, "the second pass compares objects"));
  if (shape.embeddedResource) {
    tests.push(open(call("isEmbeddedResource"), "the server completes the metadata"));
  }
  return [...tests, ...junctorTests(shape, server)];
}

function finished(check: Omit<OwnCheck, "isExact" | "readsAbsent">): OwnCheck {
  const { contents } = check;
  const tests = testsOfCheck(check);
  const ofMembers = contents.kind === "members" && membersReadAbsent(contents);
  return {
    ...check,
    isExact: tests.every(isExact),
    readsAbsent: ofMembers || tests.some(readsAbsent),
  };
}

/** The analysis of one version of a resource, which is done before anything is written. */
export interface AnalysedUnit {
  readonly root: Shape;
  /** All shapes, each after those that it refers to; the root only where it is not `resource`. */
  readonly shapes: readonly Shape[];
  /** The check of each shape that is no branch. */
  readonly checks: ReadonlyMap<Shape, Check>;
  /** Shapes whose data has a name: those with a function, and those in use at several places. */
  readonly constants: ReadonlySet<Shape>;
  /** Those that functions hand to the second pass, and what they refer to. */
  readonly shared: ReadonlySet<Shape>;
  /** The check of the whole resource; without one the root is a shape like all others. */
  readonly resource: ResourceCheck | undefined;
}

/** The function that checks a resource. */
interface ResourceCheck {
  readonly name: string;
  readonly check: OwnCheck;
}

/** Analyses all shapes of a unit. */
export function analyseUnit(
  root: Shape,
  resource: ResourceCheck | undefined,
  analysis: Analysis,
): AnalysedUnit {
  const uses = countUses(root);
  const shapes = [...uses.keys()].filter((shape) => resource === undefined || shape !== root);
  const cores = shapes.filter(({ schema }) => "intOrString" in schema);
  const checks = new Map(cores.map((shape) => [shape, analyse(shape, analysis)]));
  const functions = new Map<Shape, OwnCheck>();
  for (const [shape, { by }] of checks) if (typeof by === "object") functions.set(shape, by);
  const checksWritten = [
    ...functions.values(),
    ...(resource === undefined ? [] : [resource.check]),
  ];
  const asked = new Set(checksWritten.flatMap((check) => shapesOfSecondPass(testsOfCheck(check))));
  const shared = new Set([...asked].flatMap((shape) => [...countUses(shape).keys()]));
  const constants = shapes.filter(
    (shape) => functions.has(shape) || uses.get(shape) !== 1 || asked.has(shape),
  );
  return { root, shapes, checks, constants: new Set(constants), shared, resource };
}

/** How often each shape below is referred to, each after those that it refers to itself. */
function countUses(root: Shape): ReadonlyMap<Shape, number> {
  const uses = new Map<Shape, number>();
  const seen = new Set<Shape>();
  const visit = (shape: Shape): void => {
    if (!seen.has(shape)) {
      seen.add(shape);
      childrenOf(shape).forEach(visit);
    }
    uses.set(shape, (uses.get(shape) ?? 0) + 1);
  };
  visit(root);
  return uses;
}

function childrenOf(shape: Shape): readonly Shape[] {
  const { fields, values, items, allOf, anyOf, oneOf, not } = shape;
  return [...fields.values(), values, items, ...allOf, ...anyOf, ...oneOf, not].filter(
    (child) => typeof child === "object",
  );
}
