import type { YamlBody } from "../../runtime/v1/testing/yaml-body.js";
import { bodyText } from "./body-text.js";
import { YamlFault } from "./cursor.js";
import { decodeYaml } from "./decode.js";
import { parseYaml } from "./parser.js";
import { toJson } from "./yaml-value.js";

/**
 * Reads a body in YAML as `sigs.k8s.io/yaml` does, to the words of its faults: YAML 1.1 with Go's
 * rules, of which the first document counts.
 *
 * @throws YamlFault
 */
export function readYaml(body: string | Uint8Array): YamlBody {
  try {
    const root = parseYaml(bodyText(body));
    if (root === undefined) return { json: "null", strictFault: "" };
    const { value, duplicates } = decodeYaml(root);
    const lines = ["yaml: unmarshal errors:", ...duplicates].join("\n  ");
    return { json: toJson(value), strictFault: duplicates.length === 0 ? "" : lines };
  } catch (error) {
    // A full stack: Go's is larger, and its limit is 10,000 levels.
    if (error instanceof RangeError) throw new YamlFault("yaml: exceeded max depth of 10000");
    throw error;
  }
}
