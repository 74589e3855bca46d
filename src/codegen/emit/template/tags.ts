import type { Case, Expr, Property, Stmt, TypeNode } from "../nodes/nodes.js";
import type { Build, Holes } from "./build.js";
import { tokenize } from "./reader.js";
import { StatementParser } from "./statement-parser.js";

/** An expression. */
export const expr = tag<Expr>((parser) => parser.expression());

/** One statement or several. */
export const stmt = tag<Stmt>((parser) => parser.wholeStatement());

/** A type, or what a function says of its parameter. */
export const tsType = tag<TypeNode>((parser) => parser.returnType());

/** Clauses of a switch. */
export const clause = tag<readonly Case[]>((parser) => parser.cases());

/** Members of an object literal. */
export const property = tag<readonly Property[]>((parser) => parser.properties(""));

type Tag<T> = (parts: TemplateStringsArray, ...holes: Holes) => T;

/** A template tag whose templates are parsed once for each place in the source. */
function tag<T>(parse: (parser: StatementParser) => Build<T>): Tag<T> {
  const known = new WeakMap<TemplateStringsArray, Build<T>>();
  return (parts, ...holes) => {
    let build = known.get(parts);
    if (build === undefined) {
      const parser = new StatementParser(tokenize(parts));
      build = parse(parser);
      parser.finish();
      known.set(parts, build);
    }
    return build.make(holes);
  };
}
