import type { Call, Expr } from "../../../cel/syntax/ast.js";
import { operators } from "../../../cel/syntax/ast.js";
import { childrenOf, nodesOf } from "../../../cel/syntax/walk.js";
import { certainTests, keyOf } from "./certain-tests.js";

/**
 * The fields of `self`, as written, whose `has` must look at the data, as the server does: to look
 * at the presence alone says something else where the data has the wrong type, even with what the
 * runtime makes of such fields (`odd-fields.ts`). As in `!has(self.n) || (has(self.n) && self.m)`:
 * an error on both sides is one, whatever `self.m` is.
 */
export function unsoundTests(expr: Expr): ReadonlySet<string> {
  const tested = new Set<string>();
  for (const node of nodesOf(expr)) {
    if (node.kind === "select" && node.testOnly && isSelf(node.operand)) tested.add(node.field);
  }
  const certain = certainTests(expr);
  return new Set(
    [...tested].filter(
      (field) => !certain.includes(keyOf([field])) && !outcomesOf(expr, field).every(isSound),
    ),
  );
}

/** `odd`: the error of the field's data. */
type Outcome = "true" | "false" | "odd" | "error";

/**
 * What an expression is where the field's data has the wrong type: on the server, where the field
 * counts as present, and where it is taken away.
 */
type Outcomes = readonly [server: Outcome, present: Outcome, absent: Outcome];

/** Of what does not ask for the field. */
const others: readonly Outcomes[] = [
  ["true", "true", "true"],
  ["false", "false", "false"],
  ["error", "error", "error"],
];

/** Of `has` of another field: it is taken for one with data of the right type. */
const otherTests = others.slice(0, 2);

/** Whether what the runtime makes of the last two is what the server says. */
function isSound([server, present, absent]: Outcomes): boolean {
  if (isError(present)) return present === server;
  return server === (present === absent ? present : "odd");
}

function isError(outcome: Outcome): boolean {
  return outcome === "odd" || outcome === "error";
}

function outcomesOf(expr: Expr, field: string): readonly Outcomes[] {
  if (expr.kind === "select" && isSelf(expr.operand)) {
    if (expr.field !== field) return expr.testOnly ? otherTests : others;
    return expr.testOnly ? [["odd", "true", "false"]] : [["odd", "odd", "error"]];
  }
  const parts = childrenOf(expr).map((child) => outcomesOf(child, field));
  const meaning = expr.kind === "call" ? logicalMeaning(expr) : undefined;
  if (parts.every((part) => part === others || part === otherTests)) {
    return meaning === undefined || parts.includes(others) ? others : otherTests;
  }
  if (expr.kind === "comprehension" || parts.includes(anything)) return anything;
  return meaning === undefined ? strict(parts) : combined(parts, meaning);
}

function isSelf(expr: Expr): boolean {
  return expr.kind === "ident" && expr.name === "self";
}

/** The possible outcomes of an operation whose operands have an outcome each. */
type Meaning = (operands: readonly Outcome[]) => readonly Outcome[];

function logicalMeaning({ function: name }: Call): Meaning | undefined {
  switch (name) {
    case operators.logicalNot:
      return ([it = "error"]) => [isError(it) ? it : it === "true" ? "false" : "true"];
    case operators.logicalAnd:
      return (operands) => [decided(operands, "false", "true")];
    case operators.logicalOr:
      return (operands) => [decided(operands, "true", "false")];
    case operators.conditional:
      return ([condition = "error", yes = "error", no = "error"]) => [
        isError(condition) ? condition : condition === "true" ? yes : no,
      ];
    default:
      return undefined;
  }
}

/** What one operand decides, else the first error. */
function decided(operands: readonly Outcome[], decisive: Outcome, neutral: Outcome): Outcome {
  return operands.includes(decisive) ? decisive : (operands.find(isError) ?? neutral);
}

/** The first error of the operands; without one, anything but an error of the field. */
function strict(parts: readonly (readonly Outcomes[])[]): readonly Outcomes[] {
  const first: Meaning = (operands) => [operands.find(isError) ?? "true"];
  const errors = parts.reduce((before, part) => combined([before, part], first), noError);
  return combined([errors], ([it = "error"]) => (isError(it) ? [it] : unknown));
}

const noError: readonly Outcomes[] = [["true", "true", "true"]];
const unknown: readonly Outcome[] = ["true", "false", "error"];

function combined(parts: readonly (readonly Outcomes[])[], meaning: Meaning): readonly Outcomes[] {
  const found = new Map<string, Outcomes>();
  for (const operands of choices(parts)) {
    for (const server of meaning(operands.map(([it]) => it))) {
      for (const present of meaning(operands.map(([, it]) => it))) {
        for (const absent of meaning(operands.map(([, , it]) => it))) {
          found.set(`${server} ${present} ${absent}`, [server, present, absent]);
        }
      }
    }
  }
  return [...found.values()];
}

/** All ways to take one of each. */
function choices(parts: readonly (readonly Outcomes[])[]): readonly (readonly Outcomes[])[] {
  return parts.reduce<readonly (readonly Outcomes[])[]>(
    (ways, part) => ways.flatMap((way) => part.map((outcomes) => [...way, outcomes])),
    [[]],
  );
}

const everything: readonly Outcome[] = [...unknown, "odd"];

/** Of a loop, whose rounds are not followed. */
const anything: readonly Outcomes[] = combined([noError], () => everything);
