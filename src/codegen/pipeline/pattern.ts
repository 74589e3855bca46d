import { nameSome, nearest } from "../../crd/diagnostics/wording.js";

/**
 * A predicate for a shell-like pattern: `*` (within a path segment), `**` (across segments), `?`,
 * `{a,b}`, `[abc]`. Anything else stands for itself.
 */
export function matcher(pattern: string): (text: string) => boolean {
  const expression = new RegExp(`^${translate(pattern)}$`, "u");
  return (text) => expression.test(text);
}

/**
 * Which kinds are meant by patterns of `group/Kind`, either side a pattern, or of `Kind`; without
 * patterns all are.
 */
export function kindMatcher(patterns: readonly string[]): (group: string, kind: string) => boolean {
  const wanted = patterns.map((pattern) =>
    matcher(pattern.includes("/") ? pattern : `*/${pattern}`),
  );
  return (group, kind) =>
    wanted.length === 0 || wanted.some((matches) => matches(`${group}/${kind}`));
}

/** The patterns of a list with commas; those within braces belong to a pattern. */
export function splitPatterns(list: string): readonly string[] {
  return list.match(/(?:\{[^{}]*\}|[^,])+/g) ?? [];
}

/** Tells whether a text has a character that makes it a pattern. */
export function isPattern(text: string): boolean {
  return /[*?{[]/.test(text);
}

/**
 * Right behind `[` or `[!`, a `]` closes nothing: it is one of the characters (POSIX.1-2017,
 * 2.13.1).
 */
const tokens = /\*\*\/|\*\*|\*|\?|\{[^{}]*\}|\[(?:![^/]|[^!/])[^\]/]*\]|[^]/gu;

function translate(pattern: string): string {
  return (pattern.match(tokens) ?? []).map(translateToken).join("");
}

function translateToken(token: string): string {
  if (token === "**/") return "(?:[^/]*/)*";
  if (token === "**") return ".*";
  if (token === "*") return "[^/]*";
  if (token === "?") return "[^/]";
  if (token.length > 1 && token.startsWith("{")) {
    return `(?:${token.slice(1, -1).split(",").map(translate).join("|")})`;
  }
  if (token.length > 1 && token.startsWith("[")) return characterClass(token.slice(1, -1));
  return escapeRegExp(token);
}

/** A range that ends before it begins has no characters. */
function characterClass(inside: string): string {
  const negated = inside.startsWith("!");
  const characters = (negated ? inside.slice(1) : inside)
    .replace(/([^])-([^])/gu, (range, first: string, last: string) =>
      (first.codePointAt(0) ?? 0) > (last.codePointAt(0) ?? 0) ? "" : range,
    )
    .replace(/[\\\]^[]|^-/gu, "\\$&");
  return `[${negated ? "^/" : ""}${characters}]`;
}

/** A text as a pattern of regular expressions that matches it alone. */
export function escapeRegExp(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/gu, "\\$&");
}

/** The names of a kind, as far as a pattern can be meant for them. */
export interface NamedKind {
  readonly group: string;
  readonly kind: string;
  readonly plural: string;
}

/** So many kinds are named where nothing is near what was typed. */
const mostNamed = 5;

/**
 * Returns a hint on what may have been meant by a pattern that matches none of the kinds;
 * `undefined` where there are none at all.
 */
export function proposalFor(pattern: string, kinds: readonly NamedKind[]): string | undefined {
  if (kinds.length === 0) return undefined;
  const meant = ofAnotherForm(pattern, kinds) ?? nearestPattern(pattern, kinds);
  if (meant !== undefined) return `did you mean '${meant}'?`;
  const all = [...new Set(kinds.map(patternOf))].sort();
  return `the input defines ${nameSome(all, mostNamed)}`;
}

/** Returns a pattern of kinds for a text that names a group, a resource or a whole CRD. */
function ofAnotherForm(pattern: string, kinds: readonly NamedKind[]): string | undefined {
  const text = pattern.toLowerCase().replace(/\/$/, "");
  const isGroup = kinds.find(({ group }) => group === text);
  if (isGroup !== undefined) return `${isGroup.group}/*`;
  const named = kinds.find(
    ({ group, kind, plural }) =>
      [plural, `${plural}.${group}`, `${group}/${plural}`].includes(text) ||
      text === kind.toLowerCase() ||
      text === `${group}/${kind}`.toLowerCase(),
  );
  return named && patternOf(named);
}

function nearestPattern(pattern: string, kinds: readonly NamedKind[]): string | undefined {
  const groups = [...new Set(kinds.map(({ group }) => group))].sort();
  if (pattern.includes("/")) {
    const wholeGroups = groups.map((group) => `${group}/*`);
    return nearest(pattern, isPattern(pattern) ? wholeGroups : kinds.map(patternOf));
  }
  const kind = nearest(
    pattern,
    kinds.map((known) => known.kind),
  );
  if (kind !== undefined) return kind;
  const group = nearest(pattern, groups);
  return group === undefined ? undefined : `${group}/*`;
}

function patternOf({ group, kind }: NamedKind): string {
  return `${group}/${kind}`;
}
