import { quote } from "../../values/go/quote.js";
import { decodeUtf8Lossy, encodeUtf8 } from "../values/bytes.js";

/*
 * Percent encoding as Go's `net/url` has it. Texts are byte texts here: one character (U+0000 to
 * U+00FF) per byte of UTF-8, since decoding may yield bytes that are no text.
 */

/**
 * Which part of a URL a text stands in: each lets other characters stand unescaped (`net/url`,
 * shouldEscape).
 */
export type UrlPart = "path" | "host" | "zone" | "userinfo" | "query" | "fragment";

/** The bytes of a text's UTF-8, one character each. */
export function toByteText(text: string): string {
  let bytes = "";
  for (const byte of encodeUtf8(text)) bytes += String.fromCharCode(byte);
  return bytes;
}

/** The text of bytes; what is no UTF-8 becomes U+FFFD. */
export function fromByteText(bytes: string): string {
  return decodeUtf8Lossy(Uint8Array.from(bytes, (unit) => unit.charCodeAt(0)));
}

/** Decoded, or `{ fault }`. */
export function unescapePart(text: string, part: UrlPart): string | { readonly fault: string } {
  for (let index = 0; index < text.length; index++) {
    const char = text.charAt(index);
    if (char === "%") {
      const escape = text.slice(index, index + 3);
      if (!/^%[0-9a-fA-F]{2}$/.test(escape) || !isAllowedEscape(escape, part)) {
        return { fault: `invalid URL escape ${quote(fromByteText(escape))}` };
      }
      index += 2;
    } else if ((part === "host" || part === "zone") && char < "\x80" && mustEscape(char, part)) {
      return { fault: `invalid character ${quote(char)} in host name` };
    }
  }
  const plus = part === "query" ? text.replaceAll("+", " ") : text;
  return plus.replace(/%([0-9a-fA-F]{2})/g, (_, hex: string) =>
    String.fromCharCode(parseInt(hex, 16)),
  );
}

/** A part of a query, decoded; `undefined` where it cannot be. */
export function unescapeQuery(text: string): string | undefined {
  const result = unescapePart(text, "query");
  return typeof result === "string" ? result : undefined;
}

/** A decoded path in its default encoding. */
export function escapePath(path: string): string {
  return escapePart(path, "path");
}

/** Decoded text in the default encoding of a part. */
export function escapePart(text: string, part: UrlPart): string {
  let escaped = "";
  for (const char of text) {
    escaped += mustEscape(char, part)
      ? `%${char.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`
      : char;
  }
  return escaped;
}

/** Whether an encoded part may stand as it was written. */
export function isValidEncoded(text: string, part: UrlPart): boolean {
  for (const char of text) {
    if (!"!$&'()*+,;=:@[]%".includes(char) && mustEscape(char, part)) return false;
  }
  return true;
}

function isAllowedEscape(escape: string, part: UrlPart): boolean {
  const value = parseInt(escape.slice(1), 16);
  // A host may only escape what is not ASCII, a zone what could stand there unescaped, or a space.
  if (part === "host") return escape === "%25" || value >= 0x80;
  if (part !== "zone") return true;
  return escape === "%25" || value === 0x20 || !mustEscape(String.fromCharCode(value), "host");
}

function mustEscape(char: string, part: UrlPart): boolean {
  if (/[A-Za-z0-9\-_.~]/.test(char)) return false;
  switch (part) {
    case "host":
    case "zone":
      return !"!$&'()*+,;=:[]<>\"".includes(char);
    case "path":
      return !"$&+,/:;=@".includes(char);
    case "userinfo":
      return !"$&+,;=".includes(char);
    case "fragment":
      return !"$&+,/:;=?@!()*".includes(char);
    case "query":
      return true;
  }
}
