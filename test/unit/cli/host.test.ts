import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, it } from "vitest";
import { processHost } from "../../../src/cli/host.js";

const server = createServer(({ url }, response) => {
  if (url === "/bomb") {
    response.setHeader("content-encoding", "gzip");
    response.end(gzipSync(Buffer.alloc(100_000_000)));
  } else if (url === "/endless") {
    const more = (): void => {
      while (response.write("a: b\n".repeat(1000)));
    };
    response.on("drain", more);
    more();
  } else response.end(url);
});
const address = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // it listens on TCP

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

it.each(["/endless", "/bomb"])("a body is not read far beyond the limit: %s", async (path) => {
  const { body } = await processHost().fetch(address() + path, 100_000);
  expect(body.length).toBeGreaterThan(100_000);
  expect(body.length).toBeLessThan(2_000_000);
});

it("a body up to the limit is read as a whole", async () => {
  const { status, body } = await processHost().fetch(`${address()}/short`, 6);
  expect([status, Buffer.from(body).toString()]).toEqual([200, "/short"]);
});
