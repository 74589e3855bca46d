import type { Resource, Version } from "../../crd/ir/resource.js";
import { openApiV2 } from "../../crd/openapi/openapi-v2.js";
import { openApiV3 } from "../../crd/openapi/openapi-v3.js";
import type { PublishedVersion } from "../../crd/openapi/published-version.js";
import { modelName } from "../../crd/openapi/published-version.js";
import type { JsonObject } from "../../runtime/v1/values/json/json.js";
import { allDetails } from "./details.js";
import { explainData } from "./explain-data.js";
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
  return explainV3({ ...what, ...schemasOf(published), details: details ? allDetails : noDetails });
}

/**
 * What `explain` says of a resource or a field, as data. Of fields below, so many levels, 0 for
 * all.
 *
 * @throws NoFieldError if the path leads to no field
 */
export function explainAsData(
  resource: Resource,
  version: Version,
  path: readonly string[],
  depth: number,
): JsonObject {
  const { group, names } = resource;
  return {
    group,
    version: version.name,
    kind: names.kind,
    path: [...path],
    ...explainData({ ...schemasOf({ resource, version }), path, depth }),
  };
}

/** The schema of a kind in its OpenAPI v3 document, and all of the document. */
function schemasOf(published: PublishedVersion): { schemas: JsonObject; schema: JsonObject } {
  const schemas = asNode(asNode(openApiV3([published])["components"])["schemas"]);
  return { schemas, schema: asNode(schemas[modelName(published, published.resource.names.kind)]) };
}
