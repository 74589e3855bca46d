import type { Library } from "./signature.js";
import { format, global, list, member, optional, string } from "./signature.js";

/** Named formats of strings (Kubernetes `cel/library/format.go`). */
export const formatLibrary: Library = {
  name: "format",
  introduced: 31,
  // prettier-ignore
  overloads: [
    global("format.byte",                   "format.byte",                   [],               format),
    global("format.date",                   "format.date",                   [],               format),
    global("format.datetime",               "format.datetime",               [],               format),
    global("format.dns1035Label",           "format.dns1035Label",           [],               format),
    global("format.dns1035LabelPrefix",     "format.dns1035LabelPrefix",     [],               format),
    global("format.dns1123Label",           "format.dns1123Label",           [],               format),
    global("format.dns1123LabelPrefix",     "format.dns1123LabelPrefix",     [],               format),
    global("format.dns1123Subdomain",       "format.dns1123Subdomain",       [],               format),
    global("format.dns1123SubdomainPrefix", "format.dns1123SubdomainPrefix", [],               format),
    global("format.labelValue",             "format.labelValue",             [],               format),
    global("format.named",                  "format-named",                  [string],         optional(format)),
    global("format.qualifiedName",          "format.qualifiedName",          [],               format),
    global("format.uri",                    "format.uri",                    [],               format),
    global("format.uuid",                   "format.uuid",                   [],               format),
    member("validate",                      "format-validate",               [format, string], optional(list(string))),
  ],
};
