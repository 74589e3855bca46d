import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import type { IncomingHttpHeaders } from "node:http";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { parse } from "yaml";
import type { Outcome } from "../support/cli.js";
import { runCliBeside } from "../support/cli.js";
import type { Listening } from "../support/listen.js";
import { listen } from "../support/listen.js";

const root = join(import.meta.dirname, "../..");
const collection = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
const crd = readFileSync(join(root, "generated-samples/crontab/crd.yaml"), "utf8");
const folder = mkdtempSync(join(tmpdir(), "crdgen-cluster-"));

/** Answers as an API server would, in pages of one CRD. */
const names = ["b.example.com", "crontabs.stable.example.com"];
const good = { ...(parse(crd) as object), status: {} };
const bad = parse(
  crd.replaceAll("crontabs.stable", "b").replaceAll("plural: crontabs", "plural: B"),
) as object;
const collectionItems = [bad, good];
const requests: { readonly url: string; readonly headers: IncomingHttpHeaders }[] = [];
/** What a user may not do, by verb, as RBAC says it. */
const forbidden: Readonly<Record<string, readonly string[]>> = {
  "Bearer lister": ["get"],
  "Bearer getter": ["list"],
  "Bearer stranger": ["get", "list"],
};

function refusal(verb: string, name: string): string {
  const what = `customresourcedefinitions.apiextensions.k8s.io${name === "" ? "" : ` "${name}"`}`;
  const message = `${what} is forbidden: User "me" cannot ${verb} resource "customresourcedefinitions" in API group "apiextensions.k8s.io" at the cluster scope`;
  return JSON.stringify({ kind: "Status", apiVersion: "v1", metadata: {}, message }, null, 2);
}

/** Aggregated discovery, with a kind that is no CRD. */
const discovery = {
  kind: "APIGroupDiscoveryList",
  items: [
    ["apps", "deployments", "Deployment", "deploy"],
    ["stable.example.com", "crontabs", "CronTab", "ct"],
    ["gone.example.com", "goners", "Goner", "go"],
  ].map(([name, resource, kind = "", short]) => ({
    metadata: { name },
    versions: [
      {
        version: "v1",
        resources: [
          {
            resource,
            responseKind: { kind },
            singularResource: kind.toLowerCase(),
            shortNames: [short],
          },
        ],
      },
    ],
  })),
};

const server = createServer(({ url: target = "", headers }, response) => {
  requests.push({ url: target, headers });
  // As a proxy it is asked with whole URLs.
  const url = target.replace(/^http:\/\/[^/]*/, "");
  const user = headers.authorization ?? "";
  const [, odd] = /^Bearer odd(.*)$/s.exec(user) ?? [];
  const isList = url.startsWith(`${collection}?`);
  const name = isList ? "" : url.slice(collection.length + 1);
  const verb = isList ? "list" : "get";
  if (odd !== undefined) response.end(Buffer.from(odd, "base64").toString());
  else if (user === "Bearer eager" && requests.length <= 2) {
    response.writeHead(429, { "retry-after": "0" }).end("too many requests");
  } else if (user === "Bearer hasty") {
    response.writeHead(429, { "retry-after": "3600" }).end("come back in an hour");
  } else if (user === "Bearer pest") {
    response.writeHead(503, { "retry-after": "0" }).end("not yet");
  } else if (user === "Bearer unknown") {
    response.writeHead(401).end("apiVersion: v1\nkind: Status\nmessage: Unauthorized\n");
  } else if (url === "/apis") {
    response.end(JSON.stringify(discovery));
  } else if (forbidden[user]?.includes(verb) === true) {
    response.writeHead(403).end(refusal(verb, name));
  } else if (isList) {
    const page = Number(new URL(url, "http://host").searchParams.get("continue") ?? "0");
    const metadata = page + 1 < names.length ? { continue: String(page + 1) } : {};
    const isPartial = headers.accept?.includes("PartialObjectMetadataList") === true;
    const item = isPartial ? { metadata: { name: names[page] } } : collectionItems[page];
    // The name of one that is gone when all are read.
    const more = isPartial && page === 0 ? [{ metadata: { name: "goners.gone.example.com" } }] : [];
    response.end(JSON.stringify({ metadata, items: [item, ...more] }));
  } else if (name === names[1]) {
    response.end(JSON.stringify(good));
  } else {
    response.writeHead(404).end(JSON.stringify({ kind: "Status", message: "not found" }));
  }
});

