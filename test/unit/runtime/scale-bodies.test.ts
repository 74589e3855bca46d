import { expect, it } from "vitest";

import type { BoatParts } from "../../support/boat.js";
import { compileBoat } from "../../support/boat.js";

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
