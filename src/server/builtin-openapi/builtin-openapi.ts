import {
  builtinMetaTypes,
  definitionTypes,
  rawExtension,
} from "../../crd/openapi/definition-types.js";
import { metaType, metaTypes, schemasPrefix } from "../../crd/openapi/meta-types.js";
import { typeInV2 } from "../../crd/openapi/openapi-v2.js";
import type { JsonObject } from "../../runtime/v1/json/json.js";
import type { BuiltinResource } from "./builtin-paths.js";
import { builtinPathsV2, builtinPathsV3, rootPathV3 } from "./builtin-paths.js";
import { builtinResources } from "./builtin-resources.js";
import { kindSchemas } from "./kind-schemas.js";
import { subresourcePaths } from "./subresource-paths.js";

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

/** The documents of `/openapi/v3` for built-in kinds, by their paths. */
export function builtinOpenApiV3(): ReadonlyMap<string, JsonObject> {
  const documents = new Map<string, JsonObject>();
  const all = builtinResources();
  for (const group of new Set(all.map(groupOf))) {
    const resources = all.filter((one) => groupOf(one) === group);
    const paths = Object.assign({}, ...resources.map(pathsV3)) as JsonObject; // of each
    const root = group === "" ? "api/v1" : `apis/${group}/v1`;
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

function groupOf({ resource }: BuiltinResource): string {
  return resource.group;
}

function pathsV3(builtin: BuiltinResource): JsonObject {
  const paths = builtinPathsV3(builtin);
  return { ...rootPathV3(builtin), ...paths, ...subresourcePaths(builtin, paths) };
}

const metas = Object.entries({ ...metaTypes, ...builtinMetaTypes });

/** By their names in documents. */
const allTypes: Readonly<Record<string, JsonObject>> = {
  "io.k8s.apimachinery.pkg.runtime.RawExtension": rawExtension,
  ...Object.fromEntries(metas.map(([name, type]) => [metaType(name), type])),
  ...Object.fromEntries(
    Object.entries(definitionTypes).map(([name, type]) => [
      `io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.${name}`,
      type,
    ]),
  ),
  ...kindSchemas,
};

/** The types that a text refers to, and those that they refer to. */
function usedTypes(text: string, found: Set<string> = new Set<string>()): readonly string[] {
  for (const [, name = ""] of text.matchAll(new RegExp(`"${schemasPrefix}([^"]*)"`, "g"))) {
    if (found.has(name)) continue;
    found.add(name);
    usedTypes(JSON.stringify(allTypes[name] ?? {}), found);
  }
  return [...found];
}

/** Two types are registered for every group (apiserver `pkg/server/routes/openapi.go`). */
function ofGroup(name: string, group: string): JsonObject {
  const type = allTypes[name] ?? {};
  const [, kind = ""] = /\.(DeleteOptions|WatchEvent)$/.exec(name) ?? [];
  if (kind === "") return type;
  const groups = [...new Set(["", group])];
  const kinds = groups.map((one) => ({ group: one, version: "v1", kind }));
  return { ...type, "x-kubernetes-group-version-kind": kinds };
}

function sorted(entries: readonly (readonly [string, JsonObject[string]])[]): JsonObject {
  return Object.fromEntries([...entries].sort(([left], [right]) => (left < right ? -1 : 1)));
}
