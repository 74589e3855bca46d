import type { ResourceRow } from "../../builtin/kind-table.js";
import { kindTable } from "../../builtin/kind-table.js";
import type { Resource } from "../../crd/ir/resource.js";
import { metaType, metaTypes, schemasPrefix } from "../../crd/openapi/meta-types.js";
import { typeInV2 } from "../../crd/openapi/openapi-v2.js";
import { builtinVersions } from "../../runtime/v1/testing/builtin-resources.js";
import type { Json, JsonObject } from "../../runtime/v1/values/json/json.js";
import { isObject } from "../../runtime/v1/values/json/json.js";
import { newestMinor } from "../../runtime/versions/kubernetes-version.js";
import { reviewVersions } from "../builtins/reviews.js";
import { factsOf } from "../builtins/strategies/kind-facts.js";
import { resourceOf } from "../definitions/stored-definitions.js";
import type { BuiltinResource } from "./builtin-paths.js";
import { alone, builtinPathsV2, builtinPathsV3, rootPathV3 } from "./builtin-paths.js";
import builtinTypes from "./builtin-types.json" with { type: "json" };
import { documentName, tableType } from "./table-types.js";

/*
 * What a server publishes of its built-in kinds.
 */

const info = { title: "Kubernetes", version: "1.37" };

const bearerToken = {
  type: "apiKey",
  description: "Bearer Token authentication",
  name: "authorization",
  in: "header",
};

/**
 * The documents of `/openapi/v3` for built-in kinds, by their paths.
 *
 * @param rows kinds of the table that are served beside those that always are
 */
export function builtinOpenApiV3(
  rows: readonly ResourceRow[] = [],
): ReadonlyMap<string, JsonObject> {
  const documents = new Map<string, JsonObject>();
  const all = builtinResources(rows);
  for (const place of new Set(all.map(placeOf))) {
    const resources = all.filter((one) => placeOf(one) === place);
    const [group = "", version = ""] = place.split("/");
    const paths = Object.assign({}, ...resources.map(pathsV3)) as JsonObject; // of each
    const root = group === "" ? "api/v1" : `apis/${group}/${version}`;
    const types = usedTypes(JSON.stringify(paths));
    const schemas = types.map((name) => [name, ofGroup(name, group)] as const);
    documents.set(`/openapi/v3/${root}`, {
      openapi: "3.0.0",
      info,
      paths: sorted(Object.entries(paths)),
      components: { schemas: sorted(schemas), securitySchemes: { BearerToken: bearerToken } },
    });
  }
  return documents;
}

/** Their part of the document of `/openapi/v2`. */
export function builtinOpenApiV2(): JsonObject {
  const parts = builtinResources().map((builtin) => {
    const { paths, parameters } = builtinPathsV2(builtin);
    return { paths: { ...paths, ...subresourcePaths(builtin, paths) }, parameters };
  });
  const definitions = Object.entries(allTypes).map(
    ([name, type]) => [name, typeInV2(type)] as const,
  );
  return {
    info,
    paths: Object.assign({}, ...parts.map(({ paths }) => paths)) as JsonObject, // of each
    definitions: Object.fromEntries(definitions),
    parameters: Object.assign({}, ...parts.map((part) => part.parameters)) as JsonObject, // of each
  };
}

function placeOf({ resource, version = "v1" }: BuiltinResource): string {
  return `${resource.group}/${version}`;
}

function pathsV3(builtin: BuiltinResource): JsonObject {
  const paths = builtinPathsV3(builtin);
  return { ...rootPathV3(builtin), ...paths, ...subresourcePaths(builtin, paths) };
}

const rawExtension = "io.k8s.apimachinery.pkg.runtime.RawExtension";
const { [rawExtension]: rawType, ...ownTypes } = builtinTypes;

/** By their names in documents, in the order of the document of `/openapi/v2`. */
const allTypes: Readonly<Record<string, JsonObject>> = {
  [rawExtension]: rawType,
  ...Object.fromEntries(Object.entries(metaTypes).map(([name, type]) => [metaType(name), type])),
  ...ownTypes,
};

function typeNamed(name: string): JsonObject {
  return allTypes[name] ?? tableType(kindTable(newestMinor), name) ?? {};
}

/** The types that a text refers to, and those that they refer to. */
function usedTypes(text: string, found: Set<string> = new Set<string>()): readonly string[] {
  for (const [, name = ""] of text.matchAll(new RegExp(`"${schemasPrefix}([^"]*)"`, "g"))) {
    if (found.has(name)) continue;
    found.add(name);
    usedTypes(JSON.stringify(typeNamed(name)), found);
  }
  return [...found];
}

