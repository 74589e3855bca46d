import { goJson, goJsonString } from "../values/go/json.js";
import { JsonFault, parseJson } from "../values/go/parse-json.js";
import type { TreeSyntax } from "../values/go/render-tree.js";
import { renderTree, sortedMembers } from "../values/go/render-tree.js";
import { compareUtf8 } from "../values/go/utf8.js";
import type { Json, JsonObject } from "../values/json/json.js";
import { Float64, isObject } from "../values/json/json.js";
import type { Status } from "../values/kubernetes.js";
import { metadataOf } from "../values/metadata/resource-metadata.js";

/**
 * A value as Go's `encoding/json` writes what has types there: members are in the order in which
 * they are given, those that are undefined are left out.
 */
export function structJson(value: object): string {
  return renderTree(value, {
    openList: "[",
    closeList: "]",
    openMap: "{",
    closeMap: "}",
    separator: ",",
    members: membersOf,
    key: (key) => `${goJsonString(key)}:`,
    leaf: goJson,
  });
}

/** Maps were sorted before; JavaScript moves keys that are numbers to their beginning. */
function membersOf(map: object): readonly (readonly [string, unknown])[] {
  const [first = ""] = Object.keys(map);
  if (/^\d+$/.test(first)) return sortedMembers(map);
  return Object.entries(map).filter(([, member]) => member !== undefined);
}

/** A Status with its members in the order of Go's type (apimachinery `apis/meta/v1/types.go`). */
export function statusJson(status: Status): string {
  const { kind, apiVersion, metadata, message, reason, details, code } = status;
  const { name, group, uid, causes, retryAfterSeconds } = details ?? {};
  const ordered = causes?.map((cause) => ({
    reason: cause.reason,
    message: cause.message,
    field: cause.field,
  }));
  return structJson({
    kind,
    apiVersion,
    metadata,
    status: status.status,
    message,
    reason,
    details: details && {
      name,
      group,
      kind: details.kind,
      uid,
      causes: ordered,
      retryAfterSeconds,
    },
    code,
  });
}

const metadataOrder = [
  "name",
  "generateName",
  "namespace",
  "selfLink",
  "uid",
  "resourceVersion",
  "generation",
  "creationTimestamp",
  "deletionTimestamp",
  "deletionGracePeriodSeconds",
  "labels",
  "annotations",
  "ownerReferences",
  "finalizers",
  "managedFields",
];

const ownerOrder = ["apiVersion", "kind", "name", "uid", "controller", "blockOwnerDeletion"];

const entryOrder = [
  "manager",
  "operation",
  "apiVersion",
  "time",
  "fieldsType",
  "fieldsV1",
  "subresource",
];

/** Metadata with their members in the order of Go's `ObjectMeta`, from those that were sorted. */
export function orderedMetadata(metadata: JsonObject): JsonObject {
  const { ownerReferences, managedFields } = metadata;
  return {
    ...inOrder(metadata, metadataOrder),
    ...(ownerReferences !== undefined && { ownerReferences: each(ownerReferences, ownerOrder) }),
    ...(managedFields !== undefined && { managedFields: each(managedFields, entryOrder) }),
  };
}

function each(list: Json, order: readonly string[]): Json {
  return Array.isArray(list)
    ? list.map((item) => (isObject(item) ? inOrder(item, order) : item))
    : list;
}

function inOrder(object: JsonObject, order: readonly string[]): JsonObject {
  const ordered: JsonObject = {};
  for (const key of order) if (object[key] !== undefined) ordered[key] = object[key];
  return ordered;
}

/** Writes what `goJson` writes, in half the time: for those who write many objects. */
export function objectJson(value: unknown): string {
  return writeShallow(value, maxShallow) ?? goJson(value);
}

/** Deeper values are written without recursion, and so are those that contain themselves. */
const maxShallow = 100;

/** A value by recursion, which takes half the time; undefined where that will not do. */
function writeShallow(value: unknown, depth: number): string | undefined {
  if (typeof value === "string") return goJsonString(value);
  if (typeof value !== "object" || value === null || value instanceof Float64) {
    return goJson(value);
  }
  if (depth === 0) return undefined;
  return Array.isArray(value) ? shallowList(value, depth - 1) : shallowMap(value, depth - 1);
}

function shallowList(list: readonly unknown[], depth: number): string | undefined {
  let text = "";
  for (let index = 0; index < list.length; index++) {
    const item = list[index];
    // A list may be nothing but a length.
    const written = item === undefined ? undefined : writeShallow(item, depth);
    if (written === undefined) return undefined;
    text += index === 0 ? written : `,${written}`;
  }
  return `[${text}]`;
}

