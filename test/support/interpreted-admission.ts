import { ValueSchemas } from "../../src/crd/interpret/value-schema.js";
import { hasEmbeddedResource } from "../../src/crd/ir/child-schemas.js";
import type { Resource, Version } from "../../src/crd/ir/resource.js";
import type { Schema } from "../../src/crd/ir/schema.js";
import type {
  AdmitOptions,
  Admission,
  ResourceAdmission,
} from "../../src/runtime/v1/admission/admission.js";
import { admitResource } from "../../src/runtime/v1/admission/admit.js";
import { writeScale } from "../../src/runtime/v1/admission/scale-write.js";
import type { CheckRules } from "../../src/runtime/v1/validation/check-rules.js";
import {
  coerceEmbeddedResources,
  coerceStoredResources,
  embeddedErrors,
} from "../../src/runtime/v1/validation/embedded-resources.js";
import { ruleSteps } from "../../src/runtime/v1/validation/rule-steps.js";
import { scaleErrors } from "../../src/runtime/v1/validation/scale-paths.js";
import type { Json, JsonObject } from "../../src/runtime/v1/values/json/json.js";
import type { KubernetesMinor } from "../../src/runtime/v1/values/kubernetes-version.js";
import { dialectOf } from "../../src/runtime/versions/dialects.js";
import { applyDefaults, pruneNulls } from "../reference/default.js";
import { prune } from "../reference/prune.js";

/**
 * The write path of the API server for one version of a resource, with interpreters in place of
 * generated code: what `admit…` of the output does, one part after the other.
 */
export function createAdmission(
  resource: Resource,
  version: Version,
  server: KubernetesMinor,
  checkRules: CheckRules | undefined,
): (object: unknown, options?: AdmitOptions) => Admission {
  const admission = describe(resource, version, server, checkRules);
  return (object, options) => admitResource(admission, object, options);
}

function describe(
  resource: Resource,
  version: Version,
  server: KubernetesMinor,
  checkRules: CheckRules | undefined,
): ResourceAdmission {
  const { schema, scale } = version;
  const asData = schema === undefined ? {} : new ValueSchemas(server, "served").of(schema);
  return {
    group: resource.group,
    version: version.name,
    kind: resource.names.kind,
    plural: resource.names.plural,
    namespaced: resource.scope === "Namespaced",
    status: version.status,
    schema: () => asData,
    is: () => false,
    otherVersions: resource.versions
      .map(({ name }) => name)
      .filter((name) => name !== version.name),
    preserveUnknownFields: resource.preserveUnknownFields,
    dialect: dialectOf(server),
    ...interpret(schema),
    ...storedForm(resource, version),
    ...(scale === undefined ? {} : { scale, checkScale: scaleErrors, writeScale }),
    ...(schema !== undefined && hasEmbeddedResource(schema)
      ? {
          checkEmbedded: embeddedErrors,
          coerceEmbedded: coerceEmbeddedResources,
          coerceStored: coerceStoredResources,
        }
      : {}),
    ...(checkRules === undefined ? {} : { checkRules, ruleSteps }),
    ...(version.deprecationWarning === undefined
      ? {}
      : { deprecationWarning: version.deprecationWarning }),
  };
}

/** Another version's form, if that is what is stored. */
function storedForm(
  { versions, preserveUnknownFields }: Resource,
  version: Version,
): Partial<ResourceAdmission> {
  const stored = versions.find(({ storage }) => storage);
  if (stored === undefined || stored.schema === version.schema || preserveUnknownFields) return {};
  return { stored: interpret(stored.schema) };
}

/** Metadata is none of the schema's business. */
function interpret(
  schema: Schema | undefined,
): Required<Pick<ResourceAdmission, "prune" | "fill">> {
  return {
    prune: (object) => prune(object as Json, schema, "resource"), // a decoded body is JSON
    fill: (object) => {
      const value = object as JsonObject; // as above
      const { metadata } = value;
      pruneNulls(value, schema);
      applyDefaults(value, schema);
      if (metadata !== undefined) value["metadata"] = metadata;
    },
  };
}
