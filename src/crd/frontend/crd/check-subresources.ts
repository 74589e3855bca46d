import type { JsonObject } from "../../../runtime/v1/values/json/json.js";
import { internalText } from "../decode/go-text.js";
import { goString } from "../decode/go-type.js";
import type { FieldPath } from "../findings/field-path.js";
import type { Findings } from "../findings/findings.js";
import type { Located } from "../internal/internal-crd.js";
import { objectAt, textAt } from "../raw-fields.js";
import { checkSimpleJsonPath } from "./simple-json-path.js";

/** The paths of the scale subresource: where each must point. */
const scalePaths: readonly ScalePath[] = [
  { key: "specReplicasPath", below: [".spec."], detail: "should be a json path under .spec" },
  { key: "statusReplicasPath", below: [".status."], detail: "should be a json path under .status" },
  {
    key: "labelSelectorPath",
    below: [".spec.", ".status."],
    detail: "should be a json path under either .spec or .status",
  },
];

interface ScalePath {
  readonly key: "specReplicasPath" | "statusReplicasPath" | "labelSelectorPath";
  readonly below: readonly string[];
  readonly detail: string;
}

/**
 * The subresources of a version (`ValidateCustomResourceDefinitionSubresources`); status has
 * nothing to be wrong.
 */
export function checkSubresources(
  subresources: Located<JsonObject> | undefined,
  findings: Findings,
): void {
  const scale = subresources && objectAt(subresources.value, "scale");
  if (subresources === undefined || scale === undefined) return;
  for (const rule of scalePaths) {
    const path = textAt(scale, rule.key);
    const at = subresources.at.child(`scale.${rule.key}`, ["scale", rule.key]);
    if (path !== "") checkScalePath(path, at, rule, findings);
    else if (rule.key !== "labelSelectorPath") findings.required("crd/scale-path", at, "");
  }
}

function checkScalePath(
  path: string,
  at: FieldPath,
  { key, below, detail }: ScalePath,
  findings: Findings,
): void {
  if (!checkSimpleJsonPath("crd/scale-path", path, at, findings)) return;
  if (below.some((prefix) => path.startsWith(prefix))) return;
  // The server passes a pointer to this one, which it prints otherwise than a string.
  const isPointer = key === "labelSelectorPath";
  const extra = isPointer ? { valueText: internalText(goString, path, findings.rules.minor) } : {};
  findings.invalid("crd/scale-path", at, path, detail, extra);
}

/** Whether the status subresource is on. */
export function hasStatus(subresources: Located<JsonObject> | undefined): boolean {
  return subresources !== undefined && objectAt(subresources.value, "status") !== undefined;
}
