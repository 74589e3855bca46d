import type { Json } from "../../values/json/json.js";

/*
 * Defaults that depend on nothing (Kubernetes `pkg/apis/<group>/<version>/defaults.go` and
 * `zz_generated.defaults.go`). Those that are filled by the function of a kind, not by that of its
 * spec, stand there, since templates hold the same specs without them.
 */

const everything = {};
const webhook = {
  failurePolicy: "Fail",
  matchPolicy: "Equivalent",
  namespaceSelector: everything,
  objectSelector: everything,
  timeoutSeconds: 10,
};
const container = {
  terminationMessagePath: "/dev/termination-log",
  terminationMessagePolicy: "File",
};
const azureDisk = { cachingMode: "ReadWrite", fsType: "ext4", readOnly: false, kind: "Shared" };
const rbd = { pool: "rbd", user: "admin", keyring: "/etc/ceph/keyring" };
const scaleIo = { storageMode: "ThinProvisioned", fsType: "xfs" };
/** 0644. */
const files = { defaultMode: 420 };
const service = { port: 443 };
const deviceRequest = { allocationMode: "ExactCount" };
const roleRef = { "roleRef.apiGroup": "rbac.authorization.k8s.io" };

/**
 * By structs, then by paths: a path with points goes through structs that are no pointers. A
 * pointer is unset if it is absent, another field also if it has its zero value.
 */
export const constantDefaults: Readonly<
  Record<string, { readonly [path: string]: Exclude<Json, undefined> }>
