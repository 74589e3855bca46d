import { Re2 } from "./compile.js";
import { Re2Error } from "./node.js";
import { parseRe2 } from "./parse.js";

/** Matches one RE2 pattern, which is compiled when the first text is tested. */
export interface Re2Matcher {
  /** Tells whether the pattern matches anywhere in a text, in time linear in the text. */
  test(text: string): boolean;
}

/**
 * A matcher for a pattern that generated code cannot hold as a regular expression. The generator
 * has checked it.
 */
export function re2Matcher(pattern: string): Re2Matcher {
  let compiled: Re2 | undefined;
  return {
    test(text) {
      compiled ??= compile(pattern);
      return compiled.test(text);
    },
  };
}

function compile(pattern: string): Re2 {
  const tree = parseRe2(pattern);
  if (tree instanceof Re2Error) throw new Error(tree.message);
  return new Re2(tree);
}
