import { codePoints } from "../../runtime/v1/values/strings.js";
import type { IssueCollector } from "../issue.js";
import { AstBuilder, TooManyNodes, balance } from "./ast-builder.js";
import type { Constant, Expr, MapEntry, StructField } from "./ast.js";
import { operators } from "./ast.js";
import { createAutomaton } from "./automaton.js";
import { formatText } from "./format-text.js";
import { binaryOperators, maximumCodePoints, maximumDepth, reservedWords } from "./grammar.js";
import { TokenStream } from "./lexer.js";
import type { LiteralFault } from "./literals.js";
import { parseBytes, parseDouble, parseInt64, parseString, parseUint64 } from "./literals.js";
import type { MacroOptions } from "./macros.js";
import { expandCall } from "./macros.js";
import type { Leaf, SyntaxNode } from "./recovering-parser.js";
import { GaveUp, Grammar, RecoveringParser } from "./recovering-parser.js";

/** The features of the language that an environment has. */
export interface SyntaxOptions extends MacroOptions {
  /** `.?f`, `[?k]`, `{?k: v}`, `[?e]`. */
  readonly optionals: boolean;
  /**
   * Names in backticks: `no token` where the lexer does not know them, `refused` where only the
   * parser knows them.
   */
  readonly backticks: "no token" | "refused" | "allowed";
  /** Messages of syntax errors are taken for formats. */
  readonly formatsMessages: boolean;
}

/** Syntax errors that cel-go reports before it gives up. */
const maximumErrors = 100;

/** The trees of what was parsed without a fault, by the options: CRDs repeat their rules. */
const known = new WeakMap<SyntaxOptions, Map<string, Expr>>();

/** So many trees are kept. */
const maximumKnown = 1000;

/**
 * The tree of an expression. What is wrong with its syntax is reported in the words and at the
 * places of cel-go; then the tree is of no use, or there is none.
 */
export function parse(
  text: string,
  options: SyntaxOptions,
  issues: IssueCollector,
): Expr | undefined {
  const trees = known.get(options) ?? new Map<string, Expr>();
  known.set(options, trees);
  const tree = trees.get(text) ?? parseAnew(text, options, issues);
  if (tree === undefined || issues.count > 0) return tree;
  if (trees.size >= maximumKnown) trees.clear();
  trees.set(text, tree);
  return tree;
}

function parseAnew(text: string, options: SyntaxOptions, issues: IssueCollector): Expr | undefined {
  if (text.length > maximumCodePoints && codePoints(text) > maximumCodePoints) {
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
}

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
  const tree = new RecoveringParser(grammarOf(backticks), tokens, report).parse();
  return new TreeReader(options, issues).read(tree);
}

const grammars = new Map<boolean, Grammar>();

