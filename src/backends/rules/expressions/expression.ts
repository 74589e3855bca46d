import type { CheckedExpression } from "../../../cel/check/checked.js";
import type { CelType } from "../../../cel/check/type.js";
import { optionalValue } from "../../../cel/check/type.js";
import type {
  Call,
  Constant,
  Expr,
  Ident,
  ListLiteral,
  MapLiteral,
  Select,
} from "../../../cel/syntax/ast.js";
import { operators } from "../../../cel/syntax/ast.js";
import { isLong } from "../../../emit/break-lines.js";
import type { Code } from "../../../emit/code.js";
import { code, join, raw, typeOnly } from "../../../emit/code.js";
import { isMapSchema, readerCode } from "../facts/readers.js";
import { UnsupportedExpression } from "../unsupported.js";
import type { FunctionCode } from "../writing/function-code.js";
import type { Form, Guard, Operand, Plan } from "../writing/operand.js";
import {
  bool,
  bounded,
  composite,
  double,
  formOf,
  guardCode,
  instance,
  int,
  isConstant,
  isSameForm,
  list,
  operand,
  orderedDouble,
  simple,
  string,
  value,
} from "../writing/operand.js";
import { arm, parenthesized } from "../writing/parentheses.js";
import type { RuleFile } from "../writing/rule-file.js";
import type { ExpressionWriter, Findings, Scope } from "../writing/writer.js";
import { noFindings } from "../writing/writer.js";
import { emitCall } from "./call.js";
import { emitComprehension } from "./comprehension.js";
import { entryOperand, fieldOperand, hasOperand, itemOperand, notNull } from "./data-access.js";
import { emitLogical, isBoolLiteral } from "./logical.js";
import { emitNegation, selectOptional } from "./operator.js";

/** Writes one checked expression as code: a switch from node kind to code, with the forms of values at hand. */
export class Expressions implements ExpressionWriter {
  readonly checked: CheckedExpression;
  readonly file: RuleFile;
  readonly body: FunctionCode;
  readonly scope: Scope;
  /** Beginning of the names of functions that parts of the expression become. */
  readonly name: string;
  readonly findings: Findings;

  constructor(
    checked: CheckedExpression,
    file: RuleFile,
    body: FunctionCode,
    scope: Scope,
    name: string,
    findings: Findings = noFindings,
  ) {
    this.findings = findings;
    this.checked = checked;
    this.file = file;
    this.body = body;
    this.scope = scope;
    this.name = name;
  }

  /** The same expression in another function, or with more variables. */
  within(body: FunctionCode, scope: Scope): Expressions {
    return new Expressions(this.checked, this.file, body, scope, this.name, this.findings);
  }

  emit(expr: Expr): Operand {
    switch (expr.kind) {
      case "literal":
        return this.constant(expr.value);
      case "ident":
        return this.#name(expr, expr.name);
      case "select":
        return this.#select(expr);
      case "call":
        return this.#call(expr);
      case "list":
        return this.#list(expr);
      case "map":
        return this.#map(expr);
      case "struct":
        return this.#struct(expr);
      case "comprehension":
        return emitComprehension(this, expr);
    }
  }

  typeOf(expr: Expr): CelType | undefined {
    return this.checked.types.get(expr.id);
  }

  /** A constant as a literal. Uints and bytes become constants of the file, so that each is made once. */
  constant(constant: Constant): Operand {
    switch (constant.type) {
      case "null":
        return simple(code`null`, value);
      case "bool":
        return simple(code`${constant.value}`, bool);
      case "int": {
        const short = Number(constant.value);
        const isShort = Number.isSafeInteger(short);
        const literal = simple(isShort ? code`${short}` : code`${constant.value}`, int);
        return bounded(literal, isShort ? Math.abs(short) : undefined);
      }
      case "double":
        return simple(doubleLiteral(constant.value), orderedDouble);
      case "string":
        return simple(code`${constant.value}`, string);
      case "uint": {
        const made = (): Code =>
          code`/* @__PURE__ */ new ${this.runtime("Uint")}(${constant.value})`;
        return simple(this.file.constant(`uint ${constant.value}`, "uint", made), instance("Uint"));
      }
      case "bytes": {
        const bytes = Array.from(constant.value).join(", ");
        const made = (): Code => raw(`/* @__PURE__ */ new Uint8Array([${bytes}])`);
        return simple(this.file.constant(`bytes ${bytes}`, "bytes", made), instance("Uint8Array"));
      }
    }
  }

