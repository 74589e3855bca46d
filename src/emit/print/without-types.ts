import type { Block, Case, Expr, Parameter, Property, Stmt } from "../nodes/nodes.js";
import { has, isChain } from "../nodes/nodes.js";

/*
 * What stands in JavaScript of what is written in TypeScript. Parts without types stay the nodes
 * that they are, with what is known of them.
 */

/** Statements without their types; those that are nothing but types are left out. */
export function statementsWithoutTypes(all: readonly Stmt[]): readonly Stmt[] {
  return all.some(hasTypes) ? all.filter(isCode).map(statement) : all;
}

/** The same of what something is called or read of: a chain ended at the parentheses of a type. */
function objectWithoutTypes(of: Expr): Expr {
  const object = withoutTypes(of);
  const isClosed = of.kind === "as" && isChain(object);
  return isClosed ? { kind: "closed", ...flagsWithout(object), of: object } : object;
}

/** An expression without its types. */
export function withoutTypes(of: Expr): Expr {
  return hasTypes(of) ? expression(of) : of;
}

function hasTypes(of: { readonly flags: number }): boolean {
  return (of.flags & has.types) !== 0;
}

function isCode(of: Stmt): boolean {
  // A function without a body is one of the ways to call another one.
  return of.kind !== "interface" && of.kind !== "alias" && (of.kind !== "function" || of.body !== undefined); // prettier-ignore
}

function flagsWithout(of: { readonly flags: number }): { readonly flags: number; flat: undefined } {
  return { flags: of.flags & ~has.types, flat: undefined };
}

function optional(of: Expr | undefined): Expr | undefined {
  return of === undefined ? undefined : withoutTypes(of);
}

function expression(of: Expr): Expr {
  switch (of.kind) {
    case "as":
    case "certain":
      return withoutTypes(of.of);
    case "name":
    case "local":
    case "imported":
    case "literal":
      return of;
    case "template":
      return { ...of, ...flagsWithout(of), holes: of.holes.map(withoutTypes) };
    case "array":
      return { ...of, ...flagsWithout(of), items: of.items.map(withoutTypes) };
    case "object":
      return { ...of, ...flagsWithout(of), members: of.members.map(property) };
    case "call": {
      const args = of.args.map(withoutTypes);
      return { ...of, ...flagsWithout(of), callee: objectWithoutTypes(of.callee), types: [], args };
    }
    case "member":
      return { ...of, ...flagsWithout(of), object: objectWithoutTypes(of.object) };
    case "index": {
      const [object, index] = [objectWithoutTypes(of.object), withoutTypes(of.index)];
      return { ...of, ...flagsWithout(of), object, index };
    }
    case "unary":
    case "update":
      return { ...of, ...flagsWithout(of), operand: withoutTypes(of.operand) };
    case "binary":
    case "assign": {
      const [left, right] = [withoutTypes(of.left), withoutTypes(of.right)];
      return { ...of, ...flagsWithout(of), left, right };
    }
    case "conditional": {
      const [test, yes, no] = [withoutTypes(of.test), withoutTypes(of.yes), withoutTypes(of.no)];
      return { ...of, ...flagsWithout(of), test, yes, no };
    }
    case "arrow": {
      const body = of.body.kind === "block" ? block(of.body) : withoutTypes(of.body);
      const parameters = of.parameters.map(parameter);
      return { ...of, ...flagsWithout(of), parameters, returns: undefined, body };
    }
    case "sequence":
      return { ...of, ...flagsWithout(of), parts: of.parts.map(withoutTypes) };
    case "spread":
    case "commented":
    case "closed":
      return { ...of, ...flagsWithout(of), of: withoutTypes(of.of) };
  }
}

function property(of: Property): Property {
  if (!hasTypes(of)) return of;
  switch (of.kind) {
    case "property":
      return { ...of, ...flagsWithout(of), value: withoutTypes(of.value) };
    case "computed": {
      const [key, value] = [withoutTypes(of.key), withoutTypes(of.value)];
      return { ...of, ...flagsWithout(of), key, value };
    }
    case "shorthand":
      return { ...of, ...flagsWithout(of), initial: optional(of.initial) };
    case "rest":
      return { ...of, ...flagsWithout(of), of: withoutTypes(of.of) };
  }
}

