import { beforeAll, describe, expect, it } from "vitest";
import type { AdmitOptions, CompiledVersion } from "../../../../src/index.js";
import type { JsonObject } from "../../../../src/runtime/v1/values/json/json.js";
import type { BoatParts } from "../../../support/boat.js";
import { compileBoat } from "../../../support/boat.js";

const replicas = { type: "object", properties: { replicas: { type: "integer" } } };
const parts: BoatParts = {
  schema: { type: "object", properties: { spec: replicas, status: replicas } },
  version: {
    subresources: {
      scale: { specReplicasPath: ".spec.replicas", statusReplicasPath: ".status.replicas" },
    },
  },
};

const oldObject = {
  apiVersion: "sea.example.com/v1",
  kind: "Boat",
  metadata: { name: "a", namespace: "default", uid: "1", resourceVersion: "1" },
  spec: { replicas: 1 },
};

const nameless =
  "the name of the object (a based on URL) was undeterminable: name must be provided";
const noScale = (line: number): string =>
  `no kind is registered for the type v1.Scale in scheme "pkg/runtime/scheme.go:${line}"`;

it.each([
  ["1.37", "null", nameless],
  ["1.37", "{}", nameless],
  ["1.37", "[]", noScale(111)],
  ["1.37", '"x"', noScale(111)],
  ["1.33", "1", noScale(110)],
  ["1.32", "1", noScale(100)],
])("a server of %s answers to the Scale %s: %s", async (kubernetesVersion, body, message) => {
  const boat = await compileBoat(parts, kubernetesVersion);
  const admission = boat.admit(body, { oldObject, subresource: "scale" });
  expect(admission).toMatchObject({ allowed: false, status: { code: 400, message } });
});

it.each([
  [0, []],
  [-1, ["should be a non-negative integer"]],
  [2 ** 31 - 1, []],
  [2 ** 31, ["should be less than or equal to 2147483647"]],
])("%d replicas", async (number, details) => {
  const boat = await compileBoat(parts, "1.37");
  const errors = boat.validate({ ...oldObject, spec: { replicas: number } });
  expect(errors.map(({ message }) => message.replace(/^.*: /, ""))).toEqual(details);
});

it("what a Scale writes is pruned where the schema does not name it", async () => {
  const spec = { type: "object", properties: { a: { type: "string" } } };
  const schema = { type: "object", properties: { spec } };
  const boat = await compileBoat({ ...parts, schema }, "1.37");
  const body = { metadata: { name: "a" }, spec: { replicas: 5 } };
  const metadata = { ...oldObject.metadata, generation: 1 };
  const old = { ...oldObject, metadata, spec: { a: "b" } };
  expect(boat.admit(body, { oldObject: old, subresource: "scale" })).toMatchObject({
    allowed: true,
    object: { kind: "Scale", spec: {}, status: { replicas: 0 } },
    scaled: { spec: { a: "b" }, metadata: { generation: 2 } },
  });
});

it("what stands in place of the replicas may be nested deeply", async () => {
  const boat = await compileBoat(parts, "1.37");
  let deep: unknown = [];
  for (let depth = 0; depth < 9000; depth++) deep = [deep];
  const object = { ...oldObject, metadata: { name: "a" }, spec: { replicas: deep } };
  expect(boat.validate(object)[1]?.message).toMatch(
    /\]{9000} is of the type \[\]interface \{\}, expected int64$/,
  );
});

it("a wrong UID is told before a number of replicas that is missing", async () => {
  const boat = await compileBoat(parts, "1.37");
  const answer = (metadata: object): unknown => {
    const body = { metadata: { name: "a", ...metadata }, spec: { replicas: -(2 ** 31) } };
    const admission = boat.admit(body, { oldObject, subresource: "scale" });
    return !admission.allowed && [admission.status.code, admission.status.message];
  };
  expect(answer({})).toEqual([400, 'the spec replicas field ".spec.replicas" cannot be empty']);
  expect(answer({ uid: "2" })).toEqual([
    409,
    expect.stringMatching(/Precondition failed: UID in precondition: 2, UID in object meta: 1$/),
  ]);
});

