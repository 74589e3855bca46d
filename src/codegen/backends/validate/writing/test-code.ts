import type { LibraryValue, RuntimeValue } from "../../../../runtime/contract.js";
import type { Json } from "../../../../runtime/v1/values/json/json.js";
import type { KubernetesMinor } from "../../../../runtime/v1/values/kubernetes-version.js";
import { symbolOfServer } from "../../../../runtime/versions/dialects.js";
import type { Expr, TypeNode } from "../../../emit/code.js";
import { expr, imported, isTrue, operatorCode, tsType, word } from "../../../emit/code.js";
import * as make from "../../../emit/nodes/make.js";
import type { EmitContext } from "../../backend.js";
import { jsonLiteral } from "../../json-literal.js";
import type { Callee, CastType, CheckFunction, Comparison, Test } from "../analysis/check.js";
import type { ShapeNames } from "../shape-names.js";

/** Parameter of a quick check: what counts as an absent member. */
export const absent: Expr = word("absent");

/** Parameter of a quick check: where the names of the members that are wrong are noted. */
export const wrong: Expr = word("wrong");

/** The condition under which one of the tests does not hold; there is at least one. */
export function faultOf(tests: readonly Test[], value: Expr, scope: Scope): Expr {
  const faults = tests.map((test) => conditionOf(test, value, false, scope));
  // Compilers take what stands behind a plain `true` for unreachable.
  return operatorCode(
    faults.map((fault) => (isTrue(fault) ? expr`Boolean(true)` : fault)),
    "||",
  );
}

/** The condition under which the test of a value has the outcome. */
export function conditionOf(test: Test, value: Expr, outcome: boolean, scope: Scope): Expr {
  const positive = (condition: Expr): Expr => (outcome ? condition : expr`!${condition}`);
  const holds = (part: Test): Expr => conditionOf(part, value, true, scope);
  const all = (tests: readonly Test[], of = value): Expr =>
    outcome
      ? operatorCode(
          tests.map((part) => conditionOf(part, of, true, scope)),
          "&&",
        )
      : faultOf(tests, of, scope);
  switch (test.kind) {
    case "known":
      return expr`${test.holds === outcome}`;
    case "every":
      return all(test.of);
    case "some":
      return positive(operatorCode(test.of.map(holds), "||"));
    case "one": {
      const fitting = test.of.map((part) => expr`Number(${holds(part)})`);
      return positive(expr`${operatorCode(fitting, "+")} === 1`);
    }
    case "not":
      return conditionOf(test.of[0], value, !outcome, scope);
    case "null":
      return positive(expr`${value} === null`);
    case "nullOr":
      return outcome
        ? expr`${value} === null || ${all(test.of)}`
        : expr`${value} !== null && ${all(test.of)}`;
    case "stored":
      return positive(expr`${absent} !== null`);
    case "typeof":
      return positive(expr`typeof ${value} === ${test.type}`);
    case "string": {
      const isText = expr`typeof ${value} === "string"`;
      if (test.of.length > 0) return expr`${isText} ? ${all(test.of)} : ${all(test.otherwise)}`;
      return operatorCode([positive(isText), all(test.otherwise)], outcome ? "||" : "&&");
    }
    case "compare":
      return comparison(test, value, outcome);
    case "multiple":
      return positive(expr`${value} % ${test.factor} === 0`);
    case "atLeast":
    case "atMost":
      return charactersFit(test.kind, test.limit, value, outcome, scope);
    case "among":
      return operatorCode(
        test.entries.map((entry) =>
          outcome ? expr`${value} === ${entry}` : expr`${value} !== ${entry}`,
        ),
        outcome ? "||" : "&&",
      );
    case "matches":
      return positive(expr`${word(scope.names.pattern(test.shape))}.test(${value})`);
    case "call": {
      const args = [...test.args.map((arg) => scope.json(arg)), ...(test.asSent ? [absent] : [])];
      return positive(expr`${calleeOf(test.check, scope)}(${value}, ${args})`);
    }
    case "own": {
      const { check, into } = test;
      const args = into === undefined ? absentOf(check) : [absent, expr`${wrong}?.in(${into})`];
      return positive(expr`${nameOf(check, scope)}(${value}, ${args})`);
    }
    case "listOf":
    case "mapOf": {
      const { kind, member } = test;
      const collection = scope.runtime(kind === "listOf" ? "isListOf" : "isMapOf");
      const args = kind === "mapOf" ? [absent] : absentOf(member);
      return positive(expr`${collection}(${value}, ${nameOf(member, scope)}, ${args})`);
    }
    case "member":
      return all(test.of, expr`${value}[${test.name}]`);
    case "as":
      return all(test.of, make.as(value, castType(test.type, scope)));
    case "without":
      return positive(expr`!(${test.name} in ${value})`);
    case "second": {
      const shape = word(scope.names.schema(test.shape));
      const server = test.check === "isValid" ? scope.serverArgument : [];
      return positive(expr`${scope.runtime(test.check)}(${shape}, ${value}, ${server})`);
    }
  }
}

