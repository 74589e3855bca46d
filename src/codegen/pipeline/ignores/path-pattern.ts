import { escapeRegExp } from "../pattern.js";

/**
 * A predicate for places: that which the pattern names, and all below it. `*` is any name or part
 * of one, `[*]` any item of a list, `**` anything; the rest stands for itself.
 */
export function placeMatcher(pattern: string): (place: string) => boolean {
  const translated = (pattern.match(tokens) ?? []).map(translate).join("");
  const expression = new RegExp(String.raw`^${translated}(?:$|[.[])`, "u");
  return (place) => expression.test(place);
}

const tokens = /\*\*\.?|\[\*\]|\*|[^]/gu;

function translate(token: string): string {
  if (token === "**.") return String.raw`(?:.*[.\]])?`;
  if (token === "**") return ".*";
  if (token === "[*]") return String.raw`\[(?:\d+|\*)\]`;
  if (token === "*") return String.raw`[^.[\]]*`;
  return escapeRegExp(token);
}
