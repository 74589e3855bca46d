import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ServeFolder } from "../support/serve.js";
import type { Answer, AttackedServer } from "./attacked-server.js";
import { serveThings, thing, things } from "./things.js";

/* No request costs more than its size, and each has an answer: that of a real API server. */

const folder = new ServeFolder();
let server: AttackedServer;

beforeEach(async () => {
  server = await serveThings(folder);
  expect((await server.ask("POST", things, { body: thing("a") })).status).toBe(201);
});

// The folder, which ends the server, came first, and so it is done with last.
afterEach(() => {
  server.checkMemory();
});

async function patch(type: "json" | "merge", body: string): Promise<Answer> {
  return server.ask("PATCH", `${things}/a`, { body, type: `application/${type}-patch+json` });
}

const refused = {
  status: 422,
  message: "the server rejected our request due to an error in our request",
};

describe("a JSON patch", () => {
  it("copies no more than 3 MiB in all", async () => {
    const bomb = [
      { op: "add", path: "/spec/b", value: "x".repeat(100) },
      ...Array.from({ length: 26 }, (_, index) => ({
        op: "copy",
        from: "/spec",
        path: `/spec/c${index}`,
      })),
    ];
    const start = server.cpuTime();
    expect(await patch("json", JSON.stringify(bomb))).toMatchObject(refused);
    expect(server.cpuTime() - start).toBeLessThan(2_000);
  });

  it("may copy what adds up to less, however often", async () => {
    // 1,000 copies of 3,002 bytes, and of 3,152.
    for (const [length, answer] of [
      [3_000, { status: 200 }],
      [3_150, refused],
    ] as const) {
      const copy = { op: "copy", from: "/spec/b", path: "/spec/c" };
      const first = { op: "add", path: "/spec/b", value: "x".repeat(length) };
      const operations = [first, ...Array.from({ length: 1_000 }, () => copy)];
      expect(await patch("json", JSON.stringify(operations))).toMatchObject(answer);
    }
  });
});

describe("a selector of 250,000 letters", () => {
  const pieces = ["!", "(", ")", ",", "=", "<", "!=", "a,", "a=b,", "!a,", "\\", " ", "a in ("];

  it.each(["labelSelector", "fieldSelector"])("keeps nobody waiting: %s", async (name) => {
    for (const piece of pieces) {
      const text = encodeURIComponent(piece.repeat(250_000 / piece.length));
      const start = server.mainThreadTime();
      const { status } = await server.ask("GET", `${things}?${name}=${text}`);
      expect([200, 400], piece).toContain(status);
      expect(server.mainThreadTime() - start, piece).toBeLessThan(500);
    }
  });
});