> = {
  "admissionregistration/v1.MatchResources": {
    matchPolicy: "Equivalent",
    namespaceSelector: everything,
    objectSelector: everything,
  },
  "admissionregistration/v1.MutatingAdmissionPolicySpec": { failurePolicy: "Fail" },
  "admissionregistration/v1.MutatingWebhook": { ...webhook, reinvocationPolicy: "Never" },
  "admissionregistration/v1.NamedRuleWithOperations": { scope: "*" },
  "admissionregistration/v1.RuleWithOperations": { scope: "*" },
  "admissionregistration/v1.ServiceReference": service,
  "admissionregistration/v1.ValidatingAdmissionPolicySpec": { failurePolicy: "Fail" },
  "admissionregistration/v1.ValidatingWebhook": webhook,
  "apiextensions/v1.CustomResourceDefinition": { "spec.conversion": { strategy: "None" } },
  "apiextensions/v1.ServiceReference": service,
  "apiregistration/v1.ServiceReference": service,
  "apps/v1.DaemonSet": {
    "spec.updateStrategy.type": "RollingUpdate",
    "spec.revisionHistoryLimit": 10,
  },
  "apps/v1.Deployment": {
    "spec.replicas": 1,
    "spec.strategy.type": "RollingUpdate",
    "spec.revisionHistoryLimit": 10,
    "spec.progressDeadlineSeconds": 600,
  },
  "apps/v1.ReplicaSet": { "spec.replicas": 1 },
  "apps/v1.StatefulSet": {
    "spec.replicas": 1,
    "spec.podManagementPolicy": "OrderedReady",
    "spec.revisionHistoryLimit": 10,
  },
  "authentication/v1.TokenRequestSpec": { expirationSeconds: 3600 },
  "autoscaling/v1.HorizontalPodAutoscaler": { "spec.minReplicas": 1 },
  "autoscaling/v2.HorizontalPodAutoscaler": {
    "spec.minReplicas": 1,
    "spec.metrics": [
      {
        type: "Resource",
        resource: { name: "cpu", target: { type: "Utilization", averageUtilization: 80 } },
      },
    ],
  },
  "batch/v1.CronJob": {
    "spec.concurrencyPolicy": "Allow",
    "spec.suspend": false,
    "spec.successfulJobsHistoryLimit": 3,
    "spec.failedJobsHistoryLimit": 1,
  },
  "batch/v1.Job": { "spec.completionMode": "NonIndexed", "spec.suspend": false },
  "batch/v1.PodFailurePolicyOnPodConditionsPattern": { status: "True" },
  "core/v1.AzureDiskVolumeSource": azureDisk,
  "core/v1.ConfigMapVolumeSource": files,
  "core/v1.Container": container,
  "core/v1.DownwardAPIVolumeSource": files,
  "core/v1.EndpointPort": { protocol: "TCP" },
  "core/v1.EphemeralContainer": container,
  "core/v1.FileKeySelector": { optional: false },
  "core/v1.GRPCAction": { service: "" },
  "core/v1.HTTPGetAction": { path: "/", scheme: "HTTP" },
  "core/v1.HostPathVolumeSource": { type: "" },
  "core/v1.ISCSIPersistentVolumeSource": { iscsiInterface: "default" },
  "core/v1.ISCSIVolumeSource": { iscsiInterface: "default" },
  "core/v1.NamespaceStatus": { phase: "Active" },
  "core/v1.ObjectFieldSelector": { apiVersion: "v1" },
  "core/v1.PersistentVolume": {
    "status.phase": "Pending",
    "spec.persistentVolumeReclaimPolicy": "Retain",
    "spec.volumeMode": "Filesystem",
  },
  "core/v1.PersistentVolumeClaim": { "status.phase": "Pending" },
  "core/v1.PersistentVolumeClaimSpec": { volumeMode: "Filesystem" },
  "core/v1.Pod": { "spec.enableServiceLinks": true },
  "core/v1.PodSpec": {
    dnsPolicy: "ClusterFirst",
    restartPolicy: "Always",
    securityContext: {},
    terminationGracePeriodSeconds: 30,
    schedulerName: "default-scheduler",
  },
  "core/v1.Probe": {
    timeoutSeconds: 1,
    periodSeconds: 10,
    successThreshold: 1,
    failureThreshold: 3,
  },
  "core/v1.ProjectedVolumeSource": files,
  "core/v1.RBDPersistentVolumeSource": rbd,
  "core/v1.RBDVolumeSource": rbd,
  "core/v1.ReplicationControllerSpec": { replicas: 1 },
  "core/v1.ScaleIOPersistentVolumeSource": scaleIo,
  "core/v1.ScaleIOVolumeSource": scaleIo,
  "core/v1.Secret": { type: "Opaque" },
  "core/v1.SecretVolumeSource": files,
  "core/v1.Service": { "spec.sessionAffinity": "None", "spec.type": "ClusterIP" },
  "core/v1.ServiceAccountTokenProjection": { expirationSeconds: 3600 },
  "discovery/v1.EndpointPort": { name: "", protocol: "TCP" },
  "flowcontrol/v1.ExemptPriorityLevelConfiguration": {
    nominalConcurrencyShares: 0,
    lendablePercent: 0,
  },
  "flowcontrol/v1.FlowSchemaSpec": { matchingPrecedence: 1000 },
  "flowcontrol/v1.LimitedPriorityLevelConfiguration": {
    nominalConcurrencyShares: 30,
    lendablePercent: 0,
  },
  "flowcontrol/v1.QueuingConfiguration": { handSize: 8, queues: 64, queueLengthLimit: 50 },
  "networking/v1.IngressClassParametersReference": { scope: "Cluster" },
  "networking/v1.NetworkPolicyPort": { protocol: "TCP" },
  "rbac/v1.ClusterRoleBinding": roleRef,
  "rbac/v1.RoleBinding": roleRef,
  "resource/v1.DeviceSubRequest": deviceRequest,
  "resource/v1.ExactDeviceRequest": deviceRequest,
  "scheduling/v1.PriorityClass": { preemptionPolicy: "PreemptLowerPriority" },
  "storage/v1.CSIDriver": {
    "spec.attachRequired": true,
    "spec.podInfoOnMount": false,
    "spec.storageCapacity": false,
    "spec.fsGroupPolicy": "ReadWriteOnceWithFSType",
    "spec.volumeLifecycleModes": ["Persistent"],
    "spec.requiresRepublish": false,
    "spec.seLinuxMount": false,
  },
  "storage/v1.StorageClass": { reclaimPolicy: "Delete", volumeBindingMode: "Immediate" },
};
