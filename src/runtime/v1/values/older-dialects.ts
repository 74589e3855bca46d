import type { Dialect } from "./dialect.js";
import { newestDialect } from "./dialect.js";
import { invalidError } from "./field-errors.js";
import { goOwnerReferences } from "./go/owner-reference.js";
import { goStringsSyntax, goSyntax } from "./go/render-tree.js";

/*
 * One constant per older server, each as the difference to the one after it. The facts: answers of
 * real servers, and the field error code of apimachinery (`util/validation/field/errors.go`) at
 * each release.
 */

/** The API server of Kubernetes 1.36. */
export const kubernetes136: Dialect = {
  ...newestDialect,
  roundsIntegersDown: false,
  ownerFault: (field, key, value) =>
    invalidError(field, value, `${key === "apiVersion" ? "version " : ""}must not be empty`),
  mergesMetadataErrors: false,
  managedFieldsOperation: "must be `Apply` or `Update`",
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
  textsText: goStringsSyntax,
  timeText: (time) => `${time.replace("T", " ").replace("Z", "")} +0000 UTC`,
  ownersText: goOwnerReferences,
  unsignedZeroText: "0x0",
  tooLongDetail: (limit) => `may not be more than ${limit} bytes`,
  oneItem: "items",
  embeddedRequiredDetail: "must not be empty",
  ownerFault: (field, key, value) =>
    invalidError(field, value, `${key === "apiVersion" ? "version" : key} must not be empty`),
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
  tooLongDetail: (limit) => `may not be longer than ${limit}`,
  annotationsTooLong: "must have at most 262144 bytes",
  finalizerWarnings: "plain",
};

/** The API server of Kubernetes 1.30. */
export const kubernetes130: Dialect = {
  ...kubernetes131,
  statusPrefix: "",
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
