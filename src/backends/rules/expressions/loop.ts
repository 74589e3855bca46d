import type { Comprehension } from "../../../cel/syntax/ast.js";
import type { Code } from "../../../emit/code.js";
import { code, constant, empty, raw, word } from "../../../emit/code.js";
import type { LibraryValue } from "../../../runtime/contract.js";
import { isMapSchema } from "../facts/readers.js";
import { identifierOf, identifiersIn } from "../facts/variable-names.js";
import { block } from "../writing/branch.js";
import type { Form, Operand } from "../writing/operand.js";
import { formOf, int, simple, string, value } from "../writing/operand.js";
import type { ExpressionWriter, Scope } from "../writing/writer.js";
import { accessOf, itemsOf, valuesOf } from "./data-access.js";

/** A loop over a range, but for what it does with an element. */
export interface Loop {
  /** `for (…)` */
  readonly head: Code;
  /** Statements at the beginning of the body. */
  readonly begin: readonly Code[];
  readonly scope: Scope;
  /** An element that cannot be read: the name that holds its error. */
  readonly unreadable: readonly Code[];
  /** The test for such an element; else that the name is an error. */
  readonly isWrong?: Code;
  /** A range that turns out not to be iterable. */
  readonly guard: readonly Code[];
}

/** What the function of a comprehension does. */
export interface FoldBody {
  readonly statements: readonly Code[];
  readonly form: Form;
  readonly fails: boolean;
}

/** The loop of a comprehension over its range. */
export function loopOf(writer: ExpressionWriter, expr: Comprehension, over: Operand): Loop {
  return expr.iterVar2 === undefined
    ? oneVariableLoop(writer, expr, over)
    : twoVariableLoop(writer, expr, expr.iterVar2, over);
}

function oneVariableLoop(writer: ExpressionWriter, expr: Comprehension, over: Operand): Loop {
  const { form } = over;
  const used = identifiersIn([expr.loopStep]).has(expr.iterVar);
  const name = writer.body.local(identifierOf(expr.iterVar));
  if (form.kind === "array") {
    const { reader, form: element } = accessOf(writer.file, itemsOf(form));
    const item = writer.body.local("item");
    const head = code`for (const ${used ? item : name} of ${over.code})`;
    if (!used) return { head, begin: [], scope: writer.scope, unreadable: [], guard: [] };
    const direct = directLoop(writer, expr.iterVar, over.code, name, element);
    if (direct !== undefined) return direct;
    return readLoop(writer, expr.iterVar, head, name, code`${reader}(${item})`, element);
  }
  if (form.kind === "object") {
    const scope = new Map(writer.scope).set(expr.iterVar, simple(name, string));
    const head = code`for (const ${name} of Object.keys(${over.code}))`;
    return { head, begin: [], scope, unreadable: [], guard: [] };
  }
  const type = writer.typeOf(expr.iterRange);
  const element =
    type?.kind === "list" ? type.element : type?.kind === "map" ? type.key : undefined;
  const isList = form.kind === "list";
  const items = isList ? code`${writer.runtime("listElements")}(${over.code})` : word("range");
  const guard = isList ? [] : rangeGuard(writer, "rangeOf", over);
  const item = simple(name, value, true);
  const typed = formOf(element);
  const head = code`for (const ${name} of ${items})`;
  if (typed.kind === "value" || !used) {
    const scope = new Map(writer.scope).set(expr.iterVar, item);
    return { head, begin: [], scope, unreadable: [], guard };
  }
  // The element's type is known to the checker alone.
  const held = writer.body.local("item");
  const unboxed = writer.coerce(simple(held, value), typed);
  const scope = new Map(writer.scope).set(expr.iterVar, simple(name, typed));
  return {
    head: code`for (const ${held} of ${items})`,
    begin: [constant(name, code`const ${name} = ${unboxed.code};`)],
    scope,
    unreadable: [held],
    guard,
  };
}

/** An element whose type a look tells is used as it is. */
function directLoop(
  writer: ExpressionWriter,
  variable: string,
  over: Code,
  name: Code,
  form: Form,
): Loop | undefined {
  if (form.kind === "object" && !isMapSchema(form.schema)) {
    const unseen: Form = { ...form, unseen: true };
    const cast = code` as readonly (${writer.file.type(unseen, false)})[]`;
    return {
      head: code`for (const ${name} of ${over}${cast})`,
      begin: [],
      scope: new Map(writer.scope).set(variable, simple(name, unseen)),
      unreadable: [],
      guard: [],
    };
  }
  const wrong = wrongElement(writer, name, form);
  if (wrong === undefined) return undefined;
  return {
    head: code`for (const ${name} of ${over})`,
    begin: [],
    scope: new Map(writer.scope).set(variable, simple(name, form)),
    unreadable: [wrong.error],
    isWrong: wrong.isWrong,
    guard: [],
  };
}

function wrongElement(
  writer: ExpressionWriter,
  name: Code,
  form: Form,
): { readonly isWrong: Code; readonly error: Code } | undefined {
  switch (form.kind) {
    case "object":
      return {
        isWrong: code`!${writer.runtime("isRecord")}(${name})`,
        error: code`${writer.runtime("notAnObject")}(${name})`,
      };
    case "array":
      return {
        isWrong: code`!Array.isArray(${name})`,
        error: code`${writer.runtime("notAnArray")}(${name})`,
      };
    case "string":
      return {
        isWrong: code`typeof ${name} !== "string"`,
        error: code`${writer.runtime("wrongData")}("string", ${name})`,
      };
    default:
      return undefined;
  }
}

