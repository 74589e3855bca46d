import type { Imported } from "../code.js";
import { propertyKey, quote } from "../identifiers.js";

/**
 * A type as it is written. Made by the functions below, which answer for the safety of every text
 * in it.
 */
export type TypeExpression =
  /** A keyword or a literal: one word. */
  | { readonly kind: "word"; readonly text: string }
  | {
      readonly kind: "reference";
      readonly name: string;
      readonly imported: Imported | undefined;
      readonly arguments: readonly TypeExpression[];
    }
  | { readonly kind: "array"; readonly items: TypeExpression }
  | { readonly kind: "union"; readonly members: readonly TypeExpression[] }
  | { readonly kind: "intersection"; readonly members: readonly TypeExpression[] }
  /** An object type written in place. */
  | { readonly kind: "object"; readonly members: readonly Member[] }
  /** A readonly tuple, whose members have names. */
  | { readonly kind: "tuple"; readonly members: readonly Member[] };

/** A field, or an index signature, of an object type. */
export interface Member {
  /** As printed, with `?` where optional: `name`, `"foo-bar"?`, `[key: string]`. */
  readonly key: string;
  readonly type: TypeExpression;
  /** A whole comment with its line end, indented for the member of an interface; `""` = none. */
  readonly doc: string;
}

type Keyword =
  "boolean" | "never" | "null" | "number" | "object" | "string" | "undefined" | "unknown";

/**
 * A type that is a word of the language. There is one object for each, so that `===` compares them.
 */
export function keyword(name: Keyword): TypeExpression {
  return keywords[name];
}

/** A literal type. Numbers are written as prettier writes them. */
export function literalType(value: string | number | boolean | null): TypeExpression {
  if (typeof value === "string") return { kind: "word", text: quote(value) };
  if (value === null) return keywords.null;
  return { kind: "word", text: typeof value === "number" ? numberText(value) : String(value) };
}

/** A type by name: declared in the same file, or imported. */
export function reference(
  name: string | Imported,
  ...args: readonly TypeExpression[]
): TypeExpression {
  if (typeof name !== "string") {
    return { kind: "reference", name: name.local, imported: name, arguments: args };
  }
  return { kind: "reference", name, imported: undefined, arguments: args };
}

/** `T[]`; what binds less tightly gets parentheses in print. */
export function arrayOf(items: TypeExpression): TypeExpression {
  return { kind: "array", items };
}

/** An object whose keys are not known: `{ [key: string]: T }`. */
export function mapOf(values: TypeExpression): TypeExpression {
  return { kind: "object", members: [indexSignature(values)] };
}

/** A union without repetitions; `unknown` swallows all others, a single member stands alone. */
export function union(members: readonly TypeExpression[]): TypeExpression {
  const [one, other, third] = members;
  // Nearly all unions are a type and `undefined` or `null`.
  if (one !== undefined && other !== undefined && third === undefined && areApart(one, other)) {
    return { kind: "union", members };
  }
  const flat = members.flatMap((member) => (member.kind === "union" ? member.members : [member]));
  if (flat.includes(keywords.unknown)) return keywords.unknown;
  const seen = new Set<string>();
  const distinct = flat.filter((member) => {
    if (member.kind !== "word") return true;
    if (member === keywords.never || seen.has(member.text)) return false;
    seen.add(member.text);
    return true;
  });
  const [first = keywords.never, ...others] = distinct;
  return others.length === 0 ? first : { kind: "union", members: distinct };
}

/** Whether neither of two types swallows the other, and both are one member of a union. */
function areApart(one: TypeExpression, other: TypeExpression): boolean {
  if (one.kind === "union" || other.kind === "union") return false;
  if (one.kind !== "word" && other.kind !== "word") return true;
  return one !== other && isPlainMember(one) && isPlainMember(other) && !areSameWord(one, other);
}

function isPlainMember(type: TypeExpression): boolean {
  return type !== keywords.unknown && type !== keywords.never;
}

function areSameWord(one: TypeExpression, other: TypeExpression): boolean {
  return one.kind === "word" && other.kind === "word" && one.text === other.text;
}

/** `A & B`; of no members it is `unknown`, a single one stands alone. */
export function intersection(...members: readonly TypeExpression[]): TypeExpression {
  const [first = keywords.unknown, ...others] = members;
  return others.length === 0 ? first : { kind: "intersection", members };
}

/** A literal type, `{ a: A; b: B }`. */
export function objectType(members: readonly Member[]): TypeExpression {
  return { kind: "object", members };
}

/** `readonly [a: A, b: B]`; the names must be identifiers. */
export function tupleOf(members: readonly (readonly [string, TypeExpression])[]): TypeExpression {
  return { kind: "tuple", members: members.map(([key, type]) => ({ key, type, doc: "" })) };
}

/**
 * A field that is always there. The name is untrusted text; `doc` is a whole comment with its line
 * end, or `""`.
 */
export function field(name: string, type: TypeExpression, doc = ""): Member {
  return { key: propertyKey(name), type, doc };
}

/** A field that may be absent, or there and undefined. */
export function optionalField(name: string, type: TypeExpression, doc = ""): Member {
  const absent = type === keywords.unknown ? type : union([type, keywords.undefined]);
  return { key: propertyKey(name) + "?", type: absent, doc };
}

/** `[key: string]: T` */
export function indexSignature(values: TypeExpression): Member {
  return { key: "[key: string]", type: values, doc: "" };
}

const keywords: Readonly<Record<Keyword, TypeExpression>> = {
  boolean: { kind: "word", text: "boolean" },
  never: { kind: "word", text: "never" },
  null: { kind: "word", text: "null" },
  number: { kind: "word", text: "number" },
  object: { kind: "word", text: "object" },
  string: { kind: "word", text: "string" },
  undefined: { kind: "word", text: "undefined" },
  unknown: { kind: "word", text: "unknown" },
};

// Infinity and NaN are no types; -0 and 0 are one.
function numberText(value: number): string {
  return Number.isFinite(value) ? String(value === 0 ? 0 : value).replace("e+", "e") : "number";
}
