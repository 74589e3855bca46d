import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import type { IncomingMessage, RequestListener, Server } from "node:http";
import { createServer } from "node:http";
import { createServer as createSecureServer } from "node:https";
import { syncBuiltinESMExports } from "node:module";
import os, { tmpdir } from "node:os";
import { join } from "node:path";
import { TLSSocket } from "node:tls";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { parse } from "yaml";
import { TransportError } from "../../../../src/runtime/v1/client/api-error.js";
import type {
  Environment,
  KubeconfigOptions,
  NodeTransport,
} from "../../../../src/runtime/v1/node.js";
import { connect, fromKubeconfig, KubeconfigError } from "../../../../src/runtime/v1/node.js";
import { listen } from "../../../support/listen.js";
import { startProxy, tunnel } from "../../../support/proxy-server.js";

/** Certificates: of an authority, the server, two clients, and one that has expired. */
let pki: string;
let folder: string;
const cleanUp: (() => void)[] = [];

beforeAll(() => {
  pki = mkdtempSync(join(tmpdir(), "crdgen-pki-"));
  const openssl = (...args: string[]): void => {
    execFileSync("openssl", args, { cwd: pki, stdio: "pipe" });
  };
  const newKey = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"];
  for (const ca of ["ca", "other"]) {
    openssl(
      "req",
      "-x509",
      ...newKey,
      "-keyout",
      `${ca}.key`,
      "-out",
      `${ca}.crt`,
      "-subj",
      `/CN=${ca}`,
      "-days",
      "2",
    );
  }
  writeFileSync(join(pki, "san"), "subjectAltName=IP:127.0.0.1,DNS:kubernetes.test");
  const sign = (name: string, ...more: string[]): void => {
    openssl(
      "req",
      ...newKey,
      "-keyout",
      `${name}.key`,
      "-out",
      `${name}.csr`,
      "-subj",
      `/CN=${name}`,
    );
    openssl(
      "x509",
      "-req",
      "-in",
      `${name}.csr`,
      "-CA",
      "ca.crt",
      "-CAkey",
      "ca.key",
      "-CAcreateserial",
      "-out",
      `${name}.crt`,
      ...more,
    );
  };
  sign("server", "-days", "1", "-extfile", "san");
  sign("expired", "-days", "-1", "-extfile", "san");
  sign("alice", "-days", "1");
  sign("bob", "-days", "1");
}, 30_000);
afterAll(() => {
  rmSync(pki, { recursive: true });
});
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "crdgen-kubeconfig-"));
});
afterEach(() => {
  vi.useRealTimers();
  for (const step of cleanUp.splice(0)) step();
  rmSync(folder, { recursive: true });
});

function pem(name: string): string {
  return readFileSync(join(pki, name), "utf8");
}

function base64(name: string): string {
  return readFileSync(join(pki, name)).toString("base64");
}

/** Starts an API server whose certificate has this name. */
async function serve(name = "server", listener: RequestListener = tellWho): Promise<string> {
  const options = {
    cert: pem(`${name}.crt`),
    key: pem(`${name}.key`),
    ca: pem("ca.crt"),
    requestCert: true,
    rejectUnauthorized: false,
  };
  return `https://${await started(createSecureServer(options, listener))}`;
}

async function started(server: Server): Promise<string> {
  const { host, stop } = await listen(server);
  cleanUp.push(stop);
  return host;
}

/** Answers with the headers that matter and the name in the client's certificate. */
const tellWho: RequestListener = ({ headers, socket }, outgoing) => {
  outgoing.end(`${headers.authorization ?? "-"} ${nameOf(socket)}`);
};

function nameOf(socket: IncomingMessage["socket"]): string {
  if (!(socket instanceof TLSSocket)) return "nobody";
  const certificate = socket.getPeerCertificate();
  return (certificate.subject as { CN?: string } | undefined)?.CN ?? "nobody"; // none without one
}

/** A kubeconfig with one context. */
function kubeconfig(server: string, user = "", cluster = "", context = ""): string {
  return `
current-context: here
clusters: [{ name: c, cluster: { server: "${server}", certificate-authority-data: ${base64("ca.crt")} ${cluster} } }]
contexts: [{ name: here, context: { cluster: c, user: u ${context} } }]
users: [{ name: u, user: { ${user} } }]
`;
}

