import type { FieldError } from "../../values/field-error.js";
import { fieldError, invalidError } from "../../values/field-errors.js";
import { goJsonString } from "../../values/go/json.js";
import type { JsonObject } from "../../values/json/json.js";
import { metadataOf } from "../../values/metadata/resource-metadata.js";
import type { NameRule } from "../../values/metadata/rules.js";
import { textOf, textsOf } from "../../values/metadata/rules.js";
import { labelFaults, labelKeyFaults, maskTrailingDash } from "../../values/names.js";
import type { Strategy } from "./strategy.js";
import {
  coreMetadataErrors,
  coreMetadataUpdateErrors,
  finalizerNameErrors,
  mapAt,
} from "./strategy.js";

/** The finalizer that holds namespaces until they are empty. */
export const namespaceFinalizer = "kubernetes";

const nameLabel = "kubernetes.io/metadata.name";

/** Kubernetes `registry/core/namespace/strategy.go`, `core/validation`. */
export const namespaceStrategy: Strategy = {
  selectable: ["status.phase"],
  otherSubresources: [{ name: "finalize", verbs: ["update"] }],
  fill(namespace) {
    labelWithName(namespace);
    const status = mapAt(namespace, "status");
    if (textOf(status, "phase") === "") namespace["status"] = { phase: "Active", ...status };
  },
  prepareCreate(namespace) {
    labelWithName(namespace);
    namespace["status"] = { phase: "Active" };
    const finalizers = textsOf(mapAt(namespace, "spec"), "finalizers");
    const isHeld = finalizers.includes(namespaceFinalizer);
    const held = isHeld ? finalizers : [...finalizers, namespaceFinalizer];
    namespace["spec"] = { finalizers: [...held] };
  },
  prepareUpdate(namespace, old, part) {
    labelWithName(namespace);
    if (part !== "finalize") namespace["spec"] = old["spec"] ?? {};
    if (part !== "status") namespace["status"] = old["status"] ?? {};
  },
  validate: validateNamespace,
  validateUpdate(namespace, old, part) {
    const metadata = coreMetadataUpdateErrors(namespace, old);
    switch (part) {
      case "status":
        return [...metadata, ...phaseErrors(namespace)];
      case "finalize":
        return [...metadata, ...specFinalizerErrors(namespace, true)];
      default:
        return [...validateNamespace(namespace), ...metadata];
    }
  },
};

const namespaceNames: NameRule = {
  name: labelFaults,
  prefix: (value) => labelFaults(maskTrailingDash(value)),
};

function validateNamespace(namespace: JsonObject): readonly FieldError[] {
  return [
    ...coreMetadataErrors(namespace, false, namespaceNames),
    ...specFinalizerErrors(namespace, false),
  ];
}

/** Each namespace can be selected by its name. */
function labelWithName(namespace: JsonObject): void {
  const metadata = metadataOf(namespace);
  const name = textOf(metadata, "name");
  if (name === "") return;
  metadata["labels"] = { ...mapAt(metadata, "labels"), [nameLabel]: name };
}

function specFinalizerErrors(namespace: JsonObject, isIndexed: boolean): readonly FieldError[] {
  return textsOf(mapAt(namespace, "spec"), "finalizers").flatMap((name, index) => {
    const field = isIndexed ? `spec.finalizers[${index}]` : "spec.finalizers";
    const faults = labelKeyFaults(name).map((fault) => invalidError(field, name, fault));
    return [...faults, ...finalizerNameErrors(name, field)];
  });
}

function phaseErrors(namespace: JsonObject): readonly FieldError[] {
  const isDeleted = metadataOf(namespace)["deletionTimestamp"] !== undefined;
  const phase = textOf(mapAt(namespace, "status"), "phase");
  const wanted = isDeleted ? "Terminating" : "Active";
  if (phase === wanted) return [];
  const state = isDeleted ? "is not empty" : "is empty";
  const detail = `may only be '${wanted}' if \`deletionTimestamp\` ${state}`;
  // What has a type of its own is shown as JSON.
  return [fieldError("FieldValueInvalid", "status.Phase", goJsonString(phase), detail)];
}
