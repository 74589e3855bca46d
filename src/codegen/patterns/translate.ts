import { Re2Error } from "../../runtime/v1/values/re2/node.js";
import { parseRe2 } from "../../runtime/v1/values/re2/parse.js";
import { backtracksBadly } from "./ambiguity.js";
import { isSurrogateSafe, printRegExp } from "./print.js";

/**
 * The form of a pattern in generated code: a regular expression of JavaScript (`pattern` fits
 * between slashes), a call of the runtime's matcher, or nothing because Go refuses it (`text` is
 * Go's).
 */
export type TranslatedRe2 =
  | {
      readonly kind: "literal";
      readonly pattern: string;
      readonly flags: "u" | "iu";
      /** JavaScript reads the pattern as Go does, and so matches the same part of a text. */
      readonly asWritten: boolean;
    }
  | { readonly kind: "matcher" }
  | { readonly kind: "error"; readonly text: string };

/**
 * Translates a pattern of Go's `regexp` for `test`: whether it matches anywhere in a text. The
 * pattern itself, without captures, where JavaScript reads it the same; else a translation that
 * means exactly the same; the matcher where there is none, or where JavaScript could take more than
 * linear time. Unicode classes (`\p{…}`) are those of the engine's Unicode version.
 */
export function translateRe2(source: string): TranslatedRe2 {
  let translated = translations.get(source);
  if (translated === undefined) {
    translated = translate(source);
    if (translations.size >= mostTranslations) translations.clear();
    translations.set(source, translated);
  }
  return translated;
}

/** CRDs repeat their patterns, and working one out takes long. */
const translations = new Map<string, TranslatedRe2>();
const mostTranslations = 10_000;

function translate(source: string): TranslatedRe2 {
  const tree = parseRe2(source);
  if (tree instanceof Re2Error) return { kind: "error", text: tree.message };
  if (backtracksBadly(tree.root)) return { kind: "matcher" };
  const same = tree.foldsCase ? undefined : sameInJavaScript(source);
  if (same !== undefined && isSurrogateSafe(tree.root)) return literal(same, "u", true);
  const folded = foldedWhole(source);
  if (folded !== undefined) return literal(folded, "iu", false);
  const printed = printRegExp(tree.root);
  return printed === undefined ? { kind: "matcher" } : literal(printed, "u", false);
}

/**
 * An engine may still find a pattern too large. `source` of a RegExp has slashes and line ends
 * escaped.
 */
function literal(pattern: string, flags: "u" | "iu", asWritten: boolean): TranslatedRe2 {
  try {
    return { kind: "literal", pattern: new RegExp(pattern, flags).source, flags, asWritten };
  } catch {
    return { kind: "matcher" };
  }
}

/*
 * Tokens that both languages read alike in JavaScript's `u` mode. Left out are, above all: `.` and
 * `\s`, which differ; braces and brackets without a counterpart, which JavaScript refuses;
 * quantified assertions; `\B`; hyphens beside `\w` and the like; anything that does not print.
 */
const character = String.raw`[^\\^$.*+?()[\]{}|\p{C}\p{Z}]| `;
const escape = String.raw`\\[\^$.*+?()[\]{}|\/tnrfv]|\\x[0-9A-Fa-f]{2}`;
const group = String.raw`\((?!\?)|\(\?:|\)|\|`;
const quantifier = String.raw`(?:[*+?]|\{(?:0|[1-9]\d*)(?:,(?:[1-9]\d*)?)?\})\??`;
const assertion = String.raw`(?:[\^$]|\\b)(?![*+?{])`;
const token = new RegExp(
  `${character}|${escape}|\\\\[dDwW]|${group}|${quantifier}|${assertion}|\\[\\^?(?!\\])`,
  "uy",
);
const classCharacter = String.raw`(?:[^\\\]\[\^\-\p{C}\p{Z}]| |\\[\^$.*+?()[\]{}|\/tnrfv\-]|\\x[0-9A-Fa-f]{2})`;
const classItem = new RegExp(
  `\\]|${classCharacter}(?:-${classCharacter})?|\\\\[dDwW](?!-[^\\]])|-`,
  "uy",
);

/**
 * A valid pattern of which JavaScript takes every token as Go does; undefined for others. Groups
 * capture nothing, which nobody asks for and which takes time.
 */
function sameInJavaScript(source: string): string | undefined {
  let same = "";
  let inClass = false;
  for (let place = 0; place < source.length;) {
    const expected = inClass ? classItem : token;
    expected.lastIndex = place;
    const [found] = expected.exec(source) ?? [];
    if (found === undefined) return undefined;
    same += !inClass && found === "(" ? "(?:" : found;
    if (inClass ? found === "]" : found.startsWith("[")) inClass = !inClass;
    place += found.length;
  }
  return same;
}

/**
 * The rest of a pattern that begins with `(?i)` and otherwise reads the same: both languages fold
 * case alike, but for word boundaries and negated groups.
 */
function foldedWhole(source: string): string | undefined {
  const rest = source.startsWith("(?i)") ? source.slice(4) : undefined;
  if (rest === undefined || /\\[bDW]/.test(rest)) return undefined;
  const same = sameInJavaScript(rest);
  const tree = parseRe2(rest);
  return tree instanceof Re2Error || !isSurrogateSafe(tree.root) ? undefined : same;
}
