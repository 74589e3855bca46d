import type { Comprehension, Expr } from "../../cel/ast.js";
import type { Code } from "../../emit/code.js";
import { code, join, raw, typeOnly, word } from "../../emit/code.js";
import type { Schema } from "../../ir/schema.js";
import { assignment } from "./break-lines.js";
import { accessOf, itemsOf, valuesOf } from "./data-access.js";
import type { Scope } from "./writer.js";
import type { ExpressionWriter } from "./writer.js";
import type { Fold } from "./fold.js";
import { foldOf, isBinding } from "./fold.js";
import { isMapSchema } from "./readers.js";
import type { Target } from "./statements.js";
import { Statements, block, ifCode, lastOfRound } from "./statements.js";
import { FunctionCode, parenthesized } from "./function-code.js";
import type { Form, Operand } from "./operand.js";
import { bool, formOf, instance, int, list, operand, simple, string, value } from "./operand.js";

/** A comprehension as a function of its own with a loop; a binding as a variable. */
export function emitComprehension(writer: ExpressionWriter, expr: Comprehension): Operand {
  if (isBinding(expr)) return emitBinding(writer, expr);
  const fold = foldOf(expr);
  const range = writer.emit(expr.iterRange);
  return writer.strict([range], ([over = range]) => emitLoop(writer, expr, fold, over));
}

function emitBinding(writer: ExpressionWriter, expr: Comprehension): Operand {
  const initial = writer.emit(expr.accuInit);
  const { assign, held } = initial.simple
    ? { assign: undefined, held: initial }
    : writer.hold(initial, identifierOf(expr.accuVar));
  const scope = new Map(writer.scope).set(expr.accuVar, held);
  const result = writer.within(writer.body, scope).emit(expr.result);
  if (assign === undefined) return result;
  const made = operand(code`(${assign}, ${result.code})`, result.form, result.fails);
  return { ...made, plan: { kind: "binding", name: held.code, value: initial, result } };
}

