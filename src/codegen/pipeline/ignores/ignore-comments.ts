import type { Diagnostics } from "../../../crd/diagnostics/diagnostics.js";
import { nearest } from "../../../crd/diagnostics/similar.js";
import type { Comment } from "../../../crd/source/comments.js";
import { readComments } from "../../../crd/source/comments.js";
import type { SourceDocument } from "../../../crd/source/document.js";
import type { SourceFile, Span } from "../../../crd/source/source-file.js";
import { positionAt } from "../../../crd/source/source-file.js";
import { faultOfCode } from "./ignorable-code.js";

/** What one comment ignores, by one of its codes. */
export interface IgnoreComment {
  readonly code: string;
  /** The comment. */
  readonly span: Span;
  /** The line of the field that it is about, from 1; `undefined`: the whole document. */
  readonly line: number | undefined;
}

const word = "crdgen-ignore";

/** Whether there may be such comments. Nearly all files have none, and one search tells. */
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
