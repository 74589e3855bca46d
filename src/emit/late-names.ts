import type { Code } from "./code.js";
import { raw } from "./code.js";

/*
 * Local variables of generated code that get their names once the code is complete. Until then a mark stands for each, of
 * private-use characters, which no literal of generated code has.
 */

/** The mark of a variable: what it is to be called, and what tells it from others of that name. */
export function lateName(base: string, id: number): Code {
  return raw(`\uE010${base}\uE011${id}\uE012`);
}

/** All marks, each with what the variable is to be called. */
export const lateNames = /\uE010([^\uE011]*)\uE011\d+\uE012/g;

/** Declarations of constants by their marks, with a value on one line, behind the mark or below it. */
const constants = /^ *const (\uE010[^\uE011]*\uE011\d+\uE012)(?: =\n)?.*;\n/gm;

/** The text without the constants that nothing reads; without one, another may be read no more. */
export function withoutUnread(text: string): string {
  const unread = unreadIn(text);
  if (unread.size === 0) return text;
  const rest = text.replace(constants, (line, mark: string) => (unread.has(mark) ? "" : line));
  return rest === text ? text : withoutUnread(rest);
}

/** The marks that stand in a text once: where the variables are declared. */
export function unreadIn(text: string): ReadonlySet<string> {
  const once = new Set<string>();
  const often = new Set<string>();
  for (const [mark] of text.matchAll(lateNames)) {
    if (once.delete(mark) || often.has(mark)) often.add(mark);
    else once.add(mark);
  }
  return once;
}
