import { duplicateText } from "../admission/strict-errors.js";
import { plainText } from "../values/field-errors.js";
import { goJson, jsonKind } from "../values/go/json.js";
import type { HearKey } from "../values/go/parse-json.js";
import { JsonFault, parseJson } from "../values/go/parse-json.js";
import { quote } from "../values/go/quote.js";
import { utf8Length } from "../values/go/utf8.js";
import { copyJson } from "../values/json/copy-json.js";
import { deepEqual } from "../values/json/deep-equal.js";
import type { Json, JsonObject } from "../values/json/json.js";
import { isObject, setKey } from "../values/json/json.js";
import { badRequestFailure, failed, tooLarge } from "./failure.js";
import { asWritten, readWritten, rewritten, writtenObject } from "./json-texts.js";
import type { ConvertedObject, TypedKind } from "./served-version.js";

/** The types of patches. */
export const patchTypes = {
  json: "application/json-patch+json",
  merge: "application/merge-patch+json",
  strategic: "application/strategic-merge-patch+json",
  apply: "application/apply-patch+yaml",
};

/** A patch that was read: what it makes of an object, and what is odd about its text. */
export interface ReadPatch {
  /** @throws Failure where the patch does not fit to the object */
  readonly apply: (object: JsonObject) => Json;
  /** The levels of the object that it reads, as objects within one another. */
  readonly touched: () => Json;
  /** Puts what it makes into the type of a kind, where that is another step. */
  readonly convert?: ((object: JsonObject) => ConvertedObject) | undefined;
  /** Unknown and duplicate fields, as a strict reader words them. */
  readonly oddities: readonly string[];
  /** The patch as refusals show it, as applying left it; else they show the patched object. */
  readonly shown?: (() => string) | undefined;
  /** Go's text about a number of the patch that no float64 holds. */
  readonly badNumber?: string | undefined;
}

const maxOperations = 10_000;

/**
 * Reads a JSON patch (RFC 6902) as the server does (apiserver `endpoints/handlers/patch.go`,
 * evanphx/json-patch).
 *
 * @throws Failure 400 or 413
 */
export function readJsonPatch(text: string, isLenient: boolean): ReadPatch {
  const oddities = new OperationOddities();
  const onKey: HearKey = (key) => {
    oddities.hear(key);
  };
  const parsed = parseJson(text, isLenient ? {} : { onKey });
  if (parsed instanceof JsonFault) throw badRequestFailure("invalid JSON patch");
  const operations = parsed.value ?? [];
  const fault = patchFault(operations, isLenient);
  if (fault !== undefined) throw badRequestFailure(fault);
  const list = (operations as (JsonObject | null)[]).map((one) => one ?? {}); // was checked
  if (list.length > maxOperations) {
    throw tooLarge(
      `The allowed maximum operations in a JSON patch is ${maxOperations}, got ${list.length}`,
    );
  }
  const badNumber = list.some(hasBadValue) ? parsed.badNumber : undefined;
  if (!isLenient && badNumber !== undefined) {
    const field = "Go struct field jsonPatchOp.value";
    throw badRequestFailure(`error decoding patch: ${badNumber.replace("Go value", field)}`);
  }
  const tests = list.some(({ op }) => op === "test");
  return {
    badNumber,
    apply: (object) => (tests ? applyWritten(list, text, object) : applyAll(list, object, inPlain)),
    touched: () =>
      touchedBy(list.flatMap(({ path = "", from = "" }) => [String(path), String(from)])),
    oddities: oddities.texts,
  };
}

/** Tells whether its value holds a number that no float64 holds. */
function hasBadValue({ value = null }: JsonObject): boolean {
  const pending: Json[] = [value];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (typeof next === "number" && !Number.isFinite(next)) return true;
    if (Array.isArray(next)) for (const item of next) pending.push(item);
    else if (isObject(next)) for (const member of Object.values(next)) pending.push(member);
  }
  return false;
}

