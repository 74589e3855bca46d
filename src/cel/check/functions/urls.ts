import type { Library } from "./signature.js";
import { bool, global, list, map, member, string, url } from "./signature.js";

/** URLs (Kubernetes `cel/library/urls.go`). */
export const urlsLibrary: Library = {
  name: "urls",
  introduced: 0,
  // prettier-ignore
  overloads: [
    member("getEscapedPath", "url_get_escaped_path", [url],    string),
    member("getHost",        "url_get_host",         [url],    string),
    member("getHostname",    "url_get_hostname",     [url],    string),
    member("getPort",        "url_get_port",         [url],    string),
    member("getQuery",       "url_get_query",        [url],    map(string, list(string))),
    member("getScheme",      "url_get_scheme",       [url],    string),
    global("isURL",          "is_url_string",        [string], bool),
    global("url",            "string_to_url",        [string], url),
  ],
};
