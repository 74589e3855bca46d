import { nearest } from "../crd/diagnostics/wording.js";
import type { Kinds, ResourceRow } from "../runtime/v1/built-in/table/kind-table.js";
import { KindTable } from "../runtime/v1/built-in/table/kind-table.js";
import { matchingKinds, nameOfKind } from "../runtime/v1/built-in/table/match-kinds.js";
import { registeredVersions } from "../runtime/v1/built-in/table/registered-kinds.js";
import { apiVersionOf } from "../runtime/v1/values/names.js";

/** The kinds that names mean, and the names that mean none. */
export interface SelectedKinds {
  /** Each once, in the order of the table. */
  readonly resources: readonly ResourceRow[];
  readonly faults: readonly SelectionFault[];
}

/** A name that means no kind. */
export interface SelectionFault {
  readonly name: string;
  /** What it means instead, and what to do: `the kind 'apps/v1/Deployments' is not known; …`. */
  readonly message: string;
}

/**
 * Finds the kinds that names mean: `all`, `workloads`, a group (`apps`, `core`), a group version
 * (`apps/v1`, `v1`), a kind (`apps/v1/Deployment`, `v1/Pod`, `Deployment`), whose plural will do
 * too. What can only be created, such as reviews, is meant by its own name alone.
 */
export function selectKinds(kinds: Kinds, names: readonly string[]): SelectedKinds {
  const found = new Set<ResourceRow>();
  const faults: SelectionFault[] = [];
  for (const name of names) {
    const matching = matchingKinds(kinds, name);
    if (matching.length === 0) faults.push({ name, message: faultOf(kinds, name) });
    for (const resource of matching) found.add(resource);
  }
  return { resources: kinds.resources.filter((resource) => found.has(resource)), faults };
}

/** All names that mean kinds which can be listed. */
export function namesOfKinds({ resources }: Kinds): readonly string[] {
  const listed = resources.filter(({ verbs }) => verbs.includes("list"));
  const groups = listed.map(({ group }) => (group === "" ? "core" : group));
  return ["workloads", "all", ...new Set(groups), ...listed.map(nameOfKind)];
}

/** Why a name means nothing, and what was perhaps meant. */
function faultOf(kinds: Kinds, name: string): string {
  const isTable = kinds instanceof KindTable;
  const elsewhere = isTable ? otherVersionText(name) : undefined;
  if (elsewhere !== undefined) return elsewhere;
  const near = nearestNames(kinds, name);
  const advice =
    near.length === 0
      ? "name kinds as 'apps/v1/Deployment' or 'v1/Pod', groups as 'apps' or 'core', or 'workloads' or 'all'"
      : `did you mean ${near.map((one) => `'${one}'`).join(" or ")}?`;
  const fault = isTable ? "is no built-in kind, group or version" : "is in none of the documents";
  return `'${name}' ${fault}; ${advice}`;
}

/** A kind that other releases have: from which to which. */
function otherVersionText(name: string): string | undefined {
  const [, at = "", kind = ""] = /^(.*)\/([^/]+)$/.exec(name) ?? [];
  const [version = "", group = ""] = at.split("/").reverse();
  const found = registeredVersions(group, kind);
  const same = found.find((one) => one.version === version);
  if (same === undefined) return undefined;
  const { since, until } = same;
  const range = [
    ...(since === undefined ? [] : [`since 1.${since}`]),
    ...(until === undefined ? [] : [`up to 1.${until}`]),
  ].join(" and ");
  const isStable = /^v\d+$/.test(version);
  if (!isStable) {
    return `'${name}' is not served by servers as they come; read it from a cluster that serves it with --cluster, or from its OpenAPI documents`;
  }
  return `'${name}' is not in this version of Kubernetes${range === "" ? "" : `: it is there ${range}`}; say which with --kubernetes-version`;
}

/** Kinds whose names are the nearest, in all versions, else a group or version; at most three. */
function nearestNames({ resources }: Kinds, name: string): readonly string[] {
  const [kind = ""] = name.split("/").reverse();
  const near = nearest(kind, new Set(resources.flatMap((one) => [one.kind, one.plural])));
  const named = resources.filter((one) => one.kind === near || one.plural === near).map(nameOfKind);
  if (named.length > 0) return named.slice(0, 3);
  const others = resources.flatMap((one) => [
    apiVersionOf(one),
    one.group === "" ? "core" : one.group,
  ]);
  const other = nearest(name, new Set(["all", "workloads", ...others]));
  return other === undefined ? [] : [other];
}
