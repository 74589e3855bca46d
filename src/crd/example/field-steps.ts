import type { Json } from "../../runtime/v1/json/json.js";
import { isObject } from "../../runtime/v1/json/json.js";
import type { Schema } from "../ir/schema.js";
import type { Steps } from "./place.js";
import { schemaAt, valueAt } from "./place.js";

/**
 * The way that the field of an error describes, such as `spec.env[0].name`, as far as it can be
 * followed: names may hold dots and brackets themselves, so that the value and the schema decide.
 */
export function stepsOfField(field: string, root: Json, schema: Schema): Steps {
  let steps: Steps = [];
  let rest = field;
  for (;;) {
    const next = nextStep(rest, valueAt(root, steps), schemaAt(schema, steps));
    if (next === undefined) return steps;
    steps = [...steps, next.step];
    rest = next.rest;
  }
}

interface NextStep {
  readonly step: string | number;
  readonly rest: string;
}

function nextStep(
  text: string,
  value: Json | undefined,
  schema: Schema | undefined,
): NextStep | undefined {
  const index = /^\[(\d+)\]/.exec(text);
  if (index !== null && (Array.isArray(value) || schema?.type === "array")) {
    return { step: Number(index[1]), rest: text.slice(index[0].length) };
  }
  const known = isObject(value) ? Object.keys(value) : [];
  const names = [...new Set([...known, ...(schema?.fields.keys() ?? [])])];
  const bare = text.replace(/^\./, "");
  const inBrackets = text.startsWith("[");
  const fitting = names
    .map((name) => ({ step: name, text: inBrackets ? `[${name}]` : name }))
    .filter((one) => beginsWith(inBrackets ? text : bare, one.text))
    .sort((left, right) => right.text.length - left.text.length);
  const [best] = fitting;
  if (best === undefined) return undefined;
  return { step: best.step, rest: (inBrackets ? text : bare).slice(best.text.length) };
}

function beginsWith(text: string, beginning: string): boolean {
  return text.startsWith(beginning) && /^(?:$|[.[])/.test(text.slice(beginning.length));
}
