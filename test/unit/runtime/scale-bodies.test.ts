import { expect, it } from "vitest";

import { compile } from "../../../src/index.js";

const crd = {
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: { name: "boats.sea.example.com" },
  spec: {
    group: "sea.example.com",
    scope: "Namespaced",
    names: { plural: "boats", kind: "Boat" },
    versions: [
      {
        name: "v1",
        served: true,
        storage: true,
        subresources: {
          scale: { specReplicasPath: ".spec.replicas", statusReplicasPath: ".status.replicas" },
        },
        schema: {
          openAPIV3Schema: {
            type: "object",
            properties: {
              spec: { type: "object", properties: { replicas: { type: "integer" } } },
              status: { type: "object", properties: { replicas: { type: "integer" } } },
            },
          },
        },
      },
    ],
  },
};

const sources = [{ path: "crd.json", text: JSON.stringify(crd) }];
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
  const { resources } = await compile({ sources, kubernetesVersion });
  const admission = resources[0]?.versions["v1"]?.admit(body, { oldObject, subresource: "scale" });
  expect(admission).toMatchObject({ allowed: false, status: { code: 400, message } });
});
