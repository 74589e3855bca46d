import type { Dialect } from "./dialect.js";
import { newestDialect } from "./dialect.js";
import { words128, words131, words132, words133, words134, words136 } from "./older-words.js";

/* One constant per older server, each as the difference to the one after it. */

/** The API server of Kubernetes 1.36. */
export const kubernetes136: Dialect = {
  ...newestDialect,
  roundsIntegersDown: false,
  mergesMetadataErrors: false,
  words: words136,
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
  words: words134,
};

/** The API server of Kubernetes 1.33. */
export const kubernetes133: Dialect = {
  ...kubernetes134,
  words: words133,
};

/** The API server of Kubernetes 1.32. */
export const kubernetes132: Dialect = {
  ...kubernetes133,
  ratchetsStatus: false,
  words: words132,
};

/** The API server of Kubernetes 1.31. */
export const kubernetes131: Dialect = {
  ...kubernetes132,
  words: words131,
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
  words: words128,
};
