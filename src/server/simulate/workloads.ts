import type { JsonObject } from "../../runtime/v1/values/json/json.js";
import { isReady, phaseOf, podOf } from "./pods.js";
import { annotationsOfNew, syncRevision } from "./revisions.js";
import type { SimulatedObject, World } from "./world.js";
import {
  asMap,
  condition,
  controllerReference,
  hashOf,
  isControlledBy,
  isGoing,
  mapsIn,
  nameEnd,
  numberAt,
  textIn,
  timeNow,
  withCondition,
} from "./world.js";

type Reconciled = Promise<undefined>;

const hashLabel = "pod-template-hash";

/** The pods that an object controls, those on their way out left out. */
function podsOf(world: World, owner: SimulatedObject): readonly SimulatedObject[] {
  return allPodsOf(world, owner).filter((pod) => !isGoing(pod));
}

function allPodsOf(world: World, owner: SimulatedObject): readonly SimulatedObject[] {
  const pods = world.resource("v1/Pod").cache.list(owner.metadata.namespace);
  return pods.filter((pod) => isControlledBy(pod, owner));
}

/** Makes the pods of a ReplicaSet or a ReplicationController (`pkg/controller/replicaset`). */
export async function reconcileReplicaSet(world: World, set: SimulatedObject): Reconciled {
  if (isGoing(set)) return undefined;
  const pods = podsOf(world, set).filter((pod) => !["Succeeded", "Failed"].includes(phaseOf(pod)));
  const wanted = numberAt(set.spec, "replicas", 1);
  const { client } = world.resource("v1/Pod");
  const namespace = set.metadata.namespace ?? "default";
  for (let count = pods.length; count < wanted; count++) {
    const generateName = `${set.metadata.name}-`;
    await client.create(asInput(podOf(set, set.spec?.["template"], { generateName })), {
      namespace,
    });
  }
  // Those that are not ready go first.
  const ordered = [...pods].sort((one, other) => Number(isReady(one)) - Number(isReady(other)));
  for (const { metadata } of ordered.slice(0, Math.max(0, pods.length - wanted))) {
    await client.delete(metadata.name, { namespace });
  }
  const kept = ordered.slice(Math.max(0, pods.length - wanted));
  const ready = kept.filter(isReady).length;
  const replicas = Math.max(kept.length, Math.min(wanted, kept.length));
  await world.resource(nameOf(set)).writeStatus(set, () => ({
    replicas,
    ...(replicas > 0 && { fullyLabeledReplicas: replicas }),
    ...(ready > 0 && { readyReplicas: ready, availableReplicas: ready }),
    observedGeneration: set.metadata.generation,
  }));
  return undefined;
}

/** Makes the ReplicaSets of a Deployment (`pkg/controller/deployment`). */
export async function reconcileDeployment(world: World, deployment: SimulatedObject): Reconciled {
  if (isGoing(deployment)) return undefined;
  const sets = world.resource("apps/v1/ReplicaSet");
  const namespace = deployment.metadata.namespace ?? "default";
  const owned = sets.cache.list(namespace).filter((set) => isControlledBy(set, deployment));
  const hash = nameEnd(hashOf(deployment.spec?.["template"]), 9);
  const current = owned.find((set) => set.metadata.labels?.[hashLabel] === hash);
  const wanted = numberAt(deployment.spec, "replicas", 1);
  const isPaused = deployment.spec?.["paused"] === true;
  if (current === undefined && !isPaused) {
    const made = replicaSetOf(deployment, hash, wanted, owned);
    await sets.client.create(asInput(made), { namespace });
  }
  const others = owned.filter((set) => set !== current);
  if (current !== undefined) await scale(world, current, wanted);
  const isAvailable = current !== undefined && readyIn(current) >= wanted;
  const isRecreated = textIn(deployment.spec?.["strategy"], "type") === "Recreate";
  if (isAvailable || isRecreated) for (const set of others) await scale(world, set, 0);
  const annotations = current && (await syncRevision(world, deployment, current, others));
  await writeDeploymentStatus(world, deployment, { current, owned, wanted, annotations });
  return undefined;
}

