import type { Random } from "../support/random.js";
import type { TwinRequest } from "./two-servers.js";

/** Who sends a request: by a token, or as whom an administrator or `alice` sends it. */
export interface RightsSender {
  readonly token: "admin" | "alice" | "bob" | "none" | "wrong";
  readonly as?: {
    readonly user: string;
    readonly groups?: readonly string[];
    readonly uid?: string;
    readonly extra?: Readonly<Record<string, readonly string[]>>;
  };
}

/** A request, and who sends it. */
export interface RightsRequest extends TwinRequest {
  readonly sender: RightsSender;
}

/** The names of an episode: others must not meet them. */
interface Place {
  readonly random: Random;
  /** A namespace, and what the names of the cluster's objects begin with. */
  readonly namespace: string;
}

const rbac = "rbac.authorization.k8s.io";
const rbacPath = `/apis/${rbac}/v1`;
const admin: RightsSender = { token: "admin" };

/** Resources that both servers have. */
const resources = [
  { group: "", version: "v1", plural: "configmaps", kind: "ConfigMap", parts: [] },
  { group: "", version: "v1", plural: "secrets", kind: "Secret", parts: [] },
  { group: "", version: "v1", plural: "serviceaccounts", kind: "ServiceAccount", parts: ["token"] },
  { group: "coordination.k8s.io", version: "v1", plural: "leases", kind: "Lease", parts: [] },
  {
    group: "stable.example.com",
    version: "v1",
    plural: "crontabs",
    kind: "CronTab",
    parts: ["status", "scale"],
  },
] as const;
type Resource = (typeof resources)[number];

const verbs = ["get", "list", "watch", "create", "update", "patch", "delete", "deletecollection"];
const paths = [
  "/healthz",
  "/version",
  "/api",
  "/apis",
  "/openapi/v2",
  "/livez",
  "/metrics",
  "/logs",
];
const names = ["a", "b", "c"];
const accounts = ["robot", "other"];

/** The rights of an episode, which an administrator gives: some are of roles that there are not. */
export function rightsOf(place: Place): readonly RightsRequest[] {
  const { namespace } = place;
  const made: RightsRequest[] = [
    { ...create("/api/v1/namespaces", { metadata: { name: namespace } }), sender: admin },
    ...accounts.map((name) => ({
      ...create(`/api/v1/namespaces/${namespace}/serviceaccounts`, { metadata: { name } }),
      sender: admin,
    })),
  ];
  for (const name of names) {
    const role = { metadata: { name }, rules: rulesFor(place, false) };
    made.push({ ...create(`${rbacPath}/namespaces/${namespace}/roles`, role), sender: admin });
    const labels = { [namespace]: place.random.pick(["x", "y"]) };
    const metadata = { name: `${namespace}-${name}`, labels };
    const clusterRole = { metadata, rules: rulesFor(place, true) };
    made.push({ ...create(`${rbacPath}/clusterroles`, clusterRole), sender: admin });
  }
  made.push(...keeperOf(place));
  for (let index = 0; index < 3; index++) {
    made.push({ ...bindingRequest(place, `bound-${index}`), sender: admin });
  }
  return made;
}

/** Somebody may write roles and bindings, and has few rights beside. */
function keeperOf(place: Place): readonly RightsRequest[] {
  const { random, namespace } = place;
  const name = `${namespace}-keeper`;
  const few = { verbs: ["get", "list"], apiGroups: [""], resources: ["configmaps", "*/status"] };
  const all = { verbs: ["*"], apiGroups: ["*"], resources: ["*"] };
  const written = random.pick([
    ["roles", "rolebindings"],
    ["roles", "rolebindings", "clusterroles", "clusterrolebindings"],
    ["*"],
  ]);
  const writing = ["create", "update", "patch", "get", "delete"];
  const verbsOfKeeper = random.chance(0.15) ? [...writing, "bind"] : writing;
  const rules = [
    { verbs: verbsOfKeeper, apiGroups: [rbac], resources: written },
    ...(random.chance(0.1) ? [all] : [few]),
    ...rulesFor(place, true),
  ];
  const body = {
    metadata: { name },
    subjects: [subjectFor(place), { kind: "User", name: "alice" }],
    roleRef: { kind: "ClusterRole", name },
  };
  const isOfCluster = random.chance(0.5);
  const plural = isOfCluster ? "clusterrolebindings" : `namespaces/${namespace}/rolebindings`;
  return [
    { ...create(`${rbacPath}/clusterroles`, { metadata: { name }, rules }), sender: admin },
    { ...create(`${rbacPath}/${plural}`, body), sender: admin },
  ];
}

function create(path: string, body: unknown): TwinRequest {
  return { method: "POST", path, body: JSON.stringify(body) };
}

