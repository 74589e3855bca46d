import { describe, expect, it } from "vitest";
import type { KubernetesObject } from "../../../../../src/runtime/v1/values/kubernetes.js";
import type { Converters } from "../../../../../src/runtime/v1/webhooks.js";
import { conversionHandler } from "../../../../../src/runtime/v1/webhooks.js";
import type { V1, V1Alpha1, V1Beta1 } from "../../../../support/cron-tab-versions.js";
import { callWebhook } from "./call-webhook.js";

type Any = V1Alpha1 | V1Beta1 | V1;

const group = "versions.example.com";
/** Not even an error. */
const oddReason = "odd" as unknown as Error; // what JavaScript allows
const metadata = {
  name: "a",
  namespace: "default",
  uid: "u",
  labels: { x: "1" },
  finalizers: ["f"],
};

const converters: Converters<Any> = {
  v1alpha1: { v1: ({ schedule = "", ...rest }) => ({ ...rest, spec: { schedule } }) },
  v1beta1: { v1: ({ spec, ...rest }) => ({ ...rest, spec: { schedule: spec?.schedule ?? "" } }) },
  v1: {
    v1alpha1: ({ spec, ...rest }) => ({ ...rest, schedule: spec.schedule }),
    v1beta1: ({ spec: { schedule } }) => Promise.resolve({ spec: { schedule } }),
  },
};

interface Response {
  readonly uid: string;
  readonly result: { status: string; message?: string; details?: { causes: unknown[] } };
  readonly convertedObjects: unknown[];
}

async function convert(
  table: Converters<Any>,
  objects: readonly unknown[],
  desired = "v1",
  errors: unknown[] = [],
): Promise<Response> {
  const handler = conversionHandler<Any>({
    converters: table,
    onError: (error, about) => errors.push([about, error]),
  });
  const { status, body } = await callWebhook(handler, {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "ConversionReview",
    request: { uid: "r", desiredAPIVersion: `${group}/${desired}`, objects },
  });
  expect([status, body.apiVersion, body.kind]).toEqual([
    200,
    "apiextensions.k8s.io/v1",
    "ConversionReview",
  ]);
  return body.response as Response; // of a ConversionReview
}

function alpha(name: string, schedule: unknown): object {
  return {
    apiVersion: `${group}/v1alpha1`,
    kind: "CronTab",
    metadata: { ...metadata, name },
    schedule,
  };
}

/** What a converter to v1 makes of one object: its metadata, or the message of the failure. */
async function metadataAfter(result: (from: V1Alpha1) => unknown): Promise<unknown> {
  const v1alpha1 = { v1: result } as Converters<Any>["v1alpha1"]; // wrong on purpose
  const response = await convert({ ...converters, v1alpha1 }, [alpha("a", "x")]);
  const [object] = response.convertedObjects as KubernetesObject[];
  return object?.metadata ?? response.result.message;
}

