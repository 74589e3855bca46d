import type { Transport } from "../../runtime/v1/client/transport.js";
import type { ReconcileResult } from "../../runtime/v1/operators/controller/controller-options.js";
import { Controller } from "../../runtime/v1/operators/controller/controller.js";
import type { KubernetesMinor } from "../../runtime/v1/values/kubernetes-version.js";
import {
  bindPod,
  newContainers,
  phaseOf,
  runningStatus,
  simulatedNode,
  succeededStatus,
  withContainers,
} from "./pods.js";
import { reconcileClaim, reconcileService } from "./surroundings.js";
import {
  reconcileDaemonSet,
  reconcileDeployment,
  reconcileJob,
  reconcileReplicaSet,
  reconcileStatefulSet,
} from "./workloads.js";
import type { SimulatedObject, SimulatedTypes } from "./world.js";
import { ignored, isGoing, textIn, timeNow, World } from "./world.js";

/** How a simulation behaves. */
export interface SimulationOptions {
  readonly minor: KubernetesMinor;
  /** Milliseconds after which pods run, Jobs end, and claims are bound. */
  readonly delay: number;
  /** Tells whether the server stores a kind, such as `apps/v1/Deployment`; default: all of them. */
  readonly stores?: ((kind: string) => boolean) | undefined;
}

/**
 * What controllers, the scheduler and kubelets do in a cluster, as far as those see it who wait for
 * it: workloads make their pods, pods are bound to a node, run and become ready, pods of Jobs
 * succeed, Services get endpoints, and claims are bound. Nothing runs.
 */
export class Simulation {
  readonly #world: World;
  readonly #controllers: readonly Controller<SimulatedTypes>[];
  #runs: readonly Promise<void>[] = [];