function parameter(of: Parameter): Parameter {
  if (!hasTypes(of)) return of;
  const pattern = withoutTypes(of.pattern);
  const initial = optional(of.initial);
  return { ...of, ...flagsWithout(of), pattern, optional: false, type: undefined, initial };
}

function block(of: Block): Block {
  return hasTypes(of) ? { ...of, ...flagsWithout(of), body: statementsWithoutTypes(of.body) } : of;
}

function statement(of: Stmt): Stmt {
  if (!hasTypes(of)) return of;
  switch (of.kind) {
    case "block":
      return block(of);
    case "list":
      return { ...of, ...flagsWithout(of), body: statementsWithoutTypes(of.body) };
    case "variable": {
      const [pattern, value] = [withoutTypes(of.pattern), optional(of.value)];
      return { ...of, ...flagsWithout(of), pattern, type: undefined, value };
    }
    case "expression":
      return { ...of, ...flagsWithout(of), of: withoutTypes(of.of) };
    case "return":
      return { ...of, ...flagsWithout(of), value: optional(of.value) };
    case "throw":
      return { ...of, ...flagsWithout(of), value: withoutTypes(of.value) };
    case "function": {
      const body = of.body === undefined ? undefined : block(of.body);
      const parameters = of.parameters.map(parameter);
      return { ...of, ...flagsWithout(of), parameters, returns: undefined, body };
    }
    case "class":
      return classWithoutTypes(of);
    case "comment":
    case "blank":
    case "leave":
    case "interface":
    case "alias":
      return of;
    default:
      return control(of);
  }
}

type Control = Extract<
  Stmt,
  { readonly kind: "labeled" | "if" | "forEach" | "for" | "while" | "switch" | "try" }
>;

function control(of: Control): Stmt {
  switch (of.kind) {
    case "labeled":
      return { ...of, ...flagsWithout(of), body: statement(of.body) };
    case "if": {
      const otherwise = of.otherwise === undefined ? undefined : statement(of.otherwise);
      const [test, then] = [withoutTypes(of.test), statement(of.then)];
      return { ...of, ...flagsWithout(of), test, then, otherwise };
    }
    case "forEach": {
      const [pattern, over] = [withoutTypes(of.pattern), withoutTypes(of.over)];
      return { ...of, ...flagsWithout(of), pattern, over, body: statement(of.body) };
    }
    case "for": {
      const begin = of.begin === undefined ? undefined : statement(of.begin);
      const [test, step] = [optional(of.test), optional(of.step)];
      return { ...of, ...flagsWithout(of), begin, test, step, body: statement(of.body) };
    }
    case "while":
      return { ...of, ...flagsWithout(of), test: withoutTypes(of.test), body: statement(of.body) };
    case "switch":
      return { ...of, ...flagsWithout(of), of: withoutTypes(of.of), cases: of.cases.map(clause) };
    case "try": {
      const handler = of.handler === undefined ? undefined : block(of.handler);
      const last = of.last === undefined ? undefined : block(of.last);
      return { ...of, ...flagsWithout(of), body: block(of.body), handler, last };
    }
  }
}

function clause(of: Case): Case {
  if (!hasTypes(of)) return of;
  return { ...of, ...flagsWithout(of), test: optional(of.test), body: statementsWithoutTypes(of.body) }; // prettier-ignore
}

function classWithoutTypes(of: Extract<Stmt, { readonly kind: "class" }>): Stmt {
  const base = of.extends?.kind === "reference" ? { ...of.extends, flat: undefined, args: [] } : of.extends; // prettier-ignore
  const parameters = of.parameters.map(parameter);
  return {
    ...of,
    ...flagsWithout(of),
    extends: base,
    fields: [],
    parameters,
    body: of.body === undefined ? undefined : block(of.body),
  };
}
