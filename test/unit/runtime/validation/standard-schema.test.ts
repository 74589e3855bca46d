import { readFileSync } from "node:fs";
import { join } from "node:path";
import { getDotPath, SchemaError } from "@standard-schema/utils";
import { initTRPC } from "@trpc/server";
import { describe, expect, expectTypeOf, it } from "vitest";
import type { ResourceSchema } from "../../../../src/index.js";
import { compile } from "../../../../src/index.js";

const path = join(import.meta.dirname, "../../../../generated-samples/crontab/crd.yaml");
const { resources } = await compile({ sources: [{ path, text: readFileSync(path, "utf8") }] });

interface CronTabInput {
  readonly spec: { readonly cronSpec: string };
}

const schema = resources[0]?.versions["v1"]?.schema as ResourceSchema<CronTabInput, unknown>; // generated code names the type

const good = {
  apiVersion: "stable.example.com/v1",
  kind: "CronTab",
  metadata: { name: "nightly" },
  spec: { cronSpec: "0 3 * * *", image: "backup", replicas: 1 },
};
const bad = {
  ...good,
  metadata: { name: "nightly", labels: { "a.b/c": "not good!" } },
  spec: { cronSpec: "never", image: "backup", replicas: 1, env: [{ name: "a" }, { value: "b" }] },
};

describe("the Standard Schema of a resource", () => {
  it("gives a good value back as it is", () => {
    expect(schema["~standard"]).toMatchObject({ version: 1, vendor: "crdgen" });
    const result = schema["~standard"].validate(good);
    expect(result).toEqual({ value: good });
    expect("value" in result && result.value).toBe(good);
  });

  it("takes what the server accepts as it is sent: without defaults, with nulls in their place", () => {
    const spec = { cronSpec: "0 3 * * *", image: "backup", suspend: null };
    const sent = { ...good, spec };
    expect(schema["~standard"].validate(sent)).toEqual({ value: sent });
  });

  it("reads paths with dots and brackets as the value has them", () => {
    const labels = { "a.b/c": "not good!", a: "neither!" };
    const value = {
      ...good,
      metadata: { name: "a", labels },
      spec: { ...good.spec, replicas: "x" },
    };
    const { issues = [] } = schema["~standard"].validate(value);
    expect(issues.map((issue) => issue.path.join("/"))).toEqual([
      "metadata/labels",
      "metadata/labels",
      "spec/replicas",
      "spec/replicas",
      "",
    ]);
  });

  it.each([undefined, null, 5, "x", [], () => 1])("has issues with %s", (value) => {
    expect(schema["~standard"].validate(value).issues?.length).toBeGreaterThan(0);
  });

  it("tells issues in plain words, those with an object before those with what is in it", () => {
    const value = {
      ...good,
      spec: { replicas: null, env: [{ value: 5 }] },
      metadata: null,
    };
    const { issues = [] } = schema["~standard"].validate(value);
    expect(issues.map((issue) => `${issue.path.join("/")}: ${issue.message}`)).toEqual([
      "metadata/name: Required value: name or generateName is required",
      "spec/cronSpec: Required value",
      "spec/image: Required value",
      'spec/env/0/value: must be of type string, not "integer"',
      "spec/env/0/name: Required value",
      ": some rules were not checked because of the other faults; correct those first",
    ]);
  });

  it("has a path for what JSON cannot hold", () => {
    const spec = { ...good.spec, env: [{ name: "a", value: () => 1 }] };
    expect(schema["~standard"].validate({ ...good, spec })).toEqual({
      issues: [{ message: "a function is not a JSON value", path: ["spec", "env", 0, "value"] }],
    });
  });

  it("passes over unknown fields, or refuses each of them", () => {
    const odd = {
      ...good,
      metadata: { name: "nightly", colour: "red" },
      spec: { ...good.spec, sails: 3, env: [{ name: "a", size: 1 }] },
    };
    expect(schema["~standard"].validate(odd)).toEqual({ value: odd });
    const strict = schema.with({ unknownFields: "refuse" });
    expect(strict["~standard"].validate(good)).toEqual({ value: good });
    expect(strict["~standard"].validate(odd)).toEqual({
      issues: [
        { message: "unknown field", path: ["metadata", "colour"] },
        { message: "unknown field", path: ["spec", "sails"] },
        { message: "unknown field", path: ["spec", "env", 0, "size"] },
      ],
    });
  });

  it("gives a copy as it would be stored, and leaves what was sent alone", () => {
    const spec = { cronSpec: "0 3 * * *", image: "backup", sails: 3, suspend: null };
    const sent = {
      ...good,
      metadata: { name: "a", labels: null, colour: "red" },
      spec,
      status: {},
    };
    const before = structuredClone(sent);
    const stored = schema.with({ output: "stored" });
    expect(stored["~standard"].validate(sent)).toEqual({
      value: {
        ...good,
        metadata: { name: "a" },
        spec: { cronSpec: "0 3 * * *", image: "backup", replicas: 1, concurrency: "Allow" },
      },
    });
    expect(sent).toEqual(before);
  });

  it("is understood by @standard-schema/utils", () => {
    const { issues = [] } = schema["~standard"].validate(bad);
    const paths = issues.map((issue) => getDotPath(issue));
    expect(paths.sort()).toEqual(
      [null, "metadata.labels", "spec.cronSpec", "spec.env.1.name"].sort(),
    );
    expect(new SchemaError(issues).message).toBe(issues[0]?.message);
  });

  it("checks the input of a procedure of tRPC", async () => {
    const t = initTRPC.create();
    const router = t.router({
      create: t.procedure.input(schema).mutation(({ input }) => {
        expectTypeOf(input).toEqualTypeOf<CronTabInput>();
        return input.spec.cronSpec;
      }),
    });
    const caller = t.createCallerFactory(router)({});
    expectTypeOf(caller.create).parameter(0).toEqualTypeOf<CronTabInput>();
    await expect(caller.create(good)).resolves.toBe("0 3 * * *");
    await expect(caller.create(bad)).rejects.toMatchObject({
      code: "BAD_REQUEST",
      cause: {
        issues: expect.arrayContaining([
          { path: ["spec", "env", 1, "name"], message: "Required value" },
        ]) as unknown,
      },
    });
  });
});
