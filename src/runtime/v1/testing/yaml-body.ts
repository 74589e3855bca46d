import { goJson } from "../go/json.js";
import { JsonFault, parseJson } from "../go/parse-json.js";
import { badRequestFailure } from "./failure.js";

/** A parser of YAML, such as `parse` of the package `yaml`. It throws for what is no YAML. */
export type ParseYamlBody = (text: string) => unknown;

const stringOrFloat = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** YAML becomes JSON by Go's `%g`, which makes an integer of `1.0` (sigs.k8s.io/yaml). */
function yamlNumber(token: string): string {
  const value = Number(token);
  const isFloat = !token.startsWith('"') && /[.eE]/.test(token);
  return isFloat && Number.isInteger(value) && Math.abs(value) < 1e6 ? String(value) : token;
}

/**
 * A body in YAML as JSON; JSON is YAML, and needs no parser.
 *
 * @throws Failure 400
 */
export function yamlToJson(text: string, parseYaml: ParseYamlBody | undefined): string {
  if (!(parseJson(text) instanceof JsonFault)) return text.replace(stringOrFloat, yamlNumber);
  if (parseYaml === undefined) {
    throw badRequestFailure(
      "this server reads no YAML but JSON: give memoryApiServer a parser, such as { parseYaml: parse } of the package yaml",
    );
  }
  try {
    return goJson(parseYaml(text));
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw badRequestFailure(`error converting YAML to JSON: yaml: ${message}`);
  }
}
