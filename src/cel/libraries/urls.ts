import type { CallEstimate, CostModel, SizedCall } from "../cost-model.js";
import { one, sizeOf } from "../cost-model.js";
import { costing, readArgument, since } from "./estimates.js";
import type { Library } from "./row.js";
import { before, calls, global, library, member, row, tries } from "./row.js";
import { bool, list, map, string, url } from "./types.js";

/** URLs (Kubernetes `cel/library/urls.go`). */
export const urlsLibrary: Library = library({
  name: "urls",
  introduced: 0,
  counted: "urlFunctions",
  functions: [
    row(
      "getEscapedPath",
      {},
      member("url_get_escaped_path", [url], string, calls("urlEscapedPath")),
    ),
    row("getHost", {}, member("url_get_host", [url], string, calls("urlHost"))),
    row("getHostname", {}, member("url_get_hostname", [url], string, calls("urlHostname"))),
    row("getPort", {}, member("url_get_port", [url], string, calls("urlPort"))),
    row(
      "getQuery",
      {},
      member("url_get_query", [url], map(string, list(string)), calls("urlQuery")),
    ),
    row("getScheme", {}, member("url_get_scheme", [url], string, calls("urlScheme"))),
    row(
      "isURL",
      {},
      global(
        "is_url_string",
        [string],
        bool,
        calls("isUrl", { older: [before(36, "isUrlBefore36", "urlFunctionsBefore36")] }),
      ),
    ),
    row(
      "url",
      { estimate: estimateUrl, cost: "readFirstCost" },
      global(
        "string_to_url",
        [string],
        url,
        tries("parseUrl", { older: [before(36, "parseUrlBefore36", "urlFunctionsBefore36")] }),
      ),
    ),
  ],
});

const urlSize = since(32, ({ args: [text] }) => costing(one, sizeOf(text)));

/** How long a URL is, and so what comparing it costs, is known from 1.32 on. */
function estimateUrl(call: SizedCall, model: CostModel): CallEstimate | undefined {
  const estimate = readArgument(call);
  return estimate && costing(estimate.cost, urlSize(call, model)?.resultSize);
}
