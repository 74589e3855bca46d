import type { Amount } from "../estimate/amount.js";
import { addAmounts, wrapped } from "../estimate/amount.js";
import type { CostModel, SizedCall, SizedNode } from "../estimate/cost-model.js";
import { sizeOf, step } from "../estimate/cost-model.js";
import type { CallEstimate, Range } from "../estimate/range.js";
import {
  addRanges,
  exactly,
  matching,
  multiplyRanges,
  one,
  patternFactor,
  scaleRange,
  traversal,
  unknownRange,
} from "../estimate/range.js";
import type { CelType } from "../type.js";
import { isExactType, parametersOf } from "../type.js";

/**
 * Costs of functions by their name, whatever their receiver, without those of the arguments (Kubernetes
 * `cel/library/cost.go`); `undefined` for functions it has no cost for.
 */
export function estimateKubernetesFunction(
  model: CostModel,
  call: SizedCall,
): CallEstimate | undefined {
  if (call.function === "_==_") return estimateEquality(model, call);
  const since = firstVersions.get(call.function);
  if (since !== undefined && model.kubernetesVersion < since) return undefined;
  return estimators.get(call.function)?.(call, model);
}

type Estimator = (call: SizedCall, model: CostModel) => CallEstimate | undefined;

/** Functions that had no cost of their own before a server version. */
const firstVersions: ReadonlyMap<string, number> = new Map([
  ["quantity", 30],
  ["isQuantity", 30],
]);

function costing(cost: Range, resultSize?: Range): CallEstimate {
  return { cost, resultSize };
}

const unit = costing(one);

/** The estimate of functions that read their first argument once. */
function readArgument({ args: [arg] }: SizedCall): CallEstimate | undefined {
  return arg === undefined ? undefined : costing(traversal(sizeOf(arg)));
}

const estimators: ReadonlyMap<string, Estimator> = new Map<string, Estimator>([
  ["check", () => costing(exactly(350_000))],
  ["fieldSelector", estimateSelector],
  ["labelSelector", estimateSelector],
  ["url", estimateUrl],
  ["jsonpatch.escapeKey", estimateConversion],
  ["replace", estimateReplace],
  ["split", estimateSplit],
  ["join", estimateJoin],
  ["ip", (call) => (call.overload === "cidr_ip" ? unit : readArgument(call))],
  ["ip.isCanonical", estimateIsCanonical],
  ["containsIP", (call) => estimateContainment(call, [4, 16], "cidr_contains_ip_string")],
  ["containsCIDR", (call) => estimateContainment(call, [4, 16], "cidr_contains_cidr_string")],
  ["validate", estimateValidate],
  ...each(estimateTraversal, "isSorted sum max min indexOf lastIndexOf includes"),
  ...each(estimateCopy, "lowerAscii upperAscii substring trim"),
  ...each(estimateFind, "find findAll"),
  ...each(readArgument, "cidr isIP isCIDR quantity isQuantity semver isSemver"),
  ...each(
    () => unit,
    "serviceAccount path group resource subresource namespace name allowed reason error errored",
  ),
  ...each(
    () => unit,
    "masked prefixLength family isUnspecified isLoopback isLinkLocalMulticast isLinkLocalUnicast isGlobalUnicast",
  ),
  ...each(
    () => unit,
    "format.named sign asInteger isInteger asApproximateFloat isGreaterThan isLessThan compareTo add sub major minor patch",
  ),
  ...each(() => unit, "getScheme getHostname getHost getPort getEscapedPath getQuery"),
]);

function each(estimate: Estimator, names: string): [string, Estimator][] {
  return names.split(" ").map((name) => [name, estimate]);
}

/** A selector is parsed; two characters may be one requirement. */
function estimateSelector({ args: [arg] }: SizedCall): CallEstimate | undefined {
  if (arg === undefined) return undefined;
  const requirements = scaleRange(scaleRange(sizeOf(arg), 0.5), 50);
  return costing(addRanges(addRanges(exactly(10), traversal(sizeOf(arg))), requirements));
}

/** Once through all elements; strings and bytes are looked at as a whole. */
function estimateTraversal(call: SizedCall, model: CostModel): CallEstimate | undefined {
  const { target } = call;
  if (target === undefined) return undefined;
  const element = elementOf(target, model);
  if (element !== undefined) {
    const isText = element.type.kind === "string" || element.type.kind === "bytes";
    const perElement = isText ? addRanges(one, traversal(element.size)) : one;
    return costing(multiplyRanges(sizeOf(target), perElement));
  }
  if (call.function === "includes") return costing(sizeOf(target));
  return costing(traversal(sizeOf(target)));
}

/** Type and size of the elements of a list, or of anything else with a type parameter. */
function elementOf(
  node: SizedNode,
  model: CostModel,
): { readonly type: CelType; readonly size: Range } | undefined {
  const [type] = parametersOf(node.type);
  if (type === undefined) return undefined;
  if (node.path === undefined) return { type, size: unknownRange };
  const declared = step(model.sizes, node.path, "@items").type;
  const size = declared === undefined ? unknownRange : { min: 0, max: declared.maxElements };
  return { type, size };
}

function estimateConversion({ args: [arg] }: SizedCall): CallEstimate | undefined {
  return arg === undefined ? undefined : costing(traversal(sizeOf(arg)), sizeOf(arg));
}

