import type { Location, Path, SourceDocument, Span } from "../source/source-file.js";
import { positionAt } from "../source/source-file.js";
import type { DiagnosticCode, DiagnosticValues } from "./catalog/catalog.js";
import { catalog } from "./catalog/catalog.js";

/**
 * An error is what the API server refuses, or what leaves nothing to generate from; a notice is
 * about crdgen's own settings; all else is a warning.
 */
export type Severity = "error" | "warning" | "notice";

/** One entry of `status.details.causes`, as the API server would send it for the same fault. */
export interface Cause {
  readonly reason: string;
  readonly field: string;
  readonly message: string;
}

/** A further place that has to do with a diagnostic, and what is there: `first declared here`. */
export interface RelatedSpan {
  readonly message: string;
  readonly span: Span;
}

/** A fact about the input, for its author. */
export interface Diagnostic {
  readonly code: DiagnosticCode;
  readonly severity: Severity;
  readonly message: string;
  readonly span: Span | undefined;
  /** The file, where that is all that is known of the place. */
  readonly path?: string | undefined;
  /** The way to its place in the document, where that is known. */
  readonly steps?: Path | undefined;
  readonly related: readonly RelatedSpan[];
  /**
   * The place behind which it is told, where that is not its own: of what follows from other
   * faults.
   */
  readonly behind?: Span | undefined;
  /** It is about a CRD that is left out, as the API server refuses it. */
  readonly isLeftOut?: true;
  readonly help: string | undefined;
  /** The API server's own words for the same fault; absent for faults that only crdgen names. */
  readonly cause: Cause | undefined;
}

/**
 * A place in a document; which part of it to mark is `key` when something is missing or misplaced,
 * else `value`.
 */
export interface Place {
  readonly document: SourceDocument;
  readonly path: Path;
  readonly part: "key" | "value";
}

/** The optional parts of a report, beyond its code, its place and its values. */
export interface DiagnosticExtra {
  readonly help?: string | undefined;
  readonly cause?: Cause | undefined;
  readonly related?: readonly RelatedSpan[];
  readonly behind?: Span | undefined;
  /** The file, where that is all that is known of the place. */
  readonly path?: string | undefined;
  /** The way to the place in the document, where the report is of a span. */
  readonly steps?: Path | undefined;
  /** Where the catalogue's severity depends on an option. */
  readonly severity?: Severity | undefined;
}

/** Collects diagnostics of all phases. Nothing that a user's file can cause is thrown. */
export class Diagnostics {
  readonly #list: Diagnostic[] = [];

  /** All so far, in the order of their reports. */
  get list(): readonly Diagnostic[] {
    return this.#list;
  }

  /** Report at a span, at a place in a document, or at no place (`undefined`). */
  report<C extends DiagnosticCode>(
    code: C,
    at: Span | Place | undefined,
    values: DiagnosticValues<C>,
    extra: DiagnosticExtra = {},
  ): void {
    const entry = catalog[code];
    const message = entry.message as (values: DiagnosticValues<C>) => string; // of the union that C picks from
    const { span, related } = markedAt(at);
    const steps = at === undefined || "file" in at ? extra.steps : at.path;
    this.#list.push({
      code,
      severity: extra.severity ?? entry.severity,
      message: message(values),
      span,
      ...(at === undefined && extra.path !== undefined && { path: extra.path }),
      ...(steps !== undefined && { steps }),
      related: [...related, ...(extra.related ?? [])],
      ...(extra.behind !== undefined && { behind: extra.behind }),
      help: extra.help,
      cause: extra.cause,
    });
  }

  /**
   * Diagnostics that are there already, in their order; a file may hold more faults than a call
   * takes arguments.
   */
  addAll(diagnostics: readonly Diagnostic[]): void {
    for (const diagnostic of diagnostics) this.#list.push(diagnostic);
  }

  /** Gives all so far, and keeps none. */
  takeAll(): readonly Diagnostic[] {
    return this.#list.splice(0);
  }

  /**
   * Makes errors of all so far that have this code, for readers that are stricter than most; gives
   * them.
   */
  refuse(code: DiagnosticCode): readonly Diagnostic[] {
    const refused: Diagnostic[] = [];
    for (const [index, diagnostic] of this.#list.entries()) {
      if (diagnostic.code !== code) continue;
      const error: Diagnostic = { ...diagnostic, severity: "error" };
      this.#list[index] = error;
      refused.push(error);
    }
    return refused;
  }

  /** True if one of the diagnostics so far is an error. */
  get hasErrors(): boolean {
    return this.#list.some(isError);
  }
}

/** Tells whether a diagnostic is an error. */
export function isError({ severity }: Diagnostic): boolean {
  return severity === "error";
}

/** Returns the file of what stands at a path of a document, and the line on which it begins. */
export function beginningOf(
  document: SourceDocument,
  path: Path = [],
): { readonly source: string; readonly line: number } {
  const { file, start } = spanOf({ document, path, part: "key" });
  return { source: file.path, line: positionAt(file, start).line };
}

/**
 * Returns the text to mark for a place. Objects and lists whose text goes on are marked by their
 * key, and those that have none, the items of lists and whole documents, by their first token; what
 * is empty is marked by its key.
 */
export function spanOf({ document, path, part }: Place): Span {
  return markOf(document.locate(path), part);
}

/**
 * Returns the text to mark, and the alias that uses it if it stands at an anchor: it may be wrong
 * only there.
 */
function markedAt(at: Span | Place | undefined): Pick<Diagnostic, "span" | "related"> {
  if (at === undefined || "file" in at) return { span: at, related: [] };
  const location = at.document.locate(at.path);
  const span = markOf(location, at.part);
  if (location.via === undefined) return { span, related: [] };
  return { span, related: [{ message: "used here by an alias", span: location.via }] };
}

function markOf({ key, value, head }: Location, part: Place["part"]): Span {
  const isScalar = head.start === value.start && head.end === value.end;
  const isMarkable = part === "value" && value.start < value.end && (isScalar || isShort(value));
  if (isMarkable) return withoutBlanks(value);
  return isShort(key) ? key : withoutBlanks(head);
}

/** The line breaks at the end of a block scalar are part of it, and nothing to look at. */
function withoutBlanks({ file, start, end }: Span): Span {
  return { file, start, end: start + file.text.slice(start, end).trimEnd().length };
}

const longestMarked = 120;

function isShort({ file, start, end }: Span): boolean {
  return end - start <= longestMarked && !file.text.slice(start, end).includes("\n");
}

/**
 * Diagnostics in the order in which a reader meets them: by file, then by offset; those without a
 * place first; equal places in the order in which they were reported.
 */
export function inSourceOrder(list: readonly Diagnostic[]): readonly Diagnostic[] {
  return [...list].sort((left, right) => {
    const leftPath = left.span?.file.path ?? "";
    const rightPath = right.span?.file.path ?? "";
    return compareTexts(leftPath, rightPath) || offsetOf(left) - offsetOf(right);
  });
}

/** The path of the file that a diagnostic is about. */
export function fileOf({ span, path }: Diagnostic): string | undefined {
  return span?.file.path ?? path;
}

/** Items by their keys, in the order in which those come first. */
export function groupBy<Key, Item>(
  items: readonly Item[],
  keyOf: (item: Item) => Key,
): ReadonlyMap<Key, readonly Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}

/** By code units, so that no locale counts. */
export function compareTexts(left: string, right: string): number {
  return left < right ? -1 : left === right ? 0 : 1;
}

function offsetOf({ behind, span }: Diagnostic): number {
  return (behind ?? span)?.start ?? -1;
}
