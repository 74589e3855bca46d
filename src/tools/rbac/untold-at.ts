import type { ts } from "ts-morph";
import type { Untold } from "./rights.js";

/** Something that cannot be told, at a position in a file. */
export function untoldAt(file: ts.SourceFile, position: number, message: string): Untold {
  const { line, character } = file.getLineAndCharacterOfPosition(position);
  return { path: file.fileName, line: line + 1, column: character + 1, message };
}
