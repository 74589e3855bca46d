import type { JsonObject } from "../../runtime/v1/values/json/json.js";
import { isObject } from "../../runtime/v1/values/json/json.js";
import { crdTypes } from "./decode/crd-types.js";
import { encodeAs } from "./decode/encode-as.js";
import { defaultCrd } from "./internal/default-crd.js";

/**
 * A CRD of v1 as the API server answers it: decoded, with what it fills in, printed again. The
 * given one is valid, and stays as it is.
 */
export function printCrd(crd: JsonObject): JsonObject {
  const printed = encodeAs(crdTypes.v1, defaultCrd(crd, "v1"));
  return isObject(printed) ? printed : {};
}
