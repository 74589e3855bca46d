import { readFileSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import type { NodeTransportOptions } from "../../../src/runtime/v1/node.js";
import { nodeTransport } from "../../../src/runtime/v1/node.js";
import { cronTabCrdFile as crd, ServeFolder } from "../../support/serve.js";

const folder = new ServeFolder();

const rights = `
apiVersion: v1
kind: ServiceAccount
metadata: { name: operator, namespace: default }
---
apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata: { name: operator, namespace: default }
rules:
  - { apiGroups: [stable.example.com], resources: [crontabs], verbs: [list] }
---
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata: { name: operator, namespace: default }
roleRef: { apiGroup: rbac.authorization.k8s.io, kind: Role, name: operator }
subjects:
  - { kind: ServiceAccount, name: operator }
  - { kind: Group, name: team }
`;

/** The kubeconfig that the server wrote, as far as it is read here. */
interface Kubeconfig {
  readonly clusters: readonly [
    {
      readonly cluster: { readonly server: string; readonly "certificate-authority-data": string };
    },
  ];
  readonly users: readonly [
    {
      readonly user: {
        readonly "client-certificate-data": string;
        readonly "client-key-data": string;
      };
    },
  ];
}

interface Told {
  readonly code: number;
  readonly text: string;
}

const cronTabs = "/apis/stable.example.com/v1/namespaces/default/crontabs";

describe("crdgen serve --authorization rbac", () => {
  /** Asks in the name of an administrator, or of whoever these credentials are. */
  function asking(): (
    method: string,
    path: string,
    credentials?: Partial<NodeTransportOptions>,
    body?: object,
  ) => Promise<Told> {
    const config = parse(readFileSync(folder.path("crdgen.kubeconfig"), "utf8")) as Kubeconfig; // ours
    const { cluster } = config.clusters[0];
    const { user } = config.users[0];
    const pem = (data: string): string => Buffer.from(data, "base64").toString("utf8");
    const server = { baseUrl: cluster.server, ca: pem(cluster["certificate-authority-data"]) };
    const administrator = {
      cert: pem(user["client-certificate-data"]),
      key: pem(user["client-key-data"]),
    };
    return async (method, path, credentials = administrator, body) => {
      const transport = nodeTransport({ ...server, ...credentials });
      const headers: [string, string][] = [["content-type", "application/json"]];
      const sent = body && { body: JSON.stringify(body) };
      const response = await transport.send({ method, path, headers, ...sent });
      const told = { code: response.status, text: await response.text() };
      transport.close();
      return told;
    };
  }

  it("asks for the rights of users by token, and of ServiceAccounts; nothing is logged of tokens", async () => {
    writeFileSync(folder.path("rights.yaml"), rights);
    writeFileSync(folder.path("tokens.csv"), 'alice-token,alice,1\nbob-token,bob,2,"team"\n');
    const options = ["--tls", "--authorization", "rbac", "--log", "--objects", "rights.yaml"];
    const { text } = await folder.serve(crd, ...options, "--token-file", "tokens.csv");
    const ask = asking();
    expect(await ask("GET", "/api/v1/secrets")).toMatchObject({ code: 200 });
    expect(await ask("GET", cronTabs, { token: "bob-token" })).toMatchObject({ code: 200 });
    expect(await ask("GET", cronTabs, { token: "alice-token" })).toMatchObject({
      code: 403,
      text: expect.stringContaining(
        'User \\"alice\\" cannot list resource \\"crontabs\\"',
      ) as string,
    });
    expect(await ask("GET", "/api", { token: "other-token" })).toMatchObject({ code: 401 });
    expect(await ask("GET", "/api", {})).toMatchObject({ code: 403 });
    expect(await ask("GET", "/healthz", {})).toMatchObject({ code: 200, text: "ok" });
    expect(await ask("GET", "/metrics", { token: "bob-token" })).toMatchObject({ code: 403 });
    expect(await ask("GET", "/metrics")).toMatchObject({ code: 200 });
    const account = "/api/v1/namespaces/default/serviceaccounts/operator";
    const made = await ask("POST", `${account}/token`, undefined, {});
    const { status } = JSON.parse(made.text) as { status: { token: string } }; // of a TokenRequest
    expect(await ask("GET", cronTabs, { token: status.token })).toMatchObject({ code: 200 });
    expect(await ask("DELETE", cronTabs, { token: status.token })).toMatchObject({ code: 403 });
    await ask("DELETE", account);
    expect(await ask("GET", cronTabs, { token: status.token })).toMatchObject({ code: 401 });
    for (const secret of ["alice-token", "bob-token", "other-token", status.token]) {
      expect(text()).not.toContain(secret);
    }
  });

  it("needs TLS, and a file of tokens that can be read", async () => {
    writeFileSync(folder.path("broken.csv"), "secret,alice\n");
    const cases = [
      [["--authorization", "rbac"], "--authorization: clients say who they are over TLS alone"],
      [["--authorization", "abac"], "--authorization: 'abac' is not one of rbac"],
      [["--token-file", "none.csv"], "--token-file: ENOENT"],
      [
        ["--token-file", "broken.csv"],
        "--token-file: line 1 of broken.csv needs a token, a user name",
      ],
    ] as const;
    for (const [options, words] of cases) {
      const { ended, text } = folder.start(...options);
      expect(await ended).toBe(2);
      expect(text()).toContain(words);
      expect(text()).not.toContain("secret,");
    }
  });
});
