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

/** Declarations of constants by their marks: values are expressions, in which no line ends with a semicolon. */
const constants = /^ *const (\uE010[^\uE011]*\uE011\d+\uE012)[^]*?;\n/gm;

/** The text without the constants that nothing reads, and their marks; without one, another may be read no more. */
export function withoutUnread(text: string): {
  readonly text: string;
  readonly leftOut: ReadonlySet<string>;
} {
  const leftOut = new Set<string>();
  for (let rest = text; ;) {
    const unread = unreadIn(rest);
    const size = leftOut.size;
    const shorter = rest.replace(constants, (declaration, mark: string) => {
      if (!unread.has(mark)) return declaration;
      leftOut.add(mark);
      return "";
    });
    if (leftOut.size === size) return { text: rest, leftOut };
    rest = shorter;
  }
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
