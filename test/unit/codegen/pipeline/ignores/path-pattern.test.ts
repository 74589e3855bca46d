import { expect, it } from "vitest";
import { placeMatcher } from "../../../../../src/codegen/pipeline/ignores/warning-filter.js";

it.each([
  ["spec.a", "spec.a", true],
  ["spec.a", "spec.a.b", true],
  ["spec.a", "spec.a[*].b", true],
  ["spec.a", "spec.ab", false],
  ["spec.a", "status.spec.a", false],
  ["spec.*", "spec.a", true],
  ["spec.*.c", "spec.a.b.c", false],
  ["spec.a*", "spec.ab.c", true],
  ["spec.a[*].b", "spec.a[*].b", true],
  ["spec.a[*].b", "spec.a[12].b", true],
  ["spec.a[0]", "spec.a[1]", false],
  ["spec.versions[*].schema", "spec.versions[0].schema.openAPIV3Schema", true],
  ["**.metadata", "spec.template.metadata", true],
  ["**.metadata", "metadata", true],
  ["**.metadata", "spec.podmetadata", false],
  ["spec.**.metadata", "spec.a[*].b.metadata.labels", true],
  ["spec.a(", "spec.a(", true],
  ["**", "anything", true],
])("%s is about %s: %s", (pattern, place, expected) => {
  expect(placeMatcher(pattern)(place)).toBe(expected);
});
