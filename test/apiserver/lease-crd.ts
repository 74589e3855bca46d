import { leaseDefinition } from "../../src/runtime/v1/operators/leader/lease.js";
import { crdOf } from "./fixtures.js";

/** The server knows no Leases of its own; these have the schema's fields that matter. */
export function leaseCrd(): ReturnType<typeof crdOf> {
  const crd = crdOf(leaseDefinition);
  const annotations = { "api-approved.kubernetes.io": "unapproved, for tests" };
  const spec = {
    type: "object",
    properties: {
      holderIdentity: { type: "string" },
      leaseDurationSeconds: { type: "integer", minimum: 1 },
      acquireTime: { type: "string", pattern: "\\.\\d{6}Z$" },
      renewTime: { type: "string", pattern: "\\.\\d{6}Z$" },
      leaseTransitions: { type: "integer" },
    },
  };
  const schema = { openAPIV3Schema: { type: "object", properties: { spec } } };
  const versions = crd.spec.versions.map((version) => ({ ...version, schema }));
  const metadata = { ...crd.metadata, annotations };
  return { ...crd, metadata, spec: { ...crd.spec, versions } };
}
