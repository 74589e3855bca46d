import { plainText } from "../values/field-errors.js";
import { goSyntax } from "../values/go/render-tree.js";
import { isNumber } from "../values/json/deep-equal.js";
import type { Json, JsonObject } from "../values/json/json.js";
import { isObject } from "../values/json/json.js";
import { textOf } from "../values/metadata/rules.js";
import type { FieldSet } from "./field-set.js";
import { fieldSetOf, noFields } from "./field-set.js";
import type { MergeList, MergeMap, MergeScalar, MergeSchema, MergeType } from "./merge-schema.js";
import { atomOf, fieldType, isAssociative, kindOf } from "./merge-schema.js";
import { listElement } from "./merge-values.js";
import type { PathElement } from "./path-element.js";
import { fieldElement, indexElement } from "./path-element.js";

/** An object and the schema of its version. */
export interface TypedObject {
  readonly object: JsonObject;
  readonly schema: MergeSchema;
}

/**
 * Gives an object in another version of its resource, with the schema of that version. Undefined
 * for a version that the resource does not have.
 */
export type ConvertTyped = (object: JsonObject, apiVersion: string) => TypedObject | undefined;

/** The server cannot merge something; the message is in its words. */
export class MergeFault extends Error {}

/** A version of an object that there is not. */
function versionFault({ object }: TypedObject, apiVersion: string): string {
  const own = textOf(object, "apiVersion");
  const kind = textOf(object, "kind");
  return groupOfVersion(own) === groupOfVersion(apiVersion)
    ? `request to convert CR to an invalid group/version: ${apiVersion}`
    : `${own}, Kind=${kind} is unstructured and is not suitable for converting to "${apiVersion}"`;
}

function groupOfVersion(apiVersion: string): string {
  return apiVersion.includes("/") ? apiVersion.slice(0, apiVersion.indexOf("/")) : "";
}

/** Converts objects between versions, and knows the fields that a request cannot change. */
export class Versions {
  readonly #convert: ConvertTyped | undefined;
  readonly #apiVersion: string;
  readonly #subresource: string;

  constructor(apiVersion: string, subresource: string, convert: ConvertTyped | undefined) {
    this.#apiVersion = apiVersion;
    this.#subresource = subresource;
    this.#convert = convert;
  }

  /**
   * An object in a version. `step` is what the server says before a fault.
   *
   * @throws MergeFault if the resource has no such version, or the result is not of its type
   */
  at(typed: TypedObject, apiVersion: string, step = ""): TypedObject {
    if (textOf(typed.object, "apiVersion") === apiVersion) return typed;
    const converted = this.#convert?.(typed.object, apiVersion);
    if (converted === undefined) throw new MergeFault(step + versionFault(typed, apiVersion));
    const { object, schema } = converted;
    const fault = typeFault(object, schema.type, false);
    if (fault !== undefined) throw new MergeFault(step + fault);
    return converted;
  }

