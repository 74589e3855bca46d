import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { parseAllDocuments } from "yaml";
import { chartRoles, chartWebhooks } from "../../../../src/tools/rbac/chart-manifests.js";
import { roleManifests } from "../../../../src/tools/rbac/manifests.js";
import type { Place, Right, ServedWebhook } from "../../../../src/tools/rbac/rights.js";
import { rolesOf } from "../../../../src/tools/rbac/roles.js";
import { webhookManifests } from "../../../../src/tools/rbac/webhook-manifests.js";

function right(verb: string, place: Place, name?: string): Right {
  return { group: "a.example.com", resource: "things", verb, place, name };
}

/** What Helm prints for a release `op` of the chart `op` in the namespace `home`. */
function rendered(template: string): readonly object[] {
  const text = template
    .replaceAll(/^ *\{\{- include "op\.labels" .*\}\}\n/gm, "    of: release\n")
    .replaceAll(/^ *\{\{- include "op\.selectorLabels" .*\}\}\n/gm, "    app: op\n")
    .replaceAll(/\{\{ include "op\.(?:fullname|serviceAccountName)" \.[^}]*\}\}/g, "op")
    .replaceAll("{{ .Release.Namespace }}", "home")
    .replaceAll('{{ "{{" }}', "<literal>");
  expect(text).not.toContain("{{");
  return objectsOf(text);
}

function objectsOf(text: string): readonly object[] {
  return parseAllDocuments(text).map((document) => document.toJS() as object); // manifests
}

function withLabels(objects: readonly object[], name: (one: object) => object): readonly object[] {
  return objects.map((object) => ({ ...object, metadata: name(object) }));
}

it("are the same roles as without Helm", () => {
  const rights = [right("get", "all"), right("list", "own", "op"), right("watch", "in home")];
  const plain = objectsOf(
    roleManifests(rolesOf([...rights.slice(0, 2)], "home"), { name: "op", namespace: "home", serviceAccount: "op" }), // prettier-ignore
  ) as readonly { kind: string; metadata: object }[];
  const labelled = withLabels(
    plain.filter(({ kind }) => kind !== "ServiceAccount"),
    (one) => ({ ...(one as { metadata: object }).metadata, labels: { of: "release" } }),
  );
  expect(rendered(chartRoles(rights.slice(0, 2), "op"))).toEqual(labelled);
  // The release may be in the namespace that the code names: no two roles have one name.
  const names = rendered(chartRoles([right("get", "own"), right("list", "in home")], "op"));
  expect(names).toMatchObject([
    {
      kind: "Role",
      metadata: { name: "op-home", namespace: "home" },
      rules: [{ verbs: ["list"] }],
    },
    { kind: "RoleBinding", metadata: { name: "op-home" }, roleRef: { name: "op-home" } },
    { kind: "Role", metadata: { name: "op", namespace: "home" }, rules: [{ verbs: ["get"] }] },
    { kind: "RoleBinding", metadata: { name: "op" }, roleRef: { name: "op" } },
  ]);
});

it("make no template of what the code says", () => {
  const hostile = '{{ fail "x" }}';
  const group = `${hostile}.example.com`;
  const rights: readonly Right[] = [
    { group, resource: hostile, verb: hostile, place: "all", name: hostile },
    { group, resource: "a", verb: "get", place: `in ${hostile}` },
  ];
  const objects = rendered(chartRoles(rights, "op"));
  const text = '<literal> fail "x" }}';
  expect(objects[0]).toMatchObject({
    rules: [{ resources: [text], resourceNames: [text], verbs: [text] }],
  });
  expect(objects[2]).toMatchObject({ metadata: { namespace: text } });
  const webhook: ServedWebhook = {
    path: `/${hostile}`,
    kind: "validating",
    resource: { group, version: hostile, plural: "a", isNamespaced: true },
  };
  expect(rendered(chartWebhooks([webhook], "op"))[3]).toMatchObject({
    webhooks: [{ clientConfig: { service: { path: `/${text}` } }, rules: [{ apiVersions: [text] }] }], // prettier-ignore
  });
});

it("are as short without Helm as people write them", () => {
  const resource = { group: "example.com", version: "v1", plural: "sites", isNamespaced: true };
  const webhook = { path: "/validate", kind: "validating", resource } as const;
  const names = { name: "site-operator", namespace: "site-operator" };
  const path = join(import.meta.dirname, "../../../../examples/operator/deploy/webhooks.yaml");
  expect(webhookManifests([webhook], names)).toBe(readFileSync(path, "utf8"));
});

it("are the same webhooks as without Helm", () => {
  const resource = { group: "a.example.com", version: "v1", plural: "things", isNamespaced: true };
  const webhooks = (["validating", "mutating"] as const).map((kind) => ({ path: `/${kind}`, kind, resource })); // prettier-ignore
  const plain = objectsOf(webhookManifests(webhooks, { name: "op", namespace: "home" }));
  const labelled = withLabels(plain, (one) => ({
    ...(one as { metadata: object }).metadata,
    labels: { of: "release" },
  }));
  expect(rendered(chartWebhooks(webhooks, "op"))).toEqual(labelled);
  expect(labelled).toHaveLength(5);
});
