import { beforeEach, describe, expect, it } from "vitest";
import { Cluster } from "../../../src/server/cluster.js";
import { cpuTime } from "../../support/cpu-time.js";

/*
 * No request costs more than its size, and each has an answer: where the text says so, that of a
 * real API server.
 */

const crd = {
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: { name: "things.example.com" },
  spec: {
    group: "example.com",
    scope: "Namespaced",
    names: { kind: "Thing", plural: "things" },
    versions: [
      {
        name: "v1",
        served: true,
        storage: true,
        schema: {
          openAPIV3Schema: { type: "object", "x-kubernetes-preserve-unknown-fields": true },
        },
      },
    ],
  },
};

const things = "/apis/example.com/v1/namespaces/default/things";

let cluster: Cluster;

beforeEach(async () => {
  cluster = await Cluster.create({ minor: 37 });
  await ask("POST", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions", {
    body: JSON.stringify(crd),
  });
  const metadata = { name: "a" };
  const thing = { apiVersion: "example.com/v1", kind: "Thing", metadata, spec: {} };
  expect((await ask("POST", things, { body: JSON.stringify(thing) })).status).toBe(201);
});

interface Sent {
  readonly body?: string;
  readonly query?: string;
  readonly type?: string;
}

async function ask(
  method: string,
  path: string,
  { body, query, type = "application/json" }: Sent = {},
): Promise<{ readonly status: number; readonly message: string | undefined }> {
  const headers: [string, string][] = [["content-type", type]];
  const response = await cluster.send({ method, path, query, headers, body });
  const { message } = JSON.parse(await response.text()) as { message?: string }; // an object or a Status
  return { status: response.status, message };
}

async function patch(type: "json" | "merge", body: string): ReturnType<typeof ask> {
  return ask("PATCH", `${things}/a`, { body, type: `application/${type}-patch+json` });
}

describe("a JSON patch", () => {
  const refused = {
    status: 422,
    message: "the server rejected our request due to an error in our request",
  };

  it("copies no more than 3 MiB in all", async () => {
    const bomb = [
      { op: "add", path: "/spec/b", value: "x".repeat(100) },
      ...Array.from({ length: 26 }, (_, index) => ({
        op: "copy",
        from: "/spec",
        path: `/spec/c${index}`,
      })),
    ];
    const start = cpuTime();
    expect(await patch("json", JSON.stringify(bomb))).toEqual(refused);
    expect(cpuTime() - start).toBeLessThan(2_000);
  });

  it("may copy what adds up to less, however often", async () => {
    // 1,000 copies of 3,002 bytes, and of 3,152.
    for (const [length, answer] of [
      [3_000, { status: 200, message: undefined }],
      [3_150, refused],
    ] as const) {
      const copy = { op: "copy", from: "/spec/b", path: "/spec/c" };
      const first = { op: "add", path: "/spec/b", value: "x".repeat(length) };
      const operations = [first, ...Array.from({ length: 1_000 }, () => copy)];
      expect(await patch("json", JSON.stringify(operations))).toEqual(answer);
    }
  });
});

describe("a selector of 300,000 letters", () => {
  const pieces = [
    "!",
    "(",
    ")",
    ",",
    "=",
    "<",
    "!=",
    "a",
    "a,",
    "a=b,",
    "!a,",
    "\\",
    " ",
    "a in (",
    "é",
    "\0",
  ];

  it.each(["labelSelector", "fieldSelector"])("is read in a moment: %s", async (name) => {
    for (const piece of pieces) {
      const start = cpuTime();
      const text = piece.repeat(300_000 / piece.length);
      const { status } = await ask("GET", things, { query: `${name}=${encodeURIComponent(text)}` });
      expect([200, 400], piece).toContain(status);
      expect(cpuTime() - start, piece).toBeLessThan(2_000);
    }
  });
});
