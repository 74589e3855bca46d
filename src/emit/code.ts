import {
  directionMarks,
  invisible,
  laterControls,
  lineSeparators,
  privateUse,
} from "../source/hidden-characters.js";
import type { Imported } from "./imported.js";
import type { Local } from "./nodes/local.js";
import type { Expression } from "./tree/nodes.js";
import type { Gap, Token } from "./tree/tokens.js";
import { tokenize, tokenizeParts } from "./tree/tokens.js";

export { Local } from "./nodes/local.js";
export type { Imported, ModuleReference } from "./imported.js";

const rawKey: unique symbol = Symbol("raw");

/** What a piece of code uses, which its function or file has to provide. */
export type Use =
  | Imported
  /** A variable or parameter of the function that it stands in. */
  | { readonly variable: string }
  | Local
  /** A variable that it assigns to within an expression. */
  | { readonly assigned: Local };

/** What a piece of code is made of. */
type Content =
  | {
      readonly kind: "template";
      readonly parts: TemplateStringsArray;
      readonly pieces: readonly Code[];
    }
  | { readonly kind: "list"; readonly pieces: readonly Code[]; readonly separator: string }
  | { readonly kind: "text"; readonly text: string; readonly imports: readonly Imported[] }
  | { readonly kind: "token"; readonly text: string; readonly token: Token }
  | { readonly kind: "node"; readonly node: Expression; readonly text: string }
  | { readonly kind: "use"; readonly text: string; readonly use: Imported | { readonly variable: string } } // prettier-ignore
  | { readonly kind: "local"; readonly local: Local }
  | { readonly kind: "assigning"; readonly local: Local; readonly whole: Code }
  | { readonly kind: "constant"; readonly local: Local; readonly declaration: Code };

/**
 * A piece of TypeScript that is safe to put into more TypeScript: templates with what stands in
 * their holes. It becomes a syntax tree once its declaration is complete, and text after that. Only
 * `src/emit` makes a piece from text that does not stand in the source.
 */
export class Code {
  readonly content: Content;
  #text: string | undefined;
  #imports: readonly Imported[] | undefined;

  constructor(key: typeof rawKey, content: Content) {
    if (key !== rawKey) throw new Error("invariant: Code is made by the tag `code`");
    this.content = content;
  }

  /** How it reads, without layout: the same for the same code, so that pieces can be compared. */
  get text(): string {
    this.#text ??= textOf(this, (local) => local.key);
    return this.#text;
  }

  /** The same, with variables that have become one told apart no longer. */
  get settledText(): string {
    return textOf(this, (local) => local.settled.key);
  }

  /** Its width on one line, whatever local variables will be called. */
  get width(): number {
    return textOf(this, (local) => local.base).length;
  }

  /** What it imports, each once. */
  get imports(): readonly Imported[] {
    const found = new Set<Imported>();
    this.collectImports(found);
    return [...found];
  }

