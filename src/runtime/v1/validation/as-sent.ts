import { copyJson, isParsedJson } from "../values/json/copy-json.js";
import type { Members } from "../values/json/json-object.js";
import { jsonTypeOf } from "../values/json/json-object.js";
import type { Json, JsonObject } from "../values/json/json.js";
import { Float64 } from "../values/json/json.js";
import { fillIn } from "./fill-defaults.js";
import type { CheckOptions, ResourceValidation } from "./resource-validation.js";
import type { MemberCheck } from "./value-schema.js";
import { FirstWrong, WrongMembers } from "./wrong-members.js";

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
