/**
 * What an atom of a display name is to RFC 2047: plain text, a decoded word (perhaps empty), or one
 * in a charset Go lacks.
 */
export type EncodedWord = "plain" | "decoded" | "empty" | "unknown charset";

/**
 * Classifies an atom as Go's `mime.WordDecoder` does; what is no proper encoded word is plain text.
 */
export function classifyWord(word: string): EncodedWord {
  const match = /^=\?([^?]+)\?([bBqQ])\?([^?]*)\?=$/.exec(word);
  if (match === null) return "plain";
  const [, charset = "", encoding = "", text = ""] = match;
  const isText = /[bB]/.test(encoding) ? isBase64(text) : isQuotedPrintable(text);
  if (!isText) return "plain";
  if (!/^(?:utf-8|iso-8859-1|us-ascii)$/i.test(charset)) return "unknown charset";
  return text === "" ? "empty" : "decoded";
}

function isBase64(text: string): boolean {
  return text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text);
}

function isQuotedPrintable(text: string): boolean {
  return /^(?:=[0-9A-Fa-f]{2}|[ -<>-~])*$/.test(text);
}
