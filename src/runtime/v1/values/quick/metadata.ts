import { isGoTime } from "../formats/times.js";
import { lowerCase } from "../go/quote.js";
import { utf8Length } from "../go/utf8.js";
import type { Members } from "../json/json-object.js";
import { isPlainObject } from "../json/json-object.js";
import { Float64, isInt64 } from "../json/json.js";
import { maskTrailingDash } from "../names.js";
import { isDnsLabel, isLabelKey, isLabelValue, isSubdomain, isSubdomainStart } from "./names.js";

/*
 * Whether metadata is good, without a word on why not: what `decodeObjectMeta` reads, and
 * `validateObjectMeta` finds no fault in once the server has completed it for an object to create.
 * Null is absent everywhere in it.
 */

/**
 * Exact for metadata of an object to create that is an object of `JSON.parse`; false for any other
 * value.
 */
export function isObjectMeta(value: unknown, namespaced: boolean): boolean {
  if (!isPlainObject(value)) return false;
  let hasName = false;
  let prefix = "";
  for (const key in value) {
    const member = value[key];
    if (typeof member !== "string") {
      if (member !== undefined && member !== null && !isGoodMember(key, member)) return false;
      continue;
    }
    if (key === "name") {
      hasName = member !== "";
      if (hasName && !isName(member)) return false;
    } else if (key === "namespace") {
      // The server drops it where there is none, and fills it in where it is missing.
      if (namespaced && member !== "" && !isDnsLabel(member)) return false;
    } else if (key === "generateName") {
      prefix = member;
    } else if (!isGoodText(key, member)) return false;
  }
  return prefix === "" ? hasName : isGoodPrefix(prefix, hasName);
}

/**
 * Metadata in which the rules find no fault for sure, and which the server completes by nothing a
 * schema could look at.
 */
export function isPlainMetadata(value: unknown, namespaced: boolean): boolean {
  if (!isPlainObject(value)) return false;
  const { name, generateName, namespace, generation = 1 } = value;
  if (typeof name !== "string" || name === "" || generateName !== undefined) return false;
  if (namespace !== undefined && !namespaced) return false;
  return typeof generation === "number" && generation >= 0 && isObjectMeta(value, namespaced);
}

/**
 * Tells whether a value is a text that can be the name of no object: neither empty nor a subdomain.
 */
export function isWrongName(value: unknown): boolean {
  return typeof value === "string" && value !== "" && !isSubdomain(value);
}

/** How much of a prefix goes into a name (apiserver `storage/names/generate.go`). */
export const maxGeneratedBase = 58;

function isName(text: string): boolean {
  return text.length <= 253 && isSubdomain(text);
}

/** The server judges the prefix, and without a name what it makes of its beginning. */
function isGoodPrefix(prefix: string, hasName: boolean): boolean {
  if (prefix.length <= maxGeneratedBase && isSubdomainStart(prefix) && !prefix.endsWith(".")) {
    return true;
  }
  if (!isName(maskTrailingDash(prefix))) return false;
  return hasName || isSubdomain(`${prefix.slice(0, maxGeneratedBase)}x`);
}

/** Tells whether a text can be the value of a key; of some it is the wrong type. */
function isGoodText(key: string, text: string): boolean {
  switch (key) {
    case "uid":
    case "resourceVersion":
    case "selfLink":
      return true;
    case "creationTimestamp":
    case "deletionTimestamp":
      return isGoTime(text);
    default:
      return isGoodMember(key, text);
  }
}

function isGoodMember(key: string, member: unknown): boolean {
  switch (key) {
    case "labels":
      return isPlainObject(member) && areGoodLabels(member);
    case "annotations":
      return isPlainObject(member) && areGoodAnnotations(member);
    case "generation":
    case "deletionGracePeriodSeconds":
      return isWhole(member);
    case "managedFields":
      // The server makes them anew; they only have to be readable.
      return Array.isArray(member) && member.every(isReadableManager);
    case "ownerReferences":
      return Array.isArray(member) && areGoodOwners(member);
    case "finalizers":
      return Array.isArray(member) && areGoodFinalizers(member);
    case "name":
    case "generateName":
    case "namespace":
    case "uid":
    case "resourceVersion":
    case "selfLink":
    case "creationTimestamp":
    case "deletionTimestamp":
      // Of another type than text.
      return false;
    default:
      return true;
  }
}