  /** Adds what it imports to a set. Asked of whole declarations, and once they are complete. */
  collectImports(into: Set<Imported>): void {
    if (this.#imports === undefined) {
      const found = new Set<Imported>();
      this.visitUses((use) => {
        if ("from" in use) found.add(use);
      });
      this.#imports = [...found];
    }
    for (const use of this.#imports) into.add(use);
  }

  /** The names of the variables and parameters that it uses. */
  get variables(): ReadonlySet<string> {
    const names = new Set<string>();
    this.visitUses((use) => {
      if ("variable" in use) names.add(use.variable);
    });
    return names;
  }

  /** Hands over every use from left to right, without those of constants that are left out. */
  visitUses(take: (use: Use) => void): void {
    const { content } = this;
    switch (content.kind) {
      case "text":
        content.imports.forEach(take);
        return;
      case "node":
      case "token":
        return;
      case "use":
        take(content.use);
        return;
      case "local":
        take(content.local);
        return;
      case "assigning":
        take({ assigned: content.local });
        content.whole.visitUses(take);
        return;
      case "constant":
        if (!content.local.isLeftOut) content.declaration.visitUses(take);
        return;
      case "template":
      case "list":
        for (const piece of content.pieces) piece.visitUses(take);
    }
  }

  /** The constants that it declares and that may be left out, without those that are left out. */
  visitConstants(take: (constant: Local) => void): void {
    const { content } = this;
    if (content.kind === "constant" && !content.local.isLeftOut) {
      take(content.local);
      content.declaration.visitConstants(take);
    } else if (content.kind === "template" || content.kind === "list") {
      for (const piece of content.pieces) piece.visitConstants(take);
    }
  }

  /** Its tokens, to be parsed once its local variables have their names. */
  get tokens(): readonly Token[] {
    const tokens: Token[] = [];
    addTokens(this, settledName, tokens);
    return tokens;
  }

  /** Its tokens while its local variables may have no names yet. */
  get earlyTokens(): readonly Token[] {
    const tokens: Token[] = [];
    addTokens(this, (local) => local.base, tokens);
    return tokens;
  }
}

function textOf(of: Code, keyOf: (local: Local) => string): string {
  const { content } = of;
  switch (content.kind) {
    case "text":
    case "token":
    case "node":
    case "use":
      return content.text;
    case "local":
      return keyOf(content.local);
    case "assigning":
      return textOf(content.whole, keyOf);
    case "constant":
      return content.local.isLeftOut ? "" : textOf(content.declaration, keyOf);
    case "list":
      return content.pieces.map((piece) => textOf(piece, keyOf)).join(content.separator);
    case "template": {
      const { parts, pieces } = content;
      let text = parts[0] ?? "";
      for (const [index, piece] of pieces.entries()) {
        text += textOf(piece, keyOf) + (parts[index + 1] ?? "");
      }
      return text;
    }
  }
}

function settledName({ name, key }: Local): string {
  if (name === undefined) throw new Error(`invariant: a variable without a name: ${key}`);
  return name;
}

function addTokens({ content }: Code, nameOf: (local: Local) => string, into: Token[]): void {
  switch (content.kind) {
    case "text":
      for (const token of tokensOf(content.text)) into.push(token);
      return;
    case "token":
      into.push(content.token);
      return;
    case "node":
      into.push({ type: "node", text: "", node: content.node, lines: 0, spaced: false });
      return;
    case "use":
      into.push({ type: "word", text: content.text, lines: 0, spaced: false });
      return;
    case "local":
      into.push({ type: "word", text: nameOf(content.local), lines: 0, spaced: false });
      return;
    case "assigning":
      addTokens(content.whole, nameOf, into);
      return;
    case "constant":
      if (!content.local.isLeftOut) addTokens(content.declaration, nameOf, into);
      return;
    case "list": {
      const separator = separatorTokens(content.separator);
      for (const [index, piece] of content.pieces.entries()) {
        if (index > 0) for (const token of separator) into.push(token);
        addTokens(piece, nameOf, into);
      }
      return;
    }
    case "template": {
      const { parts, pieces } = content;
      const { tokens, gaps } = templateTokens(parts);
      for (let index = 0; index < tokens.length; index++) {
        for (const token of tokens[index] ?? []) into.push(token);
        const piece = pieces[index];
        if (piece === undefined) continue;
        const at = into.length;
        addTokens(piece, nameOf, into);
        addGap(into, at, gaps[index]);
      }
    }
  }
}

/**
 * All that counts of a gap are blank lines, and that a space tells a comparison from a list of
 * types.
 */
function addGap(tokens: Token[], at: number, gap: Gap | undefined): void {
  const first = tokens[at];
  if (first === undefined || gap === undefined) return;
  if ((gap.lines > 1 && first.lines < 2) || (gap.spaced && first.text === "<")) {
    tokens[at] = { ...first, lines: Math.max(first.lines, gap.lines), spaced: true };
  }
}

type TemplateTokens = ReturnType<typeof tokenizeParts>;

const knownTemplates = new WeakMap<TemplateStringsArray, TemplateTokens>();

/** The tokens of a template, worked out once. */
function templateTokens(parts: TemplateStringsArray): TemplateTokens {
  let known = knownTemplates.get(parts);
  if (known === undefined) knownTemplates.set(parts, (known = tokenizeParts(parts)));
  return known;
}

const knownSeparators = new Map<string, readonly Token[]>();

/** Separators stand in the source, so they are few. */
function separatorTokens(separator: string): readonly Token[] {
  let known = knownSeparators.get(separator);
  if (known === undefined) knownSeparators.set(separator, (known = tokensOf(separator)));
  return known;
}

function tokensOf(text: string): readonly Token[] {
  return tokenize(text).slice(0, -1);
}

/** What may stand in a hole of `code`: see there for what becomes of each. */
export type Splice =
  Code | Imported | string | number | bigint | boolean | null | undefined | readonly Code[];

/**
 * Template tag for code. A string goes in as a quoted literal, never as code; code goes in as it
 * is; an import is recorded and prints as its local name; a list of code is a list of statements or
 * members. Line breaks and indentation of the template are free, but for blank lines between
 * statements, which stay.
 */
export function code(parts: TemplateStringsArray, ...splices: readonly Splice[]): Code {
  return new Code(rawKey, { kind: "template", parts, pieces: splices.map(toCode) });
}

/** Code joined by a separator that is itself code, such as `, ` or ` || `. */
export function join(pieces: readonly Code[], separator: string): Code {
  return new Code(rawKey, { kind: "list", pieces, separator });
}

/** An identifier or keyword as code; throws on anything that is not one plain word. */
export function word(name: string): Code {
  return raw(wordText(name));
}

function wordText(name: string): string {
  if (!/^[A-Za-z_$][\w$]*$/.test(name) && !/^[\p{ID_Start}_$][\p{ID_Continue}$]*$/u.test(name))
    throw new Error(`invariant: not an identifier: ${literal(name)}`);
  return name;
}

/** A variable or parameter of the function that the code stands in, as an identifier. */
export function variableName(name: string): Code {
  return new Code(rawKey, { kind: "use", text: wordText(name), use: { variable: name } });
}

/** A local variable as code. */
export function localName(local: Local): Code {
  return new Code(rawKey, { kind: "local", local });
}

/** The local variable that code is, if it is one and nothing else. */
export function localOf(name: Code): Local {
  const local = findLocal(name);
  if (local === undefined) throw new Error("invariant: not a local variable");
  return local;
}

/** The same; undefined for all other code. */
export function findLocal({ content }: Code): Local | undefined {
  return content.kind === "local" ? content.local : undefined;
}

/** `(name = value)`, of a local variable that its function declares. */
export function assigning(name: Code, value: Code): Code {
  const whole = code`(${name} = ${value})`;
  return new Code(rawKey, { kind: "assigning", local: localOf(name), whole });
}

/** `const name = …;`, of a local constant that is left out where nothing reads it. */
export function constant(name: Code, declaration: Code): Code {
  return new Code(rawKey, { kind: "constant", local: localOf(name), declaration });
}

/** A use of something as an identifier: an import, or a name of the file's own. */
export function imported(use: Imported): Code {
  return new Code(rawKey, { kind: "use", text: use.local, use });
}

/** An expression that is a tree already; `text` tells it from others. */
export function nodeCode(node: Expression, text: string): Code {
  return new Code(rawKey, { kind: "node", node, text });
}

/**
 * Raw text as code: the caller answers for its safety. Outside of `src/emit` for words and signs
 * that stand in the source.
 */
export function raw(text: string, imports: readonly Imported[] = []): Code {
  return new Code(rawKey, { kind: "text", text, imports });
}

/** No code. */
export const empty: Code = raw("");

/**
 * A value as a JavaScript literal of one line. Characters that could end a script or confuse a
 * reader are escaped.
 */
export function literal(value: string | number | bigint | boolean | null | undefined): string {
  if (typeof value === "string") return JSON.stringify(value).replace(escaped, escapeUnits);
  if (typeof value === "bigint") return `${value}n`;
  return Object.is(value, -0) ? "-0" : String(value);
}

// Tag characters and variation selectors are pairs of surrogates; `</` and `<!` could end a script.
const escaped = new RegExp(
  String.raw`\uDB40[\uDC00-\uDDEF]|[\xAD${laterControls}${directionMarks}${lineSeparators}${invisible}${privateUse}]|<(?=[/!])`,
  "g",
);

function escapeUnits(text: string): string {
  return text
    .split("")
    .map((unit) => "\\u" + unit.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0"))
    .join("");
}

function toCode(splice: Splice): Code {
  if (splice instanceof Code) return splice;
  if (isList(splice)) return join(splice, "\n");
  if (typeof splice === "object" && splice !== null) return imported(splice);
  return literalCode(splice);
}

/** A literal as the one token that it is; a number below zero is two. */
function literalCode(value: string | number | bigint | boolean | null | undefined): Code {
  const text = literal(value);
  if (text.startsWith("-")) return raw(text);
  const type = typeof value === "string" ? "string" : /^\d/.test(text) ? "number" : "word";
  return new Code(rawKey, { kind: "token", text, token: { type, text, lines: 0, spaced: false } });
}

/** `Array.isArray` does not narrow readonly arrays. */
function isList(splice: Splice): splice is readonly Code[] {
  return Array.isArray(splice);
}
