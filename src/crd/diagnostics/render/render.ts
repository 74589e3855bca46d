import type { Position, SourceFile, Span } from "../../source/source-file.js";
import { lineStartsOf, positionAt } from "../../source/source-file.js";
import type { Cause, Diagnostic } from "../diagnostics.js";
import { displayWidth, placeText, printable, printableLines } from "./printable.js";

/** Wraps a text in the escape codes of a colour, or leaves it as it is. */
export type Paint = (
  colour: "red" | "yellow" | "blue" | "cyan" | "bold" | "dim",
  text: string,
) => string;

/** No colours. */
export const plain: Paint = (_, text) => text;

/** Makes texts lead somewhere, in terminals that take links. */
export interface Links {
  /** A place in the file at a path. */
  toFile(path: string, text: string): string;
  /** The page of a diagnostic. */
  toPage(code: string, text: string): string;
}

/** No links. */
export const noLinks: Links = { toFile: (_, text) => text, toPage: (_, text) => text };

const widestLine = 160;

const colours = { error: "red", warning: "yellow", notice: "blue" } as const;

/** One diagnostic as text with a code frame, without a line end after it. */
export function renderText(
  diagnostic: Diagnostic,
  paint: Paint = plain,
  links: Links = noLinks,
): string {
  const colour = colours[diagnostic.severity];
  const code = links.toPage(diagnostic.code, diagnostic.code);
  const head = `${paint(colour, `${diagnostic.severity}[${code}]`)}${paint("bold", `: ${printableLines(diagnostic.message)}`)}`;
  const lines = [head];
  if (diagnostic.span !== undefined) lines.push(...frame(diagnostic.span, "-->", paint, links));
  for (const related of diagnostic.related) {
    lines.push(
      `   ${paint("blue", "=")} ${printableLines(related.message)}`,
      ...frame(related.span, ":::", paint, links),
    );
  }
  const cause = diagnostic.cause && causeText(diagnostic, diagnostic.cause);
  if (cause !== undefined)
    lines.push(`   ${paint("blue", "=")} API server: ${printableLines(cause)}`);
  if (diagnostic.help !== undefined) {
    lines.push(`   ${paint("blue", "=")} help: ${printableLines(diagnostic.help)}`);
  }
  return lines.join("\n");
}

/**
 * The server's cause; its field alone, or nothing, where the diagnostic has the server's words
 * already.
 */
function causeText({ message }: Diagnostic, cause: Cause): string | undefined {
  if (message === cause.message || message === `${cause.field}: ${cause.message}`) return undefined;
  const words = message.slice(message.indexOf(": ") + 2);
  if (message.includes(cause.message) || cause.message.includes(words)) return cause.field;
  return shorten(`${cause.field}: ${cause.message}`);
}

/** Causes can show whole schemas; the JSON form has them in full. */
function shorten(text: string): string {
  return text.length <= longestCause ? text : `${text.slice(0, longestCause)} …`;
}

const longestCause = 500;

function frame(span: Span, arrow: string, paint: Paint, links: Links): readonly string[] {
  const { line, column } = positionAt(span.file, span.start);
  const number = String(line);
  const margin = " ".repeat(number.length);
  const source = lineText(span.file, line);
  const end = positionAt(span.file, span.end);
  const last = end.line === line ? end.column : source.length + 1;
  const { text, shift } = cut(source, column);
  const at = Math.max(0, column - 1 - shift);
  const marked = text.slice(at, at + Math.min(last, widestLine + shift) - column);
  const indent = " ".repeat(displayWidth(printable(text.slice(0, at))));
  const carets = "^".repeat(Math.max(1, displayWidth(printable(marked))));
  const bar = paint("blue", "|");
  return [
    `${margin}${paint("blue", arrow)} ${links.toFile(span.file.path, placeText(span))}`,
    `${margin} ${bar}`,
    `${paint("blue", number)} ${bar} ${printable(text)}`,
    `${margin} ${bar} ${indent}${paint("bold", carets)}`,
  ];
}

function lineText(file: SourceFile, line: number): string {
  const starts = lineStartsOf(file);
  const start = starts[line - 1] ?? 0;
  const next = starts[line] ?? file.text.length + 1;
  return file.text.slice(start, next - 1).replace(/\r$/, "");
}

/** A line too long for a terminal, cut around the column that matters. */
function cut(source: string, column: number): { text: string; shift: number } {
  if (source.length <= widestLine) return { text: source, shift: 0 };
  const shift = Math.max(0, column - 1 - 40);
  const end = shift + widestLine;
  const start = shift === 0 ? "" : "…";
  const text = start + source.slice(shift + start.length, end);
  return { text: end < source.length ? `${text.slice(0, -1)}…` : text, shift };
}

/** A workflow command of GitHub Actions, which shows the diagnostic beside the line. */
export function renderGithub(diagnostic: Diagnostic): string {
  const { message, related, help } = diagnostic;
  // A command has one place: others are told in its text.
  const places = related.map(({ message: what, span }) => `${what}: ${placeText(span)}`);
  const text = [message, ...places, ...(help === undefined ? [] : [help])].join("\n");
  return githubCommand(diagnostic.severity, githubPlace(diagnostic), diagnostic.code, text);
}

/**
 * A command that shows a text with the title `code`, at a place (`githubFile`, a range), which may
 * be `""`.
 */
export function githubCommand(
  severity: Diagnostic["severity"],
  place: string,
  code: string,
  text: string,
): string {
  return `::${severity} ${place}title=${escapeProperty(code)}::${escapeData(text)}`;
}

/** The property that names a file, with a comma behind it. */
export function githubFile(path: string): string {
  return `file=${escapeProperty(path)},`;
}

/** The properties that say where, each with a comma behind it. */
function githubPlace({ span, path }: Diagnostic): string {
  if (span !== undefined) return `${githubFile(span.file.path)}${githubRange(span)},`;
  return path === undefined ? "" : githubFile(path);
}

function githubRange(span: Span): string {
  const start = positionAt(span.file, span.start);
  const end = positionAt(span.file, span.end);
  // Columns may be given only where the range lies in one line.
  return start.line === end.line
    ? `line=${start.line},col=${start.column},endColumn=${end.column}`
    : `line=${start.line},endLine=${end.line}`;
}

/** Logs of runs are shown in terminals too. */
function escapeData(text: string): string {
  return printable(text).replaceAll("%", "%25").replaceAll("\n", "%0A");
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}

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