function write(name: string, text: string): string {
  const path = join(folder, name);
  mkdirSync(join(path, ".."), { recursive: true });
  writeFileSync(path, text);
  return path;
}

async function open(options: KubeconfigOptions, from = fromKubeconfig): Promise<NodeTransport> {
  const transport = await from(options);
  cleanUp.push(() => {
    transport.close();
  });
  return transport;
}

async function ask(transport: NodeTransport): Promise<string> {
  return (await transport.send({ method: "GET", path: "/a", headers: [] })).text();
}

async function answerTo(text: string): Promise<string> {
  return ask(await open({ text, environment: {} }));
}

describe("who one is", () => {
  it.each([
    ["nobody", "", "- nobody"],
    ["a token", "token: abc", "Bearer abc nobody"],
    [
      "a name and a password",
      "username: jürgen, password: 'a:b'",
      `Basic ${Buffer.from("jürgen:a:b").toString("base64")} nobody`,
    ],
  ])("%s", async (_, user, answer) => {
    expect(await answerTo(kubeconfig(await serve(), user))).toBe(answer);
  });

  it("a certificate in the kubeconfig", async () => {
    const user = `client-certificate-data: ${base64("alice.crt")}, client-key-data: ${base64("alice.key")}`;
    expect(await answerTo(kubeconfig(await serve(), user))).toBe("- alice");
  });

  it("certificates in files beside the kubeconfig, read again when they change", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const text = kubeconfig(
      await serve(),
      "client-certificate: pki/me.crt, client-key: pki/me.key",
    ).replace(/certificate-authority-data: \S+/, "certificate-authority: pki/ca.crt");
    const path = write("sub/config", text);
    write("sub/pki/ca.crt", pem("ca.crt"));
    write("sub/pki/me.crt", pem("alice.crt"));
    write("sub/pki/me.key", pem("alice.key"));
    const transport = await open({ path });
    const [first, second] = await Promise.all([ask(transport), ask(transport)]);
    expect([first, second]).toEqual(["- alice", "- alice"]);
    write("sub/pki/me.crt", pem("bob.crt"));
    vi.setSystemTime(Date.now() + 10_000);
    // The key is not there yet: the old pair has to do.
    expect(await ask(transport)).toBe("- alice");
    write("sub/pki/me.key", pem("bob.key"));
    vi.setSystemTime(Date.now() + 10_000);
    expect(await ask(transport)).toBe("- bob");
    vi.setSystemTime(Date.now() + 9_999);
    write("sub/pki/me.key", "");
    expect(await ask(transport)).toBe("- bob");
  });

  it("somebody else", async () => {
    const seen: string[] = [];
    const server = await serve("server", ({ rawHeaders }, outgoing) => {
      seen.push(...rawHeaders);
      outgoing.end();
    });
    const as =
      "token: t, as: bob, as-uid: '7', as-groups: [a, b], as-user-extra: { x.io/Team: [c, d] }";
    await answerTo(kubeconfig(server, as));
    const pairs = seen.flatMap((name, index) =>
      index % 2 === 0 ? [`${name}: ${seen[index + 1] ?? ""}`] : [],
    );
    expect(pairs.filter((pair) => pair.startsWith("impersonate"))).toEqual([
      "impersonate-user: bob",
      "impersonate-uid: 7",
      "impersonate-group: a",
      "impersonate-group: b",
      "impersonate-extra-x.io%2fteam: c",
      "impersonate-extra-x.io%2fteam: d",
    ]);
  });

  it("a token in a file, read again after a minute and after a 401", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    let valid = "one";
    const server = await serve("server", ({ headers }, outgoing) => {
      outgoing.statusCode = headers.authorization === `Bearer ${valid}` ? 200 : 401;
      outgoing.end(headers.authorization);
    });
    write("token", "one\n");
    const path = write("config", kubeconfig(server, "tokenFile: token, token: old"));
    const transport = await open({ path });
    expect(await ask(transport)).toBe("Bearer one");
    write("token", "two");
    expect(await ask(transport)).toBe("Bearer one");
    valid = "two";
    expect(await ask(transport)).toBe("Bearer two");
    write("token", "three");
    vi.setSystemTime(Date.now() + 60_000);
    expect(await ask(transport)).toBe("Bearer three");
    rmSync(join(folder, "token"));
    expect(await ask(await open({ path }))).toBe("Bearer old");
  });
});

