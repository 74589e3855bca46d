import type { Diagnostic } from "../../../crd/diagnostics/diagnostics.js";
import { isError } from "../../../crd/diagnostics/diagnostics.js";
import type { CrdDocument } from "../../../crd/frontend/find-crds.js";
import { readResource } from "../../../crd/frontend/read-resource.js";
import type { Version } from "../../../crd/ir/resource.js";
import type { KubernetesMinor } from "../../../runtime/versions/kubernetes-version.js";
import { loadUnitCompiler } from "../compile-unit.js";
import type { CrdLinter } from "../crd-linter.js";
import { createQuietLinter } from "../crd-linter.js";
import type { CrdTools, JudgingVersion } from "./known-resources.js";

/** Tools that judge every CRD, and compile what judges objects. */
export async function createCrdTools(minor: KubernetesMinor): Promise<CrdTools> {
  const linter = createQuietLinter(minor);
  const compileUnit = await loadUnitCompiler(minor);
  const compiled = new WeakMap<Version, JudgingVersion>();
  return {
    errorsOf: (crd) => errorsOf(crd, linter),
    read: (crd) => readResource(crd, linter.table),
    functionsOf(resource, version) {
      const functions = compiled.get(version) ?? compileUnit(resource, version);
      compiled.set(version, functions);
      return functions;
    },
  };
}

/** Judges CRDs, for whoever reads them and makes functions of them otherwise. */
export function createCrdJudge(minor: KubernetesMinor): CrdTools["errorsOf"] {
  const linter = createQuietLinter(minor);
  return (crd) => errorsOf(crd, linter);
}

async function errorsOf(crd: CrdDocument, linter: CrdLinter): Promise<readonly Diagnostic[]> {
  return (await linter.lint(crd)).diagnostics.filter(isError);
}
