import { apiVersionOf } from "../../values/names.js";
import type { Kinds, ResourceRow } from "./kind-table.js";

/** What programs of users run as, and what stands around it. */
const workloads: ReadonlySet<string> = new Set([
  "v1/ConfigMap",
  "v1/Endpoints",
  "v1/Node",
  "v1/PersistentVolume",
  "v1/PersistentVolumeClaim",
  "v1/Pod",
  "v1/PodTemplate",
  "v1/Secret",
  "v1/Service",
  "v1/ServiceAccount",
  "apps/v1/ControllerRevision",
  "apps/v1/DaemonSet",
  "apps/v1/Deployment",
  "apps/v1/ReplicaSet",
  "apps/v1/StatefulSet",
  "autoscaling/v2/HorizontalPodAutoscaler",
  "batch/v1/CronJob",
  "batch/v1/Job",
  "discovery.k8s.io/v1/EndpointSlice",
  "networking.k8s.io/v1/Ingress",
  "networking.k8s.io/v1/NetworkPolicy",
  "policy/v1/PodDisruptionBudget",
]);

/**
 * The kinds that a name means: `all`, `workloads`, a group (`apps`, `core`), a group version
 * (`apps/v1`, `v1`), a kind (`apps/v1/Deployment`, `v1/Pod`, `Deployment`), whose plural will do
 * too. What can only be created, such as reviews, is meant by its own name alone. None for a name
 * that means nothing.
 */
export function matchingKinds({ resources }: Kinds, name: string): readonly ResourceRow[] {
  const listed = resources.filter(({ verbs }) => verbs.includes("list"));
  if (name === "all") return listed;
  if (name === "workloads") return listed.filter((resource) => workloads.has(nameOfKind(resource)));
  const group = name === "core" ? "" : name;
  const ofGroup = listed.filter((resource) => resource.group === group);
  if (ofGroup.length > 0 && name !== "") return ofGroup;
  const ofVersion = listed.filter((resource) => apiVersionOf(resource) === name);
  if (ofVersion.length > 0) return ofVersion;
  return resources.filter((resource) => isNamed(resource, name));
}

/** A kind that is named without its version is meant in all versions, by its kind alone. */
function isNamed(resource: ResourceRow, name: string): boolean {
  const { kind, plural, group } = resource;
  const names = [kind, plural];
  if (!name.includes("/")) return names.includes(name) && resource.verbs.includes("list");
  const places = [apiVersionOf(resource), group === "" ? "core" : group];
  const versions = group === "" ? [`core/${resource.version}`] : [];
  return [...places, ...versions].some((place) => names.some((one) => `${place}/${one}` === name));
}

/** `apps/v1/Deployment` */
export function nameOfKind(resource: ResourceRow): string {
  return `${apiVersionOf(resource)}/${resource.kind}`;
}

/**
 * Tells whether a server stores objects of a kind: what is only created is asked for an answer, and
 * statuses of components are gathered.
 */
export function isKept({ verbs, group, plural }: ResourceRow): boolean {
  return verbs.includes("list") && !(group === "" && plural === "componentstatuses");
}
