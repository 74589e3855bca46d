import type { Diagnostic } from "../../diagnostics/diagnostics.js";
import { isError } from "../../diagnostics/diagnostics.js";
import type { CrdDocument } from "../../frontend/find-crds.js";
import { readResource } from "../../frontend/read-resource.js";
import type { KubernetesMinor } from "../../versions/kubernetes-version.js";
import type { CrdLinter } from "../crd-linter.js";
import { createQuietLinter } from "../crd-linter.js";
import { createJudgeCompiler } from "../judging/compile-judge.js";
import { JudgeRuntime } from "../judging/judge-runtime.js";
import type { CrdTools } from "./known-resources.js";

/** Tools that judge every CRD. */
export async function createCrdTools(minor: KubernetesMinor): Promise<CrdTools> {
  const linter = createQuietLinter(minor);
  const runtime = new JudgeRuntime();
  await runtime.loadAll();
  return {
    errorsOf: (crd) => errorsOf(crd, linter),
    read: (crd) => readResource(crd, linter.table),
    compile: createJudgeCompiler(minor, runtime),
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
