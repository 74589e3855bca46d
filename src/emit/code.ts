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

/**
 * A piece of TypeScript that is safe to splice into more TypeScript, with the imports that it needs. What only
 * TypeScript understands (annotations, assertions) is marked, so that one text serves `.ts` and `.js`.
 * Only `src/emit` makes one from a raw string.
 */
export class Code {
  readonly text: string;
  readonly imports: readonly Imported[];

  constructor(key: typeof rawKey, text: string, imports: readonly Imported[]) {
    if (key !== rawKey) throw new Error("invariant: Code is made by the tag `code`");
    this.text = text;
    this.imports = imports;
  }
}

export type Splice =
  Code | Imported | string | number | bigint | boolean | null | undefined | readonly Code[];

/**
 * Template tag for code. A string goes in as a quoted literal, never as code; code goes in as it is; an import is
 * recorded and prints as its local name; a list of code is joined by line breaks. Splices of several lines are
 * indented as far as the line that they stand in.
 */
export function code(parts: TemplateStringsArray, ...splices: readonly Splice[]): Code {
  let text = parts[0] ?? "";
  let imports: readonly Imported[] = noImports;
  for (let index = 0; index < splices.length; index++) {
    const splice = toCode(splices[index]);
    if (splice.imports.length > 0) {
      imports = imports.length === 0 ? splice.imports : [...imports, ...splice.imports];
    }
    text += indentLike(text, splice.text) + (parts[index + 1] ?? "");
  }
  return new Code(rawKey, text, imports);
}

/** Code that stands only in TypeScript: an annotation with its colon, an assertion with its `as`. */
export function typeOnly(parts: TemplateStringsArray, ...splices: readonly Splice[]): Code {
  const inner = code(parts, ...splices);
  return new Code(rawKey, typeStart + inner.text.replace(markers, "") + typeEnd, inner.imports);
}

/** Code joined by a separator that is itself code, such as `, ` or ` || `. */
export function join(pieces: readonly Code[], separator: string): Code {
  return new Code(
    rawKey,
    pieces.map((piece) => piece.text).join(separator),
    pieces.length === 0 ? noImports : pieces.flatMap((piece) => piece.imports),
  );
}

/** An identifier or keyword as code; throws on anything that is not one plain word. */
export function word(name: string): Code {
  if (!/^[A-Za-z_$][\w$]*$/.test(name))
    throw new Error(`invariant: not an identifier: ${literal(name)}`);
  return new Code(rawKey, name, noImports);
}

/** Raw text as code, for `src/emit` itself: the caller answers for its safety. */
export function raw(text: string, imports: readonly Imported[] = noImports): Code {
  return new Code(rawKey, text, imports);
}

export const empty: Code = new Code(rawKey, "", []);

/** A value as a JavaScript literal of one line. Characters that could end a script or confuse a reader are escaped. */
export function literal(value: string | number | bigint | boolean | null | undefined): string {
  if (typeof value === "string") return JSON.stringify(value).replace(escaped, escapeUnit);
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

const noImports: readonly Imported[] = [];
// Private-use characters: `literal` escapes them, so they cannot come from a CRD.
const typeStart = "\uE000";
const typeEnd = "\uE001";
const markers = /[\uE000\uE001]/g;
const marked = /\uE000[^\uE001]*\uE001/g;
// Line ends of old engines, comment and tag ends, direction marks, private use and lone surrogates.
const escaped =
  /[\u007F-\u009F\u00AD\u061C\u200B-\u200F\u2028-\u202E\u2060-\u206F\uFEFF\uE000-\uF8FF\uFFF9-\uFFFF]|<(?=[/!])/g;

function escapeUnit(unit: string): string {
  return "\\u" + unit.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0");
}

function toCode(splice: Splice): Code {
  if (splice instanceof Code) return splice;
  if (Array.isArray(splice)) return join(splice as readonly Code[], "\n"); // isArray does not narrow readonly arrays
  if (typeof splice === "object" && splice !== null) {
    const imported = splice as Imported;
    return new Code(rawKey, imported.local, [imported]);
  }
  return new Code(
    rawKey,
    literal(splice as Exclude<Splice, Code | Imported | readonly Code[]>),
    noImports,
  ); // as above
}

function indentLike(before: string, text: string): string {
  if (!text.includes("\n")) return text;
  const line = before.slice(before.lastIndexOf("\n") + 1);
  const indent = /^ */.exec(line)?.[0] ?? "";
  return indent === "" ? text : text.replaceAll("\n", "\n" + indent);
}
