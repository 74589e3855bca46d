import type { CallEstimate, SizedCall } from "../cost-model.js";
import { addRanges, one, sizeOf, traversal, unionOf, zero } from "../cost-model.js";
import { isExactType } from "../type.js";
import { costing, readShorter, since } from "./estimates.js";
import type { Library } from "./row.js";
import { global, library, row } from "./row.js";
import { bool, int, list, map, A, B } from "./types.js";

/**
 * Logic, equality and indices, which counted rules have steps of their own for (cel-go
 * `common/stdlib/standard.go`).
 */
export const logicLibrary: Library = library({
  name: "standard logic",
  introduced: 0,
  functions: [
    row("@not_strictly_false", {}, global("not_strictly_false", [bool], bool)),
    row("_!=_", { estimate: readShorter, step: "unequal" }, global("not_equals", [A, A], bool)),
    row(
      "_&&_",
      { estimate: estimateLogic, lazy: true, step: "and" },
      global("logical_and", [bool, bool], bool),
    ),
    row(
      "_==_",
      {
        estimate: (call, model) => libraryEquality(call, model) ?? readShorter(call),
        step: "equal",
      },
      global("equals", [A, A], bool),
    ),
    row(
      "_?_:_",
      { estimate: estimateConditional, lazy: true, step: "choose" },
      global("conditional", [bool, A, A], A),
    ),
    row(
      "_[_]",
      { step: "index" },
      global("index_list", [list(A), int], A),
      global("index_map", [map(A, B), A], B),
    ),
    row(
      "_||_",
      { estimate: estimateLogic, lazy: true, step: "or" },
      global("logical_or", [bool, bool], bool),
    ),
  ],
});

/** The right side may not be needed. */
function estimateLogic(call: SizedCall): CallEstimate {
  const [left = zero, right = zero] = call.argCosts;
  return { cost: { min: left.min, max: addRanges(left, right).max }, resultSize: undefined };
}

function estimateConditional(call: SizedCall): CallEstimate {
  const [condition = zero, whenTrue = zero, whenFalse = zero] = call.argCosts;
  const resultSize = unionOf(sizeOf(call.args[1]), sizeOf(call.args[2]));
  return { cost: addRanges(condition, unionOf(whenTrue, whenFalse)), resultSize };
}

const unitEqualities: ReadonlySet<string> = new Set([
  "net.IP",
  "net.CIDR",
  "kubernetes.Quantity",
  "kubernetes.Semver",
  "kubernetes.authorization.Authorizer",
  "kubernetes.authorization.PathCheck",
  "kubernetes.authorization.GroupCheck",
  "kubernetes.authorization.ResourceCheck",
  "kubernetes.authorization.Decision",
]);

/** Characters of the longest name of a format. */
const longestFormatName = 64;

const libraryEquality = since(32, estimateLibraryEquality);

/** Equality of two values of one library type; not of `!=`. */
function estimateLibraryEquality({ args: [left, right] }: SizedCall): CallEstimate | undefined {
  if (left === undefined || right === undefined) return undefined;
  if (!isExactType(left.type, right.type)) return undefined;
  if (left.type.kind !== "opaque" && left.type.kind !== "object") return undefined;
  const { name } = left.type;
  if (unitEqualities.has(name)) return costing(one);
  if (name === "kubernetes.NamedFormat")
    return costing(traversal({ min: 1, max: longestFormatName }));
  if (name === "kubernetes.URL") {
    return costing(traversal({ min: 1, max: right.size?.max ?? 1 }));
  }
  return undefined;
}
