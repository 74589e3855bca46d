import { CelError, CelPanic } from "../cel/values/error.js";
import { Optional } from "../cel/values/optional.js";
import { CelObject, MapValue, isInt, isList, listElements, listSize } from "../cel/values/value.js";
import { utf8Length } from "../go/utf8-length.js";
import { codePoints } from "../strings.js";
import { goTypeOf } from "./go-type.js";
import type { Outcome } from "./outcome.js";

/*
 * What a call costs at run time: cel-go's `interpreter/runtimecost.go`, its extensions' trackers, and Kubernetes'
 * `library/cost.go` before them. The static estimate is in `src/cel`; the two change together.
 */

/** The cost of one call, without that of its operands. */
export function callCost(
  name: string,
  overload: string,
  args: readonly Outcome[],
  result: Outcome,
): number {
  return (
    extensionCost(overload, args, result) ??
    kubernetesCost(name, overload, args, result) ??
    coreCost(overload, args)
  );
}

/** What counts as the size of a value: code points, bytes, elements, keys; 1 for what has none. */
export function costSize(value: Outcome | undefined): number {
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

function patternCost(text: Outcome | undefined, patternSize: number): number {
  return Math.ceil((1 + costSize(text)) * 0.1) * Math.ceil(patternSize * 0.25);
}

function extensionCost(
  overload: string,
  args: readonly Outcome[],
  result: Outcome,
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
      const depth = second === undefined || isInt(second) ? Number(second ?? 1) : noDepth(second);
      return 11 + Math.trunc(costSize(first) * (depth < 0 ? 1 : depth));
    }
    case "list_distinct":
      return selfCompareCost(first);
  }
  if (overload.endsWith("_sort")) return selfCompareCost(first);
  return overload.endsWith("_sortByAssociatedKeys") ? selfCompareCost(second) : undefined;
}

/** cel-go's tracker takes the operand for a list. @throws CelPanic for what is none */
function selfCompareCost(list: Outcome = null): number {
  if (list instanceof CelError || !isList(list)) {
    const type = typeText(list);
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
    `internal error: interface conversion: ref.Val is ${typeText(depth)}, not types.Int`,
  );
}

function typeText(value: Outcome): string {
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

/** By the name of the function, whatever it is called on. */
function kubernetesCost(
  name: string,
  overload: string,
  args: readonly Outcome[],
  result: Outcome,
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
      return first instanceof CelObject && "patternSize" in first
        ? patternCost(second, Number(first.patternSize))
        : undefined;
    case "_==_":
      return hasUnitEquality(first) ? 1 : undefined;
  }
  return unitCostFunctions.has(name) ? 1 : undefined;
}

const unitCostFunctions: ReadonlySet<string> = /* @__PURE__ */ new Set([
  "masked", "prefixLength", "family", "isUnspecified", "isLoopback", "isLinkLocalMulticast", "isLinkLocalUnicast",
  "isGlobalUnicast", "format.named", "sign", "asInteger", "isInteger", "asApproximateFloat", "isGreaterThan",
  "isLessThan", "compareTo", "add", "sub", "major", "minor", "patch", "getScheme", "getHostname", "getHost", "getPort",
  "getEscapedPath", "getQuery",
]); // prettier-ignore

function hasUnitEquality(value: Outcome | undefined): boolean {
  return value instanceof CelObject && unitEquality.has(value.typeName);
}

const unitEquality: ReadonlySet<string> = /* @__PURE__ */ new Set([
  "kubernetes.NamedFormat",
  "kubernetes.Quantity",
  "kubernetes.Semver",
  "kubernetes.URL",
  "net.CIDR",
  "net.IP",
]);

/** Strings and bytes by their bytes, rounded down; everything else 1. */
function traversalCost(value: Outcome | undefined): number {
  if (typeof value === "string") return Math.trunc(utf8Length(value) * 0.1);
  if (value instanceof Uint8Array) return Math.trunc(value.length * 0.1);
  if (value === undefined || value instanceof CelError) return 1;
  if (isList(value)) return sum(listElements(value));
  if (!(value instanceof MapValue)) return 1;
  const keys = value.keys();
  return sum(keys) + sum(keys.map((key) => value.find(key) ?? null));
}

function sum(values: readonly Outcome[]): number {
  return values.reduce<number>((total, value) => total + traversalCost(value), 0);
}

function coreCost(overload: string, args: readonly Outcome[]): number {
  const [first, second] = args;
  switch (overload) {
    case "starts_with_string":
    case "ends_with_string":
      return traversal(second);
    // Of servers up to 1.36: `startsWith` and `endsWith`.
    case "traverse_receiver":
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
