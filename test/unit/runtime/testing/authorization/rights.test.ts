import { beforeEach, describe, expect, it } from "vitest";
import type { Transport } from "../../../../../src/runtime/v1/client/transport.js";
import type { UserOptions } from "../../../../../src/runtime/v1/testing/authorization/user.js";
import type { MemoryApiServer } from "../../../../../src/runtime/v1/testing/memory-api-server.js";
import { memoryApiServer } from "../../../../../src/runtime/v1/testing/memory-api-server.js";
import type { JsonObject } from "../../../../../src/runtime/v1/values/json/json.js";

const rbac = "/apis/rbac.authorization.k8s.io/v1";
const group = "rbac.authorization.k8s.io";
const alice = { username: "alice" };
const robot = { username: "system:serviceaccount:shop:robot" };

let server: MemoryApiServer;
beforeEach(() => {
  server = memoryApiServer([], { authorization: "rbac" });
});

interface Told {
  readonly code: number;
  readonly body: JsonObject;
  readonly message: unknown;
}

type Headers = [string, string][];

async function ask(
  transport: Transport,
  method: string,
  path: string,
  object?: object,
  headers: Headers = [],
): Promise<Told> {
  const type = method === "PATCH" ? "application/apply-patch+yaml" : "application/json";
  const [pathname = "", query] = path.split("?");
  const response = await transport.send({
    method,
    path: pathname,
    query,
    headers: [["content-type", type], ...headers],
    body: object === undefined ? undefined : JSON.stringify({ ...typeOf(pathname), ...object }),
  });
  const text = await response.text();
  const body = (text.startsWith("{") ? JSON.parse(text) : {}) as JsonObject; // an answer
  return { code: response.status, body, message: body["message"] };
}

const kinds: Readonly<Record<string, string>> = {
  configmaps: "ConfigMap",
  roles: "Role",
  clusterroles: "ClusterRole",
  rolebindings: "RoleBinding",
  clusterrolebindings: "ClusterRoleBinding",
};

/** The type of the objects of a collection, or of one in it. */
function typeOf(path: string): object {
  const parts = path.split("/").reverse();
  const plural = parts.find((part) => kinds[part] !== undefined) ?? "";
  const apiVersion = path.startsWith(rbac) ? `${group}/v1` : "v1";
  return { apiVersion, kind: kinds[plural] };
}

async function make(path: string, object: object): Promise<void> {
  const { code, message } = await ask(server, "POST", path, object);
  if (code !== 201) throw new Error(String(message));
}

interface Grant {
  readonly to: object;
  readonly rules: readonly object[];
  readonly namespace?: string;
  readonly kind?: "Role" | "ClusterRole";
}

let made = 0;

/** Gives somebody the rights of a role: in the whole cluster, unless a namespace is named. */
async function grant({ to, rules, namespace, kind = "ClusterRole" }: Grant): Promise<string> {
  const name = `r-${++made}`;
  const place = namespace === undefined ? "" : `/namespaces/${namespace}`;
  const roles = kind === "Role" ? `${rbac}${place}/roles` : `${rbac}/clusterroles`;
  await make(roles, { metadata: { name }, rules });
  const bindings = namespace === undefined ? "clusterrolebindings" : "rolebindings";
  const roleRef = { kind, name };
  await make(`${rbac}${place}/${bindings}`, { metadata: { name }, subjects: [to], roleRef });
  return name;
}

const configMaps = "/api/v1/namespaces/shop/configmaps";
const user = { kind: "User", name: "alice" };

function rule(verbs: readonly string[], resources: readonly string[], apiGroup = ""): object {
  return { verbs, apiGroups: [apiGroup], resources };
}

function asked(who: UserOptions, method: string, path: string, body?: object): Promise<Told> {
  return ask(server.as(who), method, path, body);
}

