import { expect, it } from "vitest";
import { inWords, newestDialect } from "../../../../src/runtime/v1/values/dialect.js";
import { fieldErrorText } from "../../../../src/runtime/v1/values/field-error.js";
import {
  invalidError,
  tooLongError,
  tooManyError,
} from "../../../../src/runtime/v1/values/field-errors.js";
import type { KubernetesMinor } from "../../../../src/runtime/v1/values/kubernetes-version.js";
import * as olderDialects from "../../../../src/runtime/v1/values/older-dialects.js";
import { dialectOf, symbolOfServer } from "../../../../src/runtime/versions/dialects.js";

const minors: readonly KubernetesMinor[] = [28, 29, 30, 31, 32, 33, 34, 35, 36, 37];

it("names every older dialect by its constant, and the newest one not at all", () => {
  for (const minor of minors) {
    const [symbol, dialect] = [symbolOfServer(minor), dialectOf(minor)];
    const constants: Readonly<Record<string, unknown>> = olderDialects;
    expect(dialect).toBe(symbol === undefined ? newestDialect : constants[symbol]);
    expect(symbol).toBe(minor === 37 ? undefined : `kubernetes1${minor}`);
  }
});

/** As real servers answered, by version. */
it.each<[KubernetesMinor, string[]]>([
  [31, ['f: Invalid value: "null"', "f: Too long: may not be longer than 1", "1 items"]],
  [33, ['f: Invalid value: "null"', "f: Too long: may not be more than 1 bytes", "1 items"]],
  [34, ["f: Invalid value: null", "f: Too long: may not be more than 1 byte", "1 item"]],
])("words errors as 1.%d does", (minor, [nullText, tooLong, unit]) => {
  const errors = [invalidError("f", null, ""), tooLongError("f", 1), tooManyError("f", 2, 1)];
  expect(inWords(errors, dialectOf(minor).words?.ofValues).map(fieldErrorText)).toEqual([
    nullText,
    tooLong,
    `f: Too many: 2: must have at most ${unit}`,
  ]);
});

it("shows objects in Go syntax up to 1.33", () => {
  const value = { a: ["c"] };
  const texts = ([33, 34] as const).map(
    (minor) => dialectOf(minor).words?.ofValues(invalidError("f", value, "")).message,
  );
  expect(texts).toEqual([
    'Invalid value: map[string]interface {}{"a":[]interface {}{"c"}}',
    'Invalid value: {"a":["c"]}',
  ]);
});

it("a limit below zero is not told", () => {
  expect(tooManyError("f", 2, -1).message).toBe("Too many: 2: has too many items");
  expect(tooLongError("f", -1).message).toBe("Too long: value is too long");
});
