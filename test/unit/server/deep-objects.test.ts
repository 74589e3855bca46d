import { beforeAll, describe, expect, it } from "vitest";
import { Cluster } from "../../../src/server/cluster.js";

/* Objects as deep as Go's decoder reads them, and deeper; numbers that no float64 holds. */

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

beforeAll(async () => {
  cluster = await Cluster.create({ minor: 37 });
  await ask("POST", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions", {
    body: JSON.stringify(crd),
  });
  expect((await ask("POST", things, { body: thing("a", "1") })).status).toBe(201);
});

interface Sent {
  readonly body?: string;
  readonly type?: string;
  readonly accept?: string;
}

async function ask(
  method: string,
  target: string,
  { body, type = "application/json", accept = "application/json" }: Sent = {},
): Promise<{ readonly status: number; readonly text: string; readonly message?: string }> {
  const headers: [string, string][] = [
    ["content-type", type],
    ["accept", accept],
  ];
  const [path = "", query] = target.split("?");
  const response = await cluster.send({ method, path, query, headers, body });
  const text = await response.text();
  const isJson = text.startsWith("{");
  const { message } = (isJson ? JSON.parse(text) : {}) as { message?: string }; // of a Status
  return { status: response.status, text, ...(message !== undefined && { message }) };
}

function thing(name: string, value: string): string {
  return `{"apiVersion":"example.com/v1","kind":"Thing","metadata":{"name":"${name}"},"x":${value}}`;
}

const nested: readonly (readonly [string, (depth: number) => string])[] = [
  ["objects", (depth) => `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`],
  ["lists", (depth) => `${"[".repeat(depth)}1${"]".repeat(depth)}`],
];

function patch(kind: string, body: string, query = ""): ReturnType<typeof ask> {
  return ask("PATCH", `${things}/a${query}`, { body, type: `application/${kind}-patch+json` });
}

function apply(manager: string, value: string, query = ""): ReturnType<typeof ask> {
  return ask("PATCH", `${things}/a?fieldManager=${manager}${query}`, {
    body: thing("a", value),
    type: "application/apply-patch+yaml",
  });
}

const depths = [2_000, 5_000];

describe.each(nested)("%s", (kind, write) => {
  it.each(depths)("may be %i deep", async (depth) => {
    const value = write(depth);
    const statuses = {
      create: (await ask("POST", things, { body: thing(`${kind}-${depth}`, value) })).status,
      merge: (await patch("merge", `{"x":${value}}`)).status,
      json: (await patch("json", `[{"op":"add","path":"/x","value":${value}}]`)).status,
      test: (await patch("json", `[{"op":"test","path":"/x","value":${value}}]`)).status,
      apply: (await apply("one", value, "&force=true")).status,
      conflict: (await apply("two", write(depth).replace("1", "2"))).status,
      yaml: (await ask("GET", `${things}/a`, { accept: "application/yaml" })).status,
      pretty: (await ask("GET", `${things}/a?pretty=true`)).status,
      less: (await apply("one", "1", "&force=true")).status,
    };
    expect(statuses).toEqual({
      create: 201,
      merge: 200,
      json: 200,
      test: 200,
      apply: 200,
      conflict: 409,
      yaml: 200,
      pretty: 200,
      less: 200,
    });
  });

  it("are no longer in YAML and when they are indented than some times their size", async () => {
    await patch("merge", `{"x":${write(9_000)}}`);
    const whole = (await ask("GET", `${things}/a`)).text.length;
    const yaml = await ask("GET", `${things}/a`, { accept: "application/yaml" });
    expect(yaml.text.length).toBeLessThan(20 * whole + 1_000_000);
    const pretty = await ask("GET", `${things}/a?pretty=true`);
    expect(pretty.text.length).toBeLessThan(2_000 * whole);
  });

  it("deeper than 10,000 are refused, as by Go", async () => {
    const value = write(10_000);
    const bracket = value.charAt(0);
    expect(await ask("POST", things, { body: thing("b", value) })).toMatchObject({
      status: 400,
      message: `the object provided is unrecognized (must be of type Thing): couldn't get version/kind; json parse error: invalid character '${bracket}' exceeded max depth ({"apiVersion":"example.com/v1" ...)`,
    });
    const refused = { status: 400, message: "invalid JSON patch" };
    expect(await patch("merge", `{"x":${value}}`)).toMatchObject(refused);
    expect(await patch("json", `[{"op":"add","path":"/x","value":${value}}]`)).toMatchObject(
      refused,
    );
    expect((await apply("one", value)).status).toBe(400);
  });

  it("are followed by no path that is longer", async () => {
    const path = "/a".repeat(100_000);
    const answer = await patch("json", `[{"op":"add","path":"${path}","value":1}]`);
    expect(answer.status).toBe(422);
  });
});

describe("a number that no float64 holds", () => {
  const fault = "json: cannot unmarshal number 1e400 into Go";

  it("is refused in patches", async () => {
    expect(await patch("merge", '{"x":{"y":[1e400]}}')).toMatchObject({
      status: 400,
      message: `error decoding patch: ${fault} value of type float64`,
    });
    for (const op of ["add", "test"]) {
      expect(await patch("json", `[{"op":"${op}","path":"/x","value":[1e400]}]`)).toMatchObject({
        status: 400,
        message: `error decoding patch: ${fault} struct field jsonPatchOp.value of type float64`,
      });
    }
  });

  it("is none of the patch's business where nobody reads it", async () => {
    const body = '[{"op":"add","path":"/x","value":1,"other":1e400}]';
    expect((await patch("json", body, "?fieldValidation=Warn")).status).toBe(200);
  });

  it("is 0 where it is too small", async () => {
    for (const number of ["-0", "1e-400"]) {
      const { status, text } = await patch("merge", `{"x":${number}}`);
      expect([status, /"x":([^,}]*)/.exec(text)?.[1]], number).toEqual([200, "0"]);
    }
  });

  it("may have 100,000 digits", async () => {
    const { status, text } = await patch("merge", `{"x":0.${"1".repeat(100_000)}}`);
    expect([status, /"x":([^,}]*)/.exec(text)?.[1]]).toEqual([200, "0.1111111111111111"]);
  });
});
