import { expect, it } from "vitest";

import { lint } from "../../../src/index.js";

interface Parts {
  readonly conversion?: object;
  readonly version?: object;
  readonly schema?: object;
}

function crdWith({ conversion, version, schema }: Parts): string {
  const versions = [
    {
      name: "v1",
      served: true,
      storage: true,
      schema: { openAPIV3Schema: { type: "object", ...schema } },
      ...version,
    },
  ];
  return JSON.stringify({
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: "boats.sea.example.com" },
    spec: {
      group: "sea.example.com",
      scope: "Namespaced",
      names: { plural: "boats", kind: "Boat" },
      versions,
      ...(conversion === undefined ? {} : { conversion }),
    },
  });
}

/** What a server of a version says: field and message of each cause. */
async function causes(parts: Parts, kubernetesVersion: string): Promise<readonly string[]> {
  const sources = [{ path: "crd.json", text: crdWith(parts) }];
  const diagnostics = await lint({ sources, kubernetesVersion });
  return diagnostics.flatMap(({ cause }) => (cause ? [`${cause.field}: ${cause.message}`] : []));
}

const service = {
  conversion: {
    strategy: "Webhook",
    webhook: { conversionReviewVersions: ["v1"], clientConfig: { service: { namespace: "a" } } },
  },
};
const serviceAt = "spec.conversion.webhookClientConfig.service.namespace";

const closedBranch = {
  schema: { properties: { spec: { type: "object", anyOf: [{ additionalProperties: false }] } } },
};
const branchAt = "spec.validation.openAPIV3Schema.properties[spec].anyOf[0].additionalProperties";

const kubernetesName = { type: "string", format: "k8s-short-name", default: "A_B" };
const formatOfDefault = {
  schema: { properties: { spec: { type: "object", properties: { name: kubernetesName } } } },
};
const defaultAt =
  "spec.validation.openAPIV3Schema.properties[spec].properties[name].default: Invalid value";

const noSchema = {
  version: { schema: undefined, selectableFields: [{ jsonPath: ".spec.a" }] },
};

it.each([
  ["1.34", service, [`${serviceAt}: Required value`]],
  ["1.33", service, [`${serviceAt}: Required value: service namespace is required`]],
  ["1.31", closedBranch, []],
  ["1.30", closedBranch, [`${branchAt}: Forbidden: must be undefined to be structural`]],
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
