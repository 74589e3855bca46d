import type { CellsByKind } from "./cell.js";
import { conditionIn, objectsIn, text, textIn, textsIn } from "./cell.js";

/** CRDs (apiextensions `registry/customresourcedefinition/etcd.go`). */
export const definitionCells: CellsByKind = {
  "apiextensions.k8s.io/CustomResourceDefinition": {
    Scope: text("spec.scope"),
    Versions: (definition) =>
      objectsIn(definition, "spec.versions")
        .filter(({ served }) => served === true)
        .map(
          (version) => textIn(version, "name") + (version["storage"] === true ? "(storage)" : ""),
        )
        .join(","),
    Group: text("spec.group"),
    Kind: text("spec.names.kind"),
    ShortNames: (definition) => textsIn(definition, "spec.names.shortNames").join(","),
    Established: (definition) => conditionIn(definition, "Established")?.["status"] === "True",
  },
};