const opposites = { "<": ">=", "<=": ">", ">": "<=", ">=": "<" } as const;

function comparison({ of, operator, limit }: Comparison, value: Expr, outcome: boolean): Expr {
  const number = of === "value" ? value : of === "length" ? expr`${value}.length` : word("size");
  return operatorCode([number, expr`${limit}`], outcome ? operator : opposites[operator]);
}

/** A character takes one or two units: most texts need not be counted. */
function charactersFit(
  kind: "atLeast" | "atMost",
  limit: number,
  value: Expr,
  outcome: boolean,
  scope: Scope,
): Expr {
  const isShort = kind === "atLeast";
  if (isShort && limit === 1) return outcome ? expr`${value} !== ""` : expr`${value} === ""`;
  const counted = expr`${scope.runtime("codePoints")}(${value})`;
  const fault = isShort
    ? expr`${value}.length < ${2 * limit} && ${counted} < ${limit}`
    : expr`${value}.length > ${limit} && ${counted} > ${limit}`;
  return outcome ? expr`!${fault}` : fault;
}

function calleeOf(check: Callee, scope: Scope): Expr {
  if (check === "Array.isArray") return expr`Array.isArray`;
  return check === "Number.isSafeInteger" ? expr`Number.isSafeInteger` : scope.runtime(check);
}

function nameOf(check: CheckFunction, scope: Scope): Expr {
  return typeof check === "string"
    ? scope.runtime(check)
    : word(scope.names.quickCheck(check.shape));
}

function absentOf(check: CheckFunction): readonly Expr[] {
  return typeof check === "object" && check.readsAbsent ? [absent] : [];
}

function castType(type: CastType, scope: Scope): TypeNode {
  if (type === "Members") return tsType`${scope.context.runtimeType("Members")}`;
  return type === "list" ? tsType`readonly unknown[]` : make.typeWord(type);
}

/** The names that the code of a unit may use: those of its file and of the runtime. */
export class Scope {
  readonly context: EmitContext;
  readonly names: ShapeNames;
  readonly server: KubernetesMinor;

  constructor(context: EmitContext, names: ShapeNames, server: KubernetesMinor) {
    this.context = context;
    this.names = names;
    this.server = server;
  }

  /** A value of the runtime. */
  runtime(name: RuntimeValue | LibraryValue): Expr {
    return imported(this.context.runtime(name));
  }

  json(value: Json): Expr {
    return jsonLiteral(value, (name) => this.context.runtime(name));
  }

  /** The runtime's type of schemas as data. */
  get schemaType(): TypeNode {
    return tsType`${this.context.runtimeType("ValueSchema")}`;
  }

  /** The server as a last argument of a call whose verdict depends on it; none for the newest. */
  get serverArgument(): readonly Expr[] {
    const symbol = symbolOfServer(this.server);
    return symbol === undefined ? [] : [this.runtime(symbol)];
  }
}
