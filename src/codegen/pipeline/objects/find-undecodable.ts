import type { Path } from "../../../crd/source/document.js";
import { jsonKind } from "../../../runtime/v1/values/go/json-kind.js";
import type { Json, JsonObject } from "../../../runtime/v1/values/json/json.js";
import { isObject } from "../../../runtime/v1/values/json/json.js";

/**
 * The part of an object's metadata that a server could not decode. Its message names fields without
 * their indices and keys, and tells the type or, of a time, the text that it found there.
 */
export function findUndecodable(object: JsonObject, message: string): Path | undefined {
  const time = /: parsing time "([^]*?)" as /.exec(message)?.[1];
  const { metadata } = object;
  if (metadata === undefined) return undefined;
  if (time !== undefined) return below("metadata", findTime(metadata, time));
  const form = /\bcannot unmarshal (\w+)\b[^]*\bGo struct field \w+\.([\w.]+) of type (\S+)/;
  const [, kind, member, type] = form.exec(message) ?? [];
  if (kind === undefined || member === undefined) return undefined;
  const steps = member.split(".").filter((step) => step !== "metadata");
  return below("metadata", findOfKind(metadata, steps, kind, type === "string"));
}

function below(step: string | number, path: Path | undefined): Path | undefined {
  return path && [step, ...path];
}

/**
 * The first value of a type at a field, or below it if it is the texts of a map or a list that are
 * wrong.
 */
function findOfKind(value: Json, fields: Path, kind: string, isText: boolean): Path | undefined {
  const [field, ...rest] = fields;
  if (Array.isArray(value) && field !== undefined) {
    return firstOf([...value.entries()], (item) => findOfKind(item, fields, kind, isText));
  }
  if (field !== undefined) {
    if (!isObject(value)) return undefined;
    const child = Object.hasOwn(value, field) ? value[field] : undefined;
    return child === undefined ? undefined : below(field, findOfKind(child, rest, kind, isText));
  }
  if (isText && typeof value === "object" && value !== null) {
    return firstOf(entriesOf(value), (child) => (isOfKind(child, kind) ? [] : undefined));
  }
  return isOfKind(value, kind) ? [] : undefined;
}

const timeFields: ReadonlySet<string | number> = new Set([
  "creationTimestamp",
  "deletionTimestamp",
  "time",
  "managedFields",
]);

function findTime(value: Json, time: string): Path | undefined {
  if (value === time) return [];
  if (typeof value !== "object" || value === null) return undefined;
  const children = entriesOf(value).filter(
    ([step]) => typeof step === "number" || timeFields.has(step),
  );
  return firstOf(children, (child) => findTime(child, time));
}

type Entry = readonly [string | number, Json];

function entriesOf(value: Json & object): readonly Entry[] {
  return Array.isArray(value) ? [...value.entries()] : Object.entries(value);
}

function firstOf(
  entries: readonly Entry[],
  find: (value: Json) => Path | undefined,
): Path | undefined {
  for (const [step, value] of entries) {
    const found = find(value);
    if (found !== undefined) return [step, ...found];
  }
  return undefined;
}

function isOfKind(value: Json, kind: string): boolean {
  return value !== null && jsonKind(value) === kind;
}
