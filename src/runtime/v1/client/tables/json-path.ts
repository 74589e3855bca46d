import { deepEqual } from "../../values/json/deep-equal.js";
import type { Json } from "../../values/json/json.js";
import { Float64, isObject, toDouble } from "../../values/json/json.js";

/*
 * The paths of printer columns and selectable fields (client-go `util/jsonpath`), of which a value
 * of the first result alone is shown: those that consist of more than names.
 */

/** A path that was parsed: the values that it finds; undefined where evaluation fails. */
export type JsonPath = (root: Json) => readonly Json[] | undefined;

type PathStep = (values: readonly Json[], effort: Effort) => readonly Json[] | undefined;

/** How many values may be found on the way: each `..` finds those of the one before again. */
const mostFound = 1_000_000;

class Effort {
  #left = mostFound;

  /** False when it was too much. */
  spend(values: readonly Json[]): boolean {
    this.#left -= values.length + 1;
    return this.#left >= 0;
  }
}

/** Undefined for a text that is no path. */
export function parseJsonPath(path: string): JsonPath | undefined {
  const steps = new PathParser(path).parse();
  if (steps === undefined) return undefined;
  return (root) => walk(steps, [root], new Effort());
}

function walk(
  steps: readonly PathStep[],
  begin: readonly Json[],
  effort: Effort,
): readonly Json[] | undefined {
  let values: readonly Json[] | undefined = begin;
  for (const step of steps) {
    values = step(values, effort);
    if (values === undefined || !effort.spend(values)) return undefined;
  }
  return values;
}

/** The first value that a path finds, which is the one that tables show; undefined for none. */
export function firstAt(path: JsonPath | undefined, root: unknown): Json | undefined {
  const [value] = path?.(root as Json) ?? []; // objects of the API are JSON
  return value;
}

const fieldEnd = /[\s.,[\]$@{}]/;

class PathParser {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  parse(): readonly PathStep[] | undefined {
    const steps: PathStep[] = [];
    while (this.#at < this.#text.length) {
      const step = this.#step();
      if (step === undefined) return undefined;
      steps.push(step);
    }
    return steps;
  }

  #step(): PathStep | undefined {
    const character = this.#text.charAt(this.#at++);
    switch (character) {
      case "$":
      case "@":
        return (values) => values;
      case ".":
        if (this.#text.charAt(this.#at) === ".") {
          this.#at++;
          return descend;
        }
        return this.#text.charAt(this.#at) === "[" ? (values) => values : fieldStep(this.#name());
      case "[":
        return this.#bracket();
      default:
        if (/\s/.test(character)) return (values) => values;
        if (/[,\]{}()<>=!'"?]/.test(character)) return undefined;
        this.#at--;
        return fieldStep(this.#name());
    }
  }

  #name(): string {
    let name = "";
    for (; this.#at < this.#text.length; this.#at++) {
      const character = this.#text.charAt(this.#at);
      if (character === "\\") name += this.#text.charAt(++this.#at);
      else if (fieldEnd.test(character)) break;
      else name += character;
    }
    return name;
  }

  #bracket(): PathStep | undefined {
    const inner = this.#upToBracket();
    if (inner === undefined) return undefined;
    const filter = /^\?\((.*)\)$/s.exec(inner);
    if (filter !== null) return filterStep(filter[1] ?? "");
    if (inner === "*") return wildcard;
    const quoted = /^'([^']*)'$/.exec(inner);
    if (quoted !== null) return pathOf(`.${quoted[1] ?? ""}`);
    if (inner.includes(",")) return unionStep(inner.split(","));
    return sliceStep(inner);
  }

  /** The text up to the bracket that closes this one. */
  #upToBracket(): string | undefined {
    const start = this.#at;
    let quote = "";
    for (let depth = 1; this.#at < this.#text.length; this.#at++) {
      const character = this.#text.charAt(this.#at);
      if (quote !== "") {
        if (character === quote) quote = "";
      } else if (character === "'" || character === '"') quote = character;
      else if (character === "[") depth++;
      else if (character === "]" && --depth === 0) return this.#text.slice(start, this.#at++);
    }
    return undefined;
  }
}

function pathOf(path: string): PathStep | undefined {
  const parsed = new PathParser(path).parse();
  return parsed && ((values, effort) => walk(parsed, values, effort));
}

function fieldStep(name: string): PathStep {
  if (name === "") return (values) => values;
  if (name === "*") return wildcard;
  return (values) =>
    values.flatMap((value) =>
      isObject(value) && Object.hasOwn(value, name) ? [value[name] ?? null] : [],
    );
}

const wildcard: PathStep = (values) =>
  values.flatMap((value) => {
    if (Array.isArray(value)) return value;
    return isObject(value) ? Object.values(value) : [];
  });

