import type { StoredExpressions } from "../ir/annotations.js";

/**
 * Which rules hold for a CRD (`validationOptions` of apiextensions `validation.go`). On create all
 * do; on update a rule that the stored CRD breaks already is waived.
 */
export interface CheckOptions {
  /** Webhook conversion must name a ConversionReview version that servers know. */
  readonly requireRecognizedReviewVersion: boolean;
  readonly requireSchema: boolean;
  readonly requireValidTypes: boolean;
  readonly requireStructural: boolean;
  readonly requirePrunedDefaults: boolean;
  readonly requireAtomicSets: boolean;
  /**
   * Keys of list maps must be required or defaulted, and not nullable; items of sets and maps not
   * nullable.
   */
  readonly requireListKeyRules: boolean;
  readonly allowDefaults: boolean;
  /** Added to the error about a default that is not allowed. */
  readonly defaultsForbiddenReason: string;
  /** Old CRDs may keep all unknown fields in all versions. */
  readonly allowPreserveUnknownFields: boolean;
  /** Certificates of a webhook matter only once the CRD is established. */
  readonly allowBadCaBundle: boolean;
  /** The expressions of the CRD that is replaced. */
  readonly storedExpressions: StoredExpressions | undefined;
  /** Versions whose schemas are as they were: single rules may cost what they cost. */
  readonly unchangedSchemas: ReadonlySet<string>;
  /** Versions that may have more selectable fields than the limit; `""` is the top level. */
  readonly tooManySelectableFields: ReadonlySet<string>;
}

/** The rules of a create; what an update demands beyond what was stored. */
export const createOptions: CheckOptions = {
  requireRecognizedReviewVersion: true,
  requireSchema: true,
  requireValidTypes: true,
  requireStructural: true,
  requirePrunedDefaults: true,
  requireAtomicSets: true,
  requireListKeyRules: true,
  allowDefaults: true,
  defaultsForbiddenReason: "",
  allowPreserveUnknownFields: false,
  allowBadCaBundle: true,
  storedExpressions: undefined,
  unchangedSchemas: new Set(),
  tooManySelectableFields: new Set(),
};

/**
 * What servers up to 1.21, the last to serve apiextensions.k8s.io/v1beta1, demanded of a CRD of
 * that version.
 */
export const v1beta1Options: CheckOptions = {
  ...createOptions,
  requireRecognizedReviewVersion: false,
  requireSchema: false,
  requireValidTypes: false,
  requireStructural: false,
  allowPreserveUnknownFields: true,
};