function shallowMap(map: object, depth: number): string | undefined {
  const members = map as Readonly<Record<string, unknown>>; // any object has them
  let text = "";
  for (const key of keysInOrder(members)) {
    const member = members[key];
    if (member === undefined) continue;
    const written = writeShallow(member, depth);
    if (written === undefined) return undefined;
    text += `${text === "" ? "" : ","}${goJsonString(key)}:${written}`;
  }
  return `{${text}}`;
}

/** Most are in their order already. */
function keysInOrder(map: object): readonly string[] {
  const keys = Object.keys(map);
  for (let index = 1; index < keys.length; index++) {
    if (compareUtf8(keys[index - 1] ?? "", keys[index] ?? "") > 0) return keys.sort(compareUtf8);
  }
  return keys;
}

/** The text of an object, whatever its resource version will be. */
export interface NumberedText {
  readonly at: (resourceVersion: number) => string;
  /** Whoever reads it would write another text, as zeros lose their sign. */
  readonly isReadOtherwise: boolean;
}

/**
 * An object as `goJson` writes it, whatever its resource version will be: only that is left to be
 * written later.
 */
export function numberedText(object: JsonObject): NumberedText {
  const outer = partsAround(object, "metadata");
  const inner = partsAround(metadataOf(object), "resourceVersion");
  return {
    at: (resourceVersion) =>
      `${outer.before}"metadata":${inner.before}"resourceVersion":"${resourceVersion}"${inner.behind}${outer.behind}`,
    isReadOtherwise: outer.isReadOtherwise || inner.isReadOtherwise,
  };
}

interface Parts {
  readonly before: string;
  readonly behind: string;
  readonly isReadOtherwise: boolean;
}

/** Returns the parts before and behind a member in the text of an object. */
function partsAround(object: JsonObject, name: string): Parts {
  const members = Object.entries(object);
  const before = membersText(members.filter(([key]) => key < name));
  const behind = membersText(members.filter(([key]) => key > name));
  const [begin, end] = [readAgain(before), readAgain(behind)];
  return {
    before: begin === "{}" ? "{" : `${begin.slice(0, -1)},`,
    behind: end === "{}" ? "}" : `,${end.slice(1)}`,
    isReadOtherwise: begin !== before || end !== behind,
  };
}

function membersText(members: readonly (readonly [string, unknown])[]): string {
  return objectJson(Object.fromEntries(members));
}

const signedZero = /[:,[]-0[,}\]]/;

/** Who reads what is stored reads an integer, which has no sign. */
function readAgain(text: string): string {
  if (!text.includes("-0") || !signedZero.test(text)) return text;
  const parsed = parseJson(text);
  return parsed instanceof JsonFault ? text : goJson(parsed.value);
}

/** Deeper levels are indented no further: a text would be as long as the square of its depth. */
const mostIndented = 500;

/**
 * JSON text with two blanks for each level, as Go indents it (`encoding/json`, Indent).
 *
 * @param depth at which it begins; it may be a part of a text
 */
export function indentJson(text: string, depth = 0): string {
  const parts: string[] = [];
  const line = (): string => `\n${"  ".repeat(Math.min(depth, mostIndented))}`;
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|\{\}|\[\]|[{}[\],:]|[^\s"{}[\],:]+/g)) {
    switch (token) {
      case "{":
      case "[":
        depth++;
        parts.push(token, line());
        break;
      case "}":
      case "]":
        depth--;
        parts.push(line(), token);
        break;
      case ",":
        parts.push(token, line());
        break;
      case ":":
        parts.push(": ");
        break;
      default:
        parts.push(token);
    }
  }
  return parts.join("");
}

/*
 * JSON in which each scalar but null is its own text: what compares texts, as evanphx/json-patch
 * does, finds `"<"` and `"\u003c"` unlike.
 */

const syntax: TreeSyntax = {
  openList: "[",
  closeList: "]",
  openMap: "{",
  closeMap: "}",
  separator: ",",
  members: Object.entries,
  key: (key) => `${goJsonString(key)}:`,
  leaf: (text) => String(text),
};

/** The scalars of a text, which was read before, as they are written. */
export function asWritten(text: string): Json {
  return valueIn(text, true);
}

/** An object with its scalars as Go writes them. */
export function writtenObject(object: JsonObject): Json {
  return asWritten(structJson(object));
}

/** Returns the value that such texts stand for. */
export function readWritten(value: Json): Json {
  return valueIn(renderTree(value, syntax), false);
}

/** The text of a value, whose own texts Go writes again: some characters are escaped then. */
export function rewritten(value: Json): string {
  return renderTree(value, syntax).replace(/[<>&\u2028\u2029]/g, (character) =>
    goJsonString(character).slice(1, -1),
  );
}

function valueIn(text: string, keepsScalars: boolean): Json {
  const parsed = parseJson(text, { keepsScalars });
  return parsed instanceof JsonFault ? null : parsed.value;
}
