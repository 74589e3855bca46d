import type { Json, JsonObject } from "../../values/json/json.js";
import { rbacGroup } from "./stored-rights.js";

/** Rules in short: verbs, API groups (`""` is core), resources, and names; or verbs and paths. */
export type ShortRule =
  | readonly [verbs: string, groups: string, resources: string, names?: string]
  | readonly [verbs: string, paths: string];

/** The roles and bindings that a server makes when it starts. */
export interface BootstrapPolicy {
  /**
   * By name, or `NAMESPACE/NAME`. A word in the place of rules: they are gathered, of roles with
   * this label.
   */
  readonly roles: { readonly [role: string]: readonly ShortRule[] | string };
  /** The labels of the roles whose rules others gather. */
  readonly gathered: { readonly [role: string]: string };
  /** By name, or `NAMESPACE/NAME`: a role of another name, and subjects such as `Group a`. */
  readonly bindings: {
    readonly [binding: string]: { readonly role?: string; readonly to: readonly string[] };
  };
}

const reading = "get list watch";
const writing = "create delete deletecollection patch update";
const everything = "create delete deletecollection get list patch update watch";

/**
 * The part that people bind and that clients need (Kubernetes plugin
 * `authorizer/rbac/bootstrappolicy`, as a server of 1.37 has it).
 */
export const userPolicy: BootstrapPolicy = {
  roles: {
    "cluster-admin": [
      ["*", "*", "*"],
      ["*", "*"],
    ],
    admin: "admin",
    edit: "edit",
    view: "view",
    "system:aggregate-to-admin": [
      ["create", "authorization.k8s.io", "localsubjectaccessreviews"],
      [everything, "rbac.authorization.k8s.io", "rolebindings roles"],
    ],
    "system:aggregate-to-edit": [
      [reading, '""', "pods/attach pods/exec pods/portforward pods/proxy secrets services/proxy"],
      ["impersonate", '""', "serviceaccounts"],
      [writing, '""', "pods pods/attach pods/exec pods/portforward pods/proxy"],
      ["create", '""', "pods/eviction"],
      [
        writing,
        '""',
        "configmaps persistentvolumeclaims replicationcontrollers replicationcontrollers/scale secrets serviceaccounts services services/proxy",
      ],
      ["create", '""', "serviceaccounts/token"],
      [writing, '"" events.k8s.io', "events"],
      [
        writing,
        "apps",
        "daemonsets deployments deployments/rollback deployments/scale replicasets replicasets/scale statefulsets statefulsets/scale",
      ],
      [writing, "autoscaling", "horizontalpodautoscalers"],
      [writing, "batch", "cronjobs jobs"],
      [
        writing,
        "extensions",
        "daemonsets deployments deployments/rollback deployments/scale ingresses networkpolicies replicasets replicasets/scale replicationcontrollers/scale",
      ],
      [writing, "policy", "poddisruptionbudgets"],
      [writing, "networking.k8s.io", "ingresses networkpolicies"],
      [everything, "coordination.k8s.io", "leases"],
      [writing, "resource.k8s.io", "resourceclaims resourceclaimtemplates"],
    ],
    "system:aggregate-to-view": [
      [
        reading,
        '""',
        "configmaps endpoints persistentvolumeclaims persistentvolumeclaims/status pods replicationcontrollers replicationcontrollers/scale serviceaccounts services services/status",
      ],
      [
        reading,
        '""',
        "bindings limitranges namespaces/status pods/log pods/status replicationcontrollers/status resourcequotas resourcequotas/status",
      ],
      [reading, '""', "namespaces"],
      [reading, '"" events.k8s.io', "events"],
      [reading, "discovery.k8s.io", "endpointslices"],
      [
        reading,
        "apps",
        "controllerrevisions daemonsets daemonsets/status deployments deployments/scale deployments/status replicasets replicasets/scale replicasets/status statefulsets statefulsets/scale statefulsets/status",
      ],
      [reading, "autoscaling", "horizontalpodautoscalers horizontalpodautoscalers/status"],
      [reading, "batch", "cronjobs cronjobs/status jobs jobs/status"],
      [
        reading,
        "extensions",
        "daemonsets daemonsets/status deployments deployments/scale deployments/status ingresses ingresses/status networkpolicies replicasets replicasets/scale replicasets/status replicationcontrollers/scale",
      ],
      [reading, "policy", "poddisruptionbudgets poddisruptionbudgets/status"],
      [reading, "networking.k8s.io", "ingresses ingresses/status networkpolicies"],
      [reading, "resource.k8s.io", "resourceclaims resourceclaims/status resourceclaimtemplates"],
    ],
    "system:basic-user": [
      ["create", "authorization.k8s.io", "selfsubjectaccessreviews selfsubjectrulesreviews"],
      ["create", "authentication.k8s.io", "selfsubjectreviews"],
    ],
    "system:discovery": [
      [
        "get",
        "/api /api/* /apis /apis/* /healthz /livez /openapi /openapi/* /readyz /version /version/",
      ],
    ],
    "system:public-info-viewer": [["get", "/healthz /livez /readyz /version /version/"]],
  },
  gathered: {
    edit: "admin",
    view: "edit",
    "system:aggregate-to-admin": "admin",
    "system:aggregate-to-edit": "edit",
    "system:aggregate-to-view": "view",
  },
  bindings: {
    "cluster-admin": { to: ["Group system:masters"] },
    "system:basic-user": { to: ["Group system:authenticated"] },
    "system:discovery": { to: ["Group system:authenticated"] },
    "system:public-info-viewer": {
      to: ["Group system:authenticated", "Group system:unauthenticated"],
    },
  },
};

