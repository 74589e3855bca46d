import { copyJson, isParsedJson } from "../values/json/copy-json.js";
import type { Members } from "../values/json/json-object.js";
import { hasKey, jsonTypeOf } from "../values/json/json-object.js";
import type { Json, JsonObject } from "../values/json/json.js";
import { Float64, setKey } from "../values/json/json.js";
import type { MutableMembers } from "./prune.js";
import { isMembers, typeMeta } from "./prune.js";
import { FirstWrong, WrongMembers } from "./report.js";
import type { CheckOptions, ResourceValidation } from "./resource-validation.js";
import type { MemberCheck, ValueSchema } from "./value-schema.js";
import { memberSchema } from "./value-schema.js";

/**
 * Tells whether the server would accept an object as it is sent, by a quick check that is exact for
 * what `JSON.parse` makes. What else can be sent (instances of classes, objects without a
 * prototype) is looked at as it would be sent.
 *
 * @throws TypeError that names the place, for an object with something in it that JSON cannot hold
 */
export function isGoodAsSent(isGood: MemberCheck, value: unknown): boolean {
  const notes = firstWrong.clear();
  if (isGood(value, null, notes)) return true;
  if (jsonTypeOf(value) !== "object") return false;
  if (isFirstSurelyWrong(value as Members, notes.path)) return false; // of its type
  const { apiVersion, kind } = value as Members; // of its type
  // What is of another kind is told without a look at the rest of it.
  if (isSurelyWrong(isGood, { apiVersion, kind }) || isSurelyWrong(isGood, value)) return false;
  return !isParsedJson(value) && isGood(copyJson(value), null);
}

const firstWrong = /* @__PURE__ */ new FirstWrong();

/** As `isSurelyWrong`, of the way to what is wrong, which leads through objects of `JSON.parse`. */
function isFirstSurelyWrong(object: Members, path: readonly string[]): boolean {
  let member: unknown = object;
  for (const name of path) member = (member as Members)[name]; // a check went that way
  return isParsedJson(member) && path.every((name) => isParsedJson(name));
}

/**
 * Tells whether a member is wrong that would be sent just like that: then it does not matter how
 * the others would be sent.
 */
function isSurelyWrong(isGood: MemberCheck, value: unknown): boolean {
  const wrong = new WrongMembers();
  isGood(value, null, wrong);
  return holdsWrong(value as Members, wrong); // of others nothing is noted
}

function holdsWrong(object: Members, wrong: WrongMembers): boolean {
  return wrong.names.some((name) => {
    const inside = wrong.of(name);
    const member = object[name];
    if (inside === undefined || inside.names.length === 0) return isParsedJson([name, member]);
    return isParsedJson(name) && holdsWrong(member as Members, inside); // of others nothing is noted
  });
}

/** The same of a resource with rules, which see the object with its defaults. */
export function isGoodByRules(
  resource: ResourceValidation,
  value: unknown,
  { rules = true }: CheckOptions = {},
): boolean {
  if (!isGoodAsSent(resource.is, value)) return false;
  const asked = rules ? resource.ruleSteps : undefined;
  if (asked === undefined) return true;
  return asked.asSent(resource, [], value as JsonObject).length === 0; // nothing else is good
}

/**
 * An object that rules can read, as they see it: itself if that is all the same, since they change
 * nothing, else a copy.
 */
export function seenByRules(resource: ResourceValidation, object: JsonObject): JsonObject {
  const seesDefaults = resource.rulesSeeDefaults === true;
  if (!seesDefaults && isParsedJson(object, "without nulls")) return object;
  const filled = copyJson(object) as JsonObject; // as its source
  if (seesDefaults || holdsNull(filled)) fillIn(resource, filled);
  return filled;
}

/**
 * Tells whether there is a null anywhere in a value; objects may be nested too deeply for calls.
 */
function holdsNull(value: Json): boolean {
  const open: Json[] = [value];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next === null) return true;
    if (typeof next !== "object" || next instanceof Float64) continue;
    const members = Array.isArray(next) ? next : Object.values(next);
    for (const member of members) open.push(member);
  }
  return false;
}

