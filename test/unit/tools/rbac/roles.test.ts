import { expect, it } from "vitest";
import { parseAllDocuments } from "yaml";
import { compareLines } from "../../../../src/tools/rbac/compare-lines.js";
import { roleManifests } from "../../../../src/tools/rbac/manifests.js";
import type { Place, Right } from "../../../../src/tools/rbac/rights.js";
import { rolesOf } from "../../../../src/tools/rbac/roles.js";

/** `verb group/resource place name` */
function right(text: string): Right {
  const [, verb = "", group = "", resource = "", place = "", name] =
    /^(\w+) ([^/]*)\/(\S+) (all|own|objects|in \S+)(?: (\S+))?$/.exec(text) ?? [];
  return { verb, group, resource, place: place as Place, ...(name !== undefined && { name }) }; // by the pattern
}

function rolesFor(...texts: readonly string[]): object {
  const { cluster, namespaces } = rolesOf(texts.map(right), "home");
  return { cluster, ...Object.fromEntries(namespaces) };
}

function rule(group: string, resources: string, verbs: string): object {
  return { apiGroups: [group], resources: resources.split(" "), verbs: verbs.split(" ") };
}

it("puts rights together to few rules, in one order", () => {
  const texts = ["watch b/x all", "get b/x all", "get b/x all", "watch a/z all", "get a/z all", "get a/y/status all"]; // prettier-ignore
  const roles = {
    cluster: [
      rule("a", "y/status", "get"),
      rule("a", "z", "get watch"),
      rule("b", "x", "get watch"),
    ],
  };
  expect(rolesFor(...texts)).toEqual(roles);
  expect(rolesFor(...texts.reverse())).toEqual(roles);
  expect(rolesFor("get a/x all", "get a/y all")).toEqual({ cluster: [rule("a", "x y", "get")] });
});

it("gives each namespace what no other role gives", () => {
  expect(rolesFor("get a/x own", "get a/x in other", "list a/x in other", "list a/x all")).toEqual({
    cluster: [rule("a", "x", "list")],
    home: [rule("a", "x", "get")],
    other: [rule("a", "x", "get")],
  });
});

it("takes objects of places that are watched, and of all where nobody knows", () => {
  expect(rolesFor("get a/x objects")).toEqual({ cluster: [rule("a", "x", "get")] });
  expect(rolesFor("watch a/x in b", "watch a/x own", "get a/y objects")).toEqual({
    cluster: [],
    b: [rule("a", "x", "watch"), rule("a", "y", "get")],
    home: [rule("a", "x", "watch"), rule("a", "y", "get")],
  });
  expect(rolesFor("watch a/x in b", "watch a/x all", "get a/y objects")).toEqual({
    cluster: [rule("a", "x", "watch"), rule("a", "y", "get")],
  });
});

it("names objects as far as all calls do", () => {
  expect(rolesFor("get a/x own c", "get a/x own b", "update a/x own b", "update a/x own")).toEqual({
    cluster: [],
    home: [{ ...rule("a", "x", "get"), resourceNames: ["b", "c"] }, rule("a", "x", "update")],
  });
});

it("prints manifests that say the same, and only the roles that there are", () => {
  const names = { name: "op", namespace: "home", serviceAccount: "account" };
  const kindsOf = (...texts: readonly string[]): unknown[] =>
    parseAllDocuments(roleManifests(rolesOf(texts.map(right), "home"), names)).map((document) => {
      const { kind, metadata } = document.toJS() as { kind: string; metadata: object }; // ours
      return { kind, ...metadata };
    });
  expect(kindsOf("get a/x all", "get a/y in b")).toEqual([
    { kind: "ServiceAccount", name: "account", namespace: "home" },
    { kind: "ClusterRole", name: "op" },
    { kind: "ClusterRoleBinding", name: "op" },
    { kind: "Role", name: "op", namespace: "b" },
    { kind: "RoleBinding", name: "op", namespace: "b" },
  ]);
  expect(kindsOf()).toEqual([{ kind: "ServiceAccount", name: "account", namespace: "home" }]);
});

it("shows the lines in which two texts differ", () => {
  expect(compareLines("a\nb\nc", "a\nB\nc\nd")).toEqual(["- b", "+ B", "+ d"]);
  expect(compareLines("a", "a")).toEqual([]);
});
