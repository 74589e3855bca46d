import { defineResource } from "../client/define-resource.js";
import type { OtherSubresource, ServedVersion } from "../testing/served-version.js";
import type { JsonObject } from "../values/json/json.js";
import type { KubernetesMinor } from "../values/kubernetes-version.js";
import type { ResourceDefinition, ScalePaths } from "../values/resource-definition.js";
import { hasKindChange } from "./changes.js";
import type { KindSurroundings } from "./strategies/strategy.js";
import { mapAt } from "./strategies/strategy.js";
import type { ResourceRow, SubresourceRow } from "./table/kind-table.js";
import { selectorString } from "./tables/selector-text.js";
import { typedVersion } from "./typed-version.js";

/*
 * The kinds of the table, as a server serves them.
 */

/** They are gathered whenever somebody asks. */
const isGathered = ({ group, plural }: ResourceRow): boolean =>
  group === "" && plural === "componentstatuses";

/**
 * The kinds of rows, ready to be served, without those that are served anyway.
 *
 * @param known `<plural>.<group>` of what is served anyway
 */
export function tableVersions(
  rows: readonly ResourceRow[],
  known: ReadonlySet<string>,
  minor: KubernetesMinor,
  around: KindSurroundings,
): readonly ServedVersion[] {
  const isNew = ({ plural, group }: ResourceRow): boolean => !known.has(`${plural}.${group}`);
  return rows
    .filter((row) => isNew(row) && !isGathered(row))
    .map((row) => {
      const version = plainKind(row, rows, minor);
      return isAsked(row) ? version : typedVersion(version, minor, around);
    });
}

/** It is answered and not stored (Binding). */
function isAsked({ verbs }: ResourceRow): boolean {
  return verbs.join() === "create";
}

const oldEndpoints = "v1 Endpoints is deprecated in v1.33+; use discovery.k8s.io/v1 EndpointSlice";

/** All requests for them are warned of (`core/v1/zz_generated.prerelease-lifecycle.go`). */
function isOldEndpoints({ group, plural }: ResourceRow, minor: KubernetesMinor): boolean {
  return group === "" && plural === "endpoints" && hasKindChange(minor, "deprecatedEndpoints");
}

/**
 * A kind without what follows from its Go type.
 *
 * @param rows the kinds that are served, which decide whether this version is the stored one
 */
export function plainKind(
  row: ResourceRow,
  rows: readonly ResourceRow[],
  minor: KubernetesMinor,
): ServedVersion {
  const { group, version, kind, plural, singular, shortNames, categories, selectableFields } = row;
  const has = (part: string): boolean => row.subresources.some(({ name }) => name === part);
  const subresources = { status: has("status"), ...(has("scale") && { scale: scaleOf(row) }) };
  const sketch = {
    group,
    version,
    kind,
    plural,
    singular,
    shortNames,
    categories,
    selectableFields,
  };
  const whole = { ...sketch, subresources };
  const definition: ResourceDefinition =
    row.scope === "Cluster"
      ? defineResource({ ...whole, scope: "Cluster" })
      : defineResource({ ...whole, scope: "Namespaced" });
  return {
    ...definition,
    otherSubresources: row.subresources.flatMap((part) => otherPart(row, part)),
    storage: isStored(row, rows),
    deprecationWarning: isOldEndpoints(row, minor) ? oldEndpoints : undefined,
    ...(isAsked(row) && { verbs: row.verbs }),
    admit: () => {
      throw new TypeError(`${kind} has no type`);
    },
    prune: () => [],
    fill: () => undefined,
  };
}

/** A subresource beside `/status` and `/scale`, and what is sent there. */
function otherPart(row: ResourceRow, part: SubresourceRow): readonly OtherSubresource[] {
  const { name, group, version, kind, verbs } = part;
  if (name === "status" || name === "scale") return [];
  const isOwn = group === row.group && version === row.version;
  if (isOwn && kind === row.kind) return [{ name, verbs }];
  return [{ name, verbs, sends: isOwn ? { kind } : { group, version, kind } }];
}

/** ReplicationControllers select by labels alone. */
function scaleOf({ kind }: ResourceRow): ScalePaths {
  return {
    specReplicasPath: ".spec.replicas",
    statusReplicasPath: ".status.replicas",
    selectorOf: (object) => {
      const { selector = null } = mapAt(object as JsonObject, "spec"); // it was stored
      const isPlain = kind === "ReplicationController";
      return selectorString(isPlain ? { matchLabels: selector } : selector) ?? "";
    },
  };
}

/** Of a kind with several versions, the newest is stored. */
function isStored(row: ResourceRow, rows: readonly ResourceRow[]): boolean {
  const { group, plural } = row;
  const versions = rows.filter((one) => one.group === group && one.plural === plural);
  return versions.every(({ version }) => version <= row.version);
}
