import { expect, it } from "vitest";
import { Annotations } from "../../../../src/crd/ir/annotations.js";
import { likelyNumbers, likelyTexts } from "../../../../src/crd/values/likely-values.js";
import type { ValuePlace } from "../../../../src/crd/values/place.js";
import { itemPlace, memberPlace, rootPlace } from "../../../../src/crd/values/place.js";
import { writtenValues } from "../../../../src/crd/values/written-values.js";
import type { JsonObject } from "../../../../src/runtime/v1/values/json/json.js";

/** The place of a field, which a way with dots leads to. */
function placeOf(way: string, schema: JsonObject = {}): ValuePlace {
  const names = way.split(".");
  const whole = names.reduceRight<JsonObject>(
    (below, name) => ({ properties: { [name]: below } }),
    schema,
  );
  return names.reduce(memberPlace, rootPlace(new Annotations(whole)));
}

it.each([
  ["image", "nginx:1.29"],
  ["host", "app.example.com"],
  ["namespace", "default"],
  ["targetNamespace", "default"],
  ["backupSchedule", "0 3 * * *"],
  ["port", "8080"],
  ["secretName", "my-secret"],
  ["secretRef.name", "my-secret"],
  ["tls.certificateRef.name", "my-certificate"],
  ["passwordSecretRef.key", "password"],
  ["cpu", "500m"],
  ["webhookURL", "https://app.example.com"],
  ["emailAddresses", "admin@example.com"],
  ["cronSpec", "0 3 * * *"],
  ["requestTimeout", "30s"],
  ["sessionDuration", "24h"],
  ["topologyKey", "topology.kubernetes.io/zone"],
  ["metricsSource.path", "/metrics"],
  ["source.path", "/data"],
  ["configMap.items.path", "config.yaml"],
  ["tags.key", "environment"],
  ["basicAuth.username.key", "username"],
  ["matchFields.key", "metadata.name"],
  ["seccompProfile.type", "RuntimeDefault"],
  ["subnetIDs", "subnet-0123456789abcdef0"],
  ["clientID", "123e4567-e89b-42d3-a456-426614174000"],
  ["clusterID", "my-cluster"],
  ["id", "1234"],
  ["parameters.type", undefined],
  ["nonResourceURLs", undefined],
  ["spec.resourceVersion", "12345"],
  ["replicas", undefined],
])("takes what the name of %s stands for", (way, text) => {
  const found = likelyTexts(placeOf(way), 0);
  if (way !== "nonResourceURLs") expect(found[0]).toBe(text);
  else expect(found).not.toContain("pods");
});

it.each([
  ["The size, e.g. 10Gi.", ["10Gi"]],
  ["Valid operators are In, NotIn, Exists and DoesNotExist.", ["In", "NotIn", "Exists", "DoesNotExist"]],
  ['Must be "Local" or "Cluster".', ["Local", "Cluster"]],
  ["Protocol. Must be UDP, TCP, or SCTP.", ["UDP", "TCP", "SCTP"]],
  ["type represents whether the metric type is Utilization, Value, or AverageValue", ["Utilization", "Value", "AverageValue"]],
  ["Tells whether the pod is Ready", []],
  ["Defaults to the value of the cluster.", []],
  ["Defaults to HTTP.", ["HTTP"]],
  ["e.g. due to a label of the pod", []],
  ["for example, if it is set", []],
  ["Must be a DNS label.", []],
  ["Must be unique, and short.", []],
  ["An address, for example `10.0.0.1:80`, of a host", ["10.0.0.1:80"]],
  ["Valid values are:\n- Always\n- Never", ["Always"]],
  ["See the docs, for example https://docs.example.com/a.", []],
  ['Such as "\u202Eevil", or "a\u0000b"', []],
  ['Defaults to ""', []],
] as const)("reads values out of %j", (description, values) => {
  expect(writtenValues(new Annotations({ description }))).toEqual(values);
}); // prettier-ignore

it("knows a path in a repository by its description", () => {
  const description = "Path is a directory within the Git repository.";
  expect(likelyTexts(placeOf("source.path", { description }), 0)).toEqual(["deploy"]);
});

it("takes the CRD's own example before all else", () => {
  const place = placeOf("image", { description: "e.g. `busybox`", example: "alpine:3" });
  expect(likelyTexts(place, 0)).toEqual(["alpine:3", "busybox", "nginx:1.29"]);
  expect(likelyNumbers(placeOf("port", { example: 5432 }), 0)[0]).toBe(5432);
});

it("knows the items of a list by the list", () => {
  const list = placeOf("hosts", { description: "Such as `a.test`.", items: { type: "string" } });
  expect(likelyTexts(itemPlace(list), 0)).toEqual(["a.test", "app.example.com"]);
});

it.each([
  ["secretName", ["my-secret", "my-secret-2", "my-secret-3"]],
  ["url", ["https://app.example.com", "https://app-2.example.com", "https://app-3.example.com"]],
  ["hostIP", ["192.0.2.10", "192.0.2.11", "192.0.2.12"]],
])("varies the values of %s", (name, texts) => {
  expect([0, 1, 2].map((variant) => likelyTexts(placeOf(name), variant)[0])).toEqual(texts);
});

it("reads a hostile description once, and fast", () => {
  const description = `e.g. ${"a,".repeat(50_000)} valid values are ${"'x', ".repeat(50_000)}`;
  const annotations = new Annotations({ description });
  const start = performance.now();
  expect(writtenValues(annotations).length).toBeLessThan(20);
  expect(performance.now() - start).toBeLessThan(500);
  expect(writtenValues(annotations)).toBe(writtenValues(annotations));
});
