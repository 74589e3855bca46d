import { Cidr } from "../runtime/v1/cel/cidr.js";
import { CelError } from "../runtime/v1/cel/error.js";
import { Ip } from "../runtime/v1/cel/ip.js";
import { NamedFormat } from "../runtime/v1/cel/named-format.js";
import { Optional } from "../runtime/v1/cel/optional.js";
import { Quantity } from "../runtime/v1/cel/quantity.js";
import { Semver } from "../runtime/v1/cel/semver.js";
import { UrlValue } from "../runtime/v1/cel/url.js";
import {
  CelObject,
  MapValue,
  isInt,
  isList,
  listElements,
  listSize,
} from "../runtime/v1/cel/value.js";
import { utf8Length } from "../runtime/v1/go/utf8-length.js";
import { codePoints } from "../runtime/v1/strings.js";
import type { Result } from "./functions.js";
import { goTypeOf } from "./functions.js";

/*
 * What a call costs at run time: cel-go's `interpreter/runtimecost.go`, its extensions' trackers, and Kubernetes'
 * `library/cost.go` before them. The static estimate is in `src/cel`; the two change together.
 */

/** The cost of one call, without that of its operands. */
export function callCost(
  name: string,
  overload: string,
  args: readonly Result[],
  result: Result,
): number {
  return (
    extensionCost(overload, args, result) ??
    kubernetesCost(name, overload, args, result) ??
    coreCost(overload, args)
  );
}

/** What counts as the size of a value: code points, bytes, elements, keys; 1 for what has none. */
export function costSize(value: Result | undefined): number {
  if (typeof value === "string") return codePoints(value);
  if (value instanceof Uint8Array) return value.length;
  if (value instanceof CelError || value === undefined) return 1;
  if (isList(value)) return listSize(value);
  if (value instanceof Optional) return value.value === undefined ? 1 : costSize(value.value);
  return value instanceof CelObject ? value.size : 1;
}

function traversal(value: Result | undefined, factor = 0.1): number {
  return Math.ceil(costSize(value) * factor);
}

function patternCost(text: Result | undefined, patternSize: number): number {
  return Math.ceil((1 + costSize(text)) * 0.1) * Math.ceil(patternSize * 0.25);
}

function extensionCost(
  overload: string,
  args: readonly Result[],
  result: Result,
): number | undefined {
  const [first, second] = args;
  switch (overload) {
    case "list_sets_contains_list":
    case "list_sets_intersects_list":
      return 1 + costSize(first) * costSize(second);
    case "list_sets_equivalent_list":
      return 1 + 2 * costSize(first) * costSize(second);
    case "list_slice":
    case "lists_range":
    case "list_reverse":
      return 11 + costSize(result);
    case "list_flatten":
      return 11 + costSize(first);
    case "list_flatten_int": {
      const depth = isInt(second) && second >= 0 ? Number(second) : 1;
      return 11 + Math.trunc(costSize(first) * depth);
    }
    case "list_distinct":
      return selfCompareCost(first);
  }
  if (overload.endsWith("_sort")) return selfCompareCost(first);
  return overload.endsWith("_sortByAssociatedKeys") ? selfCompareCost(second) : undefined;
}

/** Where cel-go's tracker takes an operand for a list that is none, the evaluation as a whole ends with this. */
export class CostPanic extends Error {}

function selfCompareCost(list: Result = null): number {
  if (list instanceof CelError || !isList(list)) {
    const type = list instanceof CelError ? "*types.Err" : goTypeOf(list);
    const missing = addable.has(type) ? "Contains" : "Add";
    throw new CostPanic(
      `internal error: interface conversion: ${type} is not traits.Lister: missing method ${missing}`,
    );
  }
  const size = costSize(list);
  if (size === 0) return 11;
  const [first] = listElements(list);
  const factor = typeof first === "string" || first instanceof Uint8Array ? 2.1 : 2;
  return 11 + Math.trunc(size * size * factor);
}