  /** @param transport to a server that stores the kinds that are simulated */
  constructor(transport: Transport, { minor, delay, stores = () => true }: SimulationOptions) {
    const world = new World(transport, minor, delay);
    this.#world = world;
    const stored = workloads.filter(({ kind }) => stores(kind));
    this.#controllers = [
      ...stored.map((workload) => controllerOf(world, workload)),
      serviceController(world),
    ];
  }

  /** Begins; a node is made where there is none. */
  async start(): Promise<void> {
    const nodes = this.#world.resource("v1/Node");
    for (const name of watched) this.#world.resource(name).cache.start();
    await nodes.cache.synced();
    if (nodes.cache.list().length === 0) await makeNode(this.#world);
    this.#runs = this.#controllers.map((controller) => controller.run().catch(ignored));
  }

  async stop(): Promise<void> {
    await Promise.all(this.#controllers.map((controller) => controller.stop()));
    await Promise.all(this.#runs);
    await this.#world.stop();
  }
}

/** What is only looked at. */
const watched = ["v1/Node", "v1/PersistentVolume", "discovery.k8s.io/v1/EndpointSlice"];

const shortWaits = { baseDelay: 20, maxDelay: 1_000 };

/** A kind that a controller works on. */
interface Workload {
  readonly kind: string;
  readonly reconcile: (
    world: World,
    object: SimulatedObject,
  ) => Promise<ReconcileResult | undefined>;
  /** What its objects own; default: pods. */
  readonly owns?: readonly string[];
}

const workloads: readonly Workload[] = [
  { kind: "apps/v1/ReplicaSet", reconcile: reconcileReplicaSet },
  { kind: "v1/ReplicationController", reconcile: reconcileReplicaSet },
  { kind: "apps/v1/Deployment", reconcile: reconcileDeployment, owns: ["apps/v1/ReplicaSet"] },
  { kind: "apps/v1/StatefulSet", reconcile: reconcileStatefulSet },
  { kind: "apps/v1/DaemonSet", reconcile: reconcileDaemonSet },
  { kind: "batch/v1/Job", reconcile: reconcileJob },
  { kind: "v1/Pod", reconcile: runPod, owns: [] },
  { kind: "v1/PersistentVolumeClaim", reconcile: reconcileClaim, owns: [] },
];

function controllerOf(
  world: World,
  { kind, reconcile, owns = ["v1/Pod"] }: Workload,
): Controller<SimulatedTypes> {
  const { client, cache } = world.resource(kind);
  return new Controller(client, {
    informer: cache,
    owns: owns.map((one) => world.resource(one).cache),
    concurrency: 4,
    reconcile: (object) => reconcile(world, object),
    onError: ignored,
    rateLimit: shortWaits,
  });
}

/** Pods lead to the Services of their namespace. */
function serviceController(world: World): Controller<SimulatedTypes> {
  const { client, cache } = world.resource("v1/Service");
  const pods = world.resource("v1/Pod").cache;
  return new Controller(client, {
    informer: cache,
    reconcile: (service) => reconcileService(world, service),
    watches: [{ informer: pods, map: ({ metadata }) => servicesIn(world, metadata.namespace) }],
    onError: ignored,
    rateLimit: shortWaits,
  });
}

/** Binds a pod, lets it run, and ends it where it is one of a Job. */
async function runPod(world: World, pod: SimulatedObject): Promise<ReconcileResult | undefined> {
  if (isGoing(pod)) return endPod(world, pod);
  const { writeStatus } = world.resource("v1/Pod");
  const isOfJob = (pod.metadata.ownerReferences ?? []).some(({ kind }) => kind === "Job");
  const age = Date.now() - Date.parse(pod.metadata.creationTimestamp);
  const isBound = textIn(pod.spec, "nodeName") !== "";
  const phase = phaseOf(pod);
  if (phase === "Pending" && !isBound) await bindPod(world, pod);
  if (phase === "Pending" && isBound) {
    if (age < world.delay) return { requeueAfter: world.delay - age };
    await writeStatus(pod, () => runningStatus(pod));
  }
  const added = newContainers(pod);
  if (phase === "Running" && added.length > 0) {
    await writeStatus(pod, (old) => withContainers(old, added));
  }
  if (phase === "Running" && isOfJob) {
    if (age < 2 * world.delay) return { requeueAfter: 2 * world.delay - age };
    await writeStatus(pod, () => succeededStatus(pod));
  }
  return undefined;
}

/** Deletes a pod whose containers have stopped, as a kubelet does. */
async function endPod(world: World, pod: SimulatedObject): Promise<ReconcileResult | undefined> {
  const { name, uid, deletionTimestamp = "", deletionGracePeriodSeconds = 0 } = pod.metadata;
  // Finalizers hold what needs no time any more.
  if (deletionGracePeriodSeconds === 0) return undefined;
  const begun = Date.parse(deletionTimestamp) - deletionGracePeriodSeconds * 1000;
  const end = begun + Math.min(world.delay, deletionGracePeriodSeconds * 1000);
  if (Date.now() < end) return { requeueAfter: end - Date.now() };
  const { namespace = "default" } = pod.metadata;
  const { client } = world.resource("v1/Pod");
  await client.delete(name, { namespace, gracePeriodSeconds: 0, preconditions: { uid } });
  return undefined;
}

function servicesIn(
  world: World,
  namespace = "default",
): readonly { readonly name: string; readonly namespace: string }[] {
  const services = world.resource("v1/Service").cache.list(namespace);
  return services.map(({ metadata }) => ({ name: metadata.name, namespace }));
}

async function makeNode(world: World): Promise<void> {
  const { client, writeStatus } = world.resource("v1/Node");
  const labels = {
    "kubernetes.io/arch": "amd64",
    "kubernetes.io/hostname": simulatedNode,
    "kubernetes.io/os": "linux",
  };
  const node = { apiVersion: "v1", kind: "Node", metadata: { name: simulatedNode, labels } };
  const made = await client.create(node); // a node needs no more
  await writeStatus(made, nodeStatus);
}

function nodeStatus(): { readonly [field: string]: never } {
  const resources = { cpu: "32", memory: "256Gi", pods: "1000" };
  const now = timeNow();
  const ready = {
    type: "Ready",
    status: "True",
    reason: "KubeletReady",
    message: "a node of a simulation",
    lastHeartbeatTime: now,
    lastTransitionTime: now,
  };
  const addresses = [
    { type: "InternalIP", address: "10.0.0.1" },
    { type: "Hostname", address: simulatedNode },
  ];
  return { capacity: resources, allocatable: resources, conditions: [ready], addresses } as never; // plain data
}
