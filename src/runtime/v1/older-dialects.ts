import type { Dialect } from "./dialect.js";
import { newestDialect } from "./dialect.js";
import { goOwnerReference } from "./go/owner-reference.js";
import { goSyntax } from "./go/sharp-v.js";

/*
 * One constant per older server, each as the difference to the one after it. The facts: answers of
 * real servers, and the field error code of apimachinery (`util/validation/field/errors.go`) at
 * each release.
 */

/** The API server of Kubernetes 1.36. */
export const kubernetes136: Dialect = {
  ...newestDialect,
  roundsIntegersDown: false,
  ownerReferences: "plain",
  mergesMetadataErrors: false,
  managedFieldsOperationReasons: false,
};

/** The API server of Kubernetes 1.35. */
export const kubernetes135: Dialect = {
  ...kubernetes136,
  checksNumberRanges: false,
};

/** The API server of Kubernetes 1.34. */
export const kubernetes134: Dialect = {
  ...kubernetes135,
  ruleErrorsShowValues: false,
  labelUnit: "characters",
  labelKeyName: "a qualified name",
  schemeLine: 110,
};

/** The API server of Kubernetes 1.33. */
export const kubernetes133: Dialect = {
  ...kubernetes134,
  nullText: '"null"',
  compositeText: goSyntax,
  ownerReferenceText: goOwnerReference,
  unsignedZeroText: "0x0",
  singularUnits: false,
  embeddedRequiredDetail: "must not be empty",
  ownerReferences: "named",
};

/** The API server of Kubernetes 1.32. */
export const kubernetes132: Dialect = {
  ...kubernetes133,
  ratchetsStatus: false,
  schemeLine: 100,
};

/** The API server of Kubernetes 1.31. */
export const kubernetes131: Dialect = {
  ...kubernetes132,
  tooLongWording: "may not be longer than",
  annotationsTooLong: "must have at most 262144 bytes",
  finalizerWarnings: "plain",
};

/** The API server of Kubernetes 1.30. */
export const kubernetes130: Dialect = {
  ...kubernetes131,
  statusPrefix: false,
};

/** The API server of Kubernetes 1.29. */
export const kubernetes129: Dialect = {
  ...kubernetes130,
  ratchets: false,
  fieldPathsLeak: true,
};

/** The API server of Kubernetes 1.28. */
export const kubernetes128: Dialect = {
  ...kubernetes129,
  enumErrorStopsRules: false,
  finalizerWarnings: "none",
};
