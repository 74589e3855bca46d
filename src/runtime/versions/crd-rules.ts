import type { KubernetesMinor } from "../v1/values/kubernetes-version.js";
import { has } from "./changes.js";

/**
 * The demands of servers of different versions on CRDs, and their words, as far as they changed:
 * one value per fact. Facts: recorded answers of servers 1.28 to 1.37; of updates,
 * `ValidateCustomResourceDefinitionUpdate` of each. How values are printed in messages is the
 * runtime's `Dialect`.
 */
export interface CrdRules {
  readonly minor: KubernetesMinor;
  /**
   * Fields that a CRD loses before it is looked at. The last server that does so knows them, those
   * before do not.
   */
  readonly droppedFields: ReadonlySet<DisabledField>;
  /** The detail where a version has no schema. */
  readonly schemaMissingDetail: "" | "schemas are required";
  /** True if details repeat the name of the field that they are about. */
  readonly detailsNameField: boolean;
  /**
   * The warning `unrecognized format`: never, for nodes of type string, or for nodes of any type.
   */
  readonly formatWarnings: "none" | "strings" | "all";
  /** True if k8s-short-name and k8s-long-name are recognised: one version after they appeared. */
  readonly kubernetesFormats: boolean;
  /** The warning about set lists whose items are objects or lists. */
  readonly compositeSetWarnings: boolean;
  /** The detail where a stored version is gone from `spec.versions` names the way out. */
  readonly longStoredVersionsDetail: boolean;
  /** True if a URL with more than one colon in its host is none. */
  readonly strictUrlColons: boolean;
  /**
   * 1.31: `additionalProperties: false` in a branch of a junctor says nothing; before, it is
   * forbidden as a schema is.
   */
  readonly forbidsClosedBranches: boolean;
  /** True if an established CRD may not get a webhook whose `caBundle` holds no certificate. */
  readonly checksCaBundles: boolean;
  /** True if rules of a schema that an update leaves as it is may have any cost. */
  readonly waivesStoredCosts: boolean;
  /** True if a list of selectable fields that an update leaves as it is may be too long. */
  readonly waivesStoredFields: boolean;
  /**
   * The key that is looked up among the stored message expressions; up to 1.30 the server keeps
   * their rules by mistake.
   */
  readonly storedMessageKey: "messageExpression" | "rule";
  /** True if `example` and `externalDocs` are part of the structural form. */
  readonly structuralExamples: boolean;
}

/** A field of CRDs whose feature was switched on one version after it appeared. */
export type DisabledField = "optionalOldSelf" | "selectableFields";

/** The rules of a server. */
export function crdRulesOf(minor: KubernetesMinor): CrdRules {
  return {
    minor,
    droppedFields: droppedFieldsOf(minor),
    schemaMissingDetail: has(minor, "shortDetails") ? "" : "schemas are required",
    detailsNameField: !has(minor, "shortDetails"),
    formatWarnings: formatWarningsOf(minor),
    kubernetesFormats: has(minor, "nameFormats"),
    compositeSetWarnings: has(minor, "compositeSetWarnings"),
    longStoredVersionsDetail: has(minor, "longStoredVersionsDetail"),
    strictUrlColons: has(minor, "strictUrlColons"),
    forbidsClosedBranches: !has(minor, "closedBranches"),
    checksCaBundles: has(minor, "checkedCaBundles"),
    waivesStoredCosts: has(minor, "waivedStoredCosts"),
    waivesStoredFields: has(minor, "waivedStoredFields"),
    storedMessageKey: has(minor, "storedMessages") ? "messageExpression" : "rule",
    structuralExamples: has(minor, "structuralExamples"),
  };
}

function formatWarningsOf(minor: KubernetesMinor): CrdRules["formatWarnings"] {
  if (has(minor, "formatWarnings")) return "all";
  return has(minor, "stringFormatWarnings") ? "strings" : "none";
}

function droppedFieldsOf(minor: KubernetesMinor): ReadonlySet<DisabledField> {
  const dropped = new Set<DisabledField>();
  if (!has(minor, "optionalOldSelf")) dropped.add("optionalOldSelf");
  if (!has(minor, "selectableFields")) dropped.add("selectableFields");
  return dropped;
}
