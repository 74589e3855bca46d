import type { Stmt } from "../../src/codegen/emit/code.js";
import { stmt } from "../../src/codegen/emit/code.js";

/** What the tag `stmt` makes of a template without holes. */
export function statementOf(text: string): Stmt {
  return stmt(Object.assign([text], { raw: [text] }));
}
