import { readResources } from "../../src/codegen/pipeline/read-source.js";
import { Diagnostics } from "../../src/crd/diagnostics/diagnostics.js";
import type { Resource } from "../../src/crd/ir/resource.js";
import { newestMinor } from "../../src/runtime/v1/values/kubernetes-version.js";

/** What a test says of a CRD; the rest is that of CronTabs. */
export interface GivenCrd {
  readonly apiVersion?: "v1" | "v1beta1";
  readonly group?: string;
  readonly kind?: string;
  readonly plural?: string;
  readonly scope?: "Namespaced" | "Cluster";
  readonly schema: object;
  /** Further fields of the version. */
  readonly version?: object;
  /** Further fields of `spec`. */
  readonly spec?: object;
}

/** CRDs with one version each, read as sources in JSON. */
export async function readCrds(...given: readonly GivenCrd[]): Promise<readonly Resource[]> {
  const sources = given.map((one, index) => ({ path: `${index}.json`, text: textOf(one) }));
  return readResources(sources, newestMinor, true, new Diagnostics());
}

function textOf(given: GivenCrd): string {
  const { group = "stable.example.com", kind = "CronTab", plural = "crontabs" } = given;
  const version = { name: "v1", served: true, storage: true, ...given.version };
  const schema = { openAPIV3Schema: given.schema };
  const isOld = given.apiVersion === "v1beta1";
  return JSON.stringify({
    apiVersion: `apiextensions.k8s.io/${given.apiVersion ?? "v1"}`,
    kind: "CustomResourceDefinition",
    metadata: { name: `${plural}.${group}` },
    spec: {
      group,
      scope: given.scope ?? "Namespaced",
      names: { kind, plural },
      versions: [isOld ? version : { ...version, schema }],
      ...(isOld && { validation: schema }),
      ...given.spec,
    },
  });
}