describe("a credential plugin", () => {
  /** Notes each run, and prints what is in a file. */
  const script = `
    const fs = require("node:fs");
    fs.appendFileSync("RUNS", process.env.KUBERNETES_EXEC_INFO + " " + process.env.WHO + "\\n");
    setTimeout(() => {
      const answer = fs.readFileSync("ANSWER", "utf8");
      if (answer === "fail") process.exit(3);
      console.log(answer);
    }, 20);`;

  function plugin(more = "", apiVersion = "v1"): string {
    const source = script
      .replace("RUNS", join(folder, "runs"))
      .replace("ANSWER", join(folder, "answer"));
    write("bin/plugin", `#!${process.execPath}\n${source}`);
    chmodSync(join(folder, "bin/plugin"), 0o755);
    return `exec: { apiVersion: client.authentication.k8s.io/${apiVersion}, command: ./bin/plugin, args: null, env: [{ name: WHO, value: me }] ${more} }`;
  }

  function grant(status: object, apiVersion = "v1"): void {
    const kind = "ExecCredential";
    write(
      "answer",
      JSON.stringify({ kind, apiVersion: `client.authentication.k8s.io/${apiVersion}`, status }),
    );
  }

  function runs(): string[] {
    const path = join(folder, "runs");
    return existsSync(path) ? readFileSync(path, "utf8").trim().split("\n") : [];
  }

  it("runs once for many requests, and is told what it asks for", async () => {
    const server = await serve();
    const extension =
      ", extensions: [{ name: client.authentication.k8s.io/exec, extension: { audience: x } }]";
    const path = write(
      "config",
      kubeconfig(
        server,
        plugin(", provideClusterInfo: true, interactiveMode: Never", "v1beta1"),
        extension,
      ),
    );
    grant({ token: "abc" }, "v1beta1");
    const transport = await open({ path });
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask(transport)));
    expect(new Set(answers)).toEqual(new Set(["Bearer abc nobody"]));
    expect(runs()).toHaveLength(1);
    const [told = "", who] = runs()[0]?.split(" ") ?? [];
    expect(who).toBe("me");
    expect(JSON.parse(told)).toEqual({
      apiVersion: "client.authentication.k8s.io/v1beta1",
      kind: "ExecCredential",
      spec: {
        interactive: false,
        cluster: {
          server,
          "certificate-authority-data": base64("ca.crt"),
          config: { audience: "x" },
        },
      },
    });
  });

  it("runs again before its credential expires, and once after a 401", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    let valid = /one/;
    const server = await serve("server", ({ headers }, outgoing) => {
      outgoing.statusCode = valid.test(headers.authorization ?? "") ? 200 : 401;
      outgoing.end(headers.authorization);
    });
    const path = write("config", kubeconfig(server, plugin()));
    const until = new Date(Date.now() + 600_000).toISOString();
    grant({ token: "one", expirationTimestamp: until });
    const transport = await open({ path });
    expect(await ask(transport)).toBe("Bearer one");
    grant({ token: "one-more", expirationTimestamp: new Date(Date.now() + 1e6).toISOString() });
    vi.setSystemTime(Date.now() + 569_000);
    expect(await ask(transport)).toBe("Bearer one");
    vi.setSystemTime(Date.now() + 1_500);
    expect(await ask(transport)).toBe("Bearer one-more");
    expect(runs()).toHaveLength(2);
    valid = /two/;
    grant({ token: "two" });
    expect(await Promise.all([ask(transport), ask(transport)])).toEqual([
      "Bearer two",
      "Bearer two",
    ]);
    expect(runs()).toHaveLength(3);
    valid = /never/;
    vi.setSystemTime(Date.now() + 20_000);
    const refused = await transport.send({ method: "GET", path: "/a", headers: [] });
    expect(refused.status).toBe(401);
    await ask(transport);
    expect(runs()).toHaveLength(4);
  });

  it("that prints what has expired runs once for a request, and once more after a 401", async () => {
    const server = await serve("server", (_incoming, outgoing) => {
      outgoing.statusCode = 401;
      outgoing.end();
    });
    const path = write("config", kubeconfig(server, plugin()));
    grant({ token: "old", expirationTimestamp: "2020-01-01T00:00:00Z" });
    const transport = await open({ path });
    await ask(transport);
    expect(runs()).toHaveLength(2);
    await ask(transport);
    expect(runs()).toHaveLength(2);
  });

  it("hands out client certificates, new ones after a 401", async () => {
    let valid = "alice";
    const server = await serve("server", ({ socket }, outgoing) => {
      outgoing.statusCode = nameOf(socket) === valid ? 200 : 401;
      outgoing.end(nameOf(socket));
    });
    const path = write("config", kubeconfig(server, plugin()));
    grant({ clientCertificateData: pem("alice.crt"), clientKeyData: pem("alice.key") });
    const transport = await open({ path });
    expect(await ask(transport)).toBe("alice");
    valid = "bob";
    grant({ clientCertificateData: pem("bob.crt"), clientKeyData: pem("bob.key") });
    expect(await ask(transport)).toBe("bob");
    expect(runs()).toHaveLength(2);
  });

  it("that fails is run again by the next request", async () => {
    const path = write(
      "config",
      kubeconfig(await serve(), plugin(", installHint: get it from us")),
    );
    write("answer", "fail");
    const transport = await open({ path });
    const failing = new TransportError(
      `the credential plugin '${join(folder, "bin/plugin")}' failed: exit code 3\nget it from us`,
    );
    await expect(ask(transport)).rejects.toThrow(failing);
    await expect(ask(transport)).rejects.toThrow(TransportError);
    grant({ token: "abc" });
    expect(await ask(transport)).toBe("Bearer abc nobody");
  });

  it.each([
    ["hello secret", "did not print an ExecCredential with a status"],
    ["{}", "did not print an ExecCredential with a status"],
    [
      { kind: "ExecCredential", apiVersion: "v1", status: { token: "secret" } },
      "printed a credential of another apiVersion than 'client.authentication.k8s.io/v1'",
    ],
    [{ status: { token: 5 } }, "printed a credential that is no text"],
    [{ status: {} }, "printed neither a token nor a client certificate"],
    [
      { status: { clientKeyData: "secret" } },
      "printed a client certificate without its key, or a key alone",
    ],
    [
      { status: { token: "secret", expirationTimestamp: "soon" } },
      "printed an expirationTimestamp that is no time",
    ],
  ])("that answers %j is refused, without showing the answer", async (answer, text) => {
    const path = write("config", kubeconfig(await serve(), plugin()));
    const base = { kind: "ExecCredential", apiVersion: "client.authentication.k8s.io/v1" };
    write("answer", typeof answer === "string" ? answer : JSON.stringify({ ...base, ...answer }));
    const error = await ask(await open({ path })).catch(String);
    expect(error).toContain(text);
    expect(error).not.toContain("secret");
  });

  it("that is not there, or needs somebody to ask", async () => {
    const exec = (more: string): string => kubeconfig("https://127.0.0.1:1", `exec: { ${more} }`);
    await expect(answerTo(exec("command: no-such-plugin, installHint: get it"))).rejects.toThrow(
      /^the credential plugin 'no-such-plugin' cannot be run: there is no such program\nget it$/,
    );
    await expect(
      answerTo(exec("command: no-such-plugin, interactiveMode: Always")),
    ).rejects.toThrow("standard input is no terminal");
  });
});

