import type { Library } from "./signature.js";
import { int, list, member, string } from "./signature.js";

/** Searching with regular expressions (Kubernetes `cel/library/regex.go`). */
export const regexLibrary: Library = {
  name: "regex",
  introduced: 0,
  // prettier-ignore
  overloads: [
    member("find",    "string_find_string",         [string, string],      string),
    member("findAll", "string_find_all_string",     [string, string],      list(string)),
    member("findAll", "string_find_all_string_int", [string, string, int], list(string)),
  ],
};
