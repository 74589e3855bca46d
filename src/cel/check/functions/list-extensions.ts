import type { Library } from "./signature.js";
import {
  bool,
  bytes,
  double,
  duration,
  dyn,
  global,
  int,
  list,
  member,
  string,
  T,
  timestamp,
  uint,
} from "./signature.js";

/** Slicing, sorting and more of lists (cel-go `ext/lists.go`, version 3). */
export const listExtensionsLibrary: Library = {
  name: "lists extension 3",
  introduced: 34,
  // prettier-ignore
  overloads: [
    member("@sortByAssociatedKeys", "list_int_sortByAssociatedKeys",                       [list(T), list(int)],       list(T)),
    member("@sortByAssociatedKeys", "list_uint_sortByAssociatedKeys",                      [list(T), list(uint)],      list(T)),
    member("@sortByAssociatedKeys", "list_double_sortByAssociatedKeys",                    [list(T), list(double)],    list(T)),
    member("@sortByAssociatedKeys", "list_bool_sortByAssociatedKeys",                      [list(T), list(bool)],      list(T)),
    member("@sortByAssociatedKeys", "list_google.protobuf.Duration_sortByAssociatedKeys",  [list(T), list(duration)],  list(T)),
    member("@sortByAssociatedKeys", "list_google.protobuf.Timestamp_sortByAssociatedKeys", [list(T), list(timestamp)], list(T)),
    member("@sortByAssociatedKeys", "list_string_sortByAssociatedKeys",                    [list(T), list(string)],    list(T)),
    member("@sortByAssociatedKeys", "list_bytes_sortByAssociatedKeys",                     [list(T), list(bytes)],     list(T)),
    member("distinct",              "list_distinct",                                       [list(T)],                  list(T)),
    member("flatten",               "list_flatten",                                        [list(list(T))],            list(T)),
    member("flatten",               "list_flatten_int",                                    [list(dyn), int],           list(dyn)),
    global("lists.range",           "lists_range",                                         [int],                      list(int)),
    member("reverse",               "list_reverse",                                        [list(T)],                  list(T)),
    member("slice",                 "list_slice",                                          [list(T), int, int],        list(T)),
    member("sort",                  "list_int_sort",                                       [list(int)],                list(int)),
    member("sort",                  "list_uint_sort",                                      [list(uint)],               list(uint)),
    member("sort",                  "list_double_sort",                                    [list(double)],             list(double)),
    member("sort",                  "list_bool_sort",                                      [list(bool)],               list(bool)),
    member("sort",                  "list_google.protobuf.Duration_sort",                  [list(duration)],           list(duration)),
    member("sort",                  "list_google.protobuf.Timestamp_sort",                 [list(timestamp)],          list(timestamp)),
    member("sort",                  "list_string_sort",                                    [list(string)],             list(string)),
    member("sort",                  "list_bytes_sort",                                     [list(bytes)],              list(bytes)),
  ],
};