  /**
   * The fields that a request leaves as they are (apiextensions `registry/customresource`,
   * `GetResetFields`). Of a resource itself the server knows them in the version of the request
   * alone.
   */
  resetFields({ schema }: TypedObject, apiVersion: string): FieldSet {
    const { status, resets } = schema;
    const own = resets?.[this.#subresource];
    if (own !== undefined)
      return fieldSetOf(...own.map((path) => path.split(".").map(fieldElement)));
    if (status === undefined) return noFields;
    if (this.#subresource === "status") {
      return status === true ? topFields("metadata", "spec") : topFields("spec");
    }
    const isWhole = this.#subresource === "" || this.#subresource === "finalize";
    const isOwn = isWhole && apiVersion === this.#apiVersion;
    return isOwn ? topFields("status") : noFields;
  }
}

function topFields(...names: readonly string[]): FieldSet {
  return fieldSetOf(...names.map((name) => [fieldElement(name)]));
}

/**
 * Why a value is not of a type, in one text, in the server's words; undefined if it is
 * (structured-merge-diff `typed/validate.go`).
 *
 * @param allowDuplicates sets and maps may have an element more than once, as objects of older
 *   schemas have
 */
export function typeFault(
  value: Json,
  type: MergeType,
  allowDuplicates: boolean,
): string | undefined {
  const errors = typeErrors(value, type, allowDuplicates).map(({ path, message }) =>
    path === "" ? message : `${path}: ${message}`,
  );
  return errors.length < 2
    ? errors[0]
    : ["errors:", ...errors.map((text) => `  ${text}`)].join("\n");
}

interface WrongType {
  readonly path: string;
  readonly message: string;
}

type WrongTypes = readonly WrongType[];

const noErrors: WrongTypes = [];

function typeErrors(value: Json, type: MergeType, allowDuplicates: boolean): WrongTypes {
  // These allow whatever there is.
  if (type === "untyped" || type === "deduced") return noErrors;
  const atom = atomOf(type);
  const kind = kindOf(atom, value);
  if (value === null) return noErrors;
  if (kind === "map" && atom.map !== undefined) return mapErrors(value, atom.map, allowDuplicates);
  if (kind === "list" && atom.list !== undefined) {
    return listErrors(value, atom.list, allowDuplicates);
  }
  return atom.scalar === undefined ? noErrors : scalarErrors(value, atom.scalar);
}

function mapErrors(value: Json, map: MergeMap, allowDuplicates: boolean): WrongTypes {
  if (!isObject(value)) return errorOf(`expected map, got ${pointerText(value)}`);
  let errors = noErrors;
  for (const name of Object.keys(value)) {
    const type = fieldType(map, name);
    if (type === undefined) {
      // What is behind an unknown field is not looked at.
      return [...errors, ...below(fieldElement(name), errorOf("field not declared in schema"))];
    }
    const inner = typeErrors(value[name] ?? null, type, allowDuplicates);
    if (inner.length > 0) errors = [...errors, ...below(fieldElement(name), inner)];
  }
  return errors;
}

function listErrors(value: Json, list: MergeList, allowDuplicates: boolean): WrongTypes {
  if (!Array.isArray(value)) return errorOf(`expected list, got ${pointerText(value)}`);
  const errors: WrongType[] = [];
  const seen = new Set<string>();
  for (const [index, item] of value.entries()) {
    const element = isAssociative(list) ? listElement(list, item) : indexElement(index);
    if (typeof element === "string") return [...errors, ...errorOf(`element ${index}: ${element}`)];
    if (seen.has(element.id) && !allowDuplicates) {
      errors.push(...errorOf(`duplicate entries for key ${element.text}`));
    }
    seen.add(element.id);
    errors.push(...below(element, typeErrors(item, list.items, allowDuplicates)));
  }
  return errors;
}

function scalarErrors(value: Json, scalar: MergeScalar): WrongTypes {
  const type = isNumber(value) ? "numeric" : typeof value;
  if (scalar === type || (scalar === "scalar" && type !== "object")) return noErrors;
  switch (scalar) {
    case "numeric":
      return errorOf(`expected numeric (int or float), got ${goTypeName(value)}`);
    case "string":
      return errorOf(`expected string, got &value.valueUnstructured{Value:${goSyntax(value)}}`);
    case "boolean":
      return errorOf(`expected boolean, got ${pointerText(value)}`);
    case "scalar":
      return errorOf(`expected any scalar, got ${pointerText(value)}`);
  }
}

function errorOf(message: string): WrongTypes {
  return [{ path: "", message }];
}

function below({ text }: PathElement, errors: WrongTypes): WrongTypes {
  return errors.map(({ path, message }) => ({ path: text + path, message }));
}

/** The type of a value that is no number, as Go prints it with `%T`. */
function goTypeName(value: Json): string {
  if (Array.isArray(value)) return "[]interface {}";
  return isObject(value)
    ? "map[string]interface {}"
    : value === true || value === false
      ? "bool"
      : "string";
}

/** A pointer to a value as Go prints it with `%v`. */
function pointerText(value: Json): string {
  return `&{${plainText(value)}}`;
}
