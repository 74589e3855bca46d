import type { ValueValidation } from "../../../crd/ir/schema.js";
import type { NumberRange } from "../../../crd/values/numbers.js";
import { numberRangeOf } from "../../../crd/values/numbers.js";
import type { TextFacts, TextLimit } from "../../../crd/values/texts.js";
import { patternOfTexts, programOf, searchText, textFactsOf } from "../../../crd/values/texts.js";
import type { ValueCheck } from "../../../crd/values/value-check.js";
import type { ValueNode } from "../../../crd/values/value-node.js";
import { limitsOf, typesOf, validationsOf } from "../../../crd/values/value-node.js";
import type { Json } from "../../../runtime/v1/values/json/json.js";
import { formatPatterns } from "../../../runtime/versions/format-texts.js";
import { supportedFormat } from "../../../runtime/versions/formats.js";

/**
 * A verdict on whether all values of one set are in another. `fails` has a value that is not, which
 * the server's own checks have refused; `unknown` says why nobody could tell.
 */
export type Verdict =
  | { readonly is: "holds" }
  | { readonly is: "fails"; readonly example: Json }
  | { readonly is: "unknown"; readonly why: string };

/** All values are in the other set. */
export const holds: Verdict = { is: "holds" };

/** One value is not. */
export function failsWith(example: Json): Verdict {
  return { is: "fails", example };
}

/** Nobody could tell. */
export function unknownFor(why: string): Verdict {
  return { is: "unknown", why };
}

/**
 * Combines the verdicts on several demands: the first that fails, else the first that is unknown.
 */
export function allOf(verdicts: Iterable<Verdict>): Verdict {
  let result: Verdict = holds;
  for (const verdict of verdicts) {
    if (verdict.is === "fails") return verdict;
    if (verdict.is === "unknown" && result.is === "holds") result = verdict;
  }
  return result;
}

/*
 * What keywords prove: that all values of a place fit a keyword. What is not proven here is
 * unknown until a value is found that does not fit.
 */

/** A verdict for each keyword but the junctors; never `fails`. */
export function* provenByKeyword(
  node: ValueNode,
  wanted: ValueValidation,
  check: ValueCheck,
): Iterable<Verdict> {
  const types = typesOf(node.schema);
  if (types.includes("integer") || types.includes("number")) {
    yield* ofNumbers(numberRangeOf(node, check.minor), wanted);
  }
  if (types.includes("string")) yield* ofTexts(node, wanted, check);
  if (types.includes("array")) yield* ofCounts(node, wanted, "Items");
  if (types.includes("array") && wanted.uniqueItems) yield ofUniqueItems(node);
  if (types.includes("object")) yield* ofObjects(node, wanted);
  if (wanted.enum.length > 0) yield ofEnum(node, wanted, check);
}

/** Texts of a pattern may be so few that an enum has them all. */
function ofEnum(node: ValueNode, { enum: entries }: ValueValidation, check: ValueCheck): Verdict {
  if (typesOf(node.schema).join() !== "string") {
    return unknownFor("the values before have no enum");
  }
  return ofPattern(textFactsOf(node, check.minor), patternOfTexts(entries), "enum");
}

function ofUniqueItems(node: ValueNode): Verdict {
  const isProven =
    validationsOf(node).some(({ uniqueItems }) => uniqueItems) ||
    limitsOf(validationsOf(node), "Items").max <= 1;
  return proven(isProven, "uniqueItems");
}

function* ofNumbers(range: NumberRange, wanted: ValueValidation): Iterable<Verdict> {
  const { min, minOpen, max, maxOpen, multiples, integral } = range;
  if (min > max) return;
  const { minimum, exclusiveMinimum, maximum, exclusiveMaximum, multipleOf } = wanted;
  if (minimum !== undefined) {
    const bound = integral ? Math.trunc(minimum) : minimum;
    yield proven(min > bound || (min === bound && (minOpen || !exclusiveMinimum)), "minimum");
  }
  if (maximum !== undefined) {
    const bound = integral ? Math.trunc(maximum) : maximum;
    yield proven(max < bound || (max === bound && (maxOpen || !exclusiveMaximum)), "maximum");
  }
  if (multipleOf !== undefined) {
    const isMultiple = multiples.some((step) => Number.isInteger(step / multipleOf));
    yield proven(isMultiple || (integral && multipleOf === 1), "multipleOf");
  }
}

function* ofTexts(node: ValueNode, wanted: ValueValidation, check: ValueCheck): Iterable<Verdict> {
  const facts = textFactsOf(node, check.minor);
  const { minLength = 0, maxLength = Infinity, pattern, format } = wanted;
  if (facts.minLength < minLength) {
    yield provenBySearch(facts, { maxLength: minLength - 1 }, "minLength");
  }
  if (facts.maxLength > maxLength) {
    yield provenBySearch(facts, { minLength: maxLength + 1 }, "maxLength");
  }
  if (pattern !== "" && !facts.sources.has(pattern)) yield ofPattern(facts, pattern, "pattern");
  const name = supportedFormat("", format, check.minor);
  if (name !== "" && name !== "password" && !facts.formats.has(name)) yield ofFormat(facts, name);
}

function ofPattern(facts: TextFacts, source: string, keyword: string): Verdict {
  const missing = programOf(source);
  // A server that cannot read a pattern refuses all texts.
  return missing === undefined
    ? unknownFor("its pattern is no pattern of Go")
    : provenBySearch(facts, { missing }, keyword);
}

function ofFormat(facts: TextFacts, name: string): Verdict {
  const known = formatPatterns.get(name);
  return known?.isExact === true
    ? ofPattern(facts, known.pattern, "format")
    : unknownFor(`the format ${name} is not decided by a pattern`);
}

function provenBySearch(facts: TextFacts, limit: TextLimit, keyword: string): Verdict {
  const found = searchText(facts, limit);
  if (found === "none") return holds;
  if (found === "too many states") {
    return unknownFor(`comparing the texts of ${keyword} would take too long`);
  }
  return unknownFor(`perhaps ${JSON.stringify(found.text)} does not fit ${keyword}`);
}

function* ofCounts(
  node: ValueNode,
  wanted: ValueValidation,
  of: "Items" | "Properties",
): Iterable<Verdict> {
  const { min, max } = limitsOf(validationsOf(node), of);
  const [least, most] = [`min${of}`, `max${of}`] as const;
  if (wanted[least] !== undefined) yield proven(min >= wanted[least], least);
  if (wanted[most] !== undefined) yield proven(max <= wanted[most], most);
}

function* ofObjects(node: ValueNode, wanted: ValueValidation): Iterable<Verdict> {
  const { fields, values, preserveUnknownFields } = node.schema;
  const present = new Set(validationsOf(node).flatMap(({ required }) => required));
  for (const [name, { default: preset }] of fields) if (preset !== undefined) present.add(name);
  for (const name of wanted.required) yield proven(present.has(name), "required");
  const { minProperties = 0, maxProperties = Infinity } = wanted;
  if (present.size < minProperties) {
    yield* ofCounts(node, { ...wanted, maxProperties: undefined }, "Properties");
  }
  const isClosed = values === undefined && !preserveUnknownFields && !node.schema.embeddedResource;
  if (!isClosed || fields.size > maxProperties) {
    yield* ofCounts(node, { ...wanted, minProperties: undefined }, "Properties");
  }
}

function proven(isProven: boolean, keyword: string): Verdict {
  return isProven ? holds : unknownFor(`perhaps not all values fit ${keyword}`);
}
