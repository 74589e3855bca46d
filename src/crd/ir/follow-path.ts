/** Where a path leads: a schema, or why nowhere. */
export type FollowedPath<Node> =
  | {
      readonly kind: "found";
      readonly schema: Node;
      /**
       * As errors name it: `a.b` for properties, `a[key]` for keys of maps; `""` for the empty
       * path.
       */
      readonly text: string;
      /** The name of its first step; `undefined` for the empty path. */
      readonly root: string | undefined;
    }
  | {
      readonly kind: "fault";
      /** In the server's words. */
      readonly message: string;
    };

/** One step down: to a property, or to the value of any key of a map. */
export interface SchemaStep<Node> {
  readonly to: "property" | "value";
  readonly schema: Node;
}

/**
 * The permission to write names in brackets, which hold nothing else: lists cannot be entered.
 */
export type BracketNotation = "allowed" | "forbidden";

/**
 * Follows a path such as `.spec.color` or `.spec['a.b']` through a schema, as the server follows
 * the fieldPath of a rule and the paths of selectable fields (apiextensions
 * `schema/cel/validation.go`, `ValidFieldPath`). What stands between two delimiters is taken as it
 * is, white space included.
 *
 * `stepInto` gives `undefined` where the schema has nothing of that name.
 */
export function followPath<Node>(
  path: string,
  root: Node,
  stepInto: (schema: Node, name: string) => SchemaStep<Node> | undefined,
  brackets: BracketNotation = "allowed",
): FollowedPath<Node> {
  const tokens = tokensOf(path);
  const steps: (SchemaStep<Node> & { readonly name: string })[] = [];
  let schema = root;
  for (let at = 0; at < tokens.length;) {
    const read = readStep(tokens, at, brackets);
    if (typeof read === "string") return { kind: "fault", message: read };
    const step = stepInto(schema, read.name);
    if (step === undefined) return { kind: "fault", message: "does not refer to a valid field" };
    if (read.fault !== undefined) return { kind: "fault", message: read.fault };
    steps.push({ ...step, name: read.name });
    schema = step.schema;
    at = read.end;
  }
  const text = steps.map(({ to, name }, index) =>
    to === "value" ? `[${name}]` : index === 0 ? name : `.${name}`,
  );
  return { kind: "found", schema, text: text.join(""), root: steps[0]?.name };
}

interface ReadStep {
  readonly name: string;
  /** Index of the token after the step. */
  readonly end: number;
  /** The fault after the name; only looked at if the name is right. */
  readonly fault: string | undefined;
}

/** One step, or what is wrong with it before its name is known. */
function readStep(
  tokens: readonly string[],
  at: number,
  brackets: BracketNotation,
): ReadStep | string {
  const [delimiter = "", next] = [tokens[at], tokens[at + 1]];
  if (delimiter !== "." && delimiter !== "[") return `expected [ or . but got: ${delimiter}`;
  if (delimiter === "[" && brackets === "forbidden") return "array notation is not allowed";
  if (next === undefined) return endOfPath;
  if (delimiter === ".") return { name: next, end: at + 2, fault: undefined };
  if (next.length < 2 || !next.startsWith("'") || !next.endsWith("'")) {
    return `expected single quoted string but got ${next}`;
  }
  const unquoted = unescapeQuoted(next.slice(1, -1));
  if ("fault" in unquoted) return `invalid string literal: ${unquoted.fault}`;
  return { name: unquoted.text, end: at + 3, fault: closingFault(tokens[at + 2]) };
}

const endOfPath = "unexpected end of JSON path";

function closingFault(token: string | undefined): string | undefined {
  if (token === undefined) return endOfPath;
  return token === "]" ? undefined : `expected ] but got ${token}`;
}

/**
 * Delimiters, quoted names, and what is between. A name that begins with a quote ends with the next
 * one.
 */
function tokensOf(path: string): readonly string[] {
  const tokens: string[] = [];
  let start = 0;
  while (start < path.length) {
    const end = path[start] === "'" ? quotedEnd(path, start) : plainEnd(path, start);
    tokens.push(path.slice(start, end));
    start = end;
  }
  return tokens;
}

function quotedEnd(path: string, start: number): number {
  for (let index = start + 1; index < path.length; index++) {
    if (path[index] === "'" && path[index - 1] !== "\\") return index + 1;
  }
  return path.length;
}

function plainEnd(path: string, start: number): number {
  if (isDelimiter(path[start])) return start + 1;
  let index = start;
  while (index < path.length && !isDelimiter(path[index])) index++;
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

/** The escapes of `unescapeSingleQuote`; of those that Go does not know it reports the last. */
function unescapeQuoted(quoted: string): { readonly text: string } | { readonly fault: string } {
  let fault: string | undefined;
  const text = quoted.replace(/\\([^\n])/gu, (match, letter: string) => {
    const character = escapes.get(letter);
    if (character === undefined) fault = `invalid escape char ${match}`;
    return character ?? "";
  });
  return fault === undefined ? { text } : { fault };
}
