/**
 * A predicate for a shell-like pattern: `*` (within a path segment), `**` (across segments), `?`, `{a,b}`, `[abc]`.
 * Anything else stands for itself.
 */
export function matcher(pattern: string): (text: string) => boolean {
  const expression = new RegExp(`^${translate(pattern)}$`, "u");
  return (text) => expression.test(text);
}

/** Whether a text has a character that makes it a pattern. */
export function isPattern(text: string): boolean {
  return /[*?{[]/.test(text);
}

const tokens = /\*\*\/|\*\*|\*|\?|\{[^{}]*\}|\[!?[^\]/]+\]|[^]/gu;

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

function characterClass(inside: string): string {
  const negated = inside.startsWith("!");
  const characters = (negated ? inside.slice(1) : inside).replace(/[\\\]^[]/gu, "\\$&");
  return `[${negated ? "^" : ""}${characters}]`;
}

function escapeRegExp(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/gu, "\\$&");
}