/** Made with the first expression. */
function grammarOf(backticks: boolean): Grammar {
  const grammar = grammars.get(backticks) ?? new Grammar(createAutomaton(backticks));
  grammars.set(backticks, grammar);
  return grammar;
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

/** Nodes of a label, in order. */
function nodesOf(node: SyntaxNode | undefined, label: string): readonly SyntaxNode[] {
  return node?.nodes?.filter((child) => child.label === label) ?? [];
}

/** The first node of a label. */
function nodeOf(node: SyntaxNode | undefined, label: string): SyntaxNode | undefined {
  return node?.nodes?.find((child) => child.label === label);
}

/** Tokens of a label, in order. */
function leavesOf(node: SyntaxNode | undefined, label: string): readonly Leaf[] {
  return node?.leaves?.filter((leaf) => leaf.label === label) ?? [];
}

/** The first token of a label. */
function leafOf(node: SyntaxNode | undefined, label: string): Leaf | undefined {
  return node?.leaves?.find((leaf) => leaf.label === label);
}

/**
 * Makes the tree of an expression out of what the recovering parser found, and reports what the
 * grammar allows and CEL does not (cel-go `parser/parser.go`, the visitor). Where parts are
 * missing, something stands in for them, and only the issues are of use.
 */
export class TreeReader {
  readonly #options: SyntaxOptions;
  readonly #issues: IssueCollector;
  readonly #builder = new AstBuilder();
  #depth = 0;

  constructor(options: SyntaxOptions, issues: IssueCollector) {
    this.#options = options;
    this.#issues = issues;
  }

  /** The expression below a node; the node may be missing. */
  read(node: SyntaxNode | undefined): Expr {
    if (node === undefined) return this.#nothing(undefined);
    if (!isCounted(node)) return this.#read(node);
    if (++this.#depth > maximumDepth) throw new GaveUp("max recursion depth exceeded");
    const expr = this.#read(node);
    this.#depth--;
    return expr;
  }

  /** Stands in for an expression that is not there. */
  #nothing(node: SyntaxNode | undefined): Expr {
    return this.#builder.literal(node?.offset ?? -1, { type: "null" });
  }

  #fault(offset: number, message: string): Expr {
    this.#issues.reportNode(offset, message);
    return this.#builder.literal(offset, { type: "null" });
  }

  #read(node: SyntaxNode): Expr {
    switch (node.rule.name) {
      case "expr":
        return this.#readConditional(node);
      case "conditionalOr":
        return this.#readLogic(node, operators.logicalOr);
      case "conditionalAnd":
        return this.#readLogic(node, operators.logicalAnd);
      case "relation":
      case "calc":
        return this.#readOperation(node);
      case "unary":
        return this.#readUnary(node);
      case "member":
        return this.#readMember(node);
      case "primary":
        return this.#readPrimary(node);
      case "literal":
        return this.#readLiteral(node);
      default:
        return this.#nothing(undefined);
    }
  }

  #readConditional(node: SyntaxNode): Expr {
    const operator = leafOf(node, "op");
    if (operator === undefined) return this.#nothing(undefined);
    const condition = this.read(nodeOf(node, "e"));
    const whenTrue = this.read(nodeOf(node, "e1"));
    const whenFalse = this.read(nodeOf(node, "e2"));
    const { offset } = operator;
    return this.#builder.call(offset, operators.conditional, [condition, whenTrue, whenFalse]);
  }

  #readLogic(node: SyntaxNode, name: string): Expr {
    const rest = nodesOf(node, "e1");
    if (node.leaves === undefined) return this.#nothing(undefined);
    const terms = [this.read(nodeOf(node, "e"))];
    const offsets: number[] = [];
    for (const [index, operator] of leavesOf(node, "ops").entries()) {
      const term = rest[index];
      if (term === undefined) {
        const wanted = name === operators.logicalOr ? "||" : "&&";
        return this.#fault(node.offset, `unexpected character, wanted '${wanted}'`);
      }
      terms.push(this.read(term));
      offsets.push(operator.offset);
    }
    return balance(this.#builder, name, terms, offsets);
  }

  #readOperation(node: SyntaxNode): Expr {
    const operator = leafOf(node, "op");
    if (operator === undefined) return this.#nothing(undefined);
    const name = binaryOperators.get(operator.text);
    if (name === undefined) {
      return this.#fault(node.offset, "operator not found");
    }
    const left = this.read(nodeOf(node, "left"));
    const right = this.read(nodeOf(node, "right"));
    return this.#builder.call(operator.offset, name, [left, right]);
  }

  #readUnary(node: SyntaxNode): Expr {
    if (node.alternative === "") {
      return this.#builder.literal(node.offset, { type: "string", value: "<<error>>" });
    }
    const repeated = leavesOf(node, "ops");
    const operand = this.read(nodeOf(node, "e"));
    if (repeated.length % 2 === 0) return operand;
    const name = node.alternative === "negate" ? operators.negate : operators.logicalNot;
    return this.#builder.call(repeated[0]?.offset ?? -1, name, [operand]);
  }

  #readMember(node: SyntaxNode): Expr {
    const operand = this.read(nodeOf(node, "left"));
    switch (node.alternative) {
      case "select":
        return this.#readSelect(node, operand);
      case "memberCall":
        return this.#readMemberCall(node, operand);
      case "index":
        return this.#readIndex(node, operand);
      default:
        return this.#nothing(undefined);
    }
  }

  #readSelect(node: SyntaxNode, operand: Expr): Expr {
    const operator = leafOf(node, "op");
    const hasName = nodeOf(node, "id") !== undefined || leafOf(node, "id") !== undefined;
    if (operator === undefined || !hasName) return this.#nothing(node);
    const field = this.#readFieldName(node);
    if (leafOf(node, "opt") === undefined) {
      return this.#builder.select(operator.offset, operand, field.name);
    }
    if (!this.#options.optionals) return this.#fault(operator.offset, "unsupported syntax '.?'");
    const name = this.#builder.literal(field.offset, { type: "string", value: field.name });
    return this.#builder.call(operator.offset, operators.optionalSelect, [operand, name]);
  }

  /** The name of a field of an object. */
  #readFieldName(node: SyntaxNode): { readonly name: string; readonly offset: number } {
    const { name, offset = node.offset, fault } = fieldName(node, this.#options);
    if (fault !== undefined) this.#fault(offset, fault);
    return { name, offset };
  }

  #readMemberCall(node: SyntaxNode, target: Expr): Expr {
    const name = leafOf(node, "id");
    if (name === undefined) return this.#nothing(node);
    const offset = leafOf(node, "open")?.offset ?? -1;
    const args = this.#readArguments(node);
    return (
      this.#expandMacro(offset, name.text, target, args) ??
      this.#builder.memberCall(offset, name.text, target, args)
    );
  }

  #readArguments(node: SyntaxNode): Expr[] {
    return nodesOf(nodeOf(node, "args"), "args").map((arg) => this.read(arg));
  }

  #expandMacro(
    offset: number,
    name: string,
    target: Expr | undefined,
    args: readonly Expr[],
  ): Expr | undefined {
    const expanded = expandCall(this.#options, this.#builder, offset, { name, target, args });
    return expanded?.kind === "fault" ? this.#fault(expanded.offset, expanded.message) : expanded;
  }

  #readIndex(node: SyntaxNode, operand: Expr): Expr {
    const operator = leafOf(node, "op");
    if (operator === undefined) return this.#nothing(node);
    const index = this.read(nodeOf(node, "index"));
    const isOptional = leafOf(node, "opt") !== undefined;
    if (isOptional && !this.#options.optionals) {
      return this.#fault(operator.offset, "unsupported syntax '[?'");
    }
    const name = isOptional ? operators.optionalIndex : operators.index;
    return this.#builder.call(operator.offset, name, [operand, index]);
  }

  #readPrimary(node: SyntaxNode): Expr {
    switch (node.alternative) {
      case "ident":
      case "globalCall":
        return this.#readName(node);
      case "createList":
        return this.#readList(node);
      case "createStruct":
        return this.#readMap(node);
      case "createMessage":
        return this.#readMessage(node);
      default:
        return this.#nothing(undefined);
    }
  }

  #readName(node: SyntaxNode): Expr {
    const leaf = leafOf(node, "id");
    if (leaf === undefined) return this.#nothing(node);
    if (reservedWords.has(leaf.text)) {
      return this.#fault(node.offset, `reserved identifier: ${leaf.text}`);
    }
    const name = leafOf(node, "leadingDot") === undefined ? leaf.text : `.${leaf.text}`;
    if (node.alternative === "ident") return this.#builder.ident(leaf.offset, name);
    const offset = leafOf(node, "open")?.offset ?? -1;
    const args = this.#readArguments(node);
    return (
      this.#expandMacro(offset, name, undefined, args) ?? this.#builder.call(offset, name, args)
    );
  }

  #readList(node: SyntaxNode): Expr {
    const elements: Expr[] = [];
    const optionalIndices: number[] = [];
    for (const element of nodesOf(nodeOf(node, "elems"), "elems")) {
      elements.push(this.read(nodeOf(element, "item")));
      const mark = leafOf(element, "opt");
      if (mark === undefined) continue;
      if (this.#options.optionals) optionalIndices.push(elements.length - 1);
      else this.#fault(mark.offset, "unsupported syntax '?'");
    }
    return this.#builder.list(leafOf(node, "op")?.offset ?? -1, elements, optionalIndices);
  }

  #readMap(node: SyntaxNode): Expr {
    const list = nodeOf(node, "entries");
    const offset = leafOf(node, "op")?.offset ?? -1;
    return this.#builder.map(offset, this.#readEntries(list));
  }

  #readEntries(list: SyntaxNode | undefined): MapEntry[] {
    const [keys, values] = [nodesOf(list, "keys"), nodesOf(list, "values")];
    const entries: MapEntry[] = [];
    for (const [index, colon] of leavesOf(list, "cols").entries()) {
      const [key, value] = [keys[index], values[index]];
      if (key === undefined || value === undefined) return [];
      const isOptional = leafOf(key, "opt") !== undefined;
      if (isOptional && !this.#options.optionals) {
        this.#fault(key.offset, "unsupported syntax '?'");
        continue;
      }
      const keyExpr = this.read(nodeOf(key, "item"));
      const valueExpr = this.read(value);
      entries.push(this.#builder.mapEntry(colon.offset, keyExpr, valueExpr, isOptional));
    }
    return entries;
  }

  #readMessage(node: SyntaxNode): Expr {
    const names = leavesOf(node, "ids").map(({ text }) => text);
    const dot = leafOf(node, "leadingDot") === undefined ? "" : ".";
    const fields = this.#readFields(nodeOf(node, "entries"));
    const offset = leafOf(node, "op")?.offset ?? -1;
    return this.#builder.struct(offset, dot + names.join("."), fields);
  }

  #readFields(list: SyntaxNode | undefined): StructField[] {
    const [colons, values] = [leavesOf(list, "cols"), nodesOf(list, "values")];
    const fields: StructField[] = [];
    for (const [index, field] of nodesOf(list, "fields").entries()) {
      const [colon, value] = [colons[index], values[index]];
      if (colon === undefined || value === undefined) return [];
      const isOptional = leafOf(field, "opt") !== undefined;
      if (isOptional && !this.#options.optionals) {
        this.#fault(field.offset, "unsupported syntax '?'");
        continue;
      }
      const { name, fault } = fieldName(field, this.#options);
      if (fault !== undefined) {
        this.#fault(list?.offset ?? -1, fault);
        continue;
      }
      fields.push(this.#builder.structField(colon.offset, name, this.read(value), isOptional));
    }
    return fields;
  }

  #readLiteral(node: SyntaxNode): Expr {
    const token = leafOf(node, "tok");
    if (token === undefined) return this.#nothing(node);
    const value = literalValue(node.alternative, token.text, leafOf(node, "sign") !== undefined);
    if ("fault" in value) return this.#fault(node.offset, value.fault);
    return this.#builder.literal(node.offset, value);
  }
}

