import type { CallEstimate, SizedCall } from "../cost-model.js";
import { patternFactor, scaleRange, sizeOf, traversal } from "../cost-model.js";
import { costing } from "./estimates.js";
import type { Library } from "./row.js";
import { before, calls, global, library, member, row } from "./row.js";
import { list, optional, string, format } from "./types.js";

/** Named formats of strings (Kubernetes `cel/library/format.go`). */
export const formatLibrary: Library = library({
  name: "format",
  introduced: 31,
  counted: "formatFunctions",
  functions: [
    row("format.byte", {}, global("format.byte", [], format, calls("byteFormat"))),
    row("format.date", {}, global("format.date", [], format, calls("dateFormat"))),
    row("format.datetime", {}, global("format.datetime", [], format, calls("datetimeFormat"))),
    row(
      "format.dns1035Label",
      {},
      global("format.dns1035Label", [], format, calls("dns1035LabelFormat")),
    ),
    row(
      "format.dns1035LabelPrefix",
      {},
      global("format.dns1035LabelPrefix", [], format, calls("dns1035LabelPrefixFormat")),
    ),
    row(
      "format.dns1123Label",
      {},
      global("format.dns1123Label", [], format, calls("dns1123LabelFormat")),
    ),
    row(
      "format.dns1123LabelPrefix",
      {},
      global("format.dns1123LabelPrefix", [], format, calls("dns1123LabelPrefixFormat")),
    ),
    row(
      "format.dns1123Subdomain",
      {},
      global("format.dns1123Subdomain", [], format, calls("dns1123SubdomainFormat")),
    ),
    row(
      "format.dns1123SubdomainPrefix",
      {},
      global("format.dns1123SubdomainPrefix", [], format, calls("dns1123SubdomainPrefixFormat")),
    ),
    row(
      "format.labelValue",
      {},
      global(
        "format.labelValue",
        [],
        format,
        calls("labelValueFormat", {
          older: [before(35, "labelValueFormatBefore35", "formatFunctionsBefore35")],
        }),
      ),
    ),
    row(
      "format.named",
      {},
      global(
        "format-named",
        [string],
        optional(format),
        calls("namedFormat", {
          older: [
            before(35, "namedFormatBefore35", "formatFunctionsBefore35"),
            before(36, "namedFormatBefore36", "formatFunctionsBefore36"),
          ],
        }),
      ),
    ),
    row(
      "format.qualifiedName",
      {},
      global(
        "format.qualifiedName",
        [],
        format,
        calls("qualifiedNameFormat", {
          older: [before(35, "qualifiedNameFormatBefore35", "formatFunctionsBefore35")],
        }),
      ),
    ),
    row(
      "format.uri",
      {},
      global(
        "format.uri",
        [],
        format,
        calls("uriFormat", { older: [before(36, "uriFormatBefore36", "formatFunctionsBefore36")] }),
      ),
    ),
    row("format.uuid", {}, global("format.uuid", [], format, calls("uuidFormat"))),
    row(
      "validate",
      { estimate: estimateValidate, cost: "validateCost" },
      member("format-validate", [format, string], optional(list(string)), calls("validateFormat")),
    ),
  ],
});

/** Characters of the longest pattern of a named format (Kubernetes `cel/format.go`). */
const longestFormatPattern = 128;

function estimateValidate({ args: [arg] }: SizedCall): CallEstimate | undefined {
  if (arg === undefined) return undefined;
  return costing(scaleRange(traversal(sizeOf(arg)), longestFormatPattern * patternFactor));
}