describe("a server that asks for rights", () => {
  it("refuses who has none, in the server's words", async () => {
    const { code, body } = await asked(alice, "GET", configMaps);
    expect(code).toBe(403);
    expect(body).toMatchObject({
      reason: "Forbidden",
      message:
        'configmaps is forbidden: User "alice" cannot list resource "configmaps" in API group "" in the namespace "shop"',
      details: { kind: "configmaps" },
    });
    expect(await asked(alice, "GET", "/api/v1/namespaces/shop")).toMatchObject({
      message:
        'namespaces "shop" is forbidden: User "alice" cannot get resource "namespaces" in API group "" in the namespace "shop"',
    });
    expect(await asked(alice, "GET", "/apis/coordination.k8s.io/v1/leases")).toMatchObject({
      message:
        'leases.coordination.k8s.io is forbidden: User "alice" cannot list resource "leases" in API group "coordination.k8s.io" at the cluster scope',
    });
    expect(await asked(alice, "GET", "/logs/<x>")).toMatchObject({
      message: 'forbidden: User "alice" cannot get path "/logs/&lt;x&gt;"',
      body: { details: {} },
    });
  });

  it("lets everybody read what there is, and who is nobody how the server is", async () => {
    for (const path of ["/api", "/apis", "/version"]) {
      expect(await asked(alice, "GET", path)).toMatchObject({ code: 200 });
    }
    const nobody = { username: "system:anonymous" };
    expect(await asked(nobody, "GET", "/version")).toMatchObject({ code: 200 });
    expect(await asked(nobody, "GET", "/api")).toMatchObject({
      message: 'forbidden: User "system:anonymous" cannot get path "/api"',
    });
  });

  it("takes requests that are sent to itself, and system:masters, for an administrator's", async () => {
    expect(await ask(server, "GET", configMaps)).toMatchObject({ code: 200 });
    const root = { username: "root", groups: ["system:masters"] };
    expect(await asked(root, "GET", configMaps)).toMatchObject({ code: 200 });
  });

  it.each([
    ["a user", user, alice],
    ["a group", { kind: "Group", name: "team" }, { username: "x", groups: ["team"] }],
    ["everybody", { kind: "Group", name: "system:authenticated" }, { username: "x" }],
    ["a ServiceAccount", { kind: "ServiceAccount", name: "robot", namespace: "shop" }, robot],
    ["those of a namespace", { kind: "Group", name: "system:serviceaccounts:shop" }, robot],
  ])("gives rights to %s", async (_, to, who) => {
    await grant({ to, rules: [rule(["list"], ["configmaps"])] });
    expect(await asked(who, "GET", configMaps)).toMatchObject({ code: 200 });
    const other = { username: "system:serviceaccount:other:robot", groups: ["other"] };
    const isForAll = "name" in to && to.name === "system:authenticated";
    expect(await asked(other, "GET", configMaps)).toMatchObject({ code: isForAll ? 200 : 403 });
  });

  it("gives those of a RoleBinding in its namespace alone", async () => {
    const rules = [rule(["list"], ["configmaps"])];
    await grant({ to: user, rules, namespace: "shop" });
    await grant({ to: user, rules, namespace: "store", kind: "Role" });
    for (const [namespace, code] of [["shop", 200], ["store", 200], ["other", 403]] as const) {
      const path = `/api/v1/namespaces/${namespace}/configmaps`;
      expect(await asked(alice, "GET", path)).toMatchObject({ code });
    } // prettier-ignore
    expect(await asked(alice, "GET", "/api/v1/configmaps")).toMatchObject({ code: 403 });
  });

  it("takes a ServiceAccount without a namespace for one of the RoleBinding's", async () => {
    const to = { kind: "ServiceAccount", name: "robot" };
    await grant({ to, rules: [rule(["list"], ["configmaps"])], namespace: "shop" });
    expect(await asked(robot, "GET", configMaps)).toMatchObject({ code: 200 });
  });

  it("takes rights away with what gave them", async () => {
    const name = await grant({ to: user, rules: [rule(["list"], ["configmaps"])] });
    expect(await asked(alice, "GET", configMaps)).toMatchObject({ code: 200 });
    await ask(server, "DELETE", `${rbac}/clusterroles/${name}`);
    expect(await asked(alice, "GET", configMaps)).toMatchObject({
      code: 403,
      message: `configmaps is forbidden: User "alice" cannot list resource "configmaps" in API group "" in the namespace "shop": rbac: RBAC: clusterrole.${group} "${name}" not found`,
    });
    await ask(server, "DELETE", `${rbac}/clusterrolebindings/${name}`);
    expect((await asked(alice, "GET", configMaps)).message).not.toContain("not found");
  });

  it("knows watches, and deletions of many, by their own verbs", async () => {
    await grant({ to: user, rules: [rule(["watch", "deletecollection"], ["configmaps"])] });
    expect(await asked(alice, "GET", `${configMaps}?watch=1&timeoutSeconds=1`)).toMatchObject({
      code: 200,
    });
    expect(await asked(alice, "DELETE", configMaps)).toMatchObject({ code: 200 });
    expect(await asked(alice, "DELETE", `${configMaps}/a`)).toMatchObject({ code: 403 });
    expect(await asked(alice, "GET", configMaps)).toMatchObject({ code: 403 });
  });

  it("takes who selects one by its name for who asks for that one", async () => {
    const one = { ...rule(["list"], ["configmaps"]), resourceNames: ["a"] };
    await grant({ to: user, rules: [one] });
    const list = (selector: string): Promise<Told> =>
      asked(alice, "GET", `${configMaps}?fieldSelector=${encodeURIComponent(selector)}`);
    expect(await list("metadata.name=a")).toMatchObject({ code: 200 });
    expect(await list("metadata.name=b")).toMatchObject({ code: 403 });
    expect(await list("metadata.name!=a")).toMatchObject({ code: 403 });
  });

  it("asks for two rights where an apply creates", async () => {
    await grant({ to: user, rules: [rule(["patch"], ["configmaps"])] });
    const object = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a" } };
    const apply = (): Promise<Told> =>
      asked(alice, "PATCH", `${configMaps}/a?fieldManager=m`, object);
    expect(await apply()).toMatchObject({
      code: 403,
      message:
        'configmaps "a" is forbidden: User "alice" cannot create resource "configmaps" in API group "" in the namespace "shop"',
    });
    await make(configMaps, object);
    expect(await apply()).toMatchObject({ code: 200 });
  });
});

