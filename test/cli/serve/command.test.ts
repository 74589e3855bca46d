import { once } from "node:events";
import { mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { get } from "node:http";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { cronTabCrdFile as crd, cronTabInput as input, ServeFolder } from "../../support/serve.js";

const folder = new ServeFolder();

function modeOf(path: string): number {
  return statSync(folder.path(path)).mode & 0o777;
}

function read(path: string): unknown {
  return parse(readFileSync(folder.path(path), "utf8"));
}

describe("the kubeconfig of crdgen serve", () => {
  it("is for its owner alone, and written anew by each server", async () => {
    for (let round = 0; round < 2; round++) {
      const { child, ended } = await folder.serve("--token", `secret${round}`);
      expect(modeOf("crdgen.kubeconfig")).toBe(0o600);
      const user = { token: `secret${round}` };
      expect(read("crdgen.kubeconfig")).toMatchObject({ users: [{ name: "crdgen", user }] });
      child.kill("SIGTERM");
      await ended;
    }
  });

  it("keeps what else is in a file that is there, and its mode; a link stays one", async () => {
    const other = {
      apiVersion: "v1",
      kind: "Config",
      preferences: { colors: true },
      clusters: [
        { name: "other", cluster: { server: "https://other" } },
        { name: "crdgen", cluster: { server: "https://old" } },
      ],
      users: [{ name: "me", user: { token: "mine" } }],
      contexts: [{ name: "other", context: { cluster: "other", user: "me" } }],
      "current-context": "other",
    };
    writeFileSync(folder.path("real"), JSON.stringify(other), { mode: 0o640 });
    symlinkSync("real", folder.path("config"));
    const { text } = await folder.serve("--kubeconfig", "config");
    const [, server = ""] = /listens at (\S+)/.exec(text()) ?? [];
    expect(read("real")).toEqual({
      ...other,
      clusters: [other.clusters[0], { name: "crdgen", cluster: { server } }],
      users: [...other.users, { name: "crdgen", user: {} }],
      contexts: [
        ...other.contexts,
        { name: "crdgen", context: { cluster: "crdgen", user: "crdgen", namespace: "default" } },
      ],
      "current-context": "crdgen",
    });
    expect(modeOf("real")).toBe(0o640);
  });

  it("is not written over something else, and said before anything begins", async () => {
    mkdirSync(folder.path("folder"));
    writeFileSync(folder.path("notes.txt"), "call mum: 10:00\n");
    writeFileSync(folder.path("broken"), "apiVersion: v1\nkind: Config\nclusters: [\n");
    const cases = [
      ["notes.txt", "notes.txt is there already, and no kubeconfig"],
      ["broken", "broken is there already, and no kubeconfig"],
      ["folder", "folder is a folder"],
      ["missing/config", "missing/config cannot be written: ENOENT"],
    ] as const;
    const before = readFileSync(folder.path("notes.txt"), "utf8");
    for (const [path, words] of cases) {
      const { ended, text } = folder.start("--port", "0", "--kubeconfig", path, "--data", "data");
      expect(await ended).toBe(2);
      expect(text()).toContain(`--kubeconfig: ${words}`);
      expect(text()).not.toContain("listens");
    }
    expect(readFileSync(folder.path("notes.txt"), "utf8")).toBe(before);
  });
});

describe("the command line of crdgen serve", () => {
  it.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)("ends with 0 at %s, and its watches too", async (signal) => {
    const { child, ended, text } = await folder.serve(crd, "--data", "data", "--log");
    const [, server = ""] = /listens at (\S+)/.exec(text()) ?? [];
    const watch = get(`${server}/api/v1/namespaces?watch=1`);
    const [response] = (await once(watch, "response")) as [IncomingMessage]; // by the event
    const ending = once(response.resume(), "end");
    child.kill(signal);
    expect(await ended).toBe(0);
    await ending;
    expect(text()).not.toMatch(/error|bug/i);
    const again = await folder.serve("--data", "data");
    expect(again.text()).not.toContain("not written whole");
  }); // prettier-ignore

  it("logs requests with their status", async () => {
    const { text } = await folder.serve(crd, "--log");
    const cronTabs = await folder.client();
    await cronTabs.create(input("a"));
    await expect(cronTabs.get("b")).rejects.toMatchObject({ code: 404 });
    const path = "/apis/stable.example.com/v1/namespaces/default/crontabs";
    await expect.poll(text).toMatch(new RegExp(`^POST ${path} 201 [\\d.]+ ms$`, "m"));
    await expect.poll(text).toMatch(new RegExp(`^GET ${path}/b 404 [\\d.]+ ms$`, "m"));
  });

  it("says that a token without TLS shuts out clients in Go", async () => {
    const words = "kubectl, Helm and other clients in Go send no token over HTTP";
    const { text } = await folder.serve("--token", "secret");
    await expect.poll(text).toContain(words);
    const quiet = await folder.serve("--token", "secret", "--tls", "--kubeconfig", "other");
    expect(quiet.text()).not.toContain(words);
  });

  it("keeps the authority of --tls for the next start", async () => {
    const authorities: unknown[] = [];
    for (let round = 0; round < 2; round++) {
      const { child, ended } = await folder.serve("--tls", "--cert-dir", "tls");
      const { clusters } = read("crdgen.kubeconfig") as { clusters: { cluster: object }[] }; // as written
      const [{ cluster } = { cluster: {} }] = clusters;
      authorities.push(cluster["certificate-authority-data" as never]);
      child.kill("SIGTERM");
      await ended;
    }
    const kept = readFileSync(folder.path("tls", "ca.crt")).toString("base64");
    expect(authorities).toEqual([kept, kept]);
    expect(modeOf("tls/ca.key")).toBe(0o600);
  });

  it("says which options are wrong", async () => {
    const cases = [
      [["--port", "65536"], "--port: 65536 is not a port"],
      [["--port", "-1"], "--port: '-1' is not a whole number"],
      [["--host", "192.0.2.1"], "--host: others can reach 192.0.2.1, and could read and write"],
      [["--host", "0.0.0.0"], "add --token TEXT"],
      [["--cert-dir", "tls"], "--cert-dir: nothing to keep; add --tls"],
      [["--allow-origin", "example.com"], "--allow-origin: 'example.com' is not a site"],
      [
        ["--port", "0", "--host", "192.0.2.1", "--token", "x"],
        "192.0.2.1 is no address of this machine",
      ],
      [["--kubernetes-version", "1.2"], "--kubernetes-version"],
      [["missing.yaml"], "missing.yaml"],
    ] as const;
    for (const [options, words] of cases) {
      const { ended, text } = folder.start(...options);
      expect(await ended).toBe(2);
      expect(text()).toContain(words);
      expect(text().trim().split("\n")).toHaveLength(1);
    }
  });

  it("prints help with all options and examples", async () => {
    const { ended, text } = folder.start("--help");
    expect(await ended).toBe(0);
    const options =
      "objects host port tls cert-dir token data kubeconfig watch log kubernetes-version";
    for (const option of options.split(" ")) expect(text()).toContain(`--${option}`);
    expect(text()).toContain("crdgen serve config/crd --watch");
  });
});

