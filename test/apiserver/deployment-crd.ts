import { defineResource } from "../../src/runtime/v1/index.js";
import { crdOf } from "./fixtures.js";

/** The server knows no Deployments of its own; these keep whatever they get. */
export function deploymentCrd(): ReturnType<typeof crdOf> {
  const crd = crdOf(
    defineResource({
      group: "apps",
      version: "v1",
      kind: "Deployment",
      plural: "deployments",
      scope: "Namespaced",
    }),
  );
  const openAPIV3Schema = { type: "object", "x-kubernetes-preserve-unknown-fields": true };
  const versions = crd.spec.versions.map((version) => ({
    ...version,
    schema: { openAPIV3Schema },
  }));
  return { ...crd, spec: { ...crd.spec, versions } };
}