describe("rights that somebody gives", () => {
  const secrets = rule(["get"], ["secrets"]);
  const writer = rule(["create", "update"], ["*"], group);

  it("are no more than they have", async () => {
    await grant({ to: user, rules: [writer] });
    const role = { metadata: { name: "more" }, rules: [secrets] };
    expect(await asked(alice, "POST", `${rbac}/namespaces/shop/roles`, role)).toMatchObject({
      code: 403,
      message: `roles.${group} "more" is forbidden: user "alice" (groups=["system:authenticated"]) is attempting to grant RBAC permissions not currently held:\n{APIGroups:[""], Resources:["secrets"], Verbs:["get"]}`,
    });
    await grant({ to: user, rules: [secrets] });
    expect(await asked(alice, "POST", `${rbac}/namespaces/shop/roles`, role)).toMatchObject({
      code: 201,
    });
  });

  it("may be more for who may escalate", async () => {
    await grant({ to: user, rules: [rule(["create", "escalate"], ["roles"], group)] });
    const role = { metadata: { name: "more" }, rules: [secrets] };
    expect(await asked(alice, "POST", `${rbac}/namespaces/shop/roles`, role)).toMatchObject({
      code: 201,
    });
  });

  it("may be those of a role that they may bind", async () => {
    await grant({ to: user, rules: [writer] });
    await make(`${rbac}/clusterroles`, { metadata: { name: "more" }, rules: [secrets] });
    const binding = {
      metadata: { name: "more" },
      subjects: [user],
      roleRef: { kind: "ClusterRole", name: "more" },
    };
    const path = `${rbac}/namespaces/shop/rolebindings`;
    expect(await asked(alice, "POST", path, binding)).toMatchObject({
      code: 403,
      message: expect.stringContaining(
        `rolebindings.${group} "more" is forbidden: user "alice"`,
      ) as string,
    });
    const bind = { ...rule(["bind"], ["clusterroles"], group), resourceNames: ["more"] };
    await grant({ to: user, rules: [bind], namespace: "shop" });
    expect(await asked(alice, "POST", path, binding)).toMatchObject({ code: 201 });
    const others = `${rbac}/namespaces/store/rolebindings`;
    expect(await asked(alice, "POST", others, binding)).toMatchObject({ code: 403 });
    const none = { ...binding, roleRef: { kind: "ClusterRole", name: "none" } };
    expect(await asked(alice, "POST", path, none)).toMatchObject({
      code: 404,
      message: `rolebindings.${group} "none" not found`,
    });
  });

  it("are gathered by who may do everything alone", async () => {
    await grant({ to: user, rules: [writer] });
    const selector = { clusterRoleSelectors: [{ matchLabels: { a: "b" } }] };
    const role = { metadata: { name: "all" }, aggregationRule: selector, rules: [] };
    expect(await asked(alice, "POST", `${rbac}/clusterroles`, role)).toMatchObject({
      message: `clusterroles.${group} "all" is forbidden: must have cluster-admin privileges to use the aggregationRule`,
    });
  });

  it("are not asked where nothing but finalizers changes", async () => {
    const metadata = { name: "a", finalizers: ["a.b/c"] };
    await make(`${rbac}/namespaces/shop/roles`, { metadata, rules: [secrets] });
    await grant({ to: user, rules: [rule(["get", "update"], ["roles"], group)] });
    const path = `${rbac}/namespaces/shop/roles/a`;
    const { body } = await asked(alice, "GET", path);
    const written = { ...body, metadata: { ...(body["metadata"] as object), finalizers: [] } };
    expect(await asked(alice, "PUT", path, written)).toMatchObject({ code: 200 });
  });
});

