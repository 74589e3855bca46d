import { utf8Length } from "../../values/go/utf8.js";
import { codePoints } from "../../values/strings.js";
import { CelError, CelPanic } from "../values/error.js";
import { Optional } from "../values/optional.js";
import { CelObject, MapValue, isInt, isList, listElements, listSize } from "../values/value.js";
import type { Outcome } from "./function-table.js";
import { goTypeOf } from "./go-type.js";

/*
 * What calls cost at run time: cel-go's `interpreter/runtimecost.go`, its extensions' trackers, and
 * Kubernetes' `library/cost.go`. The rows of `src/cel/libraries` say which function costs what,
 * beside the static estimates.
 */

/** The cost of one call, without that of its operands. */
export type CallCost = (operands: readonly Outcome[], result: Outcome) => number;

/** The first operand is read. */
export function readFirstCost([first]: readonly Outcome[]): number {
  return traversal(first);
}

/** The second operand is read. */
export function readSecondCost([, second]: readonly Outcome[]): number {
  return traversal(second);
}

/** The first operand is read twice. */
export function readTwiceCost([first]: readonly Outcome[]): number {
  return traversal(first, 0.2);
}

/** The result is read twice. */
export function readResultTwiceCost(_operands: readonly Outcome[], result: Outcome): number {
  return traversal(result, 0.2);
}

/** The first operand is read with all that it contains. */
export function readDeepCost([first]: readonly Outcome[]): number {
  return deepTraversal(first);
}

/** Both operands are read as far as the shorter one goes. */
export function readShorterCost([first, second]: readonly Outcome[]): number {
  return Math.min(traversal(first), traversal(second));
}

/** Both operands are read once. */
export function concatCost([first, second]: readonly Outcome[]): number {
  return Math.ceil((costSize(first) + costSize(second)) * 0.1);
}

/** The second operand is looked for everywhere in the first. */
export function searchCost([first, second]: readonly Outcome[]): number {
  return traversal(first) * traversal(second);
}

/** The second operand is a pattern for the first. */
export function matchCost([first, second]: readonly Outcome[]): number {
  return patternCost(first, costSize(second));
}

/** The first operand is a named format, with the pattern that the second is matched with. */
export function validateCost([first, second]: readonly Outcome[]): number {
  return first instanceof CelObject && "patternSize" in first
    ? patternCost(second, Number(first.patternSize))
    : 1;
}

/** Every element of the second operand is compared. */
export function memberCost([, second]: readonly Outcome[]): number {
  return costSize(second);
}

/** Every element of one operand is compared with every element of the other. */
export function pairsCost([first, second]: readonly Outcome[]): number {
  return 1 + costSize(first) * costSize(second);
}

/** As `pairsCost`, in both directions. */
export function pairsTwiceCost([first, second]: readonly Outcome[]): number {
  return 1 + 2 * costSize(first) * costSize(second);
}

/** A list is made. */
export function newListCost(_operands: readonly Outcome[], result: Outcome): number {
  return 11 + costSize(result);
}

/** The elements of the first operand become parts of a list. */
export function flattenCost([first]: readonly Outcome[]): number {
  return 11 + costSize(first);
}

/**
 * As `flattenCost`; the second operand is the depth. @throws CelPanic for a depth that is no int
 */
export function flattenDepthCost([first, second]: readonly Outcome[]): number {
  const depth = second === undefined || isInt(second) ? Number(second ?? 1) : noDepth(second);
  return 11 + Math.trunc(costSize(first) * (depth < 0 ? 1 : depth));
}

/**
 * Every element of the first operand is compared with every other. @throws CelPanic for what is no
 * list
 */
export function sortCost([first]: readonly Outcome[]): number {
  return selfCompareCost(first);
}

/** As `sortCost`, with the second operand. */
export function sortByCost([, second]: readonly Outcome[]): number {
  return selfCompareCost(second);
}

/** A network is compared with an address. */
export function containsIpCost([first]: readonly Outcome[]): number {
  return traversal(first, 0.2);
}

