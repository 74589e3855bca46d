import type { Resource } from "../../crd/ir/resource.js";
import type { SchemaTable } from "../../crd/ir/schema-table.js";
import { dialectOf } from "../../runtime/versions/dialects.js";
import type { KubernetesMinor } from "../../runtime/versions/kubernetes-version.js";
import { ChangeList } from "./change-list.js";
import type { Change } from "./change.js";
import { Containment } from "./containment/containment.js";
import { diffResource, reportWhole } from "./diff-resource.js";
import type { DiffTools } from "./diff-tools.js";
import type { DeclaredRenames } from "./schema/renames.js";
import { noRenames } from "./schema/renames.js";
import { RuleJudge } from "./schema/rule-judge.js";

/** What two sets of CRDs differ in. */
export interface ResourcesDiff {
  /** In the order of the old CRDs, then of their versions and fields. */
  readonly changes: readonly Change[];
  /** The CRDs that are on both sides: what replaces an old one. */
  readonly pairs: ReadonlyMap<Resource, Resource>;
}

/**
 * Compares the CRDs of two sides. Those of one group belong together if they have the same plural
 * name, else if they have the same kind. All schemas must come from one table: what is equal is
 * then one object.
 */
export function diffResources(
  old: readonly Resource[],
  now: readonly Resource[],
  table: SchemaTable,
  minor: KubernetesMinor,
  renames: DeclaredRenames = noRenames,
): ResourcesDiff {
  const tools = createTools(table, minor, renames);
  const pairs = pairUp(old, now);
  for (const resource of old) {
    const other = pairs.get(resource);
    if (other === undefined) reportWhole(tools, resource, "diff/crd-removed");
    else diffResource(tools, resource, other);
  }
  const paired = new Set(pairs.values());
  for (const resource of now) {
    if (!paired.has(resource)) reportWhole(tools, resource, "diff/crd-added");
  }
  return { changes: tools.changes.list, pairs };
}

/** What comparisons share whose schemas come from one table. */
export function createTools(
  table: SchemaTable,
  minor: KubernetesMinor,
  renames: DeclaredRenames = noRenames,
): DiffTools {
  const containment = new Containment(minor);
  return {
    changes: new ChangeList(),
    containment,
    ruleJudge: new RuleJudge(minor, containment.samples),
    anything: table.schema({ "x-kubernetes-preserve-unknown-fields": true }),
    renames,
    ratchets: dialectOf(minor).ratchets !== false,
  };
}

function pairUp(
  old: readonly Resource[],
  now: readonly Resource[],
): ReadonlyMap<Resource, Resource> {
  const pairs = new Map<Resource, Resource>();
  const left = new Set(now);
  for (const name of ["plural", "kind"] as const) {
    const byName = new Map([...left].map((resource) => [keyOf(resource, name), resource]));
    for (const resource of old) {
      const other = pairs.has(resource) ? undefined : byName.get(keyOf(resource, name));
      if (other === undefined || !left.delete(other)) continue;
      pairs.set(resource, other);
    }
  }
  return pairs;
}

function keyOf({ group, names }: Resource, name: "plural" | "kind"): string {
  return `${group}/${names[name]}`;
}
