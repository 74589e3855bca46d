import { readdirSync, readFileSync } from "node:fs";
import type { SourceMap } from "node:module";
import { basename, dirname, extname, join, relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { stripVTControlCharacters } from "node:util";
import type { RelatedSpan } from "../../crd/diagnostics/diagnostics.js";
import { nearest, reasonOf } from "../../crd/diagnostics/wording.js";
import type { SourceFile, Span } from "../../crd/source/source-file.js";
import { lineStartsOf } from "../../crd/source/source-file.js";

/** Code of the user's that cannot be loaded, or fails: the words of its error, and where. */
export class CodeFault extends Error {
  override readonly name = "CodeFault";
  readonly span: Span;

  constructor(reason: string, span: Span, cause: unknown) {
    super(reason, { cause });
    this.span = span;
  }
}

/** The place of a fault, to stand behind a diagnostic that is about something else. */
export function placeOf(error: unknown): readonly RelatedSpan[] {
  return error instanceof CodeFault ? [{ message: "it fails here", span: error.span }] : [];
}

/** JavaScript that stands in another file than the code that it was made of. */
export interface StrippedCode {
  /** The file that Node runs. */
  readonly path: string;
  /** The file of the user's. */
  readonly original: string;
  readonly map: SourceMap;
}

/**
 * An error of code that was imported, with its place in a file of the user's where it can be found:
 * where an import leads nowhere, where a file is no JavaScript, or where the error was made.
 *
 * @param help words to stand behind those of the error
 */
export async function faultOfCode(
  error: unknown,
  path: string,
  stripped: StrippedCode | undefined,
  help = "",
): Promise<unknown> {
  if (!(error instanceof Error) || error instanceof CodeFault) return error;
  const found =
    importFault(error, stripped) ??
    (await syntaxFault(error, path, stripped)) ??
    thrownFault(error, stripped);
  if (found === undefined) return help === "" ? error : new Error(`${wordsOf(error)}${help}`);
  return new CodeFault(`${found.reason}${help}`, found.span, error);
}

/** A fault of a module's text that a compiler found, at an offset. */
export function faultOfText(reason: string, path: string, text: string, start: number): CodeFault {
  const file = { path: shownPath(path), text };
  return new CodeFault(reason, wordAt(file, start), undefined);
}

interface Found {
  readonly reason: string;
  readonly span: Span;
}

/** The words of an error, without the colours that other tools give them. */
function wordsOf(error: unknown): string {
  return stripVTControlCharacters(reasonOf(error));
}

/** A module that imports what is not there. */
function importFault(error: Error, stripped: StrippedCode | undefined): Found | undefined {
  const [, what, target, from] =
    /^Cannot find (module|package) '(.+?)' imported from (.+)$/.exec(error.message) ?? [];
  if (what === undefined || target === undefined || from === undefined) return undefined;
  const file = readSource(from === stripped?.path ? stripped.original : from);
  if (file === undefined) return undefined;
  const isMeant = (name: string): boolean =>
    what === "package"
      ? name === target || name.startsWith(`${target}/`)
      : name.startsWith(".") && resolve(dirname(from), name) === target;
  for (const { index, 0: literal, 2: name = "" } of file.text.matchAll(/(["'])([^"'\n]+)\1/g)) {
    if (!isMeant(name)) continue;
    const span = { file, start: index, end: index + literal.length };
    const reason = `Cannot find ${what} '${name}'`;
    return { reason: what === "module" ? `${reason}${nearestFile(target, name)}` : reason, span };
  }
  return undefined;
}

/** `; the nearest file is './helper.mjs'`; empty where none is near. */
function nearestFile(target: string, name: string): string {
  const names = namesIn(dirname(target)).filter((one) => /\.[cm]?[jt]sx?$/.test(one));
  const wanted = basename(target);
  const stem = (one: string): string => one.slice(0, one.length - extname(one).length);
  const similar = names.find((one) => stem(one) === stem(wanted)) ?? nearest(wanted, names);
  if (similar === undefined) return "";
  return `; the nearest file is '${name.slice(0, name.length - wanted.length)}${similar}'`;
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** A file that is no JavaScript, or imports a name that another one does not export. */
async function syntaxFault(
  error: Error,
  path: string,
  stripped: StrippedCode | undefined,
): Promise<Found | undefined> {
  if (!(error instanceof SyntaxError)) return undefined;
  const reason = wordsOf(error);
  const span = shownPlace(error.stack ?? "", stripped);
  if (span !== undefined) return { reason, span };
  // Node's own error does not say where.
  const { spawnSync } = await import("node:child_process");
  for (const file of filesFrom(path, new Set())) {
    const { stderr } = spawnSync(process.execPath, ["--check", file], { encoding: "utf8" });
    const place = shownPlace(stderr, stripped);
    if (place !== undefined) return { reason, span: place };
  }
  return undefined;
}

/** A file and those that it imports by their paths. */
function filesFrom(path: string, seen: Set<string>): readonly string[] {
  const file = readSource(path);
  if (file === undefined || seen.has(path) || seen.size > mostFiles) return [];
  seen.add(path);
  const imports = file.text.matchAll(/\b(?:from|import)\s*\(?\s*["'](\.[^"'\n]+)["']/g);
  return [path, ...[...imports].flatMap(([, to = ""]) => filesFrom(join(dirname(path), to), seen))];
}

const mostFiles = 50;

/** The place that Node shows above an error: a path and a line, the line, and carets below it. */
function shownPlace(text: string, stripped: StrippedCode | undefined): Span | undefined {
  const [, path, line, carets = ""] = /^(\S.*):(\d+)\n.*\n( *)\^/.exec(text) ?? [];
  if (path === undefined) return undefined;
  return userSpan(pathOf(path), Number(line), carets.length + 1, stripped);
}

/** The first file of the user's in the stack of an error. */
function thrownFault(error: Error, stripped: StrippedCode | undefined): Found | undefined {
  const frames = (error.stack ?? "").matchAll(/^ {4}at (?:.*\()?(\S.*?):(\d+):(\d+)\)?$/gm);
  for (const [, url = "", line, column] of frames) {
    const path = pathOf(url);
    if (!isOfUser(path)) continue;
    const span = userSpan(path, Number(line), Number(column), stripped);
    if (span !== undefined) return { reason: wordsOf(error), span };
  }
  return undefined;
}

/** Of the package that this is a part of, and of packages in general, nobody can mend the code. */
function isOfUser(path: string): boolean {
  const own = fileURLToPath(new URL("..", import.meta.url));
  return (
    /^(?:\/|[A-Za-z]:)/.test(path) && !path.startsWith(own) && !/[\\/]node_modules[\\/]/.test(path)
  );
}

/** A place in what Node runs, in the file of the user's. */
function userSpan(
  path: string,
  line: number,
  column: number,
  stripped: StrippedCode | undefined,
): Span | undefined {
  if (path !== stripped?.path) return spanAt(path, line, column);
  const entry = stripped.map.findEntry(line - 1, column - 1);
  if (!("originalLine" in entry)) return undefined;
  return spanAt(stripped.original, entry.originalLine + 1, entry.originalColumn + 1);
}

function spanAt(path: string, line: number, column: number): Span | undefined {
  const file = readSource(path);
  const start = file && lineStartsOf(file)[line - 1];
  return file === undefined || start === undefined ? undefined : wordAt(file, start + column - 1);
}

/** Marks what begins at an offset: a name, `new` with one, or a character. */
function wordAt(file: SourceFile, start: number): Span {
  const [word = ""] = /^(?:new\s+)?[\w$.]+/.exec(file.text.slice(start, start + longestWord)) ?? [];
  return { file, start, end: start + Math.max(1, word.length) };
}

const longestWord = 100;

function readSource(path: string): SourceFile | undefined {
  try {
    return { path: shownPath(path), text: readFileSync(path, "utf8") };
  } catch {
    return undefined; // such as what never was a file
  }
}

function pathOf(url: string): string {
  return url.startsWith("file:") ? fileURLToPath(url) : url;
}

/** As people name it: from the working folder, where it is in there. */
function shownPath(path: string): string {
  const short = relative(process.cwd(), path);
  return short.startsWith(`..${sep}`) || resolve(short) !== resolve(path) ? path : short;
}
