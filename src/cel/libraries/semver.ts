import { readArgument } from "./estimates.js";
import type { Library } from "./row.js";
import { calls, global, library, member, row, tries } from "./row.js";
import { bool, int, string, semver } from "./types.js";

/** Semantic versions (Kubernetes `cel/library/semverlib.go`, version 1). */
export const semverLibrary: Library = library({
  name: "semver",
  introduced: 33,
  counted: "semverFunctions",
  functions: [
    row(
      "compareTo",
      {},
      member("semver_compare_to", [semver, semver], int, calls("compareSemvers")),
    ),
    row(
      "isGreaterThan",
      {},
      member("semver_is_greater_than", [semver, semver], bool, calls("isGreaterSemver")),
    ),
    row(
      "isLessThan",
      {},
      member("semver_is_less_than", [semver, semver], bool, calls("isLessSemver")),
    ),
    row(
      "isSemver",
      { estimate: readArgument },
      global("is_semver_string", [string], bool, calls("isSemver")),
      global("is_semver_string_bool", [string, bool], bool, calls("isSemver")),
    ),
    row("major", {}, member("semver_major", [semver], int, calls("semverMajor"))),
    row("minor", {}, member("semver_minor", [semver], int, calls("semverMinor"))),
    row("patch", {}, member("semver_patch", [semver], int, calls("semverPatch"))),
    row(
      "semver",
      { estimate: readArgument },
      global("string_to_semver", [string], semver, tries("parseSemver")),
      global("string_bool_to_semver", [string, bool], semver, tries("parseSemver")),
    ),
  ],
});