describe("roles and bindings", () => {
  it("gather the rules of others at once, also of those that gather", async () => {
    const gathering = (name: string, label: string, own?: string): object => ({
      metadata: { name, ...(own !== undefined && { labels: { [own]: "x" } }) },
      aggregationRule: { clusterRoleSelectors: [{ matchLabels: { [label]: "x" } }] },
      rules: [],
    });
    await make(`${rbac}/clusterroles`, gathering("outer", "outer"));
    await make(`${rbac}/clusterroles`, gathering("inner", "inner", "outer"));
    const rules = [rule(["get"], ["secrets"])];
    await make(`${rbac}/clusterroles`, { metadata: { name: "x", labels: { inner: "x" } }, rules });
    for (const name of ["inner", "outer"]) {
      expect((await ask(server, "GET", `${rbac}/clusterroles/${name}`)).body).toMatchObject({
        rules,
      });
    }
    await ask(server, "DELETE", `${rbac}/clusterroles/x`);
    expect((await ask(server, "GET", `${rbac}/clusterroles/outer`)).body["rules"]).toEqual([]);
  });

  it("are there from the beginning, as people bind them", async () => {
    await make(`${rbac}/namespaces/shop/rolebindings`, {
      metadata: { name: "edit" },
      subjects: [user],
      roleRef: { kind: "ClusterRole", name: "edit" },
    });
    expect(await asked(alice, "GET", configMaps)).toMatchObject({ code: 200 });
    const object = { metadata: { name: "a" } };
    expect(await asked(alice, "POST", configMaps, object)).toMatchObject({ code: 201 });
    const roles = `${rbac}/namespaces/shop/roles`;
    expect(await asked(alice, "GET", roles)).toMatchObject({ code: 403 });
  });

  it("are checked, and completed", async () => {
    const path = `${rbac}/clusterrolebindings`;
    const binding = { metadata: { name: "a" }, subjects: [user], roleRef: { kind: "Role" } };
    expect(await ask(server, "POST", path, binding)).toMatchObject({
      code: 422,
      message: `ClusterRoleBinding.${group} "a" is invalid: [roleRef.kind: Unsupported value: "Role": supported values: "ClusterRole", roleRef.name: Required value]`,
    });
    const good = { ...binding, roleRef: { kind: "ClusterRole", name: "b" } };
    expect((await ask(server, "POST", path, good)).body).toMatchObject({
      subjects: [{ ...user, apiGroup: group }],
      roleRef: { apiGroup: group, kind: "ClusterRole", name: "b" },
    });
    const other = { ...good, roleRef: { kind: "ClusterRole", name: "c" } };
    expect(await ask(server, "PUT", `${path}/a`, other)).toMatchObject({
      code: 422,
      message: `ClusterRoleBinding.${group} "a" is invalid: roleRef: Invalid value: {"APIGroup":"${group}","Kind":"ClusterRole","Name":"c"}: field is immutable`,
    });
    const role = { metadata: { name: "a" }, rules: [{ verbs: ["get"], nonResourceURLs: ["/"] }] };
    expect(await ask(server, "POST", `${rbac}/namespaces/shop/roles`, role)).toMatchObject({
      message: `Role.${group} "a" is invalid: rules[0].nonResourceURLs: Invalid value: ["/"]: namespaced rules cannot apply to non-resource URLs`,
    });
  });

  it("come back with a snapshot, and are made where it has none", async () => {
    await grant({ to: user, rules: [rule(["list"], ["configmaps"])] });
    const kept = server.snapshot();
    const other = memoryApiServer([], { authorization: "rbac" });
    other.restore(kept);
    expect(await ask(other.as(alice), "GET", configMaps)).toMatchObject({ code: 200 });
    other.restore(memoryApiServer([]).snapshot());
    expect(await ask(other.as(alice), "GET", "/api")).toMatchObject({ code: 200 });
    expect(await ask(other.as(alice), "GET", configMaps)).toMatchObject({ code: 403 });
  });
});

