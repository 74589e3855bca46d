import type { TokenKind } from "../syntax/token.js";

/**
 * Kinds of tokens in the order of their numbers in cel-go's grammar, in which messages list them.
 */
const order: readonly TokenKind[] = [
  "<EOF>",
  ...(["==", "!=", "in", "<", "<=", ">=", ">", "&&", "||"] as const),
  ...(["[", "]", "{", "}", "(", ")", ".", ",", "-", "!", "?", ":", "+", "*", "/", "%"] as const),
  ...(["true", "false", "null"] as const),
  ...(["NUM_FLOAT", "NUM_INT", "NUM_UINT", "STRING", "BYTES"] as const),
  ...(["IDENTIFIER", "ESC_IDENTIFIER"] as const),
];

const named: ReadonlySet<TokenKind> = new Set([
  "<EOF>",
  "NUM_FLOAT",
  "NUM_INT",
  "NUM_UINT",
  "STRING",
  "BYTES",
  "IDENTIFIER",
  "ESC_IDENTIFIER",
]);

/** A set of kinds as messages list them: in braces unless there is one only. */
export function displayTokens(kinds: ReadonlySet<TokenKind>): string {
  const names = order
    .filter((kind) => kinds.has(kind))
    .map((kind) => (named.has(kind) ? kind : `'${kind}'`));
  const [only] = names;
  return names.length === 1 && only !== undefined ? only : `{${names.join(", ")}}`;
}

/** A token of the expression as messages quote it. */
export function displayToken(kind: TokenKind, text: string): string {
  return displayText(kind === "<EOF>" ? "<EOF>" : text);
}

/** A piece of the expression as messages quote it: on one line. */
export function displayText(text: string): string {
  const line = text.replaceAll("\t", "\\t").replaceAll("\n", "\\n").replaceAll("\r", "\\r");
  return `'${line}'`;
}
