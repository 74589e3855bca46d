import { builtinVersions } from "../testing/builtin-resources.js";
import type { ServedVersion, ServerObjects } from "../testing/served-version.js";
import type { KubernetesMinor } from "../values/kubernetes-version.js";
import { newestMinor, parseKubernetesVersion } from "../values/kubernetes-version.js";
import { apiVersionOf } from "../values/names.js";
import { eventVersions, isEvent } from "./event-forms.js";
import { plainKind } from "./table-versions.js";
import type { ResourceRow } from "./table/kind-table.js";
import { kindTable } from "./table/kind-table.js";
import { isKept, matchingKinds } from "./table/match-kinds.js";
import { typedVersion } from "./typed-version.js";

/** Which kinds are meant. */
export interface BuiltInKindOptions {
  /** The release whose kinds and defaults they are, such as `1.34`. Default: the newest. */
  readonly kubernetesVersion?: string | undefined;
}

/**
 * Kinds of Kubernetes' own, as `memoryApiServer` serves them: read by their Go types, filled with
 * their defaults, and checked by the rules that docs/built-in-kinds.md lists.
 *
 * ```ts
 * const server = memoryApiServer([cronTab, ...builtInKinds(["workloads", "v1/Namespace"])]);
 * ```
 *
 * @param names as `--built-in` takes them: `apps/v1/Deployment`, `apps`, `v1`, `workloads`, `all`
 * @throws TypeError for a name that means no kind that can be stored, and for an unknown release
 */
export function builtInKinds(
  names: readonly string[],
  options: BuiltInKindOptions = {},
): readonly ServedVersion[] {
  const minor = minorOf(options);
  const table = kindTable(minor);
  const found = new Set<ResourceRow>();
  for (const name of names) {
    const rows = matchingKinds(table, name).filter(isKept);
    if (rows.length === 0) {
      throw new TypeError(
        `'${name}' means no built-in kind of Kubernetes 1.${minor} that can be stored; names are such as 'apps/v1/Deployment', 'apps', 'v1', 'workloads' and 'all'`,
      );
    }
    for (const row of rows) found.add(row);
  }
  const rows = table.resources.filter((row) => found.has(row));
  return rows.map((row) => servedKind(row, rows, minor));
}

/**
 * One kind, as `builtInKinds` gives it.
 *
 * @throws TypeError for a kind that the release does not store
 */
export function builtInKind(
  apiVersion: string,
  kind: string,
  options: BuiltInKindOptions = {},
): ServedVersion {
  const minor = minorOf(options);
  const { resources } = kindTable(minor);
  const row = resources.find((one) => apiVersionOf(one) === apiVersion && one.kind === kind);
  if (row === undefined || !isKept(row)) {
    throw new TypeError(`Kubernetes 1.${minor} stores no '${apiVersion}/${kind}'`);
  }
  return servedKind(row, resources, minor);
}

function minorOf({ kubernetesVersion }: BuiltInKindOptions): KubernetesMinor {
  if (kubernetesVersion === undefined) return newestMinor;
  const minor = parseKubernetesVersion(kubernetesVersion);
  if (minor === undefined) {
    throw new TypeError(`'${kubernetesVersion}' is no Kubernetes version that crdgen knows`);
  }
  return minor;
}

function servedKind(
  row: ResourceRow,
  rows: readonly ResourceRow[],
  minor: KubernetesMinor,
): ServedVersion {
  const known = builtinVersions().find(
    (one) => apiVersionOf(one) === apiVersionOf(row) && one.kind === row.kind,
  );
  const plain = known ?? plainKind(row, rows, minor);
  const within = (around: ServerObjects): ServedVersion => {
    const version = typedVersion(plain, minor, around);
    return isEvent(version) ? (eventVersions([version])[0] ?? version) : version;
  };
  return { ...within({ now: () => "", texts: () => [] }), within };
}
