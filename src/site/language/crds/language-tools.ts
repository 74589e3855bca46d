import type { Diagnostic } from "../../../diagnostics/diagnostics.js";
import type { CrdDocument } from "../../../frontend/find-crds.js";
import { readResource } from "../../../frontend/read-resource.js";
import type { Resource } from "../../../ir/resource.js";
import { SchemaTable } from "../../../ir/schema-table.js";
import { createJudgeCompiler } from "../../../pipeline/judging/compile-judge.js";
import type { CrdTools } from "../../../pipeline/objects/known-resources.js";
import type { KubernetesMinor } from "../../../versions/kubernetes-version.js";

/**
 * Tools that do everything once per CRD, and load what judges CRDs when one turns up that is not
 * known to be accepted.
 */
export function createLanguageTools(
  minor: KubernetesMinor,
  isAccepted: (crd: CrdDocument) => boolean,
): CrdTools {
  const table = new SchemaTable();
  const resources = new WeakMap<CrdDocument, Resource>();
  const verdicts = new WeakMap<CrdDocument, Promise<readonly Diagnostic[]>>();
  const judge = async (crd: CrdDocument): Promise<readonly Diagnostic[]> => {
    const { createCrdJudge } = await import("../../../pipeline/objects/create-crd-tools.js");
    return createCrdJudge(minor)(crd);
  };
  return {
    errorsOf(crd) {
      if (isAccepted(crd)) return Promise.resolve([]);
      let verdict = verdicts.get(crd);
      if (verdict === undefined) verdicts.set(crd, (verdict = judge(crd)));
      return verdict;
    },
    read(crd) {
      let resource = resources.get(crd);
      if (resource === undefined) resources.set(crd, (resource = readResource(crd, table)));
      return resource;
    },
    compile: createJudgeCompiler(minor),
  };
}
