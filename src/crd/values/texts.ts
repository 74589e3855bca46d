import type { Json } from "../../runtime/v1/values/json/json.js";
import type { KubernetesMinor } from "../../runtime/v1/values/kubernetes-version.js";
import { Re2Error } from "../../runtime/v1/values/re2/node.js";
import { parseRe2 } from "../../runtime/v1/values/re2/parse.js";
import type { Re2Program } from "../../runtime/v1/values/re2/program.js";
import { compileProgram } from "../../runtime/v1/values/re2/program.js";
import {
  formatPatterns,
  formatTexts,
  variedFormatTexts,
} from "../../runtime/versions/format-texts.js";
import { supportedFormat } from "../../runtime/versions/formats.js";
import type { ValueValidation } from "../ir/schema.js";
import type { Choices } from "./choices.js";
import { rotated } from "./choices.js";
import { likelyTexts } from "./likely-values.js";
import { patternTexts } from "./pattern-text.js";
import type { ValuePlace } from "./place.js";
import type { FoundText } from "./text-search.js";
import { findText } from "./text-search.js";
import type { Limits, ValueNode } from "./value-node.js";
import { limitsOf, typesOf, validationsOf } from "./value-node.js";

/** The facts about the texts at a node that are known without asking for a text. */
export interface TextFacts {
  /** Patterns that all of them match; those of formats among them. */
  readonly patterns: readonly Re2Program[];
  readonly sources: ReadonlySet<string>;
  /** By their names without dashes. */
  readonly formats: ReadonlySet<string>;
  readonly minLength: number;
  readonly maxLength: number;
}

/** The facts that the keywords of a node give. */
export function textFactsOf(node: ValueNode, minor: KubernetesMinor): TextFacts {
  const validations = validationsOf(node);
  const isText = typesOf(node.schema).includes("string");
  const typeText = node.schema.intOrString ? "" : node.schema.type;
  const formats = validations
    .map(({ format }) => (isText ? supportedFormat(typeText, format, minor) : ""))
    .filter((format) => format !== "");
  const sources = validations.map(({ pattern }) => pattern).filter((pattern) => pattern !== "");
  const ofFormats = formats.flatMap((format) => formatPatterns.get(format)?.pattern ?? []);
  const { min, max } = limitsOf(validations, "Length");
  return {
    patterns: [...new Set([...sources, ...ofFormats])].flatMap((source) => programOf(source) ?? []),
    sources: new Set(sources),
    formats: new Set(formats),
    minLength: min,
    maxLength: max,
  };
}

const programs = new Map<string, Re2Program | undefined>();

/** The steps of a pattern; undefined where Go refuses it. */
export function programOf(source: string): Re2Program | undefined {
  if (!programs.has(source)) {
    if (programs.size > mostPrograms) programs.clear();
    const tree = parseRe2(source);
    programs.set(source, tree instanceof Re2Error ? undefined : compileProgram(tree));
  }
  return programs.get(source);
}

/** A pattern of exactly the texts of an enum; other values are no texts. */
export function patternOfTexts(entries: readonly Json[]): string {
  const texts = entries.filter((entry) => typeof entry === "string");
  const escaped = texts.map((entry) => entry.replace(/[\\^$.|?*+()[\]{}]/g, String.raw`\$&`));
  return `^(?:${escaped.join("|")})$`;
}

const mostPrograms = 2_000;

/** A limit to the texts that are looked for, beside those of the node. */
export interface TextLimit {
  readonly missing?: Re2Program;
  readonly minLength?: number;
  readonly maxLength?: number;
}

/** A text with the facts of a node and within a limit; formats without a pattern do not count. */
export function searchText(facts: TextFacts, limit: TextLimit): FoundText {
  const minLength = Math.max(facts.minLength, limit.minLength ?? 0);
  const maxLength = Math.min(facts.maxLength, limit.maxLength ?? Infinity);
  if (minLength > maxLength) return "none";
  // A search goes one character after the other.
  if (minLength > mostLength) return "too many states";
  return findText({ matching: facts.patterns, missing: limit.missing, minLength, maxLength });
}

const mostLength = 5_000;

/** Texts to try at a node: what formats allow, what patterns match, and odd ones. */
export function textsToTry(facts: TextFacts): readonly string[] {
  const texts = new Set<string>();
  for (const format of facts.formats) {
    for (const text of variedFormatTexts(format)) texts.add(text);
  }
  for (const length of lengthsToTry(facts)) {
    const found = searchText(facts, length);
    if (typeof found === "object") texts.add(found.text);
  }
  for (const text of ordinary) texts.add(text);
  if (facts.patterns.length === 0 && facts.minLength > 0 && facts.minLength <= mostLength) {
    texts.add("a".repeat(facts.minLength));
  }
  return [...texts];
}

function lengthsToTry({ minLength, maxLength }: TextFacts): readonly TextLimit[] {
  const longer = [1, 2, 3, 5, 8].map((more) => ({ minLength: minLength + more }));
  const longest = maxLength <= mostLongest ? [{ minLength: maxLength }] : [];
  return [{}, ...longer, ...longest];
}

const mostLongest = 300;

const ordinary: readonly string[] = [
  "", "a", "A", "0", "1", "ab", "abc", "a-b", "a.b", "a b", "-", "é", "🦄", "10%", "100m", "1Gi", "true", "a\nb", "x/y",
]; // prettier-ignore

/** So many likely texts are chosen from where a seed is to make a difference. */
const mostOthers = 3;

/**
 * Texts that constraints may take, the likely ones first; each has to be judged.
 *
 * @param place undefined where nothing is known but the constraints
 */
export function* textCandidates(
  validations: readonly ValueValidation[],
  variant: number,
  choices: Choices,
  place: ValuePlace | undefined,
): Generator<string> {
  const limits = limitsOf(validations, "Length");
  if (place !== undefined) yield* likelyTexts(place, variant + choices.below(mostOthers));
  const formats = validations.flatMap(({ format }) => formatTexts(format));
  yield* rotated(formats, variant);
  const patterns = validations.flatMap(({ pattern }) => (pattern === "" ? [] : [pattern]));
  const plain = fitted(variant === 0 ? "example" : `example-${variant + 1}`, limits);
  if (patterns.length === 0 || variant === 0 || formats.length === 0) yield plain;
  // Texts of later variants are those of earlier ones in another order.
  for (const pattern of patterns) {
    yield* rotated([...new Set(patternTexts(pattern, choices, limits.min))], variant);
  }
  yield plain;
  yield fitted(`${variant + 1}`, limits);
}

/**
 * Fits a text into limits: one that is too long loses its beginning, so that variants keep their
 * numbers.
 */
function fitted(text: string, { min, max }: Limits): string {
  const long = text.padEnd(min, "x");
  return long.length <= max ? long : long.slice(long.length - max).replace(/^-/, "x");
}