async function scale(world: World, set: SimulatedObject, replicas: number): Promise<void> {
  if (numberAt(set.spec, "replicas", 1) === replicas) return undefined;
  const { name, namespace = "default" } = set.metadata;
  const { client } = world.resource("apps/v1/ReplicaSet");
  await client.patch(name, { merge: { spec: { replicas } } }, { namespace });
}

function replicaSetOf(
  deployment: SimulatedObject,
  hash: string,
  replicas: number,
  others: readonly SimulatedObject[],
): JsonObject {
  const { name, namespace = "default" } = deployment.metadata;
  const { template = {}, selector = {} } = deployment.spec ?? {};
  const { metadata = {} } = asMap(template);
  const labels = { ...asMap(asMap(metadata)["labels"]), [hashLabel]: hash };
  const matchLabels = { ...asMap(asMap(selector)["matchLabels"]), [hashLabel]: hash };
  return {
    apiVersion: "apps/v1",
    kind: "ReplicaSet",
    metadata: {
      name: `${name}-${hash}`,
      namespace,
      labels,
      annotations: annotationsOfNew(deployment, others, replicas),
      ownerReferences: [controllerReference(deployment)],
    },
    spec: {
      replicas,
      selector: { ...asMap(selector), matchLabels },
      template: { ...asMap(template), metadata: { ...asMap(metadata), labels } },
    },
  };
}

interface Rollout {
  readonly current: SimulatedObject | undefined;
  readonly owned: readonly SimulatedObject[];
  readonly wanted: number;
  readonly annotations: Readonly<Record<string, string>> | undefined;
}

async function writeDeploymentStatus(
  world: World,
  deployment: SimulatedObject,
  { current, owned, wanted, annotations }: Rollout,
): Promise<void> {
  const sum = (count: (set: SimulatedObject) => number): number =>
    owned.reduce((total, set) => total + count(set), 0);
  const [replicas, ready] = [sum((set) => numberAt(set.status, "replicas", 0)), sum(readyIn)];
  const updated = current === undefined ? 0 : numberAt(current.status, "replicas", 0);
  const isAvailable = ready >= wanted;
  const isDone = updated === wanted && replicas === wanted && isAvailable;
  const set = current?.metadata.name ?? "";
  const available = isAvailable
    ? condition("Available", "True", "MinimumReplicasAvailable", "Deployment has minimum availability.")
    : condition("Available", "False", "MinimumReplicasUnavailable", "Deployment does not have minimum availability."); // prettier-ignore
  const progressing = isDone
    ? condition("Progressing", "True", "NewReplicaSetAvailable", `ReplicaSet "${set}" has successfully progressed.`)
    : condition("Progressing", "True", "ReplicaSetUpdated", `ReplicaSet "${set}" is progressing.`); // prettier-ignore
  const statusOf = (old: JsonObject): JsonObject => ({
    observedGeneration: deployment.metadata.generation,
    ...(replicas > 0 && { replicas }),
    ...(updated > 0 && { updatedReplicas: updated }),
    ...(ready > 0 && { readyReplicas: ready, availableReplicas: ready }),
    ...(wanted > ready && { unavailableReplicas: wanted - ready }),
    conditions: withUpdateTimes(
      withCondition(withCondition(old["conditions"], available), progressing),
    ),
  });
  await world.resource("apps/v1/Deployment").writeStatus(deployment, statusOf, annotations);
}

function withUpdateTimes(conditions: readonly JsonObject[]): JsonObject[] {
  return conditions.map((one) => ({
    lastUpdateTime: one["lastTransitionTime"] ?? timeNow(),
    ...one,
  }));
}

function readyIn(set: SimulatedObject): number {
  return numberAt(set.status, "readyReplicas", 0);
}