function rulesFor(place: Place, isOfCluster: boolean): readonly unknown[] {
  const { random } = place;
  const length = 1 + random.below(3);
  return Array.from({ length }, () => ruleFor(place, isOfCluster));
}

function ruleFor({ random }: Place, isOfCluster: boolean): unknown {
  const some = <T>(values: readonly T[]): T[] => values.filter(() => random.chance(0.4));
  const chosen = some(verbs);
  const verbsOfRule = random.chance(0.15) ? ["*"] : chosen.length === 0 ? ["get"] : chosen;
  if (isOfCluster && random.chance(0.25)) {
    return {
      verbs: verbsOfRule,
      nonResourceURLs: [random.pick(["/metrics", "/logs*", "/op*", "*"])],
    };
  }
  const resource = random.pick(resources);
  const own = [resource.plural, ...resource.parts.map((part) => `${resource.plural}/${part}`)];
  const odd = random.pick(["*", "*/status", "*/scale", "pods", "pods/log", resource.plural]);
  const extra = random.chance(0.15) ? ["impersonate"] : [];
  const rights = random.chance(0.2) ? [random.pick(["bind", "escalate", "impersonate"])] : extra;
  const isRights = rights.length > 0;
  const granted = isRights
    ? random.pick([
        ["users"],
        ["groups"],
        ["serviceaccounts"],
        ["roles", "clusterroles"],
        ["roles"],
      ])
    : undefined;
  const groups = granted?.includes("roles") ? [rbac] : [random.pick([resource.group, "", "*"])];
  return {
    verbs: [...verbsOfRule, ...rights],
    apiGroups: random.chance(0.7) && !isRights ? [resource.group] : groups,
    resources: granted ?? (random.chance(0.75) ? some(own).concat(resource.plural) : [odd]),
    ...(random.chance(0.25) && { resourceNames: [random.pick(names)] }),
  };
}

function subjectFor({ random, namespace }: Place): unknown {
  return random.pick<unknown>([
    { kind: "User", name: "alice" },
    { kind: "User", name: "alice" },
    { kind: "User", name: "bob", apiGroup: rbac },
    { kind: "Group", name: "team-b" },
    { kind: "Group", name: "system:authenticated" },
    { kind: "Group", name: `system:serviceaccounts:${namespace}` },
    { kind: "Group", name: "system:unauthenticated" },
    { kind: "ServiceAccount", name: random.pick(accounts), namespace },
    { kind: "ServiceAccount", name: random.pick(accounts), namespace: "default" },
  ]);
}

function bindingRequest(place: Place, name: string): TwinRequest {
  const { random, namespace } = place;
  const isOfCluster = random.chance(0.4);
  const target = random.chance(0.12) ? "absent" : random.pick(names);
  const kind = isOfCluster || random.chance(0.5) ? "ClusterRole" : "Role";
  const role = kind === "ClusterRole" ? `${namespace}-${target}` : target;
  const body = {
    metadata: { name: isOfCluster ? `${namespace}-${name}` : name },
    subjects: Array.from({ length: 1 + random.below(2) }, () => subjectFor(place)),
    roleRef: { kind, name: role, ...(random.chance(0.5) && { apiGroup: rbac }) },
  };
  const plural = isOfCluster ? "clusterrolebindings" : `namespaces/${namespace}/rolebindings`;
  return create(`${rbacPath}/${plural}`, body);
}

/** One request of an episode, about the rights that were given. */
export function requestFor(place: Place): RightsRequest {
  const { random } = place;
  const sender = senderFor(place);
  const draw = random.next();
  if (draw < 0.4) return { ...resourceRequest(place), sender };
  if (draw < 0.45) return { method: "GET", path: random.pick(paths.slice(0, -2)), sender };
  if (draw < 0.48) return { method: random.pick(["GET", "POST"]), path: "/logs/x", sender };
  if (draw < 0.55) return { ...oddRequest(place), sender: admin };
  if (draw < 0.73) return { ...roleRequest(place), sender };
  if (draw < 0.88) return { ...bindingRequest(place, `new-${random.below(1000)}`), sender };
  return { ...reviewRequest(place), sender };
}

function senderFor({ random, namespace }: Place): RightsSender {
  const account = `system:serviceaccount:${namespace}:${random.pick(accounts)}`;
  return random.pick<RightsSender>([
    { token: "alice" },
    { token: "alice" },
    { token: "bob" },
    { token: "bob" },
    { token: "none" },
    { token: "wrong" },
    { token: "admin", as: { user: account } },
    { token: "admin", as: { user: account } },
    { token: "admin", as: { user: "carol", groups: ["team-b"] } },
    { token: "admin", as: { user: "system:anonymous" } },
    { token: "admin", as: { user: "dave", groups: ["system:masters"] } },
    { token: "alice", as: { user: "bob" } },
    { token: "alice", as: { user: account } },
    { token: "bob", as: { user: "erin", groups: ["x", "y"], uid: "1", extra: { scope: ["z"] } } },
    { token: "bob", as: { user: "erin", extra: { "a.b/c": ["z"] } } },
    { token: "alice", as: { user: "system:node:n" } },
  ]);
}

