import type { Path, SourceDocument } from "../../src/crd/source/source-file.js";
import type { Json } from "../../src/runtime/v1/values/json/json.js";

/** A document that holds a value and knows no places. */
export function jsonDocument(value: Json, path = "crd.json"): SourceDocument {
  const file = { path, text: "" };
  const nowhere = { file, start: 0, end: 0 };
  return {
    file,
    start: 0,
    end: 0,
    format: "json",
    value,
    locate: (_path: Path) => ({ key: nowhere, value: nowhere, head: nowhere }),
  };
}
