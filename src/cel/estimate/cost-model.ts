import { has } from "../../runtime/versions/changes.js";
import type { Expr } from "../syntax/ast.js";
import type { CelType } from "../type.js";
import type { Range } from "./range.js";
import { one, unknownRange, zero } from "./range.js";

/** How large the values of a declared type can be. */
export interface SizedType {
  /** Most characters, bytes or elements; 0 for what has no size. */
  readonly maxElements: number;
  /** Elements of a list, values of a map. */
  readonly element: SizedType | undefined;
  /** Keys of a map. */
  readonly key: SizedType | undefined;
  readonly field: (name: string) => SizedType | undefined;
}

/** What the estimate of an expression depends on besides the expression. */
export interface CostModel {
  /** Minor version of the server whose estimate it is. */
  readonly kubernetesVersion: number;
  /** The type of `self` and `oldSelf`; `undefined` when nothing is known of the variables. */
  readonly sizes: SizedType | undefined;
  /** The types of variables that are neither; `undefined` in it: nothing is known of one. */
  readonly variables?: ReadonlyMap<string, SizedType | undefined>;
  /**
   * How large the result of a macro is taken to be: nothing is known of it (up to 1.29), as large
   * as its range whatever it is (up to 1.32), or as large as its range if it is a list or map, with
   * its entries as large as they are known.
   */
  readonly comprehensions: "unknown" | "as range" | "tracked";
  /**
   * Whether an optional of a value of one size has one size as well, or may be of any (up to 1.32:
   * cel-go 0.22).
   */
  readonly optionals: "unknown" | "as value";
  /**
   * What `has(e.f)` costs beyond `e`. cel-go counts 1 unless told otherwise, which servers do from
   * 1.29 on (Kubernetes `cel/environment/base.go`, PresenceTestHasCost).
   */
  readonly presenceTest: Range;
  /**
   * Whether the texts of numbers, times and bools are as long as they can be. To a server they are
   * of any length.
   */
  readonly knowsTexts?: boolean;
}

/** The model of a server. */
export function costModel(kubernetesVersion: number, sizes: SizedType | undefined): CostModel {
  const presenceTest = has(kubernetesVersion, "freePresenceTests") ? zero : one;
  const optionals = has(kubernetesVersion, "sizedOptionals") ? "as value" : "unknown";
  const comprehensions = comprehensionsOf(kubernetesVersion);
  return { kubernetesVersion, sizes, comprehensions, optionals, presenceTest };
}

function comprehensionsOf(kubernetesVersion: number): CostModel["comprehensions"] {
  if (has(kubernetesVersion, "trackedEntries")) return "tracked";
  return has(kubernetesVersion, "sizedMacros") ? "as range" : "unknown";
}

/** A place within the declared types; `type` is `undefined` where nothing is declared. */
export interface SizePath {
  readonly type: SizedType | undefined;
}

/**
 * One step further: a field, or `@items`, `@keys`, `@values`, `@indices`. Without a path to start
 * from, the step is the first of a new one, and the server skips first steps, as they are always
 * `self`.
 */
export function step(
  root: SizedType | undefined,
  path: SizePath | undefined,
  name: string,
): SizePath {
  if (path === undefined) return { type: root };
  switch (name) {
    case "@items":
    case "@values":
      return { type: path.type?.element };
    case "@keys":
      return { type: path.type?.key };
    default:
      return { type: path.type?.field(name) };
  }
}

/** An operand of a call with what is known of its size. */
export interface SizedNode {
  readonly expr: Expr;
  readonly type: CelType;
  readonly size: Range | undefined;
  readonly path: SizePath | undefined;
}

/**
 * The size of an operand; any at all where nothing is known of it, or it is not there (cel-go:
 * sizeOrUnknown).
 */
export function sizeOf(node: SizedNode | undefined): Range {
  return node?.size ?? unknownRange;
}

/** A call of one overload. */
export interface SizedCall {
  readonly function: string;
  readonly overload: string;
  readonly target: SizedNode | undefined;
  readonly args: readonly SizedNode[];
  readonly argCosts: readonly Range[];
}
