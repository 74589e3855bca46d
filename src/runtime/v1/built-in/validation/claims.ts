import type { JsonObject } from "../../values/json/json.js";
import { textAt, textsAt } from "../../values/json/raw-fields.js";
import { subdomainFaults } from "../../values/names.js";
import { isEqualJson } from "../strategies/compare.js";
import type { Checks } from "./checks.js";
import { structIn } from "./checks.js";
import { checkNotNegative, isLess, isPositive } from "./resources.js";
import { checkSelector } from "./selectors.js";

const modes = ["ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce", "ReadWriteOncePod"];

/** A claim for a volume (Kubernetes `pkg/apis/core/validation`, ValidatePersistentVolumeClaim). */
export function checkClaim(checks: Checks, claim: JsonObject, old: JsonObject | undefined): void {
  const spec = structIn(claim, "spec") ?? {};
  checkAccessModes(checks, spec);
  checkSelector(checks, spec["selector"], "spec.selector");
  const requests = structIn(structIn(spec, "resources") ?? {}, "requests") ?? {};
  const { storage = null } = requests;
  const field = "spec.resources[storage]";
  if (storage === null) checks.required(field);
  else if (isPositive(storage)) checkNotNegative(checks, storage, field);
  else checks.invalid(field, storage, "must be greater than zero");
  const className = textAt(spec, "storageClassName");
  if (className !== "") {
    checks.faults("spec.storageClassName", className, subdomainFaults(className));
  }
  const mode = textAt(spec, "volumeMode");
  if (mode !== "") checks.supported("spec.volumeMode", mode, ["Block", "Filesystem"]);
  if (old !== undefined) checkClaimChange(checks, claim, old);
}

function checkAccessModes(checks: Checks, spec: JsonObject): void {
  const field = "spec.accessModes";
  const given = textsAt(spec, "accessModes");
  if (given.length === 0) checks.required(field, "at least 1 access mode is required");
  for (const mode of given) checks.supported(field, mode, modes);
  const known = given.filter((mode) => modes.includes(mode));
  const alone = "ReadWriteOncePod";
  if (!known.includes(alone) || known.every((mode) => mode === alone)) return;
  checks.forbidden(field, "may not use ReadWriteOncePod with other access modes");
}

function checkClaimChange(checks: Checks, claim: JsonObject, old: JsonObject): void {
  const [spec, before] = [structIn(claim, "spec") ?? {}, structIn(old, "spec") ?? {}];
  const isBound = textAt(structIn(claim, "status") ?? {}, "phase") === "Bound";
  const masked = { ...spec };
  const was = { ...before };
  if (textAt(before, "volumeName") === "")
    Object.assign(was, { volumeName: spec["volumeName"] ?? null });
  if (isBound) {
    const { volumeAttributesClassName = null, resources = null } = before;
    Object.assign(masked, { volumeAttributesClassName, resources });
  }
  if (!isEqualJson(masked, was)) {
    // The server shows the difference, too, in Go's words.
    const detail =
      "spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims";
    checks.forbidden("spec", detail);
  }
  const sizeOf = (one: JsonObject) =>
    structIn(structIn(one, "resources") ?? {}, "requests")?.["storage"];
  const capacity = structIn(structIn(old, "status") ?? {}, "capacity")?.["storage"] ?? 0;
  if (isLess(sizeOf(spec), sizeOf(before)) && !isLess(capacity, sizeOf(spec))) {
    const detail = "field can not be less than status.capacity";
    checks.forbidden("spec.resources.requests.storage", detail);
  }
  checks.immutable("volumeMode", spec["volumeMode"], before["volumeMode"]);
}
