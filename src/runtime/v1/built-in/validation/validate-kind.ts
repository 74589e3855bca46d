import type { FieldError } from "../../values/field-error.js";
import type { JsonObject } from "../../values/json/json.js";
import { checkAutoscaler } from "./autoscaling.js";
import { checkBudget } from "./budgets.js";
import { Checks, structIn } from "./checks.js";
import { checkClaim } from "./claims.js";
import { checkCronJob, checkJob } from "./jobs.js";
import { checkIngress, checkNetworkPolicy } from "./networking.js";
import { checkEndpointSlice, checkVolumeObject } from "./others.js";
import { checkTemplate } from "./pod-spec.js";
import { checkPod } from "./pods.js";
import { checkService, checkServiceStatus } from "./services.js";
import {
  checkController,
  checkDaemonSet,
  checkDeployment,
  checkReplicaSet,
  checkStatefulSet,
} from "./workloads.js";

type KindCheck = (checks: Checks, object: JsonObject, old: JsonObject | undefined) => void;

/** By group and kind, with a slash between them. */
const kindChecks: Readonly<Record<string, KindCheck>> = {
  "/PersistentVolume": checkVolumeObject,
  "/PersistentVolumeClaim": checkClaim,
  "/Pod": checkPod,
  "/PodTemplate": (checks, object) => {
    checkTemplate(checks, structIn(object, "template") ?? {}, "template");
  },
  "/ReplicationController": checkController,
  "/Service": checkService,
  "apps/DaemonSet": checkDaemonSet,
  "apps/Deployment": checkDeployment,
  "apps/ReplicaSet": checkReplicaSet,
  "apps/StatefulSet": checkStatefulSet,
  "autoscaling/HorizontalPodAutoscaler": checkAutoscaler,
  "batch/CronJob": checkCronJob,
  "batch/Job": checkJob,
  "discovery.k8s.io/EndpointSlice": checkEndpointSlice,
  "networking.k8s.io/Ingress": checkIngress,
  "networking.k8s.io/NetworkPolicy": checkNetworkPolicy,
  "policy/PodDisruptionBudget": checkBudget,
};

const statusChecks: Readonly<Record<string, KindCheck>> = {
  "/Service": checkServiceStatus,
};

/**
 * What is wrong with an object of a built-in kind beside its metadata: the rules that people meet
 * most. The object was read by its type, and has its defaults. Kinds without rules are right.
 *
 * @param old the object that it replaces, for what may not change
 * @param part what was written; only few rules are about the status
 */
export function validateKind(
  { group, kind }: { readonly group: string; readonly kind: string },
  object: JsonObject,
  old?: JsonObject,
  part: "object" | "status" | "finalize" = "object",
): readonly FieldError[] {
  const checks = new Checks();
  const rules = part === "status" ? statusChecks : kindChecks;
  rules[`${group}/${kind}`]?.(checks, object, old);
  return checks.errors;
}
