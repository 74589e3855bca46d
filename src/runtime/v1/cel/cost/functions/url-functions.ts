import {
  UrlValue,
  isUrl,
  parseUrl,
  urlEscapedPath,
  urlHost,
  urlHostname,
  urlPort,
  urlQuery,
  urlScheme,
} from "../../libraries/url.js";
import type { FunctionTable } from "../function-table.js";
import { functionTable, isA, isText, unary } from "../function-table.js";

const link = /* @__PURE__ */ isA(UrlValue);

/** URLs. */
export const urlFunctions: FunctionTable = /* @__PURE__ */ functionTable(() => [
  unary("url", isText, (text: string) => parseUrl(text)),
  unary("isURL", isText, (text: string) => isUrl(text)),
  unary("getScheme", link, urlScheme),
  unary("getHost", link, urlHost),
  unary("getHostname", link, urlHostname),
  unary("getPort", link, urlPort),
  unary("getEscapedPath", link, urlEscapedPath),
  unary("getQuery", link, urlQuery),
]);
