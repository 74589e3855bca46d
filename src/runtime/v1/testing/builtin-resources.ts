import type { Admission, AdmitOptions } from "../admission/admission.js";
import { resourceAdmission } from "../admission/admission.js";
import { admitResource } from "../admission/admit.js";
import { duplicateText } from "../admission/strict-errors.js";
import { defineResource } from "../client/define-resource.js";
import { JsonFault, parseJson } from "../values/go/parse-json.js";
import type { Json, JsonObject } from "../values/json/json.js";
import { isObject } from "../values/json/json.js";
import { metadataOf } from "../values/metadata/resource-metadata.js";
import { textOf } from "../values/metadata/rules.js";
import type { ResourceDefinition } from "../values/resource-definition.js";
import type { ServedVersion } from "./served-version.js";

/*
 * Built-in resources as plain storage: their metadata are checked, and nothing else is.
 */

type Builtin = readonly [
  group: string,
  kind: string,
  plural: string,
  scope: ResourceDefinition["scope"],
  shortName?: string,
];

const builtins: readonly Builtin[] = [
  ["", "Namespace", "namespaces", "Cluster", "ns"],
  ["", "ConfigMap", "configmaps", "Namespaced", "cm"],
  ["", "Secret", "secrets", "Namespaced"],
  ["", "ServiceAccount", "serviceaccounts", "Namespaced", "sa"],
  ["", "Event", "events", "Namespaced", "ev"],
  ["events.k8s.io", "Event", "events", "Namespaced", "ev"],
  ["coordination.k8s.io", "Lease", "leases", "Namespaced"],
];

/** The built-in resources that clients cannot do without. */
export function builtinVersions(): readonly ServedVersion[] {
  return builtins.map(([group, kind, plural, scope, shortName]) => {
    const sketch = {
      group,
      version: "v1",
      kind,
      plural,
      shortNames: shortName === undefined ? [] : [shortName],
      subresources: { status: kind === "Namespace" },
    };
    const definition: ResourceDefinition =
      scope === "Cluster"
        ? defineResource({ ...sketch, scope })
        : defineResource({ ...sketch, scope: "Namespaced" });
    return plainVersion(definition);
  });
}

/** A resource whose metadata are checked, and nothing else. */
export function plainVersion(definition: ResourceDefinition): ServedVersion {
  const { group, version, kind, plural, scope } = definition;
  const admission = resourceAdmission(
    {
      group,
      version,
      kind,
      namespaced: scope === "Namespaced",
      status: definition.subresources.status,
      schema: () => ({}),
      is: () => false,
      preserveUnknownFields: true,
    },
    { plural, otherVersions: [], prune: () => [], fill: () => undefined },
  );
  return {
    ...definition,
    storage: true,
    admit: (object, options = {}) => {
      const [input, how] = kind === "Lease" ? [object, options] : unconditional(object, options);
      return plainAdmission(admitResource(admission, input, how), kind, options);
    },
    prune: () => [],
    fill: () => undefined,
  };
}

/** An update without a resource version replaces whatever is there; with Leases it is refused. */
function unconditional(
  input: unknown,
  options: AdmitOptions,
): readonly [input: unknown, options: AdmitOptions] {
  const { oldObject } = options;
  if (!isObject(oldObject)) return [input, options];
  const parsed =
    typeof input === "string" ? parseJson(input) : { value: input as Json, duplicates: [] }; // admission checks it
  if (parsed instanceof JsonFault || !isObject(parsed.value)) return [input, options];
  const metadata = metadataOf(parsed.value);
  if (textOf(metadata, "resourceVersion") !== "") return [input, options];
  const { resourceVersion = "" } = metadataOf(oldObject);
  const object = { ...parsed.value, metadata: { ...metadata, resourceVersion } };
  return [object, withRepeats(options, parsed.duplicates, input)];
}

/** The object that was read has each key once: what was odd about its text is told beside it. */
function withRepeats(
  options: AdmitOptions,
  duplicates: readonly string[],
  input: unknown,
): AdmitOptions {
  if (duplicates.length === 0 || options.yaml !== undefined) return options;
  const repeats = duplicates.map(duplicateText);
  return { ...options, yaml: { text: String(input), strictFault: repeats.join(", "), repeats } };
}

function plainAdmission(
  admission: Admission,
  kind: string,
  { oldObject, subresource }: AdmitOptions,
): Admission {
  if (!admission.allowed) return admission;
  const metadata = { ...metadataOf(admission.object) };
  delete metadata["generation"];
  const object = { ...admission.object, metadata };
  if (kind !== "Namespace" || oldObject !== undefined || subresource !== undefined) {
    return { ...admission, object };
  }
  return { ...admission, object: newNamespace(object) };
}

/** The namespaces that the API server makes itself. */
export const systemNamespaces: readonly string[] = [
  "default",
  "kube-node-lease",
  "kube-public",
  "kube-system",
];

/** One of them, of which the server owns the labels. */
export function systemNamespace(
  made: { readonly name: string; readonly uid: string; readonly creationTimestamp: string },
  resourceVersion: number,
): JsonObject {
  const { name, uid, creationTimestamp } = made;
  const metadata = { name, uid, resourceVersion: String(resourceVersion), creationTimestamp };
  const namespace = newNamespace({ kind: "Namespace", apiVersion: "v1", metadata });
  const owner = {
    manager: "kube-apiserver",
    operation: "Update",
    apiVersion: "v1",
    time: creationTimestamp,
    fieldsType: "FieldsV1",
    fieldsV1: {
      "f:metadata": { "f:labels": { ".": {}, "f:kubernetes.io/metadata.name": {} } },
    },
  };
  return { ...namespace, metadata: { ...metadataOf(namespace), managedFields: [owner] } };
}

/** A namespace as the server completes it. */
function newNamespace(object: JsonObject): JsonObject {
  const metadata = metadataOf(object);
  const { labels = {} } = metadata;
  const named = {
    ...(isObject(labels) && labels),
    "kubernetes.io/metadata.name": textOf(metadata, "name"),
  };
  return {
    ...object,
    metadata: { ...metadata, labels: named },
    spec: { finalizers: ["kubernetes"] },
    status: { phase: "Active" },
  };
}
