import { describe, expect, it } from "vitest";
import { createEnvironment } from "../../src/cel/check/environment.js";
import { IssueCollector } from "../../src/cel/issue.js";
import { explainSyntax } from "../../src/cel/recovery/explain-syntax.js";
import type { Expr } from "../../src/cel/syntax/ast.js";
import type { SyntaxOptions } from "../../src/cel/syntax/parser.js";
import { parseFlawless } from "../../src/cel/syntax/parser.js";
import { madeUpRule } from "../support/made-up-rules.js";
import { mutateText } from "../support/made-up-text.js";
import { madeUpTypedSchema } from "../support/made-up-typed-schemas.js";
import { Random } from "../support/random.js";
import { isWhole } from "../support/scope.js";
import { seeds } from "../support/seeds.js";
import { describeShared, readShared } from "../support/shared.js";

/*
 * The grammar of CEL stands in two places: in the parser, which reads expressions without faults,
 * and in `recovery`, which says what is wrong with the others. Both must take the same texts, and
 * make the same trees of them.
 */

/** Each with another lexer or other macros. */
const servers: readonly SyntaxOptions[] = [28, 33, 37].map(
  (kubernetesVersion) => createEnvironment({ kubernetesVersion, stored: true }).syntax,
);

/** The tree that the recovering parser makes of a text in which it finds no fault. */
function recovered(text: string, options: SyntaxOptions): Expr | undefined {
  const issues = new IssueCollector(text);
  const tree = explainSyntax(text, options, issues);
  return issues.count === 0 ? tree : undefined;
}

/** A tree with the numbers and places of its nodes. */
function printed(tree: Expr | undefined): string {
  return tree === undefined
    ? "refused"
    : JSON.stringify(tree, (_key, value: unknown) =>
        typeof value === "bigint" ? `${String(value)}n` : value,
      );
}

/** Of the texts, those of which the two make different trees, and how many both take. */
function compare(
  texts: Iterable<string>,
  parsers: readonly SyntaxOptions[] = servers,
): {
  readonly differences: readonly string[];
  readonly taken: number;
  readonly refused: number;
} {
  const differences: string[] = [];
  let [taken, refused] = [0, 0];
  for (const text of texts) {
    for (const options of parsers) {
      const tree = parseFlawless(text, options);
      if (tree === undefined) refused++;
      else taken++;
      if (printed(tree) !== printed(recovered(text, options))) differences.push(text);
    }
  }
  return { differences, taken, refused };
}

const tokens = [
  "x",
  "1",
  "-",
  "!",
  "(",
  ")",
  "[",
  "]",
  "{",
  "}",
  ".",
  ",",
  "?",
  ":",
  "==",
  "&&",
  "in",
];

function* sentences(length: number): Generator<string> {
  if (length === 0) yield "";
  else
    for (const begin of sentences(length - 1)) for (const next of tokens) yield `${begin} ${next}`;
}

describe("the two parsers of CEL", () => {
  it("agree on all short sequences of tokens", () => {
    const found = compare(sentences(3), servers.slice(-1));
    expect(found.differences).toEqual([]);
    expect(found.taken).toBeGreaterThan(30);
    expect(found.refused).toBeGreaterThan(4000);
  });

  it("agree on random rules, and on what becomes of them by mistakes", () => {
    const texts = seeds(isWhole ? 150 : 50).flatMap((seed) => {
      const random = new Random(seed);
      const rule = String(madeUpRule(madeUpTypedSchema(random), random)["rule"]);
      return [rule, ...Array.from({ length: 5 }, () => mutateText(rule, random))];
    });
    const found = compare(texts);
    expect(found.differences).toEqual([]);
    expect(found.taken).toBeGreaterThan(100);
    expect(found.refused).toBeGreaterThan(100);
  });
});

describeShared("the two parsers of CEL", () => {
  it("agree on the rules of real CRDs", () => {
    const records = readRecorded();
    expect(records.length).toBeGreaterThan(1000);
    expect(compare(records).differences).toEqual([]);
  });
});

function readRecorded(): readonly string[] {
  const records = JSON.parse(readShared("conformance", "cel", "k8s-expr-corpus.json")) as readonly {
    readonly expr?: string;
  }[]; // the recorded shape
  return records.flatMap(({ expr }) => (expr === undefined ? [] : [expr]));
}