/** As `containsIpCost`; the address is parsed, too. */
export function containsIpTextCost([first, second]: readonly Outcome[]): number {
  return traversal(first, 0.2) + traversal(second);
}

/** A network is compared with another. */
export function containsCidrCost([first]: readonly Outcome[]): number {
  return traversal(first, 0.2) + traversal(first) + 1;
}

/** As `containsCidrCost`; the other network is parsed, too. */
export function containsCidrTextCost([first, second]: readonly Outcome[]): number {
  return traversal(first, 0.2) + traversal(first) + 1 + traversal(second);
}

/** `==`: Kubernetes has a fixed cost for the values of its libraries. */
export function equalityCost(operands: readonly Outcome[]): number {
  const [first] = operands;
  return first instanceof CelObject && unitEquality.has(first.typeName)
    ? 1
    : readShorterCost(operands);
}

const unitEquality: ReadonlySet<string> = /* @__PURE__ */ new Set([
  "kubernetes.NamedFormat",
  "kubernetes.Quantity",
  "kubernetes.Semver",
  "kubernetes.URL",
  "net.CIDR",
  "net.IP",
]);

/**
 * Returns the size of a value for its cost: code points, bytes, elements, keys; 1 for what has
 * none.
 */
function costSize(value: Outcome | undefined): number {
  if (typeof value === "string") return codePoints(value);
  if (value instanceof Uint8Array) return value.length;
  if (value instanceof CelError || value === undefined) return 1;
  if (isList(value)) return listSize(value);
  if (value instanceof Optional) return value.value === undefined ? 1 : costSize(value.value);
  return value instanceof CelObject ? value.size : 1;
}

function traversal(value: Outcome | undefined, factor = 0.1): number {
  return Math.ceil(costSize(value) * factor);
}

/** Strings and bytes by their bytes, rounded down; everything else 1. */
function deepTraversal(value: Outcome | undefined): number {
  if (typeof value === "string") return Math.trunc(utf8Length(value) * 0.1);
  if (value instanceof Uint8Array) return Math.trunc(value.length * 0.1);
  if (value === undefined || value instanceof CelError) return 1;
  if (isList(value)) return sum(listElements(value));
  if (!(value instanceof MapValue)) return 1;
  const keys = value.keys();
  return sum(keys) + sum(keys.map((key) => value.find(key) ?? null));
}

function sum(values: readonly Outcome[]): number {
  return values.reduce<number>((total, value) => total + deepTraversal(value), 0);
}

function patternCost(text: Outcome | undefined, patternSize: number): number {
  return Math.ceil((1 + costSize(text)) * 0.1) * Math.ceil(patternSize * 0.25);
}

/** cel-go's tracker takes the operand for a list. @throws CelPanic for what is none */
function selfCompareCost(list: Outcome = null): number {
  if (list instanceof CelError || !isList(list)) {
    const type = goTypeText(list);
    const missing = addable.has(type) ? "Contains" : "Add";
    throw new CelPanic(
      `internal error: interface conversion: ${type} is not traits.Lister: missing method ${missing}`,
    );
  }
  const size = costSize(list);
  if (size === 0) return 11;
  const [first] = listElements(list);
  const factor = typeof first === "string" || first instanceof Uint8Array ? 2.1 : 2;
  return 11 + Math.trunc(size * size * factor);
}

function noDepth(depth: Outcome): never {
  throw new CelPanic(
    `internal error: interface conversion: ref.Val is ${goTypeText(depth)}, not types.Int`,
  );
}

function goTypeText(value: Outcome): string {
  return value instanceof CelError ? "*types.Err" : goTypeOf(value);
}

const addable: ReadonlySet<string> = /* @__PURE__ */ new Set([
  "types.Int",
  "types.Uint",
  "types.Double",
  "types.String",
  "types.Bytes",
  "types.Timestamp",
  "types.Duration",
]);

/** `check(verb)` of an authorizer */
export function checkRightsCost(): number {
  return 350_000;
}
