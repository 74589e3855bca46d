import type {
  Admission,
  AdmitOptions,
  ResourceAdmission,
} from "../../runtime/v1/admission/admission.js";
import { admitResource } from "../../runtime/v1/admission/admit.js";
import { writeScale } from "../../runtime/v1/admission/scale-write.js";
import { runResourceRules } from "../../runtime/v1/cel/rules/rules.js";
import { fillIn } from "../../runtime/v1/validation/as-sent.js";
import {
  coerceEmbeddedResources,
  coerceStoredResources,
  embeddedErrors,
} from "../../runtime/v1/validation/embedded-resources.js";
import { resourcePruner } from "../../runtime/v1/validation/prune.js";
import { ruleSteps } from "../../runtime/v1/validation/rule-steps.js";
import { scaleErrors } from "../../runtime/v1/validation/scale-paths.js";
import type { KubernetesMinor } from "../../runtime/v1/values/kubernetes-version.js";
import { dialectOf } from "../../runtime/versions/dialects.js";
import { hasEmbeddedResource } from "../ir/child-schemas.js";
import type { Resource, Version } from "../ir/resource.js";
import type { Schema } from "../ir/schema.js";
import type { InterpretedRules } from "./rules.js";
import { ValueSchemas } from "./value-schema.js";

/** The functions of a version that decide on writes, by its schema and rules as data. */
export interface InterpretedVersion {
  /** Returns the API server's answer to a write; `admit…` of the output does the same. */
  readonly admit: (object: unknown, options?: AdmitOptions) => Admission;
  /** Removes unknown fields in place; gives their paths. */
  readonly prune: (object: unknown) => string[];
  /** Handles nulls and fills in defaults, in place. */
  readonly default: (object: unknown) => void;
}

/**
 * The write path of one version without generated code, for versions whose objects are too few to
 * write code for. Those of one run can share
 * `rules`, which keep what they compiled.
 */
export function interpretVersion(
  resource: Resource,
  version: Version,
  rules: InterpretedRules,
  minor: KubernetesMinor,
): InterpretedVersion {
  const schemas = new ValueSchemas(minor, "served");
  const functions = functionsOf(version.schema, resource, schemas);
  const admission: ResourceAdmission = {
    ...validationOf(resource, version, rules, schemas, minor),
    plural: resource.names.plural,
    otherVersions: resource.versions
      .map(({ name }) => name)
      .filter((name) => name !== version.name),
    ...functions,
    ...storedForm(resource, version, schemas),
    ...(version.scale !== undefined && { writeScale }),
    ...(version.deprecationWarning !== undefined && {
      deprecationWarning: version.deprecationWarning,
    }),
  };
  return {
    admit: (object, options) => admitResource(admission, object, options),
    prune: functions.prune,
    default: functions.fill,
  };
}

function validationOf(
  resource: Resource,
  version: Version,
  rules: InterpretedRules,
  schemas: ValueSchemas,
  minor: KubernetesMinor,
): Omit<ResourceAdmission, "plural" | "otherVersions" | "prune" | "fill"> {
  const { schema, scale } = version;
  const dialect = dialectOf(minor);
  const node = schema && rules.of(schema, true);
  const asData = schema === undefined ? {} : schemas.of(schema);
  return {
    group: resource.group,
    version: version.name,
    kind: resource.names.kind,
    namespaced: resource.scope === "Namespaced",
    status: version.status,
    schema: () => asData,
    // Who is asked once wants to know why, too.
    is: () => false,
    preserveUnknownFields: resource.preserveUnknownFields,
    dialect,
    ...(schema !== undefined &&
      hasEmbeddedResource(schema) && {
        checkEmbedded: embeddedErrors,
        coerceEmbedded: coerceEmbeddedResources,
        coerceStored: coerceStoredResources,
      }),
    ...(scale !== undefined && { scale, checkScale: scaleErrors }),
    ...(node !== undefined && {
      checkRules: (object, old, { correlation }) =>
        runResourceRules(node, object, old, correlation, dialect),
      ruleSteps,
    }),
  };
}

/** Another version's form, if that is what is stored; a webhook may convert to anything. */
function storedForm(
  resource: Resource,
  version: Version,
  schemas: ValueSchemas,
): Pick<ResourceAdmission, "stored"> {
  const stored = resource.versions.find(({ storage }) => storage);
  if (stored === undefined || stored.schema === version.schema) return {};
  if (resource.preserveUnknownFields || resource.conversion === "Webhook") return {};
  return { stored: functionsOf(stored.schema, resource, schemas) };
}

function functionsOf(
  schema: Schema | undefined,
  { preserveUnknownFields }: Resource,
  schemas: ValueSchemas,
): { readonly prune: (object: unknown) => string[]; readonly fill: (object: unknown) => void } {
  const asData = schema === undefined ? {} : schemas.of(schema);
  return {
    prune: preserveUnknownFields ? () => [] : resourcePruner(() => asData),
    fill: (object) => {
      fillIn({ schema: () => asData }, object);
    },
  };
}
