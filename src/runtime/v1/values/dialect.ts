import type { FieldError } from "./field-error.js";
import type { JsonObject } from "./json/json.js";

/**
 * What an older API server says or does otherwise than the newest one crdgen knows (1.37), which
 * has nothing of this.
 *
 * A dialect is data: functions take it as their last parameter and default to `newestDialect`, so
 * code generated for the newest server never mentions it; code for an older one passes a constant
 * of `older-dialects.ts`. What is settled when code is generated (which formats exist, which CEL
 * libraries, whether integers have a range) is not in here.
 */
export interface Dialect {
  /** Up to 1.29: errors at nodes that an update leaves unchanged are told. */
  readonly ratchets?: false;
  /** Up to 1.32: the same in updates of `/status`. */
  readonly ratchetsStatus?: false;
  /** Up to 1.30: fields of schema errors in an update of `/status` do not begin with `status`. */
  readonly statusPrefix?: "";
  /** 1.28: an enum error does not keep the rules from running, as errors of the wrong shape do. */
  readonly enumErrorStopsRules?: false;
  /**
   * Up to 1.35: numbers may be out of the range of their type and format, and so may the bounds
   * that they are compared with.
   */
  readonly checksNumberRanges?: false;
  /** Up to 1.36: a float64 a hair below an integer does not count as that integer. */
  readonly roundsIntegersDown?: false;
  /**
   * Up to 1.34: the error of a rule shows the name of the value's type, not a scalar, or nothing.
   */
  readonly ruleErrorsShowValues?: false;
  /**
   * Up to 1.29: the errors of later rules of a node are told below the fieldPath of a rule that
   * failed.
   */
  readonly fieldPathsLeak?: true;
  /** Up to 1.33: how null reads as a bad value. */
  readonly nullText?: string;
  /** Up to 1.33: renders objects, lists and what else is no scalar as a bad value, in Go syntax. */
  readonly compositeText?: (value: unknown) => string;
  /** Up to 1.33: renders a list of texts as a bad value, in Go syntax. */
  readonly textsText?: (texts: readonly string[]) => string;
  /** Up to 1.33: renders a time as a bad value, as Go prints it. */
  readonly timeText?: (time: string) => string;
  /** Up to 1.33: renders an owner reference as a bad value, or all of them, in Go syntax. */
  readonly ownersText?: (owners: JsonObject | readonly JsonObject[]) => string;
  /** Up to 1.33: how the unsigned integer 0 reads as a bad value. */
  readonly unsignedZeroText?: string;
  /** Up to 1.33: the detail of `Too long`, whose limit 1 is followed by `bytes`. */
  readonly tooLongDetail?: (limit: number) => string;
  /** Up to 1.33: what follows the limit 1 of `Too many`. */
  readonly oneItem?: "items";
  /** Up to 1.31: the detail for annotations that are too long in total. */
  readonly annotationsTooLong?: string;
  /** Up to 1.34: the unit in which lengths of label keys, label values and finalizers are told. */
  readonly labelUnit?: "characters";
  /** Up to 1.34: how the text about a key with several slashes begins. */
  readonly labelKeyName?: string;
  /** Up to 1.33: the detail where an embedded resource has no apiVersion or kind. */
  readonly embeddedRequiredDetail?: string;
  /**
   * Up to 1.36: how a field of an owner reference that is empty, or no version, is told; the paths
   * have no index.
   */
  readonly ownerFault?: (field: string, key: string, value: string) => FieldError;
  /** Up to 1.36: errors of metadata with equal text count each time, see `mergeMetadataErrors`. */
  readonly mergesMetadataErrors?: false;
  /** Up to 1.36: what is said of an empty or unknown operation of managedFields. */
  readonly managedFieldsOperation?: string;
  /**
   * Up to 1.31: warnings about finalizers without a slash do not mention the path; in 1.28 there
   * are none.
   */
  readonly finalizerWarnings?: "none" | "plain";
  /**
   * Up to 1.34: the line of apimachinery's `scheme.go` that the text about a body that is no
   * `Scale` names.
   */
  readonly schemeLine?: number;
}

/** The API server of Kubernetes 1.37. */
export const newestDialect: Dialect = {};

/** The line that it names for a `Scale`. */
export const newestSchemeLine = 111;
