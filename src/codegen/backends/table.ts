import type { PrinterColumn, Version } from "../../crd/ir/resource.js";
import type { RuntimeValue } from "../../runtime/contract.js";
import {
  isPlainPath,
  namesOfPath,
  parseJsonPath,
} from "../../runtime/v1/client/tables/json-path.js";
import { ageColumn, columnHead, nameColumn } from "../../runtime/v1/testing/table.js";
import type { Expr } from "../emit/code.js";
import { expr, stmt, tsType, word } from "../emit/code.js";
import { constantLiteral } from "../emit/data-literal.js";
import type { Declaration } from "../emit/declaration.js";
import type { GeneratedFile } from "../emit/generated-file.js";
import { lowerBeginning, pascalCase } from "../emit/identifiers.js";
import { jsDoc } from "../emit/jsdoc.js";
import { listCode } from "../emit/object-code.js";
import { typeDeclaration } from "../emit/types/print-declaration.js";
import { keyword, reference, tupleOf } from "../emit/types/type-expression.js";
import type { Backend, EmitContext, Unit } from "./backend.js";
import { cellType } from "./types/type-context.js";

/** Writes `table.ts`: the columns and cells that `kubectl get` shows of the resource. */
export const tableBackend: Backend = {
  name: "table",
  needs: ["types"],
  parseOptions: () => undefined,
  generate(unit, _options, context) {
    const file = context.file("table");
    const columns = shownColumns(unit.version);
    const cells = columns.map((column, index) => cellCode(unit, column, index, file, context));
    file.add(
      columnsDeclaration(unit, columns, context),
      rowType(unit, columns),
      rowFunction(unit, columns, cells, context),
    );
  },
};

type Column = Omit<PrinterColumn, "format" | "description" | "priority"> & Partial<PrinterColumn>;

const onlyColumn = ageColumn as Column; // what it lacks is optional

/** The server drops a path that it cannot read, and the columns behind it. */
function shownColumns({ printerColumns }: Version): readonly Column[] {
  const columns = printerColumns.length === 0 ? [onlyColumn] : printerColumns;
  const unread = columns.findIndex(({ jsonPath }) => parseJsonPath(jsonPath) === undefined);
  return unread < 0 ? columns : columns.slice(0, unread);
}

function columnsDeclaration(
  { names }: Unit,
  columns: readonly Column[],
  context: EmitContext,
): Declaration {
  const heads = [nameColumn, ...columns.map(columnHead)];
  return {
    kind: "const",
    name: `${names.value}Columns`,
    exported: true,
    doc: jsDoc({
      text: "The columns that `kubectl get` shows. Those whose priority is not 0 are shown by `--output wide` alone.",
    }),
    type: tsType`readonly ${context.runtimeType("TableColumn")}[]`,
    value: listCode(heads.map((head) => constantLiteral({ ...head }))),
  };
}

function rowType({ names }: Unit, columns: readonly Column[]): Declaration {
  const cells = columns.map(({ name, type }) => [columnLabel(name), cellType(type)] as const);
  return typeDeclaration({
    kind: "alias",
    name: names.tableRow,
    doc: jsDoc({ text: "The cells of one object: null for what it lacks." }),
    type: tupleOf([["name", keyword("string")], ...cells]),
  });
}

/** A column's name as that of a member of a tuple. */
export function columnLabel(name: string): string {
  const label = pascalCase(name);
  if (/^\p{Nd}/u.test(label)) return `_${label}`;
  const text = lowerBeginning(label);
  return statementWords.has(text) ? `_${text}` : text;
}

// Where they begin a member of a tuple, TypeScript reads no name.
const statementWords: ReadonlySet<string> = new Set([
  "break", "case", "catch", "class", "const", "continue", "debugger", "default", "delete", "do", "else", "enum",
  "export", "extends", "finally", "for", "if", "in", "instanceof", "return", "super", "switch", "throw", "try", "var",
  "while", "with",
]); // prettier-ignore

function rowFunction(
  { names }: Unit,
  columns: readonly Column[],
  cells: readonly Expr[],
  context: EmitContext,
): Declaration {
  const readsClock = columns.some(({ type }) => type === "date");
  const now = readsClock ? "`now`, a Date or milliseconds since 1970, is what ages are counted to; absent = the clock." : "No cell depends on `now`."; // prettier-ignore
  const nameCell = expr`${context.runtime("nameCell")}(object)`;
  return {
    kind: "function",
    name: `${names.value}Row`,
    exported: true,
    doc: jsDoc({
      text: `What the server shows of an object in the columns of \`${names.value}Columns\`, in their order. ${now}`,
    }),
    parameters: [
      { name: "object", type: tsType`${context.siblingType("types", names.type)}` },
      { name: readsClock ? "now" : "_now", type: tsType`number | Date`, optional: true },
    ],
    returns: reference(names.tableRow),
    body: stmt`return [${nameCell}, ${cells}];`,
  };
}

const cellFunctions: { readonly [type: string]: RuntimeValue | undefined } = {
  string: "textCell",
  integer: "integerCell",
  number: "numberCell",
  boolean: "booleanCell",
  date: "ageCell",
};

function cellCode(
  unit: Unit,
  { type, jsonPath }: Column,
  index: number,
  file: GeneratedFile,
  context: EmitContext,
): Expr {
  const cell = cellFunctions[type];
  if (cell === undefined) return expr`null`;
  const value = valueCode(unit, jsonPath, index, file, context);
  if (type === "date") return expr`${context.runtime(cell)}(${value}, now)`;
  return expr`${context.runtime(cell)}(${value})`;
}

function valueCode(
  { names }: Unit,
  path: string,
  index: number,
  file: GeneratedFile,
  context: EmitContext,
): Expr {
  if (isPlainPath(path)) {
    return expr`${context.runtime("valueAt")}(object, ${namesOfPath(path)})`;
  }
  const name = `${names.value}Path${index + 1}`;
  file.add({
    kind: "const",
    name,
    exported: false,
    doc: [],
    type: undefined,
    value: expr`/* @__PURE__ */ ${context.runtime("parseJsonPath")}(${path})`,
  });
  return expr`${context.runtime("firstAt")}(${word(name)}, object)`;
}