/** The server writes the number as JSON before it reads it again, so `1.0` is an integer. */
function isWhole(value: unknown): boolean {
  if (Number.isSafeInteger(value)) return true;
  const number = value instanceof Float64 ? value.value : value;
  return (typeof number === "number" || typeof number === "bigint") && isInt64(number);
}

function areGoodLabels(labels: Members): boolean {
  for (const key in labels) {
    const value = labels[key];
    if (value === undefined) continue;
    if (!isLabelKey(key)) return false;
    if (typeof value === "string" ? !isLabelValue(value) : value !== null) return false;
  }
  return true;
}

/** How long all annotations together may be, in bytes. */
export const maxAnnotations = 262_144;

function areGoodAnnotations(annotations: Members): boolean {
  let length = 0;
  for (const key in annotations) {
    const value = annotations[key];
    if (value === undefined) continue;
    if (!isLabelKey(key) && !isLabelKey(lowerCase(key))) return false;
    if (typeof value === "string") length += key.length + value.length;
    else if (value === null) length += key.length;
    else return false;
  }
  // A UTF-16 unit takes at most three bytes.
  return length * 3 <= maxAnnotations || sizeOf(annotations) <= maxAnnotations;
}

function sizeOf(texts: Members): number {
  let size = 0;
  for (const key in texts) {
    const text = texts[key];
    if (text !== undefined) size += utf8Length(key) + utf8Length(String(text ?? ""));
  }
  return size;
}

function areGoodFinalizers(finalizers: readonly unknown[]): boolean {
  for (const finalizer of finalizers) {
    if (typeof finalizer !== "string" || !isLabelKey(finalizer)) return false;
  }
  return !(finalizers.includes("orphan") && finalizers.includes("foregroundDeletion"));
}

function areGoodOwners(references: readonly unknown[]): boolean {
  let controllers = 0;
  for (const reference of references) {
    if (!isPlainObject(reference) || !isGoodOwner(reference)) return false;
    if (reference["controller"] === true) controllers++;
  }
  return controllers < 2;
}

function isGoodOwner(reference: Members): boolean {
  const { apiVersion, kind, name, uid, controller, blockOwnerDeletion } = reference;
  if (typeof apiVersion !== "string" || !isGroupVersion(apiVersion)) return false;
  if (!isText(kind) || isCoreEvent(apiVersion, kind)) return false;
  return isText(name) && isText(uid) && isFlag(controller) && isFlag(blockOwnerDeletion);
}

/** `v1`, `g/v1` and `/v1` have a version; `g/`, `/` and everything with two slashes do not. */
export function isGroupVersion(apiVersion: string): boolean {
  return /^[^/]*\/?[^/]+$/.test(apiVersion);
}

/** Events must not own anything. */
export function isCoreEvent(apiVersion: string, kind: unknown): boolean {
  return kind === "Event" && /^\/?v1$/.test(apiVersion);
}

function isText(value: unknown): boolean {
  return typeof value === "string" && value !== "";
}

function isFlag(value: unknown): boolean {
  return typeof value === "boolean" || value === undefined || value === null;
}

function isReadableManager(entry: unknown): boolean {
  if (!isPlainObject(entry)) return entry === null;
  for (const key in entry) {
    if (key === "fieldsV1") continue;
    const member = entry[key];
    if (typeof member !== "string") {
      if (member !== undefined && member !== null && isManagerText(key)) return false;
    } else if (key === "time" && !isGoTime(member)) return false;
  }
  return true;
}

function isManagerText(key: string): boolean {
  const texts = ["manager", "operation", "apiVersion", "time", "fieldsType", "subresource"];
  return texts.includes(key);
}