  runtime(name: string): Code {
    return this.file.runtime(name);
  }

  /** A variable that holds an operand's value from here on. */
  hold(from: Operand, base = "it"): { readonly assign: Code; readonly held: Operand } {
    const name = this.body.temporary(base, this.file.annotation(from.form, from.fails));
    return {
      assign: code`(${name} = ${from.code})`,
      held: simple(name, from.form, from.fails),
    };
  }

  /** What is made of operands that are no errors; the first that is one is the result. */
  strict(operands: readonly Operand[], use: (operands: readonly Operand[]) => Operand): Operand {
    const guards: Guard[] = [];
    const values = operands.map((from) => this.#guard(from, guards));
    const result = use(values);
    const [only] = operands;
    const isSame = only !== undefined && result.code.text === values[0]?.code.text;
    if (operands.length === 1 && isSame && guards.length > 0) return { ...only, form: result.form };
    return this.guarded(guards, result);
  }

  lenient(operands: readonly Operand[], use: (operands: readonly Operand[]) => Operand): Operand {
    const guards: Guard[] = [];
    const lastGuarded = operands.findLastIndex(isGuarded);
    const values = operands.map((from, index) => {
      // The error of an earlier operand comes first.
      if (index < lastGuarded) return this.#guard(from, guards);
      if (from.plan?.kind !== "strict" || !isGuarded(from)) return from;
      guards.push(...from.plan.guards);
      return { ...from.plan.result, form: from.form };
    });
    return this.guarded(guards, use(values));
  }

  guarded(guards: readonly Guard[], result: Operand): Operand {
    if (guards.length === 0) return result;
    const errorClass = this.runtime("CelError");
    const parts = [...guards.map((guard) => guardCode(guard, errorClass)), result.code];
    const plan: Plan = { kind: "strict", guards, result };
    return bounded(
      { ...composite(join(parts, " : "), result.form, "?:", true), plan },
      result.bound,
    );
  }

  /** An operand as it is when it is no error; what makes sure of that comes to the guards. */
  #guard(from: Operand, guards: Guard[]): Operand {
    if (!from.fails) return from;
    if (from.simple) {
      guards.push({ kind: "known", name: from.code });
      return bounded(simple(from.code, from.form), from.bound);
    }
    if (from.look !== undefined) {
      const name = this.body.temporary(from.hint ?? "it", from.look.annotation);
      guards.push({ kind: "seen", name, look: from.look });
      return simple(name, from.form);
    }
    if (from.plan?.kind === "strict") {
      guards.push(...from.plan.guards);
      return this.#guard({ ...from.plan.result, form: from.form }, guards);
    }
    const name = this.body.temporary(from.hint ?? "it", this.file.annotation(from.form, true));
    guards.push({ kind: "held", name, from });
    return bounded(simple(name, from.form), from.bound);
  }

  /** The same operand in another form. Not for operands that may be errors, unless they stay as they are. */
  coerce(from: Operand, to: Form): Operand {
    if (isSameForm(from.form, to)) return from;
    if (from.fails) return this.strict([from], ([it = from]) => this.coerce(it, to));
    if (to.kind === "value") return this.box(from);
    switch (from.form.kind) {
      case "value":
        return this.#unbox(from, to);
      case "array":
      case "object":
        return this.#cast(this.box(from), to);
      case "double":
        return to.kind === "class" ? this.box(from) : from;
      case "class":
        if (from.form.name === "Double" && to.kind === "double") return this.#unbox(from, to);
        return this.#cast(from, to);
      default:
        return this.#cast(from, to);
    }
  }

  /** As a `Value`. */
  box(from: Operand): Operand {
    if (from.fails) return this.strict([from], ([it = from]) => this.box(it));
    switch (from.form.kind) {
      case "double":
        return operand(code`new ${this.runtime("Double")}(${from.code})`, value);
      case "object": {
        const reader = readerCode(this.file, notNull(from.form.schema), from.form.isResource);
        return operand(code`${reader}(${from.code})`, value, true);
      }
      case "array": {
        if (from.form.plain) {
          const { items } = from.form.schema;
          if (items === undefined) throw new UnsupportedExpression("untyped list");
          const reader = readerCode(this.file, items, items.embeddedResource);
          return operand(code`${this.runtime("readItems")}(${from.code}, ${reader})`, value);
        }
        return operand(
          code`${readerCode(this.file, notNull(from.form.schema), false)}(${from.code})`,
          value,
          true,
        );
      }
      default:
        return { ...from, form: value };
    }
  }

