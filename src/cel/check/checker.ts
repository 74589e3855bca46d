import { has } from "../../runtime/versions/changes.js";
import type { IssueCollector } from "../issue.js";
import type { Overload } from "../libraries/row.js";
import type {
  Call,
  Comprehension,
  Constant,
  Expr,
  Ident,
  ListLiteral,
  Literal,
  MapLiteral,
  Select,
  StructLiteral,
} from "../syntax/ast.js";
import { operators } from "../syntax/ast.js";
import type { CelType, PrimitiveType } from "../type.js";
import {
  boolType,
  bytesType,
  doubleType,
  dynType,
  errorType,
  formatAsMessage,
  formatType,
  intType,
  isExactType,
  listType,
  mapType,
  nilType,
  nullType,
  optionalType,
  optionalValue,
  stringType,
  uintType,
} from "../type.js";
import type { CheckedExpression, Reference } from "./checked.js";
import { Scopes } from "./checked.js";
import type { Environment } from "./environment.js";
import { functionNamed, resolveGlobal } from "./environment.js";
import { instantiate, isDyn, isDynOrError, mostGeneral, Substitution } from "./unify.js";
import { messageField, messageName } from "./well-known-types.js";

/**
 * Find the types of a parsed expression (cel-go `checker/checker.go`). Faults go to `issues`; the
 * result is of use only when there were none.
 */
export function check(
  environment: Environment,
  text: string,
  ast: Expr,
  issues: IssueCollector,
): CheckedExpression {
  const checker = new Checker(environment, issues);
  checker.check(ast);
  checker.closeTypes();
  const { types, references, constants } = checker;
  return { text, ast, types, references, constants };
}

class Checker {
  readonly types = new Map<number, CelType>();
  readonly references = new Map<number, Reference>();
  readonly constants = new Map<number, Constant>();
  readonly #environment: Environment;
  readonly #issues: IssueCollector;
  readonly #substitution = new Substitution();
  readonly #scopes = new Scopes<CelType>();

  constructor(environment: Environment, issues: IssueCollector) {
    this.#environment = environment;
    this.#issues = issues;
  }

  /** Find the type of a node and of all nodes below it. */
  check(expr: Expr): CelType {
    const type = this.#typeOf(expr);
    const earlier = this.types.get(expr.id);
    if (earlier !== undefined && !isExactType(earlier, type)) {
      this.#typeExists(expr, earlier, type);
      return earlier;
    }
    this.types.set(expr.id, type);
    return type;
  }

