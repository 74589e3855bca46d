import { spawnSync } from "node:child_process";
import { closeSync, existsSync, openSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:https";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { cert, key } from "../support/certificate.js";
import { main, runCli, runCliBeside, Scratch, writeBelow } from "../support/cli.js";
import { listen } from "../support/listen.js";
import { startProxy, tunnel } from "../support/proxy-server.js";

const scratch = new Scratch();
let folder = "";

beforeEach(() => {
  folder = scratch.next();
  for (const name of ["a", "b", "c"]) writeBelow(folder, `crds/${name}/x.yaml`, crd(name));
  writeBelow(folder, "crds/readme.md", "no: [YAML");
});

function crd(name: string): string {
  const names = `{ plural: ${name}s, singular: ${name}, kind: K${name}, listKind: K${name}List }`;
  return `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: ${name}s.example.com }
spec:
  group: example.com
  scope: Namespaced
  names: ${names}
  versions:
    - name: v1
      served: true
      storage: true
      schema: { openAPIV3Schema: { type: object, description: Any. } }
`;
}

/** How many CRDs are found, or why none are. */
function found(...inputs: readonly string[]): string {
  const { err } = runCli(folder, ["lint", ...inputs]);
  return /(?<=^✓ )\d+ CRDs?|^error: .*/m.exec(err)?.[0] ?? err;
}

describe("patterns", () => {
  it.each([
    ["crds/*/*.yaml", "3 CRDs"],
    ["./crds/*/*.yaml", "3 CRDs"],
    [".//crds//*/x.yaml", "3 CRDs"],
    ["./*/{a,b}/x.yaml", "2 CRDs"],
    ["{crds/a,crds/b}/*", "2 CRDs"],
    ["./**/x.yaml", "3 CRDs"],
    ["crds/../crds/[!a]/*.yaml", "2 CRDs"],
    ["crds/*", "error: no CustomResourceDefinition in crds/* (1 file that is not YAML)"],
    ["*.yaml", "error: '*.yaml': nothing matches"],
    ["./crds/*.yaml", "error: './crds/*.yaml': nothing matches"],
    ["none/*.yaml", "error: 'none/*.yaml': nothing matches"],
  ])("%s: %s", (pattern, expected) => {
    expect(found(pattern)).toContain(expected);
  });

  it("look into linked folders where that comes to an end", () => {
    symlinkSync("..", join(folder, "crds/loop"));
    symlinkSync("a", join(folder, "crds/z.yaml"));
    expect(found("crds/*/x.yaml")).toBe("4 CRDs");
    expect(found("crds/loop/crds/*/x.yaml")).toBe("4 CRDs");
    expect(found("crds/**/x.yaml")).toBe("3 CRDs");
  });
});

describe("folders", () => {
  it("are read without what is linked into them", () => {
    symlinkSync("..", join(folder, "crds/loop"));
    symlinkSync("a", join(folder, "crds/folder.yaml"));
    expect(found("crds")).toBe("3 CRDs");
    expect(found("crds/loop")).toBe("3 CRDs");
  });

  it("are read without links that lead nowhere, which are an error where they are named", () => {
    symlinkSync("me@host.123", join(folder, "crds/.#a.yaml"));
    symlinkSync("nowhere", join(folder, "crds/broken.yaml"));
    expect(found("crds")).toBe("3 CRDs");
    expect(found("crds/broken.yaml")).toBe("error: 'crds/broken.yaml': no such file or folder");
    symlinkSync("circle.yaml", join(folder, "crds/circle.yaml"));
    expect(found("crds")).toBe("error: 'crds/circle.yaml': cannot be read (ELOOP)");
  });

  it("are read with hidden files, as kubectl does", () => {
    writeBelow(folder, "crds/.d.yaml", crd("d"));
    expect(found("crds")).toBe("4 CRDs");
  });
});

describe("what is named twice", () => {
  it.each([
    [["crds/a/x.yaml", "./crds/a/x.yaml"], "1 CRD"],
    [["crds", "./crds/", "crds/a/../b/x.yaml"], "3 CRDs"],
  ])("is read once: %j", (inputs, expected) => {
    const { out } = runCli(folder, ["lint", "--format", "json", ...inputs]);
    expect(out).not.toContain("repeated");
    expect(found(...inputs)).toBe(expected);
  });
});

it("names what is called nearly as a path that leads nowhere", () => {
  writeBelow(folder, "near/crontab.yaml", "a: 1\n");
  const told = (...inputs: string[]): string => runCli(folder, ["lint", ...inputs]).err;
  expect(told("near/crontabs.yaml")).toBe(
    "error: 'near/crontabs.yaml': no such file or folder\n(did you mean 'near/crontab.yaml'?)\n",
  );
  expect(told("nowhere/crontabs.yaml")).toBe(
    "error: 'nowhere/crontabs.yaml': no such file or folder\n",
  );
  expect(told("clustr")).toBe(
    "error: 'clustr': no such file or folder\n(did you mean 'cluster'?)\n",
  );
});

it("names all that is missing, also what other options name", () => {
  expect(
    runCli(folder, ["lint", "a", "crds", "clustr", "--old", "b/", "--crd", "*.none"]).err,
  ).toBe("error: 'a', 'clustr', 'b/': no such file or folder\n(did you mean 'cluster'?)\n");
  expect(runCli(folder, ["validate", "a", "--crd", "b"]).err).toBe(
    "error: 'a', 'b': no such file or folder\n",
  );
  expect(runCli(folder, ["lint", "*.none", "*.nothing"]).err).toBe(
    "error: '*.none', '*.nothing': nothing matches\n",
  );
});

describe.runIf(existsSync("/dev/zero"))("what never ends", () => {
  it("is read no further than the longest text", () => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [main, "lint", "/dev/zero"], {
      encoding: "utf8",
      timeout: 60_000,
    });
    expect(stdout).toContain("error[source/too-large]");
    expect(stderr).toBe("✗ nothing was checked: 1 error\n");
    expect(status).toBe(1);
  });

  it("is read no further on standard input", () => {
    const zero = openSync("/dev/zero", "r");
    const { status, stdout, stderr } = spawnSync(process.execPath, [main, "lint", "-"], {
      stdio: [zero, "pipe", "pipe"],
      encoding: "utf8",
      timeout: 60_000,
    });
    closeSync(zero);
    expect(stdout).toContain("error[source/too-large]");
    expect(stderr).toBe("✗ nothing was checked: 1 error\n");
    expect(status).toBe(1);
  });
});

