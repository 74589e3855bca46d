import type { Imported } from "../imports.js";
import type {
  Base,
  Block,
  Case,
  Expr,
  LiteralType,
  Local,
  Member,
  Parameter,
  Property,
  Stmt,
  TypeNode,
} from "./nodes.js";
import { has } from "./nodes.js";

// Not yet known: the printer finds it.
const flat = undefined;

const beyondAscii = /[^\0-~]/;

/** Texts beyond ASCII may be wider or narrower than they are long. */
function flagsOfText(text: string): number {
  return beyondAscii.test(text) ? has.wide : 0;
}

function flagsOf(nodes: readonly Base[]): number {
  let flags = 0;
  for (const node of nodes) flags |= node.flags;
  return flags;
}

function flagOf(node: Base | undefined): number {
  return node === undefined ? 0 : node.flags;
}

const names = new Map<string, Expr>();
// Names come from CRDs too: a process that lives long may see any number of them.
const mostNames = 10_000;

/** A word, such as a parameter or `null`. Nearly all uses of one share a node. */
export function nameOf(text: string): Expr {
  let known = names.get(text);
  if (known === undefined) {
    if (names.size >= mostNames) names.clear();
    known = { kind: "name", flags: flagsOfText(text), flat, text };
    names.set(text, known);
  }
  return known;
}

/** A local variable. */
export function localName(local: Local): Expr {
  return { kind: "local", flags: has.locals, flat, local };
}

/** A name of another module. */
export function imported(use: Imported): Expr {
  return { kind: "imported", flags: has.imports, flat, use };
}

/** A literal; its text as written. */
export function literal(type: LiteralType, text: string): Expr {
  return { kind: "literal", flags: flagsOfText(text), flat, type, text };
}

/** A template literal; its parts as written between the holes. */
export function template(parts: readonly string[], holes: readonly Expr[]): Expr {
  return { kind: "template", flags: flagsOf(holes), flat, parts, holes };
}

/** `[items]` */
export function array(items: readonly Expr[]): Expr {
  return { kind: "array", flags: flagsOf(items), flat, items };
}

/** `{ members }`; `broken`: with a line for each. */
export function objectOf(members: readonly Property[], broken = false): Expr {
  return { kind: "object", flags: flagsOf(members), flat, members, broken };
}

/** `callee<types>(args)` */
export function call(
  callee: Expr,
  args: readonly Expr[],
  isNew = false,
  optional = false,
  types: readonly TypeNode[] = [],
): Expr {
  return {
    kind: "call",
    flags: callee.flags | flagsOf(args) | (types.length > 0 ? flagsOf(types) | has.types : 0),
    flat,
    isNew,
    callee,
    types,
    args,
    optional,
  };
}

/** `object.name` */
export function member(object: Expr, name: string, optional = false): Expr {
  return { kind: "member", flags: object.flags, flat, object, name, optional };
}

/** `object[index]` */
export function indexOf(object: Expr, index: Expr, optional = false): Expr {
  return { kind: "index", flags: object.flags | index.flags, flat, object, index, optional };
}

/** `operator operand` */
export function unary(operator: string, operand: Expr): Expr {
  return { kind: "unary", flags: operand.flags, flat, operator, operand };
}

/** `++` and `--`. */
export function update(operator: string, operand: Expr, prefix: boolean): Expr {
  return { kind: "update", flags: operand.flags, flat, operator, operand, prefix };
}

/** `left operator right`, as it is given; see `binary` of `fold.ts`. */
export function plainBinary(operator: string, left: Expr, right: Expr): Expr {
  return { kind: "binary", flags: left.flags | right.flags, flat, operator, left, right };
}

/** `left operator right` */
export function assign(operator: string, left: Expr, right: Expr): Expr {
  return { kind: "assign", flags: left.flags | right.flags, flat, operator, left, right };
}

/** `test ? yes : no`, as it is given. */
export function plainConditional(test: Expr, yes: Expr, no: Expr): Expr {
  return { kind: "conditional", flags: test.flags | yes.flags | no.flags, flat, test, yes, no };
}

/** `(parameters): returns => body` */
export function arrow(
  parameters: readonly Parameter[],
  body: Expr | Block,
  returns?: TypeNode,
): Expr {
  return {
    kind: "arrow",
    flags:
      flagsOf(parameters) | body.flags | (returns === undefined ? 0 : returns.flags | has.types),
    flat,
    parameters,
    returns,
    body,
  };
}

/** `...of` */
export function spread(of: Expr): Expr {
  return { kind: "spread", flags: of.flags, flat, of };
}

/** `parts, parts` */
export function sequence(parts: readonly Expr[]): Expr {
  return { kind: "sequence", flags: flagsOf(parts), flat, parts };
}

/** `of as type` */
export function as(of: Expr, type: TypeNode, word: "as" | "satisfies" = "as"): Expr {
  return { kind: "as", flags: of.flags | type.flags | has.types, flat, word, of, type };
}

