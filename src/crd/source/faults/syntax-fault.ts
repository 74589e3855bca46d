import { quote } from "../../../runtime/v1/values/go/quote.js";
import type { TreeSyntax } from "../../../runtime/v1/values/go/render-tree.js";
import { goSyntax, renderTree, sortedMembers } from "../../../runtime/v1/values/go/render-tree.js";
import type { Json } from "../../../runtime/v1/values/json/json.js";
import type { Span } from "../source-file.js";

/**
 * Ends the reading of one document. Readers throw it and `read.ts` catches it, since a return value
 * for it would have to be tested after each of the millions of calls that read a scalar; it never
 * leaves this folder.
 */
export class SyntaxFault extends Error {
  readonly problem: SourceProblem;

  constructor(problem: SourceProblem) {
    super(problem.code);
    this.problem = problem;
  }
}

/** Ends the fast path: the document uses a part of YAML that only the general reader knows. */
export class Unsupported extends Error {}

/**
 * A fault in the words of Go's scanner and parser (`go.yaml.in/yaml/v2`), so that a search finds
 * both.
 */
export function notYaml(reason: string, start: number, end: number = start + 1): SyntaxFault {
  return new SyntaxFault({ code: "source/not-yaml", values: { reason }, start, end });
}

/** A fault in a JSON text. */
export function notJson(reason: string, start: number, end: number = start + 1): SyntaxFault {
  return new SyntaxFault({ code: "source/not-json", values: { reason }, start, end });
}

/** A key that no JSON object can have. */
export function invalidKey(reason: string, start: number, end: number): SyntaxFault {
  return new SyntaxFault({ code: "source/invalid-key", values: { reason }, start, end });
}

/**
 * A list or a map as a key, shown as Go's decoder does: `[]interface {}{"a"}`. Keys of that map are
 * shown as texts, whatever they were.
 */
export function collectionKey(value: Json, start: number, end: number): SyntaxFault {
  return invalidKey(renderTree(value, keySyntax), start, end);
}

const keySyntax: TreeSyntax = {
  openList: "[]interface {}{",
  closeList: "}",
  openMap: "map[interface {}]interface {}{",
  closeMap: "}",
  separator: ", ",
  members: sortedMembers,
  key: (key) => `${quote(key)}:`,
  leaf: goSyntax,
};

/**
 * Levels of nesting that are read. Go stops at 10,000 (`max_indents`, `max_flow_level`); here every
 * later phase walks the value recursively on a stack that is a tenth of that. The deepest real CRD
 * has fewer than 100.
 */
export const maximumDepth = 1000;

/** Nesting over the limit. */
export function tooDeep(start: number): SyntaxFault {
  return new SyntaxFault({
    code: "source/too-deep",
    values: { limit: String(maximumDepth) },
    start,
    end: start + 1,
  });
}

/** A document of more characters than are read. */
export function tooLarge(start: number, end: number, limit: number): SyntaxFault {
  const values = { size: mebibytes(end - start), limit: mebibytes(limit) };
  return new SyntaxFault({ code: "source/too-large", values, start, end: start + 1 });
}

/** A size for people. */
export function mebibytes(size: number): string {
  return `${String(Math.ceil(size / 2 ** 20))} MiB`;
}

/** The values that the message of each code of this phase names. */
interface SourceProblems {
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
