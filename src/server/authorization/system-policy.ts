import type { BootstrapPolicy } from "../../runtime/v1/testing/authorization/bootstrap-policy.js";

const reading = "get list watch";
const everything = "create delete deletecollection get list patch update watch";

const roles: BootstrapPolicy["roles"] = {
  "system:auth-delegator": [
    ["create", "authentication.k8s.io", "tokenreviews"],
    ["create", "authorization.k8s.io", "subjectaccessreviews"],
  ],
  "system:certificates.k8s.io:certificatesigningrequests:nodeclient": [
    ["create", "certificates.k8s.io", "certificatesigningrequests/nodeclient"],
  ],
  "system:certificates.k8s.io:certificatesigningrequests:selfnodeclient": [
    ["create", "certificates.k8s.io", "certificatesigningrequests/selfnodeclient"],
  ],
  "system:certificates.k8s.io:kube-apiserver-client-approver": [
    ["approve", "certificates.k8s.io", "signers", "kubernetes.io/kube-apiserver-client"],
  ],
  "system:certificates.k8s.io:kube-apiserver-client-kubelet-approver": [
    ["approve", "certificates.k8s.io", "signers", "kubernetes.io/kube-apiserver-client-kubelet"],
  ],
  "system:certificates.k8s.io:kubelet-serving-approver": [
    ["approve", "certificates.k8s.io", "signers", "kubernetes.io/kubelet-serving"],
  ],
  "system:certificates.k8s.io:legacy-unknown-approver": [
    ["approve", "certificates.k8s.io", "signers", "kubernetes.io/legacy-unknown"],
  ],
  "system:cluster-trust-bundle-discovery": [
    [reading, "certificates.k8s.io", "clustertrustbundles"],
  ],
  "system:controller:attachdetach-controller": [
    ["list watch", '""', "persistentvolumeclaims persistentvolumes"],
    [reading, '""', "nodes"],
    ["patch update", '""', "nodes/status"],
    ["list watch", '""', "pods"],
    ["create patch update", '"" events.k8s.io', "events"],
    ["create delete get list watch", "storage.k8s.io", "volumeattachments"],
    [reading, "storage.k8s.io", "csidrivers"],
    [reading, "storage.k8s.io", "csinodes"],
  ],
  "system:controller:certificate-controller": [
    ["delete get list watch", "certificates.k8s.io", "certificatesigningrequests"],
    [
      "update",
      "certificates.k8s.io",
      "certificatesigningrequests/approval certificatesigningrequests/status",
    ],
    ["approve", "certificates.k8s.io", "signers", "kubernetes.io/kube-apiserver-client-kubelet"],
    [
      "sign",
      "certificates.k8s.io",
      "signers",
      "kubernetes.io/kube-apiserver-client kubernetes.io/kube-apiserver-client-kubelet kubernetes.io/kubelet-serving kubernetes.io/legacy-unknown",
    ],
    ["create", "authorization.k8s.io", "subjectaccessreviews"],
    ["create patch update", '"" events.k8s.io', "events"],
  ],
  "system:controller:clusterrole-aggregation-controller": [
    ["escalate get list patch update watch", "rbac.authorization.k8s.io", "clusterroles"],
  ],
  "system:controller:cronjob-controller": [
    ["get list update watch", "batch", "cronjobs"],
    ["create delete get list patch update watch", "batch", "jobs"],
    ["update", "batch", "cronjobs/status"],
    ["update", "batch", "cronjobs/finalizers"],
    ["delete list watch", '""', "pods"],
    ["create patch update", '"" events.k8s.io', "events"],
  ],
  "system:controller:daemon-set-controller": [
    [reading, "apps extensions", "daemonsets"],
    ["update", "apps extensions", "daemonsets/status"],
    ["update", "apps extensions", "daemonsets/finalizers"],
    ["list watch", '""', "nodes"],
    ["create delete list patch watch", '""', "pods"],
    ["create", '""', "pods/binding"],
    ["create delete get list patch update watch", "apps", "controllerrevisions"],
    ["create patch update", '"" events.k8s.io', "events"],
  ],
  "system:controller:deployment-controller": [
    ["get list update watch", "apps extensions", "deployments"],
    ["update", "apps extensions", "deployments/status"],
    ["update", "apps extensions", "deployments/finalizers"],
    ["create delete get list patch update watch", "apps extensions", "replicasets"],
    ["get list update watch", '""', "pods"],
    ["create patch update", '"" events.k8s.io', "events"],
  ],
  "system:controller:device-taint-eviction-controller": [
    ["delete get list watch", '""', "pods"],
    ["patch update", '""', "pods/status"],
    [reading, "resource.k8s.io", "resourceclaims"],
    [reading, "resource.k8s.io", "resourceslices"],
    [reading, "resource.k8s.io", "deviceclasses"],
    ["create patch update", '"" events.k8s.io', "events"],
    ["patch update", "resource.k8s.io", "devicetaintrules/status"],
    [reading, "resource.k8s.io", "devicetaintrules"],
  ],
  "system:controller:disruption-controller": [
    [reading, "apps extensions", "deployments"],
    [reading, "apps extensions", "replicasets"],
    [reading, '""', "replicationcontrollers"],
    [reading, "policy", "poddisruptionbudgets"],
    [reading, "apps", "statefulsets"],
    ["update", "policy", "poddisruptionbudgets/status"],
    ["patch update", '""', "pods/status"],
    ["get", "*", "*/scale"],
    ["create patch update", '"" events.k8s.io', "events"],
  ],
  "system:controller:endpoint-controller": [
    [reading, '""', "pods services"],
    ["create delete get list update watch", '""', "endpoints"],
    ["create", '""', "endpoints/restricted"],
    ["create patch update", '"" events.k8s.io', "events"],
  ],
  "system:controller:endpointslice-controller": [
    [reading, '""', "nodes pods services"],
    ["update", '""', "services/finalizers"],
    ["create delete get list update watch", "discovery.k8s.io", "endpointslices"],
    ["create patch update", '"" events.k8s.io', "events"],
  ],
  "system:controller:endpointslicemirroring-controller": [
    [reading, '""', "endpoints services"],
    ["update", '""', "services/finalizers"],
    ["update", '""', "endpoints/finalizers"],
    ["create delete get list update watch", "discovery.k8s.io", "endpointslices"],
    ["create patch update", '"" events.k8s.io', "events"],
  ],
  "system:controller:ephemeral-volume-controller": [
    [reading, '""', "pods"],
    ["update", '""', "pods/finalizers"],
    ["create get list watch", '""', "persistentvolumeclaims"],
    ["create patch update", '"" events.k8s.io', "events"],
  ],
  "system:controller:expand-controller": [
    ["get list patch update watch", '""', "persistentvolumes"],
    ["patch update", '""', "persistentvolumeclaims/status"],
    [reading, '""', "persistentvolumeclaims"],
    ["create patch update", '"" events.k8s.io', "events"],
  ],
  "system:controller:generic-garbage-collector": [
    ["delete get list patch update watch", "*", "*"],
    ["create patch update", '"" events.k8s.io', "events"],
  ],
  "system:controller:horizontal-pod-autoscaler": [
    [reading, "autoscaling", "horizontalpodautoscalers"],
    ["update", "autoscaling", "horizontalpodautoscalers/status"],
    ["get update", "*", "*/scale"],
    ["list watch", '""', "pods"],
    ["list watch", "metrics.k8s.io", "pods"],
    [reading, "custom.metrics.k8s.io", "*"],
    [reading, "external.metrics.k8s.io", "*"],
    ["create patch update", '"" events.k8s.io', "events"],
  ],
  "system:controller:job-controller": [
    ["get list patch update watch", "batch", "jobs"],
    ["update", "batch", "jobs/status"],
    ["update", "batch", "jobs/finalizers"],
    ["create delete list patch watch", '""', "pods"],
    ["create patch update", '"" events.k8s.io', "events"],
  ],
  "system:controller:kube-apiserver-serving-clustertrustbundle-publisher": [
    ["attest", "certificates.k8s.io", "signers", "kubernetes.io/kube-apiserver-serving"],
    ["create delete list update watch", "certificates.k8s.io", "clustertrustbundles"],
    ["create patch update", '"" events.k8s.io', "events"],
  ],
  "system:controller:legacy-service-account-token-cleaner": [
    ["get", '""', "configmaps", "kube-apiserver-legacy-service-account-token-tracking"],
    ["delete patch", '""', "secrets"],
  ],
  "system:controller:namespace-controller": [
    ["delete get list watch", '""', "namespaces"],
    ["update", '""', "namespaces/finalize namespaces/status"],
    ["delete deletecollection get list watch", "*", "*"],
  ],
  "system:controller:node-controller": [
    ["delete get list patch update watch", '""', "nodes"],
    ["patch update", '""', "nodes/status"],
    ["patch update", '""', "pods/status"],
    ["delete get list watch", '""', "pods"],
    [reading, "coordination.k8s.io", "leases"],
    ["create patch update", '"" events.k8s.io', "events"],
  ],
  "system:controller:persistent-volume-binder": [
    ["create delete get list update watch", '""', "persistentvolumes"],
    ["update", '""', "persistentvolumes/status"],
    ["get list update watch", '""', "persistentvolumeclaims"],
    ["update", '""', "persistentvolumeclaims/status"],
    ["create delete get list watch", '""', "pods"],
    [reading, "storage.k8s.io", "storageclasses"],
    ["list watch", '""', "nodes"],
    ["create patch update", '"" events.k8s.io', "events"],
    ["watch", '""', "events"],
  ],
  "system:controller:pod-garbage-collector": [
    ["delete list watch", '""', "pods"],
    [reading, '""', "nodes"],
    ["patch", '""', "pods/status"],
  ],
  "system:controller:podcertificaterequestcleaner": [
    ["delete get list watch", "certificates.k8s.io", "podcertificaterequests"],
  ],
  "system:controller:pv-protection-controller": [
    ["get list update watch", '""', "persistentvolumes"],
    ["create patch update", '"" events.k8s.io', "events"],
  ],
  "system:controller:pvc-protection-controller": [
    ["get list update watch", '""', "persistentvolumeclaims"],
    ["update", '""', "persistentvolumeclaims/status"],
    [reading, '""', "pods"],
    ["create patch update", '"" events.k8s.io', "events"],
  ],
  "system:controller:replicaset-controller": [
    ["get list update watch", "apps extensions", "replicasets"],
    ["update", "apps extensions", "replicasets/status"],
    ["update", "apps extensions", "replicasets/finalizers"],
    ["create delete list patch watch", '""', "pods"],
    ["create patch update", '"" events.k8s.io', "events"],
  ],
  "system:controller:replication-controller": [
    ["get list update watch", '""', "replicationcontrollers"],
    ["update", '""', "replicationcontrollers/status"],
    ["update", '""', "replicationcontrollers/finalizers"],
    ["create delete list patch watch", '""', "pods"],
    ["create patch update", '"" events.k8s.io', "events"],
  ],
  "system:controller:resource-claim-controller": [
    [reading, '""', "pods"],
    ["update", '""', "pods/finalizers"],
    ["create delete get list watch", "resource.k8s.io", "resourceclaims"],
    ["patch update", "resource.k8s.io", "resourceclaims resourceclaims/status"],
    ["patch update", '""', "pods/status"],
    ["create patch update", '"" events.k8s.io', "events"],
    ["patch update", "resource.k8s.io", "resourceclaims/binding"],
  ],
  "system:controller:resourcequota-controller": [
    ["list watch", "*", "*"],
    ["update", '""', "resourcequotas/status"],
    ["create patch update", '"" events.k8s.io', "events"],
  ],
  "system:controller:root-ca-cert-publisher": [
    ["create update", '""', "configmaps"],
    ["create patch update", '"" events.k8s.io', "events"],
  ],
  "system:controller:route-controller": [
    ["list watch", '""', "nodes"],
    ["patch", '""', "nodes/status"],
    ["create patch update", '"" events.k8s.io', "events"],
  ],
  "system:controller:selinux-warning-controller": [
    ["create patch update", '"" events.k8s.io', "events"],
    [reading, '""', "persistentvolumes"],
    [reading, '""', "persistentvolumeclaims"],
    [reading, '""', "pods"],
    [reading, "storage.k8s.io", "csidrivers"],
  ],
  "system:controller:service-account-controller": [
    ["create", '""', "serviceaccounts"],
    ["create patch update", '"" events.k8s.io', "events"],
  ],
  "system:controller:service-cidrs-controller": [
    ["get list patch update watch", "networking.k8s.io", "servicecidrs"],
    ["patch update", "networking.k8s.io", "servicecidrs/finalizers"],
    ["patch update", "networking.k8s.io", "servicecidrs/status"],
    [reading, "networking.k8s.io", "ipaddresses"],
    ["create patch update", '"" events.k8s.io', "events"],
  ],
  "system:controller:service-controller": [
    [reading, '""', "services"],
    ["patch update", '""', "services/status"],
    ["list watch", '""', "nodes"],
    ["create patch update", '"" events.k8s.io', "events"],
  ],
  "system:controller:statefulset-controller": [
    ["list watch", '""', "pods"],
    [reading, "apps", "statefulsets"],
    ["update", "apps", "statefulsets/status"],
    ["update", "apps", "statefulsets/finalizers"],
    ["create delete get patch update", '""', "pods"],
    ["create delete get list patch update watch", "apps", "controllerrevisions"],
    ["create get list watch", '""', "persistentvolumeclaims"],
    ["delete update", '""', "persistentvolumeclaims"],
    ["update", '""', "pods/finalizers"],
    ["create patch update", '"" events.k8s.io', "events"],
  ],
  "system:controller:storage-version-migrator-controller": [
    ["list patch", "*", "*"],
    ["get", "apiextensions.k8s.io", "customresourcedefinitions"],
    ["patch", "apiextensions.k8s.io", "customresourcedefinitions/status"],
    ["update", "storagemigration.k8s.io", "storageversionmigrations/status"],
  ],
  "system:controller:ttl-after-finished-controller": [
    ["delete get list watch", "batch", "jobs"],
    ["create patch update", '"" events.k8s.io', "events"],
  ],
  "system:controller:ttl-controller": [
    ["list patch update watch", '""', "nodes"],
    ["create patch update", '"" events.k8s.io', "events"],
  ],
  "system:controller:validatingadmissionpolicy-status-controller": [
    [reading, "admissionregistration.k8s.io", "validatingadmissionpolicies"],
    ["get patch update", "admissionregistration.k8s.io", "validatingadmissionpolicies/status"],
    ["create patch update", '"" events.k8s.io', "events"],
  ],
  "system:controller:volumeattributesclass-protection-controller": [
    [reading, '""', "persistentvolumeclaims"],
    [reading, '""', "persistentvolumes"],
    ["get list update watch", "storage.k8s.io", "volumeattributesclasses"],
    ["create patch update", '"" events.k8s.io', "events"],
  ],
  "system:heapster": [
    [reading, '""', "events namespaces nodes pods"],
    [reading, "extensions", "deployments"],
  ],
  "system:kube-aggregator": [[reading, '""', "endpoints services"]],
  "system:kube-controller-manager": [
    ["create patch update", '"" events.k8s.io', "events"],
    ["create", "coordination.k8s.io", "leases"],
    ["get update", "coordination.k8s.io", "leases", "kube-controller-manager"],
    ["create", '""', "secrets serviceaccounts"],
    ["delete", '""', "secrets"],
    ["get", '""', "configmaps namespaces secrets serviceaccounts"],
    ["update", '""', "secrets serviceaccounts"],
    ["create", "authentication.k8s.io", "tokenreviews"],
    ["create", "authorization.k8s.io", "subjectaccessreviews"],
    ["list watch", "*", "*"],
    ["create", '""', "serviceaccounts/token"],
  ],
  "system:kube-dns": [["list watch", '""', "endpoints services"]],
  "system:kube-scheduler": [
    ["create patch update", '"" events.k8s.io', "events"],
    ["create", "coordination.k8s.io", "leases"],
    ["get list update watch", "coordination.k8s.io", "leases", "kube-scheduler"],
    [everything, "coordination.k8s.io", "leasecandidates"],
    [reading, '""', "nodes"],
    ["delete get list watch", '""', "pods"],
    ["create", '""', "bindings pods/binding"],
    ["patch update", '""', "pods/status"],
    [reading, '""', "replicationcontrollers services"],
    [reading, "apps extensions", "replicasets"],
    [reading, "apps", "statefulsets"],
    [reading, "policy", "poddisruptionbudgets"],
    [reading, '""', "persistentvolumeclaims persistentvolumes"],
    ["create", "authentication.k8s.io", "tokenreviews"],
    ["create", "authorization.k8s.io", "subjectaccessreviews"],
    [reading, "storage.k8s.io", "csinodes"],
    [reading, "storage.k8s.io", "volumeattachments"],
    [reading, '""', "namespaces"],
    [reading, "storage.k8s.io", "csidrivers"],
    [reading, "storage.k8s.io", "csistoragecapacities"],
    [reading, "resource.k8s.io", "deviceclasses"],
    ["get list patch update watch", "resource.k8s.io", "resourceclaims"],
    ["get list patch update watch", "resource.k8s.io", "resourceclaims/status"],
    ["update", '""', "pods/finalizers"],
    [reading, "resource.k8s.io", "resourceslices"],
    ["create delete", "resource.k8s.io", "resourceclaims"],
    [reading, "resource.k8s.io", "devicetaintrules"],
    ["patch update", "resource.k8s.io", "resourceclaims/binding"],
  ],
  "system:kubelet-api-admin": [
    [reading, '""', "nodes"],
    ["proxy", '""', "nodes"],
    ["*", '""', "nodes/log nodes/metrics nodes/proxy nodes/stats"],
    ["*", '""', "nodes/configz nodes/healthz nodes/pods"],
  ],
  "system:monitoring": [
    [
      "get",
      "/flagz /healthz /healthz/* /livez /livez/* /metrics /metrics/slis /readyz /readyz/* /statusz",
    ],
    ["get", '""', "nodes/metrics"],
  ],
  "system:node": [
    ["create", "authentication.k8s.io", "tokenreviews"],
    ["create", "authorization.k8s.io", "localsubjectaccessreviews subjectaccessreviews"],
    [reading, '""', "services"],
    ["create get list watch", '""', "nodes"],
    ["patch update", '""', "nodes/status"],
    ["patch update", '""', "nodes"],
    ["create patch update", '"" events.k8s.io', "events"],
    [reading, '""', "pods"],
    ["create delete", '""', "pods"],
    ["patch update", '""', "pods/status"],
    ["create", '""', "pods/eviction"],
    [reading, '""', "configmaps secrets"],
    ["get", '""', "persistentvolumeclaims persistentvolumes"],
    ["get", '""', "endpoints"],
    ["create get list watch", "certificates.k8s.io", "certificatesigningrequests"],
    ["create delete get patch update", "coordination.k8s.io", "leases"],
    ["get", "storage.k8s.io", "volumeattachments"],
    ["create", '""', "serviceaccounts/token"],
    ["get patch update", '""', "persistentvolumeclaims/status"],
    [reading, "storage.k8s.io", "csidrivers"],
    ["create delete get patch update", "storage.k8s.io", "csinodes"],
    [reading, "node.k8s.io", "runtimeclasses"],
    ["get", "resource.k8s.io", "resourceclaims"],
    ["deletecollection", "resource.k8s.io", "resourceslices"],
    [reading, "certificates.k8s.io", "clustertrustbundles"],
    ["get", '""', "serviceaccounts"],
    ["create get list watch", "certificates.k8s.io", "podcertificaterequests"],
  ],
  "system:node-bootstrapper": [
    ["create get list watch", "certificates.k8s.io", "certificatesigningrequests"],
  ],
  "system:node-problem-detector": [
    ["get", '""', "nodes"],
    ["patch", '""', "nodes/status"],
    ["create patch update", '"" events.k8s.io', "events"],
  ],
  "system:node-proxier": [
    ["list watch", '""', "endpoints services"],
    [reading, '""', "nodes"],
    ["create patch update", '"" events.k8s.io', "events"],
    ["list watch", "networking.k8s.io", "servicecidrs"],
    ["list watch", "discovery.k8s.io", "endpointslices"],
  ],
  "system:persistent-volume-provisioner": [
    ["create delete get list watch", '""', "persistentvolumes"],
    ["get list update watch", '""', "persistentvolumeclaims"],
    [reading, "storage.k8s.io", "storageclasses"],
    ["watch", '""', "events"],
    ["create patch update", '"" events.k8s.io', "events"],
  ],
  "system:service-account-issuer-discovery": [
    [
      "get",
      "/.well-known/openid-configuration /.well-known/openid-configuration/ /openid/v1/jwks /openid/v1/jwks/",
    ],
  ],
  "system:volume-scheduler": [
    ["get list patch update watch", '""', "persistentvolumes"],
    [reading, "storage.k8s.io", "storageclasses"],
    ["get list patch update watch", '""', "persistentvolumeclaims"],
  ],
  "kube-public/system:controller:bootstrap-signer": [
    [reading, '""', "configmaps"],
    ["update", '""', "configmaps", "cluster-info"],
    ["create patch update", '"" events.k8s.io', "events"],
  ],
  "kube-system/extension-apiserver-authentication-reader": [
    [reading, '""', "configmaps", "extension-apiserver-authentication"],
  ],
  "kube-system/system::leader-locking-kube-controller-manager": [
    ["create get list update watch", "coordination.k8s.io", "leases"],
    ["create get list update watch", "coordination.k8s.io", "leasecandidates"],
  ],
  "kube-system/system::leader-locking-kube-scheduler": [
    ["create get list update watch", "coordination.k8s.io", "leases"],
    ["create get list update watch", "coordination.k8s.io", "leasecandidates"],
  ],
  "kube-system/system:controller:bootstrap-signer": [[reading, '""', "secrets"]],
  "kube-system/system:controller:cloud-provider": [["create get list watch", '""', "configmaps"]],
  "kube-system/system:controller:token-cleaner": [
    ["delete get list watch", '""', "secrets"],
    ["create patch update", '"" events.k8s.io', "events"],
  ],
};

