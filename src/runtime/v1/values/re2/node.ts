import type { CharSet } from "./char-set.js";

/** Places between characters that a pattern can ask for. */
export type Re2Assertion =
  "beginText" | "endText" | "beginLine" | "endLine" | "wordBoundary" | "noWordBoundary";

/**
 * A parsed pattern. Adjacent characters are one `literal`; neither `concat` nor `alternate`
 * directly holds its like.
 */
export type Re2Node =
  | { readonly op: "empty" }
  | { readonly op: "literal"; readonly codes: readonly number[] }
  | { readonly op: "class"; readonly set: CharSet }
  | { readonly op: "assert"; readonly assertion: Re2Assertion }
  | { readonly op: "capture"; readonly index: number; readonly sub: Re2Node }
  | Re2Repeat
  | { readonly op: "concat"; readonly subs: readonly Re2Node[] }
  | { readonly op: "alternate"; readonly subs: readonly Re2Node[] };

/** `*`, `+`, `?` and `{min,max}`; `max` is Infinity where there is none. */
export interface Re2Repeat {
  readonly op: "repeat";
  readonly min: number;
  readonly max: number;
  readonly greedy: boolean;
  /** Spelled with braces: only those count for the limit of 1000 copies. */
  readonly counted: boolean;
  readonly sub: Re2Node;
}

/** The pattern with what a matcher needs to know of it. */
export interface Re2Tree {
  readonly root: Re2Node;
  /** Number of capturing groups. */
  readonly captures: number;
  /** Some part ignores case. */
  readonly foldsCase: boolean;
}

/** Why Go refuses a pattern. */
export class Re2Error {
  /** The fault and the part of the pattern: "missing closing ]: `[a`". */
  readonly error: string;
  constructor(code: string, expression: string) {
    this.error = `${code}: \`${expression}\``;
  }

  /** Go's whole text. */
  get message(): string {
    return `error parsing regexp: ${this.error}`;
  }
}
