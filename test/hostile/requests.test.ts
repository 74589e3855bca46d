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

describe("an object with ever so many faults", () => {
  const namespaces = "/api/v1/namespaces";
  const events = `${namespaces}/default/events`;
  const event = { apiVersion: "v1", kind: "Event", involvedObject: { namespace: "default" } };
  const namespace = { apiVersion: "v1", kind: "Namespace" };
  const late = {
    status: 504,
    message:
      "Timeout: request did not complete within requested timeout - context deadline exceeded",
  };
  const owner = { apiVersion: "a/v1", kind: "K", uid: "u", controller: true };
  const owners = many(20_000, (index) => ({ ...owner, name: `n${index}` }));
  const finalizers = many(50_000, (index) => `${index}!`);

  it.each([
    ["finalizers", things, thing("b", {}, { finalizers })],
    ["owners", things, thing("b", {}, { ownerReferences: owners })],
    ["numbers", things, thing("b", { numbers: many(300_000, () => "a") })],
    [
      "finalizers of a namespace",
      namespaces,
      JSON.stringify({ ...namespace, metadata: { name: "b", finalizers } }),
    ],
    [
      "owners of a namespace",
      namespaces,
      JSON.stringify({ ...namespace, metadata: { name: "b", ownerReferences: owners } }),
    ],
    [
      "finalizers of an event",
      events,
      JSON.stringify({ ...event, metadata: { name: "b", finalizers } }),
    ],
  ])("is not judged to its end: %s", async (_, path, body) => {
    expect(await server.ask("POST", path, { body })).toMatchObject(late);
  });

  it("hears of all that a real server has the time for", async () => {
    const body = thing("b", {}, { finalizers: finalizers.slice(0, 10_000) });
    const { status, text, message } = await server.ask("POST", things, { body });
    expect(status).toBe(422);
    expect(text).toHaveLength(6_288_015);
    expect(message?.match(/Invalid value/g)).toHaveLength(10_000);
  });
});

function many<Item>(count: number, itemOf: (index: number) => Item): readonly Item[] {
  return Array.from({ length: count }, (_, index) => itemOf(index));
}

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