const controllers = "system:controller:";

/** Controllers are ServiceAccounts of the name that is in that of their role. */
const controllerBindings = Object.fromEntries(
  Object.keys(roles)
    .filter((role) => role.startsWith(controllers))
    .map((role) => [
      role,
      { to: [`ServiceAccount kube-system/${role.slice(controllers.length)}`] },
    ]),
);

/**
 * The roles of Kubernetes' own programs, with who has them, as a server of 1.37 makes them when it
 * starts (plugin `authorizer/rbac/bootstrappolicy`): for clients that look for them, and for
 * controllers that run beside the server.
 */
export const systemPolicy: BootstrapPolicy = {
  roles,
  gathered: {},
  bindings: {
    ...controllerBindings,
    "system:cluster-trust-bundle-discovery": { to: ["Group system:serviceaccounts"] },
    "system:kube-controller-manager": { to: ["User system:kube-controller-manager"] },
    "system:kube-dns": { to: ["ServiceAccount kube-system/kube-dns"] },
    "system:kube-scheduler": { to: ["User system:kube-scheduler"] },
    "system:monitoring": { to: ["Group system:monitoring"] },
    "system:node": { to: [] },
    "system:node-proxier": { to: ["User system:kube-proxy"] },
    "system:service-account-issuer-discovery": { to: ["Group system:serviceaccounts"] },
    "system:volume-scheduler": { to: ["User system:kube-scheduler"] },
    "kube-public/system:controller:bootstrap-signer": {
      to: ["ServiceAccount kube-system/bootstrap-signer"],
    },
    "kube-system/system::extension-apiserver-authentication-reader": {
      role: "extension-apiserver-authentication-reader",
      to: ["User system:kube-controller-manager", "User system:kube-scheduler"],
    },
    "kube-system/system::leader-locking-kube-controller-manager": {
      to: [
        "User system:kube-controller-manager",
        "ServiceAccount kube-system/kube-controller-manager",
        "ServiceAccount kube-system/leader-election-controller",
      ],
    },
    "kube-system/system::leader-locking-kube-scheduler": {
      to: ["User system:kube-scheduler", "ServiceAccount kube-system/kube-scheduler"],
    },
    "kube-system/system:controller:bootstrap-signer": {
      to: ["ServiceAccount kube-system/bootstrap-signer"],
    },
    "kube-system/system:controller:cloud-provider": {
      to: ["ServiceAccount kube-system/cloud-provider"],
    },
    "kube-system/system:controller:token-cleaner": {
      to: ["ServiceAccount kube-system/token-cleaner"],
    },
  },
};
