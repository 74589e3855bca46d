import { warningHooks } from "./kind-warnings.js";
import { podHooks } from "./pod.js";
import { serviceHooks } from "./service.js";
import { requestHooks } from "./signing-request.js";
import type { KindHooks } from "./strategy.js";
import { claimHooks, volumeHooks } from "./volumes.js";
import {
  cronJobHooks,
  daemonSetHooks,
  jobHooks,
  namedTemplateHooks,
  statefulSetHooks,
  templateHooks,
} from "./workloads.js";

/** By group and kind, with a slash between them. */
const hooks: { readonly [kind: string]: KindHooks | undefined } = {
  "/PersistentVolume": volumeHooks,
  "/PersistentVolumeClaim": claimHooks,
  "/Pod": podHooks,
  "/PodTemplate": templateHooks("template"),
  "/ReplicationController": namedTemplateHooks("spec.template"),
  "/Service": serviceHooks,
  "certificates.k8s.io/CertificateSigningRequest": requestHooks,
  "apps/DaemonSet": daemonSetHooks,
  "apps/Deployment": namedTemplateHooks("spec.template"),
  "apps/ReplicaSet": namedTemplateHooks("spec.template"),
  "apps/StatefulSet": statefulSetHooks,
  "batch/CronJob": cronJobHooks,
  "batch/Job": jobHooks,
};

/** The steps of a kind; none for most. */
export function hooksOf(kind: { readonly group: string; readonly kind: string }): KindHooks {
  const name = `${kind.group}/${kind.kind}`;
  return hooks[name] ?? warningHooks[name] ?? {};
}
