import { isPlainObject } from "./json-object.js";

/*
 * Quick checks of metadata: they say yes to what most objects have, and leave everything else to the rules.
 */

const namePattern = /^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?(?:\.[a-z0-9](?:[-a-z0-9]*[a-z0-9])?)*$/;
const labelPattern = /^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?$/;
const keyPattern =
  /^(?:[a-z0-9](?:[-a-z0-9.]*[a-z0-9])?\/)?[A-Za-z0-9](?:[-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$/;
const dottedPrefix = /(?:\.\.|-\.|\.-)[^/]*\//;
const labelValuePattern = /^(?:[A-Za-z0-9](?:[-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?)?$/;

/** Metadata of an object to create that has no error for sure. A namespaced object may still lack its namespace. */
export function isPlainMetadata(value: unknown, namespaced: boolean): boolean {
  if (!isPlainObject(value)) return false;
  let hasName = false;
  for (const key in value) {
    const member = value[key];
    switch (key) {
      case "name":
        if (typeof member !== "string" || member.length > 253 || !namePattern.test(member)) {
          return false;
        }
        hasName = true;
        break;
      case "namespace":
        if (!namespaced || typeof member !== "string") return false;
        if (member.length > 63 || !labelPattern.test(member)) return false;
        break;
      case "labels":
        if (!isPlainLabels(member)) return false;
        break;
      case "annotations":
        if (!isPlainAnnotations(member)) return false;
        break;
      case "uid":
      case "resourceVersion":
        if (typeof member !== "string") return false;
        break;
      case "generation":
        if (!Number.isSafeInteger(member) || (member as number) < 0) return false; // a safe integer
        break;
      default:
        if (member !== undefined) return false;
    }
  }
  return hasName;
}

function isPlainLabels(value: unknown): boolean {
  if (!isPlainObject(value)) return false;
  for (const key in value) {
    const label = value[key];
    if (typeof label !== "string" || !labelValuePattern.test(label) || !isPlainKey(key)) return false;
  }
  return true;
}

const maxPlainUnits = 80_000;

function isPlainAnnotations(value: unknown): boolean {
  if (!isPlainObject(value)) return false;
  let length = 0;
  for (const key in value) {
    const text = value[key];
    if (typeof text !== "string" || !isPlainKey(key)) return false;
    length += key.length + text.length;
  }
  // Counted in bytes the limit is 262144, and a UTF-16 unit takes at most three.
  return length < maxPlainUnits;
}

function isPlainKey(key: string): boolean {
  return key.length < 254 && keyPattern.test(key) && !dottedPrefix.test(key);
}