/** `of!` */
export function certain(of: Expr): Expr {
  return { kind: "certain", flags: of.flags | has.types, flat, of };
}

/** A comment before an expression. */
export function commented(comment: string, of: Expr): Expr {
  return { kind: "commented", flags: of.flags, flat, comment, of };
}

/** `(of)`, of an optional chain that ends there. */
export function closed(of: Expr): Expr {
  return { kind: "closed", flags: of.flags, flat, of };
}

/** `key: value`; the key as printed. */
export function property(key: string, value: Expr): Property {
  return { kind: "property", flags: value.flags | flagsOfText(key), flat, key, value };
}

/** `[key]: value` */
export function computed(key: Expr, value: Expr): Property {
  return { kind: "computed", flags: key.flags | value.flags, flat, key, value };
}

/** `of`, a name of any kind; or `of = initial` in a pattern. */
export function shorthand(of: Expr, initial?: Expr): Property {
  return { kind: "shorthand", flags: of.flags | flagOf(initial), flat, of, initial };
}

/** `...of` */
export function rest(of: Expr): Property {
  return { kind: "rest", flags: of.flags, flat, of };
}

/** `pattern: type = initial` */
export function parameter(
  pattern: Expr,
  type?: TypeNode,
  optional = false,
  initial?: Expr,
): Parameter {
  return {
    kind: "parameter",
    flags:
      pattern.flags |
      (type === undefined ? 0 : type.flags) |
      (type === undefined && !optional ? 0 : has.types) |
      flagOf(initial),
    flat,
    pattern,
    optional,
    type,
    initial,
  };
}

/** Statements in braces. */
export function block(body: readonly Stmt[]): Block {
  return { kind: "block", flags: flagsOf(body), flat, body };
}

/** A comment on lines of its own. */
export function commentOf(text: string): Stmt {
  return { kind: "comment", flags: 0, flat, text };
}

/** An empty line. */
export const blank: Stmt = { kind: "blank", flags: 0, flat };
/** Several statements where one is asked for. */
export function list(body: readonly Stmt[]): Stmt {
  return { kind: "list", flags: flagsOf(body), flat, body };
}

/** `const pattern: type = value;` */
export function variable(
  word: "const" | "let",
  pattern: Expr,
  type?: TypeNode,
  value?: Expr,
  prefix = "",
): Stmt {
  return {
    kind: "variable",
    flags: pattern.flags | (type === undefined ? 0 : type.flags | has.types) | flagOf(value),
    flat,
    prefix,
    word,
    pattern,
    type,
    value,
  };
}

/** `of;` */
export function expression(of: Expr): Stmt {
  return { kind: "expression", flags: of.flags, flat, of };
}

/** `return value;` */
export function returnOf(value?: Expr): Stmt {
  return { kind: "return", flags: flagOf(value), flat, value };
}

/** `throw value;` */
export function throws(value: Expr): Stmt {
  return { kind: "throw", flags: value.flags, flat, value };
}

/** `break label;` */
export function leave(word: "break" | "continue", label = ""): Stmt {
  return { kind: "leave", flags: 0, flat, word, label };
}

/** `label: body` */
export function labeled(label: string, body: Stmt): Stmt {
  return { kind: "labeled", flags: body.flags, flat, label, body };
}

/** `if (test) then else otherwise`, as it is given. */
export function plainIf(test: Expr, then: Stmt, otherwise?: Stmt): Stmt {
  return {
    kind: "if",
    flags: test.flags | then.flags | flagOf(otherwise),
    flat,
    test,
    then,
    otherwise,
  };
}

/** `for (const pattern of over) body` */
export function forEach(word: "of" | "in", pattern: Expr, over: Expr, body: Stmt): Stmt {
  return {
    kind: "forEach",
    flags: pattern.flags | over.flags | body.flags,
    flat,
    word,
    pattern,
    over,
    body,
  };
}

/** `for (begin; test; step) body` */
export function loop(
  begin: Stmt | undefined,
  test: Expr | undefined,
  step: Expr | undefined,
  body: Stmt,
): Stmt {
  return {
    kind: "for",
    flags: flagOf(begin) | flagOf(test) | flagOf(step) | body.flags,
    flat,
    begin,
    test,
    step,
    body,
  };
}

/** `while (test) body` */
export function whileLoop(test: Expr, body: Stmt): Stmt {
  return { kind: "while", flags: test.flags | body.flags, flat, test, body };
}

/** `switch (of) { cases }` */
export function switchOf(of: Expr, cases: readonly Case[]): Stmt {
  return { kind: "switch", flags: of.flags | flagsOf(cases), flat, of, cases };
}

/** `case test: body`; without a test the default. */
export function caseOf(test: Expr | undefined, body: readonly Stmt[]): Case {
  return { kind: "case", flags: flagOf(test) | flagsOf(body), flat, test, body };
}