describe("conversion", () => {
  it("keeps the order and goes through a hub", async () => {
    const { uid, result, convertedObjects } = await convert(
      converters,
      [alpha("a", "1"), alpha("b", "2")],
      "v1beta1",
    );
    expect([uid, result]).toEqual(["r", { status: "Success" }]);
    expect(convertedObjects).toEqual(
      [["a", "1"], ["b", "2"]].map(([name, schedule]) => ({
        apiVersion: `${group}/v1beta1`,
        kind: "CronTab",
        metadata: { ...metadata, name },
        spec: { schedule },
      })),
    ); // prettier-ignore
  });

  it("takes the shortest way", async () => {
    const taken: string[] = [];
    const step = (name: string) => (from: object) => {
      taken.push(name);
      return from;
    };
    const table = {
      v1alpha1: { v1beta1: step("alpha-beta"), v1: step("alpha-1") },
      v1beta1: { v1alpha1: step("beta-alpha"), v1: step("beta-1") },
      v1: { v1beta1: step("1-beta") },
    } as unknown as Converters<Any>; // they convert nothing
    await convert(table, [alpha("a", "x")]);
    await convert(table, [{ ...alpha("a", "x"), apiVersion: `${group}/v1` }], "v1alpha1");
    expect(taken).toEqual(["alpha-1", "1-beta", "beta-alpha"]);
  });

  it("leaves objects alone that have the version already", async () => {
    const object = { ...alpha("a", "x"), spec: { __proto__: null } };
    expect((await convert(converters, [object], "v1alpha1")).convertedObjects).toEqual([object]);
    expect((await convert(converters, [])).convertedObjects).toEqual([]);
  });

  it("fails as a whole, and names each object that cannot be converted", async () => {
    const errors: unknown[] = [];
    const table: Converters<Any> = {
      ...converters,
      v1alpha1: {
        v1: ({ schedule }) => {
          if (schedule === "bad") throw new RangeError("no such time");
          return { spec: { schedule: schedule ?? "" } };
        },
      },
    };
    const objects = ["bad", "good", "bad"].map((schedule, index) => alpha(`o${index}`, schedule));
    const { result, convertedObjects } = await convert(table, objects, "v1beta1", errors);
    expect(convertedObjects).toEqual([]);
    const first = 'CronTab "default/o0" from v1alpha1 to v1: no such time';
    const second = 'CronTab "default/o2" from v1alpha1 to v1: no such time';
    expect(result).toMatchObject({ status: "Failure", message: `${first}; ${second}`, code: 500 });
    expect(result.details?.causes).toEqual([
      { field: "request.objects[0]", message: first },
      { field: "request.objects[2]", message: second },
    ]);
    expect(errors).toEqual([
      [first, new RangeError("no such time")],
      [second, new RangeError("no such time")],
    ]);
    const many = Array.from({ length: 1000 }, (_, index) => alpha(`o${index}`, "bad"));
    const { message = "" } = (await convert(table, many)).result;
    expect(message.endsWith("; and 995 more")).toBe(true);
    expect(message.length).toBeLessThan(500);
  });

  it.each<[string, (from: V1Alpha1) => unknown, unknown]>([
    ["none: it stays", () => ({}), metadata],
    ["labels and annotations alone", () => ({ metadata: { annotations: { a: "b" } } }), {
      ...metadata, labels: undefined, annotations: { a: "b" },
    }],
    ["null labels are none", () => ({ metadata: { labels: null } }), {
      ...metadata, labels: undefined,
    }],
    ["changes of others are dropped", () => ({ metadata: { ...metadata, finalizers: [] } }), metadata],
    ["changes in place", (from) => {
      from.metadata.labels = { y: "2" };
      from.metadata.uid = "u";
      return from;
    }, { ...metadata, labels: { y: "2" } }],
    ["another name", () => ({ metadata: { name: "b" } }),
      'CronTab "default/a" from v1alpha1 to v1: metadata.name must not change, from "a" to "b"'],
    ["a label that is a number", () => ({ metadata: { labels: { a: 1 } } }),
      'CronTab "default/a" from v1alpha1 to v1: metadata.labels[a] must be a string, not 1'],
    ["annotations in a list", () => ({ metadata: { annotations: [] } }),
      'CronTab "default/a" from v1alpha1 to v1: metadata.annotations must be an object, not a list'],
    ["null", () => ({ metadata: null }),
      'CronTab "default/a" from v1alpha1 to v1: metadata must be an object, not null'],
    ["no object at all", () => undefined,
      'CronTab "default/a" from v1alpha1 to v1: the converter must return an object, not undefined'],
    ["a thrown text", () => { throw oddReason; }, 'CronTab "default/a" from v1alpha1 to v1: odd'],
    ["what JSON cannot hold", () => ({ spec: { schedule: 1n } }),
      'CronTab "default/a" Do not know how to serialize a BigInt'],
  ])("metadata: %s", async (_, result, expected) => {
    expect(await metadataAfter(result)).toEqual(expected);
  }); // prettier-ignore

  it.each<[string, unknown, string, string]>([
    ["unknown version", alpha("a", "x"), "v3", 'CronTab "default/a" from v1alpha1 to v3: there is no converter'],
    ["other group", { ...alpha("a", "x"), apiVersion: "b.example.com/v1" }, "v1",
      'CronTab "default/a" of b.example.com/v1 cannot be converted to versions.example.com/v1'],
    ["no object", 5, "v1", "an entry is no object"],
    ["no apiVersion", {}, "v1", "object of undefined cannot be converted to versions.example.com/v1"],
  ])("refuses: %s", async (_, object, desired, message) => {
    expect((await convert(converters, [object], desired)).result.message).toBe(message);
  }); // prettier-ignore

  it("refuses other kinds than that of the definition", async () => {
    const handler = conversionHandler<Any>({
      converters,
      resource: { group, kind: "Other" },
      onError: () => undefined,
    });
    const { body } = await callWebhook(handler, {
      apiVersion: "apiextensions.k8s.io/v1beta1",
      kind: "ConversionReview",
      request: { uid: "r", desiredAPIVersion: `${group}/v1`, objects: [alpha("a", "x")] },
    });
    expect(body.apiVersion).toBe("apiextensions.k8s.io/v1beta1");
    expect(body.response).toMatchObject({
      result: { message: `CronTab "default/a" of ${group} is no Other of ${group}` },
    });
  });

  it("wants a way between all versions", () => {
    const oneWay = { v1alpha1: converters.v1alpha1, v1beta1: {}, v1: {} };
    expect(() => conversionHandler<Any>({ converters: oneWay })).toThrow(
      new TypeError("converters: no way leads from v1 to v1alpha1"),
    );
    expect(() =>
      conversionHandler<Any>({ converters: { v1alpha1: {}, v1beta1: {}, v1: {} } }),
    ).toThrow(new TypeError("converters: there are none"));
  });
});
