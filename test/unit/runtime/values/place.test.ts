import { describe, expect, it } from "vitest";
import type { Place } from "../../../../src/runtime/v1/values/place.js";
import {
  fieldPathOf,
  pathOf,
  placeBelow,
  rootPlace,
} from "../../../../src/runtime/v1/values/place.js";

/** The place at the end of steps; a key that is no field stands in a list of its own. */
function placeAt(root: string, ...steps: readonly (string | number | [string])[]): Place {
  return steps.reduce<Place>(
    (parent, step) =>
      Array.isArray(step) ? placeBelow(parent, step[0], false) : placeBelow(parent, step, true),
    rootPlace(root),
  );
}

// What Go makes of them: `path + "." + key`, and the field is the path without a dot in front.
const cases: readonly (readonly [string, string, Place])[] = [
  ["a.b", "a.b", placeAt("", "a", "b")],
  [".a.b", "a.b", placeAt("", ["a"], "b")],
  ["a[0].b", "a[0].b", placeAt("", "a", 0, ["b"])],
  ["[0].a", "[0].a", placeAt("", 0, "a")],
  ["a..b", "a..b", placeAt("", "a", "", "b")],
  ["b", "b", placeAt("", "", "b")],
  [".b", "b", placeAt("", "", ["b"])],
  [".", "", placeAt("", "", [""])],
  ["..b", ".b", placeAt("", [""], "b")],
  [".x", "x", placeAt("", ".x")],
  [".x.a", "x.a", placeAt("", "", ".x", "a")],
  ["status.a", "status.a", placeAt("status", ["a"])],
  [".status.a", "status.a", placeAt(".status", "a")],
];

describe("paths of places", () => {
  it.each(cases)("%s names the field %s, whatever was asked before", (path, field, place) => {
    expect(fieldPathOf(place)).toBe(field);
    expect(pathOf(place)).toBe(path);
    expect(fieldPathOf(place)).toBe(field);
  });
});
