import type { Random } from "./random.js";

const atoms = [
  "a", "b", "B", "0", "9", "_", "-", " ", ".", "\\.", "\\d", "\\D", "\\w", "\\W", "\\s", "\\S", "[a-c]", "[^a-c]", "[[:alpha:]]",
  "[^[:digit:]x]", "[[:^space:]]", "\\pL", "\\p{Greek}", "\\P{Lu}", "\\p{^Lu}", "[\\pL\\d_-]", "é", "ſ", "K", "\\x41", "\\x{1F600}",
  "\\Qa.b\\E", "😀", "\\n", "\\t", "(?P<n>b)", "[]a]", "[^]a]", "\\07", "\\pN", "/", "[-a]", "[a-]", "[&&]", "[[a]]", "\\a", "\\f", "\\v",
  "{", "}", "{1", "a{,2}", "]",
]; // prettier-ignore

const places = ["^", "$", "\\A", "\\z", "\\b", "\\B"];

/** What Go refuses, or reads in its own way. */
const oddAtoms = [
  "\\Z", "\\C", "\\1", "\\8", "\\h", "\\e", "\\x4", "\\x{110000}", "\\u0041", "\\p{Foo}", "(?=a)", "(?<n>a)", "(?P<n>b", "(?#x)", "[a-", "[z-a]",
  "[a-\\d]", "[\\b]", "[\\Qab\\E]", "\\Q*", "\\/", "\\-", "\\_", "\\@", "\u2028", ")",
]; // prettier-ignore

const repetitions = ["", "", "", "*", "+", "?", "*?", "+?", "??", "{2}", "{1,3}", "{0}", "{2,}"];
const oddRepetitions = ["{3,1}", "{1001}", "{0,1000}", "**", "*+", "{2}{3}", "{,3}"];
const groups = ["(", "(?:", "(?i:", "(?s:", "(?m:", "(?U:", "(?i-s:", "(?x:", "(?i)(", "(?m)("];

const deepest = 4;

/** A pattern that Go mostly takes, of what RE2 has. */
export function madeUpPattern(random: Random): string {
  const begin = random.chance(0.6) ? "^" : "";
  return begin + sequence(random, 0) + (random.chance(0.6) ? "$" : "");
}

function sequence(random: Random, depth: number): string {
  let text = "";
  for (let count = 1 + random.below(4); count > 0; count--) text += part(random, depth);
  return text;
}

function part(random: Random, depth: number): string {
  const kind = random.below(12);
  if (kind === 0) return random.pick(places);
  if (kind === 1 && depth < deepest) {
    return `${random.pick(groups)}${sequence(random, depth + 1)})${repetition(random)}`;
  }
  if (kind === 2 && depth < deepest) return `${sequence(random, depth + 1)}|`;
  return random.pick(random.chance(0.02) ? oddAtoms : atoms) + repetition(random);
}

function repetition(random: Random): string {
  return random.pick(random.chance(0.02) ? oddRepetitions : repetitions);
}

const characters = [
  "a", "b", "c", "A", "B", "0", "9", "_", "-", " ", ".", "\n", "\t", "é", "ſ", "K", "K", "k", "s", "S", "α", "Σ", "ς", "σ", "😀", "\u2028", "x",
  "/", "@", "a.b", "ab", "\r", "\xa0", "\\", "*", "]", "[", "{", "}", "&",
]; // prettier-ignore

/** A short text of what such patterns tell apart. */
export function madeUpSubject(random: Random): string {
  let text = "";
  for (let count = random.below(8); count > 0; count--) text += random.pick(characters);
  return text;
}
