import type { Constant } from "./ast.js";

/** A literal that the grammar allows and that has no value, with cel-go's text for it. */
export interface LiteralFault {
  readonly fault: string;
}

const smallestInt = -(2n ** 63n);
const largestInt = 2n ** 63n - 1n;
const largestUint = 2n ** 64n - 1n;

/**
 * The value of an integer literal, decimal or `0x…`, with its sign if there was one; a fault beyond
 * 64 bits.
 */
export function parseInt64(text: string, isNegative: boolean): Constant | LiteralFault {
  const magnitude = BigInt(text);
  const value = isNegative ? -magnitude : magnitude;
  if (value < smallestInt || value > largestInt) return { fault: "invalid int literal" };
  return { type: "int", value };
}

/** The value of an unsigned literal, its `u` included in the text; a fault beyond 64 bits. */
export function parseUint64(text: string): Constant | LiteralFault {
  const value = BigInt(text.slice(0, -1));
  return value > largestUint ? { fault: "invalid uint literal" } : { type: "uint", value };
}

/** The value of a literal with a fraction or an exponent; a fault where it rounds to infinity. */
export function parseDouble(text: string, isNegative: boolean): Constant | LiteralFault {
  const magnitude = Number(text);
  if (!Number.isFinite(magnitude)) return { fault: "invalid double literal" };
  return { type: "double", value: isNegative ? -magnitude : magnitude };
}

/**
 * The value of a string literal as it stands in the expression, quotes and prefix included (cel-go
 * `parser/unescape.go`). A fault where an escape names a surrogate or what is beyond Unicode.
 */
export function parseString(token: string): Constant | LiteralFault {
  const { body, raw } = unquote(token);
  if (raw || !body.includes("\\")) return { type: "string", value: body };
  let value = "";
  for (let index = 0; index < body.length;) {
    if (body[index] !== "\\") {
      const next = body.indexOf("\\", index);
      const end = next < 0 ? body.length : next;
      value += body.slice(index, end);
      index = end;
      continue;
    }
    const { point, length } = readEscape(body, index);
    if (point > 0x10ffff || (point >= 0xd800 && point <= 0xdfff)) {
      return { fault: "invalid unicode code point" };
    }
    value += String.fromCodePoint(point);
    index += length;
  }
  return { type: "string", value };
}

/**
 * The value of a bytes literal, its `b` included in the text: the UTF-8 of its characters.
 * Hexadecimal and octal escapes are bytes; those of code points (`\u`) are a fault.
 */
export function parseBytes(token: string): Constant | LiteralFault {
  const { body, raw } = unquote(token.slice(1));
  const encoder = new TextEncoder();
  if (raw || !body.includes("\\")) return { type: "bytes", value: encoder.encode(body) };
  const bytes: number[] = [];
  for (let index = 0; index < body.length;) {
    if (body[index] !== "\\") {
      const next = body.indexOf("\\", index);
      const end = next < 0 ? body.length : next;
      bytes.push(...encoder.encode(body.slice(index, end)));
      index = end;
      continue;
    }
    const letter = body[index + 1];
    if (letter === "u" || letter === "U") return { fault: "unable to unescape string" };
    const { point, length } = readEscape(body, index);
    bytes.push(point);
    index += length;
  }
  return { type: "bytes", value: Uint8Array.from(bytes) };
}

/** Returns the text between the quotes; line ends are `\n`, whatever the expression has. */
function unquote(token: string): { readonly body: string; readonly raw: boolean } {
  const raw = token.startsWith("r") || token.startsWith("R");
  const quoted = (raw ? token.slice(1) : token).replace(/\r\n?/g, "\n");
  const isLong = quoted.length >= 6 && (quoted.startsWith('"""') || quoted.startsWith("'''"));
  return { body: isLong ? quoted.slice(3, -3) : quoted.slice(1, -1), raw };
}

/** The lexer has seen to it that the escape is complete. */
function readEscape(
  body: string,
  index: number,
): { readonly point: number; readonly length: number } {
  const letter = body.charAt(index + 1);
  const simple = simpleEscapes.get(letter);
  if (simple !== undefined) return { point: simple, length: 2 };
  const digits = hexDigits.get(letter);
  if (digits !== undefined) {
    return { point: parseInt(body.slice(index + 2, index + 2 + digits), 16), length: 2 + digits };
  }
  return { point: parseInt(body.slice(index + 1, index + 4), 8), length: 4 };
}

const simpleEscapes: ReadonlyMap<string, number> = new Map([
  ["a", 0x07],
  ["b", 0x08],
  ["f", 0x0c],
  ["n", 0x0a],
  ["r", 0x0d],
  ["t", 0x09],
  ["v", 0x0b],
  ["\\", 0x5c],
  ["'", 0x27],
  ['"', 0x22],
  ["`", 0x60],
  ["?", 0x3f],
]);

const hexDigits: ReadonlyMap<string, number> = new Map([
  ["x", 2],
  ["X", 2],
  ["u", 4],
  ["U", 8],
]);
