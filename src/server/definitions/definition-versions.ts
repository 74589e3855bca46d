import { objectAt, objectsAt, withoutKeys } from "../../frontend/raw-fields.js";
import { readResource } from "../../frontend/read-resource.js";
import type { Resource } from "../../ir/resource.js";
import { SchemaTable } from "../../ir/schema-table.js";
import type { CompiledVersion, CompileUnit } from "../../pipeline/compile-unit.js";
import { servedWhenCompiled } from "../../pipeline/compile-unit.js";
import type { JsonObject } from "../../runtime/v1/json/json.js";
import type { ServedVersion } from "../../runtime/v1/testing/served-version.js";
import { definitionDocument } from "./definition-document.js";

/**
 * The versions of a definition, to be served: each is compiled by the first request that needs its
 * schema, so that a server with hundreds of definitions starts fast.
 */
export function versionsOf(
  definition: JsonObject,
  compileUnit: CompileUnit,
): readonly ServedVersion[] {
  const head = resourceOf(withoutSchemas(definition));
  // As text until then, which takes a tenth of the memory.
  const text = JSON.stringify(definition);
  return head.versions.map((version) =>
    servedWhenCompiled(head, version, () => compileVersion(text, version.name, compileUnit)),
  );
}

/** A definition as a resource. */
export function resourceOf(definition: JsonObject): Resource {
  return readResource(definitionDocument(definition), new SchemaTable());
}

function compileVersion(text: string, name: string, compileUnit: CompileUnit): CompiledVersion {
  const resource = resourceOf(JSON.parse(text) as JsonObject); // as it was written above
  const version = resource.versions.find((one) => one.name === name);
  if (version === undefined) throw new Error(`the definition has no version ${name}`);
  return compileUnit(resource, version);
}

function withoutSchemas(definition: JsonObject): JsonObject {
  const spec = objectAt(definition, "spec") ?? {};
  const versions = objectsAt(spec, "versions").map((version) => withoutKeys(version, "schema"));
  return { ...definition, spec: { ...spec, versions } };
}
