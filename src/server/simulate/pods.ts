import type { Json, JsonObject } from "../../runtime/v1/values/json/json.js";
import type { SimulatedObject, World } from "./world.js";
import { asMap, condition, controllerReference, hashOf, mapsIn, textIn, timeNow } from "./world.js";

/** The node that a simulation makes where there is none. */
export const simulatedNode = "simulated";

/** A spec of a pod, from a template. */
export function podOf(
  owner: SimulatedObject,
  template: Json | undefined,
  name: { readonly name: string } | { readonly generateName: string },
  labels: JsonObject = {},
): JsonObject {
  const { metadata, spec = {} } = asMap(template);
  const { labels: own, annotations, finalizers } = asMap(metadata);
  return {
    apiVersion: "v1",
    kind: "Pod",
    metadata: {
      ...name,
      namespace: owner.metadata.namespace ?? "default",
      labels: { ...asMap(own), ...labels },
      ...(annotations !== undefined && { annotations }),
      ...(finalizers !== undefined && { finalizers }),
      ownerReferences: [controllerReference(owner)],
    },
    spec,
  };
}

/** Tells whether a pod runs and is ready. */
export function isReady({ status }: SimulatedObject): boolean {
  return mapsIn(status?.["conditions"]).some(
    ({ type, status: value }) => type === "Ready" && value === "True",
  );
}

/** The phase of a pod; `Pending` before it has one. */
export function phaseOf({ status }: SimulatedObject): string {
  return textIn(status, "phase") || "Pending";
}

/** Binds a pod to a node, as the scheduler does. */
export async function bindPod(world: World, pod: SimulatedObject): Promise<void> {
  const { cache } = world.resource("v1/Node");
  const nodes = cache.list().filter(({ spec }) => spec?.["unschedulable"] !== true);
  const chosen = nodes[hashOf(pod.metadata.uid) % Math.max(nodes.length, 1)];
  if (chosen === undefined) return;
  const { name, namespace = "default" } = pod.metadata;
  const node = chosen.metadata.name;
  await world.bindings.create(name, node, { namespace });
  world.scheduler.record(pod, {
    type: "Normal",
    reason: "Scheduled",
    action: "Binding",
    note: `Successfully assigned ${namespace}/${name} to ${node}`,
  });
}

/** The containers that were put into a running pod, and do not run yet. */
export function newContainers({ spec, status }: SimulatedObject): readonly JsonObject[] {
  const known = mapsIn(status?.["ephemeralContainerStatuses"]).map(({ name }) => name);
  return mapsIn(spec?.["ephemeralContainers"]).filter(({ name }) => !known.includes(name));
}

/** A status in which these containers run too. */
export function withContainers(status: JsonObject, added: readonly JsonObject[]): JsonObject {
  const running = added.map((one) => runningContainer(one, timeNow()));
  const known = mapsIn(status["ephemeralContainerStatuses"]);
  return { ...status, ephemeralContainerStatuses: [...known, ...running] };
}

/** The status of a pod whose containers run. */
export function runningStatus(pod: SimulatedObject): JsonObject {
  const now = timeNow();
  const containers = mapsIn(pod.spec?.["containers"]);
  const initContainers = mapsIn(pod.spec?.["initContainers"]);
  const address = `10.244.${hashOf(pod.metadata.uid) % 250}.${(hashOf(pod.metadata.name) % 250) + 2}`;
  return {
    phase: "Running",
    conditions: readyConditions(),
    hostIP: "10.0.0.1",
    hostIPs: [{ ip: "10.0.0.1" }],
    podIP: address,
    podIPs: [{ ip: address }],
    startTime: now,
    ...(initContainers.length > 0 && {
      initContainerStatuses: initContainers.map((one) => endedContainer(one, now)),
    }),
    containerStatuses: containers.map((one) => ({
      ...runningContainer(one, now),
      ready: true,
      started: true,
    })),
  };
}

/** The status of a pod whose containers have done their work. */
export function succeededStatus(pod: SimulatedObject): JsonObject {
  const running = runningStatus(pod);
  const containers = mapsIn(pod.spec?.["containers"]);
  return {
    ...running,
    phase: "Succeeded",
    conditions: [
      condition("PodScheduled", "True", ""),
      condition("Initialized", "True", "PodCompleted"),
      condition("Ready", "False", "PodCompleted"),
      condition("ContainersReady", "False", "PodCompleted"),
    ].map(withoutEmpty),
    containerStatuses: containers.map((one) => endedContainer(one, timeNow())),
  };
}

function readyConditions(): JsonObject[] {
  const types = [
    "PodReadyToStartContainers",
    "Initialized",
    "Ready",
    "ContainersReady",
    "PodScheduled",
  ];
  return types.map((type) => withoutEmpty(condition(type, "True", "")));
}

function withoutEmpty(value: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== ""));
}

function containerStatus(container: JsonObject): JsonObject {
  const image = textIn(container, "image");
  const id = hashOf(container).toString(16).padStart(8, "0").repeat(8);
  return {
    name: textIn(container, "name"),
    image,
    imageID: image,
    containerID: `simulated://${id}`,
    restartCount: 0,
    lastState: {},
  };
}

function runningContainer(container: JsonObject, startedAt: string): JsonObject {
  return { ...containerStatus(container), ready: false, state: { running: { startedAt } } };
}

function endedContainer(container: JsonObject, now: string): JsonObject {
  const terminated = { exitCode: 0, reason: "Completed", startedAt: now, finishedAt: now };
  return { ...containerStatus(container), ready: false, started: false, state: { terminated } };
}
