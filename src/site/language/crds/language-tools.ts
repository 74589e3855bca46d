import type { Diagnostic } from "../../../diagnostics/diagnostics.js";
import type { CrdDocument } from "../../../frontend/find-crds.js";
import { readResource } from "../../../frontend/read-resource.js";
import { interpretVersion } from "../../../interpret/admission.js";
import { InterpretedRules } from "../../../interpret/rules.js";
import type { Resource, Version } from "../../../ir/resource.js";
import { SchemaTable } from "../../../ir/schema-table.js";
import type { CrdTools, JudgingVersion } from "../../../pipeline/objects/known-resources.js";
import type { KubernetesMinor } from "../../../versions/kubernetes-version.js";

/**
 * Tools that do everything once per CRD, and load what judges CRDs when one turns up that is not
 * known to be accepted. Objects are judged by schemas and rules as data: pages may not make code of
 * texts.
 */
export function createLanguageTools(
  minor: KubernetesMinor,
  isAccepted: (crd: CrdDocument) => boolean,
): CrdTools {
  const table = new SchemaTable();
  const resources = new WeakMap<CrdDocument, Resource>();
  const rules = new InterpretedRules(minor);
  const interpreted = new WeakMap<Version, JudgingVersion>();
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
    functionsOf(resource, version) {
      let functions = interpreted.get(version);
      if (functions === undefined) {
        functions = interpretVersion(resource, version, rules, minor);
        interpreted.set(version, functions);
      }
      return functions;
    },
  };
}
