import type { KubernetesMinor } from "../../runtime/v1/values/kubernetes-version.js";
import type { CallEstimate, CostModel, Range, SizedCall, SizedNode } from "../cost-model.js";
import {
  addRanges,
  multiplyRanges,
  one,
  sizeOf,
  smaller,
  step,
  traversal,
  unknownRange,
} from "../cost-model.js";
import type { CelType } from "../type.js";
import { parametersOf } from "../type.js";
import type { Estimate } from "./row.js";

/*
 * Estimates that several libraries share (Kubernetes `cel/library/cost.go`, cel-go
 * `checker/cost.go`). None counts the arguments.
 */

/** An estimate of a cost, and of the size of the result where that is known. */
export function costing(cost: Range, resultSize?: Range): CallEstimate {
  return { cost, resultSize };
}

/** An estimate that servers have from a version on. */
export function since(minor: KubernetesMinor, estimate: Estimate): Estimate {
  return (call, model) => (model.kubernetesVersion < minor ? undefined : estimate(call, model));
}

/** The first argument is read once. */
export function readArgument({ args: [arg] }: SizedCall): CallEstimate | undefined {
  return arg === undefined ? undefined : costing(traversal(sizeOf(arg)));
}

/** The receiver is read once. */
export function readReceiver({ target }: SizedCall): CallEstimate {
  return costing(traversal(sizeOf(target)));
}

/** The receiver is read once, and the result is at most as long. */
export function copyReceiver({ target }: SizedCall): CallEstimate | undefined {
  return target === undefined ? undefined : costing(traversal(sizeOf(target)), sizeOf(target));
}

/** Once through all elements of the receiver; strings and bytes are looked at as a whole. */
export function readElements(call: SizedCall, model: CostModel): CallEstimate | undefined {
  const { target } = call;
  if (target === undefined) return undefined;
  const element = elementOf(target, model);
  if (element === undefined) return costing(traversal(sizeOf(target)));
  const isText = element.type.kind === "string" || element.type.kind === "bytes";
  const perElement = isText ? addRanges(one, traversal(element.size)) : one;
  return costing(multiplyRanges(sizeOf(target), perElement));
}

/** Type and size of the elements of a list, or of anything else with a type parameter. */
export function elementOf(
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

/** A comparison ends with the shorter side. */
export function readShorter({ args: [left, right] }: SizedCall): CallEstimate {
  const shorter = smaller(sizeOf(left).max, sizeOf(right).max);
  return costing(traversal({ min: shorter > 0 ? 1 : 0, max: shorter }));
}
