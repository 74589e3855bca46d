import type { FieldError } from "../../values/field-error.js";
import { forbiddenError, invalidError, notSupportedError } from "../../values/field-errors.js";
import type { JsonObject } from "../../values/json/json.js";
import { metadataErrors, metadataUpdateErrors } from "../../values/metadata/resource-metadata.js";
import { subdomainNames, textOf } from "../../values/metadata/rules.js";
import { labelKeyFaults } from "../../values/names.js";
import type { Strategy } from "./strategy.js";
import { mapAt } from "./strategy.js";

/** Kubernetes `registry/coordination/lease`, `coordination/validation`. */
export const leaseStrategy: Strategy = {
  createsOnUpdate: true,
  needsVersion: true,
  prepareCreate: (lease) => {
    dropElection(lease, {});
  },
  prepareUpdate: dropElection,
  validate: (lease) => [
    ...metadataErrors(lease["metadata"], true, subdomainNames),
    ...specErrors(lease),
  ],
  validateUpdate: (lease, old) => [
    ...metadataUpdateErrors(lease["metadata"], old["metadata"]),
    ...specErrors(lease),
  ],
};

/** Coordinated election is off in servers as they come. */
function dropElection(lease: JsonObject, old: JsonObject): void {
  const [spec, before] = [mapAt(lease, "spec"), mapAt(old, "spec")];
  for (const key of ["strategy", "preferredHolder"]) {
    if (before[key] === undefined) delete spec[key];
  }
}

function specErrors(lease: JsonObject): readonly FieldError[] {
  const spec = mapAt(lease, "spec");
  const { leaseDurationSeconds: duration, leaseTransitions: transitions, strategy } = spec;
  const errors: FieldError[] = [];
  if (typeof duration === "number" && duration <= 0) {
    errors.push(invalidError("spec.leaseDurationSeconds", duration, "must be greater than 0"));
  }
  if (typeof transitions === "number" && transitions < 0) {
    const detail = "must be greater than or equal to 0";
    errors.push(invalidError("spec.leaseTransitions", transitions, detail));
  }
  if (typeof strategy === "string") errors.push(...strategyErrors(strategy));
  if (textOf(spec, "preferredHolder") !== "" && textOf(spec, "strategy") === "") {
    const detail = "may only be specified if `strategy` is defined";
    errors.push(forbiddenError("spec.preferredHolder", detail));
  }
  return errors;
}

function strategyErrors(strategy: string): readonly FieldError[] {
  const field = "spec.strategy.strategy";
  if (strategy.includes("/")) {
    return labelKeyFaults(strategy).map((fault) => invalidError(field, strategy, fault));
  }
  const known = ["OldestEmulationVersion"];
  return known.includes(strategy) ? [] : [notSupportedError(field, strategy, known)];
}