it("a pipe is read as a file is", () => {
  const script = 'cat "$1" | "$2" "$3" lint /dev/fd/0';
  const args = ["-c", script, "sh", "crds/a/x.yaml", process.execPath, main];
  const { status, stderr } = spawnSync("sh", args, { cwd: folder, encoding: "utf8" });
  if (!existsSync("/dev/fd/0")) return; // not on Windows
  expect(stderr).toBe("✓ 1 CRD is accepted by Kubernetes 1.37\n");
  expect(status).toBe(0);
});

describe.runIf(process.platform !== "win32")("what the system refuses is no internal error", () => {
  it("standard input that is open for writing alone", () => {
    const sink = openSync(join(folder, "sink"), "w");
    const { status, stderr } = spawnSync(process.execPath, [main, "lint", "-"], {
      stdio: [sink, "ignore", "pipe"],
      encoding: "utf8",
    });
    closeSync(sink);
    expect(stderr).toBe("error: standard input cannot be read (EBADF)\n");
    expect(status).toBe(2);
  });

  it("a working folder that has gone", () => {
    const script = 'mkdir gone && cd gone && rmdir ../gone && "$1" "$2" lint ../crds';
    const args = ["-c", script, "sh", process.execPath, main];
    const { status, stderr } = spawnSync("sh", args, { cwd: folder, encoding: "utf8" });
    expect(stderr).toBe("error: the working folder does not exist any more\n");
    expect(status).toBe(2);
  });
});

describe("a URL", () => {
  it("is asked through the proxies of the environment, with or without TLS", async () => {
    const text = (path = ""): string => (path.endsWith("/b.yaml") ? crd("b") : crd("a"));
    const secure = await listen(createServer({ cert, key }, ({ url }, to) => to.end(text(url))));
    const proxy = await startProxy(
      ({ url = "" }, socket) => {
        tunnel({ url: url === "crdgen.test:443" ? secure.host : url }, socket);
      },
      ({ url }, to) => to.end(text(url)),
    );
    const certificate = join(folder, "ca.pem");
    writeFileSync(certificate, cert);
    const env = {
      PATH: process.env["PATH"],
      HTTP_PROXY: `http://${proxy.host}`,
      HTTPS_PROXY: proxy.host,
      NODE_EXTRA_CA_CERTS: certificate,
    };
    const urls = ["http://crds.test/a.yaml", "https://crdgen.test/b.yaml"];
    const { code, err } = await runCliBeside(folder, ["lint", ...urls], env);
    proxy.stop();
    secure.stop();
    expect(err).toMatch(/^✓ 2 CRDs are accepted/m);
    expect(code).toBe(0);
    expect(proxy.seen).toEqual([
      "GET http://crds.test/a.yaml for anybody",
      "CONNECT crdgen.test:443 for anybody",
    ]);
  });

  it.each([
    ["http://me:word@crds.test/a", "it contains credentials, which diagnostics would show; pipe"],
    ["http://[/a", "Invalid URL"],
    ["http://127.0.0.1:9/a", "connect ECONNREFUSED 127.0.0.1:9"],
  ])("that cannot be fetched is told: %s", (url, reason) => {
    const { code, err } = runCli(folder, ["lint", url]);
    expect(err).toContain(`error: '${url}': cannot be fetched (${reason}`);
    expect(code).toBe(2);
  });
});
