/**
 * Reads a text as YAML: maps and lists in block and flow style, plain, quoted and block scalars,
 * and comments; JSON is a part of that. It is what tools write into a kubeconfig. Scalars are those
 * of the core schema of YAML 1.2. Of several documents it reads the first one, and of keys that are
 * repeated the last one, as kubectl does. Values behind anchors are found by aliases, and merged
 * into maps by `<<`; tags but those of the core schema make a text of a scalar. Throws a
 * SyntaxError that names the line for the rest of YAML, such as keys that are no text.
 */
export function readYaml(text: string): unknown {
  const start = text.startsWith("\uFEFF") ? text.slice(1) : text;
  if (start.startsWith("{")) {
    try {
      return JSON.parse(start);
    } catch {
      // The reader of YAML takes it, or names the line.
    }
  }
  // To look for what is not there takes longer than all else.
  const lines = start.includes("\r") ? start.replace(/\r\n?/g, "\n") : start;
  return new YamlReader(lines).document();
}

/** A line without its indentation; `start` and `end` are offsets in the text. */
interface YamlLine {
  readonly number: number;
  readonly indent: number;
  readonly start: number;
  readonly end: number;
}

/** The forms of YAML that are not read, by how they begin. */
const unread: readonly (readonly [RegExp, string])[] = [
  [/^[&*]/, "anchors and aliases are not read"],
  [/^!/, "tags are not read"],
  [/^\?(\s|$)/, "keys of several lines are not read"],
  [/^[@`%]/, "a value must not begin with this character"],
  [/^[\]},]/, "a bracket or comma without its beginning"],
];

const escapes: Readonly<Record<string, string>> = {
  0: "\0",
  a: "\x07",
  b: "\b",
  t: "\t",
  "\t": "\t",
  n: "\n",
  v: "\v",
  f: "\f",
  r: "\r",
  e: "\x1b",
  " ": " ",
  '"': '"',
  "/": "/",
  "\\": "\\",
  N: "\x85",
  _: "\xa0",
  L: "\u2028",
  P: "\u2029",
};

/** An anchor and a tag before a value. */
const properties =
  /^[ \t]*(?:(?:&(?<anchor>[^\s,[\]{}]+)|(?<tag>![^\s,[\]{}]*))(?=\s|$)[ \t]*){0,2}/;

/** Tags that say no more than how a scalar is written. */
const plainTag = /^!!(null|bool|int|float|map|seq)$/;

const deepest = 500;

class YamlReader {
  readonly #anchors = new Map<string, unknown>();
  readonly #text: string;
  readonly #lines: YamlLine[] = [];
  /** True if a tag says that the scalar that is read next is a text. */
  #isText = false;
  /** The index of the line that is read next. */
  #line = 0;
  /** Within a quoted or flow value, the offset of what is read next. */
  #at = 0;
  #depth = 0;

  constructor(text: string) {
    this.#text = text;
    let start = 0;
    for (const [index, line] of text.split("\n").entries()) {
      const indent = line.length - line.replace(/^ +/, "").length;
      const end = start + line.trimEnd().length;
      const number = index + 1;
      this.#lines.push({ number, indent, start: Math.min(start + indent, end), end });
      start += line.length + 1;
    }
  }

  document(): unknown {
    if (/^(%|---(\s|$))/.test(this.#next() === undefined ? "" : this.#rest())) {
      const { number, start, end } = this.#lineHere();
      if (this.#text[start] === "%") throw this.#fault("directives are not read");
      const gap = /^---\s*/.exec(this.#rest())?.[0].length ?? 0;
      this.#lines[this.#line] = { number, indent: gap, start: start + gap, end };
    }
    const value = this.#block(0, -1);
    if (this.#next() === undefined || this.#isMarker()) return value;
    throw this.#fault("this does not belong to what is before it");
  }

  /** The value that begins at the next line with content; `null` if that is indented less. */
  #block(least: number, parent: number): unknown {
    return this.#deeper(() => this.#blockHere(least, parent));
  }

  /** No deeper than the stack is large. */
  #deeper(read: () => unknown): unknown {
    if (++this.#depth > deepest) throw this.#fault("values are nested too deeply");
    const value = read();
    this.#depth--;
    return value;
  }

  #blockHere(least: number, parent: number): unknown {
    const line = this.#next();
    if (line === undefined || line.indent < least || this.#isMarker()) return null;
    this.#refuseTab();
    const rest = this.#rest();
    if (/^-(\s|$)/.test(rest)) return this.#list(line.indent);
    if (this.#key() !== undefined) return this.#map(line.indent);
    return this.#scalar(line.start, parent);
  }

  #list(indent: number): unknown[] {
    const list: unknown[] = [];
    for (;;) {
      const line = this.#next();
      if (line === undefined || line.indent < indent || this.#isMarker()) return list;
      const gap = /^-(?:\s+|$)/.exec(this.#rest())?.[0].length;
      if (line.indent > indent) throw this.#fault("this is indented too far");
      if (gap === undefined) return list;
      list.push(
        this.#withProperties(line.start + gap, line.end, (start) => {
          this.#enter(line, start - line.start);
          return this.#block(indent + 1, indent);
        }),
      );
    }
  }

  #map(indent: number): object {
    const map = new Map<string, unknown>();
    for (;;) {
      const line = this.#next();
      if (line === undefined || line.indent < indent || this.#isMarker()) break;
      this.#refuseTab();
      if (line.indent > indent) throw this.#fault("this is indented too far");
      const found = this.#key();
      if (found === undefined) {
        if (/^-(\s|$)/.test(this.#rest())) break;
        throw this.#fault("this is no key with a colon");
      }
      map.set(found.key, this.#member(line, found.end, indent));
    }
    return objectFrom(map);
  }

  #member(line: YamlLine, offset: number, indent: number): unknown {
    return this.#withProperties(offset, line.end, (start) => this.#value(line, start, indent));
  }

  /** A value behind its anchor and its tag, which makes a text of a scalar. */
  #withProperties(from: number, end: number, read: (start: number) => unknown): unknown {
    const found = properties.exec(this.#text.slice(from, end));
    const { anchor, tag } = found?.groups ?? {};
    this.#isText = tag !== undefined && !plainTag.test(tag);
    const value = read(from + (found?.[0].length ?? 0));
    this.#isText = false;
    if (anchor !== undefined) this.#anchors.set(anchor, value);
    return value;
  }

  /** The value of an alias; undefined for what is none. */
  #alias(text: string): { readonly value: unknown } | undefined {
    const name = /^\*([^\s,[\]{}]+)\s*(?:\s#.*)?$/.exec(text)?.[1];
    if (name === undefined) return undefined;
    if (!this.#anchors.has(name)) throw this.#fault(`there is no anchor '${name}' before this`);
    return { value: this.#anchors.get(name) };
  }

  #value(line: YamlLine, start: number, indent: number): unknown {
    if (start < line.end && this.#text[start] !== "#") return this.#scalar(start, indent);
    this.#line++;
    const next = this.#next();
    const isList = next?.indent === indent && /^-(\s|$)/.test(this.#rest());
    return isList ? this.#list(indent) : this.#block(indent + 1, indent);
  }

  /** A list item as a line of its own, so that a map or list can begin in it. */
  #enter({ number, indent, start, end }: YamlLine, gap: number): void {
    this.#lines[this.#line] = { number, indent: indent + gap, start: start + gap, end };
  }

  /** The key at the beginning of the line, and the offset behind its colon. */
  #key(): { readonly key: string; readonly end: number } | undefined {
    const { start } = this.#lineHere();
    const rest = this.#rest();
    if (/^["']/.test(rest)) {
      const length = /^(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*')/.exec(rest)?.[0].length;
      const colon = length === undefined ? null : /^\s*:(?=\s|$)/.exec(rest.slice(length));
      if (length === undefined || colon === null) return undefined;
      this.#at = start;
      return { key: this.#quoted(), end: start + length + colon[0].length };
    }
    if (this.#alias(rest) !== undefined) return undefined;
    for (const [pattern, fault] of unread) {
      if (pattern.test(rest)) throw this.#fault(fault);
    }
    if (/^[[{|>#]/.test(rest)) return undefined;
    const colon = rest.search(/:(?=\s|$)/);
    const comment = rest.search(/\s#/);
    if (colon < 0 || (comment >= 0 && comment < colon)) return undefined;
    return { key: this.#text.slice(start, start + colon).trimEnd(), end: start + colon + 1 };
  }

  /** A scalar or a flow value that begins at an offset of this line, in a node of some indent. */
  #scalar(start: number, parent: number): unknown {
    const { end } = this.#lineHere();
    const first = this.#text[start] ?? "";
    if (first === "|" || first === ">") return this.#blockScalar(start, parent);
    if (/["'[{]/.test(first)) {
      this.#at = start;
      const value = this.#flowValue();
      this.#endLine();
      return value;
    }
    const rest = this.#text.slice(start, end);
    const alias = this.#alias(rest);
    if (alias !== undefined) {
      this.#line++;
      return alias.value;
    }
    const isText = this.#isText;
    for (const [pattern, fault] of [
      ...unread,
      [/^-(\s|$)/, "a list must begin on a line of its own"] as const,
    ]) {
      if (pattern.test(rest)) throw this.#fault(fault);
    }
    const text = this.#plainLines(rest, parent);
    return isText ? text : resolveScalar(text);
  }

  #plainLines(first: string, parent: number): string {
    let text = this.#plainPart(first);
    let isOver = text.length < first.length;
    this.#line++;
    for (let blank = 0; this.#line < this.#lines.length; this.#line++) {
      const { indent, start, end } = this.#lineHere();
      if (start === end) {
        blank++;
        continue;
      }
      const rest = this.#rest();
      if (indent <= parent || this.#isMarker()) break;
      if (rest.startsWith("#")) {
        isOver = true;
        continue;
      }
      if (isOver) throw this.#fault("a comment must not stand within a text");
      const part = this.#plainPart(rest);
      isOver = part.length < rest.length;
      text += (blank === 0 ? " " : "\n".repeat(blank)) + part;
      blank = 0;
    }
    return text;
  }

  /** Without a comment behind it. */
  #plainPart(rest: string): string {
    const comment = rest.search(/\s#/);
    const part = (comment < 0 ? rest : rest.slice(0, comment)).trimEnd();
    if (/:(\s|$)/.test(part)) throw this.#fault("a text with a colon in it must be in quotes");
    return part;
  }

  #blockScalar(start: number, parent: number): string {
    const header = /^([|>])(?:([1-9])?([-+])?|([-+])([1-9]))(?:\s+#.*)?$/.exec(
      this.#text.slice(start, this.#lineHere().end),
    );
    if (header === null) throw this.#fault("this is no beginning of a text of several lines");
    const [, style, digit, sign, otherSign, otherDigit] = header;
    const given = digit ?? otherDigit;
    this.#line++;
    const from = this.#line;
    let indent = given === undefined ? 0 : Math.max(parent, 0) + Number(given);
    const rows: string[] = [];
    for (; this.#line < this.#lines.length; this.#line++) {
      const line = this.#lineHere();
      if (line.start === line.end && (indent === 0 || line.indent <= indent)) {
        rows.push("");
        continue;
      }
      if (indent === 0) indent = line.indent > parent ? Math.max(line.indent, parent + 1) : 0;
      if (line.indent < indent || line.indent <= parent || (indent === 0 && this.#isMarker()))
        break;
      rows.push(this.#row(line, indent));
    }
    if (this.#line === this.#lines.length && from < this.#line && rows.at(-1) === "") rows.pop();
    return chomp(rows, style === ">", sign ?? otherSign);
  }

  /** The whole line, with white space at its end, from its indentation on. */
  #row({ start, indent }: YamlLine, from: number): string {
    const end = this.#text.indexOf("\n", start);
    return this.#text.slice(start - indent + from, end < 0 ? undefined : end);
  }

  /** After a quoted or flow value nothing but a comment may follow on its line. */
  #endLine(): void {
    while (this.#lineHere().end < this.#at) this.#line++;
    const rest = this.#text.slice(this.#at, this.#lineHere().end);
    if (!/^\s*$|^\s+#/.test(rest)) throw this.#fault("this does not belong to what is before it");
    this.#line++;
  }

  #flowValue(): unknown {
    const first = this.#text[this.#at];
    if (first === "{") return this.#deeper(() => this.#flowMap());
    if (first === "[") return this.#deeper(() => this.#flowList());
    if (first === '"' || first === "'") return this.#quoted();
    const plain = this.#flowPlain();
    const alias = this.#alias(plain);
    if (alias !== undefined) return alias.value;
    for (const [pattern, fault] of unread) {
      if (pattern.test(plain)) throw this.#flowFault(fault);
    }
    return resolveScalar(plain);
  }

  #flowMap(): object {
    const map = new Map<string, unknown>();
    this.#at++;
    for (;;) {
      this.#skip();
      if (this.#take("}")) return objectFrom(map);
      const isQuoted = /["']/.test(this.#text[this.#at] ?? "");
      const key = isQuoted ? this.#quoted() : this.#flowPlain();
      if (key === "" && !isQuoted) throw this.#flowFault("a key is missing here");
      this.#skip();
      map.set(key, this.#take(":") ? this.#flowMember() : null);
      this.#skip();
      if (!this.#take(",") && this.#text[this.#at] !== "}")
        throw this.#flowFault("',' or '}' is missing");
    }
  }

  #flowMember(): unknown {
    this.#skip();
    return /[,}\]]/.test(this.#text[this.#at] ?? "") ? null : this.#flowValue();
  }

  #flowList(): unknown[] {
    const list: unknown[] = [];
    this.#at++;
    for (;;) {
      this.#skip();
      if (this.#take("]")) return list;
      list.push(this.#flowValue());
      this.#skip();
      if (this.#text[this.#at] === ":") throw this.#flowFault("a map in a list must be in braces");
      if (!this.#take(",") && this.#text[this.#at] !== "]")
        throw this.#flowFault("',' or ']' is missing");
    }
  }

  #flowPlain(): string {
    const pattern =
      /(?:[^\s,[\]{}:#]|:(?![\s,[\]{}]|$)|(?<!\s)#|\s+(?![\s,[\]{}:#]|$)|\s+:(?![\s,[\]{}]))*/y;
    pattern.lastIndex = this.#at;
    const text = pattern.exec(this.#text)?.[0] ?? "";
    if (text === "") throw this.#flowFault("a value is missing here");
    this.#at += text.length;
    return foldLines(text);
  }

  /** White space and comments. */
  #skip(): void {
    const pattern = /(?:\s|(?<=\s)#[^\n]*)*/y;
    pattern.lastIndex = this.#at;
    this.#at += pattern.exec(this.#text)?.[0].length ?? 0;
    if (this.#at >= this.#text.length) throw this.#flowFault("a bracket is not closed");
  }

  #take(character: string): boolean {
    if (this.#text[this.#at] !== character) return false;
    this.#at++;
    return true;
  }

  #quoted(): string {
    const quote = this.#text[this.#at];
    const pattern = quote === '"' ? /"((?:[^"\\]|\\[^])*)"/y : /'((?:[^']|'')*)'/y;
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text);
    if (found === null) throw this.#flowFault("a quote is not closed");
    const inner = found[1] ?? "";
    const text = quote === '"' ? this.#unescape(inner) : foldLines(inner).replaceAll("''", "'");
    this.#at += found[0].length;
    return text;
  }

  #unescape(inner: string): string {
    // An escaped line break joins two lines; an escaped blank is not trimmed at the end of one.
    const parts = inner.split(
      /(\\\n[ \t]*|\\x[\da-fA-F]{2}|\\u[\da-fA-F]{4}|\\U[\da-fA-F]{8}|\\[^])/,
    );
    const marked = parts.map((part, index) => (index % 2 === 0 ? part : `\\${index};`)).join("");
    return foldLines(marked).replace(/\\(\d+);/g, (_, index: string) => {
      const escape = parts[Number(index)] ?? "";
      if (escape.startsWith("\\\n")) return "";
      if (escape.length > 2) return this.#character(Number.parseInt(escape.slice(2), 16));
      const character = escapes[escape.slice(1)];
      if (character === undefined) throw this.#flowFault(`the escape ${escape} does not exist`);
      return character;
    });
  }

  #character(code: number): string {
    if (code > 0x10ffff) throw this.#flowFault("this is no code of a character");
    return code > 0xffff ? String.fromCodePoint(code) : String.fromCharCode(code);
  }

  /** The next line that has content. */
  #next(): YamlLine | undefined {
    for (; this.#line < this.#lines.length; this.#line++) {
      const line = this.#lines[this.#line];
      if (line !== undefined && line.start < line.end && this.#text[line.start] !== "#")
        return line;
    }
    return undefined;
  }

  #lineHere(): YamlLine {
    const end = this.#text.length;
    return this.#lines[this.#line] ?? { number: this.#lines.length, indent: 0, start: end, end };
  }

  #rest(): string {
    const { start, end } = this.#lineHere();
    return this.#text.slice(start, end);
  }

  /** Tells whether a document begins or ends here. */
  #isMarker(): boolean {
    return this.#lineHere().indent === 0 && /^(---|\.\.\.)(\s|$)/.test(this.#rest());
  }

  #refuseTab(): void {
    if (this.#rest().startsWith("\t")) throw this.#fault("tabs cannot indent");
  }

  #fault(text: string): SyntaxError {
    return new SyntaxError(`line ${this.#lineHere().number}: ${text}`);
  }

  #flowFault(text: string): SyntaxError {
    const number = this.#text.slice(0, this.#at).split("\n").length;
    return new SyntaxError(`line ${number}: ${text}`);
  }
}

/** Also for keys such as `__proto__`. */
/** Members that a map has itself come before those that are merged into it. */
function objectFrom(map: Map<string, unknown>): object {
  const merged = map.get(mergeKey);
  const parts = (Array.isArray(merged) ? merged : [merged]) as readonly unknown[]; // of any values
  if (!map.has(mergeKey) || !parts.every(isMap)) return Object.fromEntries(map);
  map.delete(mergeKey);
  const all = [...parts].reverse().flatMap((part) => Object.entries(part));
  return Object.fromEntries([...all, ...map]);
}

const mergeKey = "<<";

function isMap(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A single line break becomes a blank, others stay but for one. */
function foldLines(text: string): string {
  return text.replace(/(?<![ \t])[ \t]*\n(?:[ \t]*\n)*[ \t]*/g, (gap) => {
    const breaks = gap.split("\n").length - 1;
    return breaks === 1 ? " " : "\n".repeat(breaks - 1);
  });
}

/** The rows of a block scalar as a text: `-` takes no line break at the end, `+` takes all. */
function chomp(rows: readonly string[], isFolded: boolean, sign: string | undefined): string {
  let count = rows.length;
  while (count > 0 && rows[count - 1] === "") count--;
  const content = rows.slice(0, count);
  const text = isFolded ? foldRows(content) : content.join("\n");
  if (sign === "-") return text;
  if (sign === "+") return text + "\n".repeat(rows.length - count + (count > 0 ? 1 : 0));
  return count > 0 ? `${text}\n` : text;
}

/** Rows that are indented further keep their line breaks. */
function foldRows(rows: readonly string[]): string {
  let text = "";
  let breaks = 0;
  let wasDeep = true;
  for (const row of rows) {
    if (row === "") {
      breaks++;
      continue;
    }
    const isDeep = /^[ \t]/.test(row);
    const isApart = isDeep || wasDeep;
    if (text === "") text = "\n".repeat(breaks);
    else if (isApart) text += "\n".repeat(breaks + 1);
    else text += breaks === 0 ? " " : "\n".repeat(breaks);
    text += row;
    breaks = 0;
    wasDeep = isDeep;
  }
  return text;
}

/** A plain scalar of the core schema. */
function resolveScalar(text: string): unknown {
  if (/^(~|null|Null|NULL)?$/.test(text)) return null;
  if (/^(true|True|TRUE)$/.test(text)) return true;
  if (/^(false|False|FALSE)$/.test(text)) return false;
  if (/^(0o[0-7]+|0x[\da-fA-F]+|[-+]?\d+)$/.test(text)) return Number(text);
  if (/^[-+]?(\.\d+|\d+(\.\d*)?)([eE][-+]?\d+)?$/.test(text)) return Number(text);
  if (/^[-+]?\.(inf|Inf|INF)$/.test(text)) return text.startsWith("-") ? -Infinity : Infinity;
  return /^\.(nan|NaN|NAN)$/.test(text) ? NaN : text;
}