describe("where the cluster is", () => {
  it("is found in several files, of which the first one wins", async () => {
    const server = await serve();
    const one = write(
      "one",
      `
clusters: []
contexts: [{ name: here, context: { cluster: c, user: u, namespace: team-a } }]
users: [{ name: u, user: { token: first } }]
`,
    );
    const two = write("two", kubeconfig(server, "token: second", "", ", namespace: team-b"));
    const KUBECONFIG = [join(folder, "missing"), one, "", two].join(":");
    const transport = await open({ environment: { KUBECONFIG } });
    expect(await ask(transport)).toBe("Bearer first nobody");
    expect(transport.defaultNamespace).toBe("team-a");
    const other = await open({ path: two, parse });
    expect(await ask(other)).toBe("Bearer second nobody");
    expect(other.defaultNamespace).toBe("team-b");
  });

  it("is found in the home directory", async () => {
    write(".kube/config", kubeconfig(await serve(), "token: home"));
    const transport = await open({ environment: { HOME: folder } }, connect);
    expect(await ask(transport)).toBe("Bearer home nobody");
    expect(transport.defaultNamespace).toBeUndefined();
  });

  it("may be behind a proxy, have another name, or not be checked", async () => {
    const server = await serve();
    const proxy = await startProxy(tunnel);
    cleanUp.push(proxy.stop);
    const cluster = `, proxy-url: "http://${proxy.host}", tls-server-name: kubernetes.test`;
    expect(await answerTo(kubeconfig(server, "token: t", cluster))).toBe("Bearer t nobody");
    expect(proxy.seen).toEqual([`CONNECT ${new URL(server).host} for anybody`]);
    const through = await open({
      text: kubeconfig(server),
      proxyUrl: () => `http://${proxy.host}`,
    });
    await ask(through);
    expect(proxy.seen).toHaveLength(2);
    const unchecked = kubeconfig(server, "token: t", ", insecure-skip-tls-verify: true").replace(
      /certificate-authority-data: \S+/,
      "tls-server-name: other",
    );
    expect(await answerTo(unchecked)).toBe("Bearer t nobody");
  });

  it("may be behind the proxy of the environment", async () => {
    const server = (await serve()).replace("127.0.0.1", "kubernetes.test");
    const proxy = await startProxy(({ url = "" }, socket) => {
      tunnel({ url: url.replace("kubernetes.test", "127.0.0.1") }, socket);
    });
    cleanUp.push(proxy.stop);
    const environment = { HTTPS_PROXY: `http://me:word@${proxy.host}`, NO_PROXY: "x.test" };
    const text = kubeconfig(server, "token: t");
    expect(await ask(await open({ text, environment }))).toBe("Bearer t nobody");
    expect(proxy.seen).toEqual([`CONNECT ${new URL(server).host} for Basic ${btoa("me:word")}`]);
    const direct = await open({ text, environment: { ...environment, NO_PROXY: "*" } });
    await expect(ask(direct)).rejects.toThrow(/ENOTFOUND|EAI_AGAIN/);
    const chosen = await open({ text, environment, proxyUrl: () => undefined });
    await expect(ask(chosen)).rejects.toThrow(/ENOTFOUND|EAI_AGAIN/);
  });

  it("connect falls back to the pod's service account, and says what it looked for", async () => {
    const listed = [`${folder}/a`, write("b", "kind: Config\n"), write("c", "kind: Pod\n")];
    const environment: Environment = { KUBECONFIG: listed.join(":") };
    await expect(connect({ environment })).rejects.toThrow(
      new KubeconfigError(
        `there is no kubeconfig: '${folder}/a' of KUBECONFIG does not exist, ` +
          `'${folder}/b' of KUBECONFIG is empty: it has no clusters and no contexts, ` +
          `'${folder}/c' of KUBECONFIG is no kubeconfig: it has no clusters and no contexts; ` +
          "this is no pod either, as KUBERNETES_SERVICE_HOST and KUBERNETES_SERVICE_PORT are not set",
      ),
    );
    const pod = {
      HOME: folder,
      KUBERNETES_SERVICE_HOST: "127.0.0.1",
      KUBERNETES_SERVICE_PORT: "1",
    };
    const transport = await open({ environment: pod }, connect);
    await expect(ask(transport)).rejects.toThrow(
      /^the service account: '\/var\/run\/secrets\/kubernetes\.io\/serviceaccount\/.*' does not exist$/,
    );
    await expect(connect({ environment: pod, context: "a" })).rejects.toThrow(
      new KubeconfigError(
        `there is no kubeconfig: '${folder}/.kube/config' does not exist, and KUBECONFIG is not set; ` +
          "the service account of this pod has no context 'a'",
      ),
    );
    await expect(fromKubeconfig({ environment: pod })).rejects.toThrow(KubeconfigError);
  });

  it("needs no home: a container may run under a number that belongs to no user", async () => {
    const spy = vi.spyOn(os, "homedir").mockImplementation(() => {
      throw new Error("uv_os_homedir returned ENOENT");
    });
    syncBuiltinESMExports();
    try {
      await expect(connect({ environment: {} })).rejects.toThrow(
        "there is no kubeconfig: '/.kube/config' does not exist, and KUBECONFIG is not set;",
      );
    } finally {
      spy.mockRestore();
      syncBuiltinESMExports();
    }
  });
});