/** `try body catch (caught) handler finally last` */
export function tryOf(body: Block, caught: string, handler?: Block, last?: Block): Stmt {
  return {
    kind: "try",
    flags: body.flags | flagOf(handler) | flagOf(last),
    flat,
    body,
    caught,
    handler,
    last,
  };
}

/** `function name(parameters): returns body`; without a body a signature. */
export function functionOf(
  name: string,
  parameters: readonly Parameter[],
  returns?: TypeNode,
  body?: Block,
  prefix = "",
): Stmt {
  return {
    kind: "function",
    flags:
      flagsOf(parameters) | (returns === undefined ? 0 : returns.flags | has.types) | flagOf(body),
    flat,
    prefix,
    name,
    parameters,
    returns,
    body,
  };
}

/** `interface name extends bases { members }` */
export function interfaceOf(
  name: string,
  members: readonly Member[],
  bases: readonly TypeNode[] = [],
  prefix = "",
  parameters: readonly string[] = [],
): Stmt {
  return {
    kind: "interface",
    flags: flagsOf(members) | flagsOf(bases) | has.types,
    flat,
    prefix,
    name,
    extends: bases,
    parameters,
    members,
  };
}

/** `type name = type;` */
export function alias(
  name: string,
  type: TypeNode,
  parameters: readonly string[] = [],
  prefix = "",
): Stmt {
  return { kind: "alias", flags: type.flags | has.types, flat, prefix, name, parameters, type };
}

/** `class name extends base { fields; constructor(parameters) body }` */
export function classOf(
  name: string,
  base: TypeNode | undefined,
  fields: readonly Member[],
  parameters: readonly Parameter[],
  body: Block | undefined,
  prefix = "",
): Stmt {
  return {
    kind: "class",
    flags: flagOf(base) | flagsOf(fields) | flagsOf(parameters) | flagOf(body) | has.types,
    flat,
    prefix,
    name,
    extends: base,
    fields,
    parameters,
    body,
  };
}

/** A keyword or a literal. */
export function typeWord(text: string): TypeNode {
  return { kind: "word", flags: flagsOfText(text), flat, text };
}

/** A type by name. */
export function reference(name: string, args: readonly TypeNode[] = [], use?: Imported): TypeNode {
  return {
    kind: "reference",
    flags: flagsOf(args) | flagsOfText(name) | (use === undefined ? 0 : has.imports),
    flat,
    name,
    use,
    args,
  };
}

/** `items[]` */
export function arrayOf(items: TypeNode): TypeNode {
  return { kind: "arrayOf", flags: items.flags, flat, items };
}

/** `keyof of`, `readonly of`. */
export function typeOperator(operator: string, of: TypeNode): TypeNode {
  return { kind: "operator", flags: of.flags, flat, operator, of };
}

/** `members | members` */
export function union(members: readonly TypeNode[]): TypeNode {
  return { kind: "union", flags: flagsOf(members), flat, members };
}
/** `members & members` */
export function intersection(members: readonly TypeNode[]): TypeNode {
  return { kind: "intersection", flags: flagsOf(members), flat, members };
}
/** `{ members }` */
export function fieldsOf(members: readonly Member[]): TypeNode {
  return { kind: "fields", flags: flagsOf(members), flat, members };
}

/** `[members]` */
export function tuple(members: readonly Member[]): TypeNode {
  return { kind: "tuple", flags: flagsOf(members), flat, members };
}

/** `of[index]` */
export function lookup(of: TypeNode, index: TypeNode): TypeNode {
  return { kind: "lookup", flags: of.flags | index.flags, flat, of, index };
}

/** `of extends bound ? yes : no` */
export function choice(of: TypeNode, bound: TypeNode, yes: TypeNode, no: TypeNode): TypeNode {
  return {
    kind: "choice",
    flags: of.flags | bound.flags | yes.flags | no.flags,
    flat,
    of,
    extends: bound,
    yes,
    no,
  };
}

/** `(parameters) => returns` */
export function signature(
  parameters: readonly Parameter[],
  returns: TypeNode,
  isNew = false,
): TypeNode {
  return {
    kind: "signature",
    flags: flagsOf(parameters) | returns.flags,
    flat,
    isNew,
    parameters,
    returns,
  };
}

/** `name is type` */
export function predicate(name: string, type: TypeNode, asserts = false): TypeNode {
  return { kind: "predicate", flags: type.flags, flat, asserts, name, type };
}

/** `name<types>(parameters): returns` in an interface; `types` as printed. */
export function method(
  name: string,
  types: string,
  parameters: readonly Parameter[],
  returns: TypeNode,
  doc: readonly string[] = [],
): Member {
  const type = signature(parameters, returns);
  return { ...field(`${name}<${types}>`, type, doc), isMethod: true };
}

/** `key: type`; the key as printed, `doc` the lines of a comment. */
export function field(key: string, type: TypeNode, doc: readonly string[] = []): Member {
  return { kind: "field", flags: type.flags | flagsOfText(key), flat, key, type, doc };
}
