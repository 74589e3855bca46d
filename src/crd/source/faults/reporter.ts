import type { Span } from "../source-file.js";

/** What the message of each code of this phase names. */
export interface SourceProblems {
  readonly "source/not-yaml": { readonly reason: string };
  readonly "source/not-json": { readonly reason: string };
  readonly "source/not-utf8": { readonly reason: string };
  readonly "source/control-character": { readonly character: string };
  readonly "source/template": { readonly found: string };
  readonly "source/duplicate-key": { readonly key: string };
  readonly "source/invalid-key": { readonly reason: string };
  readonly "source/not-finite": { readonly value: string };
  readonly "source/too-deep": { readonly limit: string };
  readonly "source/too-large": { readonly size: string; readonly limit: string };
  readonly "source/excessive-aliasing": Readonly<Record<string, never>>;
}

/**
 * One problem before it is reported; readers hand these up, so that the choice of path stays with
 * the caller.
 */
export type SourceProblem = {
  readonly [C in keyof SourceProblems]: {
    readonly code: C;
    readonly values: SourceProblems[C];
    readonly start: number;
    readonly end: number;
  };
}[keyof SourceProblems];

/**
 * Where this phase reports to. `Diagnostics` fits it by its shape; the interface stands here
 * because `source` is below `diagnostics` and may not import it.
 */
export interface SourceReporter {
  report<C extends keyof SourceProblems>(
    code: C,
    at: Span,
    values: SourceProblems[C],
    extra?: {
      readonly help?: string;
      readonly related?: readonly { readonly message: string; readonly span: Span }[];
    },
  ): void;
}
