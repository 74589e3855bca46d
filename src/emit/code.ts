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

/** What a piece of code uses, which its function or file has to provide. */
export type Use =
  | Imported
  /** A variable or parameter of the function that it stands in. */
  | { readonly variable: string }
  /** A variable that it assigns to within an expression, by its mark (see `late-names.ts`). */
  | { readonly assigned: string };

/** The uses of a piece of code: those of its own pieces, joined without copying. */
type UseTree =
  | Use
  | { readonly left: UseTree; readonly right: UseTree }
  /** The declaration of a constant, by its mark, which may be left out. */
  | { readonly constant: string; readonly value: UseTree }
  | undefined;

/**
 * A piece of TypeScript that is safe to splice into more TypeScript, with what it uses. What only
 * TypeScript understands (annotations, assertions) is marked, so that one text serves `.ts` and `.js`.
 * Only `src/emit` makes one from a text that does not stand in the source.
 */
export class Code {
  readonly text: string;
  readonly useTree: UseTree;

  constructor(key: typeof rawKey, text: string, useTree: UseTree) {
    if (key !== rawKey) throw new Error("invariant: Code is made by the tag `code`");
    this.text = text;
    this.useTree = useTree;
  }

  /** What it imports, each once. */
  get imports(): readonly Imported[] {
    const found = new Set<Imported>();
    this.collectImports(found);
    return [...found];
  }

  /** Adds what it imports to a set. */
  collectImports(into: Set<Imported>): void {
    visit(this.useTree, allStay, (use) => {
      if ("local" in use) into.add(use);
    });
  }

  /** What it uses, each once, without what only constants use that are left out. */
  usesWithout(isLeftOut: (constant: string) => boolean): ReadonlySet<Use> {
    const found = new Set<Use>();
    visit(this.useTree, isLeftOut, (use) => found.add(use));
    return found;
  }

  /** The names of the variables and parameters that it uses. */
  get variables(): ReadonlySet<string> {
    const names = new Set<string>();
    visit(this.useTree, allStay, (use) => {
      if ("variable" in use) names.add(use.variable);
    });
    return names;
  }
}

/** Hands over every use of a tree, from left to right. */
function visit(
  whole: UseTree,
  isLeftOut: (constant: string) => boolean,
  take: (use: Use) => void,
): void {
  const open: UseTree[] = [whole];
  while (open.length > 0) {
    const tree = open.pop();
    if (tree === undefined) continue;
    if ("left" in tree) open.push(tree.right, tree.left);
    else if (!("constant" in tree)) take(tree);
    else if (!isLeftOut(tree.constant)) open.push(tree.value);
  }
}

const allStay = (): boolean => false;

function both(left: UseTree, right: UseTree): UseTree {
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
  let uses: UseTree;
  for (let index = 0; index < splices.length; index++) {
    const piece = toCode(splices[index]);
    uses = both(uses, piece.useTree);
    text += indentLines(piece.text, indents[index] ?? "") + (parts[index + 1] ?? "");
  }
  return new Code(rawKey, text, uses);
}

/** Code that stands only in TypeScript: an annotation with its colon, an assertion with its `as`. */
export function typeOnly(parts: TemplateStringsArray, ...splices: readonly Splice[]): Code {
  const inner = code(parts, ...splices);
  const text = typeStart + inner.text.replace(markers, "") + typeEnd;
  return new Code(rawKey, text, inner.useTree);
}

/** Code joined by a separator that is itself code, such as `, ` or ` || `. */
export function join(pieces: readonly Code[], separator: string): Code {
  const text = pieces.map((piece) => piece.text).join(separator);
  let uses: UseTree;
  for (const piece of pieces) uses = both(uses, piece.useTree);
  return new Code(rawKey, text, uses);
}

/** An identifier or keyword as code; throws on anything that is not one plain word. */
export function word(name: string): Code {
  if (!/^[A-Za-z_$][\w$]*$/.test(name) && !/^[\p{ID_Start}_$][\p{ID_Continue}$]*$/u.test(name))
    throw new Error(`invariant: not an identifier: ${literal(name)}`);
  return new Code(rawKey, name, undefined);
}

/** A variable or parameter of the function that the code stands in, as an identifier. */
export function variableName(name: string): Code {
  return new Code(rawKey, word(name).text, { variable: name });
}

/** `(name = value)`, of a variable that its function declares: see `lateName`. */
export function assigning(name: Code, value: Code): Code {
  const { text, useTree } = code`(${name} = ${value})`;
  return new Code(rawKey, text, both({ assigned: name.text }, useTree));
}

/** `const name = …;` as it is laid out, of a constant that may be left out where nothing reads it: see `lateName`. */
export function constant(name: Code, declaration: Code): Code {
  return new Code(rawKey, declaration.text, { constant: name.text, value: declaration.useTree });
}

/** The same code with its text laid out in another way. */
export function relaid(from: Code, text: string): Code {
  return text === from.text ? from : new Code(rawKey, text, from.useTree);
}

/** Text that uses something: for what became of code whose own uses were gathered. */
export function using(text: string, uses: readonly Use[]): Code {
  return new Code(rawKey, text, uses.reduce<UseTree>(both, undefined));
}

/** Raw text as code: the caller answers for its safety. Outside of `src/emit` for words and signs that stand in the source. */
export function raw(text: string, imports: readonly Imported[] = []): Code {
  return using(text, imports);
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
