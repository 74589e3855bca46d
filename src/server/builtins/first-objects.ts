import type { JsonObject } from "../../runtime/v1/values/json/json.js";

/*
 * What a server makes of its own kinds when it starts (Kubernetes
 * `pkg/controlplane/controller/kubernetesservice`, `pkg/registry/scheduling/rest`).
 */

/** An object to be created. */
export interface FirstObject {
  /** The path of its collection. */
  readonly path: string;
  readonly body: JsonObject;
}

/**
 * The objects that a server makes before others do: the Service `kubernetes`, under which pods
 * reach it, and the two classes of pods without which there is no cluster. Servers at `127.0.0.1`
 * have no endpoints.
 *
 * @param address of the server, with its port
 * @param isStored tells whether it stores a resource, `<plural>.<group>`
 */
export function firstObjects(
  address: string,
  isStored: (resource: string) => boolean,
): readonly FirstObject[] {
  const objects: FirstObject[] = [];
  if (isStored("services.")) {
    objects.push({ path: "/api/v1/namespaces/default/services", body: serviceOf(address) });
  }
  if (isStored("priorityclasses.scheduling.k8s.io")) {
    const path = "/apis/scheduling.k8s.io/v1/priorityclasses";
    objects.push(...priorityClasses.map((body) => ({ path, body })));
  }
  return objects;
}

const httpsPort = 443;

function serviceOf(address: string): JsonObject {
  const [, port = httpsPort] = /:(\d+)$/.exec(address) ?? [];
  const targetPort = Number(port);
  return {
    metadata: { name: "kubernetes", labels: { provider: "kubernetes", component: "apiserver" } },
    spec: {
      type: "ClusterIP",
      clusterIP: "10.0.0.1",
      ipFamilyPolicy: "SingleStack",
      sessionAffinity: "None",
      ports: [{ name: "https", protocol: "TCP", port: httpsPort, targetPort }],
    },
  };
}

const priorityClasses: readonly JsonObject[] = [
  {
    metadata: { name: "system-node-critical" },
    value: 2_000_001_000,
    description: "Used for system critical pods that must not be moved from their current node.",
  },
  {
    metadata: { name: "system-cluster-critical" },
    value: 2_000_000_000,
    description:
      "Used for system critical pods that must run in the cluster, but can be moved to another node if necessary.",
  },
];