/** Makes the pods and claims of a StatefulSet, one by one (`pkg/controller/statefulset`). */
export async function reconcileStatefulSet(world: World, set: SimulatedObject): Reconciled {
  if (isGoing(set)) return undefined;
  const { name, namespace = "default" } = set.metadata;
  const wanted = numberAt(set.spec, "replicas", 1);
  const pods = podsOf(world, set);
  const byName = new Map(pods.map((pod) => [pod.metadata.name, pod]));
  const isParallel = textIn(set.spec, "podManagementPolicy") === "Parallel";
  const revision = `${name}-${nameEnd(hashOf(set.spec?.["template"]), 9)}`;
  for (let ordinal = 0; ordinal < wanted; ordinal++) {
    const pod = byName.get(`${name}-${ordinal}`);
    const isTaken = world.resource("v1/Pod").cache.get(`${name}-${ordinal}`, namespace);
    if (isTaken === undefined) await makeOrdinal(world, set, ordinal, revision);
    if (!isParallel && (pod === undefined || !isReady(pod))) break;
  }
  const { client } = world.resource("v1/Pod");
  for (const pod of pods) {
    const ordinal = Number(pod.metadata.name.slice(name.length + 1));
    const isOld = pod.metadata.labels?.["controller-revision-hash"] !== revision;
    if (ordinal >= wanted || isOld) await client.delete(pod.metadata.name, { namespace });
  }
  const ready = pods.filter(isReady).length;
  await world.resource("apps/v1/StatefulSet").writeStatus(set, (old) => ({
    observedGeneration: set.metadata.generation,
    replicas: pods.length,
    ...(ready > 0 && { readyReplicas: ready }),
    availableReplicas: ready,
    ...(pods.length > 0 && { currentReplicas: pods.length, updatedReplicas: pods.length }),
    currentRevision: revision,
    updateRevision: revision,
    collisionCount: numberAt(old, "collisionCount", 0),
  }));
  return undefined;
}

async function makeOrdinal(
  world: World,
  set: SimulatedObject,
  ordinal: number,
  revision: string,
): Promise<void> {
  const { name, namespace = "default" } = set.metadata;
  const pod = podOf(
    set,
    set.spec?.["template"],
    { name: `${name}-${ordinal}` },
    {
      "apps.kubernetes.io/pod-index": String(ordinal),
      "controller-revision-hash": revision,
      "statefulset.kubernetes.io/pod-name": `${name}-${ordinal}`,
    },
  );
  const claims = mapsIn(set.spec?.["volumeClaimTemplates"]);
  const volumes = mapsIn(asMap(pod["spec"])["volumes"]);
  const claimVolumes: JsonObject[] = [];
  for (const claim of claims) {
    const template = textIn(claim["metadata"], "name");
    const claimName = `${template}-${name}-${ordinal}`;
    claimVolumes.push({ name: template, persistentVolumeClaim: { claimName } });
    await makeClaim(world, claim, claimName, namespace);
  }
  const names = new Set(claimVolumes.map((one) => one["name"]));
  const spec: JsonObject = {
    ...asMap(pod["spec"]),
    hostname: `${name}-${ordinal}`,
    ...(textIn(set.spec, "serviceName") !== "" && { subdomain: textIn(set.spec, "serviceName") }),
    ...(claims.length > 0 && {
      volumes: [...volumes.filter((one) => !names.has(one["name"] ?? "")), ...claimVolumes],
    }),
  };
  await world.resource("v1/Pod").client.create(asInput({ ...pod, spec }), { namespace });
}

async function makeClaim(
  world: World,
  template: JsonObject,
  name: string,
  namespace: string,
): Promise<void> {
  const { client, cache } = world.resource("v1/PersistentVolumeClaim");
  if (cache.get(name, namespace) !== undefined) return undefined;
  const { labels, annotations } = asMap(template["metadata"]);
  const metadata = {
    name,
    namespace,
    ...(labels !== undefined && { labels }),
    ...(annotations !== undefined && { annotations }),
  };
  const claim = {
    apiVersion: "v1",
    kind: "PersistentVolumeClaim",
    metadata,
    spec: template["spec"] ?? {},
  };
  await client.create(asInput(claim), { namespace });
}

