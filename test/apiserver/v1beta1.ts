import type { CrdObject } from "./server.js";

/** The parts of a v1beta1 CRD that v1 puts elsewhere, as far as the samples have them. */
interface OldCrd extends CrdObject {
  readonly apiVersion: string;
  readonly spec: CrdObject["spec"] & {
    readonly version: string;
    readonly validation: { readonly openAPIV3Schema: object };
    readonly subresources?: object;
    readonly additionalPrinterColumns?: readonly { readonly JSONPath: string }[];
  };
}

/** A CRD in the form that today's servers take: v1beta1 becomes v1 with the same meaning. */
export function toV1(document: unknown): CrdObject {
  const crd = document as OldCrd; // the samples are CRDs
  if (crd.apiVersion !== "apiextensions.k8s.io/v1beta1") return crd;
  const { version, validation, subresources, additionalPrinterColumns, ...spec } = crd.spec;
  const v1Version = {
    name: version,
    served: true,
    storage: true,
    subresources,
    additionalPrinterColumns: additionalPrinterColumns?.map(({ JSONPath, ...column }) => ({
      ...column,
      jsonPath: JSONPath,
    })),
    // What v1beta1 does unless told otherwise.
    schema: {
      openAPIV3Schema: {
        ...validation.openAPIV3Schema,
        "x-kubernetes-preserve-unknown-fields": true,
      },
    },
  };
  const v1Spec = { scope: "Namespaced", ...spec, versions: [v1Version] };
  return { ...crd, apiVersion: "apiextensions.k8s.io/v1", spec: v1Spec } as CrdObject; // the same with other parts
}
