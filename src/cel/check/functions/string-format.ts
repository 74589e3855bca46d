import type { Library } from "./signature.js";
import { dyn, global, list, member, string } from "./signature.js";

/** What version 2 of the strings library has and version 0 has not (cel-go `ext/strings.go`). */
export const stringFormatLibrary: Library = {
  name: "strings 2",
  introduced: 29,
  // prettier-ignore
  overloads: [
    member("format",        "string_format", [string, list(dyn)], string),
    global("strings.quote", "strings_quote", [string],            string),
  ],
};
