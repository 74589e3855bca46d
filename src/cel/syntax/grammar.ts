import { operators } from "./ast.js";

/**
 * cel-go's grammar (`parser/gen/CEL.g4`) in ANTLR's notation: `x=` names a part for the reader of
 * the tree, `#` an alternative. What consists of a part `e` alone is no node of its own. How
 * tightly an operator binds follows from its place among the alternatives of its rule; the first
 * one binds most.
 */
const grammar = `
start: e=expr '<EOF>';
expr: e=conditionalOr (op='?' e1=conditionalOr ':' e2=expr)?;
conditionalOr: e=conditionalAnd (ops='||' e1=conditionalAnd)*;
conditionalAnd: e=relation (ops='&&' e1=relation)*;
relation: e=calc
  | relation op=('<' | '<=' | '>=' | '>' | '==' | '!=' | 'in') right=relation;
calc: e=unary
  | calc op=('*' | '/' | '%') right=calc
  | calc op=('+' | '-') right=calc;
unary: e=member # memberExpr
  | (ops='!')+ e=member # logicalNot
  | (ops='-')+ e=member # negate;
member: e=primary
  | member op='.' (opt='?')? id=escapeIdent # select
  | member op='.' id=IDENTIFIER open='(' args=exprList? ')' # memberCall
  | member op='[' (opt='?')? index=expr ']' # index;
primary: leadingDot='.'? id=IDENTIFIER # ident
  | leadingDot='.'? id=IDENTIFIER open='(' args=exprList? ')' # globalCall
  | '(' e=expr ')' # nested
  | op='[' elems=listInit? ','? ']' # createList
  | op='{' entries=mapInitializerList? ','? '}' # createStruct
  | leadingDot='.'? ids=IDENTIFIER (ops='.' ids=IDENTIFIER)*
    op='{' entries=fieldInitializerList? ','? '}' # createMessage
  | e=literal # constantLiteral;
exprList: args=expr (',' args=expr)*;
listInit: elems=optExpr (',' elems=optExpr)*;
fieldInitializerList: fields=optField cols=':' values=expr (',' fields=optField cols=':' values=expr)*;
optField: (opt='?')? id=escapeIdent;
mapInitializerList: keys=optExpr cols=':' values=expr (',' keys=optExpr cols=':' values=expr)*;
escapeIdent: id=IDENTIFIER # simple | id=ESC_IDENTIFIER # escaped;
optExpr: (opt='?')? item=expr;
literal: sign='-'? tok=NUM_INT # int
  | tok=NUM_UINT # uint
  | sign='-'? tok=NUM_FLOAT # double
  | tok=STRING # string
  | tok=BYTES # bytes
  | tok='true' # true
  | tok='false' # false
  | tok='null' # null;
`;

/** The grammar with names in backticks, as servers from 1.33 on have it, or without. */
export function grammarText(backticks: boolean): string {
  return backticks ? grammar : grammar.replaceAll("=escapeIdent", "=IDENTIFIER");
}

/** The operators between two operands as they are written, with their names in the tree. */
export const binaryOperators: ReadonlyMap<string, string> = new Map([
  ["<", operators.less],
  ["<=", operators.lessEquals],
  [">=", operators.greaterEquals],
  [">", operators.greater],
  ["==", operators.equals],
  ["!=", operators.notEquals],
  ["in", operators.in],
  ["*", operators.multiply],
  ["/", operators.divide],
  ["%", operators.modulo],
  ["+", operators.add],
  ["-", operators.subtract],
]);

/**
 * cel-go's limit of nested productions and of operators on one path (`parser/parser.go`,
 * maxRecursionDepth).
 */
export const maximumDepth = 250;

/** cel-go's limit of the length of an expression in code points (`parser/parser.go`). */
export const maximumCodePoints = 100_000;

/**
 * Words that no variable and no global function is called (cel-go `parser/parser.go`, reservedIds).
 * Those that are no tokens of their own, as `in` is, may name fields and methods.
 */
export const reservedWords: ReadonlySet<string> = new Set(
  (
    "as break const continue else false for function if import in let loop package namespace " +
    "null return true var void while"
  ).split(" "),
);
