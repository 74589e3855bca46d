import { spawn, spawnSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { hostname } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { beforeEach, describe, expect, it } from "vitest";
import type { Outcome } from "../support/cli.js";
import { main, Scratch, writeBelow } from "../support/cli.js";

const root = join(import.meta.dirname, "../..");
const crontab = readFileSync(join(root, "generated-samples/crontab/crd.yaml"), "utf8");
const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
  readonly version: string;
  readonly bugs: string;
}; // our own
const scratch = new Scratch();
let folder = "";

beforeEach(() => {
  folder = scratch.next();
  writeBelow(folder, "crd.yaml", crontab);
  writeBelow(folder, "object.yaml", "apiVersion: stable.example.com/v1\nkind: CronTab\n");
  writeBelow(folder, "bad.yaml", crontab.replace("name: crontabs.stable.example.com", "name: x"));
});

/** Nothing of the environment in which the tests run. */
const bare = { PATH: process.env["PATH"] };

function crdgen(args: readonly string[], env: NodeJS.ProcessEnv = {}): Outcome {
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...args], {
    cwd: folder,
    env: { ...bare, ...env },
    encoding: "utf8",
  });
  return { code: status, out: stdout, err: stderr };
}

const escape = String.fromCharCode(0x1b);

describe("colours", () => {
  const lint = ["lint", "bad.yaml"];

  it.each<[readonly string[], NodeJS.ProcessEnv, boolean]>([
    [lint, {}, false],
    [[...lint, "--color", "always"], { NO_COLOR: "1" }, true],
    [lint, { FORCE_COLOR: "1", NO_COLOR: "1" }, true],
    [lint, { FORCE_COLOR: "0" }, false],
    [[...lint, "--color", "never"], { FORCE_COLOR: "1" }, false],
    [["validate", "--crd", "bad.yaml", "object.yaml"], { FORCE_COLOR: "1" }, true],
    [["generate", "bad.yaml", "--out", "out"], { FORCE_COLOR: "1" }, true],
    [["diff", "bad.yaml", "bad.yaml"], { FORCE_COLOR: "1" }, true],
    [["explain", "crontabs", "--crd", "bad.yaml"], { FORCE_COLOR: "1" }, true],
    [["example", "crontabs", "--crd", "bad.yaml"], { FORCE_COLOR: "1" }, true],
    [["serve", "bad.yaml"], { FORCE_COLOR: "1" }, true],
  ])("%j with %j: %j", (args, env, want) => {
    const { out, err } = crdgen(args, env);
    expect(err + out).toContain("crd/name-mismatch");
    expect((err + out).includes(`${escape}[`)).toBe(want);
  });

  it("are in summaries of data, and never in the data", () => {
    const { out, err } = crdgen([...lint, "--format", "json"], { FORCE_COLOR: "1" });
    expect(out).toContain("crd/name-mismatch");
    expect(out).not.toContain(escape);
    expect(err).toBe(`${escape}[31m✗ 1 CRD is refused by Kubernetes 1.37${escape}[39m: 1 error\n`);
  });

  it("of a whole line stand around those of its parts", () => {
    const { out } = crdgen([...lint, "--color", "always"]);
    const end = `${escape}[39m`;
    expect(out).toContain(
      `${escape}[1m${escape}[31merror[crd/name-mismatch]${end}: metadata.name: `,
    );
    expect(out).toMatch(/^\u001B\[1m.*\u001B\[22m\n/);
    expect(out).toContain(` ${escape}[94m-->${end} bad.yaml:`);
    expect(out).not.toContain(`${escape}[0m`);
  });
});

/** Where the links of a text lead; `""` ends one. */
function linksOf(text: string): readonly (string | undefined)[] {
  return [...text.matchAll(/\u001B\]8;;([^\u001B]*)\u001B\\/g)].map(([, url]) => url);
}

describe("links", () => {
  it("lead to the file and to the page of the code, and change nothing else", () => {
    const plain = crdgen(["lint", "bad.yaml"]).out;
    const linked = crdgen(["lint", "bad.yaml"], { FORCE_HYPERLINK: "1", NO_COLOR: "1" }).out;
    const links = linksOf(linked);
    const page = join(root, "docs/diagnostics/crd-name-mismatch.md");
    const file = pathToFileURL(join(folder, "bad.yaml")).href;
    expect(links.slice(0, 4)).toEqual([pathToFileURL(page).href, "", file, ""]);
    expect(new Set(links)).toEqual(new Set([pathToFileURL(page).href, file, ""]));
    expect(readFileSync(page, "utf8")).toContain("crd/name-mismatch");
    expect(linked.replaceAll(/\u001B\]8;;[^\u001B]*\u001B\\/g, "")).toBe(plain);
    expect(plain).not.toContain(escape);
  });

  it("name the machine where the terminal may be on another one", () => {
    const env = { FORCE_HYPERLINK: "1", SSH_CONNECTION: "a 1 b 2" };
    expect(crdgen(["lint", "bad.yaml"], env).out).toContain(
      `]8;;file://${hostname().toLowerCase()}/`,
    );
  });

  it("lead to pages only, where the terminal finds places by itself", () => {
    for (const program of ["vscode", "zed"]) {
      const env = { FORCE_HYPERLINK: "1", TERM_PROGRAM: program };
      const { out } = crdgen(["lint", "bad.yaml"], env);
      const page = pathToFileURL(join(root, "docs/diagnostics/crd-name-mismatch.md")).href;
      expect(new Set(linksOf(out))).toEqual(new Set([page, ""]));
      expect(out).toMatch(/^ --> bad\.yaml:\d+:\d+$/m);
    }
  });

  it("are left out with --color never, in data, and for what is no file", () => {
    const env = { FORCE_HYPERLINK: "1" };
    expect(crdgen(["lint", "bad.yaml", "--color", "never"], env).out).not.toContain(escape);
    expect(crdgen(["lint", "bad.yaml", "--format", "json"], env).out).not.toContain(escape);
    const { stdout } = spawnSync(process.execPath, [main, "lint", "-"], {
      cwd: folder,
      env: { ...bare, ...env },
      input: readFileSync(join(folder, "bad.yaml")),
      encoding: "utf8",
    });
    expect(stdout).toContain("\n --> <stdin>:");
  });
});

