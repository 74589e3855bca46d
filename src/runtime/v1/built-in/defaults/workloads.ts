import type { JsonObject } from "../../values/json/json.js";
import { isObject } from "../../values/json/json.js";
import { objectsAt } from "../../values/json/raw-fields.js";
import type { KubernetesMinor } from "../../values/kubernetes-version.js";
import { textOf } from "../../values/metadata/rules.js";
import { hasKindChange } from "../changes.js";
import { labelAs, labelsIn } from "./core.js";
import type { FillsByStruct } from "./fill.js";
import { setUnset, structAt } from "./fill.js";

/** Kinds that make pods (Kubernetes `pkg/apis/{apps,batch,autoscaling}/v*`). */
export const workloadFills: FillsByStruct = {
  "apps/v1.Deployment": (deployment) => {
    const rolling = rollingUpdate(structAt(structAt(deployment, "spec"), "strategy"));
    if (rolling === undefined) return;
    setUnset(rolling, "maxUnavailable", "25%");
    setUnset(rolling, "maxSurge", "25%");
  },
  "apps/v1.DaemonSet": (daemonSet) => {
    const strategy = structAt(structAt(daemonSet, "spec"), "updateStrategy");
    const rolling = rollingUpdate(strategy) ?? strategy["rollingUpdate"];
    if (!isObject(rolling)) return;
    // Inside the server both are no pointers, so that without a default they become 0.
    setUnset(rolling, "maxUnavailable", rollingUpdate(strategy) === undefined ? 0 : 1);
    setUnset(rolling, "maxSurge", 0);
  },
  "apps/v1.StatefulSet": fillStatefulSet,
  "autoscaling/v1.HorizontalPodAutoscaler": (autoscaler) => {
    const spec = structAt(autoscaler, "spec");
    if (!hasOtherMetrics(autoscaler)) setUnset(spec, "targetCPUUtilizationPercentage", 80);
  },
  "autoscaling/v2.HorizontalPodAutoscaler": (autoscaler) => {
    const { behavior } = structAt(autoscaler, "spec");
    if (!isObject(behavior)) return;
    behavior["scaleUp"] = { ...scaleUp(), ...setIn(behavior["scaleUp"]) };
    behavior["scaleDown"] = { ...scaleDown(), ...setIn(behavior["scaleDown"]) };
  },
  "batch/v1.Job": fillJob,
};

/** How pods are replaced, one after the other; undefined if they are replaced in another way. */
function rollingUpdate(strategy: JsonObject): JsonObject | undefined {
  const type = textOf(strategy, "type");
  return type === "" || type === rolls ? structAt(strategy, "rollingUpdate") : undefined;
}

const rolls = "RollingUpdate";

function fillStatefulSet(statefulSet: JsonObject, minor: KubernetesMinor): void {
  const spec = structAt(statefulSet, "spec");
  const strategy = structAt(spec, "updateStrategy");
  const type = textOf(strategy, "type");
  if (type === "") {
    strategy["type"] = rolls;
    setUnset(strategy, "rollingUpdate", {});
  }
  const { rollingUpdate: rolling } = strategy;
  if ((type === "" || type === rolls) && isObject(rolling)) {
    setUnset(rolling, "partition", 0);
    if (limitsUnavailable(minor)) setUnset(rolling, "maxUnavailable", 1);
  }
  const retention = structAt(spec, "persistentVolumeClaimRetentionPolicy");
  for (const key of ["whenDeleted", "whenScaled"]) {
    if (textOf(retention, key) === "") retention[key] = "Retain";
  }
  for (const claim of objectsAt(spec, "volumeClaimTemplates")) {
    Object.assign(claim, { apiVersion: "v1", kind: "PersistentVolumeClaim" });
  }
}

function limitsUnavailable(minor: KubernetesMinor): boolean {
  const isWithdrawn = hasKindChange(minor, "unavailableInSetsWithdrawn");
  return hasKindChange(minor, isWithdrawn ? "unavailableInSetsAgain" : "unavailableInSets");
}

const metricsAnnotation = "autoscaling.alpha.kubernetes.io/metrics";

/** The first version of the kind holds metrics of the second one in an annotation. */
function hasOtherMetrics({ metadata }: JsonObject): boolean {
  const { annotations } = isObject(metadata) ? metadata : {};
  const text = isObject(annotations) ? textOf(annotations, metricsAnnotation) : "";
  return /^\s*\[\s*\{/.test(text);
}

/** The fields of a struct that may be none, but for those that are null. */
function setIn(value: unknown): JsonObject {
  if (!isObject(value)) return {};
  return Object.fromEntries(Object.entries(value).filter(([, field]) => field !== null));
}

function scaleUp(): JsonObject {
  return {
    stabilizationWindowSeconds: 0,
    selectPolicy: "Max",
    policies: [
      { type: "Pods", value: 4, periodSeconds: 15 },
      { type: "Percent", value: 100, periodSeconds: 15 },
    ],
  };
}

function scaleDown(): JsonObject {
  const policies = [{ type: "Percent", value: 100, periodSeconds: 15 }];
  return { selectPolicy: "Max", policies };
}

function fillJob(job: JsonObject, minor: KubernetesMinor): void {
  const spec = structAt(job, "spec");
  const isUnset = (key: string): boolean => (spec[key] ?? null) === null;
  if (isUnset("completions") && isUnset("parallelism")) spec["completions"] = 1;
  setUnset(spec, "parallelism", 1);
  const isByIndex =
    hasKindChange(minor, "jobReplacementDefaults") && !isUnset("backoffLimitPerIndex");
  setUnset(spec, "backoffLimit", isByIndex ? 2 ** 31 - 1 : 6);
  labelAs(job, labelsIn(structAt(spec, "template")));
  if (!hasKindChange(minor, "jobReplacementDefaults")) return;
  const isFailed = !isUnset("podFailurePolicy");
  setUnset(spec, "podReplacementPolicy", isFailed ? "Failed" : "TerminatingOrFailed");
  setUnset(spec, "manualSelector", false);
}
