import type { Amount } from "../estimate/amount.js";
import { amountOf, unbounded, wrapped } from "../estimate/amount.js";
import type { SizedCall, SizedNode } from "../estimate/cost-model.js";
import { sizeOf } from "../estimate/cost-model.js";
import type { CallEstimate, Range } from "../estimate/range.js";
import { addRanges, exactly, multiplyRanges, one, scaleRange } from "../estimate/range.js";

/**
 * Costs of the sets and lists extensions, without those of the arguments (cel-go `ext/sets.go`, `ext/lists.go`);
 * `undefined` for other overloads.
 */
export function estimateExtension(call: SizedCall): CallEstimate | undefined {
  const estimate = estimators.get(call.overload);
  if (estimate !== undefined) return estimate(call);
  if (!call.overload.startsWith("list_")) return undefined;
  if (call.overload.endsWith("_sortByAssociatedKeys")) return estimateSort(call, call.args[0]);
  return call.overload.endsWith("_sort") ? estimateSort(call, call.target) : undefined;
}

type Estimator = (call: SizedCall) => CallEstimate;

const estimators: ReadonlyMap<string, Estimator> = new Map<string, Estimator>([
  ["list_sets_contains_list", (call) => estimateSets(call, 1)],
  ["list_sets_intersects_list", (call) => estimateSets(call, 1)],
  ["list_sets_equivalent_list", (call) => estimateSets(call, 2)],
  ["list_slice", estimateSlice],
  ["list_flatten", (call) => newList(1, sizeOf(call.target))],
  [
    "list_flatten_int",
    (call) => newList(Number(constant(call.args[0], unbounded)), sizeOf(call.target)),
  ],
  ["lists_range", (call) => newList(1, exactly(constant(call.args[0], unbounded)))],
  ["list_reverse", (call) => newList(1, sizeOf(call.target))],
  ["list_distinct", (call) => newList(2, squared(sizeOf(call.target)))],
]);

const callAndListCost = exactly(11);

/** Cost of making a list of this size. */
function newList(factor: number, size: Range): CallEstimate {
  return { cost: addRanges(scaleRange(size, factor), callAndListCost), resultSize: size };
}

function estimateSets(call: SizedCall, factor: number): CallEstimate {
  const pairs = multiplyRanges(sizeOf(call.args[0]), sizeOf(call.args[1]));
  return { cost: addRanges(scaleRange(pairs, factor), one), resultSize: undefined };
}

/** From a constant start to a constant end, or to where the list can end; the difference wraps around, as in Go. */
function estimateSlice(call: SizedCall): CallEstimate {
  const start = constant(call.args[0], 0);
  const end = constant(call.args[1], sizeOf(call.target).max);
  return newList(1, exactly(wrapped(BigInt(end) - BigInt(start))));
}

/** Every element against every other; strings and bytes take longer to compare. */
function estimateSort(call: SizedCall, keys: SizedNode | undefined): CallEstimate {
  const isText =
    call.overload.startsWith("list_string_") || call.overload.startsWith("list_bytes_");
  return newList(isText ? 2.1 : 2, squared(sizeOf(keys)));
}

function squared(size: Range): Range {
  return multiplyRanges(size, size);
}

/** The value of a literal int, negative ones as 0; for everything else the fallback. */
function constant(node: SizedNode | undefined, fallback: Amount): Amount {
  if (node?.expr.kind !== "literal" || node.expr.value.type !== "int") return fallback;
  return node.expr.value.value < 0n ? 0 : amountOf(node.expr.value.value);
}
