import type { CelType, PrimitiveType, TypeParameter } from "../type.js";
import {
  dynType,
  isExactType,
  listType,
  mapType,
  opaqueType,
  parametersOf,
  typeParameter,
  typeType,
} from "../type.js";

/**
 * The types that the type variables of an expression stand for, and the assignability of types
 * under it (cel-go `checker/types.go`). An attempt that fails leaves no trace.
 */
export class Substitution {
  readonly #bindings = new Map<string, CelType>();
  /** Variables bound since the current attempt began, with what they were bound to before. */
  readonly #trail: [string, CelType | undefined][] = [];
  #variables = 0;

  /** True if there is nothing to substitute. */
  get isEmpty(): boolean {
    return this.#variables === 0;
  }

  /**
   * A type variable that stands for nothing yet: for a type parameter of an overload that is tried,
   * or an empty literal.
   */
  freshVariable(): TypeParameter {
    return typeParameter(`_var${String(this.#variables++)}`);
  }

  /**
   * Tells whether a value of type `source` can stand where `target` is wanted; binds variables of
   * both.
   */
  isAssignable(target: CelType, source: CelType): boolean {
    this.#trail.length = 0;
    if (this.#assign(target, source)) return true;
    this.#undo();
    return false;
  }

  /** Tells whether all of them are assignable, under one substitution. */
  areAssignable(targets: readonly CelType[], sources: readonly CelType[]): boolean {
    this.#trail.length = 0;
    if (this.#assignAll(targets, sources)) return true;
    this.#undo();
    return false;
  }

  /** Replace bound variables by what they stand for; unbound ones stay. */
  apply(type: CelType): CelType {
    return this.isEmpty ? type : this.#substitute(type, false);
  }

  /** Replace bound variables by what they stand for, unbound ones by dyn. */
  close(type: CelType): CelType {
    return this.isEmpty ? type : this.#substitute(type, true);
  }

  #undo(): void {
    for (const [name, before] of this.#trail.reverse()) {
      if (before === undefined) this.#bindings.delete(name);
      else this.#bindings.set(name, before);
    }
    this.#trail.length = 0;
  }

  #bind(name: string, type: CelType): void {
    this.#trail.push([name, this.#bindings.get(name)]);
    this.#bindings.set(name, type);
  }

