/**
 * The tokens of CEL's grammar, in the order of cel-go's grammar, in which messages list them;
 * keywords and operators are named by their text.
 */
const tokenKinds = [
  "<EOF>",
  ...(["==", "!=", "in", "<", "<=", ">=", ">", "&&", "||"] as const),
  ...(["[", "]", "{", "}", "(", ")", ".", ",", "-", "!", "?", ":", "+", "*", "/", "%"] as const),
  ...(["true", "false", "null"] as const),
  ...(["NUM_FLOAT", "NUM_INT", "NUM_UINT", "STRING", "BYTES"] as const),
  ...(["IDENTIFIER", "ESC_IDENTIFIER"] as const),
] as const;

/** One of them. */
export type TokenKind = (typeof tokenKinds)[number];

/** A token with its place in the expression, in UTF-16 units; `end` is exclusive. */
export interface Token {
  readonly kind: TokenKind;
  readonly start: number;
  readonly end: number;
}

/** A set of kinds as messages list them: in braces unless there is one only. */
export function displayTokens(kinds: ReadonlySet<TokenKind>): string {
  const names = tokenKinds.filter((kind) => kinds.has(kind)).map(nameOf);
  const [only] = names;
  return names.length === 1 && only !== undefined ? only : `{${names.join(", ")}}`;
}

function nameOf(kind: TokenKind): string {
  return /^(?:<EOF>|[A-Z])/.test(kind) ? kind : `'${kind}'`;
}
