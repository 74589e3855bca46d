// Checks of what needs Node.js, or what is like it.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { equal, errorOf, hold, until } from "./check.js";

function client(kit, options, prefix = "/odd/echo") {
  const transport = kit.nodeTransport({ baseUrl: kit.https + prefix, ...options });
  return { transport, call: () => new kit.CronTabClient(transport).get("a") };
}

/** Calls once, with a transport of its own. */
async function callOnce(kit, options) {
  const { transport, call } = client(kit, options);
  try {
    return (await call()).spec;
  } finally {
    transport.close();
  }
}

async function inFolder(work) {
  const folder = await mkdtemp(join(tmpdir(), "reach-"));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

function kubeconfig(kit, user, cluster = {}) {
  const data = btoa(kit.ca);
  const server = `${kit.https}/odd/echo`;
  return JSON.stringify({
    apiVersion: "v1",
    kind: "Config",
    clusters: [{ name: "c", cluster: { server, "certificate-authority-data": data, ...cluster } }],
    users: [{ name: "u", user }],
    contexts: [{ name: "x", context: { cluster: "c", user: "u", namespace: "there" } }],
    "current-context": "x",
  });
}

export const nodeChecks = [
  {
    name: "TLS: whom it trusts",
    async run(kit) {
      const { ca } = kit;
      hold((await callOnce(kit, { ca })).headers.host.startsWith("127.0.0.1"), "the authority");
      await callOnce(kit, { insecureSkipTlsVerify: true });
      const stranger = await errorOf(callOnce(kit, {}));
      hold(kit.isTransportError(stranger), `a TransportError, not ${stranger}`);
      hold(/another authority/.test(stranger.message), `with advice: ${stranger.message}`);
    },
  },
  {
    name: "TLS: names",
    async run(kit) {
      const { ca } = kit;
      equal((await callOnce(kit, { ca, tlsServerName: "localhost" })).servername, "localhost");
      const other = await errorOf(callOnce(kit, { ca, tlsServerName: "example.com" }));
      hold(kit.isTransportError(other) && /tls-server-name/.test(other.message), String(other));
    },
  },
  {
    name: "TLS: a client certificate",
    async run(kit) {
      const { ca, cert, key } = kit;
      equal((await callOnce(kit, { ca, cert, key })).subject?.CN, "crdgen.test");
    },
  },
  {
    name: "connections are kept, 16 at most",
    async run(kit) {
      const { ca } = kit;
      const { transport, call } = client(kit, { ca });
      await kit.control("figures");
      for (let round = 0; round < 5; round++) await call();
      const { connections: few } = await kit.control("figures");
      await Promise.all(Array.from({ length: 300 }, call));
      const { connections } = await kit.control("figures");
      transport.close();
      hold(few <= 2 && connections <= 17, `${few}, ${connections} new connections`);
    },
  },
  {
    name: "a server that closes idle connections",
    async run(kit) {
      const { ca } = kit;
      const { transport, call } = client(kit, { ca }, "/odd/leaving");
      for (let round = 0; round < 6; round++) {
        await call();
        await new Promise((resolve) => setTimeout(resolve, 18 + round));
      }
      transport.close();
    },
  },
  {
    name: "close() ends what runs, and is final",
    async run(kit) {
      const { ca } = kit;
      const { transport, call } = client(kit, { ca, maxConnections: 1 }, "/odd/silent");
      const calls = [errorOf(call()), errorOf(call())];
      await new Promise((resolve) => setTimeout(resolve, 100));
      transport.close();
      for (const error of [...(await Promise.all(calls)), await errorOf(call())]) {
        hold(kit.isTransportError(error) && /closed/.test(error.message), String(error));
      }
    },
  },
  {
    name: "impersonation and repeated headers",
    async run(kit) {
      const impersonate = { user: "jörg", groups: ["a", "b"], extra: { k: ["v"] } };
      const { headers } = await callOnce(kit, { ca: kit.ca, impersonate });
      equal(headers["impersonate-group"], "a, b");
      equal(headers["impersonate-extra-k"], "v");
      equal(unescape(encodeURIComponent("jörg")), headers["impersonate-user"]);
    },
  },
  {
    name: "connect() and a token in a file that changes",
    run: (kit) =>
      inFolder(async (folder) => {
        const path = join(folder, "config");
        const tokenFile = join(folder, "token");
        await writeFile(tokenFile, "one\n");
        await writeFile(path, kubeconfig(kit, { tokenFile: "token" }));
        const transport = await kit.connect({ path });
        equal(transport.defaultNamespace, "there");
        const cronTabs = new kit.CronTabClient(transport);
        const read = async () => (await cronTabs.get("a")).spec.headers.authorization;
        equal(await read(), "Bearer one");
        transport.close();
        await writeFile(tokenFile, "two\n");
        const other = await kit.connect({ path });
        equal(
          (await new kit.CronTabClient(other).get("a")).spec.headers.authorization,
          "Bearer two",
        );
        other.close();
      }),
  },
  {
    name: "fromKubeconfig() and a credential plugin",
    run: (kit) =>
      inFolder(async (folder) => {
        const apiVersion = "client.authentication.k8s.io/v1";
        const status = { token: "of-plugin" };
        const answer = { apiVersion, kind: "ExecCredential", status };
        const args = ["-c", `echo run >>${folder}/runs; echo '${JSON.stringify(answer)}'`];
        const exec = { apiVersion, command: "sh", args, interactiveMode: "Never" };
        const transport = await kit.fromKubeconfig({ text: kubeconfig(kit, { exec }) });
        const cronTabs = new kit.CronTabClient(transport);
        const calls = Array.from({ length: 5 }, () => cronTabs.get("a"));
        for (const { spec } of await Promise.all(calls)) {
          equal(spec.headers.authorization, "Bearer of-plugin");
        }
        transport.close();
        const bad = { ...exec, args: ["-c", "exit 3"] };
        const broken = await kit.fromKubeconfig({ text: kubeconfig(kit, { exec: bad }) });
        const error = await errorOf(new kit.CronTabClient(broken).get("a"));
        hold(kit.isTransportError(error) && /\b3\b/.test(error.message), String(error));
        broken.close();
      }),
  },
  {
    name: "a tunnel through a proxy",
    async run(kit) {
      const { proxied: before } = await kit.control("figures");
      const proxyUrl = `http://me:secret@${kit.proxy}`;
      const { transport, call } = client(kit, { ca: kit.ca, proxyUrl });
      hold((await call()).spec.headers.host.startsWith("127.0.0.1"), "through the proxy");
      await call();
      transport.close();
      const { proxied } = await kit.control("figures");
      hold(proxied > before, "the proxy was asked");
      const nobody = client(kit, { ca: kit.ca, proxyUrl: kit.closed });
      hold(kit.isTransportError(await errorOf(nobody.call())), "no proxy there");
    },
  },
  {
    name: "a server of webhooks, whose certificate changes",
    async run(kit) {
      const certificates = [
        { cert: kit.ca, key: kit.caKey },
        { cert: kit.otherCa, key: kit.otherKey },
      ];
      let current = 0;
      const server = await kit.serveWebhooks({
        host: "127.0.0.1",
        port: 0,
        reloadInterval: 50,
        certificate: () => certificates[current],
        handlers: {
          "/apis/stable.example.com/v1/namespaces/default/crontabs/a": () => ({
            status: 200,
            headers: { "content-type": "application/json" },
            body: '{"spec":{}}',
          }),
        },
      });
      const call = (ca) => {
        const baseUrl = `https://127.0.0.1:${server.port}`;
        const transport = kit.nodeTransport({ baseUrl, ca });
        const answer = new kit.CronTabClient(transport).get("a");
        return answer.finally(() => transport.close());
      };
      try {
        equal(await call(kit.ca), { spec: {} });
        current = 1;
        await until(
          () =>
            call(kit.otherCa).then(
              () => true,
              () => false,
            ),
          "the new certificate",
        );
      } finally {
        await server.close(500);
      }
    },
  },
];