  /**
   * A node that stands in two places (`optionalReceiver`) has a type that is made anew each time,
   * as an empty list has.
   */
  #typeExists(expr: Expr, earlier: CelType, type: CelType): void {
    // Servers print the node itself, which is its number and where in memory it lies.
    const node = `&{${expr.id} 0xc000000000}(${expr.id})`;
    this.#report(
      expr,
      `incompatible type already exists for expression: ${node} old:${this.#format(earlier)}, new:${this.#format(type)}`,
    );
  }

  /** Replace type variables in the results by what they were found to be, or by dyn. */
  closeTypes(): void {
    if (this.#substitution.isEmpty) return;
    for (const [id, type] of this.types) this.types.set(id, this.#substitution.close(type));
  }

  #typeOf(expr: Expr): CelType {
    switch (expr.kind) {
      case "literal":
        return literalType(expr);
      case "ident":
        return this.#checkIdent(expr);
      case "select":
        return this.#checkSelect(expr);
      case "call":
        return this.#checkCall(expr);
      case "list":
        return this.#checkList(expr);
      case "map":
        return this.#checkMap(expr);
      case "struct":
        return this.#checkStruct(expr);
      case "comprehension":
        return this.#checkComprehension(expr);
    }
  }

  #checkIdent(expr: Ident): CelType {
    const type = this.#resolve(expr, expr.name);
    if (type !== undefined) return type;
    this.#undeclared(expr, expr.name);
    return errorType;
  }

  /**
   * The type of a name: a loop variable, or a global one; a leading dot skips loop variables, up to
   * 1.36 it does nothing.
   */
  #resolve(expr: Expr, name: string): CelType | undefined {
    const absolute = name.startsWith(".");
    const bare = absolute ? name.slice(1) : name;
    const local = this.#scopes.find(bare);
    if (local !== undefined && !(absolute && this.#skipsLocals)) {
      this.references.set(expr.id, { kind: "variable", name: bare });
      return local;
    }
    return this.#resolveGlobal(expr, bare, local !== undefined);
  }

  /** True if a leading dot and a loop variable count for which name is meant. */
  get #skipsLocals(): boolean {
    return has(this.#environment.kubernetesVersion, "dotsSkipLoops");
  }

  #resolveGlobal(expr: Expr, name: string, isHidden: boolean): CelType | undefined {
    const found = resolveGlobal(this.#environment, name);
    if (found === undefined) return undefined;
    this.references.set(expr.id, { kind: "variable", name: isHidden ? `.${name}` : name });
    if (found.constant !== undefined) this.constants.set(expr.id, found.constant);
    return found.type;
  }

  #checkSelect(expr: Select): CelType {
    const qualified = this.#qualifiedName(expr);
    if (qualified !== undefined) {
      const type = this.#resolveQualified(expr, qualified);
      if (type !== undefined) return type;
    }
    const type = this.#checkField(expr, expr.operand, expr.field, false);
    return expr.testOnly ? boolType : this.#substitution.apply(type);
  }

  /** The text of a chain that may be one name; most chains cannot, as no name begins so. */
  #qualifiedName(expr: Expr): string | undefined {
    const first = firstName(expr);
    if (first === undefined || !this.#environment.qualifiers.has(first)) return undefined;
    return qualifiedName(expr);
  }

  /** `a.b.c` may be one name; from 1.37 on not if `a` is a loop variable. */
  #resolveQualified(expr: Expr, name: string): CelType | undefined {
    const absolute = name.startsWith(".");
    const bare = absolute ? name.slice(1) : name;
    const isLocal =
      this.#skipsLocals && this.#scopes.find(bare.slice(0, bare.indexOf("."))) !== undefined;
    return isLocal && !absolute ? undefined : this.#resolveGlobal(expr, bare, isLocal);
  }

  #checkOptionalSelect(expr: Call): CelType {
    const [operand, field] = expr.args;
    if (operand === undefined || field === undefined || expr.args.length !== 2) {
      this.#report(
        expr,
        `unsupported optional field selection: incorrect signature. argument count: ${String(expr.args.length)}`,
      );
      return errorType;
    }
    if (field.kind !== "literal" || field.value.type !== "string") {
      this.#report(field, "unsupported optional field selection");
      return errorType;
    }
    const type = this.#checkField(expr, operand, field.value.value, true);
    this.types.set(field.id, stringType);
    const id = "select_optional_field";
    this.references.set(expr.id, { kind: "function", name: expr.function, overloads: [id] });
    return this.#substitution.apply(type);
  }

  #checkField(expr: Expr, operand: Expr, field: string, optional: boolean): CelType {
    const operandType = this.#substitution.apply(this.check(operand));
    const inner = optionalValue(operandType);
    const result = this.#fieldType(expr, inner ?? operandType, field);
    return inner !== undefined || optional ? optionalType(result) : result;
  }

  #fieldType(expr: Expr, target: CelType, field: string): CelType {
    switch (target.kind) {
      case "map":
        return target.value;
      case "object":
        if (target.field === undefined) {
          this.#report(expr, `unexpected failed resolution of '${target.name}'`);
          return errorType;
        }
        return this.#objectField(expr, target.field(field), field);
      case "param":
        this.#substitution.isAssignable(dynType, target);
        return dynType;
      default:
        if (!isDynOrError(target)) {
          const isOldest = this.#environment.kubernetesVersion === 28;
          const name = isOldest ? formatAsMessage(target) : this.#format(target);
          this.#report(expr, `type '${name}' does not support field selection`);
        }
        return dynType;
    }
  }

  #objectField(
    expr: { readonly offset: number },
    type: CelType | undefined,
    field: string,
  ): CelType {
    if (type !== undefined) return type;
    this.#report(expr, `undefined field '${field}'`);
    return errorType;
  }

  #checkCall(expr: Call): CelType {
    if (expr.function === operators.optionalSelect) return this.#checkOptionalSelect(expr);
    const argTypes = expr.args.map((arg) => this.check(arg));
    if (expr.target === undefined) return this.#checkGlobalCall(expr, expr.function, argTypes);
    const prefix = this.#qualifiedName(expr.target);
    if (prefix !== undefined) {
      const overloads = functionNamed(this.#environment, `${prefix}.${expr.function}`);
      if (overloads !== undefined)
        return this.#resolveOverload(expr, overloads, "global", argTypes);
    }
    const targetType = this.check(expr.target);
    const overloads = functionNamed(this.#environment, expr.function);
    if (overloads !== undefined) {
      return this.#resolveOverload(expr, overloads, "member", [targetType, ...argTypes]);
    }
    this.#undeclared(expr, expr.function);
    return this.#untyped;
  }

  /**
   * The type of an undeclared method or message: 1.28 gives it none, and complains of its use as
   * well.
   */
  get #untyped(): PrimitiveType {
    return has(this.#environment.kubernetesVersion, "errorTypes") ? errorType : nilType;
  }

  #checkGlobalCall(expr: Call, name: string, argTypes: readonly CelType[]): CelType {
    const overloads = functionNamed(this.#environment, name);
    if (overloads === undefined) {
      this.#undeclared(expr, name);
      return errorType;
    }
    const isLogic = name === operators.logicalAnd || name === operators.logicalOr;
    if (isLogic && has(this.#environment.kubernetesVersion, "termByTerm")) {
      return this.#checkLogic(expr, overloads, argTypes);
    }
    return this.#resolveOverload(expr, overloads, "global", argTypes);
  }

  #checkLogic(expr: Call, overloads: readonly Overload[], argTypes: readonly CelType[]): CelType {
    let result: PrimitiveType = boolType;
    argTypes.forEach((type, index) => {
      if (this.#substitution.isAssignable(type, boolType)) return;
      const arg = expr.args[index] ?? expr;
      this.#mismatch(arg, boolType, type);
      result = errorType;
    });
    if (result === boolType) this.#refer(expr, overloads.slice(0, 1));
    return result;
  }

  #resolveOverload(
    expr: Call,
    overloads: readonly Overload[],
    style: "member" | "global",
    argTypes: readonly CelType[],
  ): CelType {
    const fitting: Overload[] = [];
    let result: CelType | undefined;
    for (const overload of overloads) {
      if (overload.style !== style || this.#isDisabled(overload)) continue;
      const candidate = this.#matchOverload(overload, argTypes);
      if (candidate === undefined) continue;
      fitting.push(overload);
      if (result === undefined) result = candidate;
      else if (!isDyn(result) && !isExactType(candidate, result)) result = dynType;
    }
    if (result === undefined) {
      this.#noMatchingOverload(expr, overloads[0]?.function ?? expr.function, style, argTypes);
      return errorType;
    }
    this.#refer(expr, fitting);
    return result;
  }

  /**
   * Below a comprehension cel-go forgets which overloads are disabled (`checker/env.go`,
   * enterScope).
   */
  #isDisabled(overload: Overload): boolean {
    return this.#scopes.isEmpty && this.#environment.disabledOverloads.has(overload.id);
  }

  /** The result type of an overload if the arguments fit. */
  #matchOverload(overload: Overload, argTypes: readonly CelType[]): CelType | undefined {
    if (overload.typeParameters.length === 0) {
      const fits = this.#substitution.areAssignable(argTypes, overload.parameters);
      return fits ? overload.result : undefined;
    }
    const variables = new Map<string, CelType>();
    for (const name of overload.typeParameters)
      variables.set(name, this.#substitution.freshVariable());
    const parameters = overload.parameters.map((type) => instantiate(type, variables));
    if (!this.#substitution.areAssignable(argTypes, parameters)) return undefined;
    return this.#substitution.apply(instantiate(overload.result, variables));
  }

  #refer(expr: Call, overloads: readonly Overload[]): void {
    const name = overloads[0]?.function ?? expr.function;
    this.references.set(expr.id, {
      kind: "function",
      name,
      overloads: overloads.map(({ id }) => id),
    });
  }

  #checkList(expr: ListLiteral): CelType {
    const optional = new Set(expr.optionalIndices);
    let joined: CelType | undefined;
    expr.elements.forEach((element, index) => {
      let type = this.check(element);
      if (optional.has(index)) type = this.#unwrapOptional(element, type);
      joined = this.#join(element, joined, type);
    });
    return listType(joined ?? this.#substitution.freshVariable());
  }

  #checkMap(expr: MapLiteral): CelType {
    let key: CelType | undefined;
    let value: CelType | undefined;
    for (const entry of expr.entries) {
      key = this.#join(entry.key, key, this.check(entry.key));
      let type = this.check(entry.value);
      if (entry.optional) type = this.#unwrapOptional(entry.value, type);
      value = this.#join(entry.value, value, type);
    }
    return mapType(
      key ?? this.#substitution.freshVariable(),
      value ?? this.#substitution.freshVariable(),
    );
  }

  #unwrapOptional(expr: Expr, type: CelType): CelType {
    const inner = optionalValue(type);
    if (inner === undefined && !isDyn(type)) this.#mismatch(expr, optionalType(type), type);
    return inner ?? type;
  }

  /**
   * Elements of one literal must agree. That is left to the validators, but for 1.28, where the
   * checker itself saw to it.
   */
  #join(expr: Expr, previous: CelType | undefined, current: CelType): CelType {
    if (previous === undefined || previous.kind === "nil") return current;
    if (this.#substitution.isAssignable(previous, current)) return mostGeneral(previous, current);
    if (has(this.#environment.kubernetesVersion, "mixedLiterals")) return dynType;
    this.#mismatch(expr, previous, current);
    return errorType;
  }

  #checkStruct(expr: StructLiteral): CelType {
    const name = expr.name.startsWith(".") ? expr.name.slice(1) : expr.name;
    const type = this.#environment.types.get(name);
    // An enum is no message.
    if (type === undefined || name === "google.protobuf.NullValue") {
      this.#undeclared(expr, expr.name);
      return this.#untyped;
    }
    this.references.set(expr.id, { kind: "variable", name });
    const message = type.kind === "object" ? type.name : messageName(type);
    if (message === undefined) this.#report(expr, `'${this.#format(type)}' is not a message type`);
    for (const field of expr.fields) {
      this.#checkStructField(field, message ?? name);
    }
    return message === undefined ? errorType : type;
  }

  #checkStructField(field: StructLiteral["fields"][number], message: string): void {
    let valueType = this.check(field.value);
    const fieldType = this.#objectField(field, messageField(message, field.name), field.name);
    if (field.optional) valueType = this.#unwrapOptional(field.value, valueType);
    if (this.#substitution.isAssignable(fieldType, valueType)) return;
    this.#report(
      field,
      `expected type of field '${field.name}' is '${this.#format(fieldType)}' but provided type is '${this.#format(valueType)}'`,
    );
  }

  #checkComprehension(expr: Comprehension): CelType {
    const rangeType = this.check(expr.iterRange);
    const accuType = this.check(expr.accuInit);
    const range = this.#substitution.apply(rangeType);
    this.#scopes.enter();
    this.#scopes.declare(expr.accuVar, accuType);
    const [first, second] = this.#iterationTypes(expr, range);
    this.#scopes.enter();
    this.#scopes.declare(expr.iterVar, first);
    if (expr.iterVar2 !== undefined) this.#scopes.declare(expr.iterVar2, second);
    this.#assert(expr.loopCondition, this.check(expr.loopCondition), boolType);
    this.#assert(expr.loopStep, this.check(expr.loopStep), accuType);
    this.#scopes.leave();
    const result = this.check(expr.result);
    this.#scopes.leave();
    return this.#substitution.apply(result);
  }

  #iterationTypes(expr: Comprehension, range: CelType): readonly [CelType, CelType] {
    const hasTwo = expr.iterVar2 !== undefined;
    switch (range.kind) {
      case "list":
        return hasTwo ? [intType, range.element] : [range.element, range.element];
      case "map":
        return [range.key, range.value];
      case "dyn":
      case "error":
      case "param":
        this.#substitution.isAssignable(dynType, range);
        return [dynType, dynType];
      default:
        this.#report(
          expr.iterRange,
          `expression of type '${this.#format(range)}' cannot be range of a comprehension (must be list, map, or dynamic)`,
        );
        return [errorType, errorType];
    }
  }

  #assert(expr: Expr, actual: CelType, expected: CelType): void {
    if (!this.#substitution.isAssignable(expected, actual)) this.#mismatch(expr, expected, actual);
  }

  #mismatch(expr: Expr, expected: CelType, actual: CelType): void {
    this.#report(
      expr,
      `expected type '${this.#format(expected)}' but found '${this.#format(actual)}'`,
    );
  }

  #format(type: CelType): string {
    return formatType(type, this.#environment.optionalName);
  }

  #undeclared(expr: Expr, name: string): void {
    this.#report(expr, `undeclared reference to '${name}' (in container '')`);
  }

  #noMatchingOverload(
    expr: Call,
    name: string,
    style: "member" | "global",
    argTypes: readonly CelType[],
  ): void {
    const types = argTypes.map((type) => this.#format(this.#substitution.close(type)));
    const receiver = style === "member" ? `${types.shift() ?? ""}.` : "";
    const signature = `${receiver}(${types.join(", ")})`;
    this.#report(expr, `found no matching overload for '${name}' applied to '${signature}'`);
  }

  #report(node: { readonly offset: number }, message: string): void {
    this.#issues.report(node.offset, message);
  }
}

function literalType(expr: Literal): CelType {
  return literalTypes[expr.value.type];
}

const literalTypes = {
  null: nullType,
  bool: boolType,
  int: intType,
  uint: uintType,
  double: doubleType,
  string: stringType,
  bytes: bytesType,
} as const;

/** Returns the name that a chain of selections begins with, without the dot of an absolute name. */
function firstName(expr: Expr): string | undefined {
  let first = expr;
  while (first.kind === "select") first = first.operand;
  if (first.kind !== "ident") return undefined;
  return first.name.startsWith(".") ? first.name.slice(1) : first.name;
}

/** `a.b.c` as text, for a chain of selections on an identifier; `undefined` for anything else. */
function qualifiedName(expr: Expr): string | undefined {
  if (expr.kind === "ident") return expr.name;
  if (expr.kind !== "select" || expr.testOnly) return undefined;
  const prefix = qualifiedName(expr.operand);
  return prefix === undefined ? undefined : `${prefix}.${expr.field}`;
}
