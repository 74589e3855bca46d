import { describe, expect, it } from "vitest";
import {
  compareVersionNames,
  defaultDeprecationWarning,
} from "../../../../src/crd/frontend/read-resource.js";

describe("versions", () => {
  it("are preferred when they are stable, then newer, and names of any other form come last", () => {
    const preferred = [
      "v10",
      "v2",
      "v1",
      "v11beta2",
      "v10beta3",
      "v3beta1",
      "v12alpha1",
      "v11alpha2",
      "v11alpha1",
      "foo1",
      "foo10",
      "v1gamma1",
    ];
    expect([...preferred].reverse().sort(compareVersionNames)).toEqual(preferred);
    expect([...preferred].sort(compareVersionNames)).toEqual(preferred);
  });
});

describe("a deprecated version", () => {
  const served = { served: true };
  it.each([
    [
      "names the best that is preferred to it",
      [
        { name: "v1", ...served },
        { name: "v2", ...served },
      ],
      "; use a.b/v2 C",
    ],
    ["names none that is worse", [{ name: "v1alpha1", ...served }], ""],
    ["names none that is not served", [{ name: "v1", served: false }], ""],
    ["names none that is deprecated, too", [{ name: "v1", ...served, deprecated: true }], ""],
  ])("%s", (_, others, replacement) => {
    const versions = [{ name: "v1beta1", ...served, deprecated: true }, ...others];
    expect(defaultDeprecationWarning("v1beta1", versions, "a.b", "C")).toBe(
      `a.b/v1beta1 C is deprecated${replacement}`,
    );
  });
});
