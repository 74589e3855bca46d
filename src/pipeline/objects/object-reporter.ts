import type { Diagnostics, Place, Severity } from "../../diagnostics/diagnostics.js";
import { spanOf } from "../../diagnostics/diagnostics.js";
import type { FoundField } from "../../frontend/find-field.js";
import { findField } from "../../frontend/find-field.js";
import { shownEntries } from "../../frontend/shown-entries.js";
import type { Version } from "../../ir/resource.js";
import type { FieldError } from "../../runtime/v1/field-error.js";
import { fieldErrorText } from "../../runtime/v1/field-error.js";
import { followSteps } from "../../source/follow-steps.js";
import type { ObjectDocument } from "./find-objects.js";
import { findUndecodable } from "./find-undecodable.js";
import { firstOfDuplicates } from "./first-of-duplicates.js";
import { helpForKey, helpForRejected, helpForValue } from "./plain-scalar-help.js";
import { similarField } from "./similar-field.js";

/** What an object is written to. */
export interface WriteTarget {
  readonly version: Version;
  /** `undefined` for the object as a whole. */
  readonly subresource: "status" | undefined;
}

/** Turns what the server says of one object into diagnostics. */
export class ObjectReporter {
  readonly #object: ObjectDocument;
  readonly #target: WriteTarget;
  readonly #diagnostics: Diagnostics;
  #duplicates = 0;

  constructor(object: ObjectDocument, target: WriteTarget, diagnostics: Diagnostics) {
    this.#object = object;
    this.#target = target;
    this.#diagnostics = diagnostics;
  }

  /** A cause of the server's answer. */
  invalid(error: FieldError): void {
    const { reason, field, message } = error;
    const fault = field === "<nil>" ? message : fieldErrorText(error);
    const cause = { reason, field, message };
    const found = this.#find(field);
    const [place = this.#placeOf(found), ...others] = this.#placesOfEntries(found, error);
    const first = this.#placeOfFirst(found, error);
    const related = [
      ...others.map((other) => ({ message: "and here", span: spanOf(other) })),
      ...(first === undefined ? [] : [{ message: "first declared here", span: spanOf(first) }]),
    ];
    const help = first === undefined ? helpForValue(error, this.#object.document) : oneOfTwo;
    this.#diagnostics.report("object/invalid", place, { fault }, { cause, help, related });
  }

  /** An answer without causes, by its message. */
  rejected(message: string): void {
    const undecodable = findUndecodable(this.#object.value, message);
    const place =
      undecodable === undefined
        ? this.#placeOf(this.#find(rejectedField(message)))
        : placeOf(this.#object, undecodable);
    const help = helpForRejected(message, this.#object.document);
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
    const help = exists ? this.#helpForUnknown(path) : undefined;
    this.#diagnostics.report("object/unknown-field", place, { field }, { severity, help });
  }

  #helpForUnknown(path: FoundField["path"]): string | undefined {
    const { document, path: root } = this.#object;
    const help = helpForKey([...root, ...path], document);
    if (help !== undefined) return help;
    const similar = similarField(this.#target.version.schema, path);
    return similar === undefined ? undefined : `there is a field '${similar}'`;
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

/** For so many items the first of the two is looked for; each search goes through the list. */
const mostSearched = 100;

const oneOfTwo = "remove one of the two";

/** The field that a `Status` without causes is about, as far as its message tells. */
function rejectedField(message: string): string {
  if (/^resourceVersion\b/.test(message)) return "metadata.resourceVersion";
  return /\bObjectMeta\b|: parsing time "/.test(message) ? "metadata" : "";
}

const unknownField = /^unknown field "([^]*)"$/;

/** Whether a warning is about a field that the schema does not have. */
export function isUnknownField(text: string): boolean {
  return unknownField.test(text);
}

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
