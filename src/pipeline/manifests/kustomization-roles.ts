import { listAt, objectsAt, textAt } from "../../frontend/raw-fields.js";
import type { Json, JsonObject } from "../../runtime/v1/json/json.js";
import { isObject } from "../../runtime/v1/json/json.js";
import type { KustomizeRole } from "../../source/source-file.js";

/**
 * What a kustomization takes the files for that it names, by their paths relative to it, as they
 * are written there. A file that it takes for a resource as well is a resource. Source: kustomize's
 * `api/types/kustomization.go`.
 */
export function kustomizationRoles(value: Json): ReadonlyMap<string, KustomizeRole> {
  const roles = new Map<string, KustomizeRole>();
  if (!isObject(value)) return roles;
  const add = (role: KustomizeRole, paths: readonly Json[]): void => {
    for (const path of paths) if (typeof path === "string" && isPath(path)) roles.set(path, role);
  };
  add("configuration", configurationFiles(value));
  add("values", valuesFiles(value));
  add("patch", patchFiles(value));
  add(
    "resource",
    resourceFields.flatMap((field) => listAt(value, field)),
  );
  return roles;
}

const resourceFields = ["resources", "bases", "components", "crds"];

/** A patch may stand in the kustomization itself. */
function isPath(text: string): boolean {
  return text !== "" && !text.includes("\n");
}

function patchFiles(value: JsonObject): readonly Json[] {
  const withPath = [...objectsAt(value, "patches"), ...objectsAt(value, "patchesJson6902")];
  return [
    ...listAt(value, "patchesStrategicMerge"),
    ...withPath.map((patch) => textAt(patch, "path")),
  ];
}

function configurationFiles(value: JsonObject): readonly Json[] {
  const fields = ["configurations", "generators", "transformers", "validators"];
  const replacements = objectsAt(value, "replacements").map((item) => textAt(item, "path"));
  return [...fields.flatMap((field) => listAt(value, field)), ...replacements];
}

function valuesFiles(value: JsonObject): readonly Json[] {
  return objectsAt(value, "helmCharts").flatMap((chart) => [
    textAt(chart, "valuesFile"),
    ...listAt(chart, "additionalValuesFiles"),
  ]);
}
