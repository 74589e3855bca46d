import type { Annotations } from "../../../crd/ir/annotations.js";
import { isRequiredAlone } from "../../../crd/ir/required-alone.js";
import type { NestedValidation, Rule, Schema, ValueValidation } from "../../../crd/ir/schema.js";
import type { Json } from "../../../runtime/v1/values/json/json.js";
import { Float64, isObject } from "../../../runtime/v1/values/json/json.js";
import type { DocComment, DocTag } from "../../emit/jsdoc.js";
import { jsDoc } from "../../emit/jsdoc.js";
import { ownFields } from "../names/tree.js";

// Three of four fields of real CRDs say what another field of the same schema says.
const fieldComments = new WeakMap<Schema, Map<string, DocComment>>();

/**
 * The comment of a field, as wide as a member of an interface may be: what the CRD says, then what
 * holds for its value, then its default.
 */
export function fieldComment(description: string, schema: Schema): DocComment {
  let comments = fieldComments.get(schema);
  if (comments === undefined) fieldComments.set(schema, (comments = new Map<string, DocComment>()));
  let comment = comments.get(description);
  if (comment === undefined) {
    comment = makeFieldComment(description, schema);
    comments.set(description, comment);
  }
  return comment;
}

/** Tells whether any field of an object type has a comment. */
export function hasComments(shape: Schema, annotations: Annotations): boolean {
  for (const [name, schema] of ownFields(shape)) {
    if (fieldComment(annotations.field(name).description, schema).length > 0) return true;
  }
  return false;
}

function makeFieldComment(description: string, schema: Schema): DocComment {
  const named = schema.kind === "object" && schema.fields.size > 0;
  // What holds for an object stands at its own type.
  const facts = named ? noFacts : factsOf(schema);
  const { text, deprecated } = splitDeprecation(description);
  const tags: DocTag[] = [];
  if (schema.default !== undefined) tags.push({ name: "default", text: jsonText(schema.default) });
  if (deprecated !== undefined) tags.push({ name: "deprecated", text: deprecated });
  return jsDoc({ text, facts, tags }, 2);
}

/** Lists what a schema demands besides its type, one sentence each. */
export function factsOf(schema: Schema): readonly string[] {
  if (!hasFacts(schema)) return noFacts;
  const facts = [...valueFacts(schema.validation, unitOf(schema)), ...listFacts(schema)];
  facts.push(...schema.rules.map(ruleFact));
  const element = schema.kind === "list" ? schema.items : schema.values;
  if (typeof element === "object" && !(element.kind === "object" && element.fields.size > 0)) {
    facts.push(...factsOf(element).map((fact) => `each: ${fact}`));
  }
  return facts;
}

const noFacts: readonly string[] = [];

function hasFacts(schema: Schema): boolean {
  return (
    schema.validation.id !== 0 ||
    schema.rules.length > 0 ||
    schema.listType !== "atomic" ||
    schema.items !== undefined ||
    typeof schema.values === "object"
  );
}

function unitOf(schema: Schema): "items" | "entries" | "characters" {
  if (schema.kind === "list") return "items";
  return schema.kind === "object" || schema.kind === "map" ? "entries" : "characters";
}

function valueFacts(
  validation: ValueValidation,
  unit: "items" | "entries" | "characters",
): readonly string[] {
  if (validation.id === 0) return noFacts;
  const facts: string[] = [];
  if (validation.format !== "") facts.push(`format: ${validation.format}`);
  addRange(validation, facts);
  if (validation.multipleOf !== undefined) facts.push(`a multiple of ${validation.multipleOf}`);
  addSizes(validation.minLength, validation.maxLength, "characters", facts);
  addSizes(validation.minItems, validation.maxItems, "items", facts);
  addSizes(validation.minProperties, validation.maxProperties, "entries", facts);
  if (validation.uniqueItems) facts.push(`no two ${unit} are equal`);
  if (validation.pattern !== "") facts.push(`pattern: ${inlineCode(validation.pattern)}`);
  facts.push(...junctorFacts(validation));
  return facts;
}

function addRange(validation: ValueValidation, facts: string[]): void {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = validation;
  if (minimum !== undefined && maximum !== undefined && !exclusiveMinimum && !exclusiveMaximum) {
    facts.push(`${minimum} to ${maximum}`);
    return;
  }
  if (minimum !== undefined)
    facts.push(`${exclusiveMinimum ? "more than" : "at least"} ${minimum}`);
  if (maximum !== undefined) facts.push(`${exclusiveMaximum ? "less than" : "at most"} ${maximum}`);
}

function addSizes(
  least: number | undefined,
  most: number | undefined,
  unit: "items" | "entries" | "characters",
  facts: string[],
): void {
  const minimum = least === 0 ? undefined : least;
  if (minimum !== undefined && minimum === most) facts.push(`exactly ${sizeText(most, unit)}`);
  else if (minimum !== undefined && most !== undefined)
    facts.push(`${minimum} to ${sizeText(most, unit)}`);
  else if (minimum !== undefined) facts.push(`at least ${sizeText(minimum, unit)}`);
  else if (most !== undefined) facts.push(`at most ${sizeText(most, unit)}`);
}

function sizeText(size: number, unit: "items" | "entries" | "characters"): string {
  const singular = unit === "entries" ? "entry" : unit.slice(0, -1);
  return `${size} ${size === 1 ? singular : unit}`;
}