describe("the objects that crdgen serve begins with", () => {
  it("may come before their namespaces and CRDs, in any file", async () => {
    const object = { ...input("a"), metadata: { name: "a", namespace: "later" } };
    const namespace = { apiVersion: "v1", kind: "Namespace", metadata: { name: "later", labels: { a: "b" } } }; // prettier-ignore
    writeFileSync(folder.path("1.json"), JSON.stringify(object));
    writeFileSync(folder.path("2.json"), JSON.stringify(namespace));
    await folder.serve(crd, "--objects", "1.json", "--objects", "2.json");
    const cronTabs = await folder.client();
    expect((await cronTabs.get("a", { namespace: "later" })).spec.image).toBe("backup");
  });

  it("are refused with their place, in the words of the server", async () => {
    const lines = [
      "apiVersion: stable.example.com/v1",
      "kind: CronTab",
      "metadata: { name: good }",
      'spec: { cronSpec: "0 3 * * *", image: x }',
      "---",
      "apiVersion: stable.example.com/v1",
      "kind: CronTab",
      "metadata: { name: bad }",
      "spec: { cronSpec: never, image: x }",
      "---",
      "apiVersion: stable.example.com/v7",
      "kind: CronTab",
      "metadata: { name: old }",
    ];
    writeFileSync(folder.path("all.yaml"), lines.join("\n"));
    const { ended, text } = folder.start(crd, "--objects", "all.yaml", "--port", "0");
    expect(await ended).toBe(1);
    expect(text()).toMatch(/^all\.yaml:6:1: CronTab\.stable\.example\.com "bad" is invalid: spec\.cronSpec: /m); // prettier-ignore
    expect(text()).toMatch(/^all\.yaml:11:1: .*v7/m);
    expect(text()).not.toContain("listens");
  });
});
