import type { Library } from "./signature.js";
import { int, list, member, string } from "./signature.js";

/** The string functions without formatting (cel-go `ext/strings.go`, version 0). */
export const stringsLibrary: Library = {
  name: "strings",
  introduced: 0,
  // prettier-ignore
  overloads: [
    member("charAt",      "string_char_at_int",               [string, int],                 string),
    member("indexOf",     "string_index_of_string",           [string, string],              int),
    member("indexOf",     "string_index_of_string_int",       [string, string, int],         int),
    member("join",        "list_join",                        [list(string)],                string),
    member("join",        "list_join_string",                 [list(string), string],        string),
    member("lastIndexOf", "string_last_index_of_string",      [string, string],              int),
    member("lastIndexOf", "string_last_index_of_string_int",  [string, string, int],         int),
    member("lowerAscii",  "string_lower_ascii",               [string],                      string),
    member("replace",     "string_replace_string_string",     [string, string, string],      string),
    member("replace",     "string_replace_string_string_int", [string, string, string, int], string),
    member("split",       "string_split_string",              [string, string],              list(string)),
    member("split",       "string_split_string_int",          [string, string, int],         list(string)),
    member("substring",   "string_substring_int",             [string, int],                 string),
    member("substring",   "string_substring_int_int",         [string, int, int],            string),
    member("trim",        "string_trim",                      [string],                      string),
    member("upperAscii",  "string_upper_ascii",               [string],                      string),
  ],
};