function resourceRequest(place: Place): TwinRequest {
  const { random, namespace } = place;
  const resource = random.pick(resources);
  const root = resource.group === "" ? "/api/v1" : `/apis/${resource.group}/${resource.version}`;
  const isWide = random.chance(0.15);
  const collection = `${root}${isWide ? "" : `/namespaces/${namespace}`}/${resource.plural}`;
  const name = random.pick(names);
  const object = `${root}/namespaces/${namespace}/${resource.plural}/${name}`;
  const draw = random.below(10);
  if (draw === 0)
    return {
      method: "GET",
      path: collection.replace(/^(.*)$/, "$1?limit=1&fieldSelector=metadata.name%3Dq"),
    };
  if (draw === 1)
    return { method: "GET", path: `${collection}?fieldSelector=metadata.name%3D${name}` };
  if (draw === 2)
    return {
      method: "GET",
      path: `${collection}?watch=1&timeoutSeconds=1&fieldSelector=metadata.name%3Dq`,
    };
  if (draw === 3)
    return create(`${root}/namespaces/${namespace}/${resource.plural}`, bodyOf(resource, name));
  if (draw === 4)
    return { method: "PUT", path: object, body: JSON.stringify(bodyOf(resource, name)) };
  if (draw === 5) return patchRequest(place, resource, object, name);
  if (draw === 6) return { method: "DELETE", path: object };
  if (draw === 7)
    return {
      method: "DELETE",
      path: `${root}/namespaces/${namespace}/${resource.plural}?labelSelector=none`,
    };
  if (draw === 8) return partRequest(place, resource, object);
  return { method: "GET", path: object };
}

function bodyOf({ group, version, kind }: Resource, name: string): Record<string, unknown> {
  const apiVersion = group === "" ? version : `${group}/${version}`;
  const spec =
    kind === "CronTab" ? { spec: { cronSpec: "* * * * *", image: "i", replicas: 1 } } : {};
  return { apiVersion, kind, metadata: { name }, ...spec };
}

function patchRequest(
  { random }: Place,
  resource: Resource,
  object: string,
  name: string,
): TwinRequest {
  if (random.chance(0.4)) {
    const body = JSON.stringify({ metadata: { labels: { a: "b" } } });
    return { method: "PATCH", path: object, body, type: "application/merge-patch+json" };
  }
  const body = JSON.stringify(bodyOf(resource, name));
  const path = `${object}?fieldManager=m&force=true`;
  return { method: "PATCH", path, body, type: "application/apply-patch+yaml" };
}

function partRequest({ random }: Place, { parts, kind }: Resource, object: string): TwinRequest {
  const part = parts.length === 0 ? "none" : random.pick<string>(parts);
  const isToken = part === "token";
  const body = isToken ? { spec: { audiences: ["x"] } } : { apiVersion: "v1", kind };
  const method = isToken ? "POST" : random.pick(["GET", "GET", "PUT", "PATCH"]);
  if (method === "GET") return { method, path: `${object}/${part}` };
  const type = method === "PATCH" ? "application/merge-patch+json" : undefined;
  const sent = method === "PATCH" ? {} : body;
  return { method, path: `${object}/${part}`, body: JSON.stringify(sent), type };
}

function roleRequest(place: Place): TwinRequest {
  const { random, namespace } = place;
  const isOfCluster = random.chance(0.4);
  const root = isOfCluster
    ? `${rbacPath}/clusterroles`
    : `${rbacPath}/namespaces/${namespace}/roles`;
  const prefix = isOfCluster ? `${namespace}-` : "";
  const name = `${prefix}${random.chance(0.6) ? random.pick(names) : `new-${random.below(1000)}`}`;
  const labels = { [namespace]: random.pick(["x", "y"]) };
  const gathers = isOfCluster && random.chance(0.3);
  const rule = { clusterRoleSelectors: [{ matchLabels: { [namespace]: "x" } }] };
  const body = {
    apiVersion: `${rbac}/v1`,
    kind: isOfCluster ? "ClusterRole" : "Role",
    metadata: { name, ...(isOfCluster && { labels }) },
    rules: random.chance(0.1) ? [{ verbs: [] }] : rulesFor(place, isOfCluster),
    ...(gathers && { aggregationRule: rule }),
  };
  const text = JSON.stringify(body);
  switch (random.below(5)) {
    case 0:
      return { method: "POST", path: root, body: text };
    case 1:
      return { method: "PUT", path: `${root}/${name}`, body: text };
    case 2:
      return {
        method: "PATCH",
        path: `${root}/${name}?fieldManager=m&force=true`,
        body: text,
        type: "application/apply-patch+yaml",
      };
    case 3: {
      const type = "application/merge-patch+json";
      const patch = JSON.stringify({ rules: body.rules });
      return { method: "PATCH", path: `${root}/${name}`, body: patch, type };
    }
    default:
      return { method: random.pick(["GET", "DELETE"]), path: `${root}/${name}` };
  }
}