interface Loop {
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

function emitLoop(
  writer: ExpressionWriter,
  expr: Comprehension,
  fold: Fold,
  over: Operand,
): Operand {
  const captured = capturedBy(writer.scope, expr);
  const parameters = captured.map(([name, variable]) => ({
    name: parameterName(name),
    type: writer.file.type(variable.form, variable.fails),
  }));
  const body = new FunctionCode(["over", ...parameters.map(({ name }) => name)]);
  const scope = new Map<string, Operand>();
  for (const [index, [name, variable]] of captured.entries()) {
    const parameter = parameters[index]?.name ?? "";
    scope.set(name, simple(word(parameter), variable.form, variable.fails));
  }
  const name = writer.file.name(`${writer.name}${suffixes[fold.kind]}`);
  const inner = writer.within(body, scope);
  const loop = loopOf(inner, expr, simple(word("over"), over.form));
  const { statements, form, fails } = foldBody(inner, fold, loop, expr);
  const signature = [{ name: "over", type: writer.file.type(over.form, false) }, ...parameters];
  const returns = writer.file.type(form, fails);
  const called = writer.file.declare(name, signature, returns, body.body(statements));
  const args = [over.code, ...captured.map(([, variable]) => variable.code)];
  return operand(code`${called}(${join(args, ", ")})`, form, fails);
}

const suffixes: Readonly<Record<Fold["kind"], string>> = {
  all: "All",
  exists: "Exists",
  existsOne: "ExistsOne",
  map: "Map",
  transform: "Transform",
};

/** The variables of outer scopes that a comprehension's body reads, in the order in which they came into scope. */
function capturedBy(scope: Scope, expr: Comprehension): readonly (readonly [string, Operand])[] {
  const used = namesIn([expr.loopStep, expr.result]);
  const own = new Set([expr.iterVar, expr.iterVar2, expr.accuVar]);
  return [...scope].filter(([name]) => used.has(name) && !own.has(name));
}

/** Every identifier, inner variables included: one too many does no harm. */
function namesIn(exprs: readonly Expr[]): ReadonlySet<string> {
  const names = new Set<string>();
  const pending = [...exprs];
  for (let expr = pending.pop(); expr !== undefined; expr = pending.pop()) {
    if (expr.kind === "ident") names.add(expr.name.replace(/^\./, ""));
    pending.push(...childrenOf(expr));
  }
  return names;
}

function childrenOf(expr: Expr): readonly Expr[] {
  switch (expr.kind) {
    case "select":
      return [expr.operand];
    case "call":
      return expr.target === undefined ? expr.args : [expr.target, ...expr.args];
    case "list":
      return expr.elements;
    case "map":
      return expr.entries.flatMap((entry) => [entry.key, entry.value]);
    case "struct":
      return expr.fields.map((field) => field.value);
    case "comprehension":
      return [expr.iterRange, expr.accuInit, expr.loopCondition, expr.loopStep, expr.result];
    default:
      return [];
  }
}

/** A CEL name as a name of JavaScript. */
function identifierOf(name: string): string {
  const plain = name.replace(/[^A-Za-z0-9_]/g, "");
  const isTaken = reserved.has(plain) || constantName.test(plain);
  return plain === "" || /^[0-9]/.test(plain) || isTaken ? `${plain}It` : plain;
}

function parameterName(name: string): string {
  return identifierOf(name);
}

const reserved: ReadonlySet<string> = new Set(
  (
    "arguments await break case catch class const continue debugger default delete do else enum eval export extends " +
    "false finally for function if implements import in instanceof interface let new null package private protected " +
    "public return static super switch this throw true try typeof undefined var void while with yield over failed " +
    "holds count result range mapped inserted"
  ).split(" "),
);

/** Names of constants of the file. */
const constantName = /^(?:allowed|bytes|duration\w*|pattern|read|timestamp|type|uint)\d*$/;

function loopOf(writer: ExpressionWriter, expr: Comprehension, over: Operand): Loop {
  return expr.iterVar2 === undefined
    ? oneVariableLoop(writer, expr, over)
    : twoVariableLoop(writer, expr, expr.iterVar2, over);
}

function oneVariableLoop(writer: ExpressionWriter, expr: Comprehension, over: Operand): Loop {
  const { form } = over;
  const used = namesIn([expr.loopStep]).has(expr.iterVar);
  const name = writer.body.name(`${used ? "" : "_"}${identifierOf(expr.iterVar)}`);
  if (form.kind === "array") {
    const { reader, form: element } = accessOf(writer, itemsOf(form.schema));
    const item = writer.body.name("item");
    const head = code`for (const ${word(used ? item : name)} of ${over.code})`;
    if (!used) return { head, begin: [], scope: writer.scope, unreadable: [], guard: [] };
    const direct = directLoop(writer, expr.iterVar, over.code, word(name), element);
    if (direct !== undefined) return direct;
    return readLoop(
      writer,
      expr.iterVar,
      head,
      word(name),
      code`${reader}(${word(item)})`,
      element,
    );
  }
  if (form.kind === "object") {
    const scope = new Map(writer.scope).set(expr.iterVar, simple(word(name), string));
    const head = code`for (const ${word(name)} of Object.keys(${over.code}))`;
    return { head, begin: [], scope, unreadable: [], guard: [] };
  }
  const type = writer.typeOf(expr.iterRange);
  const element =
    type?.kind === "list" ? type.element : type?.kind === "map" ? type.key : undefined;
  const isList = form.kind === "list";
  const items = isList ? code`${writer.runtime("listElements")}(${over.code})` : word("range");
  const guard = isList ? [] : rangeGuard(writer, "rangeOf", over);
  const item = simple(word(name), value, true);
  const typed = formOf(element);
  const head = code`for (const ${word(name)} of ${items})`;
  if (typed.kind === "value" || !used) {
    const scope = new Map(writer.scope).set(expr.iterVar, item);
    return { head, begin: [], scope, unreadable: [], guard };
  }
  // The element's type is known to the checker alone.
  const held = writer.body.name("item");
  const unboxed = writer.coerce(simple(word(held), value), typed);
  const scope = new Map(writer.scope).set(expr.iterVar, simple(word(name), typed));
  return {
    head: code`for (const ${word(held)} of ${items})`,
    begin: [code`const ${word(name)} = ${unboxed.code};`],
    scope,
    unreadable: [word(held)],
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
    const cast = typeOnly` as readonly (${writer.file.type(unseen, false)})[]`;
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
  const begin = [code`const ${name} = ${read};`];
  const isLate = form.kind === "class" || form.kind === "value";
  const scope = new Map(writer.scope).set(variable, simple(name, form, isLate));
  return { head, begin, scope, unreadable: isLate ? [] : [name], guard: [] };
}

function rangeGuard(writer: ExpressionWriter, name: string, over: Operand): readonly Code[] {
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
  const key = writer.body.name(identifierOf(expr.iterVar));
  const name = writer.body.name(identifierOf(second));
  const item = writer.body.name("item");
  const used = namesIn([expr.loopStep]);
  const keyName = used.has(expr.iterVar) ? word(key) : raw("");
  if (form.kind === "array" || form.kind === "object") {
    const schema = form.kind === "array" ? itemsOf(form.schema) : valuesOf(form.schema);
    const { reader, form: element } = accessOf(writer, schema);
    const entries =
      form.kind === "array" ? code`${over.code}.entries()` : code`Object.entries(${over.code})`;
    const head = code`for (const [${keyName}, ${word(item)}] of ${entries})`;
    const read = code`${reader}(${word(item)})`;
    const loop = readLoop(writer, second, head, word(name), read, element);
    const keyForm = form.kind === "array" ? int : string;
    const scope = new Map(loop.scope).set(expr.iterVar, simple(word(key), keyForm));
    return { ...loop, scope };
  }
  const type = writer.typeOf(expr.iterRange);
  const keyForm = type?.kind === "list" ? int : type?.kind === "map" ? formOf(type.key) : value;
  const head = code`for (const [${word(item)}, ${word(name)}] of range)`;
  const unboxed = writer.coerce(simple(word(item), value), keyForm);
  const scope = new Map(writer.scope)
    .set(expr.iterVar, simple(word(key), keyForm))
    .set(second, simple(word(name), value, true));
  return {
    head,
    begin: [code`const ${word(key)} = ${unboxed.code};`],
    scope,
    unreadable: [],
    guard: rangeGuard(writer, "entriesOf", over),
  };
}

interface FoldBody {
  readonly statements: readonly Code[];
  readonly form: Form;
  readonly fails: boolean;
}

function foldBody(writer: ExpressionWriter, fold: Fold, loop: Loop, expr: Comprehension): FoldBody {
  const inner = writer.within(writer.body, loop.scope);
  switch (fold.kind) {
    case "all":
    case "exists":
      return quantifierBody(inner, loop, fold.predicate, fold.kind === "all");
    case "existsOne":
      return existsOneBody(inner, loop, fold.predicate);
    case "map":
      return gatherBody(inner, loop, fold.predicate, fold.element, expr);
    case "transform":
      return transformBody(inner, loop, fold.predicate, fold.entry);
  }
}

/** Every error is kept, the first one counts; the value that decides ends the loop. */
function quantifierBody(
  writer: ExpressionWriter,
  loop: Loop,
  predicate: Expr,
  isAll: boolean,
): FoldBody {
  const holds = writer.condition(predicate);
  const decisive = raw(String(!isAll));
  const otherwise = raw(String(isAll));
  if (!holds.fails && loop.unreadable.length === 0) {
    const test = isAll ? code`!${parenthesized(holds)}` : holds.code;
    const statements = [
      ...loop.guard,
      block(loop.head, [...loop.begin, ifCode(test, [code`return ${decisive};`])]),
      code`return ${otherwise};`,
    ];
    return { statements, form: bool, fails: loop.guard.length > 0 };
  }
  const steps = [...reading(writer, loop, "??=")];
  const statementsOf = new Statements(writer.file, writer.body);
  steps.push(...lastOfRound(statementsOf.print(holds, quantified(isAll))));
  const statements = [
    ...loop.guard,
    failedDeclaration(writer),
    block(loop.head, steps),
    code`return failed ?? ${otherwise};`,
  ];
  return { statements, form: bool, fails: true };
}

/** A round of a quantifier: the value that decides is the result, an error is kept. */
function quantified(isAll: boolean): Target {
  const decisive = String(!isAll);
  const found = code`return ${raw(decisive)};`;
  return {
    result: (it) => {
      if (it.code.text === decisive) return [found];
      if (it.code.text === String(isAll)) return [next];
      if (!it.fails) {
        const test = isAll ? (it.negated ?? code`!${parenthesized(it)}`) : it.code;
        return [ifCode(test, [found]), next];
      }
      return [
        assignment(raw("const holds"), it.code),
        ifCode(code`holds === ${raw(decisive)}`, [found]),
        code`if (holds !== ${raw(String(isAll))}) failed ??= holds;`,
        next,
      ];
    },
    fault: (error) => [code`failed ??= ${error};`, next],
    ends: true,
    splits: true,
  };
}

const next = raw("continue;");

/** A round of `exists_one`: an error is kept. */
const counted: Target = {
  result: (it) => {
    if (it.code.text === "false") return [next];
    if (!it.fails) return [ifCode(it.code, [raw("count++;")]), next];
    return [
      assignment(raw("const holds"), it.code),
      code`if (holds === true) count++;`,
      code`else if (holds !== false) failed = holds;`,
      next,
    ];
  },
  fault: (error) => [code`failed = ${error};`, next],
  ends: true,
  splits: true,
};

/** The end of a round by an error: the first one counts, or the last one. */
function skipped(assign: "=" | "??="): Target {
  return {
    result: () => [next],
    fault: (error) => [code`failed ${raw(assign)} ${error};`, next],
    ends: true,
    splits: true,
  };
}

/** All elements are looked at: a later error counts more than the number found. */
function existsOneBody(writer: ExpressionWriter, loop: Loop, predicate: Expr): FoldBody {
  const holds = writer.condition(predicate);
  if (!holds.fails && loop.unreadable.length === 0) {
    const statements = [
      ...loop.guard,
      code`let count = 0;`,
      block(loop.head, [
        ...loop.begin,
        ifCode(code`${parenthesized(holds)} && ++count > 1`, [raw("return false;")]),
      ]),
      code`return count === 1;`,
    ];
    return { statements, form: bool, fails: loop.guard.length > 0 };
  }
  const steps = [...reading(writer, loop, "=")];
  steps.push(...lastOfRound(new Statements(writer.file, writer.body).print(holds, counted)));
  const statements = [
    ...loop.guard,
    code`let count = 0;`,
    failedDeclaration(writer),
    block(loop.head, steps),
    code`return failed ?? count === 1;`,
  ];
  return { statements, form: bool, fails: true };
}

function gatherBody(
  writer: ExpressionWriter,
  loop: Loop,
  predicate: Expr | undefined,
  element: Expr,
  expr: Comprehension,
): FoldBody {
  const kept = keptData(writer, expr, element);
  const mapped = kept ?? writer.box(writer.emit(element));
  const form: Form = kept === undefined ? list : keptForm(expr, writer);
  const statementsOf = new Statements(writer.file, writer.body);
  const settled = statementsOf.settle(mapped, "mapped", skipped("??="));
  const push = [...settled.statements, code`result.push(${settled.it.code});`];
  const holds = predicate === undefined ? undefined : writer.condition(predicate);
  const steps = gatherSteps(writer, loop, holds, push);
  const fails = mapped.fails || holds?.fails === true || loop.unreadable.length > 0;
  const elementType = kept === undefined ? writer.file.type(value, false) : writer.file.jsonType;
  const statements = [
    ...loop.guard,
    code`const result${typeOnly`: ${elementType}[]`} = [];`,
    ...(fails ? [failedDeclaration(writer)] : []),
    block(loop.head, steps),
    fails ? code`return failed ?? result;` : code`return result;`,
  ];
  return { statements, form, fails: fails || loop.guard.length > 0 };
}

/** Data that a filter keeps stays data. */
function keptData(
  writer: ExpressionWriter,
  expr: Comprehension,
  element: Expr,
): Operand | undefined {
  if (element.kind !== "ident" || element.name !== expr.iterVar) return undefined;
  const variable = writer.scope.get(element.name);
  return variable?.form.kind === "object" || variable?.form.kind === "array" ? variable : undefined;
}

function keptForm(expr: Comprehension, writer: ExpressionWriter): Form {
  const variable = writer.scope.get(expr.iterVar);
  const { form } = variable ?? { form: list };
  if (form.kind !== "object" && form.kind !== "array") return list;
  return { kind: "array", schema: listOfSchema(form.schema), plain: true };
}

function listOfSchema(items: Schema): Schema {
  return { ...items, id: -items.id - 0.25, type: "array", kind: "list", nullable: false, items };
}

function gatherSteps(
  writer: ExpressionWriter,
  loop: Loop,
  holds: Operand | undefined,
  push: readonly Code[],
): readonly Code[] {
  const begin = reading(writer, loop, holds === undefined ? "??=" : "=");
  if (holds === undefined) return [...begin, ...push];
  const statementsOf = new Statements(writer.file, writer.body);
  const { statements, it } = statementsOf.settle(holds, "holds", skipped("="));
  const test = it.negated ?? code`!${parenthesized(it)}`;
  return [...begin, ...statements, ifCode(test, [next]), ...push];
}

function transformBody(
  writer: ExpressionWriter,
  loop: Loop,
  predicate: Expr | undefined,
  entry: readonly Expr[],
): FoldBody {
  const parts = entry.map((part) => writer.box(writer.emit(part)));
  const inserted = writer.strict(parts, (values) =>
    operand(
      code`${writer.runtime(values.length === 1 ? "insertEntries" : "insertEntry")}(${join(
        [raw("result"), ...values.map((item) => item.code)],
        ", ",
      )})`,
      instance("PlainMap"),
      true,
    ),
  );
  const statementsOf = new Statements(writer.file, writer.body);
  const settled = statementsOf.settle(inserted, "inserted", skipped("??="));
  const push = [...settled.statements, code`result = ${settled.it.code};`];
  const holds = predicate === undefined ? undefined : writer.condition(predicate);
  const statements = [
    ...loop.guard,
    code`let result${typeOnly`: ${writer.file.type(instance("PlainMap"), false)}`} = ${writer.runtime("mapOf")}([]);`,
    failedDeclaration(writer),
    block(loop.head, gatherSteps(writer, loop, holds, push)),
    code`return failed ?? result;`,
  ];
  return { statements, form: instance("MapValue"), fails: true };
}

/** Reading the element; one that cannot be read is an error of this round. */
function reading(writer: ExpressionWriter, loop: Loop, assign: "=" | "??="): readonly Code[] {
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

function failedDeclaration(writer: ExpressionWriter): Code {
  return code`let failed${typeOnly`: ${writer.file.errorType} | undefined`};`;
}
