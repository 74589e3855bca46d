import type { Span } from "../../source/source-file.js";
import { positionAt } from "../../source/source-file.js";
import type { Diagnostic } from "../diagnostics.js";
import { placeText } from "./place-text.js";
import { printable } from "./printable.js";

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