/** A role or a binding that may be wrong, of somebody who may do everything. */
function oddRequest(place: Place): TwinRequest {
  const { random, namespace } = place;
  const isOfCluster = random.chance(0.5);
  const isRole = random.chance(0.5);
  const kind = isRole ? "roles" : "rolebindings";
  const path = isOfCluster
    ? `${rbacPath}/cluster${kind}`
    : `${rbacPath}/namespaces/${namespace}/${kind}`;
  const name = random.pick([`${namespace}-odd`, `${namespace}:Odd`, `${namespace}-o%2f`, "..", ""]);
  const content = isRole ? oddRole(place) : oddBinding(place);
  const finalizers = random.chance(0.2) ? [random.pick(["odd", "orphan"])] : undefined;
  const body = JSON.stringify({ metadata: { name, finalizers }, ...content });
  // What is said of names that no path has is not about rights.
  const isNew = !name.endsWith("dd") || random.chance(0.6);
  if (isNew) return { method: "POST", path, body };
  return { method: "PUT", path: `${path}/${encodeURIComponent(name)}`, body };
}

function oddRole({ random }: Place): object {
  const list = (...values: readonly string[]): readonly string[] | null =>
    random.pick([[...values], [...values], [], null]);
  const rule = {
    verbs: list("get", ""),
    apiGroups: list("apps", ""),
    resources: list("pods", "Pods/x/y"),
    resourceNames: random.pick([null, ["a"], []]),
    nonResourceURLs: random.pick([null, null, ["/a", "b*c"]]),
  };
  const selector = random.pick<unknown>([
    {},
    { matchLabels: { "a b": "c d" } },
    { matchLabels: { a: "b" } },
    {
      matchExpressions: [
        { key: "a", operator: random.pick(["In", "Exists", "Odd"]), values: ["x"] },
      ],
    },
    { matchExpressions: [{ key: "a", operator: random.pick(["In", "Exists"]) }] },
  ]);
  const aggregationRule = random.pick<unknown>([
    null,
    null,
    {},
    { clusterRoleSelectors: [selector] },
  ]);
  return { rules: random.pick([null, [rule], [rule, rule]]), aggregationRule };
}

function oddBinding({ random }: Place): object {
  const subject = {
    kind: random.pick(["User", "Group", "ServiceAccount", "Odd", "", null]),
    apiGroup: random.pick([null, "", rbac, "odd"]),
    name: random.pick(["a", "A b", "", null]),
    namespace: random.pick([null, "default", "A b"]),
  };
  const roleRef = {
    kind: random.pick(["Role", "ClusterRole", "Odd", null]),
    apiGroup: random.pick([null, rbac, "odd"]),
    name: random.pick(["a", "a/b", "", null]),
  };
  return {
    subjects: random.pick([null, [], [subject], [subject, { kind: "User", name: "b" }]]),
    roleRef: random.pick([null, roleRef, roleRef, roleRef]),
  };
}

function reviewRequest(place: Place): TwinRequest {
  const { random, namespace } = place;
  const resource = random.pick(resources);
  const attributes = {
    namespace: random.chance(0.8) ? namespace : undefined,
    verb: random.pick(verbs),
    group: resource.group,
    resource: resource.plural,
    name: random.chance(0.4) ? random.pick(names) : undefined,
    subresource: random.chance(0.2) ? "status" : undefined,
  };
  const isPath = random.chance(0.2);
  const asked = isPath
    ? { nonResourceAttributes: { verb: "get", path: random.pick(paths) } }
    : { resourceAttributes: attributes };
  const root = "/apis/authorization.k8s.io/v1";
  switch (random.below(4)) {
    case 0:
      return create(`${root}/subjectaccessreviews`, {
        spec: { user: "alice", groups: ["team-b"], ...asked },
      });
    case 1:
      return create(`${root}/namespaces/${namespace}/localsubjectaccessreviews`, {
        spec: { user: "bob", resourceAttributes: { ...attributes, namespace } },
      });
    case 2:
      return create("/apis/authentication.k8s.io/v1/selfsubjectreviews", {});
    default:
      return create(`${root}/selfsubjectaccessreviews`, { spec: asked });
  }
}
