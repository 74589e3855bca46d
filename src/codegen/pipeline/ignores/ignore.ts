import type { DiagnosticCode } from "../../../crd/diagnostics/catalog/catalog.js";
import { catalog, retiredCodes } from "../../../crd/diagnostics/catalog/catalog.js";
import type { Diagnostics } from "../../../crd/diagnostics/diagnostics.js";
import type { CatalogEntry } from "../../../crd/diagnostics/message.js";
import { nearest } from "../../../crd/diagnostics/wording.js";
import type { Comment } from "../../../crd/source/comments.js";
import { readComments } from "../../../crd/source/comments.js";
import type { SourceDocument, SourceFile, Span } from "../../../crd/source/source-file.js";
import { positionAt } from "../../../crd/source/source-file.js";

/** Warnings to leave out: those that fit all that is named, of which there must be something. */
export interface IgnoreRule {
  /** The code, such as `portability/newer-server`. */
  readonly code?: string | undefined;
  /** The CRD's name, or a pattern: `*.example.com`. */
  readonly crd?: string | undefined;
  /**
   * A place in the CRD, and all below it, as messages show it (`spec.template.metadata`) or as it
   * stands in the CRD (`spec.versions[*].schema`). `*` is any name or part of one, `[*]` any item,
   * `**` anything.
   */
  readonly path?: string | undefined;
}

/** An entry of a list of ignores: a rule, or a code alone. */
export type Ignore = string | IgnoreRule;

/** A fault of an entry, and its place in it. */
interface IgnoreFault {
  readonly at: readonly string[];
  readonly part: "key" | "value";
  readonly reason: string;
}

const parts = ["code", "crd", "path"] as const;

/** Says what is wrong with an entry of a list of ignores, whatever it may be. */
export function faultsOfIgnore(entry: unknown): readonly IgnoreFault[] {
  if (typeof entry === "string") return faultsOfCode(entry, []);
  if (typeof entry !== "object" || entry === null || Array.isArray(entry)) {
    const reason = "must be a code such as portability/newer-server, or have code, crd or path";
    return [{ at: [], part: "value", reason }];
  }
  const given: readonly (readonly [string, unknown])[] = Object.entries(entry);
  const present = given.filter(([, value]) => value !== undefined);
  if (present.length === 0) {
    return [{ at: [], part: "value", reason: "must have a code, a crd or a path" }];
  }
  return present.flatMap(([name, value]) => faultsOfPart(name, value));
}

function faultsOfPart(name: string, value: unknown): readonly IgnoreFault[] {
  if (!parts.some((part) => part === name)) {
    const similar = nearest(name, parts);
    const hint = similar === undefined ? "are 'code', 'crd' and 'path'" : `is '${similar}'`;
    return [{ at: [name], part: "key", reason: `there is no such option; there ${hint}` }];
  }
  if (typeof value !== "string" || value === "") {
    return [{ at: [name], part: "value", reason: "must be a text, and not empty" }];
  }
  return name === "code" ? faultsOfCode(value, [name]) : [];
}

function faultsOfCode(code: string, at: readonly string[]): readonly IgnoreFault[] {
  const reason = faultOfCode(code);
  return reason === undefined ? [] : [{ at, part: "value", reason }];
}

/** An entry as a rule. */
export function toIgnoreRule(entry: Ignore): IgnoreRule {
  return typeof entry === "string" ? { code: entry } : entry;
}

/** A rule for people: `portability/newer-server of crontabs.stable.example.com at spec.a`. */
export function ignoreText({ code, crd, path }: IgnoreRule): string {
  const of = crd === undefined ? "" : ` of '${crd}'`;
  const at = path === undefined ? "" : ` at '${path}'`;
  return `${code === undefined ? "warning" : `warning '${code}'`}${of}${at}`;
}

/** The codes that may be left out: warnings about CRDs, and codes that are retired. */
const ignorable: ReadonlySet<string> = new Set([
  ...entries()
    .filter(([code, { severity }]) => severity === "warning" && isAboutCrds(code))
    .map(([code]) => code),
  ...retiredCodes,
]);

function entries(): readonly (readonly [string, CatalogEntry])[] {
  return Object.entries(catalog);
}

function isAboutCrds(code: string): boolean {
  return /^(?:source|crd|schema|cel|portability)\//.test(code);
}

/** The codes that can be ignored, sorted. */
export function ignorableCodes(): readonly string[] {
  return [...ignorable].sort();
}

