import type { KubernetesMinor } from "../../runtime/v1/values/kubernetes-version.js";
import type { PlacedOverload } from "./libraries.js";
import { overloadsOf, overloadWithId } from "./libraries.js";
import type { OlderBehaviour } from "./row.js";
import type { CallCostName, CountedTable, OlderCountedTable } from "./runtime-names.js";

/** A table of the runtime in which counted rules look for a function. */
export type AnyCountedTable = CountedTable | OlderCountedTable;

/**
 * A name that several tables have is looked for in this order: `string` of anything comes behind
 * that of an address.
 */
const order: readonly CountedTable[] = [
  "notFunctions",
  "membershipFunctions",
  "comparisonFunctions",
  "intFunctions",
  "operatorFunctions",
  "sizeFunctions",
  "ipFunctions",
  "boolConversion",
  "bytesConversion",
  "doubleConversion",
  "durationConversion",
  "intConversion",
  "stringConversion",
  "timestampConversion",
  "uintConversion",
  "textFunctions",
  "matchFunctions",
  "timeFunctions",
  "optionalFunctions",
  "stringFunctions",
  "listFunctions",
  "listExtensionFunctions",
  "setFunctions",
  "mapFunctions",
  "regexFunctions",
  "urlFunctions",
  "authorizerFunctions",
  "quantityFunctions",
  "semverFunctions",
  "formatFunctions",
];

/**
 * The tables to look for a function in on a server: first those with what it does otherwise than
 * the newest. An empty `overload` stands for any.
 */
export function countedTables(
  name: string,
  overload: string,
  kubernetes: KubernetesMinor,
): readonly AnyCountedTable[] {
  const placed = placedOverloads(name, overload);
  const own = overload === "" ? undefined : placed[0]?.overload.counted;
  return [
    ...olderTables(placed, kubernetes),
    ...(own === undefined ? newestTables(placed) : [own]),
  ];
}

function placedOverloads(name: string, overload: string): readonly PlacedOverload[] {
  if (overload === "") return overloadsOf(name);
  const placed = overloadWithId(overload);
  return placed === undefined ? [] : [placed];
}

/**
 * Returns the cost of a call at run time on a server; undefined: 1. An empty `overload` stands for
 * any.
 */
export function runTimeCost(
  name: string,
  overload: string,
  kubernetes: KubernetesMinor,
): CallCostName | undefined {
  const placed = overload === "" ? undefined : overloadWithId(overload);
  if (placed === undefined) return overloadsOf(name).find(({ row }) => row.cost)?.row.cost;
  const { cost, olderCost } = placed.overload;
  return olderCost !== undefined && kubernetes < olderCost.before ? olderCost.cost : cost;
}

function olderTables(
  placed: readonly PlacedOverload[],
  kubernetes: KubernetesMinor,
): readonly AnyCountedTable[] {
  const older = placed
    .flatMap(({ overload }) => overload.older ?? [])
    .filter((behaviour) => kubernetes < behaviour.before)
    .sort(byVersion)
    .map(({ counted }) => counted);
  return [...new Set(older)];
}

function newestTables(placed: readonly PlacedOverload[]): readonly CountedTable[] {
  const inUse = new Set(placed.map(({ row, library }) => row.counted ?? library.counted));
  return order.filter((table) => inUse.has(table));
}

function byVersion(left: OlderBehaviour, right: OlderBehaviour): number {
  return left.before - right.before;
}
