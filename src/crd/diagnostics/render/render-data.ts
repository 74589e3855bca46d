import type { Position, Span } from "../../source/source-file.js";
import { positionAt } from "../../source/source-file.js";
import type { Cause, Diagnostic } from "../diagnostics.js";
import { printable } from "./printable.js";

/** A diagnostic as data, for programs: positions instead of offsets, paths instead of files. */
export interface DiagnosticData {
  readonly code: string;
  readonly severity: "error" | "warning" | "notice";
  readonly message: string;
  /**
   * Path of the file; absent where the diagnostic is about none. Where no place in it is known it
   * stands alone.
   */
  readonly source?: string;
  /** From 1; columns count UTF-16 units. */
  readonly start?: Position;
  /** Just behind the last character. */
  readonly end?: Position;
  readonly related: readonly RelatedData[];
  readonly help?: string;
  /** The API server's cause for the same fault, where it has one. */
  readonly cause?: Cause;
}

/** A related place with its file and its lines and columns. */
export interface RelatedData {
  readonly message: string;
  readonly source: string;
  readonly start: Position;
  readonly end: Position;
}

/**
 * A diagnostic as `crdgen --format json` and the library show it: plain JSON, without what is
 * absent.
 */
export function toData(diagnostic: Diagnostic): DiagnosticData {
  return {
    code: diagnostic.code,
    severity: diagnostic.severity,
    message: diagnostic.message,
    ...(diagnostic.path === undefined ? {} : { source: diagnostic.path }),
    ...(diagnostic.span === undefined ? {} : placeOf(diagnostic.span)),
    related: diagnostic.related.map(({ message, span }) => ({ message, ...placeOf(span) })),
    ...(diagnostic.help === undefined ? {} : { help: diagnostic.help }),
    ...(diagnostic.cause === undefined ? {} : { cause: diagnostic.cause }),
  };
}

/**
 * One JSON object on one line; what a terminal would not show as text stands as its escape, which
 * JSON has too.
 */
export function renderJson(diagnostic: Diagnostic): string {
  return printable(JSON.stringify(toData(diagnostic)));
}

function placeOf(span: Span): { source: string; start: Position; end: Position } {
  return {
    source: span.file.path,
    start: positionAt(span.file, span.start),
    end: positionAt(span.file, span.end),
  };
}
