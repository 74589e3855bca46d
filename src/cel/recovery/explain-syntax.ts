import { codePoints } from "../../runtime/v1/values/strings.js";
import type { ExplainSyntax } from "../check-text.js";
import type { IssueCollector } from "../issue.js";
import { formatText } from "../program/format-text.js";
import { TooManyNodes } from "../syntax/ast-builder.js";
import type { Expr } from "../syntax/ast.js";
import { isTooLong, maximumCodePoints } from "../syntax/grammar-rules.js";
import type { SyntaxOptions } from "../syntax/parser.js";
import { createGrammar } from "./grammar.js";
import { GaveUp, RecoveringParser } from "./recovering-parser.js";
import { TokenStream } from "./token-stream.js";
import { TreeReader } from "./tree-reader.js";

/** Syntax errors that cel-go reports before it gives up. */
const maximumErrors = 100;

/**
 * Report what is wrong with the syntax of an expression, in the words and at the places of cel-go,
 * whose parser is ANTLR's; the tree if nothing is. Slow compared with `parseFlawless`, but bounded
 * in time.
 */
export const explainSyntax: ExplainSyntax = (text, options, issues) => {
  if (isTooLong(text)) {
    const [size, limit] = [String(codePoints(text)), String(maximumCodePoints)];
    issues.report(-1, `expression code point size exceeds limit: size: ${size}, limit ${limit}`);
    return undefined;
  }
  try {
    return readTree(text, options, issues);
  } catch (error) {
    if (error instanceof TooManyNodes) {
      issues.report(-1, "expression is too large once its macros are expanded");
    } else if (!(error instanceof GaveUp)) throw error;
    else if (error.message !== "") issues.report(-1, error.message);
    return undefined;
  }
};

function readTree(text: string, options: SyntaxOptions, issues: IssueCollector): Expr {
  let errors = 0;
  const report = (offset: number, message: string): void => {
    if (errors++ < maximumErrors) {
      const shown = nameReservedWord(message);
      issues.report(offset, `Syntax error: ${options.formatsMessages ? formatText(shown) : shown}`);
      return;
    }
    issues.report(offset, `Syntax error: More than ${String(maximumErrors)} syntax errors`);
    throw new GaveUp();
  };
  const backticks = options.backticks !== "no token";
  const tokens = new TokenStream(text, backticks, (offset, unknown) => {
    report(offset, `token recognition error at: '${unknown}'`);
  });
  const tree = new RecoveringParser(createGrammar(backticks), tokens, report).parse();
  return new TreeReader(options, issues).read(tree);
}

/**
 * cel-go rewords one message for the words that cannot name fields (`parser/parser.go`,
 * SyntaxError).
 */
function nameReservedWord(message: string): string {
  return message.replaceAll(
    /no viable alternative at input '.(true|false|null)'/g,
    "mismatched input '$1' expecting IDENTIFIER",
  );
}
