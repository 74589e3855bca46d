import { describe, expect, it } from "vitest";
import { contactOf } from "../../../../src/runtime/v1/client/contact.js";
import type { Transport } from "../../../../src/runtime/v1/index.js";
import {
  defineResource,
  ResourceClient,
  withMiddleware,
} from "../../../../src/runtime/v1/index.js";

const definition = defineResource({
  group: "example.com",
  version: "v1",
  kind: "Boat",
  plural: "boats",
  scope: "Namespaced",
});

function transportOf(status: number): Transport {
  return {
    send: () =>
      Promise.resolve({
        status,
        header: () => null,
        text: () => Promise.resolve("{}"),
        // eslint-disable-next-line @typescript-eslint/require-await -- an answer without chunks
        async *chunks() {
          yield new Uint8Array();
        },
        close: () => undefined,
      }),
  };
}

/** How often the contact of one transport was made by a call through another. */
async function contacts(of: Transport, through: Transport): Promise<number> {
  let count = 0;
  contactOf(of).onNext(() => count++);
  await new ResourceClient(definition, through).get("a").catch(() => undefined);
  return count;
}

describe("the contact of a transport", () => {
  it.each([
    [200, 1],
    [404, 1],
    [429, 1],
    [500, 0],
    [503, 0],
  ])("is made by an answer below 500: %i", async (status, expected) => {
    const transport = transportOf(status);
    expect(await contacts(transport, transport)).toBe(expected);
  });

  it("is shared with what is made of it, both ways", async () => {
    const transport = transportOf(200);
    const outer = withMiddleware(withMiddleware(transport), (next) => next);
    expect(await contacts(transport, outer)).toBe(1);
    expect(await contacts(outer, transport)).toBe(1);
    expect(await contacts(outer, transportOf(200))).toBe(0);
  });

  it("tells once, and nobody who has gone", () => {
    const contact = contactOf({});
    const calls: string[] = [];
    contact.onNext(() => calls.push("stays"));
    contact.onNext(() => calls.push("goes"))();
    contact.made();
    contact.made();
    expect(calls).toEqual(["stays"]);
  });
});

describe("a watch", () => {
  /** What happened, in order. */
  async function follow(status: number): Promise<string[]> {
    const calls: string[] = [];
    const line = { type: "BOOKMARK", object: { metadata: { resourceVersion: "1" } } };
    const transport: Transport = {
      send: async (request) => ({
        ...(await transportOf(status).send(request)),
        // eslint-disable-next-line @typescript-eslint/require-await -- an answer in one piece
        async *chunks() {
          yield new TextEncoder().encode(`${JSON.stringify(line)}\n`);
        },
      }),
    };
    const client = new ResourceClient(definition, transport);
    try {
      for await (const { type } of client.watch({ onOpen: () => calls.push("open") })) {
        calls.push(type);
      }
    } catch {
      calls.push("failed");
    }
    return calls;
  }

  it("says when the server has begun to answer, before the first event", async () => {
    expect(await follow(200)).toEqual(["open", "BOOKMARK"]);
  });

  it("does not say so where the server refuses", async () => {
    expect(await follow(403)).toEqual(["failed"]);
  });
});
