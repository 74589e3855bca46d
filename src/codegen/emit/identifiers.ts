import { literal, withFewestEscapes } from "./literal.js";

/**
 * A name in PascalCase: words are cut at everything that is no letter or digit, the case inside a
 * word stays (`dnsNames` → `DnsNames`, `foo-bar` → `FooBar`, `HTTPRoute` → `HTTPRoute`). Characters
 * that no identifier may hold vanish as long as something remains; a text of nothing else is
 * spelled in code points (`🦄` → `U1F984`).
 */
export function pascalCase(text: string): string {
  if (plainWord.test(text)) return upperFirst(text);
  const words = text.split(nonWord).filter((word) => word !== "");
  return words.length > 0 ? words.map(upperFirst).join("") : spellAll(text);
}

/**
 * As `pascalCase`, but different texts give different names: what a name normally loses is written
 * out (`foo-bar` → `FooDashBar`). For names that would collide otherwise.
 */
export function spelledCase(text: string): string {
  let name = "";
  for (const part of text.match(/[\p{ID_Start}\p{Nd}]+|[^]/gu) ?? []) {
    name += nonWord.test(part) ? (spellings[part] ?? spell(part)) : upperFirst(part);
  }
  return name === "" ? "Empty" : name;
}

/**
 * A PascalCase name as the name of a value: `CronTab` → `cronTab`, `HTTPRoute` → `httpRoute`, `ACL`
 * → `acl`.
 */
export function camelCase(name: string): string {
  const value = lowerBeginning(name);
  return reservedWords.has(value) ? `${value}Resource` : value;
}

/**
 * A PascalCase name as that of a member, where every word is allowed: `URL` → `url`, `APIVersion` →
 * `apiVersion`, `IPs` → `ips`, `Default` → `default`.
 */
export function lowerBeginning(name: string): string {
  const acronym = /^\p{Lu}{2,}s(?!\p{Ll})|^\p{Lu}+(?=\p{Lu}\p{Ll})|^\p{Lu}+/u.exec(name)?.[0] ?? "";
  return acronym.toLowerCase() + name.slice(acronym.length);
}

/** Tells whether a text can be an identifier or an unquoted key; ASCII only. */
export function isIdentifier(text: string): boolean {
  return identifier.test(text);
}

/** Tells whether a text can be an identifier, also beyond ASCII. */
export function isAnyIdentifier(text: string): boolean {
  return identifier.test(text) || unicodeIdentifier.test(text);
}

/**
 * Tells whether a name means something everywhere in TypeScript (`Promise`, `Map`), so that an
 * import of it needs an alias.
 */
export function isGlobalName(name: string): boolean {
  return globalNames.has(name);
}

/** A key of an object or of a type: bare where prettier leaves it so, else quoted. */
export function propertyKey(name: string): string {
  return identifier.test(name) || es5Identifier.test(name) ? name : quote(name);
}

/**
 * A string literal with the quotes that prettier chooses: double, unless that needs more escapes
 * than single ones.
 */
export function quote(text: string): string {
  return withFewestEscapes(literal(text));
}

const identifier = /^[A-Za-z_$][\w$]*$/;
// Of the basic plane only, as ECMAScript 5 had it.
const es5Identifier =
  /^(?!.*[\u{10000}-\u{10FFFF}])[\p{L}\p{Nl}$_][\p{L}\p{Nl}\p{Mn}\p{Mc}\p{Nd}\p{Pc}$]*$/u;
const unicodeIdentifier = /^[\p{ID_Start}_$][\p{ID_Continue}$]*$/u;
const plainWord = /^[A-Za-z][A-Za-z\d]*$/;
// Nearly all letters can begin an identifier; those that cannot are no part of names.
const nonWord = /[^\p{ID_Start}\p{Nd}]+/u;

const spellings: Readonly<Record<string, string>> = {
  "-": "Dash",
  _: "Underscore",
  ".": "Dot",
  "/": "Slash",
  $: "Dollar",
  " ": "Space",
  ":": "Colon",
};

// What TypeScript does not take as the name of a constant at the top of a module.
const reservedWords: ReadonlySet<string> = new Set([
  "arguments", "await", "break", "case", "catch", "class", "const", "continue", "debugger", "default", "delete", "do",
  "else", "enum", "eval", "export", "extends", "false", "finally", "for", "function", "globalThis", "if", "implements",
  "import", "in", "infinity", "instanceof", "interface", "let", "nan", "new", "null", "package", "private", "protected",
  "public", "return", "static", "super", "switch", "this", "throw", "true", "try", "typeof", "undefined", "var", "void",
  "while", "with", "yield",
]); // prettier-ignore

const globalNames: ReadonlySet<string> = new Set([
  "Array", "ArrayBuffer", "AbortController", "AbortSignal", "AsyncGenerator", "AsyncIterable", "AsyncIterator", "BigInt",
  "Boolean", "Buffer", "Date", "Error", "Exclude", "Extract", "Function", "Headers", "Infinity", "Iterable", "Iterator",
  "JSON", "Map", "Math", "NaN", "NonNullable", "Number", "Object", "Omit", "Parameters", "Partial", "Pick", "Promise",
  "PromiseLike", "Proxy", "RangeError", "Readonly", "ReadonlyArray", "ReadonlyMap", "ReadonlySet", "Record", "Reflect",
  "RegExp", "Request", "Required", "Response", "ReturnType", "Set", "String", "Symbol", "SyntaxError", "TextDecoder",
  "TextEncoder", "TypeError", "URL", "URLSearchParams", "Uint8Array", "WeakMap", "WeakRef", "WeakSet",
]); // prettier-ignore

function upperFirst(word: string): string {
  const first = word.codePointAt(0) ?? 0;
  const head = String.fromCodePoint(first);
  return head.toUpperCase() + word.slice(head.length);
}

function spell(character: string): string {
  return `U${(character.codePointAt(0) ?? 0).toString(16).toUpperCase()}`;
}

function spellAll(text: string): string {
  return text === "" ? "Empty" : Array.from(text, spell).join("");
}
