import { authorizerLibrary, authorizerSelectorsLibrary } from "./authorizer.js";
import { conversionsLibrary } from "./conversions.js";
import { formatLibrary } from "./format.js";
import { cidrLibrary, ipLibrary } from "./ip.js";
import {
  listExtensionsLibrary,
  listsIncludesLibrary,
  listsLibrary,
  twoVariableComprehensionsLibrary,
} from "./lists.js";
import { logicLibrary } from "./logic.js";
import { operatorsLibrary } from "./operators.js";
import { optionalListsLibrary, optionalsLibrary } from "./optionals.js";
import { quantityLibrary } from "./quantity.js";
import { matchesLibrary, regexLibrary } from "./regex.js";
import type { FunctionFacts, FunctionRow, Library, Overload } from "./row.js";
import { semverLibrary } from "./semver.js";
import { setsLibrary } from "./sets.js";
import { stringFormatLibrary, stringsLibrary } from "./strings.js";
import { textsLibrary } from "./texts.js";
import { timesLibrary } from "./times.js";
import { urlsLibrary } from "./urls.js";

/**
 * All libraries of Kubernetes, in the order in which a server registers them
 * (`cel/environment/base.go`).
 */
export const libraries: readonly Library[] = [
  operatorsLibrary,
  conversionsLibrary,
  textsLibrary,
  matchesLibrary,
  timesLibrary,
  logicLibrary,
  urlsLibrary,
  regexLibrary,
  listsLibrary,
  authorizerLibrary,
  optionalsLibrary,
  optionalListsLibrary,
  quantityLibrary,
  stringsLibrary,
  stringFormatLibrary,
  setsLibrary,
  ipLibrary,
  cidrLibrary,
  formatLibrary,
  authorizerSelectorsLibrary,
  twoVariableComprehensionsLibrary,
  semverLibrary,
  listExtensionsLibrary,
  listsIncludesLibrary,
];

/** An overload with where it is from. */
export interface PlacedOverload {
  readonly overload: Overload;
  readonly row: FunctionRow;
  readonly library: Library;
}

let byId: ReadonlyMap<string, PlacedOverload> | undefined;
let byName: ReadonlyMap<string, readonly PlacedOverload[]> | undefined;

/** An overload by cel-go's id, which no other has. */
export function overloadWithId(id: string): PlacedOverload | undefined {
  byId ??= new Map(placedOverloads().map((placed) => [placed.overload.id, placed]));
  return byId.get(id);
}

/**
 * Returns the facts about a function that hold for all its overloads; none for an unknown one.
 */
export function functionFacts(name: string): FunctionFacts {
  return overloadsOf(name)[0]?.row ?? {};
}

/** The overloads that all libraries have under a function's name, whichever server has them. */
export function overloadsOf(name: string): readonly PlacedOverload[] {
  byName ??= groupedByName();
  return byName.get(name) ?? [];
}

function placedOverloads(): readonly PlacedOverload[] {
  return libraries.flatMap((library) =>
    library.functions.flatMap((row) =>
      row.overloads.map((overload) => ({ overload, row, library })),
    ),
  );
}

function groupedByName(): ReadonlyMap<string, readonly PlacedOverload[]> {
  const groups = new Map<string, PlacedOverload[]>();
  for (const placed of placedOverloads()) {
    const group = groups.get(placed.row.name);
    if (group === undefined) groups.set(placed.row.name, [placed]);
    else group.push(placed);
  }
  return groups;
}
