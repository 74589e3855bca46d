import type {
  KubernetesList,
  KubernetesObject,
  KubernetesObjectApply,
  KubernetesObjectInput,
} from "../../src/runtime/v1/values/kubernetes.js";
import type { ResourceDefinition } from "../../src/runtime/v1/values/resource-definition.js";
import type { CrdObject } from "./server.js";

/** A namespaced resource with everything that a client can call. */
export const gadget: ResourceDefinition = {
  group: "example.com",
  version: "v1",
  kind: "Gadget",
  listKind: "GadgetList",
  plural: "gadgets",
  singular: "gadget",
  scope: "Namespaced",
  shortNames: [],
  categories: [],
  subresources: {
    status: true,
    scale: {
      specReplicasPath: ".spec.replicas",
      statusReplicasPath: ".status.replicas",
      labelSelectorPath: ".status.selector",
    },
  },
  printerColumns: [],
  selectableFields: ["spec.color", "spec.size"],
};

/** A cluster-scoped resource without subresources. */
export const planet: ResourceDefinition = {
  ...gadget,
  kind: "Planet",
  listKind: "PlanetList",
  plural: "planets",
  singular: "planet",
  scope: "Cluster",
  subresources: { status: false },
  selectableFields: [],
};

/** The spec of gadgets and planets. */
export interface Spec {
  color?: string;
  size?: number;
  replicas?: number;
  tags?: string[];
}

interface Status {
  replicas?: number;
  selector?: string;
  ready?: boolean;
}

/** A gadget as the server returns it. */
export interface Gadget extends KubernetesObject<"example.com/v1", "Gadget"> {
  spec?: Spec;
  status?: Status;
}
/** A gadget as it is sent. */
export interface GadgetInput extends KubernetesObjectInput<"example.com/v1", "Gadget"> {
  spec?: Spec;
  status?: Status;
}
/** A gadget as it is applied. */
export interface GadgetApply extends KubernetesObjectApply<"example.com/v1", "Gadget"> {
  spec?: Spec;
  status?: Status;
}
/** The types of a client of gadgets. */
export interface GadgetTypes {
  scope: "Namespaced";
  read: Gadget;
  input: GadgetInput;
  apply: GadgetApply;
  list: KubernetesList<Gadget, "example.com/v1", "GadgetList">;
  status: Gadget["status"];
  field: "spec.color" | "spec.size";
}

/** A planet as the server returns it. */
export interface Planet extends KubernetesObject<"example.com/v1", "Planet"> {
  spec?: Spec;
}
/** The types of a client of planets. */
export interface PlanetTypes {
  scope: "Cluster";
  read: Planet;
  input: KubernetesObjectInput<"example.com/v1", "Planet"> & { spec?: Spec };
  apply: KubernetesObjectApply<"example.com/v1", "Planet"> & { spec?: Spec };
  list: KubernetesList<Planet, "example.com/v1", "PlanetList">;
  field: never;
}

/** The CRD of one of the definitions above. */
export function crdOf(resource: ResourceDefinition): CrdObject {
  const { subresources, group, kind, listKind, plural, singular, scope, selectableFields } =
    resource;
  const crd = {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `${plural}.${group}` },
    spec: {
      group,
      scope,
      names: { kind, listKind, plural, singular },
      versions: [
        {
          name: resource.version,
          served: true,
          storage: true,
          schema: { openAPIV3Schema: schema },
          subresources: {
            ...(subresources.status ? { status: {} } : {}),
            ...(subresources.scale === undefined ? {} : { scale: subresources.scale }),
          },
          selectableFields: selectableFields.map((field) => ({ jsonPath: `.${field}` })),
        },
      ],
    },
  };
  return crd;
}

const schema = {
  type: "object",
  properties: {
    spec: {
      type: "object",
      properties: {
        color: { type: "string", enum: ["red", "blue", "a,b=c\\d"] },
        size: { type: "integer", minimum: 0 },
        replicas: { type: "integer", minimum: 0 },
        tags: { type: "array", items: { type: "string" } },
      },
    },
    status: {
      type: "object",
      properties: {
        replicas: { type: "integer" },
        selector: { type: "string" },
        ready: { type: "boolean" },
      },
    },
  },
};
