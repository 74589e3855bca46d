import { metaType, schemasPrefix } from "../../crd/openapi/meta-types.js";
import type { JsonObject } from "../../runtime/v1/values/json/json.js";

/*
 * Types in OpenAPI v3 that no kind of the table has as a struct: those that read and write
 * themselves, and those of discovery (apimachinery `apis/meta/v1/types.go`, `version/types.go`).
 */

const definitions = "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.";

/** The names of scalar types in documents. */
export const scalarTypeNames = {
  Time: metaType("Time"),
  MicroTime: metaType("MicroTime"),
  Duration: metaType("Duration"),
  FieldsV1: metaType("FieldsV1"),
  Quantity: "io.k8s.apimachinery.pkg.api.resource.Quantity",
  IntOrString: "io.k8s.apimachinery.pkg.util.intstr.IntOrString",
  RawExtension: "io.k8s.apimachinery.pkg.runtime.RawExtension",
  JSON: `${definitions}JSON`,
  JSONSchemaPropsOrArray: `${definitions}JSONSchemaPropsOrArray`,
  JSONSchemaPropsOrBool: `${definitions}JSONSchemaPropsOrBool`,
  JSONSchemaPropsOrStringArray: `${definitions}JSONSchemaPropsOrStringArray`,
} as const;

/** The name of what a server says of its version. */
export const versionInfo = "io.k8s.apimachinery.pkg.version.Info";

const text: JsonObject = { type: "string" };
const texts: JsonObject = listOf(text);
const required: JsonObject = { type: "string", default: "" };
const flag: JsonObject = { type: "boolean", default: false };
const ownKind: JsonObject = { apiVersion: text, kind: text };

/** By their names in documents. */
export const knownTypes: Readonly<Record<string, JsonObject>> = {
  [scalarTypeNames.MicroTime]: { type: "string", format: "date-time" },
  [scalarTypeNames.Duration]: text,
  [scalarTypeNames.Quantity]: { oneOf: [{ type: "string" }, { type: "number" }] },
  [scalarTypeNames.IntOrString]: {
    format: "int-or-string",
    oneOf: [{ type: "integer" }, { type: "string" }],
  },
  [scalarTypeNames.RawExtension]: { type: "object" },
  [scalarTypeNames.JSON]: {},
  [scalarTypeNames.JSONSchemaPropsOrArray]: {},
  [scalarTypeNames.JSONSchemaPropsOrBool]: {},
  [scalarTypeNames.JSONSchemaPropsOrStringArray]: {},
  ...discovered("APIGroup", ["name", "versions"], {
    ...ownKind,
    name: required,
    preferredVersion: {
      allOf: [{ $ref: schemasPrefix + metaType("GroupVersionForDiscovery") }],
      default: {},
    },
    serverAddressByClientCIDRs: listOfType("ServerAddressByClientCIDR"),
    versions: listOfType("GroupVersionForDiscovery"),
  }),
  ...discovered("APIGroupList", ["groups"], { ...ownKind, groups: listOfType("APIGroup") }),
  ...discovered("APIVersions", ["versions", "serverAddressByClientCIDRs"], {
    ...ownKind,
    serverAddressByClientCIDRs: listOfType("ServerAddressByClientCIDR"),
    versions: texts,
  }),
  ...discovered("APIResourceList", ["groupVersion", "resources"], {
    ...ownKind,
    groupVersion: required,
    resources: listOfType("APIResource"),
  }),
  ...discovered("WatchEvent", ["type", "object"], {
    object: { allOf: [{ $ref: schemasPrefix + scalarTypeNames.RawExtension }] },
    type: required,
  }),
  [metaType("APIResource")]: struct(["name", "singularName", "namespaced", "kind", "verbs"], {
    categories: texts,
    group: text,
    kind: required,
    name: required,
    namespaced: flag,
    shortNames: texts,
    singularName: required,
    storageVersionHash: text,
    verbs: { type: "array", items: text },
    version: text,
  }),
  [metaType("GroupVersionForDiscovery")]: allRequired("groupVersion", "version"),
  [metaType("ServerAddressByClientCIDR")]: allRequired("clientCIDR", "serverAddress"),
  [versionInfo]: versionType(),
};

function versionType(): JsonObject {
  const facts = ["major", "minor", "gitVersion", "gitCommit", "gitTreeState", "buildDate"];
  const { properties, ...type } = allRequired(...facts, "goVersion", "compiler", "platform");
  const others = ["emulationMajor", "emulationMinor"];
  const least = ["minCompatibilityMajor", "minCompatibilityMinor"];
  const further = [...others, ...least].map((name) => [name, text] as const);
  return { ...type, properties: { ...(properties as JsonObject), ...Object.fromEntries(further) } }; // just made
}

function allRequired(...names: readonly string[]): JsonObject {
  return struct(names, Object.fromEntries(names.map((name) => [name, required])));
}

function struct(names: readonly string[], properties: JsonObject): JsonObject {
  return { type: "object", required: [...names], properties };
}

function discovered(
  kind: string,
  names: readonly string[],
  properties: JsonObject,
): Readonly<Record<string, JsonObject>> {
  const kinds = [{ group: "", version: "v1", kind }];
  return {
    [metaType(kind)]: {
      ...struct(names, properties),
      "x-kubernetes-group-version-kind": kinds,
    },
  };
}

function listOfType(name: string): JsonObject {
  return listOf({ $ref: schemasPrefix + metaType(name) });
}

function listOf(items: JsonObject): JsonObject {
  return { type: "array", items, "x-kubernetes-list-type": "atomic" };
}

/** Those that are others in OpenAPI v2, which has no `oneOf`. */
export const typesInV2: Readonly<Record<string, JsonObject>> = {
  [scalarTypeNames.Quantity]: text,
  [scalarTypeNames.IntOrString]: { type: "string", format: "int-or-string" },
};
