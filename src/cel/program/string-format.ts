import { precisionFault } from "../../runtime/v1/cel/libraries/format.js";
import type { IssueCollector } from "../issue.js";
import type { Call, Expr } from "../syntax/ast.js";
import { childrenOf } from "../syntax/walk.js";
import type { CelType } from "../type.js";
import { dynType } from "../type.js";

type Types = ReadonlyMap<number, CelType>;

/** Why a format does not fit, and which node is to blame. */
interface Misfit {
  readonly at: Expr;
  readonly message: string;
}

/**
 * Compare the clauses of a constant format with a literal list of arguments (cel-go
 * `ext/formatting.go`, stringFormatValidator). Nothing is said about formats and lists that only
 * run time knows.
 */
export function checkFormatCall(call: Call, types: Types, issues: IssueCollector): void {
  const [list] = call.args;
  if (call.function !== "format" || call.target?.kind !== "literal") return;
  if (call.target.value.type !== "string" || call.args.length !== 1 || list?.kind !== "list")
    return;
  const outcome = checkClauses(call, call.target.value.value, list.elements, types);
  if (typeof outcome === "object") issues.report(outcome.at.offset, outcome.message);
  else if (list.elements.length > outcome) {
    const message = `too many arguments supplied to string.format (expected ${String(outcome)}, got ${String(list.elements.length)})`;
    issues.report(call.offset, message);
  }
}

/** The number of arguments that the format takes, or the first thing that is wrong. */
function checkClauses(
  call: Call,
  format: string,
  args: readonly Expr[],
  types: Types,
): number | Misfit {
  let used = 0;
  for (let index = format.indexOf("%"); index >= 0; index = format.indexOf("%", index)) {
    if (format[index + 1] === "%") {
      index += 2;
      continue;
    }
    if (index + 1 >= format.length) return { at: call, message: "unexpected end of string" };
    const arg = args[used];
    if (arg === undefined) return { at: call, message: `index ${String(used)} out of range` };
    const read = readClause(format, index + 1);
    if ("fault" in read) {
      return { at: call, message: `could not parse formatting clause: ${read.fault}` };
    }
    const misfit = findMisfit(read.clause, arg, types);
    if (misfit !== undefined) {
      const given = runtimeName(types.get(misfit.id));
      const message = `error during formatting: ${read.clause.message} ${given}`;
      return { at: misfit, message };
    }
    index = read.end;
    used++;
  }
  return used;
}

/**
 * The clause after a percent sign: an optional precision of any number of digits, but not none, and
 * a verb.
 */
function readClause(
  format: string,
  start: number,
): { readonly clause: Clause; readonly end: number } | { readonly fault: string } {
  let index = start;
  if (format[index] === ".") {
    const digits = /^[0-9]*/.exec(format.slice(index + 1))?.[0] ?? "";
    index += 1 + digits.length;
    const fault = precisionFault(digits, index >= format.length);
    if (fault !== undefined) return { fault: `error while parsing precision: ${fault}` };
  }
  const clause = clauses.get(format.charAt(index));
  if (clause !== undefined) return { clause, end: index + 1 };
  return { fault: `unrecognized formatting clause "${firstByte(format, index)}"` };
}

/** cel-go looks at the UTF-8 text byte by byte, and prints the byte as if it were a character. */
function firstByte(text: string, index: number): string {
  const character = String.fromCodePoint(text.codePointAt(index) ?? 0);
  return String.fromCharCode(new TextEncoder().encode(character)[0] ?? 0);
}

/** The kinds of values that a verb formats, and the message about anything else. */
interface Clause {
  readonly kinds: ReadonlySet<string>;
  readonly message: string;
}

const decimal: Clause = {
  kinds: new Set(["int", "uint"]),
  message: "decimal clause can only be used on integers, was given",
};
const fixed: Clause = {
  kinds: new Set(["double", "string"]),
  message: "fixed-point clause can only be used on doubles, was given",
};
const scientific: Clause = {
  kinds: fixed.kinds,
  message: "scientific clause can only be used on doubles, was given",
};
const binary: Clause = {
  kinds: new Set(["int", "uint", "bool"]),
  message: "only integers and bools can be formatted as binary, was given",
};
const hexadecimal: Clause = {
  kinds: new Set(["int", "uint", "string", "bytes"]),
  message: "only integers, byte buffers, and strings can be formatted as hex, was given",
};
const octal: Clause = {
  kinds: decimal.kinds,
  message: "octal clause can only be used on integers, was given",
};
const text: Clause = {
  kinds: new Set([
    "list",
    "map",
    "int",
    "uint",
    "double",
    "bool",
    "string",
    "timestamp",
    "bytes",
    "duration",
    "type",
    "null",
  ]),
  message:
    "string clause can only be used on strings, bools, bytes, ints, doubles, maps, lists, types, durations, and timestamps, was given",
};

const clauses: ReadonlyMap<string, Clause> = new Map([
  ["s", text],
  ["d", decimal],
  ["f", fixed],
  ["e", scientific],
  ["b", binary],
  ["x", hexadecimal],
  ["X", hexadecimal],
  ["o", octal],
]);

/** The node of an argument that a clause cannot format, if there is one. */
function findMisfit(clause: Clause, arg: Expr, types: Types): Expr | undefined {
  if (clause === text) return findUnprintable(arg, types);
  return fits(clause, arg, types) ? undefined : arg;
}

function fits(clause: Clause, expr: Expr, types: Types): boolean {
  const type = types.get(expr.id);
  if (type === undefined || type.kind === "dyn") return true;
  return clause.kinds.has(type.kind === "wrapper" ? type.wrapped.kind : type.kind);
}

/** The first node of a literal, however nested, that `%s` cannot print. */
function findUnprintable(expr: Expr, types: Types): Expr | undefined {
  if (!fits(text, expr, types)) return expr;
  if (expr.kind !== "list" && expr.kind !== "map") return undefined;
  for (const part of childrenOf(expr)) {
    const found = findUnprintable(part, types);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** A type without its parameters, as run time names it. */
function runtimeName(type: CelType = dynType): string {
  switch (type.kind) {
    case "timestamp":
      return "google.protobuf.Timestamp";
    case "duration":
      return "google.protobuf.Duration";
    case "any":
      return "google.protobuf.Any";
    case "null":
      return "null_type";
    case "wrapper":
      return type.wrapped.kind;
    case "opaque":
    case "object":
    case "param":
      return type.name;
    default:
      return type.kind;
  }
}
