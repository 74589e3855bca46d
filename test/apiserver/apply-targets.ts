import type { CompiledVersion, CompileUnit } from "../../src/codegen/pipeline/compile-unit.js";
import { Diagnostics } from "../../src/crd/diagnostics/diagnostics.js";
import { findCrds } from "../../src/crd/frontend/find-crds.js";
import { readResource } from "../../src/crd/frontend/read-resource.js";
import { mergeSchemaOf } from "../../src/crd/ir/merge-schema.js";
import type { Resource, Version } from "../../src/crd/ir/resource.js";
import { SchemaTable } from "../../src/crd/ir/schema-table.js";
import type { MergeSchema } from "../../src/runtime/v1/apply.js";
import type { Json, JsonObject } from "../../src/runtime/v1/values/json/json.js";
import { changeOwnership, randomApplySchema } from "../support/apply-schemas.js";
import { jsonDocument } from "../support/json-document.js";
import type { Random } from "../support/random.js";
import type { CrdObject } from "./server.js";

const group = "apply.example.com";

/** A CRD of a schema by chance, beside the functions of its versions. */
export interface Target {
  readonly crd: CrdObject;
  readonly schema: JsonObject;
  readonly group: string;
  readonly kind: string;
  readonly versions: readonly string[];
  readonly compiled: ReadonlyMap<string, CompiledVersion>;
  readonly schemas: ReadonlyMap<string, MergeSchema>;
}

/** A CRD with such a schema; what else it has is by chance. */
function crdOf(index: number, schema: JsonObject, random: Random): Json {
  const versions = random.chance(0.3) ? ["v1", "v2"] : ["v1"];
  const subresources = {
    ...(random.chance(0.7) ? { status: {} } : {}),
    ...(random.chance(0.8)
      ? { scale: { specReplicasPath: ".spec.replicas", statusReplicasPath: ".status.replicas" } }
      : {}),
  };
  const [kind, plural, singular] = [`Thing${index}`, `things${index}`, `thing${index}`];
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `${plural}.${group}` },
    spec: {
      group,
      scope: "Namespaced",
      names: { kind, listKind: `${kind}List`, plural, singular },
      versions: versions.map((name) => ({
        name,
        served: true,
        storage: name === "v1",
        subresources,
        schema: { openAPIV3Schema: schema },
      })),
    },
  };
}

function resourceOf(crd: Json): Resource {
  const [found] = findCrds([jsonDocument(crd)], new Diagnostics()).crds;
  if (found === undefined) throw new Error("no CRD");
  return readResource(found, new SchemaTable());
}

/** A CRD by chance. */
export function randomTarget(index: number, random: Random, compile: CompileUnit): Target {
  const schema = randomApplySchema(random);
  return targetOf(crdOf(index, schema, random), schema, compile);
}

/**
 * A CRD after a change of what is atomic. Its objects have a field more, by which one sees that the
 * server knows.
 */
export function changedTarget(
  { crd, schema, versions }: Target,
  random: Random,
  compile: CompileUnit,
): Target {
  const changed = changeOwnership(schema, random);
  const properties = {
    ...(changed["properties"] as JsonObject),
    mark: { type: "integer", default: 1 },
  }; // an object
  const marked = { ...changed, properties };
  const { spec } = crd as unknown as { spec: { versions: readonly JsonObject[] } }; // made so
  const changedVersions = spec.versions.map((version) => ({
    ...version,
    schema: { openAPIV3Schema: marked },
  }));
  const changedCrd = { ...crd, spec: { ...spec, versions: changedVersions } };
  if (versions.length !== changedVersions.length) throw new Error("a version is missing");
  return targetOf(changedCrd as unknown as Json, marked, compile); // made so
}

function targetOf(crd: Json, schema: JsonObject, compile: CompileUnit): Target {
  const resource = resourceOf(crd);
  const byName = <T>(make: (version: Version) => T): ReadonlyMap<string, T> =>
    new Map(resource.versions.map((version) => [version.name, make(version)]));
  return {
    crd: crd as unknown as CrdObject, // made so
    schema,
    group: resource.group,
    kind: resource.names.kind,
    versions: resource.versions.map(({ name }) => name),
    compiled: byName((version) => compile(resource, version)),
    schemas: byName((version) => mergeSchemaOf(resource, version)),
  };
}