/** An element of data: where it may be an error of its format, that shows when it is used. */
function readLoop(
  writer: ExpressionWriter,
  variable: string,
  head: Code,
  name: Code,
  read: Code,
  form: Form,
): Loop {
  const begin = [constant(name, code`const ${name} = ${read};`)];
  const isLate = form.kind === "class" || form.kind === "value";
  const scope = new Map(writer.scope).set(variable, simple(name, form, isLate));
  return { head, begin, scope, unreadable: isLate ? [] : [name], guard: [] };
}

function rangeGuard(writer: ExpressionWriter, name: LibraryValue, over: Operand): readonly Code[] {
  return [
    code`const range = ${writer.runtime(name)}(${over.code});`,
    code`if (range instanceof ${writer.runtime("CelError")}) return range;`,
  ];
}

function twoVariableLoop(
  writer: ExpressionWriter,
  expr: Comprehension,
  second: string,
  over: Operand,
): Loop {
  const { form } = over;
  const used = identifiersIn([expr.loopStep]);
  const names: PairNames = {
    key: used.has(expr.iterVar) ? writer.body.local(identifierOf(expr.iterVar)) : undefined,
    value: used.has(second) ? writer.body.local(identifierOf(second)) : undefined,
    item: writer.body.local("item"),
  };
  return form.kind === "array" || form.kind === "object"
    ? dataPairsLoop(writer, expr, second, over.code, form, names)
    : pairsLoop(writer, expr, second, over, names);
}

/** The variables of a loop over pairs; those that the expression does not name are undefined. */
interface PairNames {
  readonly key: Code | undefined;
  readonly value: Code | undefined;
  /** What one of them is read from. */
  readonly item: Code;
}

function dataPairsLoop(
  writer: ExpressionWriter,
  expr: Comprehension,
  second: string,
  over: Code,
  form: Extract<Form, { readonly kind: "array" | "object" }>,
  { key, value: name, item }: PairNames,
): Loop {
  const isList = form.kind === "array";
  const entries = isList ? code`${over}.entries()` : code`Object.entries(${over})`;
  const head = pairsHead(writer, key, name === undefined ? undefined : item, entries);
  const read = (it: Code): Loop => {
    const schema = isList ? itemsOf(form) : valuesOf(form.schema);
    const access = accessOf(writer.file, schema);
    return readLoop(writer, second, head, it, code`${access.reader}(${item})`, access.form);
  };
  const bare: Loop = { head, begin: [], scope: writer.scope, unreadable: [], guard: [] };
  const loop = name === undefined ? bare : read(name);
  if (key === undefined) return loop;
  const scope = new Map(loop.scope).set(expr.iterVar, simple(key, isList ? int : string));
  return { ...loop, scope };
}

function pairsLoop(
  writer: ExpressionWriter,
  expr: Comprehension,
  second: string,
  over: Operand,
  { key, value: name, item }: PairNames,
): Loop {
  const type = writer.typeOf(expr.iterRange);
  const keyForm = type?.kind === "list" ? int : type?.kind === "map" ? formOf(type.key) : value;
  const scope = new Map(writer.scope);
  if (key !== undefined) scope.set(expr.iterVar, simple(key, keyForm));
  if (name !== undefined) scope.set(second, simple(name, value, true));
  const unboxed = writer.coerce(simple(item, value), keyForm);
  return {
    head: pairsHead(writer, key === undefined ? undefined : item, name, word("range")),
    begin: key === undefined ? [] : [constant(key, code`const ${key} = ${unboxed.code};`)],
    scope,
    unreadable: [],
    guard: rangeGuard(writer, "entriesOf", over),
  };
}

function pairsHead(
  writer: ExpressionWriter,
  first: Code | undefined,
  second: Code | undefined,
  pairs: Code,
): Code {
  if (second !== undefined) return code`for (const [${first ?? empty}, ${second}] of ${pairs})`;
  const pair = first === undefined ? writer.body.local("pair") : code`[${first}]`;
  return code`for (const ${pair} of ${pairs})`;
}

/** Reading the element; one that cannot be read is an error of this round. */
export function reading(
  writer: ExpressionWriter,
  loop: Loop,
  assign: "=" | "??=",
): readonly Code[] {
  const [unreadable] = loop.unreadable;
  if (unreadable === undefined) return loop.begin;
  const isWrong = loop.isWrong ?? code`${unreadable} instanceof ${writer.runtime("CelError")}`;
  const guard = block(code`if (${isWrong})`, [
    code`failed ${raw(assign)} ${unreadable};`,
    code`continue;`,
  ]);
  const before = loop.begin.some((line) => line.text.startsWith(`const ${unreadable.text} =`));
  return before ? [...loop.begin, guard] : [guard, ...loop.begin];
}

/** The variable for the error that counts. */
export function failedDeclaration(writer: ExpressionWriter): Code {
  return code`let failed${code`: ${writer.file.errorType} | undefined`};`;
}
