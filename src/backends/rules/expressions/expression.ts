import type { CheckedExpression } from "../../../cel/check/checked.js";
import type { Call, Expr as CelExpr } from "../../../cel/syntax/ast.js";
import { operators } from "../../../cel/syntax/ast.js";
import type { CelType } from "../../../cel/type.js";
import type { Expr } from "../../../emit/code.js";
import { expr } from "../../../emit/code.js";
import * as make from "../../../emit/nodes/make.js";
import type { LibraryValue, RuntimeValue } from "../../../runtime/contract.js";
import type { FunctionCode } from "../writing/function-code.js";
import type { Form, Guard, Operand } from "../writing/operand.js";
import { bool, operand, simple } from "../writing/operand.js";
import type { RuleFile } from "../writing/rule-file.js";
import type { ExpressionWriter, Findings, Scope } from "../writing/writer.js";
import { noFindings } from "../writing/writer.js";
import { emitCall } from "./call.js";
import { emitComprehension } from "./comprehension.js";
import { emitConditional } from "./conditional.js";
import { box, coerce } from "./conversion.js";
import { guarded, lenient, strict } from "./guarding.js";
import { emitConstant, emitList, emitMap, emitStruct } from "./literals.js";
import { emitLogical } from "./logical.js";
import { emitIndex, emitName, emitSelect } from "./selection.js";

/**
 * Writes one checked expression as code: a switch from node kind to code, with the forms of values
 * at hand.
 */
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

  emit(node: CelExpr): Operand {
    switch (node.kind) {
      case "literal":
        return emitConstant(this, node.value);
      case "ident":
        return emitName(this, node, node.name);
      case "select":
        return emitSelect(this, node);
      case "call":
        return this.#call(node);
      case "list":
        return emitList(this, node);
      case "map":
        return emitMap(this, node);
      case "struct":
        return emitStruct(this, node);
      case "comprehension":
        return emitComprehension(this, node);
    }
  }

  /**
   * Operators that do not look at all their operands, or at more than values; then what is a
   * function like any other.
   */
  #call(node: Call): Operand {
    const [first, second, third] = node.args;
    if (first !== undefined && second !== undefined) {
      switch (node.function) {
        case operators.logicalAnd:
          return emitLogical(this, first, second, "&&");
        case operators.logicalOr:
          return emitLogical(this, first, second, "||");
        case operators.conditional:
          if (third !== undefined) return emitConditional(this, node, first, second, third);
          break;
        case operators.index:
          return emitIndex(this, node, first, second);
      }
    }
    return emitCall(this, node);
  }

  /** As a condition. */
  condition(node: CelExpr): Operand {
    const from = this.emit(node);
    if (from.form.kind === "bool") return from;
    return this.strict([this.box(from)], ([it = from]) =>
      operand(expr`${this.runtime("asBool")}(${it.code})`, bool, true),
    );
  }

  typeOf(node: CelExpr): CelType | undefined {
    return this.checked.types.get(node.id);
  }

  runtime(name: RuntimeValue | LibraryValue): Expr {
    return this.file.runtime(name);
  }

  /** A variable that holds an operand's value from here on. */
  hold(from: Operand, base = "it"): { readonly assign: Expr; readonly held: Operand } {
    const name = this.body.temporary(base, this.file.type(from.form, from.fails));
    return {
      assign: make.assign("=", name, from.code),
      held: simple(name, from.form, from.fails),
    };
  }

  strict(operands: readonly Operand[], use: (operands: readonly Operand[]) => Operand): Operand {
    return strict(this, operands, use);
  }

  lenient(operands: readonly Operand[], use: (operands: readonly Operand[]) => Operand): Operand {
    return lenient(this, operands, use);
  }

  guarded(guards: readonly Guard[], result: Operand): Operand {
    return guarded(this, guards, result);
  }

  coerce(from: Operand, to: Form): Operand {
    return coerce(this, from, to);
  }

  box(from: Operand): Operand {
    return box(this, from);
  }
}