/** How many bytes of JSON the copies of a patch may add up to (`JSONPatchMaxCopyBytes`). */
const maxCopiedBytes = 3 * 2 ** 20;

/** How the values of a document are held while it is patched. */
interface ValueForm {
  readonly text: (value: Json) => string;
  readonly copy: (value: Json, text: string) => Json;
}

const inPlain: ValueForm = { text: goJson, copy: copyJson };
const inWriting: ValueForm = { text: rewritten, copy: (_, text) => asWritten(text) };

/** Copies what a patch copies, and counts it: each copy may hold all those before it. */
class Copies {
  readonly #form: ValueForm;
  #count = 0;

  constructor(form: ValueForm) {
    this.#form = form;
  }

  of(value: Json): Json {
    const text = this.#form.text(value);
    this.#count += utf8Length(text);
    return this.#count > maxCopiedBytes ? misfit() : this.#form.copy(value, text);
  }
}

function applyAll(operations: readonly JsonObject[], document: Json, form: ValueForm): Json {
  const copies = new Copies(form);
  return operations.reduce((patched, one) => applyOperation(patched, one, copies), document);
}

/** A test compares texts, not what they stand for. */
function applyWritten(operations: readonly JsonObject[], text: string, object: JsonObject): Json {
  const written = asWritten(text) as readonly (JsonObject | null)[]; // of the same text
  const list = operations.map((operation, index) => {
    const { value } = written[index] ?? {};
    // A value that is null is one, other than none.
    return value === undefined ? operation : { ...operation, value: value ?? "null" };
  });
  return readWritten(applyAll(list, writtenObject(object), inWriting));
}

/** How many are told. */
const maxOddities = 100;

/** Unknown and duplicate fields of operations, in the order of the text. */
class OperationOddities {
  readonly #texts = new Set<string>();
  #isUnknown = false;

