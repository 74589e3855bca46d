import { expect, it } from "vitest";
import { lint } from "../../../../src/index.js";
import type { JsonObject } from "../../../../src/runtime/v1/values/json/json.js";
import type { BoatParts } from "../../../support/boat.js";
import { boatSource } from "../../../support/boat.js";

/** What a server of a version says: field and message of each cause. */
async function causes(parts: BoatParts, kubernetesVersion: string): Promise<readonly string[]> {
  const diagnostics = await lint({ sources: [boatSource(parts)], kubernetesVersion });
  return diagnostics.flatMap(({ cause }) => (cause ? [`${cause.field}: ${cause.message}`] : []));
}

const service = {
  spec: {
    conversion: {
      strategy: "Webhook",
      webhook: { conversionReviewVersions: ["v1"], clientConfig: { service: { namespace: "a" } } },
    },
  },
};
const serviceAt = "spec.conversion.webhookClientConfig.service.namespace";

const closedBranch = {
  schema: {
    type: "object",
    properties: { spec: { type: "object", anyOf: [{ additionalProperties: false }] } },
  },
};
const branchAt = "spec.validation.openAPIV3Schema.properties[spec].anyOf[0].additionalProperties";

const kubernetesName = { type: "string", format: "k8s-short-name", default: "A_B" };
const formatOfDefault = {
  schema: {
    type: "object",
    properties: { spec: { type: "object", properties: { name: kubernetesName } } },
  },
};
const defaultAt =
  "spec.validation.openAPIV3Schema.properties[spec].properties[name].default: Invalid value";

const listedItems = {
  schema: {
    type: "object",
    properties: {
      list: {
        type: "array",
        "x-kubernetes-list-type": "map",
        "x-kubernetes-list-map-keys": ["a"],
        items: "b",
      },
    },
  },
};
const listAt = "spec.validation.openAPIV3Schema.properties[list].items";
const itemsMissing = `${listAt}: Required value: must be specified`;
const notOneSchema = "must only have a single schema if x-kubernetes-list-type is map";

/**
 * `oldSelf` is a plain value to servers that drop `optionalOldSelf`, so that the rule does not
 * compile there.
 */
const optional = withRule({ rule: "oldSelf.hasValue()", optionalOldSelf: true });
const unusedOptional = withRule({ rule: "self.size() > 0", optionalOldSelf: true });
const optionalAt = "spec.validation.openAPIV3Schema.properties[spec].properties[name]";
const ruleAt = `${optionalAt}.x-kubernetes-validations[0].rule`;

function withRule(rule: JsonObject): BoatParts {
  const name = { type: "string", maxLength: 9, "x-kubernetes-validations": [rule] };
  const spec = { type: "object", properties: { name } };
  return { schema: { type: "object", properties: { spec } } };
}

const noSchema = {
  version: { schema: null, selectableFields: [{ jsonPath: ".spec.a" }] },
};

it.each<[string, BoatParts, readonly string[]]>([
  ["1.30", optional, []],
  [
    "1.29",
    optional,
    [
      `${ruleAt}: Invalid value: apiextensions.ValidationRule{Rule:"oldSelf.hasValue()", Message:"", MessageExpression:"", Reason:(*apiextensions.FieldValueErrorReason)(nil), FieldPath:"", OptionalOldSelf:(*bool)(nil)}: compilation failed: ERROR: <input>:1:17: found no matching overload for 'hasValue' applied to 'string.()'\n | oldSelf.hasValue()\n | ................^`,
    ],
  ],
  [
    "1.30",
    unusedOptional,
    [
      `${optionalAt}.x-kubernetes-validations[0].optionalOldSelf: Invalid value: true: may not be set if oldSelf is not used in rule`,
    ],
  ],
  ["1.29", unusedOptional, []],
  ["1.28", unusedOptional, []],
  ["1.34", service, [`${serviceAt}: Required value`]],
  ["1.33", service, [`${serviceAt}: Required value: service namespace is required`]],
  ["1.31", closedBranch, []],
  ["1.30", closedBranch, [`${branchAt}: Forbidden: must be undefined to be structural`]],
  [
    "1.34",
    listedItems,
    [`${listAt}: Invalid value: {"Schema":null,"JSONSchemas":null}: ${notOneSchema}`, itemsMissing],
  ],
  [
    "1.33",
    listedItems,
    [
      `${listAt}: Invalid value: apiextensions.JSONSchemaPropsOrArray{Schema:(*apiextensions.JSONSchemaProps)(nil), JSONSchemas:[]apiextensions.JSONSchemaProps(nil)}: ${notOneSchema}`,
      itemsMissing,
    ],
  ],
  ["1.33", formatOfDefault, []],
  [
    "1.34",
    formatOfDefault,
    [`${defaultAt}: "A_B":  in body must be of type k8s-short-name: "A_B"`],
  ],
  [
    "1.34",
    noSchema,
    [
      "spec.versions[0].schema.openAPIV3Schema: Required value",
      'spec.selectableFields: Invalid value: "": may only be set when validations.schema is included',
    ],
  ],
  [
    "1.33",
    noSchema,
    [
      "spec.versions[0].schema.openAPIV3Schema: Required value: schemas are required",
      'spec.selectableFields: Invalid value: "": selectableFields may only be set when validations.schema is included',
    ],
  ],
])("a server of %s answers to %j", async (version, parts, expected) => {
  expect([...(await causes(parts, version))].sort()).toEqual([...expected].sort());
});
