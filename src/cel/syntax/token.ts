/** What the grammar of CEL knows as a token; keywords and operators are named by their text. */
export type TokenKind =
  | "=="
  | "!="
  | "in"
  | "<"
  | "<="
  | ">="
  | ">"
  | "&&"
  | "||"
  | "["
  | "]"
  | "{"
  | "}"
  | "("
  | ")"
  | "."
  | ","
  | "-"
  | "!"
  | "?"
  | ":"
  | "+"
  | "*"
  | "/"
  | "%"
  | "true"
  | "false"
  | "null"
  | "NUM_FLOAT"
  | "NUM_INT"
  | "NUM_UINT"
  | "STRING"
  | "BYTES"
  | "IDENTIFIER"
  | "ESC_IDENTIFIER"
  | "<EOF>";

/** A token with its place in the expression, in UTF-16 units; `end` is exclusive. */
export interface Token {
  readonly kind: TokenKind;
  readonly start: number;
  readonly end: number;
}
