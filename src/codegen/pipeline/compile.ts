import type { Diagnostics } from "../../crd/diagnostics/diagnostics.js";
import type { Resource } from "../../crd/ir/resource.js";
import type { SourceFile } from "../../crd/source/source-file.js";
import type { KubernetesMinor } from "../../runtime/v1/values/kubernetes-version.js";
import type { CompiledVersion, CompileUnit } from "./compile-unit.js";
import { loadUnitCompiler } from "./compile-unit.js";
import { readResources } from "./read-source.js";

/** A CRD as functions. */
export interface CompiledResource {
  readonly group: string;
  readonly kind: string;
  readonly plural: string;
  readonly scope: "Namespaced" | "Cluster";
  /** By name, in the order of the CRD; those that are not served too. */
  readonly versions: Readonly<Record<string, CompiledVersion>>;
}

/**
 * The CRDs of sources as functions in memory, in the order of the sources. CRDs that the API server
 * refuses are left out, unless they are asked for; what is wrong with them goes to `diagnostics`.
 *
 * @throws CodeGenerationForbiddenError where the host forbids making functions from text
 */
export async function compileSources(
  sources: Iterable<SourceFile>,
  kubernetes: KubernetesMinor,
  allowInvalid: boolean,
  diagnostics: Diagnostics,
): Promise<readonly CompiledResource[]> {
  const resources = await readResources(sources, kubernetes, allowInvalid, diagnostics);
  return compileResources(resources, kubernetes);
}

/**
 * Resources as functions in memory, in their order.
 *
 * @throws CodeGenerationForbiddenError where the host forbids making functions from text
 */
export async function compileResources(
  resources: readonly Resource[],
  kubernetes: KubernetesMinor,
): Promise<readonly CompiledResource[]> {
  const compileUnit = await loadUnitCompiler(kubernetes);
  return resources.map((resource) => compileResource(resource, compileUnit));
}

function compileResource(resource: Resource, compileUnit: CompileUnit): CompiledResource {
  const { group, names, scope } = resource;
  const versions = resource.versions.map(
    (version) => [version.name, compileUnit(resource, version)] as const,
  );
  return {
    group,
    kind: names.kind,
    plural: names.plural,
    scope,
    versions: Object.fromEntries(versions),
  };
}