const descend: PathStep = (values) => {
  const found: Json[] = [];
  const pending = values.toReversed();
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (!isObject(next) && !Array.isArray(next)) continue;
    found.push(next);
    if (found.length > mostFound) return undefined;
    for (const value of Object.values(next).reverse()) pending.push(value);
  }
  return found;
};

function unionStep(parts: readonly string[]): PathStep | undefined {
  const steps = parts.map((part) => {
    const name = /^\s*'([^']*)'\s*$/.exec(part);
    return name === null ? sliceStep(part.trim()) : pathOf(`.${name[1] ?? ""}`);
  });
  return (values, effort) => {
    const found: Json[] = [];
    for (const step of steps) {
      const some = step?.(values, effort);
      if (some === undefined || !effort.spend(some)) return undefined;
      for (const value of some) found.push(value);
    }
    return found;
  };
}

/** `[1]`, `[-1]`, `[1:3]`, `[::2]`; out of range is a fault, and so is what is no list. */
function sliceStep(text: string): PathStep | undefined {
  const found = /^(-?\d*)(?:(:)(-?\d*)(?::(-?\d*))?)?$/.exec(text);
  if (found === null || text === "") return undefined;
  const [, first = "", colon, last = "", by = ""] = found;
  const step = by === "" ? 1 : Number(by);
  return (values) => {
    const items: Json[] = [];
    for (const value of values) {
      if (!Array.isArray(value)) {
        if (value === null) continue;
        return undefined;
      }
      const { length } = value;
      const absolute = (index: number): number => (index < 0 ? index + length : index);
      const start = absolute(first === "" ? 0 : Number(first));
      if (colon === undefined) {
        if (start < 0 || start >= length) return undefined;
        items.push(value[start] ?? null);
        continue;
      }
      const end = last === "" ? length : absolute(Number(last));
      if (start >= length || start < 0 || end > length || end < start || step <= 0) {
        if (length === 0) continue;
        return undefined;
      }
      for (let index = start; index < end; index += step) items.push(value[index] ?? null);
    }
    return items;
  };
}

/** `@.type=="Ready"`, `@.value>3`, `@.name`. */
function filterStep(text: string): PathStep | undefined {
  const [whole, found] = [text.trim(), /==|!=|<=|>=|<|>/.exec(text.trim())];
  const left = operandOf(found === null ? whole : whole.slice(0, found.index).trimEnd());
  if (left === undefined) return undefined;
  const items = (values: readonly Json[]): readonly Json[] =>
    values.flatMap((value) => (Array.isArray(value) ? value : []));
  if (found === null)
    return (values, effort) =>
      items(values).filter((item) => (left([item], effort) ?? []).length > 0);
  const [operator] = found;
  const rest = whole.slice(found.index + operator.length).trimStart();
  const right = found.index === 0 || rest === "" ? undefined : operandOf(rest);
  if (right === undefined) return undefined;
  return (values, effort) =>
    items(values).filter((item) => {
      const [one, ...ones] = left([item], effort) ?? [];
      const [other, ...others] = right([item], effort) ?? [];
      if (one === undefined || other === undefined || ones.length + others.length > 0) return false;
      return holds(one, operator, other);
    });
}

function operandOf(text: string): PathStep | undefined {
  const quoted = /^(["'])(.*)\1$/s.exec(text);
  if (quoted !== null) return () => [quoted[2] ?? ""];
  if (/^(true|false)$/.test(text)) return () => [text === "true"];
  if (/^[+-]?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(text)) return () => [Number(text)];
  return pathOf(text);
}

function holds(left: Json, operator: string, right: Json): boolean {
  if (operator === "==") return deepEqual(left, right);
  if (operator === "!=") return !deepEqual(left, right);
  const [one, other] = [ordered(left), ordered(right)];
  if (one === undefined || other === undefined || typeof one !== typeof other) return false;
  switch (operator) {
    case "<":
      return one < other;
    case "<=":
      return one <= other;
    case ">":
      return one > other;
    default:
      return one >= other;
  }
}

function ordered(value: Json): number | string | undefined {
  if (typeof value === "string") return value;
  const isNumeric =
    typeof value === "number" || typeof value === "bigint" || value instanceof Float64;
  return isNumeric ? toDouble(value) : undefined;
}

/*
 * Paths of printer columns and selectable fields that consist of names alone, which most are: they
 * are read without a parser.
 */

/** Tells whether a path consists of names alone, such as `.spec.replicas`. */
export function isPlainPath(path: string): boolean {
  return /^(?:\.[\w-]+)+$/.test(path);
}

/** The names of a plain path. */
export function namesOfPath(path: string): string[] {
  return path.slice(1).split(".");
}

/** Returns the value at a path of names; undefined where nothing is. */
export function valueAt(root: unknown, ...names: readonly string[]): Json | undefined {
  let value = root;
  for (const name of names) {
    if (!isObject(value) || !Object.hasOwn(value, name)) return undefined;
    value = value[name];
  }
  return value as Json | undefined; // objects of the API are JSON
}