const addable: ReadonlySet<string> = new Set(
  ["Int", "Uint", "Double", "String", "Bytes", "Timestamp", "Duration"].map(
    (name) => `types.${name}`,
  ),
);

/** By the name of the function, whatever it is called on. */
function kubernetesCost(
  name: string,
  overload: string,
  args: readonly Result[],
  result: Result,
): number | undefined {
  const [first, second] = args;
  switch (name) {
    case "isSorted":
    case "sum":
    case "max":
    case "min":
    case "indexOf":
    case "lastIndexOf":
    case "includes":
      return traversalCost(first);
    case "url":
    case "lowerAscii":
    case "upperAscii":
    case "substring":
    case "trim":
    case "cidr":
    case "isIP":
    case "isCIDR":
    case "quantity":
    case "isQuantity":
    case "semver":
    case "isSemver":
      return traversal(first);
    case "ip":
      return overload === "cidr_ip" ? 1 : traversal(first);
    case "replace":
    case "split":
    case "ip.isCanonical":
      return traversal(first, 0.2);
    case "join":
      return traversal(result, 0.2);
    case "find":
    case "findAll":
      return patternCost(first, costSize(second));
    case "containsIP":
      return (
        traversal(first, 0.2) + (overload === "cidr_contains_ip_string" ? traversal(second) : 0)
      );
    case "containsCIDR":
      return (
        traversal(first, 0.2) +
        traversal(first) +
        1 +
        (overload === "cidr_contains_cidr_string" ? traversal(second) : 0)
      );
    case "validate":
      return first instanceof NamedFormat ? patternCost(second, first.patternSize) : undefined;
    case "_==_":
      return hasUnitEquality(first) ? 1 : undefined;
  }
  return unitCostFunctions.has(name) ? 1 : undefined;
}

const unitCostFunctions: ReadonlySet<string> = new Set(
  (
    "masked prefixLength family isUnspecified isLoopback isLinkLocalMulticast isLinkLocalUnicast isGlobalUnicast " +
    "format.named sign asInteger isInteger asApproximateFloat isGreaterThan isLessThan compareTo add sub major minor patch " +
    "getScheme getHostname getHost getPort getEscapedPath getQuery"
  ).split(" "),
);

function hasUnitEquality(value: Result | undefined): boolean {
  return (
    value instanceof Quantity ||
    value instanceof Ip ||
    value instanceof Cidr ||
    value instanceof NamedFormat ||
    value instanceof UrlValue ||
    value instanceof Semver
  );
}

/** Strings and bytes by their bytes, rounded down; everything else 1. */
function traversalCost(value: Result | undefined): number {
  if (typeof value === "string") return Math.trunc(utf8Length(value) * 0.1);
  if (value instanceof Uint8Array) return Math.trunc(value.length * 0.1);
  if (value === undefined || value instanceof CelError) return 1;
  if (isList(value)) return sum(listElements(value));
  if (!(value instanceof MapValue)) return 1;
  const keys = value.keys();
  return sum(keys) + sum(keys.map((key) => value.find(key) ?? null));
}

function sum(values: readonly Result[]): number {
  return values.reduce<number>((total, value) => total + traversalCost(value), 0);
}

function coreCost(overload: string, args: readonly Result[]): number {
  const [first, second] = args;
  switch (overload) {
    case "starts_with_string":
    case "ends_with_string":
      return traversal(second);
    case "string_to_bytes":
    case "bytes_to_string":
    case "strings_quote":
    case "string_format":
      return traversal(first);
    case "in_list":
      return costSize(second);
    case "add_string":
    case "add_bytes":
      return Math.ceil((costSize(first) + costSize(second)) * 0.1);
    case "matches":
    case "matches_string":
      return patternCost(first, costSize(second));
    case "contains_string":
      return traversal(first) * traversal(second);
    case "equals":
    case "not_equals":
      return Math.min(traversal(first), traversal(second));
  }
  return /^(?:less|greater)(?:_equals)?_(?:string|bytes)$/.test(overload)
    ? Math.min(traversal(first), traversal(second))
    : 1;
}
