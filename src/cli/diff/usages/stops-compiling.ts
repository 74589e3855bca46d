import type { ts } from "ts-morph";
import type { Regenerated } from "./regenerate.js";
import type { UserProgram } from "./user-program.js";

/** What the compiler says of a line once the types are generated anew, and did not say before. */
export interface NewError {
  readonly file: ts.SourceFile;
  readonly start: number;
  readonly length: number;
  readonly message: string;
}

/**
 * Compiles the user's program once more, with what would be generated for the new CRDs in place of
 * what is there, in memory alone. A line that had an error before does not stop compiling.
 */
export function findNewErrors(user: UserProgram, regenerated: Regenerated): readonly NewError[] {
  const next = user.with(regenerated.texts, regenerated.removed);
  return user.own.flatMap((file) => {
    const now = next.getSourceFile(file.fileName);
    if (now === undefined) return [];
    // Its text is the same, and so are its lines.
    const lineOf = ({ start }: NewError): number => file.getLineAndCharacterOfPosition(start).line;
    const before = new Set(errorsOf(user.program, file, user).map(lineOf));
    return errorsOf(next, now, user)
      .filter((error) => !before.has(lineOf(error)))
      .map((error) => ({ ...error, file }));
  });
}

function errorsOf(
  program: ts.Program,
  file: ts.SourceFile,
  { typeScript }: UserProgram,
): readonly NewError[] {
  return program
    .getSemanticDiagnostics(file)
    .filter(({ category }) => category === typeScript.DiagnosticCategory.Error)
    .map(({ start = 0, length = 0, messageText }) => ({
      file,
      start,
      length,
      message: typeScript.flattenDiagnosticMessageText(messageText, " "),
    }));
}
