import { expect, it } from "vitest";
import type { KubernetesMinor } from "../../../../src/runtime/v1/values/kubernetes-version.js";
import { formatCheck, supportedFormat } from "../../../../src/runtime/versions/formats.js";

it.each<[string, string, KubernetesMinor, string]>([
  ["string", "date-time", 28, "datetime"],
  ["", "d-a-t-e", 37, "date"],
  ["string", "Date", 37, ""],
  ["string", "int32", 37, ""],
  ["integer", "int32", 36, "int32"],
  ["integer", "int32", 35, ""],
  ["integer", "date", 35, "date"],
  ["integer", "date", 36, ""],
  ["number", "double", 37, "double"],
  ["boolean", "date", 37, ""],
  ["string", "k8s-short-name", 34, ""],
  ["string", "k8s-short-name", 35, "k8sshortname"],
])("type %s, format %s, 1.%d", (type, format, minor, want) => {
  expect(supportedFormat(type, format, minor)).toBe(want);
});

it("checks URIs by the rules of the version", () => {
  expect(formatCheck("uri", 35)).toBe("isUriWithStrayColons");
  expect(formatCheck("uri", 36)).toBe("isUri");
  expect(formatCheck("password", 37)).toBeUndefined();
});
