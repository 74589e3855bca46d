import { expect, it } from "vitest";
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
