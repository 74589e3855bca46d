import type {
  CrdTools,
  JudgingVersion,
} from "../../../../codegen/pipeline/objects/known-resources.js";
import type { Diagnostic } from "../../../../crd/diagnostics/diagnostics.js";
import type { CrdDocument } from "../../../../crd/frontend/find-crds.js";
import { readResource } from "../../../../crd/frontend/read-resource.js";
import { interpretVersion } from "../../../../crd/interpret/admission.js";
import { InterpretedRules } from "../../../../crd/interpret/rules.js";
import type { Resource, Version } from "../../../../crd/ir/resource.js";
import { SchemaTable } from "../../../../crd/ir/schema-table.js";
import type { KubernetesMinor } from "../../../../runtime/versions/kubernetes-version.js";

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
    const { createCrdJudge } =
      await import("../../../../codegen/pipeline/objects/create-crd-tools.js");
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