/** An object of a policy, without what the server gives it when it is stored. */
export interface BootstrapObject {
  /** `<plural>.<group>` */
  readonly resource: string;
  readonly kind: string;
  /** `""` for those of the cluster. */
  readonly namespace: string;
  readonly name: string;
  readonly labels: { readonly [label: string]: string };
  readonly annotations: { readonly [annotation: string]: string };
  /** The rest: rules, or a role and subjects. */
  readonly content: JsonObject;
}

/** The objects of a policy. */
export function bootstrapObjects(policy: BootstrapPolicy): readonly BootstrapObject[] {
  const roles = Object.entries(policy.roles).map(([place, rules]) => {
    const gathered = policy.gathered[place];
    const labels = gathered === undefined ? {} : { [gatheringLabel(gathered)]: "true" };
    return bootstrapObject("Role", place, roleContent(rules), labels);
  });
  const bindings = Object.entries(policy.bindings).map(([place, { role, to }]) =>
    bootstrapObject("RoleBinding", place, bindingContent(place, role, to), {}),
  );
  return [...roles, ...bindings];
}

function gatheringLabel(role: string): string {
  return `rbac.authorization.k8s.io/aggregate-to-${role}`;
}

function bootstrapObject(
  kindInNamespace: "Role" | "RoleBinding",
  place: string,
  content: JsonObject,
  labels: BootstrapObject["labels"],
): BootstrapObject {
  const [name = "", namespace = ""] = place.split("/").reverse();
  const kind = namespace === "" ? `Cluster${kindInNamespace}` : kindInNamespace;
  return {
    resource: `${kind.toLowerCase()}s.${rbacGroup}`,
    kind,
    namespace,
    name,
    labels: { "kubernetes.io/bootstrapping": "rbac-defaults", ...labels },
    annotations: { "rbac.authorization.kubernetes.io/autoupdate": "true" },
    content,
  };
}

function roleContent(rules: readonly ShortRule[] | string): JsonObject {
  if (typeof rules !== "string") return { rules: rules.map(longRule) };
  const selector = { matchLabels: { [gatheringLabel(rules)]: "true" } };
  return { rules: null, aggregationRule: { clusterRoleSelectors: [selector] } };
}

function longRule(rule: ShortRule): JsonObject {
  const words = (text: string): Json[] =>
    text.split(" ").map((word): Json => (word === '""' ? "" : word));
  const [verbs, groups, resources, names] = rule;
  if (resources === undefined) return { verbs: words(verbs), nonResourceURLs: words(groups) };
  return {
    verbs: words(verbs),
    apiGroups: words(groups),
    resources: words(resources),
    ...(names !== undefined && { resourceNames: words(names) }),
  };
}

function bindingContent(
  place: string,
  role: string | undefined,
  to: readonly string[],
): JsonObject {
  const isOfNamespace = place.includes("/");
  const name = role ?? place.replace(/^.*\//, "");
  const kind = isOfNamespace ? "Role" : "ClusterRole";
  const subjects = to.map(bootstrapSubject);
  return {
    ...(subjects.length > 0 && { subjects }),
    roleRef: { apiGroup: rbacGroup, kind, name },
  };
}

function bootstrapSubject(text: string): JsonObject {
  const [kind = "", who = ""] = text.split(" ");
  if (kind !== "ServiceAccount") return { kind, apiGroup: rbacGroup, name: who };
  const [namespace = "", name = ""] = who.split("/");
  return { kind, name, namespace };
}

/** The facts that the server gives an object when it stores it. */
interface StoredFacts {
  readonly uid: string;
  readonly creationTimestamp: string;
  readonly resourceVersion: number;
}

/** An object of a policy as the server stores it, of which the server owns all. */
export function storedBootstrapObject(
  { kind, namespace, name, labels, annotations, content }: BootstrapObject,
  { uid, creationTimestamp, resourceVersion }: StoredFacts,
): JsonObject {
  const fieldsV1: { [field: string]: Json } = {
    "f:metadata": { "f:annotations": ownedKeys(annotations), "f:labels": ownedKeys(labels) },
  };
  for (const [key, value] of Object.entries(content)) {
    if (value === null) continue;
    const isRule = key === "aggregationRule";
    fieldsV1[`f:${key}`] = isRule ? { ".": {}, "f:clusterRoleSelectors": {} } : {};
  }
  const apiVersion = `${rbacGroup}/v1`;
  const time = creationTimestamp;
  const owner = { manager: "kube-apiserver", operation: "Update", apiVersion, time };
  const metadata = {
    name,
    ...(namespace !== "" && { namespace }),
    uid,
    resourceVersion: String(resourceVersion),
    creationTimestamp,
    labels: { ...labels },
    annotations: { ...annotations },
    managedFields: [{ ...owner, fieldsType: "FieldsV1", fieldsV1: inKeyOrder(fieldsV1) }],
  };
  return { kind, apiVersion, metadata, ...content };
}

function ownedKeys(map: { readonly [key: string]: string }): JsonObject {
  const keys = Object.keys(map).sort();
  return { ".": {}, ...Object.fromEntries(keys.map((key) => [`f:${key}`, {}])) };
}

function inKeyOrder(object: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(object).sort(([one], [other]) => (one < other ? -1 : 1)),
  );
}
