import { describe, expect, it } from "vitest";
import { fromUnstructured } from "../../../src/runtime/v1/built-in/from-unstructured.js";
import { structOfKind } from "../../../src/runtime/v1/built-in/kind-types.js";
import type { JsonObject } from "../../../src/runtime/v1/values/json/json.js";
import { Cluster } from "../../../src/server/cluster.js";

/** As a whole Kubernetes answers. */
const faults: readonly (readonly [kind: string, value: JsonObject, fault: string | undefined])[] = [
  ["ConfigMap", { data: { c: 5 } }, "cannot convert int64 to string"],
  ["ConfigMap", { data: { c: 5.5 } }, "unrecognized type: string"],
  ["ConfigMap", { data: { c: true } }, "unrecognized type: string"],
  ["ConfigMap", { data: { c: {} } }, "unrecognized type: string"],
  ["ConfigMap", { data: { c: null } }, undefined],
  ["ConfigMap", { data: [] }, "cannot restore map from slice"],
  ["ConfigMap", { data: "x" }, "cannot restore map from string"],
  ["ConfigMap", { immutable: "x" }, "unrecognized type: bool"],
  ["ConfigMap", { metadata: [] }, "cannot restore struct from: slice"],
  ["Secret", { type: 5 }, "cannot convert int64 to v1.SecretType"],
  ["Secret", { data: { a: "%" } }, "error decoding from json: illegal base64 data at input byte 0"],
  ["Secret", { data: { a: [1] } }, undefined],
  ["Secret", { data: { a: true } }, "cannot restore slice from bool"],
  ["ServiceAccount", { secrets: "x" }, "cannot restore slice from string"],
  ["Event", { count: 1.5 }, "cannot convert float64 to int32"],
  ["Event", { count: "1" }, "unrecognized type: int32"],
];

describe("what a strategic merge patch has made", () => {
  it.each(faults)("is a %s: %j", (kind, value, fault) => {
    const type = structOfKind({ group: "", version: "v1", kind });
    expect(type && fromUnstructured(type, value).fault).toBe(fault);
  });

  it.each([
    ["\n", ""],
    ["YQ=\n=", "YQ=="],
    ["YR==", "YQ=="],
  ])("has its bytes %j as %j", (given, written) => {
    const type = structOfKind({ group: "", version: "v1", kind: "Secret" });
    const converted = type && fromUnstructured(type, { data: { a: given } });
    expect(converted?.object).toEqual({ data: { a: written } });
  });

  it("is refused with the words of the conversion", async () => {
    const cluster = await Cluster.create({ minor: 37 });
    const path = "/api/v1/namespaces/default/configmaps";
    const body = '{"metadata":{"name":"x"}}';
    const json: [string, string][] = [["content-type", "application/json"]];
    await cluster.send({ method: "POST", path, headers: json, body });
    const patch: [string, string][] = [["content-type", "application/strategic-merge-patch+json"]];
    const bad = '{"data":{"c":5}}';
    const request = { method: "PATCH", path: `${path}/x`, headers: patch, body: bad };
    const response = await cluster.send(request);
    expect(JSON.parse(await response.text())).toMatchObject({
      code: 422,
      message:
        ' "" is invalid: patch: Invalid value: "map[data:map[c:5]]": cannot convert int64 to string',
    });
  });
});
