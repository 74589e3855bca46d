import type { Resource } from "../../crd/ir/resource.js";
import { builtinVersions } from "../../runtime/v1/testing/builtin-resources.js";
import { reviewVersions } from "../builtins/reviews.js";
import { resourceOf } from "../definitions/definition-versions.js";
import type { BuiltinResource } from "./builtin-paths.js";

/** The kinds that a server has of itself. */
export function builtinResources(): readonly BuiltinResource[] {
  const stored = builtinVersions().map((version): BuiltinResource => ({
    resource: resourceFor({ ...version, hasStatus: version.subresources.status }),
    packageName: packageOf(version.group),
    isNamespace: version.kind === "Namespace",
    returnsDeleted: version.kind === "ServiceAccount",
  }));
  const asked = reviewVersions().map((review): BuiltinResource => ({
    resource: resourceFor({ ...review, hasStatus: false }),
    packageName: packageOf(review.group),
    isAsked: true,
  }));
  const definitions = {
    group: "apiextensions.k8s.io",
    kind: "CustomResourceDefinition",
    plural: "customresourcedefinitions",
    scope: "Cluster",
    hasStatus: true,
  } as const;
  const packageName = "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.";
  return [...stored, ...asked, { resource: resourceFor(definitions), packageName }];
}

function packageOf(group: string): string {
  const name = group === "" ? "core" : group.replace(/\..*/, "");
  return `io.k8s.api.${name}.v1.`;
}

/** A resource as a CRD would make it. */
function resourceFor(facts: {
  readonly group: string;
  readonly kind: string;
  readonly plural: string;
  readonly scope: "Cluster" | "Namespaced";
  readonly hasStatus: boolean;
}): Resource {
  const { group, kind, plural, scope, hasStatus } = facts;
  const names = { plural, singular: kind.toLowerCase(), kind, listKind: `${kind}List` };
  const subresources = hasStatus ? { status: {} } : {};
  const version = { name: "v1", served: true, storage: true, subresources };
  return resourceOf({
    metadata: { name: `${plural}.${group}` },
    spec: { group, scope, names, versions: [version] },
  });
}