describe("somebody who acts as another", () => {
  const as = (...headers: Headers): Promise<Told> =>
    ask(server.as(alice), "GET", configMaps, undefined, headers);

  it("needs the right to, and has the rights of the other then", async () => {
    const bob: Headers = [["Impersonate-User", "bob"]];
    await grant({ to: { kind: "User", name: "bob" }, rules: [rule(["list"], ["configmaps"])] });
    expect(await as(...bob)).toMatchObject({
      code: 403,
      message:
        'configmaps is forbidden: User "alice" cannot impersonate-on:user-info:list resource "configmaps" in API group "" in the namespace "shop"',
    });
    const right = { ...rule(["impersonate"], ["users"]), resourceNames: ["bob"] };
    await grant({ to: user, rules: [right] });
    expect(await as(...bob)).toMatchObject({ code: 200 });
    // The way that has worked is the first to be tried from now on.
    expect(await as(["impersonate-user", "carol"])).toMatchObject({
      message:
        'users "carol" is forbidden: User "alice" cannot impersonate resource "users" in API group "" at the cluster scope',
    });
    expect(await as(...bob, ["impersonate-group", "x"])).toMatchObject({
      message:
        'groups "x" is forbidden: User "alice" cannot impersonate resource "groups" in API group "" at the cluster scope',
    });
  });

  it("may have the right for some requests alone", async () => {
    await grant({ to: { kind: "User", name: "bob" }, rules: [rule(["*"], ["configmaps"])] });
    const become = rule(["impersonate:user-info"], ["users"], "authentication.k8s.io");
    const on = rule(["impersonate-on:user-info:list"], ["configmaps"]);
    await grant({ to: user, rules: [become, on] });
    const bob: Headers = [["impersonate-user", "bob"]];
    expect(await as(...bob)).toMatchObject({ code: 200 });
    const one = ask(server.as(alice), "GET", `${configMaps}/a`, undefined, bob);
    expect(await one).toMatchObject({ code: 403 });
    expect(await as(...bob, ["impersonate-group", "system:masters"])).toMatchObject({
      message:
        'groups.authentication.k8s.io "system:masters" is forbidden: User "alice" cannot impersonate:user-info resource "groups" in API group "authentication.k8s.io" at the cluster scope: impersonating the system:masters group is not allowed',
    });
  });

  it("has extra facts of two parts alone by the right for some requests", async () => {
    const all = { verbs: ["*"], apiGroups: ["*"], resources: ["*"] };
    const few = { ...all, verbs: ["impersonate:user-info", "impersonate-on:user-info:list"] };
    await grant({ to: user, rules: [few] });
    await grant({ to: { kind: "User", name: "bob" }, rules: [all] });
    const bob: Headers = [["impersonate-user", "bob"]];
    expect(await as(...bob, ["impersonate-extra-a.b%2fc", "x"])).toMatchObject({ code: 200 });
    expect(await as(...bob, ["impersonate-extra-scope", "x"])).toMatchObject({
      message: expect.stringContaining(
        'impersonating an invalid key in extra is not allowed: extra.key: Invalid value: "scope": must be a domain-prefixed path (such as "acme.io/foo")',
      ) as string,
    });
  });

  it("is refused where no user is named", async () => {
    expect(await as(["impersonate-group", "x"])).toMatchObject({ code: 400 });
  });
});

describe("reviews of rights", () => {
  const reviews = "/apis/authorization.k8s.io/v1";
  const attributes = { verb: "list", resource: "configmaps", namespace: "shop" };

  it("say whether, and by which binding", async () => {
    const name = await grant({ to: user, rules: [rule(["list"], ["configmaps"])] });
    const path = `${reviews}/selfsubjectaccessreviews`;
    const spec = { resourceAttributes: attributes };
    expect((await asked(alice, "POST", path, { spec })).body["status"]).toEqual({
      allowed: true,
      reason: `RBAC: allowed by ClusterRoleBinding "${name}" of ClusterRole "${name}" to User "alice"`,
    });
    const other = { spec: { user: "bob", groups: [], resourceAttributes: attributes } };
    expect(
      (await ask(server, "POST", `${reviews}/subjectaccessreviews`, other)).body["status"],
    ).toEqual({ allowed: false });
    expect(await asked(alice, "POST", `${reviews}/subjectaccessreviews`, other)).toMatchObject({
      code: 403,
    });
  });

  it("list the rules of who asks", async () => {
    await grant({ to: user, rules: [rule(["list"], ["configmaps"])] });
    const path = `${reviews}/selfsubjectrulesreviews`;
    const { body } = await asked(alice, "POST", path, { spec: { namespace: "shop" } });
    const { incomplete, resourceRules, nonResourceRules } = body["status"] as JsonObject; // has it
    expect(incomplete).toBe(false);
    expect(resourceRules).toContainEqual({
      verbs: ["list"],
      apiGroups: [""],
      resources: ["configmaps"],
    });
    expect(nonResourceRules).toContainEqual({
      verbs: ["get"],
      nonResourceURLs: ["/healthz", "/livez", "/readyz", "/version", "/version/"],
    });
  });
});
