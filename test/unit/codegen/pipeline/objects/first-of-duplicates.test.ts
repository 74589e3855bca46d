import { expect, it } from "vitest";
import { firstOfDuplicates } from "../../../../../src/codegen/pipeline/objects/object-reporter.js";

it.each([
  [["a", "b", "b"], 2, 'Duplicate value: "b"', 1],
  [
    [{ name: "a", x: 1 }, { name: "b" }, { name: "a", x: 2 }],
    2,
    'Duplicate value: {"name":"a"}',
    0,
  ],
  [
    [{ port: 1 }, { port: 1, protocol: "TCP" }],
    1,
    'Duplicate value: {"port":1,"protocol":"TCP"}',
    0,
  ],
  [
    [{ port: 1, protocol: "UDP" }, { port: 1 }],
    1,
    'Duplicate value: {"port":1,"protocol":"TCP"}',
    undefined,
  ],
  [[1, 1], 1, "Duplicate value: ...", 0],
  [["a"], 0, 'Duplicate value: "a"', undefined],
])("%j", (list, second, message, first) => {
  expect(firstOfDuplicates(list, second, message)).toBe(first);
});

it("looks at lists alone", () => {
  expect(firstOfDuplicates({ a: 1 }, "a", "Duplicate value: 1")).toBeUndefined();
});
