import type { CheckedExpression } from "../../../cel/check/checked.js";
import { check } from "../../../cel/check/checker.js";
import type { Environment } from "../../../cel/check/environment.js";
import { withVariables } from "../../../cel/check/environment.js";
import { IssueCollector } from "../../../cel/issue.js";
import { parse } from "../../../cel/syntax/parse.js";
import type { CelType } from "../../../cel/type.js";
import { dynType, intType, optionalValue } from "../../../cel/type.js";
import type { CelToken } from "./tokens.js";
import { dotBefore } from "./tokens.js";

/** Checks a text that is a whole expression; undefined where it is wrong. */
export function checkAlone(environment: Environment, text: string): CheckedExpression | undefined {
  const issues = new IssueCollector(text);
  const ast = parse(text, environment.syntax, issues);
  if (ast === undefined || issues.count > 0) return undefined;
  const checked = check(environment, text, ast, issues);
  return issues.count > 0 ? undefined : checked;
}

/** The type of a text that is a whole expression; undefined where it is wrong. */
export function typeAlone(environment: Environment, text: string): CelType | undefined {
  const checked = checkAlone(environment, text);
  return checked?.types.get(checked.ast.id);
}

const closers: ReadonlyMap<string, string> = new Map([
  [")", "("],
  ["]", "["],
  ["}", "{"],
]);

/**
 * The index of the token with which the operand begins that ends with a token: `self.a[0].b(c)` is
 * one. Undefined where there is none.
 */
function operandStart(tokens: readonly CelToken[], last: number): number | undefined {
  for (let at = last; at >= 0;) {
    const start = partStart(tokens, at);
    if (start === undefined) return undefined;
    const isIndexed = tokens[start]?.kind === "[" && endsOperand(tokens[start - 1]);
    const dot = dotBefore(tokens, start);
    if (isIndexed) at = start - 1;
    else if (dot !== undefined && endsOperand(tokens[dot - 1])) at = dot - 1;
    else return dot ?? start;
  }
  return undefined;
}

/** The text of the operand that ends with a token; undefined where there is none. */
export function operandBefore(
  text: string,
  tokens: readonly CelToken[],
  last: number,
): string | undefined {
  const [first, end] = [tokens[operandStart(tokens, last) ?? -1], tokens[last]];
  return first === undefined || end === undefined ? undefined : text.slice(first.start, end.end);
}

/** A name, a call with its name, a literal, or what stands in brackets. */
function partStart(tokens: readonly CelToken[], at: number): number | undefined {
  const kind = tokens[at]?.kind ?? "error";
  if (!closers.has(kind)) return endsOperand(tokens[at]) ? at : undefined;
  const open = openOf(tokens, at);
  const isCall = open !== undefined && kind === ")" && isName(tokens[open - 1]);
  return isCall ? open - 1 : open;
}

function openOf(tokens: readonly CelToken[], close: number): number | undefined {
  const wanted: string[] = [];
  for (let at = close; at >= 0; at--) {
    const kind = tokens[at]?.kind ?? "error";
    const opener = closers.get(kind);
    if (opener !== undefined) wanted.push(opener);
    else if (kind === "(" || kind === "[" || kind === "{") {
      if (wanted.pop() !== kind) return undefined;
      if (wanted.length === 0) return at;
    }
  }
  return undefined;
}

function isName(token: CelToken | undefined): boolean {
  return token?.kind === "IDENTIFIER" || token?.kind === "ESC_IDENTIFIER";
}

const operandEnds: ReadonlySet<string> = new Set([
  ...["IDENTIFIER", "ESC_IDENTIFIER", "STRING", "BYTES", "NUM_INT", "NUM_UINT", "NUM_FLOAT"],
  ...["true", "false", "null", ")", "]", "}"],
]);

function endsOperand(token: CelToken | undefined): boolean {
  return token !== undefined && operandEnds.has(token.kind);
}

/** The macros that declare variables, and how many of these they have. */
const loopMacros: ReadonlyMap<string, "one" | "two" | "one or two"> = new Map([
  ...(["map", "filter", "sortBy", "optMap", "optFlatMap"] as const).map(
    (name) => [name, "one"] as const,
  ),
  ...(["all", "exists", "exists_one", "existsOne"] as const).map(
    (name) => [name, "one or two"] as const,
  ),
  ...(["transformList", "transformMap", "transformMapEntry"] as const).map(
    (name) => [name, "two"] as const,
  ),
]);

/** Tells whether a macro declares variables: `all(x, …)`. */
export function isLoopMacro(name: string): boolean {
  return loopMacros.has(name);
}

/** The environment at a token: with the variables of the macros around it. */
export function environmentAt(
  environment: Environment,
  text: string,
  tokens: readonly CelToken[],
  index: number,
): Environment {
  return openCalls(tokens, index).reduce((around, { open, commas }) => {
    const variables = loopVariables(around, text, tokens, open, commas);
    if (variables.size === 0) return around;
    return withVariables(around, new Map([...around.variables, ...variables]));
  }, environment);
}

interface OpenCall {
  readonly open: number;
  commas: number;
}

/** The brackets around a token, the outermost first, with the commas in each. */
function openCalls(tokens: readonly CelToken[], index: number): readonly OpenCall[] {
  const calls: OpenCall[] = [];
  for (let at = 0; at < index; at++) {
    const kind = tokens[at]?.kind ?? "error";
    if (kind === "(" || kind === "[" || kind === "{") calls.push({ open: at, commas: 0 });
    else if (closers.has(kind)) calls.pop();
    const call = calls.at(-1);
    if (kind === "," && call !== undefined) call.commas++;
  }
  return calls;
}

function loopVariables(
  environment: Environment,
  text: string,
  tokens: readonly CelToken[],
  open: number,
  commas: number,
): ReadonlyMap<string, CelType> {
  const nothing = new Map<string, CelType>();
  const name = textOf(text, tokens[open - 1]);
  const form = tokens[open]?.kind === "(" ? loopMacros.get(name) : undefined;
  if (form === undefined || tokens[open - 2]?.kind !== ".") return nothing;
  const receiver = operandBefore(text, tokens, open - 3);
  if (receiver === undefined) return nothing;
  const range = typeAlone(environment, receiver) ?? dynType;
  const hasTwo = form === "two" || (form === "one or two" && commas >= 2);
  if (commas < (hasTwo ? 2 : 1)) return nothing;
  const names = [textOf(text, tokens[open + 1]), textOf(text, tokens[open + 3])];
  const types = hasTwo ? pairOf(range) : [elementOf(range)];
  return new Map(types.map((type, at) => [names[at] ?? "", type]));
}

/** The text of a token; `""` where there is none. */
export function textOf(text: string, token: CelToken | undefined): string {
  return token === undefined ? "" : text.slice(token.start, token.end);
}

function elementOf(range: CelType): CelType {
  if (range.kind === "list") return range.element;
  if (range.kind === "map") return range.key;
  return optionalValue(range) ?? dynType;
}

function pairOf(range: CelType): readonly CelType[] {
  if (range.kind === "list") return [intType, range.element];
  if (range.kind === "map") return [range.key, range.value];
  return [dynType, dynType];
}
