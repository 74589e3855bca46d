import type { Path } from "../../source/document.js";
import { pathText } from "../../source/path-text.js";

/**
 * A place in a CRD for people. Below a schema the way through the data counts, not that through the
 * schema: `spec.ports[*].protocol`, with the keyword behind it where one is meant.
 */
export function labelOf(path: Path): string {
  const root = path.indexOf("openAPIV3Schema");
  if (root === -1) return pathText(path);
  return schemaLabel(path.slice(root + 1)) || "the root of the schema";
}

/** Keywords followed by the name of a field. */
const named: ReadonlySet<string | number> = new Set([
  "properties",
  "patternProperties",
  "definitions",
  "dependencies",
]);
/** Keywords that lead to all values of a list or map. */
const repeated: ReadonlySet<string | number> = new Set(["items", "additionalProperties"]);

function schemaLabel(path: Path): string {
  let label = "";
  for (let at = 0; at < path.length; at++) {
    const step = path[at] ?? "";
    const next = path[at + 1];
    if (named.has(step) && next !== undefined) {
      label += `.${next}`;
      at++;
    } else if (repeated.has(step) && next !== undefined) {
      label += "[*]";
    } else {
      label += typeof step === "number" ? `[${step}]` : `.${step}`;
    }
  }
  return label.replace(/^\./, "");
}
