import type { JsonObject } from "./json/json.js";

/**
 * What an older API server says or does otherwise than the newest one crdgen knows (1.37).
 *
 * A dialect is data: functions take it as their last parameter and default to `newestDialect`, so
 * code generated for the newest server never mentions it; code for an older one passes a constant
 * of `older-dialects.ts`. What is settled when code is generated (which formats exist, which CEL
 * libraries, whether integers have a range) is not in here.
 */
export interface Dialect {
  /** 1.30: errors at nodes that an update leaves unchanged are dropped. */
  readonly ratchets: boolean;
  /** 1.33: updates of `/status` ratchet too. */
  readonly ratchetsStatus: boolean;
  /** 1.31: the fields of schema errors in an update of `/status` begin with `status`. */
  readonly statusPrefix: boolean;
  /** 1.29: an enum error keeps the rules from running, as other errors of the wrong shape do. */
  readonly enumErrorStopsRules: boolean;
  /**
   * 1.36: numbers must be in the range of their type and format, and so must the bounds they are
   * compared with.
   */
  readonly checksNumberRanges: boolean;
  /** 1.37: a float64 a hair below an integer counts as that integer, like one a hair above. */
  readonly roundsIntegersDown: boolean;
  /**
   * 1.35: the error of a rule shows a scalar value, and no value for objects and lists; before, the
   * name of its type.
   */
  readonly ruleErrorsShowValues: boolean;
  /**
   * Up to 1.29: the errors of later rules of a node are told below the fieldPath of a rule that
   * failed.
   */
  readonly fieldPathsLeak?: true;
  /** How null reads as a bad value: `null`; before 1.34 `"null"`. */
  readonly nullText: string;
  /**
   * Renders objects, lists and what else is no scalar as a bad value; absent: as JSON. Before 1.34
   * Go syntax.
   */
  readonly compositeText?: (value: unknown) => string;
  /** Renders an owner reference as a bad value; absent: as JSON. Before 1.34 Go syntax. */
  readonly ownerReferenceText?: (reference: JsonObject) => string;
  /** How the unsigned integer 0 reads as a bad value: `0`; before 1.34 `0x0`. */
  readonly unsignedZeroText: string;
  /** Verb and unit of the detail of `Too long`. */
  readonly tooLongWording: "may not be more than" | "may not be longer than";
  /** 1.34: the limits 1 are followed by `byte` and `item`, not `bytes` and `items`. */
  readonly singularUnits: boolean;
  /** The detail for annotations that are too long in total; absent: that of any `Too long`. */
  readonly annotationsTooLong?: string;
  /**
   * 1.35: lengths of label keys, label values and finalizers are told in bytes; before, in
   * characters.
   */
  readonly labelUnit: "bytes" | "characters";
  /**
   * How the text about a key with several slashes begins: `a valid label key`; before 1.35
   * `a qualified name`.
   */
  readonly labelKeyName: string;
  /**
   * The detail where an embedded resource has no apiVersion or kind: none; before 1.34
   * `must not be empty`.
   */
  readonly embeddedRequiredDetail: string;
  /** How faults of owner references are told; see `metadata/owner-references.ts`. */
  readonly ownerReferences: "indexed" | "plain" | "named";
  /** 1.37: errors of metadata with equal text count once, see `mergeMetadataErrors`. */
  readonly mergesMetadataErrors: boolean;
  /** 1.37: an empty or unknown operation of managedFields has an error of its own kind. */
  readonly managedFieldsOperationReasons: boolean;
  /**
   * Warnings about finalizers without a slash: none, one text for all, or another text for names
   * with a dot.
   */
  readonly finalizerWarnings: "none" | "plain" | "path";
  /** The line of apimachinery's `scheme.go` that the text about a body that is no `Scale` names. */
  readonly schemeLine: number;
}

/** The API server of Kubernetes 1.37. */
export const newestDialect: Dialect = {
  ratchets: true,
  ratchetsStatus: true,
  statusPrefix: true,
  enumErrorStopsRules: true,
  checksNumberRanges: true,
  roundsIntegersDown: true,
  ruleErrorsShowValues: true,
  nullText: "null",
  unsignedZeroText: "0",
  tooLongWording: "may not be more than",
  singularUnits: true,
  labelUnit: "bytes",
  labelKeyName: "a valid label key",
  embeddedRequiredDetail: "",
  ownerReferences: "indexed",
  mergesMetadataErrors: true,
  managedFieldsOperationReasons: true,
  finalizerWarnings: "path",
  schemeLine: 111,
};
