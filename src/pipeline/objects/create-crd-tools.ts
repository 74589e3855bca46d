import type { Diagnostic } from "../../diagnostics/diagnostics.js";
import { isError } from "../../diagnostics/diagnostics.js";
import type { CrdDocument } from "../../frontend/find-crds.js";
import { readResource } from "../../frontend/read-resource.js";
import type { KubernetesMinor } from "../../versions/kubernetes-version.js";
import type { CrdLinter } from "../crd-linter.js";
import { createQuietLinter } from "../crd-linter.js";
import { createJudgeCompiler } from "../judging/compile-judge.js";
import type { CrdTools } from "./known-resources.js";

/** Tools that judge every CRD. */
export function createCrdTools(minor: KubernetesMinor): CrdTools {
  const linter = createQuietLinter(minor);
  return {
    errorsOf: (crd) => errorsOf(crd, linter),
    read: (crd) => readResource(crd, linter.table),
    compile: createJudgeCompiler(minor),
  };
}

/** Judges CRDs, for whoever reads and compiles them otherwise. */
export function createCrdJudge(minor: KubernetesMinor): CrdTools["errorsOf"] {
  const linter = createQuietLinter(minor);
  return (crd) => errorsOf(crd, linter);
}

async function errorsOf(crd: CrdDocument, linter: CrdLinter): Promise<readonly Diagnostic[]> {
  return (await linter.lint(crd)).diagnostics.filter(isError);
}
