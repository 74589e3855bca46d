import type { Schema } from "../ir/schema.js";

/** A rule's fieldPath in the form in which errors name it, or what is wrong with it. */
export type FieldPathOutcome =
  | {
      readonly kind: "path";
      /** `a.b` for properties, `a[key]` for keys of maps; `<nil>` for the empty path. */
      readonly path: string;
    }
  | { readonly kind: "fault"; readonly message: string };

/** A step of the path: a property, or a key of a map. */
type Step = { readonly kind: "field" | "key"; readonly name: string };

/**
 * Read the fieldPath of a rule against the schema that the rule belongs to: `.name` and `['name']`, through properties
 * and maps, not into lists (apiextensions `schema/cel/validation.go`, ValidFieldPath). What stands between two
 * delimiters is taken as it is, white space included.
 */
export function readFieldPath(text: string, schema: Schema): FieldPathOutcome {
  const tokens = splitPath(text);
  const steps: Step[] = [];
  let current: Schema | undefined = schema;
  for (let index = 0; index < tokens.length;) {
    const read = readStep(tokens, index);
    if (typeof read === "string") return { kind: "fault", message: read };
    const found = followStep(current, read.name);
    if (found === undefined) return { kind: "fault", message: "does not refer to a valid field" };
    if (read.fault !== undefined) return { kind: "fault", message: read.fault };
    steps.push(found.step);
    current = found.schema;
    index = read.end;
  }
  return { kind: "path", path: render(steps) };
}

interface ReadStep {
  readonly name: string;
  /** Index of the token after the step. */
  readonly end: number;
  /** What is wrong after the name; only looked at if the name is right. */
  readonly fault: string | undefined;
}

/** One step, or what is wrong with it before its name is known. */
function readStep(tokens: readonly string[], index: number): ReadStep | string {
  const [delimiter = "", next] = [tokens[index], tokens[index + 1]];
  if (delimiter !== "." && delimiter !== "[") return `expected [ or . but got: ${delimiter}`;
  if (next === undefined) return "unexpected end of JSON path";
  if (delimiter === ".") return { name: next, end: index + 2, fault: undefined };
  if (next.length < 2 || !next.startsWith("'") || !next.endsWith("'")) {
    return `expected single quoted string but got ${next}`;
  }
  const unquoted = unescapeQuoted(next.slice(1, -1));
  if ("fault" in unquoted) return `invalid string literal: ${unquoted.fault}`;
  return { name: unquoted.text, end: index + 3, fault: closingFault(tokens[index + 2]) };
}

function closingFault(token: string | undefined): string | undefined {
  if (token === undefined) return "unexpected end of JSON path";
  return token === "]" ? undefined : `expected ] but got ${token}`;
}

function followStep(
  schema: Schema | undefined,
  name: string,
): { readonly step: Step; readonly schema: Schema | undefined } | undefined {
  if (schema === undefined) return undefined;
  if (schema.fields.size > 0) {
    const field = schema.fields.get(name);
    return field === undefined ? undefined : { step: { kind: "field", name }, schema: field };
  }
  if (schema.values === undefined) return undefined;
  const values = typeof schema.values === "object" ? schema.values : undefined;
  return { step: { kind: "key", name }, schema: values };
}

function render(steps: readonly Step[]): string {
  if (steps.length === 0) return "<nil>";
  return steps
    .map(({ kind, name }, index) =>
      kind === "key" ? `[${name}]` : index === 0 ? name : `.${name}`,
    )
    .join("");
}

/** Delimiters, quoted names, and what is between. A name that begins with a quote ends with the next one. */
function splitPath(text: string): readonly string[] {
  const tokens: string[] = [];
  let start = 0;
  while (start < text.length) {
    const end = text[start] === "'" ? quotedEnd(text, start) : plainEnd(text, start);
    tokens.push(text.slice(start, end));
    start = end;
  }
  return tokens;
}

function quotedEnd(text: string, start: number): number {
  for (let index = start + 1; index < text.length; index++) {
    if (text[index] === "'" && text[index - 1] !== "\\") return index + 1;
  }
  return text.length;
}

function plainEnd(text: string, start: number): number {
  if (isDelimiter(text[start])) return start + 1;
  let index = start;
  while (index < text.length && !isDelimiter(text[index])) index++;
  return index;
}

function isDelimiter(character: string | undefined): boolean {
  return character === "." || character === "[" || character === "]";
}

const escapes: ReadonlyMap<string, string> = new Map([
  ["a", "\x07"],
  ["b", "\b"],
  ["f", "\f"],
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
  ["v", "\v"],
  ["'", "'"],
  ["\\", "\\"],
]);

/** Go reports the last escape that it does not know. */
function unescapeQuoted(quoted: string): { readonly text: string } | { readonly fault: string } {
  let fault: string | undefined;
  const text = quoted.replace(/\\([^\n])/gu, (match, letter: string) => {
    const character = escapes.get(letter);
    if (character === undefined) fault = `invalid escape char ${match}`;
    return character ?? "";
  });
  return fault === undefined ? { text } : { fault };
}