  get texts(): readonly string[] {
    return [...this.#texts];
  }

  hear({ depth, key, path, isSecond }: Parameters<HearKey>[0]): void {
    if (depth === 2) this.#isUnknown = !operationFields.includes(key);
    const isOdd = this.#isUnknown ? depth === 2 : isSecond;
    if (!isOdd || this.#texts.size >= maxOddities) return;
    const text = this.#isUnknown ? `unknown field ${quote(path())}` : duplicateText(path());
    this.#texts.add(`json patch ${text}`);
  }
}

const operationFields = ["op", "path", "from", "value"];

function patchFault(operations: Json, isLenient: boolean): string | undefined {
  const prefix = isLenient ? "" : "error decoding patch: ";
  if (!Array.isArray(operations)) {
    const type = isLenient ? "jsonpatch.Patch" : "[]handlers.jsonPatchOp";
    return `${prefix}json: cannot unmarshal ${jsonKind(operations)} into Go value of type ${type}`;
  }
  for (const operation of operations) {
    if (operation === null) continue;
    if (!isObject(operation)) {
      const type = isLenient ? "jsonpatch.Operation" : "handlers.jsonPatchOp";
      return `${prefix}json: cannot unmarshal ${jsonKind(operation)} into Go value of type ${type}`;
    }
    for (const field of ["op", "path", "from"]) {
      const value = operation[field] ?? null;
      if (isLenient || value === null || typeof value === "string") continue;
      return `${prefix}json: cannot unmarshal ${jsonKind(value)} into Go struct field jsonPatchOp.${field} of type string`;
    }
  }
  return undefined;
}

/** The answer to every patch that does not fit. */
function misfit(): never {
  const message = "the server rejected our request due to an error in our request";
  throw failed(422, "Invalid", message, {});
}

function applyOperation(document: Json, operation: JsonObject, copies: Copies): Json {
  const { op, path, from, value } = operation;
  if (typeof op !== "string" || typeof path !== "string") return misfit();
  switch (op) {
    case "add":
    case "replace":
      return placeAt(document, path, copyJson(value ?? null), op);
    case "remove":
      return removeAt(document, path);
    case "test": {
      const found = valueAt(document, path) ?? null;
      const wanted = found === null && value === "null" ? null : (value ?? null);
      return deepEqual(found, wanted) ? document : misfit();
    }
    case "move":
    case "copy": {
      // The document as a whole is nothing that could be put into itself.
      if (typeof from !== "string" || from === "") return misfit();
      const found = valueAt(document, from);
      if (op === "copy") return placeAt(document, path, copies.of(found ?? null), "add");
      return placeAt(removeAt(document, from), path, found ?? null, "add");
    }
    default:
      return misfit();
  }
}

interface PointerTarget {
  readonly parent: JsonObject | Json[];
  readonly key: string;
}

/** The container of what a JSON pointer names; the root itself is none that a patch may change. */
function targetOf(document: Json, path: string): PointerTarget {
  // What stands before the first slash does not count.
  const steps = path.split("/").slice(1).map(unescapeStep);
  const key = steps.pop();
  if (key === undefined) return misfit();
  let parent = document;
  for (const step of steps) {
    const next = pointedMember(parent, step);
    if (next === undefined) return misfit();
    parent = next;
  }
  return isObject(parent) || Array.isArray(parent) ? { parent, key } : misfit();
}

function unescapeStep(step: string): string {
  return step.replaceAll("~1", "/").replaceAll("~0", "~");
}

function pointedMember(parent: Json, key: string): Json | undefined {
  if (Array.isArray(parent)) return parent[indexIn(parent.length, key)];
  return isObject(parent) && Object.hasOwn(parent, key) ? parent[key] : undefined;
}

/** Negative numbers count from the end; -1 for what is no index. */
function indexIn(length: number, key: string): number {
  if (!/^[+-]?\d+$/.test(key)) return -1;
  const index = Number(key);
  return index < 0 ? index + length : index;
}

function valueAt(document: Json, path: string): Json | undefined {
  if (path === "") return document;
  const { parent, key } = targetOf(document, path);
  const value = pointedMember(parent, key);
  // A test finds no member where it looks for null, but no item out of range.
  return value === undefined && Array.isArray(parent) ? misfit() : value;
}

function placeAt(document: Json, path: string, value: Json, op: "add" | "replace"): Json {
  if (path === "" && op === "replace") {
    return isObject(value) || Array.isArray(value) ? value : misfit();
  }
  const { parent, key } = targetOf(document, path);
  if (!Array.isArray(parent)) {
    setKey(parent, key, value);
    return document;
  }
  if (op === "replace") {
    const index = indexIn(parent.length, key);
    if (index < 0 || index >= parent.length) return misfit();
    parent[index] = value;
    return document;
  }
  const index = key === "-" ? parent.length : indexIn(parent.length + 1, key);
  if (index < 0 || index > parent.length) return misfit();
  parent.splice(index, 0, value);
  return document;
}

function removeAt(document: Json, path: string): Json {
  const { parent, key } = targetOf(document, path);
  if (pointedMember(parent, key) === undefined) return misfit();
  if (Array.isArray(parent)) parent.splice(indexIn(parent.length, key), 1);
  else delete parent[key];
  return document;
}

/**
 * Reads a merge patch (RFC 7386).
 *
 * @throws Failure 400
 */
export function readMergePatch(text: string, isLenient: boolean): ReadPatch {
  const parsed = parseJson(text);
  if (parsed instanceof JsonFault) throw badRequestFailure("invalid JSON patch");
  const { value, duplicates, badNumber } = parsed;
  if (!isLenient && !isObject(value) && value !== null) {
    const type = "map[string]interface {}";
    throw badRequestFailure(
      `error decoding patch: json: cannot unmarshal ${jsonKind(value)} into Go value of type ${type}`,
    );
  }
  if (!isLenient && badNumber !== undefined) {
    throw badRequestFailure(`error decoding patch: ${badNumber}`);
  }
  if (!isObject(value) && !Array.isArray(value)) throw badRequestFailure("Invalid JSON Patch");
  return {
    apply: (object) => (isObject(value) ? mergePatched(object, value) : value),
    touched: () => value,
    oddities: isLenient ? [] : duplicates.map(duplicateText),
    badNumber,
  };
}

/**
 * Reads a strategic merge patch of a kind.
 *
 * @throws Failure 400
 */
export function readStrategicPatch(text: string, isLenient: boolean, typed: TypedKind): ReadPatch {
  const parsed = parseJson(text);
  if (parsed instanceof JsonFault) throw badRequestFailure("invalid JSON patch");
  const { value, duplicates, badNumber } = parsed;
  if (!isObject(value) && value !== null) {
    const type = "map[string]interface {}";
    throw badRequestFailure(
      `json: cannot unmarshal ${jsonKind(value)} into Go value of type ${type}`,
    );
  }
  if (badNumber !== undefined) throw badRequestFailure(badNumber);
  let patch: JsonObject = {};
  return {
    apply: (object) => {
      patch = copyJson(value ?? {}) as JsonObject; // of its source
      return typed.strategicPatch(object, patch);
    },
    // Refusals show the patch.
    touched: () => null,
    convert: typed.converted,
    oddities: isLenient ? [] : duplicates.map(duplicateText),
    shown: () => plainText(patch),
  };
}

/**
 * Null removes a member, lists are replaced. What takes the place of no object loses the nulls in
 * it, those in objects that are in lists too (evanphx/json-patch, `merge.go`).
 */
function mergePatched(target: JsonObject, patch: JsonObject): JsonObject {
  const pending = [{ into: target, from: patch }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { into, from } = next;
    for (const [key, value] of Object.entries(from)) {
      const old = Object.hasOwn(into, key) ? into[key] : undefined;
      if (value === null) delete into[key];
      else if (!isObject(old)) setKey(into, key, withoutNulls(value));
      else if (isObject(value)) pending.push({ into: old, from: value });
      else setKey(into, key, value);
    }
  }
  return target;
}

function withoutNulls(value: Json): Json {
  const copy = copyJson(value);
  const pending = [copy];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (Array.isArray(next)) for (const item of next) pending.push(item);
    else if (isObject(next)) {
      for (const [key, member] of Object.entries(next)) {
        if (member === null) delete next[key];
        else pending.push(member);
      }
    }
  }
  return copy;
}

/*
 * A patch of JSON reads only the levels that it changes, and writes these sorted; all others stay
 * as they were written (evanphx/json-patch, `lazyNode`).
 */

/**
 * The levels that a JSON patch reads, as objects within one another.
 *
 * @param paths JSON pointers
 */
function touchedBy(paths: readonly string[]): JsonObject {
  const touched: JsonObject = {};
  for (const path of paths) {
    let level = touched;
    for (const key of path.split("/").slice(1, -1).map(unescapeStep)) {
      const known = Object.hasOwn(level, key) ? level[key] : undefined;
      const next = isObject(known ?? null) ? (known as JsonObject) : {}; // was checked
      setKey(level, key, next);
      level = next;
    }
  }
  return touched;
}

/** Returns the result of a patch, with the levels sorted that the patch has read. */
export function inTouchedOrder(patched: Json, touched: Json): Json {
  if (Array.isArray(patched)) {
    return patched.map((item, index) => inTouchedOrder(item, itemAt(touched, index)));
  }
  if (!isObject(patched) || !isObject(touched)) return patched;
  const ordered: JsonObject = {};
  for (const key of Object.keys(patched).sort()) {
    const member = patched[key] ?? null;
    const inner = Object.hasOwn(touched, key) ? (touched[key] ?? null) : null;
    setKey(ordered, key, inTouchedOrder(member, inner));
  }
  return ordered;
}

/** An item by its index, in a list or in levels that pointers name. */
function itemAt(touched: Json, index: number): Json {
  if (Array.isArray(touched)) return touched[index] ?? null;
  return isObject(touched) ? (touched[String(index)] ?? null) : null;
}
