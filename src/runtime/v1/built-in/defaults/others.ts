import type { JsonObject } from "../../values/json/json.js";
import { flagAt, itemsAt, objectsAt } from "../../values/json/raw-fields.js";
import { textOf } from "../../values/metadata/rules.js";
import { hasKindChange } from "../changes.js";
import type { FillsByStruct } from "./fill.js";
import { setUnset, structAt } from "./fill.js";

/** Kinds of the other groups (Kubernetes `pkg/apis/<group>/v1/defaults.go`). */
export const otherFills: FillsByStruct = {
  "apiextensions/v1.CustomResourceDefinition": fillDefinition,
  "networking/v1.NetworkPolicy": (policy) => {
    const spec = structAt(policy, "spec");
    if (itemsAt(spec, "policyTypes").length > 0) return;
    const isBoth = itemsAt(spec, "egress").length > 0;
    spec["policyTypes"] = isBoth ? ["Ingress", "Egress"] : ["Ingress"];
  },
  "rbac/v1.Subject": (subject) => {
    const kind = textOf(subject, "kind");
    if (textOf(subject, "apiGroup") !== "" || (kind !== "User" && kind !== "Group")) return;
    subject["apiGroup"] = "rbac.authorization.k8s.io";
  },
  "resource/v1.DeviceSubRequest": countDevices,
  "resource/v1.DeviceTaint": (taint) => {
    const now = new Date().toISOString().replace(/\.\d+Z$/, "Z");
    setUnset(taint, "timeAdded", now);
  },
  "resource/v1.ExactDeviceRequest": countDevices,
  "storage/v1.CSIDriver": (driver, minor) => {
    if (!hasKindChange(minor, "missingDriverDefaults")) return;
    setUnset(structAt(driver, "spec"), "preventPodSchedulingIfMissing", false);
  },
};

function countDevices(request: JsonObject): void {
  const mode = textOf(request, "allocationMode");
  const { count = 0 } = request;
  if ((mode === "" || mode === "ExactCount") && count === 0) request["count"] = 1;
}

function fillDefinition(definition: JsonObject): void {
  const spec = structAt(definition, "spec");
  const names = structAt(spec, "names");
  const kind = textOf(names, "kind");
  if (kind !== "" && textOf(names, "singular") === "") names["singular"] = kind.toLowerCase();
  if (kind !== "" && textOf(names, "listKind") === "") names["listKind"] = `${kind}List`;
  const status = structAt(definition, "status");
  const stored = objectsAt(spec, "versions").find((version) => flagAt(version, "storage"));
  if (stored === undefined || itemsAt(status, "storedVersions").length > 0) return;
  status["storedVersions"] = [textOf(stored, "name")];
}