/** Makes a pod on each node for a DaemonSet (`pkg/controller/daemon`). */
export async function reconcileDaemonSet(world: World, set: SimulatedObject): Reconciled {
  if (isGoing(set)) return undefined;
  const namespace = set.metadata.namespace ?? "default";
  const nodes = world.resource("v1/Node").cache.list();
  const pods = podsOf(world, set);
  // A pod on its way out still has its node.
  const taken = new Set(allPodsOf(world, set).map((pod) => textIn(pod.spec, "nodeName")));
  const { client } = world.resource("v1/Pod");
  const revision = nameEnd(hashOf(set.spec?.["template"]), 9);
  for (const { metadata } of nodes) {
    if (taken.has(metadata.name)) continue;
    const labels = { "controller-revision-hash": revision };
    const pod = podOf(
      set,
      set.spec?.["template"],
      { generateName: `${set.metadata.name}-` },
      labels,
    );
    const spec = { ...asMap(pod["spec"]), nodeName: metadata.name };
    await client.create(asInput({ ...pod, spec }), { namespace });
  }
  for (const pod of pods) {
    const isOld = pod.metadata.labels?.["controller-revision-hash"] !== revision;
    if (isOld) await client.delete(pod.metadata.name, { namespace });
  }
  const ready = pods.filter(isReady).length;
  await world.resource("apps/v1/DaemonSet").writeStatus(set, () => ({
    currentNumberScheduled: pods.length,
    numberMisscheduled: 0,
    desiredNumberScheduled: nodes.length,
    numberReady: ready,
    observedGeneration: set.metadata.generation,
    ...(pods.length > 0 && { updatedNumberScheduled: pods.length }),
    ...(ready > 0 && { numberAvailable: ready }),
    ...(nodes.length > ready && { numberUnavailable: nodes.length - ready }),
  }));
  return undefined;
}

/** Makes the pods of a Job until enough have succeeded (`pkg/controller/job`). */
export async function reconcileJob(world: World, job: SimulatedObject): Reconciled {
  if (isGoing(job) || job.spec?.["suspend"] === true) return undefined;
  if (job.status?.["completionTime"] !== undefined) return undefined;
  const namespace = job.metadata.namespace ?? "default";
  const pods = podsOf(world, job);
  const succeeded = pods.filter((pod) => phaseOf(pod) === "Succeeded").length;
  const active = pods.filter((pod) => !["Succeeded", "Failed"].includes(phaseOf(pod)));
  const parallelism = numberAt(job.spec, "parallelism", 1);
  const completions = numberAt(job.spec, "completions", parallelism);
  const { client } = world.resource("v1/Pod");
  const isIndexed = textIn(job.spec, "completionMode") === "Indexed";
  const wanted = Math.min(parallelism, completions - succeeded);
  for (let count = active.length; count < wanted; count++) {
    const index = isIndexed ? freeIndex(pods, count) : 0;
    const labels = isIndexed ? { "batch.kubernetes.io/job-completion-index": String(index) } : {};
    const generateName = `${job.metadata.name}-${isIndexed ? `${index}-` : ""}`;
    const pod = podOf(job, job.spec?.["template"], { generateName }, labels);
    await client.create(asInput(pod), { namespace });
  }
  const isDone = succeeded >= completions;
  await world.resource("batch/v1/Job").writeStatus(job, (old) => {
    const now = timeNow();
    const { startTime = now } = old;
    const met = condition(
      "SuccessCriteriaMet",
      "True",
      "CompletionsReached",
      "Reached expected number of succeeded pods",
    );
    const complete = condition(
      "Complete",
      "True",
      "CompletionsReached",
      "Reached expected number of succeeded pods",
    );
    const ready = active.filter(isReady).length;
    return {
      startTime,
      ...(isDone && {
        conditions: [met, complete].map((one) => ({ lastProbeTime: now, ...one })),
        completionTime: now,
      }),
      ...(active.length > 0 && { active: active.length }),
      ...(succeeded > 0 && { succeeded }),
      terminating: 0,
      ready,
      uncountedTerminatedPods: {},
    };
  });
  return undefined;
}

function freeIndex(pods: readonly SimulatedObject[], start: number): number {
  const taken = new Set(
    pods.map(({ metadata }) => metadata.labels?.["batch.kubernetes.io/job-completion-index"]),
  );
  let index = start;
  while (taken.has(String(index))) index++;
  return index;
}

function nameOf({ apiVersion, kind }: SimulatedObject): string {
  return `${apiVersion}/${kind}`;
}

/** An object that was just made, as it is sent. */
function asInput(object: JsonObject): never {
  return object as never; // it has the fields that its kind needs
}