describe("--debug", () => {
  it("says what is used, on standard error, without secrets", () => {
    writeBelow(folder, "crdgen.config.json", '{ "inputs": ["crd.yaml"] }');
    const plain = crdgen(["lint"]);
    const { code, out, err } = crdgen(["lint", "--debug"]);
    expect({ code, out }).toEqual({ code: 0, out: plain.out });
    expect(err).toContain(plain.err);
    for (const part of [
      `crdgen           ${manifest.version}\n`,
      `Node.js          ${process.version}\n`,
      'lint, with {"watch":false',
      "configuration: crdgen.config.json",
      'what it says: {"inputs":["crd.yaml"]}',
      "inputs of 'crd.yaml': 1",
      "ms  read and judge",
    ]) {
      expect(err).toContain(part);
    }
  });

  it("has the settings and the cache of generate", () => {
    const args = ["generate", "crd.yaml", "--out", "out", "--cache-dir", "cache", "--debug"];
    expect(crdgen(args).err).toMatch(/settings: \[\{"parts":\[.*\n(?:.*\n)?.*cache: cache\n/);
    expect(crdgen(args).err).toContain("cache: nothing has changed since a run");
    rmSync(join(folder, "out"), { recursive: true });
    expect(crdgen(args).err).toContain("cache: crd.yaml is there");
  });

  it.each([
    ["explain", "crontabs", "--crd", "none.yaml"],
    ["serve", "none.yaml", "--token", "s3cret"],
    ["lint", "none.yaml"],
  ])("shows the stack of a fault of use: %s", (...args) => {
    const { code, err } = crdgen([...args, "--debug"]);
    expect(code).toBe(2);
    expect(err).toContain("error: 'none.yaml': no such file or folder\n");
    expect(err).toMatch(/UsageError: 'none\.yaml': no such file or folder\n {4}at /);
    expect(err).not.toContain("s3cret");
  });
});

describe("a bug", () => {
  it("is told with all that a report needs, and no secret", () => {
    writeBelow(
      folder,
      "boom.mjs",
      `import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
const { openSync } = fs;
fs.openSync = (path, ...rest) => {
  if (String(path).endsWith("crd.yaml")) throw new TypeError("boom\\u001B[31m https://u:p@h/");
  return openSync(path, ...rest);
};
syncBuiltinESMExports();
`,
    );
    const args = ["serve", "crd.yaml", "--port", "0", "--token", "s3cret", "--token=s3cret"];
    const { code, out, err } = crdgen(args, {
      NODE_OPTIONS: "--import=./boom.mjs",
      npm_config_user_agent: "pnpm/9.1.0 npm/? node/v20",
    });
    expect({ code, out }).toEqual({ code: 70, out: "" });
    const lines = err.split("\n");
    expect(lines.slice(0, 10)).toEqual([
      `error: this is a bug in crdgen. Please report it at ${manifest.bugs}, with this text and the input that leads to it:`,
      "",
      `crdgen           ${manifest.version}`,
      `Node.js          ${process.version}`,
      expect.stringMatching(`^system {11}${process.platform} ${process.arch} .`),
      "package manager  pnpm 9.1.0",
      "command line     crdgen serve crd.yaml --port 0 --token *** --token=***",
      "configuration    none",
      "inputs           1",
      "",
    ]);
    expect(lines[10]).toBe(String.raw`TypeError: boom\u001b[31m https://***@h/`);
    expect(lines[11]).toMatch(/^ {4}at /);
    expect(err).not.toMatch(/s3cret|u:p/);
  });
});

describe("crdgen doctor", () => {
  it("prints what there is", () => {
    writeBelow(folder, "crdgen.config.yaml", "inputs: [crd.yaml]\n");
    writeBelow(folder, "node_modules/prettier/package.json", '{ "version": "9.8.7\\u001B[31m" }');
    writeBelow(folder, "node_modules/typescript/package.json", "{");
    const { code, out, err } = crdgen(["doctor"], { KUBECONFIG: "a:b", TERM: "dumb" });
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out).toContain(
      `crdgen           ${manifest.version}\nNode.js          ${process.version}`,
    );
    expect(out).toContain("\nconfiguration    crdgen.config.yaml\n");
    expect(out).toContain("\nprettier         9.8.7\\u001b[31m\n");
    expect(out).toMatch(/\ntypescript {7}.*typescript\/package\.json cannot be read\n/);
    expect(out).toContain("\nkubeconfig       a:b ($KUBECONFIG)\n");
    expect(out).toContain(
      "\nstandard error   no terminal; colours: no (TERM=dumb); links: no (no terminal)\n",
    );
    expect(out).toMatch(/\nenvironment {6}TERM=dumb\b/);
    expect(out).toMatch(/\ncache {12}.*node_modules\/\.cache\/crdgen, which is not there yet\n/);
    expect(out).toContain(manifest.bugs);
  });

  it("says what is missing", () => {
    writeBelow(folder, "crdgen.config.yaml", "");
    writeBelow(folder, "crdgen.config.json", "");
    const { code, out } = crdgen(["doctor"], { PATH: folder, HOME: folder });
    expect(code).toBe(0);
    expect(out).toContain("crdgen.config.json, crdgen.config.yaml: more than one");
    expect(out).toContain("\ngit              not found\nkubeconfig       none\n");
    const named = crdgen(["doctor", "--config", "none.yaml"]);
    expect(named.out).toContain("\nconfiguration    none.yaml: no such file\n");
  });

  it.each<[readonly string[], Record<string, string>, string]>([
    [["--color", "never"], {}, "colours: no (--color never); links: no (--color never)"],
    [["--color", "always"], {}, "colours: yes (--color always); links: no (no terminal)"],
    [[], { FORCE_COLOR: "1", NO_COLOR: "1" }, "colours: yes (FORCE_COLOR=1); links: no"],
    [[], { NO_COLOR: "1" }, "colours: no (NO_COLOR=1); links: no"],
    [[], { FORCE_HYPERLINK: "1" }, "colours: no (no terminal); links: yes (FORCE_HYPERLINK=1)"],
  ])("says why there are colours and links: %j %j", (args, environment, words) => {
    expect(crdgen(["doctor", ...args], environment).out).toContain(words);
  });
});

/** `script` of util-linux runs a command on a terminal of its own. */
const version = spawnSync("script", ["--version"]);
const hasTerminal = version.status === 0 && version.stdout.includes("util-linux");
if (!hasTerminal) console.warn("NOT RUN: progress on a terminal, which needs script of util-linux");

describe.runIf(hasTerminal)("on a terminal", () => {
  async function onTerminal(args: readonly string[], env: NodeJS.ProcessEnv): Promise<string> {
    const line = [process.execPath, main, ...args].map((word) => `'${word}'`).join(" ");
    const child = spawn("script", ["-qec", line, "/dev/null"], {
      cwd: folder,
      env: { ...bare, ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let text = "";
    child.stdout.on("data", (chunk: Buffer) => (text += chunk.toString()));
    await new Promise((resolve) => child.once("close", resolve));
    return text;
  }

  /** Runs a task with a server that answers with a CRD after a while. */
  async function withSlowServer(
    milliseconds: number,
    task: (url: string) => Promise<void>,
  ): Promise<void> {
    const server = createServer((_, response) => {
      setTimeout(() => response.end(crontab), milliseconds);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    try {
      await task(`http://127.0.0.1:${(server.address() as AddressInfo).port}/crd.yaml`); // it listens
    } finally {
      server.close();
    }
  }

  it("what takes more than half a second says so, and takes it away", async () => {
    await withSlowServer(1500, async (url) => {
      const text = await onTerminal(["lint", url], { TERM: "xterm", NO_COLOR: "1" });
      const erased = `\r${escape}[J`;
      expect(text).toContain(`judging ${url}${erased}waiting for ${url}, 1 s of 60 s${erased}`);
      expect(text).toMatch(/\r\u001B\[J✓ 1 CRD is accepted by Kubernetes 1\.37 in \d+\.\d s\r\n$/);
      expect(await onTerminal(["lint", url, "--quiet"], { TERM: "xterm" })).toBe("");
      expect(await onTerminal(["lint", url], { TERM: "dumb" })).not.toContain(escape);
    });
  });

  it("what is quick says nothing", async () => {
    await withSlowServer(0, async (url) => {
      expect(await onTerminal(["lint", url], { TERM: "xterm" })).not.toContain("judging");
    });
  });

  it("known terminals get links, and others do not", async () => {
    const link = `${escape}]8;;file:`;
    const lint = ["lint", "bad.yaml"];
    const known = { TERM: "xterm-256color", TERM_PROGRAM: "WezTerm" };
    const text = await onTerminal(lint, { ...known, NO_COLOR: "1" });
    expect(text).toContain(link);
    expect(text).not.toContain(`${escape}[`);
    for (const env of [
      { TERM: "xterm-256color" },
      { ...known, CI: "true" },
      { ...known, FORCE_HYPERLINK: "0" },
    ]) {
      expect(await onTerminal(lint, env)).not.toContain(link);
    }
    expect(crdgen(lint, known).out).not.toContain(escape);
  });
});
