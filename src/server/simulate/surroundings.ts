import type { JsonObject } from "../../runtime/v1/values/json/json.js";
import { isReady } from "./pods.js";
import type { SimulatedObject, World } from "./world.js";
import { asMap, controllerReference, isGoing, mapsIn, nameEnd, hashOf, textIn } from "./world.js";

/** Binds a claim to a volume that is made for it, as a provisioner does. */
export async function reconcileClaim(world: World, claim: SimulatedObject): Promise<undefined> {
  if (isGoing(claim) || textIn(claim.status, "phase") === "Bound") return undefined;
  const { name, namespace = "default", uid } = claim.metadata;
  const volumes = world.resource("v1/PersistentVolume");
  const claims = world.resource("v1/PersistentVolumeClaim");
  const own = textIn(claim.spec, "volumeName");
  const volumeName = own === "" ? `pvc-${uid}` : own;
  const { requests = {} } = asMap(claim.spec?.["resources"]);
  const accessModes = claim.spec?.["accessModes"] ?? [];
  if (own === "") {
    const storageClassName = textIn(claim.spec, "storageClassName");
    const spec: JsonObject = {
      capacity: requests,
      accessModes,
      persistentVolumeReclaimPolicy: "Delete",
      hostPath: { path: `/var/lib/simulated/${volumeName}` },
      claimRef: { apiVersion: "v1", kind: "PersistentVolumeClaim", name, namespace, uid },
      ...(storageClassName !== "" && { storageClassName }),
    };
    const volume = {
      apiVersion: "v1",
      kind: "PersistentVolume",
      metadata: { name: volumeName },
      spec,
    };
    if (volumes.cache.get(volumeName) === undefined) await volumes.client.create(volume); // a volume
    await claims.client.patch(name, { merge: { spec: { volumeName } } }, { namespace });
  }
  await claims.writeStatus(claim, () => ({ phase: "Bound", accessModes, capacity: requests }));
  const volume = volumes.cache.get(volumeName);
  if (volume !== undefined) await volumes.writeStatus(volume, () => ({ phase: "Bound" }));
  return undefined;
}

/** Writes the addresses of the pods that a Service selects (`pkg/controller/endpointslice`). */
export async function reconcileService(world: World, service: SimulatedObject): Promise<undefined> {
  const selector = asMap(service.spec?.["selector"]);
  if (isGoing(service) || Object.keys(selector).length === 0) return undefined;
  const { name, namespace = "default" } = service.metadata;
  const pods = world
    .resource("v1/Pod")
    .cache.list(namespace)
    .filter((pod) => isSelected(pod, selector) && textIn(pod.status, "podIP") !== "");
  const slices = world.resource("discovery.k8s.io/v1/EndpointSlice");
  const sliceName = `${name}-${nameEnd(hashOf(service.metadata.uid), 5)}`;
  const slice = sliceOf(service, sliceName, pods);
  const known = slices.cache.get(sliceName, namespace);
  if (known === undefined) {
    await slices.client.create(slice as never, { namespace }); // it is one
    return undefined;
  }
  const isSame = (["endpoints", "ports"] as const).every(
    (key) => JSON.stringify(known[key] ?? null) === JSON.stringify(slice[key] ?? null),
  );
  if (isSame) return undefined;
  const { endpoints = null, ports = null } = slice;
  await slices.client.patch(sliceName, { merge: { endpoints, ports } }, { namespace }); // of a slice
  return undefined;
}

function isSelected({ metadata }: SimulatedObject, selector: JsonObject): boolean {
  return Object.entries(selector).every(([key, value]) => metadata.labels?.[key] === value);
}

function sliceOf(
  service: SimulatedObject,
  name: string,
  pods: readonly SimulatedObject[],
): JsonObject {
  const namespace = service.metadata.namespace ?? "default";
  const [first] = pods;
  return {
    apiVersion: "discovery.k8s.io/v1",
    kind: "EndpointSlice",
    metadata: {
      name,
      namespace,
      labels: {
        "endpointslice.kubernetes.io/managed-by": "endpointslice-controller.k8s.io",
        "kubernetes.io/service-name": service.metadata.name,
      },
      ownerReferences: [controllerReference(service)],
    },
    addressType: "IPv4",
    endpoints: pods.map(endpointOf),
    ports: mapsIn(service.spec?.["ports"]).map((port) => portOf(port, first)),
  };
}

function endpointOf(pod: SimulatedObject): JsonObject {
  const [serving, terminating] = [isReady(pod), isGoing(pod)];
  const { name, namespace = "default", uid } = pod.metadata;
  return {
    addresses: [textIn(pod.status, "podIP")],
    conditions: { ready: serving && !terminating, serving, terminating },
    nodeName: textIn(pod.spec, "nodeName"),
    targetRef: { kind: "Pod", name, namespace, uid },
  };
}

/** A port by its number in the pod, where the Service names it. */
function portOf(port: JsonObject, pod: SimulatedObject | undefined): JsonObject {
  const { targetPort = port["port"] ?? 0 } = port;
  const named = mapsIn(pod?.spec?.["containers"])
    .flatMap((container) => mapsIn(container["ports"]))
    .find((one) => one["name"] === targetPort);
  const number = typeof targetPort === "string" ? (named?.["containerPort"] ?? 0) : targetPort;
  return { name: textIn(port, "name"), port: number, protocol: textIn(port, "protocol") || "TCP" };
}