/*
 * Null handling and defaults by the schema as data, as generated `default…` functions have them
 * (apiextensions `schema/defaulting`). Slower than those: for objects that are filled in on the
 * side.
 */

/** The facts that say how objects of a resource are filled in. */
interface Filling {
  readonly schema: () => ValueSchema;
  /** The generated function, where it is in use anyway. */
  readonly fill?: (object: unknown) => void;
}

/** Drops nulls of an object that the schema does not allow, and fills in its defaults, in place. */
export function fillIn({ schema, fill }: Filling, object: unknown): void {
  if (fill !== undefined) fill(object);
  else if (isMembers(object)) fillMembers(schema(), object, typeMeta);
}

/** The same for a value inside of one. */
export function fillValue(schema: ValueSchema, value: unknown): void {
  if (Array.isArray(value)) fillItems(schema, value);
  else if (isMembers(value)) fillMembers(schema, value, []);
}

function fillItems({ items, memberDefault }: ValueSchema, list: unknown[]): void {
  if (items === undefined) return;
  for (let index = 0; index < list.length; index++) {
    const isReplaced = list[index] === null && items.nullable !== true;
    if (!isReplaced) fillValue(items, list[index]);
    else if (memberDefault !== undefined) list[index] = copyJson(memberDefault);
  }
}

function fillMembers(
  schema: ValueSchema,
  object: MutableMembers,
  ignored: readonly string[],
): void {
  const { fields = {}, defaults = {}, memberDefault } = schema;
  for (const key of Object.keys(object)) {
    const member = ignored.includes(key) ? undefined : memberSchema(schema, key);
    if (member === undefined) continue;
    if (object[key] !== null || member.nullable === true) fillValue(member, object[key]);
    else if (isRefused(schema, key)) continue;
    else if (Object.hasOwn(fields, key) || memberDefault === undefined) delete object[key];
    else put(object, key, memberDefault);
  }
  for (const key of Object.keys(defaults)) {
    if (!ignored.includes(key) && !hasKey(object, key)) put(object, key, defaults[key] ?? null);
  }
}

/**
 * Tells whether a null is the fault of an embedded resource, even though there is a default: the
 * server asks for texts before it fills in anything (apiextensions `schema/objectmeta/coerce.go`).
 * Other nulls were dropped by then.
 */
function isRefused(schema: ValueSchema, key: string): boolean {
  if (schema.embeddedResource !== true || (key !== "apiVersion" && key !== "kind")) return false;
  const { fields = {}, defaults = {}, memberDefault } = schema;
  return Object.hasOwn(fields, key) ? Object.hasOwn(defaults, key) : memberDefault !== undefined;
}

function put(object: MutableMembers, key: string, value: Json): void {
  setKey(object, key, copyJson(value));
}

/**
 * Removes, in place, what a schema does not specify, as `prune` does, but does not tell what: for
 * copies in which errors are looked for. Those are few, so this is short, and slower.
 *
 * @param keepsType the value is an object with a type and metadata, of which the schema says
 *   nothing
 */
export function dropUnknown(root: ValueSchema, value: unknown, keepsType = false): void {
  const open: [ValueSchema, unknown, boolean, boolean][] = [[root, value, keepsType, false]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [schema, current, isTyped, isInPreserved] = next;
    const { items, values, embeddedResource, preserveUnknownFields } = schema;
    const preserves = isInPreserved || preserveUnknownFields === true;
    if (Array.isArray(current)) {
      for (const item of current) open.push([items ?? unspecified, item, false, preserves]);
    } else if (isMembers(current)) {
      for (const key of Object.keys(current)) {
        if ((isTyped || embeddedResource === true) && typeMeta.includes(key)) continue;
        const member = memberSchema(schema, key);
        const isKept = member !== undefined || values !== undefined;
        if (isKept) open.push([member ?? unspecified, current[key], false, false]);
        else if (!preserves) delete current[key];
      }
    }
  }
}

const unspecified: ValueSchema = {};
