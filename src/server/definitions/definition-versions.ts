import type { CompiledVersion, CompileUnit } from "../../codegen/pipeline/compile-unit.js";
import { servedWhenCompiled } from "../../codegen/pipeline/compile-unit.js";
import type { CrdDocument } from "../../crd/frontend/find-crds.js";
import { readResource } from "../../crd/frontend/read-resource.js";
import type { Resource } from "../../crd/ir/resource.js";
import { SchemaTable } from "../../crd/ir/schema-table.js";
import type { ServedVersion } from "../../runtime/v1/testing/served-version.js";
import { parseStored } from "../../runtime/v1/testing/store.js";
import type { JsonObject } from "../../runtime/v1/values/json/json.js";
import { hasCondition, isBeingDeleted } from "./definition.js";

/**
 * The versions of a definition, to be served: each is compiled by the first request that needs its
 * schema, so that a server with hundreds of definitions starts fast.
 *
 * @param text the definition as it is stored
 * @param head the definition; its schemas are not looked at
 */
export function versionsOf(
  text: string,
  head: JsonObject,
  compileUnit: CompileUnit,
): readonly ServedVersion[] {
  const resource = resourceOf(head);
  const state = {
    ...(isBeingDeleted(head) && { terminating: true }),
    ...(!hasCondition(head, "Established") && { unresolved: true }),
  };
  return resource.versions.map((version) => {
    const compile = (): CompiledVersion => compileVersion(text, version.name, compileUnit);
    return servedWhenCompiled(resource, version, compile, state);
  });
}

/** A definition as a resource. */
export function resourceOf(definition: JsonObject): Resource {
  return readResource(definitionDocument(definition), new SchemaTable());
}

function compileVersion(text: string, name: string, compileUnit: CompileUnit): CompiledVersion {
  const resource = resourceOf(parseStored(text));
  const version = resource.versions.find((one) => one.name === name);
  if (version === undefined) throw new Error(`the definition has no version ${name}`);
  return compileUnit(resource, version);
}

/** A CRD of v1 that stands in no file. */
export function definitionDocument(value: JsonObject): CrdDocument {
  const nowhere = { file: { path: "request", text: "" }, start: 0, end: 0 };
  const location = { key: nowhere, value: nowhere, head: nowhere };
  const document = { ...nowhere, format: "json", value, locate: () => location } as const;
  return { document, path: [], apiVersion: "v1", value };
}