/** Two types are registered for every group (apiserver `pkg/server/routes/openapi.go`). */
function ofGroup(name: string, group: string): JsonObject {
  const type = typeNamed(name);
  const [, kind = ""] = /\.(DeleteOptions|WatchEvent)$/.exec(name) ?? [];
  if (kind === "") return type;
  const groups = [...new Set(["", group])];
  const kinds = groups.map((one) => ({ group: one, version: "v1", kind }));
  return { ...type, "x-kubernetes-group-version-kind": kinds };
}

function sorted(entries: readonly (readonly [string, JsonObject[string]])[]): JsonObject {
  return Object.fromEntries([...entries].sort(([left], [right]) => (left < right ? -1 : 1)));
}

/**
 * The paths of subresources that no CRD has: how a namespace is finalized, and how tokens of
 * ServiceAccounts are issued.
 *
 * @param paths of the kind, in either version of OpenAPI
 */
function subresourcePaths(builtin: BuiltinResource, paths: JsonObject): JsonObject {
  const { kind } = builtin.resource.names;
  if (kind === "Namespace") return finalizePath(paths);
  return kind === "ServiceAccount" ? tokenPath(paths) : {};
}

function finalizePath(paths: JsonObject): JsonObject {
  const { put = null, parameters = [] } = asObject(paths["/api/v1/namespaces/{name}/status"]);
  const text = JSON.stringify(put)
    .replace("replaceCoreV1NamespaceStatus", "replaceCoreV1NamespaceFinalize")
    .replace("replace status of", "replace finalize of");
  const path = "/api/v1/namespaces/{name}/finalize";
  return { [path]: alone("put", JSON.parse(text) as JsonObject, parameters) }; // it was one
}

function tokenPath(paths: JsonObject): JsonObject {
  const list = "/api/v1/namespaces/{namespace}/serviceaccounts";
  const { post = null } = asObject(paths[list]);
  const { parameters = [] } = asObject(paths[`${list}/{name}`]);
  const text = JSON.stringify({ post, parameters })
    .replace(/createCoreV1NamespacedServiceAccount/, "$&Token")
    .replace("create a ServiceAccount", "create token of a ServiceAccount")
    .replace("name of the ServiceAccount", "name of the TokenRequest")
    .replaceAll("io.k8s.api.core.v1.ServiceAccount", "io.k8s.api.authentication.v1.TokenRequest");
  const changed = JSON.parse(text) as { post: JsonObject; parameters: Json }; // just written
  const kind = { group: "authentication.k8s.io", version: "v1", kind: "TokenRequest" };
  const operation = { ...changed.post, "x-kubernetes-group-version-kind": kind };
  return { [`${list}/{name}/token`]: alone("post", operation, changed.parameters) };
}

function asObject(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {};
}

/** The kinds that a server has of itself. */
function builtinResources(rows: readonly ResourceRow[] = []): readonly BuiltinResource[] {
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
  const always = [...stored, ...asked, { resource: resourceFor(definitions), packageName }];
  const known = new Set(always.map(({ resource: { names, group } }) => `${names.plural}.${group}`));
  return [...always, ...rows.flatMap((row) => tableResource(row, known))];
}

/** A kind of the table, unless it is there anyway, or nobody stores it. */
function tableResource(row: ResourceRow, known: ReadonlySet<string>): readonly BuiltinResource[] {
  const { group, version, kind, plural, struct } = row;
  if (known.has(`${plural}.${group}`) || !row.verbs.includes("watch")) return [];
  const hasStatus = row.subresources.some(({ name }) => name === "status");
  const packageName = documentName(struct).slice(0, -kind.length);
  const resource = resourceFor({ ...row, hasStatus });
  return [{ resource, packageName, version, returnsDeleted: factsOf(row).returnsDeleted }];
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
  readonly version?: string;
}): Resource {
  const { group, kind, plural, scope, hasStatus, version: versionName = "v1" } = facts;
  const names = { plural, singular: kind.toLowerCase(), kind, listKind: `${kind}List` };
  const subresources = hasStatus ? { status: {} } : {};
  const version = { name: versionName, served: true, storage: true, subresources };
  return resourceOf({
    metadata: { name: `${plural}.${group}` },
    spec: { group, scope, names, versions: [version] },
  });
}
