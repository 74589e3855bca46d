import type { KubernetesMinor } from "../../versions/kubernetes-version.js";
import type { PlacedOverload } from "./libraries.js";
import { libraries, overloadsOf, overloadWithId } from "./libraries.js";
import type { OlderBehaviour } from "./row.js";
import type { CountedTable, OlderCountedTable } from "./runtime-names.js";

/** A table of the runtime in which counted rules look for a function. */
export type AnyCountedTable = CountedTable | OlderCountedTable;

/** A name that several tables have is looked for in this order: `string` of anything comes behind that of an address. */
const order: readonly CountedTable[] = [
  "operatorFunctions",
  "ipFunctions",
  "conversionFunctions",
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
  "quantityFunctions",
  "semverFunctions",
  "formatFunctions",
];

/**
 * The tables to look for a function in on a server: first those with what it does otherwise than the newest. An empty
 * `overload` stands for any.
 */
export function countedTables(
  name: string,
  overload: string,
  kubernetes: KubernetesMinor,
): readonly AnyCountedTable[] {
  return tablesOf(placedOverloads(name, overload), kubernetes);
}

function placedOverloads(name: string, overload: string): readonly PlacedOverload[] {
  if (overload === "") return overloadsOf(name);
  const placed = overloadWithId(overload);
  return placed === undefined ? [] : [placed];
}

/** All tables of a server. */
export function allCountedTables(kubernetes: KubernetesMinor): readonly AnyCountedTable[] {
  const placed = libraries.flatMap((library) =>
    library.functions.flatMap(({ overloads }) =>
      overloads.map((overload) => ({ overload, library })),
    ),
  );
  return tablesOf(placed, kubernetes);
}

function tablesOf(
  placed: readonly Pick<PlacedOverload, "overload" | "library">[],
  kubernetes: KubernetesMinor,
): readonly AnyCountedTable[] {
  const older = placed
    .flatMap(({ overload }) => overload.older ?? [])
    .filter((behaviour) => kubernetes < behaviour.before)
    .sort(byVersion)
    .map(({ counted }) => counted);
  const inUse = new Set(placed.map(({ library }) => library.counted));
  return [...new Set(older), ...order.filter((table) => inUse.has(table))];
}

function byVersion(left: OlderBehaviour, right: OlderBehaviour): number {
  return left.before - right.before;
}
