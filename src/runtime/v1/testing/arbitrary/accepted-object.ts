import type { Admission } from "../../admission/admission.js";
import { copyJson } from "../../values/json/copy-json.js";
import type { Members } from "../../values/json/json-object.js";
import { isPlainObject } from "../../values/json/json-object.js";
import type { Json, JsonObject } from "../../values/json/json.js";
import { isObject, setKey } from "../../values/json/json.js";

/** The properties that all objects of an arbitrary have in common. */
export interface ArbitraryOptions {
  /** The name of all objects; default: each has one of its own. */
  readonly name?: string | undefined;
  /** The namespace of all objects; default: each has one of its own. */
  readonly namespace?: string | undefined;
}

/** The verdict of the API server on the creation of an object. */
type Admit = (object: unknown) => Admission;

/**
 * An object as it was made, if the API server accepts it; else what is accepted when as much of it
 * as possible is put into one that is known to be accepted. The given objects stay as they are.
 *
 * @param made whatever was made at random
 * @param known an object that the API server accepts
 * @throws Error if the API server accepts no object with the name and namespace of the options
 */
export function acceptedObject(
  made: unknown,
  known: object,
  admit: Admit,
  { name, namespace }: ArbitraryOptions = {},
): JsonObject {
  const identity = {
    ...(name !== undefined && { name }),
    ...(namespace !== undefined && { namespace }),
  };
  const wanted = withIdentity(made, identity);
  if (admit(wanted).allowed) return wanted;
  const start = withIdentity(known, identity);
  const answer = admit(start);
  if (!answer.allowed) {
    throw new Error(`no object has this name and namespace: ${answer.status.message ?? ""}`);
  }
  const adopted = adopt(start, wanted, (object) => admit(object).allowed);
  return copyJson(adopted) as JsonObject; // as an accepted object is one
}

function withIdentity(object: unknown, identity: JsonObject): JsonObject {
  const copy = copyJson(object) as JsonObject; // a copy of one
  const { metadata } = copy;
  copy["metadata"] = { ...(isObject(metadata) && metadata), ...identity };
  return copy;
}

/** Tells whether the whole object is accepted with a value at the place in question. */
type Accepts = (value: Json | undefined) => boolean;

/**
 * A value that is accepted at a place, as near to the wanted one as changes one after the other
 * lead; `current` is accepted.
 */
function adopt(
  current: Json | undefined,
  wanted: Json | undefined,
  accepts: Accepts,
): Json | undefined {
  if (accepts(wanted)) return wanted;
  if (Array.isArray(wanted)) return adoptList(current, wanted, accepts);
  return isObject(wanted) ? adoptObject(current, wanted, accepts) : current;
}

function adoptList(
  current: Json | undefined,
  wanted: readonly Json[],
  accepts: Accepts,
): Json | undefined {
  const first: readonly Json[] = Array.isArray(current) ? current : [];
  if (first !== current && !accepts([])) return current;
  let list = accepts([]) ? [] : first;
  for (const item of wanted) {
    const longer = [...list, item];
    if (accepts(longer)) list = longer;
  }
  return [...list];
}

function adoptObject(
  current: Json | undefined,
  wanted: JsonObject,
  accepts: Accepts,
): Json | undefined {
  const isThere = isObject(current);
  if (!isThere && !accepts({})) return current;
  let object: JsonObject = isThere ? current : {};
  for (const name of new Set([...Object.keys(wanted), ...Object.keys(object)])) {
    const place = object;
    const value = adopt(ownValue(place, name), ownValue(wanted, name), (member) =>
      accepts(withMember(place, name, member)),
    );
    object = withMember(place, name, value);
  }
  return object;
}

function ownValue(object: JsonObject, name: string): Json | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

function withMember(object: JsonObject, name: string, value: Json | undefined): JsonObject {
  const changed: JsonObject = {};
  for (const key of Object.keys(object))
    if (key !== name) setKey(changed, key, object[key] ?? null);
  if (value !== undefined) setKey(changed, name, value);
  return changed;
}

/**
 * Returns a text in which items of a list must differ: the values of the keys of a list of type
 * map, or the whole item where there are no keys.
 */
export function itemKey(item: unknown, keys: readonly string[]): string {
  const isKeyed = keys.length > 0 && isPlainObject(item);
  return JSON.stringify(isKeyed ? keys.map((key) => item[key] ?? null) : item);
}

/** An object without the fields whose value is undefined: those that it happens not to have. */
export function presentFields(object: Members): Members {
  const present = {};
  for (const name of Object.keys(object)) {
    const value = object[name];
    if (value !== undefined) setKey(present, name, value);
  }
  return present;
}
