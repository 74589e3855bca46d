import type { Json } from "../../../runtime/v1/values/json/json.js";
import { Re2Error } from "../../../runtime/v1/values/re2/node.js";
import { parseRe2 } from "../../../runtime/v1/values/re2/parse.js";
import type { Re2Program } from "../../../runtime/v1/values/re2/program.js";
import { compileProgram } from "../../../runtime/v1/values/re2/program.js";
import { formatPatterns, variedFormatTexts } from "../../../runtime/versions/format-texts.js";
import { supportedFormat } from "../../../runtime/versions/formats.js";
import type { FoundText } from "./automata/find-text.js";
import { findText } from "./automata/find-text.js";
import type { ExactCheck } from "./exact-check.js";
import type { ValueNode } from "./value-node.js";
import { typesOf, validationsOf } from "./value-node.js";

/** What is known of the texts at a node without asking for one. */
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
export function textFactsOf(node: ValueNode, { minor }: ExactCheck): TextFacts {
  const validations = validationsOf(node);
  const isText = typesOf(node.schema).includes("string");
  const typeText = node.schema.intOrString ? "" : node.schema.type;
  const formats = validations
    .map(({ format }) => (isText ? supportedFormat(typeText, format, minor) : ""))
    .filter((format) => format !== "");
  const sources = validations.map(({ pattern }) => pattern).filter((pattern) => pattern !== "");
  const ofFormats = formats.flatMap((format) => formatPatterns.get(format)?.pattern ?? []);
  const lengths = validations.map(({ minLength, maxLength }) => ({ minLength, maxLength }));
  return {
    patterns: [...new Set([...sources, ...ofFormats])].flatMap((source) => programOf(source) ?? []),
    sources: new Set(sources),
    formats: new Set(formats),
    minLength: Math.max(0, ...lengths.map(({ minLength = 0 }) => minLength)),
    maxLength: Math.min(Infinity, ...lengths.map(({ maxLength = Infinity }) => maxLength)),
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
