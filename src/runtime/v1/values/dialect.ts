import type { FieldError } from "./field-error.js";

/**
 * The differences between an older API server and the newest one crdgen knows (1.37), which has
 * none of them.
 *
 * A dialect is data: functions whose verdict depends on it take it as their last parameter and
 * default to `newestDialect`, so code generated for the newest server never mentions it; code for
 * an older one passes a constant of `older-dialects.ts`. What is settled when code is generated
 * (which formats exist, which CEL libraries, whether integers have a range) is not in here.
 */
export interface Dialect {
  /** False up to 1.29: errors at nodes that an update leaves unchanged are told. */
  readonly ratchets?: boolean;
  /** False up to 1.32: the same in updates of `/status`. */
  readonly ratchetsStatus?: boolean;
  /** Up to 1.30: fields of schema errors in an update of `/status` do not begin with `status`. */
  readonly statusPrefix?: "";
  /**
   * False in 1.28: an enum error does not keep the rules from running, as errors of the wrong shape
   * do.
   */
  readonly enumErrorStopsRules?: boolean;
  /**
   * False up to 1.35: numbers may be out of the range of their type and format, and so may the
   * bounds that they are compared with.
   */
  readonly checksNumberRanges?: boolean;
  /** False up to 1.36: a float64 a hair below an integer does not count as that integer. */
  readonly roundsIntegersDown?: boolean;
  /**
   * False up to 1.34: the error of a rule shows the name of the value's type, not a scalar, or
   * nothing.
   */
  readonly ruleErrorsShowValues?: boolean;
  /**
   * True up to 1.29: the errors of later rules of a node are told below the fieldPath of a rule
   * that failed.
   */
  readonly fieldPathsLeak?: boolean;
  /**
   * False up to 1.36: errors of metadata with equal text count each time, see
   * `mergeMetadataErrors`.
   */
  readonly mergesMetadataErrors?: boolean;
  /** The texts that it words differently. */
  readonly words?: OlderWords;
}

/** The API server of Kubernetes 1.37. */
export const newestDialect: Dialect = {};

/**
 * The words of an older server (`older-words.ts`). Errors are made in those of the newest one, and
 * change where a list of them leaves.
 */
export interface OlderWords {
  /** An error of a value by its schema. */
  readonly ofValues: (error: FieldError) => FieldError;
  /** An error of metadata, that of the object or of a resource embedded in it. */
  readonly ofMetadata: (error: FieldError) => FieldError;
  /** Warnings about finalizers. */
  readonly ofFinalizers: (warnings: readonly string[]) => readonly string[];
  /** Shows a bad value, as `badValueText`. */
  readonly valueText: (value: unknown) => string;
  /** Names the registry of types, as `newestScheme`. */
  readonly scheme: string;
}

/** How the newest server names the registry of types: by the line of Go that makes it. */
export const newestScheme = "pkg/runtime/scheme.go:111";

/** Errors as a server words them. */
export function inWords(
  errors: FieldError[],
  ofServer: ((error: FieldError) => FieldError) | undefined,
): FieldError[] {
  return ofServer === undefined ? errors : errors.map((error) => ofServer(error));
}
