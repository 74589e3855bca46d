import { isPlainObject } from "./json-object.js";
import type { Members } from "./json-object.js";

/*
 * Quick checks of metadata: they say yes to what most objects have, and leave everything else to the rules. They look at
 * one character after the other, which for short texts takes less time than a regular expression does to begin.
 */

/** Metadata of an object to create that has no error for sure. A namespaced object may still lack its namespace. */
export function isPlainMetadata(value: unknown, namespaced: boolean): boolean {
  if (!isPlainObject(value)) return false;
  let hasName = false;
  for (const key in value) {
    const member = value[key];
    switch (key) {
      case "name":
        if (typeof member !== "string" || member.length > 253) return false;
        if (!isSubdomain(member, 0, member.length)) return false;
        hasName = true;
        break;
      case "generateName":
        // The name that comes of it is a random text longer.
        if (typeof member !== "string" || member.length > 58) return false;
        if (!isSubdomain(`${member}x`, 0, member.length + 1)) return false;
        hasName ||= member !== "";
        break;
      case "namespace":
        if (!namespaced || typeof member !== "string" || !isPlainNamespace(member)) return false;
        break;
      case "labels":
        if (!isPlainLabels(member)) return false;
        break;
      case "annotations":
        if (!isPlainAnnotations(member)) return false;
        break;
      case "uid":
      case "resourceVersion":
      case "selfLink":
        if (typeof member !== "string") return false;
        break;
      case "generation":
        if (typeof member !== "number" || !Number.isSafeInteger(member) || member < 0) return false;
        break;
      case "creationTimestamp":
        if (member !== null && !isPlainTime(member)) return false;
        break;
      case "finalizers":
        if (!Array.isArray(member) || !member.every(isPlainFinalizer)) return false;
        break;
      case "ownerReferences":
        if (!Array.isArray(member) || !arePlainOwners(member)) return false;
        break;
      case "managedFields":
        // The server makes them anew; they only have to be readable.
        if (!Array.isArray(member) || !member.every(isPlainManager)) return false;
        break;
      default:
        if (member !== undefined) return false;
    }
  }
  return hasName;
}

const dash = 45;
const dot = 46;
const slash = 47;
const underscore = 95;
const colon = 58;
const letterT = 84;
const letterZ = 90;

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

function isLowerOrDigit(code: number): boolean {
  return (code >= 97 && code <= 122) || isDigit(code);
}

function isAlphanumeric(code: number): boolean {
  return isLowerOrDigit(code) || (code >= 65 && code <= 90);
}

/** A DNS-1123 subdomain, without its limit of length. */
function isSubdomain(text: string, start: number, end: number): boolean {
  let previous = dot;
  for (let index = start; index < end; index++) {
    const code = text.charCodeAt(index);
    if (!isLowerOrDigit(code)) {
      if (code !== dash && code !== dot) return false;
      if (previous === dot || (code === dot && previous === dash)) return false;
    }
    previous = code;
  }
  return previous !== dot && previous !== dash;
}

function isPlainNamespace(text: string): boolean {
  return text.length <= 63 && isSubdomain(text, 0, text.length) && !text.includes(".");
}

/** The name part of a label key, or a label value that is not empty. */
function isLabelText(text: string, start: number): boolean {
  const end = text.length;
  if (end === start || end - start > 63) return false;
  for (let index = start; index < end; index++) {
    const code = text.charCodeAt(index);
    if (isAlphanumeric(code)) continue;
    if (code !== dash && code !== dot && code !== underscore) return false;
    if (index === start || index === end - 1) return false;
  }
  return true;
}

function isPlainKey(key: string): boolean {
  for (let index = 0; index < key.length; index++) {
    if (key.charCodeAt(index) === slash) {
      return index < 254 && isSubdomain(key, 0, index) && isLabelText(key, index + 1);
    }
  }
  return isLabelText(key, 0);
}

function isPlainLabels(value: unknown): boolean {
  if (!isPlainObject(value)) return false;
  for (const key in value) {
    const label = value[key];
    if (typeof label !== "string" || !isPlainKey(key)) return false;
    if (label !== "" && !isLabelText(label, 0)) return false;
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
    if (typeof text !== "string" || !isPlainKey(key)) return false;
    length += key.length + text.length;
  }
  return length < maxPlainUnits;
}

/** `2024-05-01T12:34:56Z`; days that not every month has are left to the rules. */
function isPlainTime(value: unknown): boolean {
  if (typeof value !== "string" || value.length !== 20) return false;
  const month = pair(value, 5);
  const day = pair(value, 8);
  return (
    pair(value, 0) >= 0 &&
    pair(value, 2) >= 0 &&
    value.charCodeAt(4) === dash &&
    month >= 1 &&
    month <= 12 &&
    value.charCodeAt(7) === dash &&
    day >= 1 &&
    day <= (month === 2 ? 28 : 30) &&
    value.charCodeAt(10) === letterT &&
    pair(value, 11) < 24 &&
    value.charCodeAt(13) === colon &&
    pair(value, 14) < 60 &&
    value.charCodeAt(16) === colon &&
    pair(value, 17) < 60 &&
    value.charCodeAt(19) === letterZ
  );
}

/** Not a number where punctuation stands in place of a digit. */
function pair(text: string, index: number): number {
  const tens = text.charCodeAt(index) - 48;
  const ones = text.charCodeAt(index + 1) - 48;
  return tens < 0 || tens > 9 || ones < 0 || ones > 9 ? Number.NaN : 10 * tens + ones;
}

/** None of those two that must not stand together. */
function isPlainFinalizer(value: unknown): boolean {
  if (typeof value !== "string" || !isPlainKey(value)) return false;
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
    if (typeof entry[key] !== "string") return false;
    if (key === "time" && !isPlainTime(entry[key])) return false;
  }
  return true;
}
