import type { AccessRule } from "../../runtime/v1/client/missing-rule.js";
import type { Right } from "./rights.js";

/** The roles that give a program its rights, and no more. */
export interface Roles {
  /** Rules for all namespaces, and for what is in none. */
  readonly cluster: readonly AccessRule[];
  /** Rules for single namespaces, by their names, in order. */
  readonly namespaces: ReadonlyMap<string, readonly AccessRule[]>;
}

/** What `*` alone stands for in a set of places. */
const everywhere = "*";

/**
 * Puts rights together to rules: as few as say the same, in one order whatever the code's is.
 *
 * @param namespace that of the program
 */
export function rolesOf(rights: readonly Right[], namespace: string): Roles {
  const places = new Map<string, Right[]>();
  const followed = placesFollowed(rights, namespace);
  for (const right of rights) {
    for (const place of placesOf(right, namespace, followed)) {
      places.set(place, [...(places.get(place) ?? []), right]);
    }
  }
  const cluster = places.get(everywhere) ?? [];
  const namespaces = new Map<string, readonly AccessRule[]>();
  for (const place of [...places.keys()].sort(compareTexts)) {
    if (place === everywhere) continue;
    const more = (places.get(place) ?? []).filter((right) => !isGivenBy(right, cluster));
    if (more.length > 0) namespaces.set(place, rulesOf(more));
  }
  return { cluster: rulesOf(cluster), namespaces };
}

/**
 * Where objects come from that the program learns of at run time: the namespaces that it watches.
 */
function placesFollowed(rights: readonly Right[], namespace: string): readonly string[] {
  const watched = rights.filter(({ verb, place }) => verb === "watch" && place !== "objects");
  const places = watched.flatMap((right) => placesOf(right, namespace, []));
  return places.length === 0 || places.includes(everywhere) ? [everywhere] : places;
}

function placesOf({ place }: Right, own: string, followed: readonly string[]): readonly string[] {
  if (place === "all") return [everywhere];
  if (place === "own") return [own];
  return place === "objects" ? [...new Set(followed)] : [place.slice("in ".length)];
}

function isGivenBy(right: Right, others: readonly Right[]): boolean {
  return others.some(
    ({ group, resource, verb, name }) =>
      group === right.group &&
      resource === right.resource &&
      verb === right.verb &&
      (name === undefined || name === right.name),
  );
}

/** The order in which Kubernetes' own roles have them. */
const verbOrder = ["get", "list", "watch", "create", "update", "patch", "delete", "deletecollection"]; // prettier-ignore

function rulesOf(rights: readonly Right[]): readonly AccessRule[] {
  const needed = rights.filter(
    (right) =>
      right.name === undefined ||
      !rights.some((other) => other.name === undefined && isGivenBy(right, [other])),
  );
  const byResource = grouped(needed, ({ group, resource, verb }) => [group, resource, verb]);
  const withNames = [...byResource.values()].map((same): NamedRight => {
    const [first] = same;
    const { group = "", resource = "", verb = "" } = first ?? {};
    const names = same.flatMap(({ name }) => name ?? []);
    return { group, resource, verb, names: [...new Set(names)].sort(compareTexts) };
  });
  const byNames = grouped(withNames, ({ group, resource, names }) => [group, resource, ...names]);
  const ofResources = [...byNames.values()].map((same) => ({
    ...(same[0] ?? { group: "", resource: "", names: [] }),
    verbs: sortedVerbs(same.map(({ verb }) => verb)),
  }));
  const byVerbs = grouped(ofResources, ({ group, verbs, names }) => [group, names, verbs]);
  const rules = [...byVerbs.values()].map((same): AccessRule => {
    const { group, names, verbs } = same[0] ?? { group: "", names: [], verbs: [] };
    const resources = [...new Set(same.map(({ resource }) => resource))].sort(compareTexts);
    const rule = { apiGroups: [group], resources, verbs };
    return names.length === 0 ? rule : { ...rule, resourceNames: names };
  });
  return rules.sort((left, right) => compareTexts(ruleKey(left), ruleKey(right)));
}

interface NamedRight {
  readonly group: string;
  readonly resource: string;
  readonly verb: string;
  readonly names: readonly string[];
}

function sortedVerbs(verbs: readonly string[]): readonly string[] {
  const rank = (verb: string): number => (verbOrder.indexOf(verb) + 9) % 9;
  return [...new Set(verbs)].sort(
    (left, right) => rank(left) - rank(right) || compareTexts(left, right),
  );
}

function ruleKey({ apiGroups, resources, resourceNames = [] }: AccessRule): string {
  return JSON.stringify([apiGroups, resources, resourceNames]);
}

function grouped<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => readonly unknown[],
): ReadonlyMap<string, readonly Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const key = JSON.stringify(keyOf(item));
    groups.set(key, [...(groups.get(key) ?? []), item]);
  }
  return groups;
}

/** By code units: the same order on every machine. */
function compareTexts(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
