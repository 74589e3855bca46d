import { podHooks } from "./pod.js";
import { serviceHooks } from "./service.js";
import { requestHooks } from "./signing-request.js";
import type { KindHooks } from "./strategy.js";
import { claimHooks, volumeHooks } from "./volumes.js";
import { daemonSetHooks, jobHooks, templateHooks } from "./workloads.js";

/** By group and kind, with a slash between them. */
const hooks: { readonly [kind: string]: KindHooks | undefined } = {
  "/PersistentVolume": volumeHooks,
  "/PersistentVolumeClaim": claimHooks,
  "/Pod": podHooks,
  "/PodTemplate": templateHooks("template"),
  "/ReplicationController": templateHooks("spec.template"),
  "/Service": serviceHooks,
  "certificates.k8s.io/CertificateSigningRequest": requestHooks,
  "apps/DaemonSet": daemonSetHooks,
  "apps/Deployment": templateHooks("spec.template"),
  "apps/ReplicaSet": templateHooks("spec.template"),
  "apps/StatefulSet": templateHooks("spec.template"),
  "batch/CronJob": templateHooks("spec.jobTemplate.spec.template"),
  "batch/Job": jobHooks,
};

/** The steps of a kind; none for most. */
export function hooksOf(kind: { readonly group: string; readonly kind: string }): KindHooks {
  return hooks[`${kind.group}/${kind.kind}`] ?? {};
}
