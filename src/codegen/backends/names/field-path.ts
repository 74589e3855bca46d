import { nearest } from "../../../crd/diagnostics/similar.js";
import type { Schema } from "../../../crd/ir/schema.js";
import type { Place } from "./tree.js";
import { contentOf, elementOf } from "./tree.js";

/** Why a path leads to no object type. */
export interface NoType {
  readonly reason: string;
  readonly help: string | undefined;
}

/**
 * The type of what the field at a path holds: an object or an enum, inside all lists and maps.
 * Steps are names of fields (`spec.env`, or `["a.b"]` where a name has other characters) and `[*]`
 * for the items of a list and the values of a map. `[*]` may be left out.
 */
export function placeOfField(path: string, root: Place | undefined): Place | NoType {
  const steps = parsePath(path);
  if (steps === undefined || root === undefined) {
    return { reason: `'${path}' is no path of a field`, help: "write it as spec.env[*].valueFrom" };
  }
  let { schema }: { schema: Schema } = root;
  let place: Place | undefined = root;
  let way = "";
  for (const step of steps) {
    const inner = step === items ? contentOf(schema) : undefined;
    const next = step === items ? valuesOf(schema) : elementOf(schema).fields.get(step);
    if (next === undefined) return noStep(schema, way, step);
    if (inner === undefined) place = place?.below.get(step === items ? "*" : step);
    schema = next;
    way = step === items ? `${way}[*]` : behind(way, step);
  }
  const holdsNone = `'${path}' holds no objects with known fields, and no enum`;
  return place ?? { reason: holdsNone, help: undefined };
}

const items = Symbol("items");
type Step = string | typeof items;

/** `undefined` for what is no path. */
function parsePath(path: string): readonly Step[] | undefined {
  const steps: Step[] = [];
  const token = /\[\*\]|\["((?:[^"\\]|\\.)*)"\]|\['([^']*)'\]|(?:^|\.)([^.[\]"']+)/gy;
  let end = 0;
  for (const match of path.matchAll(token)) {
    const [text, quoted, single, plain] = match;
    const name = quoted?.replace(/\\(.)/g, "$1") ?? single ?? plain;
    steps.push(name ?? items);
    end = match.index + text.length;
  }
  return end === path.length && steps.length > 0 ? steps : undefined;
}

function valuesOf(schema: Schema): Schema | undefined {
  return contentOf(schema) ?? (typeof schema.values === "object" ? schema.values : undefined);
}

function noStep(schema: Schema, way: string, step: Step): NoType {
  if (step === items) return { reason: `'${way}' is no list and no map`, help: undefined };
  const place = way === "" ? "the object" : `'${way}'`;
  const similar = nearest(step, elementOf(schema).fields.keys());
  return {
    reason: `${place} has no field '${step}'`,
    help: similar === undefined ? undefined : `did you mean '${behind(way, similar)}'?`,
  };
}

function behind(way: string, name: string): string {
  if (!/^[^.[\]"']+$/.test(name)) return `${way}[${JSON.stringify(name)}]`;
  return way === "" ? name : `${way}.${name}`;
}
