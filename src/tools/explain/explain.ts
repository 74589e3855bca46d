import type { Resource, Version } from "../../crd/ir/resource.js";
import { openApiV2 } from "../../crd/openapi/openapi-v2.js";
import { openApiV3 } from "../../crd/openapi/openapi-v3.js";
import { modelName } from "../../crd/openapi/published-version.js";
import { allDetails } from "./details.js";
import { explainV2 } from "./explain-v2.js";
import { explainV3, noDetails } from "./explain-v3.js";
import { asNode } from "./published-node.js";

/** How a resource is explained. */
export interface ExplainOptions {
  /** The form of the text, as kubectl names it. */
  readonly output: "plaintext" | "plaintext-openapiv2";
  /** List all fields below, so many levels of them, 0 for all; undefined to describe fields. */
  readonly depth: number | undefined;
  /**
   * Say what kubectl leaves out, too: defaults, constraints and rules. `plaintext-openapiv2` has
   * nothing beside what kubectl prints.
   */
  readonly details: boolean;
}

/**
 * The text of `kubectl explain` for a served version of a resource, or for the field at `path`,
 * made of what the API server would publish.
 *
 * @throws NoFieldError if the path leads to no field
 */
export function explain(
  resource: Resource,
  version: Version,
  path: readonly string[],
  { output, depth, details }: ExplainOptions,
): string {
  const published = { resource, version };
  const { kind } = resource.names;
  const what = { group: resource.group, version: version.name, kind, path, depth };
  const model = modelName(published, kind);
  if (output === "plaintext-openapiv2") {
    const definitions = asNode(openApiV2([published])["definitions"]);
    return explainV2({ ...what, definitions, schema: asNode(definitions[model]) });
  }
  const schemas = asNode(asNode(openApiV3([published])["components"])["schemas"]);
  const schema = asNode(schemas[model]);
  return explainV3({ ...what, schemas, schema, details: details ? allDetails : noDetails });
}
