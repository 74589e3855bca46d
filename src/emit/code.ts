import {
  directionMarks,
  invisible,
  laterControls,
  lineSeparators,
  privateUse,
} from "../source/hidden-characters.js";

/** A name that generated code takes from another module. */
export interface Imported {
  /** As exported. */
  readonly name: string;
  /** As used in this file: `name`, or with a suffix that no CRD can produce where that is taken (`Map$1`). */
  readonly local: string;
  readonly from: ModuleReference;
  readonly typeOnly: boolean;
}

/** A file of the output by its path without extension (`runtime/v1/json`), or a package. */
export type ModuleReference =
  | { readonly kind: "file"; readonly path: string }
  | { readonly kind: "package"; readonly specifier: string };

const rawKey: unique symbol = Symbol("raw");

/** The imports of a piece of code: those of its own pieces, joined without copying. */
type ImportTree = Imported | { readonly left: ImportTree; readonly right: ImportTree } | undefined;

/**
 * A piece of TypeScript that is safe to splice into more TypeScript, with the imports that it needs. What only
 * TypeScript understands (annotations, assertions) is marked, so that one text serves `.ts` and `.js`.
 * Only `src/emit` makes one from a text that does not stand in the source.
 */
export class Code {
  readonly text: string;
  readonly importTree: ImportTree;

  constructor(key: typeof rawKey, text: string, importTree: ImportTree) {
    if (key !== rawKey) throw new Error("invariant: Code is made by the tag `code`");
    this.text = text;
    this.importTree = importTree;
  }

  /** What it imports, each once. */
  get imports(): readonly Imported[] {
    const found = new Set<Imported>();
    this.collectImports(found);
    return [...found];
  }

  /** Adds what it imports to a set. */
  collectImports(into: Set<Imported>): void {
    if (this.importTree === undefined) return;
    const open: ImportTree[] = [this.importTree];
    for (let tree = open.pop(); tree !== undefined; tree = open.pop()) {
      if ("local" in tree) into.add(tree);
      else open.push(tree.right, tree.left);
    }
  }
}

function both(left: ImportTree, right: ImportTree): ImportTree {
  if (left === undefined || left === right) return right;
  return right === undefined ? left : { left, right };
}

/** What may stand in a hole of `code`: see there for what becomes of each. */
export type Splice =
  Code | Imported | string | number | bigint | boolean | null | undefined | readonly Code[];

/**
 * Template tag for code. A string goes in as a quoted literal, never as code; code goes in as it is; an import is
 * recorded and prints as its local name; a list of code is joined by line breaks. Splices of several lines are
 * indented as far as the line of the template that they stand in.
 */
export function code(parts: TemplateStringsArray, ...splices: readonly Splice[]): Code {
  const indents = indentsOf(parts);
  let text = parts[0] ?? "";
  let imports: ImportTree;
  for (let index = 0; index < splices.length; index++) {
    const piece = toCode(splices[index]);
    imports = both(imports, piece.importTree);
    text += indentLines(piece.text, indents[index] ?? "") + (parts[index + 1] ?? "");
  }
  return new Code(rawKey, text, imports);
}

/** Code that stands only in TypeScript: an annotation with its colon, an assertion with its `as`. */
export function typeOnly(parts: TemplateStringsArray, ...splices: readonly Splice[]): Code {
  const inner = code(parts, ...splices);
  const text = typeStart + inner.text.replace(markers, "") + typeEnd;
  return new Code(rawKey, text, inner.importTree);
}

/** Code joined by a separator that is itself code, such as `, ` or ` || `. */
export function join(pieces: readonly Code[], separator: string): Code {
  const text = pieces.map((piece) => piece.text).join(separator);
  let imports: ImportTree;
  for (const piece of pieces) imports = both(imports, piece.importTree);
  return new Code(rawKey, text, imports);
}

/** An identifier or keyword as code; throws on anything that is not one plain word. */
export function word(name: string): Code {
  if (!/^[A-Za-z_$][\w$]*$/.test(name) && !/^[\p{ID_Start}_$][\p{ID_Continue}$]*$/u.test(name))
    throw new Error(`invariant: not an identifier: ${literal(name)}`);
  return new Code(rawKey, name, undefined);
}

/** Raw text as code: the caller answers for its safety. Outside of `src/emit` for words and signs that stand in the source. */
export function raw(text: string, imports: readonly Imported[] = []): Code {
  return new Code(rawKey, text, imports.reduce<ImportTree>(both, undefined));
}

/** No code. As a line of its own within `code` it leaves a blank one, so lists leave it out. */
export const empty: Code = new Code(rawKey, "", undefined);

/** A value as a JavaScript literal of one line. Characters that could end a script or confuse a reader are escaped. */
export function literal(value: string | number | bigint | boolean | null | undefined): string {
  if (typeof value === "string") return JSON.stringify(value).replace(escaped, escapeUnits);
  if (typeof value === "bigint") return `${value}n`;
  return Object.is(value, -0) ? "-0" : String(value);
}

/** The text as TypeScript: the marks are dropped. */
export function typeScriptText(text: string): string {
  return text.includes(typeStart) ? text.replace(markers, "") : text;
}

/** The text as JavaScript: what is marked is dropped. */
export function javaScriptText(text: string): string {
  return text.includes(typeStart) ? text.replace(marked, "") : text;
}

// Private-use characters: `literal` escapes them, so they cannot come from a CRD.
const typeStart = "\uE000";
const typeEnd = "\uE001";
const markers = /[\uE000\uE001]/g;
const marked = /\uE000[^\uE001]*\uE001/g;
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
  if (typeof splice === "object" && splice !== null) return new Code(rawKey, splice.local, splice);
  return new Code(rawKey, literal(splice), undefined);
}

/** `Array.isArray` does not narrow readonly arrays. */
function isList(splice: Splice): splice is readonly Code[] {
  return Array.isArray(splice);
}

const knownIndents = new WeakMap<TemplateStringsArray, readonly string[]>();

/** For each splice of a template the indentation of the line that it stands in; worked out once per template. */
function indentsOf(parts: TemplateStringsArray): readonly string[] {
  let indents = knownIndents.get(parts);
  if (indents === undefined) {
    let line = "";
    indents = parts.map((part) => {
      line = part.includes("\n") ? part.slice(part.lastIndexOf("\n") + 1) : line + part;
      return /^ */.exec(line)?.[0] ?? "";
    });
    knownIndents.set(parts, indents);
  }
  return indents;
}

function indentLines(text: string, indent: string): string {
  return indent === "" || !text.includes("\n") ? text : text.replaceAll("\n", "\n" + indent);
}
