import { propertyKey, quote } from "../identifiers.js";
import type { Imported } from "../imports.js";
import type { DocComment } from "../jsdoc.js";
import * as make from "../nodes/make.js";
import type { Member, TypeNode } from "../nodes/nodes.js";
export type { Member, TypeNode } from "../nodes/nodes.js";

type Keyword =
  "boolean" | "never" | "null" | "number" | "object" | "string" | "undefined" | "unknown";

/**
 * A type that is a word of the language. There is one object for each, so that `===` compares them.
 */
export function keyword(name: Keyword): TypeNode {
  return keywords[name];
}

/** A literal type. Numbers are written as prettier writes them. */
export function literalType(value: string | number | boolean | null): TypeNode {
  if (typeof value === "string") return make.typeWord(quote(value));
  if (value === null) return keywords.null;
  return make.typeWord(typeof value === "number" ? numberText(value) : String(value));
}

/** A type by name: declared in the same file, or imported. */
export function reference(name: string | Imported, ...args: readonly TypeNode[]): TypeNode {
  if (typeof name === "string") return make.reference(name, args);
  return make.reference(name.local, args, name);
}

/** `T[]`; what binds less tightly gets parentheses in print. */
export function arrayOf(items: TypeNode): TypeNode {
  return make.arrayOf(items);
}

/** An object whose keys are not known: `{ [key: string]: T }`. */
export function mapOf(values: TypeNode): TypeNode {
  return make.fieldsOf([indexSignature(values)]);
}

/** A union without repetitions; `unknown` swallows all others, a single member stands alone. */
export function union(members: readonly TypeNode[]): TypeNode {
  const [one, other, third] = members;
  // Nearly all unions are a type and `undefined` or `null`.
  if (one !== undefined && other === undefined) return one;
  if (one !== undefined && other !== undefined && third === undefined) {
    return unionOfTwo(one, other);
  }
  return distinctUnion(members);
}

/** Of keywords there is one union for each pair, for pairs of such a union and a keyword too. */
function unionOfTwo(one: TypeNode, other: TypeNode): TypeNode {
  const known = ofKeywords.get(one)?.get(other);
  if (known !== undefined) return known;
  const members = [one, other];
  const made = areApart(one, other) ? make.union(members) : distinctUnion(members);
  if (ofKeywords.has(other)) {
    const withOne = ofKeywords.get(one);
    withOne?.set(other, made);
    if (withOne !== undefined && !ofKeywords.has(made)) ofKeywords.set(made, new Map());
  }
  return made;
}

function distinctUnion(members: readonly TypeNode[]): TypeNode {
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
  return others.length === 0 ? first : make.union(distinct);
}

/** Tells whether neither of two types swallows the other, and each is one member of a union. */
function areApart(one: TypeNode, other: TypeNode): boolean {
  if (one.kind === "union" || other.kind === "union") return false;
  if (one.kind !== "word" && other.kind !== "word") return true;
  return one !== other && isPlainMember(one) && isPlainMember(other) && !areSameWord(one, other);
}

function isPlainMember(type: TypeNode): boolean {
  return type !== keywords.unknown && type !== keywords.never;
}

function areSameWord(one: TypeNode, other: TypeNode): boolean {
  return one.kind === "word" && other.kind === "word" && one.text === other.text;
}

/** `A & B`; of no members it is `unknown`, a single one stands alone. */
export function intersection(...members: readonly TypeNode[]): TypeNode {
  const [first = keywords.unknown, ...others] = members;
  return others.length === 0 ? first : make.intersection(members);
}

/** A literal type, `{ a: A; b: B }`. */
export function objectType(members: readonly Member[]): TypeNode {
  return make.fieldsOf(members);
}

/** `readonly [a: A, b: B]`; the names must be identifiers. */
export function tupleOf(members: readonly (readonly [string, TypeNode])[]): TypeNode {
  const fields = members.map(([key, type]) => make.field(key, type));
  return make.typeOperator("readonly", make.tuple(fields));
}

/**
 * A field that is always there. The name is untrusted text.
 */
export function field(name: string, type: TypeNode, doc: DocComment = []): Member {
  return make.field(propertyKey(name), type, doc);
}

/** A field that may be absent, or there and undefined. */
export function optionalField(name: string, type: TypeNode, doc: DocComment = []): Member {
  return make.field(propertyKey(name) + "?", union([type, keywords.undefined]), doc);
}

/** `[key: string]: T` */
export function indexSignature(values: TypeNode): Member {
  return make.field("[key: string]", values);
}

const keywords: Readonly<Record<Keyword, TypeNode>> = {
  boolean: make.typeWord("boolean"),
  never: make.typeWord("never"),
  null: make.typeWord("null"),
  number: make.typeWord("number"),
  object: make.typeWord("object"),
  string: make.typeWord("string"),
  undefined: make.typeWord("undefined"),
  unknown: make.typeWord("unknown"),
};

/** The types that are made of keywords alone, and their unions with others. */
const ofKeywords = new Map<TypeNode, Map<TypeNode, TypeNode>>(
  Object.values(keywords).map((type) => [type, new Map<TypeNode, TypeNode>()]),
);

// Infinity and NaN are no types; -0 and 0 are one.
function numberText(value: number): string {
  return Number.isFinite(value) ? String(value === 0 ? 0 : value).replace("e+", "e") : "number";
}
