import { goSyntax } from "../values/go/sharp-v.js";
import { isNumber } from "../values/json/deep-equal.js";
import type { Json } from "../values/json/json.js";
import { isObject } from "../values/json/json.js";
import { plainText } from "../values/plain-text.js";
import { listElement } from "./list-element.js";
import type { MergeList, MergeMap, MergeScalar, MergeType } from "./merge-schema.js";
import { atomOf, fieldType, isAssociative, kindOf } from "./merge-schema.js";
import type { PathElement } from "./path-element.js";
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