let listening: Listening;

beforeAll(async () => {
  listening = await listen(server);
});
afterAll(() => {
  listening.stop();
  rmSync(folder, { recursive: true });
});
beforeEach(() => {
  requests.length = 0;
});

/** Runs crdgen with a kubeconfig whose one user is `user`, written in YAML. */
async function crdgen(args: readonly string[], user: string, cluster = ""): Promise<Outcome> {
  const kubeconfig = join(folder, "kubeconfig");
  const lines = [
    "current-context: here",
    `clusters: [{ name: c, cluster: { server: "http://${listening.host}"${cluster} } }]`,
    "contexts: [{ name: here, context: { cluster: c, user: u } }]",
    `users: [{ name: u, user: { ${user} } }]`,
  ];
  writeFileSync(kubeconfig, lines.join("\n"));
  return runCliBeside(folder, args, { ...process.env, KUBECONFIG: kubeconfig });
}

describe("the CRDs of a cluster", () => {
  it("are read page by page, and judged with their lines", async () => {
    const { code, out } = await crdgen(["lint", "cluster", "--format", "json"], "token: abc");
    expect(code).toBe(1);
    const faults = out
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { source: string; severity: string }); // documented
    const errors = faults.filter(({ severity }) => severity === "error");
    expect(new Set(errors.map(({ source }) => source))).toEqual(new Set(["cluster/b.example.com"]));
    expect(requests.map(({ headers }) => headers.authorization)).toEqual(
      requests.map(() => "Bearer abc"),
    );
    expect(requests.map(({ url }) => url)).toEqual([
      `${collection}?limit=500`,
      `${collection}?limit=500&continue=1`,
      `${collection}?limit=50`,
      `${collection}?limit=50&continue=1`,
    ]);
  });

  it("are what objects are judged by", async () => {
    writeFileSync(
      join(folder, "object.yaml"),
      "apiVersion: stable.example.com/v1\nkind: CronTab\nmetadata: { name: a }\nspec: {}\n",
    );
    const args = ["validate", "--crd", "cluster:here", "object.yaml", "--format", "github"];
    const { code, out } = await crdgen(args, "username: me, password: secret");
    expect(code).toBe(1);
    expect(out).toContain("file=object.yaml,line=4,col=1");
    expect(requests[0]?.headers.authorization).toBe(`Basic ${btoa("me:secret")}`);
  });

  it("are asked for with what a credential plugin answers", async () => {
    const plugin = `
      const { spec } = JSON.parse(process.env.KUBERNETES_EXEC_INFO);
      const kind = "ExecCredential";
      const apiVersion = "client.authentication.k8s.io/v1";
      const status = { token: process.env.NAME + !spec.cluster };
      console.log(JSON.stringify({ apiVersion, kind, status }));`;
    writeFileSync(join(folder, "plugin.cjs"), plugin);
    const script = JSON.stringify(join(folder, "plugin.cjs"));
    const user = `exec: { command: ${JSON.stringify(process.execPath)}, args: [${script}], env: [{ name: NAME, value: me }] }`;
    await crdgen(["lint", "cluster"], user);
    expect(requests[0]?.headers.authorization).toBe("Bearer metrue");
    const started = Date.now();
    const failing = await crdgen(
      ["lint", "cluster"],
      "exec: { command: no-such-program, installHint: get it }",
    );
    expect(failing).toMatchObject({ code: 2, out: "" });
    expect(Date.now() - started).toBeLessThan(30_000);
    expect(failing.err).toBe(
      "error: 'cluster': the credential plugin 'no-such-program' cannot be run: there is no such program\n   get it\n",
    );
  });

  it.each(["secret", "null", '{ "status": null }', '{ "status": { "token": "secret" } }'])(
    "are not asked for with what is no credential: %s",
    async (answer) => {
      const args = JSON.stringify(["-e", `console.log(${JSON.stringify(answer)})`]);
      const user = `exec: { command: ${JSON.stringify(process.execPath)}, args: ${args} }`;
      const { code, err } = await crdgen(["lint", "cluster"], user);
      expect(err).toMatch(
        /^error: 'cluster': the credential plugin '.*' did not print an ExecCredential with a status\n$/,
      );
      expect(code).toBe(2);
    },
  );

  const explain = ["explain", "crontabs.spec", "--crd", "cluster", "--kubectl"];

  it("are read by name where a command needs one of them", async () => {
    const { code, out } = await crdgen(explain, "token: abc");
    expect(out).toContain("KIND:       CronTab");
    expect(code).toBe(0);
    expect(requests.map(({ url }) => url).sort()).toEqual([
      "/apis",
      `${collection}/b.example.com`,
      `${collection}/crontabs.stable.example.com`,
      `${collection}?limit=500`,
      `${collection}?limit=500&continue=1`,
    ]);
  });

  it.each([
    ["lister", explain, 0],
    ["lister", ["lint", "cluster", "--quiet"], 1],
    ["getter", explain, 0],
    ["getter", ["generate", "cluster", "--only", "stable.example.com/*", "--out", "types"], 0],
    ["getter", ["generate", "cluster", "--only", "CronTab", "--out", "types"], 0],
  ])("can be read with the rights of a %s: %j", async (token, args, code) => {
    const outcome = await crdgen(args, `token: ${token}`);
    expect(outcome.err).not.toContain("403");
    expect(outcome.code).toBe(code);
  });

  it.each<[string, readonly string[]]>([
    ["getter", ["lint", "cluster"]],
    ["stranger", explain],
  ])("need rights, which a %s has not: %j", async (token, args) => {
    const { code, err } = await crdgen(args, `token: ${token}`);
    expect(err).toBe(
      `error: 'cluster': GET ${collection}: the server answered 403: ` +
        'customresourcedefinitions.apiextensions.k8s.io is forbidden: User "me" cannot list resource "customresourcedefinitions" in API group "apiextensions.k8s.io" at the cluster scope; ' +
        "the user needs the rights to get and list customresourcedefinitions of apiextensions.k8s.io, or somebody who has them pipes 'kubectl get crds -o yaml' into '-'\n",
    );
    expect(code).toBe(2);
  });

  it("need a user that the server knows", async () => {
    const { code, err } = await crdgen(["lint", "cluster"], "token: unknown");
    expect(err).toBe(
      `error: 'cluster': GET ${collection}: the server answered 401: Unauthorized; ` +
        "the server does not know the user of the context: log in again, or see whether `kubectl get crds` can\n",
    );
    expect(code).toBe(2);
  });

  it("are those of a context, and no revision of git", async () => {
    const { code, err } = await crdgen(["diff", "cluster:", "object.yaml"], "token: abc");
    expect(err).toBe(
      "error: 'cluster:': name a context of the kubeconfig behind the colon, or write 'cluster' for the current one\n",
    );
    expect(code).toBe(2);
  });

  it("are asked for through the proxy that the kubeconfig names", async () => {
    const proxy = `http://${listening.host}`;
    await crdgen(["lint", "cluster"], "token: a", `, proxy-url: "${proxy}"`);
    expect(requests[0]?.url).toBe(`${proxy}${collection}?limit=500`);
    const socks = await crdgen(["lint", "cluster"], "token: a", ", proxy-url: 'socks5://p:1'");
    expect(socks.code).toBe(2);
    expect(socks.err).toBe(
      `error: 'cluster': context 'here': the 'proxy-url' of the cluster must be an http or https URL, such as "http://proxy:3128", but is "socks5://p:1"; pipe 'kubectl get crds -o yaml' into crdgen instead\n`,
    );
  });

  it.each([
    "<html>login</html>",
    "",
    "null",
    '{"hello":1}',
    '{"items":[{}],"metadata":{}}',
    '{"items":{},"metadata":{}}',
    '{"items":[{"metadata":{"name":"../x"}}],"metadata":{}}',
  ])("need a server that answers with a list, not %j", async (answer) => {
    const { code, err } = await crdgen(["lint", "cluster"], `token: odd${btoa(answer)}`);
    expect(err).toBe("error: 'cluster': the server's answer is not a list of CRDs\n");
    expect(code).toBe(2);
  });

  it("are asked for again where the server is busy", async () => {
    const { code, err } = await crdgen(["lint", "cluster"], "token: eager");
    expect(err).not.toContain("429");
    expect(code).toBe(1);
    expect(requests.map(({ url }) => url).slice(0, 4)).toEqual([
      ...[1, 2, 3].map(() => `${collection}?limit=500`),
      `${collection}?limit=500&continue=1`,
    ]);
  });

  it.each([
    ["pest", "503: not yet", 11],
    ["hasty", "429: come back in an hour", 1],
  ])("are not asked for without end: %s", async (token, answer, times) => {
    const { code, err } = await crdgen(["lint", "cluster"], `token: ${token}`);
    expect(err).toBe(`error: 'cluster': GET ${collection}: the server answered ${answer}\n`);
    expect(code).toBe(2);
    expect(requests).toHaveLength(times);
  });

  it("need a list that ends", async () => {
    const page = btoa('{"items":[],"metadata":{"continue":"again"}}');
    const { code, err } = await crdgen(["lint", "cluster"], `token: odd${page}`);
    expect(err).toBe("error: 'cluster': the server's list of CRDs does not end\n");
    expect(code).toBe(2);
  });

  it.each<[string, string | undefined, string]>([
    [
      "token: 5",
      undefined,
      "FILE: users[0].user.token is a number, but must be a text: put it in quotes",
    ],
    [
      "token: a }",
      undefined,
      "FILE: line 4, column 41: not YAML: did not find expected ',' or ']'",
    ],
    [
      "client-key: no-such",
      undefined,
      "context 'here': client-key: 'FOLDER/no-such' does not exist",
    ],
    [
      "auth-provider: { name: oidc }",
      undefined,
      "context 'here': the auth-provider 'oidc' is not supported; pipe 'kubectl get crds -o yaml' into crdgen instead",
    ],
    ["token: a", "there", "the kubeconfig has no context 'there'; the contexts are: here"],
  ])("need a kubeconfig that can be used, not { %s } with %s", async (user, context, fault) => {
    const argument = context === undefined ? "cluster" : `cluster:${context}`;
    const { code, err } = await crdgen(["lint", argument], user);
    const text = fault.replace("FILE", join(folder, "kubeconfig")).replace("FOLDER", folder);
    expect(err).toBe(`error: '${argument}': ${text}\n`);
    expect(code).toBe(2);
  });

  it("need a kubeconfig", async () => {
    const bare = { PATH: process.env["PATH"], HOME: folder };
    const none = await runCliBeside(folder, ["lint", "cluster"], bare);
    expect(none.err).toBe(
      `error: 'cluster': there is no kubeconfig: '${folder}/.kube/config' does not exist, and KUBECONFIG is not set; ` +
        "this is no pod either, as KUBERNETES_SERVICE_HOST and KUBERNETES_SERVICE_PORT are not set\n",
    );
    expect(none.code).toBe(2);
    const pod = { KUBERNETES_SERVICE_HOST: "10.0.0.1", KUBERNETES_SERVICE_PORT: "443" };
    const far = { ...bare, ...pod, HTTPS_PROXY: "socks5://me:secret@p:1" };
    const proxied = await runCliBeside(folder, ["lint", "cluster"], far);
    expect(proxied.err).toContain(
      "the service account: the proxy of HTTPS_PROXY must have an http",
    );
    expect(proxied.err).not.toContain("secret");
    expect(proxied.code).toBe(2);
  });
});
