import type { CrdDocument } from "../../crd/frontend/find-crds.js";
import type { JsonObject } from "../../runtime/v1/values/json/json.js";

/** A CRD of v1 that stands in no file. */
export function definitionDocument(value: JsonObject): CrdDocument {
  const nowhere = { file: { path: "request", text: "" }, start: 0, end: 0 };
  const location = { key: nowhere, value: nowhere, head: nowhere };
  const document = { ...nowhere, format: "json", value, locate: () => location } as const;
  return { document, path: [], apiVersion: "v1", value };
}
