import type {
  Diagnostic,
  Diagnostics,
  Place,
  Severity,
} from "../../../crd/diagnostics/diagnostics.js";
import { spanOf } from "../../../crd/diagnostics/diagnostics.js";
import type { FoundField } from "../../../crd/frontend/findings/find-field.js";
import { findField } from "../../../crd/frontend/findings/find-field.js";
import { shownEntries } from "../../../crd/frontend/findings/shown-values.js";
import { schemaAt } from "../../../crd/ir/child-schemas.js";
import type { Version } from "../../../crd/ir/resource.js";
import { jsonKey } from "../../../crd/ir/schema-key.js";
import { followSteps } from "../../../crd/source/follow-steps.js";
import type { Path, Span } from "../../../crd/source/source-file.js";
import type { FieldError } from "../../../runtime/v1/values/field-error.js";
import { fieldErrorText } from "../../../runtime/v1/values/field-error.js";
import { jsonKind } from "../../../runtime/v1/values/go/json.js";
import type { Json, JsonObject } from "../../../runtime/v1/values/json/json.js";
import { isObject } from "../../../runtime/v1/values/json/json.js";
import type { ObjectDocument } from "./find-objects.js";
import { helpForRejected, unknownFieldHelp } from "./help/unknown-field-help.js";
import { valueHelp } from "./help/value-help.js";
import type { ObjectAdvice } from "./object-advice.js";

/** The target of a write. */
export interface WriteTarget {
  readonly version: Version;
  /** `undefined` for the object as a whole. */
  readonly subresource: "status" | undefined;
}

/** Turns what the server says of one object into diagnostics. */
export class ObjectReporter {
  readonly #object: ObjectDocument;
  readonly #old: JsonObject | undefined;
  readonly #target: WriteTarget;
  readonly #advice: ObjectAdvice;
  readonly #diagnostics: Diagnostics;
  #duplicates = 0;

  /** `old` is the object that is replaced. */
  constructor(
    object: ObjectDocument,
    old: JsonObject | undefined,
    target: WriteTarget,
    advice: ObjectAdvice,
    diagnostics: Diagnostics,
  ) {
    this.#object = object;
    this.#old = old;
    this.#target = target;
    this.#advice = advice;
    this.#diagnostics = diagnostics;
  }

