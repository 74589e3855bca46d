import type { FieldError } from "./field-error.js";

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
