import type { KubernetesObject } from "../../src/runtime/v1/values/kubernetes.js";

/*
 * The types that are generated for `generated-samples/crontab-versions`.
 */

/** As in `v1alpha1`. */
export interface V1Alpha1 extends KubernetesObject<"versions.example.com/v1alpha1", "CronTab"> {
  schedule?: string | undefined;
}

/** As in `v1beta1`. */
export interface V1Beta1 extends KubernetesObject<"versions.example.com/v1beta1", "CronTab"> {
  spec?:
    | { schedule?: string | undefined; host?: string | undefined; port?: string | undefined }
    | undefined;
}

/** As in `v1`. */
export interface V1 extends KubernetesObject<"versions.example.com/v1", "CronTab"> {
  spec: { schedule: string; hostPort?: string | undefined };
}