/** The name of a field, plain or in backticks, where it is, and why it cannot be one. */
function fieldName(
  node: SyntaxNode,
  { backticks }: SyntaxOptions,
): {
  readonly name: string;
  readonly offset: number | undefined;
  readonly fault: string | undefined;
} {
  const ident = nodeOf(node, "id");
  const leaf = leafOf(node, "id") ?? leafOf(ident, "id");
  const offset = leaf?.offset ?? ident?.offset;
  const text = leaf?.text ?? "";
  if (ident?.alternative === "") return { name: text, offset, fault: "unsupported ident kind" };
  if (ident?.alternative !== "escaped") return { name: text, offset, fault: undefined };
  const name = text.slice(1, -1);
  if (backticks !== "allowed") return { name, offset, fault: "unsupported syntax: '`'" };
  const fault = text.length <= 2 ? "invalid escaped identifier: underflow" : undefined;
  return { name, offset, fault };
}

function literalValue(
  alternative: string,
  text: string,
  isNegative: boolean,
): Constant | LiteralFault {
  switch (alternative) {
    case "int":
      return parseInt64(text, isNegative);
    case "uint":
      return parseUint64(text);
    case "double":
      return parseDouble(text, isNegative);
    case "string":
      return parseString(text);
    case "bytes":
      return parseBytes(text);
    case "true":
      return { type: "bool", value: true };
    case "false":
      return { type: "bool", value: false };
    default:
      return { type: "null" };
  }
}

/**
 * Tells whether it is one of the productions of which cel-go allows a limited number on one path.
 */
function isCounted(node: SyntaxNode): boolean {
  switch (node.rule.name) {
    case "member":
      return node.alternative !== "";
    case "expr":
    case "relation":
    case "calc":
      return leafOf(node, "op") !== undefined;
    default:
      return false;
  }
}
