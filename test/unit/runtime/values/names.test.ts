import { expect, it } from "vitest";
import {
  generateNameFaults,
  labelFaults,
  labelKeyFaults,
  labelValueFaults,
  pathSegmentFaults,
  subdomainFaults,
} from "../../../../src/runtime/v1/values/names.js";
import { labelFaultBefore35 } from "../../../../src/runtime/v1/values/older-words.js";

const subdomainRule =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";
const keyRule =
  "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";
const long = "a".repeat(64);

it("tells what is wrong with a subdomain", () => {
  expect(subdomainFaults("a.b")).toEqual([]);
  expect(subdomainFaults("A")).toEqual([subdomainRule]);
  expect(subdomainFaults("é".repeat(127))).toEqual([
    "must be no more than 253 characters",
    subdomainRule,
  ]);
});

it("tells dots in a label from other faults", () => {
  expect(labelFaults("a.b")).toEqual(["must not contain dots"]);
  expect(labelFaults("-")).toEqual([
    "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')",
  ]);
});

it("tells what is wrong with a label key", () => {
  expect(labelKeyFaults("example.com/MyName")).toEqual([]);
  expect(labelKeyFaults("/x")).toEqual(["prefix part must be non-empty"]);
  expect(labelKeyFaults("A/x")).toEqual([`prefix part ${subdomainRule}`]);
  expect(labelKeyFaults("")).toEqual(["name part must be non-empty", `name part ${keyRule}`]);
  expect(labelKeyFaults(long)).toEqual(["name part must be no more than 63 bytes"]);
  expect(labelKeyFaults("a/b/c")).toEqual([
    `a valid label key ${keyRule} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`,
  ]);
});

it("words keys and values as older servers do", () => {
  const older = (faults: readonly string[]): string[] => faults.map(labelFaultBefore35);
  expect(older(labelKeyFaults(long))).toEqual(["name part must be no more than 63 characters"]);
  expect(older(labelKeyFaults("a/b/c"))[0]).toMatch(/^a qualified name must consist/);
  expect(older(labelValueFaults(long))).toEqual(["must be no more than 63 characters"]);
});

it("tells what is wrong with a label value", () => {
  expect(labelValueFaults("")).toEqual([]);
  expect(labelValueFaults("a b")).toEqual([
    "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')",
  ]);
});

it("checks path segments", () => {
  expect(pathSegmentFaults("..")).toEqual(["may not be '..'"]);
  expect(pathSegmentFaults("%/")).toEqual(["may not contain '/'", "may not contain '%'"]);
});

it.each([
  ["a-", true],
  ["a_-", true],
  ["-", false],
  ["a-b-", true],
  ["A-", true],
  ["A--", false],
])("checks the generateName %s", (value, valid) => {
  expect(generateNameFaults(value).length === 0).toBe(valid);
});
