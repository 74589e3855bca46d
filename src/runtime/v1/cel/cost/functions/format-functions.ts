import {
  NamedFormat,
  byteFormat,
  dateFormat,
  datetimeFormat,
  dns1035LabelFormat,
  dns1035LabelPrefixFormat,
  dns1123LabelFormat,
  dns1123LabelPrefixFormat,
  dns1123SubdomainFormat,
  dns1123SubdomainPrefixFormat,
  labelValueFormat,
  namedFormat,
  qualifiedNameFormat,
  uriFormat,
  uuidFormat,
  validateFormat,
} from "../../libraries/named-format.js";
import type { FunctionTable } from "../function-table.js";
import { binary, functionTable, isA, isText, nullary, unary } from "../function-table.js";

const format = /* @__PURE__ */ isA(NamedFormat);

/** Named formats. */
export const formatFunctions: FunctionTable = /* @__PURE__ */ functionTable(() => [
  nullary("format.dns1123Label", dns1123LabelFormat),
  nullary("format.dns1123Subdomain", dns1123SubdomainFormat),
  nullary("format.dns1035Label", dns1035LabelFormat),
  nullary("format.qualifiedName", qualifiedNameFormat),
  nullary("format.dns1123LabelPrefix", dns1123LabelPrefixFormat),
  nullary("format.dns1123SubdomainPrefix", dns1123SubdomainPrefixFormat),
  nullary("format.dns1035LabelPrefix", dns1035LabelPrefixFormat),
  nullary("format.labelValue", labelValueFormat),
  nullary("format.uri", () => uriFormat()),
  nullary("format.uuid", uuidFormat),
  nullary("format.byte", byteFormat),
  nullary("format.date", dateFormat),
  nullary("format.datetime", datetimeFormat),
  unary("format.named", isText, (name: string) => namedFormat(name)),
  binary("validate", format, isText, validateFormat),
]);