  #assign(target: CelType, source: CelType): boolean {
    if (target === source && target.kind !== "param" && target.kind !== "nil") return true;
    if (source.kind === "param") {
      const outcome = this.#bindTo(target, source);
      if (outcome !== "unbindable") return outcome === "valid";
    }
    if (target.kind === "param") return this.#bindTo(source, target) === "valid";
    if (isDynOrError(target) || isDynOrError(source)) return true;
    if (target.kind === "nil" || source.kind === "nil") return false;
    if (target.kind === "null") return isNullable(source);
    if (source.kind === "null") return isNullable(target);
    return this.#assignStructure(target, source);
  }

  #assignStructure(target: CelType, source: CelType): boolean {
    switch (target.kind) {
      case "list":
        return source.kind === "list" && this.#assign(target.element, source.element);
      case "map":
        return (
          source.kind === "map" &&
          this.#assign(target.key, source.key) &&
          this.#assign(target.value, source.value)
        );
      case "opaque":
        return (
          source.kind === "opaque" &&
          source.name === target.name &&
          this.#assignAll(target.parameters, source.parameters)
        );
      case "object":
        return source.kind === "object" && source.name === target.name;
      case "type":
        return source.kind === "type";
      default:
        return unwrapped(target).kind === unwrapped(source).kind;
    }
  }

  #assignAll(targets: readonly CelType[], sources: readonly CelType[]): boolean {
    if (targets.length !== sources.length) return false;
    return targets.every((target, index) => {
      const source = sources[index];
      return source !== undefined && this.#assign(target, source);
    });
  }

  /**
   * Binds `variable` to `type` if it may stand for it: `invalid` when it stands for something else
   * already, `unbindable` when it occurs in the type.
   */
  #bindTo(type: CelType, variable: TypeParameter): "valid" | "invalid" | "unbindable" {
    if (type.kind === "param" && type.name === variable.name) return "valid";
    const bound = this.#bindings.get(variable.name);
    if (bound === undefined) {
      if (this.#occurs(variable, type)) return "unbindable";
      this.#bind(variable.name, type);
      return "valid";
    }
    if (isSameKind(type, bound) && isExactType(type, bound)) return "valid";
    if (!this.#assign(type, bound)) return "invalid";
    const general = mostGeneral(type, bound);
    if (!this.#occurs(variable, general)) this.#bind(variable.name, general);
    return "valid";
  }

  #occurs(variable: TypeParameter, within: CelType): boolean {
    if (within.kind === "param") {
      if (within.name === variable.name) return true;
      const bound = this.#bindings.get(within.name);
      return bound !== undefined && this.#occurs(variable, bound);
    }
    return parametersOf(within).some((parameter) => this.#occurs(variable, parameter));
  }

  #substitute(type: CelType, close: boolean): CelType {
    switch (type.kind) {
      case "param": {
        const bound = this.#bindings.get(type.name);
        if (bound !== undefined) return this.#substitute(bound, close);
        return close ? dynType : type;
      }
      case "list": {
        const element = this.#substitute(type.element, close);
        return element === type.element ? type : listType(element);
      }
      case "map": {
        const key = this.#substitute(type.key, close);
        const value = this.#substitute(type.value, close);
        return key === type.key && value === type.value ? type : mapType(key, value);
      }
      case "opaque":
        if (type.parameters.length === 0) return type;
        return opaqueType(
          type.name,
          type.parameters.map((parameter) => this.#substitute(parameter, close)),
        );
      case "type":
        return type.parameter === undefined
          ? type
          : typeType(this.#substitute(type.parameter, close));
      default:
        return type;
    }
  }
}

/** Replace the type parameters of a signature. */
export function instantiate(type: CelType, variables: ReadonlyMap<string, CelType>): CelType {
  switch (type.kind) {
    case "param":
      return variables.get(type.name) ?? type;
    case "list":
      return listType(instantiate(type.element, variables));
    case "map":
      return mapType(instantiate(type.key, variables), instantiate(type.value, variables));
    case "opaque":
      if (type.parameters.length === 0) return type;
      return opaqueType(
        type.name,
        type.parameters.map((parameter) => instantiate(parameter, variables)),
      );
    case "type":
      return type.parameter === undefined ? type : typeType(instantiate(type.parameter, variables));
    default:
      return type;
  }
}

/** Of two types that unify, the one with more `dyn` in it. */
export function mostGeneral(left: CelType, right: CelType): CelType {
  return isEqualOrLessSpecific(left, right) ? left : right;
}

function isEqualOrLessSpecific(left: CelType, right: CelType): boolean {
  if (isDyn(left) || left.kind === "param") return true;
  if (isDyn(right) || right.kind === "param") return false;
  switch (left.kind) {
    case "list":
      return right.kind === "list" && isEqualOrLessSpecific(left.element, right.element);
    case "map":
      return (
        right.kind === "map" &&
        isEqualOrLessSpecific(left.key, right.key) &&
        isEqualOrLessSpecific(left.value, right.value)
      );
    case "opaque":
      return (
        right.kind === "opaque" &&
        left.name === right.name &&
        left.parameters.length === right.parameters.length &&
        left.parameters.every((parameter, index) => {
          const other = right.parameters[index];
          return other !== undefined && isEqualOrLessSpecific(parameter, other);
        })
      );
    case "type":
      return right.kind === "type";
    default:
      return isExactType(left, right);
  }
}

/** `dyn`, or the protobuf message Any. */
export function isDyn(type: CelType): boolean {
  return type.kind === "dyn" || type.kind === "any";
}

/** Tells whether a type fits everywhere: `dyn`, Any, or the type of what was reported already. */
export function isDynOrError(type: CelType): boolean {
  return type.kind === "dyn" || type.kind === "any" || type.kind === "error";
}

function isNullable(type: CelType): boolean {
  switch (type.kind) {
    case "null":
    case "opaque":
    case "object":
    case "duration":
    case "timestamp":
    case "wrapper":
      return true;
    default:
      return false;
  }
}

function isSameKind(left: CelType, right: CelType): boolean {
  return unwrapped(left).kind === unwrapped(right).kind;
}

function unwrapped(type: CelType): Exclude<CelType, { kind: "wrapper" }> | PrimitiveType {
  return type.kind === "wrapper" ? type.wrapped : type;
}
