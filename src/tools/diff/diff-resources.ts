import type { Resource, Version } from "../../crd/ir/resource.js";
import type { SchemaTable } from "../../crd/ir/schema-table.js";
import type { KubernetesMinor } from "../../runtime/v1/values/kubernetes-version.js";
import { dialectOf } from "../../runtime/versions/dialects.js";
import type { Change, JudgedChange } from "./change.js";
import { ChangeList, judgeChanges } from "./change.js";
import { Containment } from "./containment/containment.js";
import { diffResource, reportWhole, resourceName } from "./diff-resource.js";
import type { DiffTools } from "./diff-version.js";
import { diffVersion } from "./diff-version.js";
import type { DeclaredRenames } from "./schema/renames.js";
import { noRenames } from "./schema/renames.js";
import { RuleJudge } from "./schema/rules.js";

/** The differences between two sets of CRDs. */
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
export function diffResources(...compared: Parameters<typeof diffSteps>): ResourcesDiff {
  const steps = diffSteps(...compared);
  for (let step = steps.next(); ; step = steps.next()) if (step.done === true) return step.value;
}

/** Does the same step by step: gives the name of each old CRD before it is compared. */
export function* diffSteps(
  old: readonly Resource[],
  now: readonly Resource[],
  table: SchemaTable,
  minor: KubernetesMinor,
  renames: DeclaredRenames = noRenames,
): Generator<string, ResourcesDiff, void> {
  const tools = createTools(table, minor, renames);
  const pairs = pairUp(old, now);
  for (const resource of old) {
    yield resourceName(resource);
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

/** Makes the tools that comparisons share whose schemas come from one table. */
function createTools(
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

/** Compares versions of one resource with each other. All schemas must come from one table. */
export class VersionComparer {
  readonly #tools: DiffTools;

  constructor(table: SchemaTable, minor: KubernetesMinor) {
    this.#tools = createTools(table, minor);
  }

  /**
   * Returns the changes for those who go from one version to another, the gravest first: schemas,
   * columns and subresources. Whether versions are served, stored or deprecated is no change, as
   * both are there; changed descriptions are left out.
   */
  changes(resource: Resource, from: Version, to: Version): readonly JudgedChange[] {
    const { served, deprecated, deprecationWarning } = to;
    const { document } = resource;
    const changes = new ChangeList();
    diffVersion(
      { ...this.#tools, changes },
      {
        compared: {
          resource: resourceName(resource),
          kind: resource.names.kind,
          version: to.name,
          oldDocument: document,
          newDocument: document,
        },
        old: { ...from, served, deprecated, deprecationWarning },
        now: to,
        oldResource: resource,
        newResource: resource,
      },
    );
    const told = changes.list.filter(({ code }) => code !== "diff/description-changed");
    return judgeChanges(told, { codes: new Set(), effects: new Set() });
  }
}
