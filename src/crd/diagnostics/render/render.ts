import type { Position, SourceFile, Span } from "../../source/source-file.js";
import { lineStartsOf, positionAt } from "../../source/source-file.js";
import type { Cause, Diagnostic } from "../diagnostics.js";
import {
  cutBeginning,
  cutToWidth,
  displayWidth,
  placeText,
  printable,
  printableLines,
  printableName,
} from "./printable.js";

/** The colours and styles of texts. */
export type Colour = "red" | "yellow" | "green" | "blue" | "cyan" | "bold" | "dim" | "bright";

/** Wraps a text in the escape codes of a colour, or leaves it as it is. */
export type Paint = (colour: Colour, text: string) => string;

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

/** How a diagnostic is shown as text. */
export interface TextStyle {
  readonly paint: Paint;
  readonly links: Links;
  /** How wide excerpts are at most. */
  readonly columns: number;
}

/** For what nobody may look at with a terminal. */
const plainStyle: TextStyle = { paint: plain, links: noLinks, columns: 160 };

/** The colour of each severity. */
export const severityColours = { error: "red", warning: "yellow", notice: "blue" } as const;

/**
 * One diagnostic as text with a code frame, without a line end after it.
 *
 * @param consequences what follows from this and others of the same object; default: nothing
 */
export function renderText(
  diagnostic: Diagnostic,
  style: TextStyle = plainStyle,
  consequences: readonly Diagnostic[] = [],
): string {
  const { paint, links } = style;
  const colour = severityColours[diagnostic.severity];
  const code = links.toPage(diagnostic.code, diagnostic.code);
  const head = paint(
    "bold",
    paint(colour, `${diagnostic.severity}[${code}]`) + `: ${printableLines(diagnostic.message)}`,
  );
  const lines = [head];
  const note = (text: string): string => `   ${paint("bright", "=")} ${text}`;
  if (diagnostic.span !== undefined) lines.push(...frame(diagnostic.span, "-->", colour, style));
  for (const related of diagnostic.related) {
    lines.push(
      note(printableLines(related.message)),
      ...frame(related.span, ":::", "bright", style),
    );
  }
  const cause = diagnostic.cause && causeText(diagnostic, diagnostic.cause);
  if (cause !== undefined) lines.push(note(`API server: ${printableLines(cause)}`));
  if (diagnostic.help !== undefined) {
    lines.push(note(`${paint("green", "help")}: ${printableLines(diagnostic.help)}`));
  }
  for (const { message } of consequences) {
    const words = message.replace(/^.*?: (?=some validation rules)/s, "");
    lines.push(note(`note: ${printableLines(words)}`));
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

function frame(
  span: Span,
  arrow: string,
  colour: Colour,
  { paint, links, columns }: TextStyle,
): readonly string[] {
  const { line, column } = positionAt(span.file, span.start);
  const number = String(line);
  const margin = " ".repeat(number.length);
  const source = lineText(span.file, line);
  const end = positionAt(span.file, span.end);
  const last = end.line === line ? end.column : source.length + 1;
  const room = Math.max(columns - number.length - 3, narrowestExcerpt);
  const { text, indent, width } = excerpt(source, column - 1, last - 1, room);
  const bar = paint("bright", "|");
  const carets = paint("bold", paint(colour, "^".repeat(width)));
  return [
    `${margin}${paint("bright", arrow)} ${links.toFile(span.file.path, placeText(span))}`,
    `${margin} ${bar}`,
    `${paint("bright", number)} ${bar} ${text}`,
    `${margin} ${bar} ${" ".repeat(indent)}${carets}`,
  ];
}

function lineText(file: SourceFile, line: number): string {
  const starts = lineStartsOf(file);
  const start = starts[line - 1] ?? 0;
  const next = starts[line] ?? file.text.length + 1;
  return file.text.slice(start, next - 1).replace(/\r$/, "");
}

/** Fewer columns would show nothing. */
const narrowestExcerpt = 10;

/** A line as a terminal shows it, with the columns of what is marked in it. */
interface Excerpt {
  readonly text: string;
  readonly indent: number;
  readonly width: number;
}

/**
 * A line, cut around what matters in it.
 *
 * @param start the first UTF-16 unit that is marked
 * @param end the unit behind the last one
 * @param room how many columns there are
 */
function excerpt(source: string, start: number, end: number, room: number): Excerpt {
  // Much more than fits: the line may be a whole file.
  const most = room * 20;
  const before = printable(source.slice(Math.max(0, start - most), start));
  const marked = printable(source.slice(start, Math.min(end, start + most)));
  const after = printable(source.slice(end, end + most));
  const indent = displayWidth(before);
  const needed = Math.min(Math.max(1, displayWidth(marked)), Math.ceil(room / 2));
  const isWhole = start <= most && indent + needed + (after === "" ? 0 : 1) <= room;
  // Where little follows, there is more room before.
  const left = Math.max(Math.floor(room / 4), room - needed - displayWidth(after));
  const shown = isWhole ? before : cutBeginning(`…${before}`, left);
  const shownIndent = displayWidth(shown);
  return {
    text: shown + cutToWidth(marked + after, room - shownIndent),
    indent: shownIndent,
    width: Math.max(1, Math.min(displayWidth(marked), room - shownIndent)),
  };
}

/** What one line says of a diagnostic. */
interface InBrief extends Pick<DiagnosticData, "severity" | "message" | "source" | "start"> {
  readonly code: string;
}

/** One line for people and editors: `crd.yaml:3:5: crd/name-invalid message`. */
export function renderConcise(found: InBrief, { paint, links }: TextStyle): string {
  const { source, start, code, severity, message } = found;
  const at = start === undefined ? "" : `:${start.line}:${start.column}`;
  const where =
    source === undefined ? "" : `${links.toFile(source, `${printableName(source)}${at}`)}: `;
  return `${where}${paint(severityColours[severity], links.toPage(code, code))} ${printableName(message)}`;
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
    ...(diagnostic.span === undefined ? {} : dataOfSpan(diagnostic.span)),
    related: diagnostic.related.map(({ message, span }) => ({ message, ...dataOfSpan(span) })),
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

/** A span as data: the path of its file, and lines and columns. */
export function dataOfSpan(span: Span): Omit<RelatedData, "message"> {
  return {
    source: span.file.path,
    start: positionAt(span.file, span.start),
    end: positionAt(span.file, span.end),
  };
}
