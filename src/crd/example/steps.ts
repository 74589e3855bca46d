import type { Json, JsonObject } from "../../runtime/v1/values/json/json.js";
import { isObject, setKey } from "../../runtime/v1/values/json/json.js";
import { childSchema } from "../ir/child-schemas.js";
import type { Schema } from "../ir/schema.js";

/** A way into a value: names and indices. */
export type Steps = readonly (string | number)[];

/** Returns the value at a place; undefined if there is none. */
export function valueAt(value: Json, steps: Steps): Json | undefined {
  let found: Json | undefined = value;
  for (const step of steps) {
    if (typeof step === "number") found = Array.isArray(found) ? found[step] : undefined;
    else found = isObject(found) && Object.hasOwn(found, step) ? found[step] : undefined;
  }
  return found;
}

/** The schema of a place; undefined where nothing is said of it. */
export function schemaAt(schema: Schema, steps: Steps): Schema | undefined {
  let found: Schema | undefined = schema;
  for (const step of steps) {
    found = typeof step === "number" ? found?.items : childSchema(found, step);
  }
  return found;
}

/** Makes what has to be around a place before something is put there. */
export type MakeParent = (steps: Steps) => Json | undefined;

/**
 * A value with another value at a place, or without it if that is undefined; what is not on the way
 * is shared. Objects and lists that are missing on the way are made by `makeParent`. An item behind
 * the end of a list becomes its last one.
 *
 * @returns undefined if there is no such place and none can be made
 */
export function withValueAt(
  root: Json,
  steps: Steps,
  value: Json | undefined,
  makeParent: MakeParent,
): Json | undefined {
  return change(root, steps, value, makeParent, []);
}

function change(
  node: Json | undefined,
  steps: Steps,
  value: Json | undefined,
  makeParent: MakeParent,
  done: Steps,
): Json | undefined {
  const [step, ...rest] = steps;
  if (step === undefined) return value;
  const parent = isContainer(node, step) ? node : value === undefined ? node : makeParent(done);
  if (parent === undefined) return value === undefined ? node : undefined;
  const child = change(valueAt(parent, [step]), rest, value, makeParent, [...done, step]);
  if (child === undefined && (value !== undefined || rest.length > 0)) {
    return value === undefined ? parent : undefined;
  }
  if (typeof step === "number")
    return Array.isArray(parent) ? withItem(parent, step, child) : undefined;
  return isObject(parent) ? withMember(parent, step, child) : undefined;
}

function isContainer(node: Json | undefined, step: string | number): node is Json {
  return typeof step === "number" ? Array.isArray(node) : isObject(node);
}

function withItem(list: readonly Json[], index: number, item: Json | undefined): Json[] {
  const copy = [...list];
  if (item === undefined) copy.splice(index, 1);
  else copy[Math.min(index, copy.length)] = item;
  return copy;
}

function withMember(object: JsonObject, name: string, member: Json | undefined): JsonObject {
  const copy: JsonObject = {};
  for (const [key, value] of Object.entries(object)) if (key !== name) setKey(copy, key, value);
  if (member !== undefined) setKey(copy, name, member);
  return copy;
}

/** The two sides of `path=value`. */
export interface Assignment {
  readonly steps: Steps;
  readonly text: string;
}

/**
 * Reads `spec.env[0].name=value`: names with dots in them are written in brackets and quotes,
 * `['a.b']`.
 *
 * @returns undefined if the text is no such assignment
 */
export function readAssignment(text: string): Assignment | undefined {
  const steps: (string | number)[] = [];
  let rest = text;
  while (!rest.startsWith("=")) {
    const [step, name, index, single, double] = nextStep.exec(rest) ?? [];
    if (step === undefined) return undefined;
    steps.push(index === undefined ? (name ?? single ?? double ?? "") : Number(index));
    rest = rest.slice(step.length);
  }
  return steps.length === 0 ? undefined : { steps, text: rest.slice(1) };
}

const nextStep = /^\.?([^.[\]='"]+)|^\[(\d{1,9})\]|^\.?\['([^']*)'\]|^\.?\["([^"]*)"\]/;

/** The way as people write it: `spec.env[0].name`. */
export function stepsText(steps: Steps): string {
  return steps
    .map((step) => {
      if (typeof step === "number") return `[${step}]`;
      return /^[^.[\]='"]+$/.test(step) ? `.${step}` : `['${step}']`;
    })
    .join("")
    .replace(/^\./, "");
}