/** How long a URL is, and so what comparing it costs, is not known before 1.32. */
function estimateUrl(call: SizedCall, { kubernetesVersion }: CostModel): CallEstimate | undefined {
  return kubernetesVersion < 32 ? readArgument(call) : estimateConversion(call);
}

function estimateCopy({ target }: SizedCall): CallEstimate | undefined {
  return target === undefined ? undefined : costing(traversal(sizeOf(target)), sizeOf(target));
}

function estimateReplace({ target, args }: SizedCall): CallEstimate | undefined {
  const [old, replacement] = args;
  if (target === undefined || old === undefined || replacement === undefined) return undefined;
  const size = sizeOf(target);
  const [oldSize, newSize] = [sizeOf(old), sizeOf(replacement)];
  const isLonger = newSize.max > oldSize.min;
  const isShorter = newSize.min < oldSize.max;
  const resultSize = {
    min: replacedSize(size.min, oldSize.max, newSize.min, isShorter),
    max: replacedSize(size.max, oldSize.min, newSize.max, isLonger),
  };
  return costing(traversal(size, 2), resultSize);
}

/**
 * Size of a text after every `old` in it became a `replacement`. The empty text is found around every character. Where
 * replacing does not go in the direction of the estimate, the text is taken to stay as it is.
 */
function replacedSize(text: Amount, old: Amount, replacement: Amount, changes: boolean): Amount {
  const product = (count: Amount): Range => multiplyRanges(exactly(count), exactly(replacement));
  if (old === 0) {
    const around = addAmounts(text, 1);
    return addRanges(product(around), exactly(text)).max;
  }
  if (!changes) return text;
  return product(ceilingOf(Number(text) / Number(old))).max;
}

/** Go's conversion of a double that is a whole number; 2^64 becomes 2^63 on the processors servers run on. */
function ceilingOf(quotient: number): Amount {
  const whole = Math.ceil(quotient);
  if (whole >= 2 ** 64) return 2n ** 63n;
  return whole <= Number.MAX_SAFE_INTEGER ? whole : BigInt(whole);
}

/** Every character may become an element, unless a constant limits their number. */
function estimateSplit({ target, args: [, limit] }: SizedCall): CallEstimate | undefined {
  if (target === undefined) return undefined;
  const size = sizeOf(target);
  let { max } = size;
  if (limit?.expr.kind === "literal" && limit.expr.value.type === "int") {
    max = wrapped(limit.expr.value.value);
  }
  return costing(traversal(size, 2), { min: 0, max });
}

function estimateJoin(call: SizedCall, model: CostModel): CallEstimate | undefined {
  const { target, args } = call;
  if (target === undefined) return undefined;
  const count = sizeOf(target);
  const element = elementOf(target, model);
  let size = element === undefined ? exactly(0) : multiplyRanges(count, element.size);
  const [separator] = args;
  if (separator !== undefined) {
    const separators = { min: oneLess(count.min), max: oneLess(count.max) };
    size = addRanges(size, multiplyRanges(sizeOf(separator), separators));
  }
  return costing(traversal(size), size);
}

function oneLess(amount: Amount): Amount {
  return amount === 0 ? 0 : wrapped(BigInt(amount) - 1n);
}

function estimateFind({ target, args: [pattern] }: SizedCall): CallEstimate | undefined {
  if (target === undefined || pattern === undefined) return undefined;
  const size = sizeOf(target);
  return costing(matching(size, sizeOf(pattern)), { min: 0, max: size.max });
}

/** The text is parsed, printed and compared. */
function estimateIsCanonical({ args: [arg] }: SizedCall): CallEstimate | undefined {
  return arg === undefined ? undefined : costing(traversal(sizeOf(arg), 2));
}

/** Addresses of 4 or 16 bytes are compared; a network has to be masked first, a string to be parsed. */
function estimateContainment(
  { args: [arg], overload, function: name }: SizedCall,
  [min, max]: readonly [number, number],
  stringOverload: string,
): CallEstimate | undefined {
  if (arg === undefined) return undefined;
  const size = { min, max };
  let cost = traversal(addRanges(size, size));
  if (name === "containsCIDR") cost = addRanges(addRanges(cost, traversal(size)), one);
  if (overload === stringOverload) cost = addRanges(cost, traversal(sizeOf(arg)));
  return costing(cost);
}

/** Characters of the longest pattern of a named format (Kubernetes `cel/format.go`). */
const longestFormatPattern = 128;

/** Characters of the longest name of a format. */
const longestFormatName = 64;

function estimateValidate({ args: [arg] }: SizedCall): CallEstimate | undefined {
  if (arg === undefined) return undefined;
  return costing(scaleRange(traversal(sizeOf(arg)), longestFormatPattern * patternFactor));
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

/** Equality of two values of one library type; not of `!=`, and not before 1.32. */
function estimateEquality(model: CostModel, call: SizedCall): CallEstimate | undefined {
  const [left, right] = call.args;
  if (left === undefined || right === undefined || model.kubernetesVersion < 32) return undefined;
  if (!isExactType(left.type, right.type)) return undefined;
  if (left.type.kind !== "opaque" && left.type.kind !== "object") return undefined;
  const { name } = left.type;
  if (unitEqualities.has(name)) return unit;
  if (name === "kubernetes.NamedFormat")
    return costing(traversal({ min: 1, max: longestFormatName }));
  if (name === "kubernetes.URL") {
    return costing(traversal({ min: 1, max: right.size?.max ?? 1 }));
  }
  return undefined;
}