function* listFacts(schema: Schema): Iterable<string> {
  if (schema.listType === "set") yield "a set: no two items are equal";
  if (schema.listType === "map") {
    yield `a map: no two items have the same ${schema.listMapKeys.map(inlineCode).join(" and ")}`;
  }
}

function ruleFact(rule: Rule): string {
  return rule.message === "" ? `rule: ${inlineCode(rule.rule)}` : rule.message;
}

function jsonText(value: Json): string {
  if (value instanceof Float64) return String(value.value);
  if (typeof value === "bigint") return String(value);
  if (Array.isArray(value)) return `[${value.map(jsonText).join(", ")}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const entries = Object.keys(value).map(
    (key) => `${JSON.stringify(key)}: ${jsonText(value[key] ?? null)}`,
  );
  return entries.length === 0 ? "{}" : `{ ${entries.join(", ")} }`;
}

/** The description of a field, and the reason why the field is not to be used any more. */
interface SplitDescription {
  readonly text: string;
  /** `undefined` where the field is not deprecated. */
  readonly deprecated: string | undefined;
}

/**
 * Finds the deprecation in the description of a field. Kubernetes writes it as Go does: a paragraph
 * that begins with `Deprecated:` (go.dev/wiki/Deprecated; `k8s.io/api/core/v1/types.go`), which
 * older generators of CRDs put behind the sentence before. `DEPRECATED` and a full stop occur, too,
 * and sentences that begin with "This field is deprecated". Items of lists and words elsewhere in a
 * sentence are about something else: a value of the field, or what it replaces.
 */
export function splitDeprecation(description: string): SplitDescription {
  const found = marker.exec(description);
  if (found === null) return { text: description, deprecated: undefined };
  const [whole, before = "", word = ""] = found;
  const start = found.index + before.length;
  const rest = description.slice(start);
  const length = /\n[^\S\n]*\n/.exec(rest)?.index ?? rest.length;
  const isMarker = /^deprecated/i.test(word);
  const reason = rest.slice(isMarker ? whole.length - before.length : 0, length);
  const text = description.slice(0, start).trimEnd() + rest.slice(length).trimEnd();
  return { text: text.trim(), deprecated: reason.trim() };
}

const marker =
  /(^|\n[^\S\n]*|[.!?)][^\S\n]+)((?:Deprecated|DEPRECATED)(?::|\.(?=\s|$)|$)|This field (?:is|has been) (?:now )?(?:deprecated|DEPRECATED)\b)/;

/** Choices between fields are spelled out; other junctors are named. */
function junctorFacts({ allOf, anyOf, oneOf, not }: ValueValidation): readonly string[] {
  const count = allOf.length + anyOf.length + oneOf.length;
  if (count === 0 && not === undefined) return [];
  const facts: string[] = [];
  const further: string[] = [];
  for (const [name, words, branches] of [
    ["allOf", "all of", allOf],
    ["anyOf", "at least one of", anyOf],
    ["oneOf", "exactly one of", oneOf],
  ] as const) {
    const fields = demandedFields(branches);
    if (fields.length === 0) {
      if (branches.length > 0 && !isIntOrString(branches)) further.push(name);
      continue;
    }
    const isAll =
      branches.every(saysNoMore) || (name === "oneOf" && areExclusive(branches, fields));
    // Of branches that say more, one may fit though the fields of several are there.
    const text = isAll || name !== "oneOf" ? words : "at least one of";
    facts.push(`${text} ${fields.map(inlineCode).join(", ")}`);
    if (!isAll) further.push(name);
  }
  if (not !== undefined) further.push("not");
  if (further.length > 0) facts.push(`further constraints: ${further.join(", ")}`);
  return facts;
}

/**
 * The fields of branches that each demand one field, in their order; empty if one of them does not.
 */
function demandedFields(branches: readonly NestedValidation[]): readonly string[] {
  const fields: string[] = [];
  for (const { validation } of branches) {
    const [field, second] = validation.required;
    if (field === undefined || second !== undefined) return [];
    fields.push(field);
  }
  return fields;
}

/** An older CRD may repeat the type, which the fields alone tell as well. */
function saysNoMore(branch: NestedValidation): boolean {
  return isRequiredAlone({ ...branch, type: "" });
}

/** Tells whether each branch forbids the fields of all others. */
function areExclusive(branches: readonly NestedValidation[], fields: readonly string[]): boolean {
  return branches.every(({ validation: { not } }, index) => {
    const forbidden = not === undefined ? [] : forbiddenFields(not);
    return fields.every((field, other) => other === index || forbidden.includes(field));
  });
}

/** Returns the fields that a `not` forbids: a field, or each of several. */
function forbiddenFields(not: NestedValidation): readonly string[] {
  const { anyOf } = not.validation;
  if (anyOf.length === 0) return saysNoMore(not) ? demandedFields([not]) : [];
  const isChoice = saysNoMore({ ...not, validation: { ...not.validation, anyOf: [] } });
  const isPlain = isChoice && not.validation.required.length === 0 && anyOf.every(saysNoMore);
  return isPlain ? demandedFields(anyOf) : [];
}

function isIntOrString(branches: readonly NestedValidation[]): boolean {
  return branches.every(({ type }) => type === "integer" || type === "string");
}

/** A text of the CRD between backticks. */
function inlineCode(text: string): string {
  return text.includes("`") ? `\`\` ${text} \`\`` : `\`${text}\``;
}
