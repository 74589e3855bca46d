import { JsonFault, parseJson } from "../runtime/v1/values/go/parse-json.js";
import { isObject } from "../runtime/v1/values/json/json.js";
import type { OpenApiDocument } from "./document-kinds.js";

/** What a text turned out to be. */
export type ReadDocument =
  | { readonly kind: "document"; readonly document: OpenApiDocument }
  /** It says that it is one, and cannot be used; `reason` says why, and what to do. */
  | { readonly kind: "unusable"; readonly reason: string }
  /** It is something else. */
  | { readonly kind: "other" };

/** Reads an OpenAPI v3 document: these are JSON, and say so in their first words. */
export function readOpenApi(path: string, text: string): ReadDocument {
  const beginning = text.slice(0, 1000);
  if (/"swagger"\s*:/.test(beginning)) {
    const reason =
      "this is OpenAPI v2, which lacks what types need: give the documents that 'kubectl get --raw /openapi/v3/apis/apps/v1' and the like print";
    return { kind: "unusable", reason };
  }
  if (!/"openapi"\s*:\s*"3/.test(beginning)) return { kind: "other" };
  const parsed = parseJson(text);
  if (parsed instanceof JsonFault || !isObject(parsed.value)) {
    return { kind: "unusable", reason: "this begins as an OpenAPI document, and is no JSON" };
  }
  return { kind: "document", document: { path, document: parsed.value } };
}
