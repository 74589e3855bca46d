import type { JsonObject } from "../../runtime/v1/json.js";
import type { FieldPath } from "../field-path.js";
import type { Findings } from "../findings.js";
import type { Located } from "../internal-crd.js";
import { objectAt, textAt } from "../raw-fields.js";
import { checkSimpleJsonPath } from "./simple-json-path.js";

/** The paths of the scale subresource: where each must point. */
const scalePaths = [
  { key: "specReplicasPath", below: [".spec."], detail: "should be a json path under .spec" },
  { key: "statusReplicasPath", below: [".status."], detail: "should be a json path under .status" },
  {
    key: "labelSelectorPath",
    below: [".spec.", ".status."],
    detail: "should be a json path under either .spec or .status",
  },
] as const;

/** The subresources of a version (`ValidateCustomResourceDefinitionSubresources`); status has nothing to be wrong. */
export function checkSubresources(
  subresources: Located<JsonObject> | undefined,
  findings: Findings,
): void {
  const scale = subresources && objectAt(subresources.value, "scale");
  if (subresources === undefined || scale === undefined) return;
  for (const { key, below, detail } of scalePaths) {
    const path = textAt(scale, key);
    const at = subresources.at.child(`scale.${key}`, ["scale", key]);
    if (path !== "") checkScalePath(path, at, below, detail, findings);
    else if (key !== "labelSelectorPath") findings.required("crd/scale-path", at, "");
  }
}

function checkScalePath(
  path: string,
  at: FieldPath,
  below: readonly string[],
  detail: string,
  findings: Findings,
): void {
  if (!checkSimpleJsonPath("crd/scale-path", path, at, findings)) return;
  if (below.some((prefix) => path.startsWith(prefix))) return;
  findings.invalid("crd/scale-path", at, path, detail);
}

/** Whether the status subresource is on. */
export function hasStatus(subresources: Located<JsonObject> | undefined): boolean {
  return subresources !== undefined && objectAt(subresources.value, "status") !== undefined;
}