/** Why a code cannot be ignored, with what to write in its place; `undefined` where it can. */
export function faultOfCode(code: string): string | undefined {
  if (ignorable.has(code)) return undefined;
  if (Object.hasOwn(catalog, code)) {
    const { severity }: CatalogEntry = catalog[code as DiagnosticCode]; // just looked up
    return severity === "error"
      ? `'${code}' is an error, and only warnings can be ignored: the API server would refuse the CRD all the same`
      : `'${code}' is not a warning about CRDs`;
  }
  const similar = nearest(code, ignorable) ?? nearest(`portability/${code}`, ignorable);
  const hint = similar === undefined ? "`crdgen explain` lists all codes" : `there is '${similar}'`;
  return `there is no warning '${code}'; ${hint}`;
}

/** One of the codes that a comment ignores. */
export interface IgnoreComment {
  readonly code: string;
  /** The comment. */
  readonly span: Span;
  /** The line of the field that it is about, from 1; `undefined`: the whole document. */
  readonly line: number | undefined;
}

const word = "crdgen-ignore";

/**
 * Tells whether a file may have such comments. Nearly all files have none, and one search tells.
 */
export function mayHaveIgnoreComments({ text }: SourceFile): boolean {
  return text.includes(word);
}

/**
 * The comments of a document that ignore warnings, `# crdgen-ignore CODE, CODE reason`: at the end
 * of the line of a field, or above it, for that field and all below it; `# crdgen-ignore-file CODE`
 * above the first field, for the whole document. What stands between `from` and the document, such
 * as a licence above its `---`, is taken for a part of it.
 */
export async function readIgnoreComments(
  document: SourceDocument,
  from: number,
  diagnostics: Diagnostics,
): Promise<readonly IgnoreComment[]> {
  if (document.format === "json") return [];
  const { file, end } = document;
  const firstField = document.locate([]).value.start;
  const found: IgnoreComment[] = [];
  const lines = new CommentedLines();
  for (const comment of await readComments(file, from, end)) {
    const text = file.text.slice(comment.span.start, comment.span.end);
    const [, suffix, rest = ""] = form.exec(text) ?? [];
    if (suffix === undefined) continue;
    const isAtTop = comment.span.start < firstField;
    const codes = codesOf(rest);
    const fault = faultOfWord(suffix, isAtTop) ?? faultOfCodes(codes);
    if (fault !== undefined) {
      diagnostics.report("lint/invalid-ignore", comment.span, { reason: fault });
    }
    if (suffix !== "" && suffix !== "-file") continue;
    if (suffix === "-file" && !isAtTop) continue;
    const line = suffix === "-file" ? undefined : lines.lineOf(comment);
    for (const code of codes) {
      if (faultOfCode(code) === undefined) found.push({ code, span: comment.span, line });
    }
  }
  return found;
}

const form = /^#+[ \t]*crdgen-ignore([\w-]*)(.*)$/;

function codesOf(rest: string): readonly string[] {
  const [list] = /^[ \t]+[\w/.-]+(?:[ \t]*,[ \t]*[\w/.-]+)*/.exec(rest) ?? [];
  return list === undefined ? [] : list.trim().split(/[ \t]*,[ \t]*/);
}

function faultOfWord(suffix: string, isAtTop: boolean): string | undefined {
  if (suffix === "" || (suffix === "-file" && isAtTop)) return undefined;
  if (suffix === "-file") return `${word}-file belongs above the first field of the document`;
  const similar = nearest(suffix, ["-file"]);
  return similar === undefined
    ? `there are ${word} and ${word}-file`
    : `there is ${word}${similar}`;
}

function faultOfCodes(codes: readonly string[]): string | undefined {
  if (codes.length === 0) {
    return "name the warning behind it, such as `# crdgen-ignore portability/newer-server`";
  }
  return codes.map(faultOfCode).find((fault) => fault !== undefined);
}

/**
 * Finds the lines that comments are about. Of those that follow each other all are about one: it is
 * looked for once.
 */
class CommentedLines {
  #end = 0;
  #line = 0;

  /**
   * The line of the field that a comment is about: its own, or the next that is no comment and not
   * blank. In their order.
   */
  lineOf({ span: { file, start }, isAlone }: Comment): number {
    if (!isAlone) return positionAt(file, start).line;
    if (start < this.#end) return this.#line;
    skipped.lastIndex = start;
    this.#end = start + (skipped.exec(file.text)?.[0].length ?? 0);
    this.#line = positionAt(file, this.#end).line;
    return this.#line;
  }
}

/** A comment from its `#` on, and all lines behind it that are comments or blank. */
const skipped = /#.*\n(?:[ \t\r]*(?:#.*)?\n)*/y;
