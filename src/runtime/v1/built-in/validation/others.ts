import type { JsonObject } from "../../values/json/json.js";
import { itemsAt, objectsAt, textAt } from "../../values/json/raw-fields.js";
import type { Checks } from "./checks.js";
import { structIn } from "./checks.js";
import { checkNodeTerm } from "./scheduling.js";

/** Endpoints of a service (Kubernetes `pkg/apis/discovery/validation`). */
export function checkEndpointSlice(
  checks: Checks,
  slice: JsonObject,
  old: JsonObject | undefined,
): void {
  const type = textAt(slice, "addressType");
  checks.oneOf("addressType", type, ["FQDN", "IPv4", "IPv6"]);
  objectsAt(slice, "endpoints").forEach((endpoint, index) => {
    const field = `endpoints[${index}].addresses`;
    if (itemsAt(endpoint, "addresses").length === 0) checks.required(field);
  });
  if (old !== undefined) checks.immutable("addressType", type, old["addressType"]);
}

/** A volume (Kubernetes `pkg/apis/core/validation`, ValidatePersistentVolumeSpec). */
export function checkVolumeObject(checks: Checks, volume: JsonObject): void {
  const spec = structIn(volume, "spec") ?? {};
  if (itemsAt(spec, "accessModes").length === 0) checks.required("spec.accessModes");
  const required = structIn(structIn(spec, "nodeAffinity") ?? {}, "required");
  if (required === undefined) return;
  objectsAt(required, "nodeSelectorTerms").forEach((term, index) => {
    checkNodeTerm(checks, term, `spec.nodeAffinity.required.nodeSelectorTerms[${index}]`);
  });
}
