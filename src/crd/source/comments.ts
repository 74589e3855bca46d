import type { SourceFile, Span } from "./source-file.js";

/** A comment of a YAML text, from its `#` to the end of the line. */
export interface Comment {
  readonly span: Span;
  /** Nothing stands before it on its line. */
  readonly isAlone: boolean;
}

/**
 * The comments between two offsets of a file, which are at the beginnings of lines. Asynchronous
 * since only the `yaml` package can tell a comment from a `#` in a text; it is loaded by the first
 * call.
 */
export async function readComments(
  file: SourceFile,
  start: number,
  end: number,
): Promise<readonly Comment[]> {
  const { CST, Lexer } = await import("yaml");
  const comments: Comment[] = [];
  let at = start;
  let isScalar = false;
  for (const token of new Lexer().lex(file.text.slice(start, end))) {
    if (!isScalar && CST.tokenType(token) === "comment") comments.push(commentAt(file, at, token));
    // A mark of the lexer's, which is no part of the text.
    if (token === CST.SCALAR) isScalar = true;
    else if (!marks.has(token)) {
      isScalar = false;
      at += token.length;
    }
  }
  return comments;
}

/**
 * Tokens that stand for nothing in the text: the beginning of a document, and the end of a text in
 * flow style (`yaml` `cst.ts`).
 */
const marks: ReadonlySet<string> = new Set(["\u0002", "\u0018"]);

function commentAt(file: SourceFile, start: number, text: string): Comment {
  const lineStart = file.text.lastIndexOf("\n", start - 1) + 1;
  return {
    span: { file, start, end: start + text.trimEnd().length },
    isAlone: file.text.slice(lineStart, start).trim() === "",
  };
}