describe("what cannot be used", () => {
  it.each<[string, string, KubeconfigOptions]>([
    ["a missing file", "the kubeconfig '/no/such' does not exist", { path: "/no/such" }],
    [
      "a folder",
      "the kubeconfig '/proc' cannot be read: EISDIR: illegal operation on a directory",
      { environment: { KUBECONFIG: "/no/such:/proc" } },
    ],
    [
      "an empty text",
      "the kubeconfig is empty: it has no clusters and no contexts",
      { text: "---\n" },
    ],
    [
      "an empty file",
      "the kubeconfig '/dev/null' is empty: it has no clusters and no contexts",
      { path: "/dev/null" },
    ],
    [
      "something else",
      "the kubeconfig is no kubeconfig: it has no clusters and no contexts",
      { text: "apiVersion: v1\nkind: ConfigMap\n" },
    ],
    [
      "no context",
      "the kubeconfig has no current-context: name a context; the contexts are: a",
      { text: "contexts: [{ name: a, context: {} }]" },
    ],
    [
      "no such context",
      "the kubeconfig has no context 'there'; the contexts are: here",
      { text: "contexts: [{ name: here, context: {} }]", context: "there" },
    ],
    [
      "no such context of many",
      `the kubeconfig has no context 'there'; the contexts are: ${Array.from({ length: 20 }, (_, index) => `c${index}`).join(", ")} and 5 more`,
      {
        text: JSON.stringify({
          contexts: Array.from({ length: 25 }, (_, index) => ({ name: `c${index}` })),
        }),
        context: "there",
      },
    ],
    [
      "no cluster",
      "context 'a' names the cluster 'c', which is not in the kubeconfig",
      { text: "contexts: [{ name: a, context: { cluster: c } }]", context: "a" },
    ],
    [
      "a context that says nothing",
      "context 'a' names no cluster",
      { text: "contexts: [{ name: a }]", context: "a" },
    ],
    [
      "no user",
      "context 'a' names the user 'u', which is not in the kubeconfig",
      {
        text: "{ clusters: [{ name: c }], contexts: [{ name: a, context: { cluster: c, user: u } }] }",
        context: "a",
      },
    ],
    [
      "a map for a text",
      "the kubeconfig: current-context is a map, but must be a text: put it in quotes",
      { text: "current-context: {}" },
    ],
    [
      "no text",
      "the kubeconfig: clusters is a string, but must be a list",
      {
        text: "{ current-context: a, contexts: [{ name: a, context: { cluster: c } }], clusters: hello }",
      },
    ],
    ["a page", "the kubeconfig is a string, but must be a map", { text: "<html>secret</html>" }],
    [
      "YAML that is not read",
      "the kubeconfig: line 2: tags are not read; give a function as 'parse' that reads all of YAML",
      { text: "a: 1\nb: [!x secret]" },
    ],
    ["what is no YAML", "the kubeconfig: line 2: tabs cannot indent", { text: "a:\n\tb: secret" }],
    [
      "what a parser throws",
      "the kubeconfig: the function 'parse' cannot read it from line 2 on",
      { text: "a: 1\nb: c: secret", parse },
    ],
    [
      "what another parser throws",
      "the kubeconfig: the function 'parse' cannot read it from line 3 on",
      {
        text: "a",
        parse: () => {
          throw Object.assign(new Error("secret"), { mark: { line: 2 } });
        },
      },
    ],
    [
      "an error without a line",
      "the kubeconfig: the function 'parse' cannot read it",
      { text: "a", parse: () => Promise.reject(new Error("secret")) },
    ],
    [
      "what a parser wants to be shown",
      "the kubeconfig: line 7: this is odd",
      {
        text: "a",
        parse: () => {
          throw new KubeconfigError("line 7: this is odd");
        },
      },
    ],
  ])("%s", async (_, message, options) => {
    await expect(fromKubeconfig(options)).rejects.toThrow(new KubeconfigError(message));
  });

  const at = "https://127.0.0.1:1";
  it.each([
    [
      "ftp://x",
      "",
      "",
      `context 'here': the 'server' of the cluster must be an http or https URL, such as "https://10.0.0.1:6443", but is "ftp://x"`,
    ],
    ["", "", "", "context 'here': the cluster has no 'server'"],
    [
      at,
      "",
      ", proxy-url: 'socks5://p:1'",
      `context 'here': the 'proxy-url' of the cluster must be an http or https URL, such as "http://proxy:3128", but is "socks5://p:1"; name an HTTP proxy, or none`,
    ],
    [
      at,
      "token: 12345",
      "",
      "the kubeconfig: users[0].user.token is a number, but must be a text: put it in quotes",
    ],
    [
      at,
      "client-certificate: no/such",
      "",
      /^context 'here': client-certificate: '\/.*no\/such' does not exist$/,
    ],
    [
      at,
      "client-key-data: aGk=",
      "",
      "context 'here': the user has a client-key, but no client-certificate",
    ],
    [
      at,
      "client-certificate-data: aGk=",
      "",
      "context 'here': the user has a client-certificate, but no client-key",
    ],
    [at, "client-key-data: '***'", "", "context 'here': client-key-data is not base64"],
    [at, "tokenFile: no/such", "", /^context 'here': tokenFile: '\/.*no\/such' does not exist$/],
    [
      at,
      "tokenFile: /",
      "",
      "context 'here': tokenFile: '/' cannot be read: EISDIR: illegal operation on a directory",
    ],
    [at, "as-groups: [a]", "", "context 'here': as-uid, as-groups and as-user-extra need 'as'"],
    [
      at,
      "as: a, as-groups: [1]",
      "",
      "the kubeconfig: users[0].user.as-groups is a list, but must be a list of texts",
    ],
    [
      at,
      "auth-provider: { name: oidc }",
      "",
      /^context 'here': the auth-provider 'oidc' is not supported; .*fromClientNode/,
    ],
    [at, "exec: {}", "", "context 'here': 'exec' has no command"],
    [
      at,
      "exec: { command: a, apiVersion: client.authentication.k8s.io/v1alpha1 }",
      "",
      /v1alpha1', but only .*v1 and .*v1beta1 are supported$/,
    ],
    [
      at,
      "",
      ", insecure-skip-tls-verify: true",
      "context 'here': the cluster has both a certificate-authority and insecure-skip-tls-verify: leave one of them out",
    ],
    [
      at,
      "",
      ", insecure-skip-tls-verify: 'yes'",
      "the kubeconfig: clusters[0].cluster.insecure-skip-tls-verify is a string, but must be true or false",
    ],
  ])("%j with { %s }%s", async (server, user, cluster, message) => {
    const made = fromKubeconfig({ text: kubeconfig(server, user, cluster) });
    const exact = typeof message === "string" ? { message } : {};
    await expect(made).rejects.toMatchObject(exact);
    if (typeof message !== "string") await expect(made).rejects.toThrow(message);
    await expect(made).rejects.toBeInstanceOf(KubeconfigError);
  });

  it.each([
    ["other.crt", "server", /has a certificate of another authority than those of 'ca'/],
    [
      "ca.crt",
      "expired",
      /^GET \/a: certificate has expired; https:\/\/127.* renew it, and check the clock/,
    ],
    ["alice.key", "server", /^the ca is no usable PEM: /],
  ])("authorities of %s for the server of %s", async (ca, server, message) => {
    const text = kubeconfig(await serve(server), "token: secret-token").replace(
      base64("ca.crt"),
      base64(ca),
    );
    const asked = answerTo(text);
    await expect(asked).rejects.toThrow(message);
    await expect(asked).rejects.toBeInstanceOf(TransportError);
    await expect(asked).rejects.not.toThrow(/secret-token/);
  });

  it("a name that the server does not have, a server without TLS, and none", async () => {
    const server = await serve();
    await expect(answerTo(kubeconfig(server, "", ", tls-server-name: other.test"))).rejects.toThrow(
      /other\.test.*; https:\/\/.* set 'tlsServerName' \(in a kubeconfig: tls-server-name\)/,
    );
    const plain = await started(createServer((_incoming, outgoing) => outgoing.end("{}")));
    await expect(answerTo(kubeconfig(`https://${plain}`))).rejects.toThrow("does not speak TLS");
    await expect(answerTo(kubeconfig(at))).rejects.toThrow(
      "https://127.0.0.1:1 refuses connections",
    );
  });

  it("a key of another certificate is told, and no key is shown", async () => {
    const user = `client-certificate-data: ${base64("alice.crt")}, client-key-data: ${base64("bob.key")}`;
    const text = await answerTo(kubeconfig(await serve(), user)).catch((error: unknown) =>
      error instanceof Error ? String(error.stack) : "",
    );
    expect(text).toContain("the client certificate and its key do not belong together");
    expect(text).not.toContain("PRIVATE");
  });
});