  /** The causes of the server's answer; those that follow from others stand behind all of them. */
  invalid(errors: readonly FieldError[]): void {
    const first = this.#diagnostics.list.length;
    for (const error of errors) if (!isConsequence(error)) this.#cause(error);
    const behind = lastSpan(this.#diagnostics.list.slice(first));
    for (const error of errors) if (isConsequence(error)) this.#cause(error, behind);
  }

  #cause(error: FieldError, behind?: Span): void {
    const { reason, field, message } = error;
    const fault = field === "<nil>" ? message : fieldErrorText(error);
    const cause = { reason, field, message };
    const found = this.#find(fieldOf(error));
    const [place = this.#placeOf(found), ...others] = this.#placesOfEntries(found, error);
    const first = this.#placeOfFirst(found, error);
    const related = [
      ...others.map((other) => ({ message: "and here", span: spanOf(other) })),
      ...(first === undefined ? [] : [{ message: "first declared here", span: spanOf(first) }]),
    ];
    const help = first === undefined ? this.#helpFor(error, found) : oneOfTwo;
    this.#diagnostics.report("object/invalid", place, { fault }, { cause, help, related, behind });
  }

  #helpFor(error: FieldError, { path, exists }: FoundField): string | undefined {
    return valueHelp({
      error,
      value: followSteps(this.#object.value, path),
      exists,
      schema: schemaAt(this.#target.version.schema, path),
      old: this.#old && followSteps(this.#old, path),
      format: this.#object.document.format,
    });
  }

  /** An answer without causes, by its message. */
  rejected(message: string): void {
    const undecodable = findUndecodable(this.#object.value, message);
    const place =
      undecodable === undefined
        ? this.#placeOf(this.#find(rejectedField(message)))
        : placeOf(this.#object, undecodable);
    const help = helpForRejected(message, this.#object.document, this.#advice);
    this.#diagnostics.report("object/rejected", place, { fault: message }, { help });
  }

  /** The server's warnings; `unknown` is the severity of unknown fields. */
  warnings(texts: readonly string[], unknown: Severity): void {
    for (const text of texts) {
      const field = unknownField.exec(text)?.[1];
      if (field === undefined) this.#warning(text);
      else this.#unknownField(field, unknown);
    }
  }

  #unknownField(field: string, severity: Severity): void {
    const { path, exists } = findField(field, this.#object.value);
    const place = placeOf(this.#object, path, "key");
    const { document, path: root } = this.#object;
    const { schema } = this.#target.version;
    const help = exists ? unknownFieldHelp({ path, root, document, schema }) : undefined;
    this.#diagnostics.report("object/unknown-field", place, { field }, { severity, help });
  }

  #warning(text: string): void {
    const isDeprecation = text === this.#target.version.deprecationWarning;
    const field = isDeprecation ? "apiVersion" : (/^[^:]*/.exec(text)?.[0] ?? "");
    const { path } = findField(field, this.#object.value);
    this.#diagnostics.report("object/warning", placeOf(this.#object, path), { text });
  }

  /** Of labels, annotations and finalizers those that the message shows. */
  #placesOfEntries({ path, exists }: FoundField, { field, message }: FieldError): readonly Place[] {
    if (!exists) return [];
    const entries = shownEntries(field, followSteps(this.#object.value, path), message);
    return entries.map(({ step, part }) => placeOf(this.#object, [...path, step], part));
  }

  /** The first of two items that are one to the server. */
  #placeOfFirst({ path, exists }: FoundField, { reason, message }: FieldError): Place | undefined {
    if (!exists || reason !== "FieldValueDuplicate") return undefined;
    if (++this.#duplicates > mostSearched) return undefined;
    const parent = path.slice(0, -1);
    const list = followSteps(this.#object.value, parent);
    const first = firstOfDuplicates(list, path.at(-1), message);
    return first === undefined ? undefined : placeOf(this.#object, [...parent, first]);
  }

  /** Of a field that does not exist, the nearest object around it. */
  #find(field: string): FoundField {
    const { value } = this.#object;
    const own = findField(field, value);
    // Some servers name fields of the status from there on.
    const isStatus = this.#target.subresource === "status" && !own.exists;
    return isStatus ? furthest(own, findField(`status.${field}`, value)) : own;
  }

  #placeOf({ path, exists }: FoundField): Place {
    return placeOf(this.#object, path, exists ? "value" : "key");
  }
}

/** Such a cause names no field, but its text does. */
function fieldOf({ field, message }: FieldError): string {
  if (field !== "<nil>") return field;
  const named =
    /^Invalid value: "": "([^"]*)" must |^Invalid value: "": Checked value .* in (\S+)$/;
  const [, junctor, checked] = named.exec(message) ?? [];
  return junctor ?? checked ?? field;
}

function isConsequence({ message }: FieldError): boolean {
  return message.includes(": some validation rules were not checked because ");
}

function lastSpan(list: readonly Diagnostic[]): Span | undefined {
  let last: Span | undefined;
  for (const { span } of list)
    if (span !== undefined && span.start >= (last?.start ?? 0)) last = span;
  return last;
}

/** For so many items the first of the two is looked for; each search goes through the list. */
const mostSearched = 100;

const oneOfTwo = "remove one of the two";

/** The field that a `Status` without causes is about, as far as its message tells. */
function rejectedField(message: string): string {
  if (/^resourceVersion\b|: the object has been modified;/.test(message)) {
    return "metadata.resourceVersion";
  }
  if (message.includes(": UID in precondition: ")) return "metadata.uid";
  return /\bObjectMeta\b|: parsing time "/.test(message) ? "metadata" : "";
}

const unknownField = /^unknown field "([^]*)"$/;

function furthest(left: FoundField, right: FoundField): FoundField {
  return right.exists || right.path.length > left.path.length + 1 ? right : left;
}

/** Objects and lists are marked by their key: their text may go on for pages. */
function placeOf(object: ObjectDocument, path: FoundField["path"], part?: Place["part"]): Place {
  const value = followSteps(object.value, path);
  const isComposite = typeof value === "object" && value !== null;
  return {
    document: object.document,
    path: [...object.path, ...path],
    part: part === "key" || isComposite ? "key" : "value",
  };
}

/**
 * The index of the item that a later one repeats. The server shows the whole item, or the keys of
 * one whose list has `x-kubernetes-list-map-keys`; keys that have a default may be absent.
 */
export function firstOfDuplicates(
  list: Json | undefined,
  second: string | number | undefined,
  message: string,
): number | undefined {
  if (!Array.isArray(list) || typeof second !== "number") return undefined;
  const shown = shownValue(message, list[second] ?? null);
  const first = list.findIndex((item) => isShown(item, shown));
  return first === -1 || first >= second ? undefined : first;
}

function shownValue(message: string, item: Json): Json {
  try {
    return JSON.parse(message.replace(/^Duplicate value: /, "")) as Json; // JSON.parse gives nothing else
  } catch {
    return item;
  }
}

function isShown(item: Json, shown: Json): boolean {
  if (!isObject(shown) || !isObject(item)) return jsonKey(item) === jsonKey(shown);
  return Object.entries(shown).every(([key, value]) => {
    const own = Object.hasOwn(item, key) ? item[key] : undefined;
    return own === undefined || jsonKey(own) === jsonKey(value);
  });
}

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
