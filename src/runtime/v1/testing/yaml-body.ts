import { goJson } from "../go/json.js";
import { readYaml } from "../go/read-yaml.js";
import { badRequestFailure } from "./failure.js";

/**
 * A body in YAML as JSON. Scalars are those of YAML 1.1 as far as Kubernetes' objects use them.
 *
 * @throws Failure 400
 */
export function yamlToJson(text: string): string {
  try {
    return goJson(readYaml(text));
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw badRequestFailure(`error converting YAML to JSON: yaml: ${message}`);
  }
}