  /** As a condition. */
  condition(expr: Expr): Operand {
    const from = this.emit(expr);
    if (from.form.kind === "bool") return from;
    return this.strict([this.box(from)], ([it = from]) =>
      operand(code`${this.runtime("asBool")}(${it.code})`, bool, true),
    );
  }

  #unbox(from: Operand, to: Form): Operand {
    if (to.kind !== "double") return this.#cast(from, to);
    const boxed = this.#cast(from, instance("Double"));
    return operand(code`${parenthesized(boxed)}.value`, double);
  }

  /** The checker knows the type, which TypeScript cannot see. */
  #cast(from: Operand, to: Form): Operand {
    if (from.fails) {
      return this.strict([from], ([it = from]) => this.#cast(it, to));
    }
    const cast = typeOnly` as ${this.file.type(to, false)}`;
    return { ...composite(code`${parenthesized(from)}${cast}`, to, "other"), simple: false };
  }

  #name(expr: Ident | Select, name: string): Operand {
    const constant = this.checked.constants.get(expr.id);
    if (constant !== undefined) return this.constant(constant);
    const reference = this.checked.references.get(expr.id);
    const resolved = (reference?.name ?? name).replace(/^\./, "");
    const variable = this.scope.get(resolved);
    if (variable !== undefined) return variable;
    if (this.typeOf(expr)?.kind !== "type") throw new UnsupportedExpression(resolved);
    const made = (): Code => code`/* @__PURE__ */ new ${this.runtime("TypeValue")}(${resolved})`;
    return simple(this.file.constant(`type ${resolved}`, "type", made), instance("TypeValue"));
  }

  #select(expr: Select): Operand {
    if (this.checked.references.has(expr.id)) return this.#name(expr, expr.field);
    const from = this.emit(expr.operand);
    const type = this.typeOf(expr);
    if (optionalValue(this.typeOf(expr.operand) ?? { kind: "dyn" }) !== undefined) {
      const name = expr.testOnly ? "hasOptional" : "selectOptional";
      const form = expr.testOnly ? bool : instance("Optional");
      return this.strict([this.box(from)], ([it = from]) =>
        operand(code`${this.runtime(name)}(${it.code}, ${expr.field})`, form, true),
      );
    }
    if (from.form.kind === "object") {
      const { form } = from;
      return this.strict([from], ([it = from]) =>
        expr.testOnly ? hasOperand(this, it, form, expr) : fieldOperand(this, it, form, expr),
      );
    }
    return this.strict([this.box(from)], ([it = from]) => {
      const name = expr.testOnly ? "hasKeyOf" : "indexValue";
      const result = operand(
        code`${this.runtime(name)}(${it.code}, ${expr.field})`,
        expr.testOnly ? bool : value,
        true,
      );
      return expr.testOnly ? result : this.coerce(result, formOf(type));
    });
  }

  #call(expr: Call): Operand {
    const [first, second, third] = expr.args;
    if (first !== undefined && second !== undefined) {
      switch (expr.function) {
        case operators.logicalAnd:
          return emitLogical(this, first, second, "&&");
        case operators.logicalOr:
          return emitLogical(this, first, second, "||");
        case operators.conditional:
          if (third !== undefined) return this.#conditional(expr, first, second, third);
          break;
        case operators.index:
          return this.#index(expr, first, second);
      }
    }
    return emitCall(this, expr);
  }

  #conditional(expr: Expr, conditionExpr: Expr, yesExpr: Expr, noExpr: Expr): Operand {
    if (isBoolLiteral(yesExpr, false) && isBoolLiteral(noExpr, true))
      return emitNegation(this, conditionExpr);
    const condition = this.condition(conditionExpr);
    if (isConstant(condition, true)) return this.emit(yesExpr);
    if (isConstant(condition, false)) return this.emit(noExpr);
    const arms = [this.emit(yesExpr), this.emit(noExpr)] as const;
    const [yes, no] = this.#alike(
      expr,
      isEmptyList(yesExpr) ? emptyLike(arms[1], arms[0]) : arms[0],
      isEmptyList(noExpr) ? emptyLike(arms[0], arms[1]) : arms[1],
    );
    return this.strict([condition], ([it = condition]) => {
      const text = code`${arm(it)} ? ${arm(yes)} : ${arm(no)}`;
      const made = bounded(
        composite(text, yes.form, "?:", yes.fails || no.fails),
        maxBound(yes, no),
      );
      if (yes.plan === undefined && no.plan === undefined && !isLong(text)) return made;
      return { ...made, plan: { kind: "choice", condition: it, yes, no } };
    });
  }

  /** Both ways of an expression in one form. */
  #alike(expr: Expr, yes: Operand, no: Operand): readonly [Operand, Operand] {
    if (yes.form.kind === "double" && no.form.kind === "double") {
      return [yes.form.ordered === true ? { ...yes, form: no.form } : yes, no];
    }
    if (isSameForm(yes.form, no.form)) return [yes, no];
    const form = formOf(this.typeOf(expr));
    return [this.coerce(yes, form), this.coerce(no, form)];
  }

  #index(expr: Expr, containerExpr: Expr, indexExpr: Expr): Operand {
    const container = this.emit(containerExpr);
    const index = this.emit(indexExpr);
    const type = this.typeOf(expr);
    if (optionalValue(this.typeOf(containerExpr) ?? { kind: "dyn" }) !== undefined) {
      return selectOptional(this, container, index);
    }
    const { form } = container;
    if (form.kind === "array" && index.form.kind === "int") {
      return this.strict([container, index], ([it = container, key = index]) =>
        itemOperand(this, it, form.schema, key),
      );
    }
    if (form.kind === "object" && index.form.kind === "string" && isMapSchema(form.schema)) {
      return this.strict([container, index], ([it = container, key = index]) =>
        entryOperand(this, it, form.schema, key),
      );
    }
    return this.strict([this.box(container), this.box(index)], ([it = container, key = index]) => {
      const found = operand(
        code`${this.runtime("indexValue")}(${it.code}, ${key.code})`,
        value,
        true,
      );
      return this.coerce(found, formOf(type));
    });
  }

  #list(expr: ListLiteral): Operand {
    const optional = new Set(expr.optionalIndices);
    const elements = expr.elements.map((element, index) =>
      optional.has(index)
        ? this.coerce(this.emit(element), instance("Optional"))
        : this.box(this.emit(element)),
    );
    return this.strict(elements, (items) =>
      operand(
        code`[${join(
          items.map((item, index) =>
            optional.has(index)
              ? code`...${this.runtime("presentValues")}(${item.code})`
              : item.code,
          ),
          ", ",
        )}]`,
        list,
      ),
    );
  }

  #map(expr: MapLiteral): Operand {
    const parts = expr.entries.flatMap((entry) => [
      this.box(this.emit(entry.key)),
      entry.optional
        ? this.coerce(this.emit(entry.value), instance("Optional"))
        : this.box(this.emit(entry.value)),
    ]);
    return this.strict(parts, (values) => {
      const entries = expr.entries.map((entry, index) => {
        const key = values[2 * index]?.code ?? code`null`;
        const item = values[2 * index + 1];
        if (item === undefined) throw new UnsupportedExpression("map");
        if (!entry.optional) return code`[${key}, ${item.code}]`;
        return code`...${this.runtime("presentEntries")}(${key}, ${item.code})`;
      });
      return operand(
        code`${this.runtime("mapOf")}([${join(entries, ", ")}])`,
        instance("MapValue"),
      );
    });
  }

  /** Wrappers are what they hold, but for those of 32 bits. */
  #struct(expr: Extract<Expr, { kind: "struct" }>): Operand {
    const [field] = expr.fields;
    const isWrapper = /\.(?:Bool|Bytes|Double|String|U?Int64)Value$/.test(expr.name);
    if (!isWrapper || field === undefined || field.optional || expr.fields.length > 1) {
      throw new UnsupportedExpression(expr.name);
    }
    return this.emit(field.value);
  }
}

/** Whether what an operand begins with is checked before it is used: it has no shorter form. */
function isGuarded({ brief, plan }: Operand): boolean {
  return brief === undefined && plan?.kind === "strict";
}

function isEmptyList(expr: Expr): boolean {
  return expr.kind === "list" && expr.elements.length === 0;
}

/** An empty list beside data of an atomic list may be data as well: nothing tells them apart. */
function emptyLike(data: Operand, empty: Operand): Operand {
  const { form } = data;
  if (form.kind !== "array" || form.schema.listType !== "atomic") return empty;
  return { ...empty, form };
}

function maxBound(yes: Operand, no: Operand): number | undefined {
  return yes.bound === undefined || no.bound === undefined
    ? undefined
    : Math.max(yes.bound, no.bound);
}

function doubleLiteral(number: number): Code {
  if (Number.isFinite(number)) return code`${number}`;
  return raw(Number.isNaN(number) ? "NaN" : number > 0 ? "Infinity" : "-Infinity");
}
