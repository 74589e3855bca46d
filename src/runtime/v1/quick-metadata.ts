import { isPlainTime } from "./formats/plain-time.js";
import { isPlainObject } from "./json-object.js";
import type { Members } from "./json-object.js";
import { isDnsLabel, isLabelKey, isLabelValue, isSubdomain } from "./quick-names.js";

/*
 * Quick checks of metadata: they say yes to what most objects have, and leave everything else to the rules.
 */

/** Metadata of an object to create that has no error for sure. A namespaced object may still lack its namespace. */
export function isPlainMetadata(value: unknown, namespaced: boolean): boolean {
  if (!isPlainObject(value)) return false;
  let hasName = false;
  for (const key in value) {
    const member = value[key];
    if (key === "name" || key === "generateName") {
      if (typeof member !== "string" || !isPlainName(key, member)) return false;
      hasName = true;
    } else if (key === "namespace") {
      if (!namespaced || typeof member !== "string" || !isDnsLabel(member)) return false;
    } else if (member !== undefined && !isPlainMember(key, member)) return false;
  }
  return hasName;
}

/** A name, or what one is made of: that one may end in a dash, since a random text is put behind it. */
function isPlainName(key: string, text: string): boolean {
  if (key === "name") return text.length <= 253 && isSubdomain(text);
  return text.length <= 58 && isSubdomain(text.endsWith("-") ? `${text}x` : text);
}

/** Whether a value can only be the name of no object: neither empty nor a subdomain. */
export function isWrongName(value: unknown): boolean {
  return typeof value === "string" && value !== "" && !isSubdomain(value);
}

function isPlainMember(key: string, member: unknown): boolean {
  switch (key) {
    case "labels":
      return isPlainLabels(member);
    case "annotations":
      return isPlainAnnotations(member);
    case "uid":
    case "resourceVersion":
    case "selfLink":
      return typeof member === "string";
    case "generation":
      return typeof member === "number" && Number.isSafeInteger(member) && member >= 0;
    case "creationTimestamp":
      return member === null || (typeof member === "string" && isPlainTime(member));
    case "managedFields":
      // The server makes them anew; they only have to be readable.
      return Array.isArray(member) && member.every(isPlainManager);
    case "ownerReferences":
      return Array.isArray(member) && arePlainOwners(member);
    case "finalizers":
      return Array.isArray(member) && member.every(isPlainFinalizer);
    default:
      return false;
  }
}

function isPlainLabels(value: unknown): boolean {
  if (!isPlainObject(value)) return false;
  for (const key in value) {
    const label = value[key];
    if (typeof label !== "string" || !isLabelKey(key) || !isLabelValue(label)) return false;
  }
  return true;
}

/** Counted in bytes the limit is 262144, and a UTF-16 unit takes at most three. */
const maxPlainUnits = 80_000;

function isPlainAnnotations(value: unknown): boolean {
  if (!isPlainObject(value)) return false;
  let length = 0;
  for (const key in value) {
    const text = value[key];
    if (typeof text !== "string" || !isLabelKey(key)) return false;
    length += key.length + text.length;
  }
  return length < maxPlainUnits;
}

/** None of those two that must not stand together. */
function isPlainFinalizer(value: unknown): boolean {
  if (typeof value !== "string" || !isLabelKey(value)) return false;
  return value !== "orphan" && value !== "foregroundDeletion";
}

function arePlainOwners(references: readonly unknown[]): boolean {
  let controllers = 0;
  for (const reference of references) {
    if (!isPlainObject(reference) || !isPlainOwner(reference)) return false;
    if (reference["controller"] === true) controllers++;
  }
  return controllers < 2;
}

function isPlainOwner(reference: Members): boolean {
  let seen = 0;
  for (const key in reference) {
    const member = reference[key];
    switch (key) {
      case "apiVersion":
        if (typeof member !== "string" || !/^[\w.-]+(?:\/[\w.-]+)?$/.test(member)) return false;
        seen |= 1;
        break;
      case "kind":
        // Events must not own anything.
        if (typeof member !== "string" || member === "" || member === "Event") return false;
        seen |= 2;
        break;
      case "name":
      case "uid":
        if (typeof member !== "string" || member === "") return false;
        seen |= key === "uid" ? 4 : 8;
        break;
      case "controller":
      case "blockOwnerDeletion":
        if (typeof member !== "boolean") return false;
        break;
      default:
        return false;
    }
  }
  return seen === 15;
}

function isPlainManager(entry: unknown): boolean {
  if (!isPlainObject(entry)) return false;
  for (const key in entry) {
    if (key === "fieldsV1") continue;
    const member = entry[key];
    if (typeof member !== "string") return false;
    if (key === "time" && !isPlainTime(member)) return false;
  }
  return true;
}
