import type { Library } from "./signature.js";
import { bool, global, int, member, semver, string } from "./signature.js";

/** Semantic versions (Kubernetes `cel/library/semverlib.go`, version 1). */
export const semverLibrary: Library = {
  name: "semver",
  introduced: 33,
  // prettier-ignore
  overloads: [
    member("compareTo",     "semver_compare_to",      [semver, semver], int),
    member("isGreaterThan", "semver_is_greater_than", [semver, semver], bool),
    member("isLessThan",    "semver_is_less_than",    [semver, semver], bool),
    global("isSemver",      "is_semver_string",       [string],         bool),
    global("isSemver",      "is_semver_string_bool",  [string, bool],   bool),
    member("major",         "semver_major",           [semver],         int),
    member("minor",         "semver_minor",           [semver],         int),
    member("patch",         "semver_patch",           [semver],         int),
    global("semver",        "string_to_semver",       [string],         semver),
    global("semver",        "string_bool_to_semver",  [string, bool],   semver),
  ],
};
