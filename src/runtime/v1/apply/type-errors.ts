import { goSyntax } from "../go/sharp-v.js";
import { isNumber } from "../json/deep-equal.js";
import type { Json } from "../json/json.js";
import { isObject } from "../json/json.js";
import { plainText } from "../plain-text.js";
import { listElement } from "./list-element.js";
import type { MergeList, MergeMap, MergeScalar, MergeType } from "./merge-schema.js";
import { atomOf, fieldType, isAssociative, kindOf } from "./merge-schema.js";
import { fieldElement, indexElement } from "./path-element.js";

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

function typeErrors(value: Json, type: MergeType, allowDuplicates: boolean): WrongType[] {
  const atom = atomOf(type);
  const kind = kindOf(atom, value);
  if (value === null) return [];
  if (kind === "map" && atom.map !== undefined) return mapErrors(value, atom.map, allowDuplicates);
  if (kind === "list" && atom.list !== undefined) {
    return listErrors(value, atom.list, allowDuplicates);
  }
  return atom.scalar === undefined ? [] : scalarErrors(value, atom.scalar);
}

function mapErrors(value: Json, map: MergeMap, allowDuplicates: boolean): WrongType[] {
  if (!isObject(value)) return errorOf(`expected map, got ${pointerText(value)}`);
  const errors: WrongType[] = [];
  for (const [name, member] of Object.entries(value)) {
    const type = fieldType(map, name);
    const { text } = fieldElement(name);
    // What is behind an unknown field is not looked at.
    if (type === undefined)
      return [...errors, { path: text, message: "field not declared in schema" }];
    errors.push(...below(text, typeErrors(member, type, allowDuplicates)));
  }
  return errors;
}

function listErrors(value: Json, list: MergeList, allowDuplicates: boolean): WrongType[] {
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
    errors.push(...below(element.text, typeErrors(item, list.items, allowDuplicates)));
  }
  return errors;
}

function scalarErrors(value: Json, scalar: MergeScalar): WrongType[] {
  const type = isNumber(value) ? "numeric" : typeof value;
  if (scalar === type || (scalar === "scalar" && type !== "object")) return [];
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

function errorOf(message: string): WrongType[] {
  return [{ path: "", message }];
}

function below(prefix: string, errors: readonly WrongType[]): WrongType[] {
  return errors.map(({ path, message }) => ({ path: prefix + path, message }));
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
