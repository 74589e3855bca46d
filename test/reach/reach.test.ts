import { spawn } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import type { RequestListener } from "node:http";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cert, key } from "../support/certificate.js";
import { findChromium } from "../support/chromium.js";
import { runCli } from "../support/cli.js";
import type { Listening } from "../support/listen.js";
import { listen } from "../support/listen.js";
import { firstLocal, secondLocal } from "../support/local-certificates.js";
import type { ProxyServer } from "../support/proxy-server.js";
import { startProxy, tunnel } from "../support/proxy-server.js";
import type { Engine } from "./engines.js";
import { scriptEngines } from "./engines.js";
import { ReachServer } from "./reach-server.js";

/** The outcome of one check. */
interface Result {
  /** The transport. */
  readonly part: string;
  readonly name: string;
  readonly ok: boolean;
  readonly fault?: string;
}

const sample = join(import.meta.dirname, "../../generated-samples/crontab/crd.yaml");
const folder = mkdtempSync(join(tmpdir(), "crdgen-reach-"));
const server = new ReachServer();
let addresses: { readonly http: string; readonly https: string };
let proxy: ProxyServer;
/** An address where nobody listens. */
let closed: string;

beforeAll(async () => {
  const entries = "client,node,informer,controller,webhooks,webhook-server,testing";
  const args = ["generate", sample, "--out", join(folder, "generated"), "--emit", "js"];
  const parts = "types,prune,defaults,rules,validate,admit,client,testing";
  const more = ["--parts", parts, "--runtime-entries", entries];
  const { code, err } = runCli(folder, [...args, ...more]);
  expect(code, err).toBe(0);
  cpSync(join(import.meta.dirname, "checks"), join(folder, "checks"), { recursive: true });
  writeFileSync(join(folder, "package.json"), '{"type":"module"}');
  addresses = await server.start();
  const { host, stop } = await listen(createServer());
  stop();
  closed = `http://${host}`;
  proxy = await startProxy((request, socket) => {
    server.proxied++;
    tunnel(request, socket);
  });
});

afterAll(() => {
  server.stop();
  proxy.stop();
  rmSync(folder, { recursive: true });
});

/** What the checks are told. */
function settingsFor(run: string): object {
  return {
    ...addresses,
    run,
    proxy: proxy.host,
    closed,
    ca: firstLocal.cert,
    caKey: firstLocal.key,
    otherCa: secondLocal.cert,
    otherKey: secondLocal.key,
    cert,
    key,
  };
}

/** One line for each engine, once it has run. */
const matrix: string[] = [];

afterAll(() => {
  console.log(["Checks that passed:", ...matrix].join("\n  "));
});

/** What an engine cannot do, and why. */
const expectedFailures: readonly (readonly [engine: RegExp, check: RegExp, reason: string])[] = [
  [/^Bun/, /^a server of webhooks/, "Bun has no setSecureContext: the old certificate stays"],
];

/** Fails on checks that fail, and on those that are expected to and do not. */
function judge(engine: string, results: readonly Result[]): void {
  for (const part of new Set(results.map((result) => result.part))) {
    const own = results.filter((result) => result.part === part);
    const passed = own.filter(({ ok }) => ok).length;
    matrix.push(`${engine.padEnd(20)} ${part.padEnd(12)} ${passed} of ${own.length}`);
  }
  const failed = results.filter(({ ok, name }) => {
    const expected = expectedFailures.find(([one, check]) => one.test(engine) && check.test(name));
    if (expected !== undefined && !ok) matrix.push(`${" ".repeat(20)} ${name}: ${expected[2]}`);
    return ok === (expected !== undefined);
  });
  expect(failed.map(({ part, name, fault }) => `${part}: ${name}: ${fault ?? ""}`)).toEqual([]);
}

describe.each(scriptEngines())("$name", ({ name, command }: Engine) => {
  if (command === undefined) {
    matrix.push(`${name.padEnd(20)} NOT TESTED: it cannot be installed`);
    it.skip("is not installed", () => undefined);
    return;
  }

  it("runs generated clients, informers and controllers", async () => {
    const [program, ...options] = command;
    const settings = JSON.stringify(settingsFor(name.toLowerCase().replace(/\W/g, "-")));
    const script = join(folder, "checks/run.js");
    const child = spawn(program, [...options, script, join(folder, "generated"), settings], {
      cwd: folder,
      env: { PATH: process.env["PATH"], HOME: folder, NO_COLOR: "1" },
      timeout: 100_000,
    });
    let [out, err] = ["", ""];
    child.stdout.on("data", (chunk: Buffer) => (out += chunk.toString()));
    child.stderr.on("data", (chunk: Buffer) => (err += chunk.toString()));
    const code = await new Promise((resolve) => child.once("close", resolve));
    const lines = out.split("\n").filter((line) => line.startsWith("{"));
    const results = lines.map((line) => JSON.parse(line) as Result); // by run.js
    judge(name, results);
    expect({ code, err: err.replace(/^the certificate cannot be renewed[^]*/, "") }).toEqual({
      code: 0,
      err: "",
    });
    expect(results.length).toBeGreaterThan(45);
  });
});

const types: Readonly<Record<string, string>> = {
  ".js": "text/javascript",
  ".html": "text/html",
};

describe("Chromium", () => {
  const program = findChromium();
  if (program === undefined) {
    matrix.push("Chromium             NOT TESTED: there is none in the path, nor in CHROMIUM");
    it.skip("is not installed", () => undefined);
    return;
  }

  it("runs generated clients, informers and controllers in a page", async () => {
    writeFileSync(
      join(folder, "page.html"),
      '<script type="module" src="checks/page.js"></script>',
    );
    let take: (results: readonly Result[]) => void;
    const answered = new Promise<readonly Result[]>((resolve) => (take = resolve));
    const pages = await servePage((text) => {
      take(JSON.parse(text) as Result[]); // by page.js
    });
    const options = ["--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-port=0"];
    const profile = `--user-data-dir=${join(folder, "profile")}`;
    const child = spawn(program, [...options, profile, `http://${pages.host}/page.html`], {
      stdio: "ignore",
    });
    const ended = new Promise((resolve) => child.once("exit", resolve));
    try {
      const results = await answered;
      judge("Chromium", results);
      expect(results.length).toBeGreaterThan(20);
    } finally {
      child.kill();
      await ended;
      pages.stop();
    }
  });
});

/** Serves the page from an origin that is not the API server's. */
async function servePage(take: (text: string) => void): Promise<Listening> {
  const answer: RequestListener = (request, response) => {
    const { url = "/" } = request;
    if (url === "/settings") response.end(JSON.stringify(settingsFor("chromium")));
    else if (url === "/results") {
      let text = "";
      request.on("data", (chunk: Buffer) => (text += chunk.toString()));
      request.on("end", () => {
        response.end();
        take(text);
      });
    } else {
      response.setHeader("content-type", types[extname(url)] ?? "text/plain");
      response.end(readFileSync(join(folder, url)));
    }
  };
  return listen(createServer(answer));
}
