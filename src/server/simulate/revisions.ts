import type { SimulatedObject, World } from "./world.js";
import { asMap, numberAt } from "./world.js";

/*
 * The revisions of a Deployment: which of its ReplicaSets came when (Kubernetes
 * `pkg/controller/deployment/util`).
 */

const revision = "deployment.kubernetes.io/revision";
const history = "deployment.kubernetes.io/revision-history";
const desired = "deployment.kubernetes.io/desired-replicas";
const most = "deployment.kubernetes.io/max-replicas";

/** Annotations of a Deployment that its ReplicaSets do not take over. */
const ownAnnotations = [
  revision,
  history,
  desired,
  most,
  "deprecated.deployment.rollback.to",
  "kubectl.kubernetes.io/last-applied-configuration",
];

type Annotations = Readonly<Record<string, string>>;

function revisionOf({ metadata }: SimulatedObject): number {
  return Number(metadata.annotations?.[revision] ?? 0);
}

/** The number that comes after those of some ReplicaSets. */
function nextRevision(sets: readonly SimulatedObject[]): number {
  return Math.max(0, ...sets.map(revisionOf)) + 1;
}

/**
 * The annotations of a ReplicaSet that is to be made.
 *
 * @param others those that the Deployment has already
 */
export function annotationsOfNew(
  deployment: SimulatedObject,
  others: readonly SimulatedObject[],
  replicas: number,
): Annotations {
  return {
    ...inherited(deployment),
    [desired]: String(replicas),
    [most]: String(replicas + surgeOf(deployment, replicas)),
    [revision]: String(nextRevision(others)),
  };
}

/**
 * Makes the ReplicaSet of today the newest revision, which an older one becomes anew when people go
 * back to it.
 *
 * @param others those of the Deployment beside it
 * @returns the annotation of the Deployment that says which one that is
 */
export async function syncRevision(
  world: World,
  deployment: SimulatedObject,
  current: SimulatedObject,
  others: readonly SimulatedObject[],
): Promise<Annotations> {
  const annotations = annotationsOfToday(deployment, current, others);
  const known = current.metadata.annotations ?? {};
  if (Object.entries(annotations).some(([key, value]) => known[key] !== value)) {
    const { client } = world.resource("apps/v1/ReplicaSet");
    const { name, namespace = "default" } = current.metadata;
    await client.patch(name, { merge: { metadata: { annotations } } }, { namespace });
  }
  return { [revision]: annotations[revision] ?? "" };
}

function annotationsOfToday(
  deployment: SimulatedObject,
  current: SimulatedObject,
  others: readonly SimulatedObject[],
): Annotations {
  const [own, next] = [revisionOf(current), nextRevision(others)];
  const known = current.metadata.annotations ?? {};
  const before = (known[history] ?? "").split(",").filter((one) => one !== "");
  const isAgain = own > 0 && own < next;
  return {
    ...inherited(deployment),
    [revision]: String(Math.max(own, next)),
    ...(isAgain && { [history]: [...before, String(own)].join(",") }),
  };
}

function inherited({ metadata }: SimulatedObject): Annotations {
  const annotations = Object.entries(metadata.annotations ?? {});
  return Object.fromEntries(annotations.filter(([key]) => !ownAnnotations.includes(key)));
}

/** How many pods a rollout may have beside those that are wanted. */
function surgeOf({ spec }: SimulatedObject, replicas: number): number {
  const update = asMap(asMap(spec?.["strategy"])["rollingUpdate"]);
  const surge = update["maxSurge"];
  if (typeof surge !== "string") return numberAt(update, "maxSurge", 0);
  return Math.ceil((Number.parseInt(surge, 10) * replicas) / 100);
}