describe("a Scale is decoded as the server does", () => {
  const counted = {
    type: "object",
    properties: { replicas: { type: "integer" }, selector: { type: "string" } },
  };
  const scale = {
    specReplicasPath: ".spec.replicas",
    statusReplicasPath: ".status.replicas",
    labelSelectorPath: ".status.selector",
  };
  const old: JsonObject = { ...oldObject, status: { replicas: 2, selector: "a=b" } };
  const { name, namespace, uid, resourceVersion } = oldObject.metadata;
  let boat: CompiledVersion;

  beforeAll(async () => {
    boat = await compileBoat({
      schema: { type: "object", properties: { spec: counted, status: counted } },
      version: { subresources: { scale } },
    });
  });

  /**
   * The code and the text of a refusal; of a Scale what it says beside its metadata, and the
   * warnings behind it.
   */
  function answer(members: object, options: Partial<AdmitOptions> = {}): string {
    const body = JSON.stringify({ metadata: { name }, ...members }).replace('"1.0"', "1.0");
    const admission = boat.admit(body, { oldObject: old, subresource: "scale", ...options });
    if (!admission.allowed) {
      return `${admission.status.code ?? ""} ${admission.status.message ?? ""}`;
    }
    const { kind, apiVersion, metadata, ...said } = admission.object;
    expect([kind, apiVersion]).toEqual(["Scale", "autoscaling/v1"]);
    expect(metadata).toEqual({ name, namespace, uid, resourceVersion });
    return [JSON.stringify(said), ...admission.warnings].join(" ");
  }

  const status = '"status":{"replicas":2,"selector":"a=b"}';
  const none = `{"spec":{},${status}}`;
  const no = `400 ${noScale(111)}`;

  it.each<[object, string]>([
    [{ spec: { replicas: 3 } }, `{"spec":{"replicas":3},${status}}`],
    [{ spec: null }, none],
    [{ spec: { replicas: null } }, none],
    [{ spec: [] }, no],
    [{ spec: { replicas: "1" } }, no],
    [{ spec: { replicas: "1.0" } }, no],
    [{ spec: { replicas: 1.5 } }, no],
    [{ spec: { replicas: 2 ** 31 } }, no],
    [{ kind: "Scale", apiVersion: "autoscaling/v1" }, none],
    [{ kind: "", apiVersion: "" }, none],
    [{ kind: null, apiVersion: null }, none],
    [{ kind: "Boat" }, no],
    [{ apiVersion: "v1" }, no],
    [{ status: null }, none],
    [{ status: { replicas: 7, selector: "x" } }, none],
    [{ status: { selector: null } }, none],
    [{ status: [] }, no],
    [{ status: { replicas: "x" } }, no],
    [{ status: { selector: 5 } }, no],
    [{ metadata: { name, labels: 5 } }, no],
    [
      { x: 1, metadata: { name, x: 1 }, spec: { x: 1 }, status: { x: 1 } },
      `${none} unknown field "metadata.x" unknown field "x" unknown field "spec.x" unknown field "status.x"`,
    ],
    [{ metadata: { name, uid, resourceVersion } }, none],
    [
      { metadata: { name, resourceVersion: "2" } },
      '409 Operation cannot be fulfilled on boats.sea.example.com "a": the object has been modified; please apply your changes to the latest version and try again',
    ],
    [
      { metadata: { name, namespace: "x" } },
      "400 the namespace of the provided object does not match the namespace sent on the request",
    ],
    [
      { metadata: { name: "b" } },
      "400 the name of the object (b) does not match the name on the URL (a)",
    ],
  ])("%j", (members, expected) => {
    expect(answer(members)).toBe(expected);
  });

  it.each<[string, readonly string[]]>([
    [
      '{"metadata":{"foo":1,"foo":2},"metadata":{"name":"a"}}',
      ['unknown field "metadata.foo"', 'duplicate field "metadata"'],
    ],
    [
      '{"metadata":{"name":"a","ownerReferences":[{"x":1,"uid":"a","uid":"b"}],"foo":{"a":1,"a":1}},"spec":{"replicas":1,"replicas":1,"x":1},"spec":{"replicas":1,"replicas":1,"x":1}}',
      [
        'unknown field "metadata.ownerReferences[0].x"',
        'duplicate field "metadata.ownerReferences[0].uid"',
        'unknown field "metadata.foo"',
        'duplicate field "spec.replicas"',
        'unknown field "spec.x"',
        'duplicate field "spec"',
      ],
    ],
    [
      '{"metadata":{"name":"a","labels":{"a":"b","a":"c"},"managedFields":[{"fieldsV1":{"a":1,"a":2},"q":1}]}}',
      ['duplicate field "metadata.labels.a"', 'unknown field "metadata.managedFields[0].q"'],
    ],
  ])("warnings come in the order of the text: %s", (body, warnings) => {
    const admission = boat.admit(body, { oldObject: old, subresource: "scale" });
    expect(admission.warnings).toEqual(warnings);
  });

  it.each<[Partial<AdmitOptions>, string]>([
    [{ fieldValidation: "Warn" }, `${none} unknown field "x"`],
    [{ fieldValidation: "Ignore" }, none],
    [{ fieldValidation: "Strict" }, no],
    [{ oldObject: undefined }, '404 boats.sea.example.com "a" not found'],
  ])("with an unknown field and %j", (options, expected) => {
    expect(answer({ x: 1 }, options)).toBe(expected);
  });

  it.each<[JsonObject, string]>([
    [{ spec: {}, status: {} }, '{"spec":{},"status":{"replicas":0}}'],
    [{ status: { replicas: 1, selector: "" } }, '{"spec":{},"status":{"replicas":1}}'],
    [
      { spec: { replicas: "x" } },
      "500 .spec.replicas accessor error: x is of the type string, expected int64",
    ],
    [
      { spec: 5 },
      "500 .spec.replicas accessor error: 5 is of the type int64, expected map[string]interface{}",
    ],
    [{ spec: null }, "500 value cannot be set because .spec is not a map[string]interface{}"],
    [
      { status: { replicas: [] } },
      "500 .status.replicas accessor error: [] is of the type []interface {}, expected int64",
    ],
    [
      { status: { selector: 5 } },
      "500 .status.selector accessor error: 5 is of the type int64, expected string",
    ],
  ])("for an object with %j", (members, expected) => {
    expect(answer({}, { oldObject: { ...old, ...members } })).toBe(expected);
  });

  it.each<[JsonObject, string]>([
    [{}, '{"a":{"b":3}}'],
    [{ a: { c: 1 } }, '{"a":{"c":1,"b":3}}'],
    [{ a: null }, "value cannot be set because .spec.a is not a map[string]interface{}"],
  ])("the way to the number is made in %j", async (spec, expected) => {
    const deep = await compileBoat({
      schema: { type: "object", "x-kubernetes-preserve-unknown-fields": true },
      version: { subresources: { scale: { ...scale, specReplicasPath: ".spec.a.b" } } },
    });
    const options = { oldObject: { ...old, spec }, subresource: "scale" } as const;
    const admission = deep.admit({ metadata: { name }, spec: { replicas: 3 } }, options);
    const { allowed } = admission;
    expect(allowed ? JSON.stringify(admission.scaled?.["spec"]) : admission.status.message).toBe(
      expected,
    );
  });
});

it("fills in a default without its nulls where the object had no place for it", async () => {
  const any = { "x-kubernetes-preserve-unknown-fields": true };
  const filled = { type: "object", properties: { a: any, b: any }, default: { a: null, b: 1 } };
  const spec = { type: "object", properties: { ...replicas.properties, filled } };
  const schema = { type: "object", properties: { spec, status: replicas } };
  const boat = await compileBoat({ ...parts, schema });
  const old = { ...oldObject, spec: undefined };
  const body = { metadata: { name: "a" }, spec: { replicas: 2 } };
  const admission = boat.admit(body, { oldObject: old, subresource: "scale" });
  expect(admission).toMatchObject({ scaled: { spec: { replicas: 2, filled: { b: 1 } } } });
  expect(JSON.stringify(admission)).not.toContain("null");
});
