import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:http";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fetchUrl } from "../../../src/cli/fetch-url.js";
import type { Listening } from "../../support/listen.js";
import { listen } from "../../support/listen.js";
import type { ProxyServer } from "../../support/proxy-server.js";
import { startProxy } from "../../support/proxy-server.js";

/** What is answered at some paths; at all others, the path itself. */
const answers: Readonly<Record<string, (response: ServerResponse) => void>> = {
  "/bomb"(response) {
    response.setHeader("content-encoding", "gzip");
    response.end(gzipSync(Buffer.alloc(100_000_000)));
  },
  "/endless"(response) {
    const more = (): void => {
      while (response.write("a: b\n".repeat(1000)));
    };
    response.on("drain", more);
    more();
  },
  "/packed"(response) {
    response.setHeader("content-encoding", "gzip").end(gzipSync("unpacked"));
  },
  "/missing": (response) => response.writeHead(404).end("nothing"),
  "/circle": (response) => response.writeHead(302, { location: "/circle" }).end(),
  "/away": (response) => response.writeHead(302, { location: "file:///etc/passwd" }).end(),
  "/odd": (response) => response.writeHead(302, { location: "http://[" }).end(),
  "/nowhere": (response) => response.writeHead(302).end("no place"),
  "/broken"(response) {
    response.writeHead(200, { "content-length": "10" });
    response.write("half", () => response.destroy());
  },
};
for (const status of [301, 302, 303, 307, 308]) {
  const more = { [`/moved/${status}`]: redirectTo("../there?v=1&w=%20", status) };
  Object.assign(answers, more);
}

function redirectTo(location: string, status = 302): (response: ServerResponse) => void {
  return (response) => response.writeHead(status, { location }).end("elsewhere");
}

function answer({ url = "" }: IncomingMessage, response: ServerResponse): void {
  const path = url.replace(/^http:\/\/[^/]*/, "");
  const countdown = /^\/left\/(\d+)$/.exec(path)?.[1];
  if (countdown !== undefined && countdown !== "0") {
    redirectTo(`/left/${Number(countdown) - 1}`)(response);
  } else (answers[path] ?? ((to) => to.end(path)))(response);
}

const longest = 100_000;
let server: Listening;
let proxy: ProxyServer;

beforeAll(async () => {
  server = await listen(createServer(answer));
  proxy = await startProxy((_, socket) => socket.destroy(), answer);
});
afterAll(() => {
  server.stop();
  proxy.stop();
});

async function textAt(path: string): Promise<string> {
  const { status, body } = await fetchUrl(`http://${server.host}${path}`, longest, {});
  return `${status} ${Buffer.from(body).toString()}`;
}

describe("what a URL leads to", () => {
  it.each(["/endless", "/bomb"])("is not read far beyond the limit: %s", async (path) => {
    const { body } = await fetchUrl(`http://${server.host}${path}`, longest, {});
    expect(body.length).toBeGreaterThan(longest);
    expect(body.length).toBeLessThan(2_000_000);
  });

  it.each([
    ["/a/b.yaml", "200 /a/b.yaml"],
    ["/a?b=c%2F&d#e", "200 /a?b=c%2F&d"],
    ["", "200 /"],
    ["/packed", "200 unpacked"],
    ["/missing", "404 nothing"],
    ["/moved/301", "200 /there?v=1&w=%20"],
    ["/moved/302", "200 /there?v=1&w=%20"],
    ["/moved/303", "200 /there?v=1&w=%20"],
    ["/moved/307", "200 /there?v=1&w=%20"],
    ["/moved/308", "200 /there?v=1&w=%20"],
    ["/nowhere", "302 no place"],
    ["/left/10", "200 /left/0"],
  ])("%s: %s", async (path, expected) => {
    expect(await textAt(path)).toBe(expected);
  });

  it.each([
    ["/left/11", "more than 10 redirects"],
    ["/circle", "more than 10 redirects"],
    ["/away", "it redirects to 'file:///etc/passwd', which is not an http or https URL"],
    ["/odd", "it redirects to 'http://[', which is not an http or https URL"],
    ["/broken", "GET /broken: the connection broke within the answer"],
  ])("%s is refused: %s", async (path, reason) => {
    await expect(textAt(path)).rejects.toThrow(reason);
  });

  it("is asked for without the credentials that diagnostics would show", async () => {
    const url = `http://me:secret@${server.host}/a`;
    await expect(fetchUrl(url, longest, {})).rejects.toThrow("it contains credentials");
  });
});

describe("through a proxy of the environment", () => {
  it("http is asked for with the whole URL, redirects too", async () => {
    const environment = { HTTP_PROXY: `http://me:word@${proxy.host}` };
    const { body } = await fetchUrl("http://crds.test/left/1", longest, environment);
    expect(Buffer.from(body).toString()).toBe("/left/0");
    const basic = Buffer.from("me:word").toString("base64");
    expect(proxy.seen).toEqual([
      `GET http://crds.test/left/1 for Basic ${basic}`,
      `GET http://crds.test/left/0 for Basic ${basic}`,
    ]);
  });

  it.each([
    [{ HTTPS_PROXY: "socks5://p:1" }, "the proxy of HTTPS_PROXY must have an http or https URL"],
    [{ HTTPS_PROXY: "http://[" }, "the proxy of HTTPS_PROXY must have an http or https URL"],
  ])("that cannot be used: %j", async (environment, reason) => {
    await expect(fetchUrl("https://crds.test/a", longest, environment)).rejects.toThrow(reason);
  });
});
