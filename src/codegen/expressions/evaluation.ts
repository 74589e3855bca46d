import type { CheckedExpression } from "../../cel/check/checked.js";
import type { Program } from "../../crd/interpret/make-step.js";
import { createProgram } from "../../crd/interpret/make-step.js";
import { readerOf } from "../../crd/interpret/read-data.js";
import { optionalOfData } from "../../runtime/v1/cel/data/data.js";
import { CelError, CelPanic } from "../../runtime/v1/cel/values/error.js";
import type { Value } from "../../runtime/v1/cel/values/value.js";
import * as runtime from "../../runtime/v1/internal.js";
import type { Json } from "../../runtime/v1/values/json/json.js";
import type { KubernetesMinor } from "../../runtime/v1/values/kubernetes-version.js";
import { expressionCode } from "../backends/rules/expression-code.js";
import { RuleFile, UnsupportedExpression } from "../backends/rules/rule-file.js";
import { tsType } from "../emit/code.js";
import { CodeGenerationForbiddenError, evaluateFiles } from "../emit/evaluate.js";
import { GeneratedFile } from "../emit/generated-file.js";
import type { ReadBinding } from "./bindings.js";
import { bindingReader } from "./bindings.js";
import type { DataVariable, Scope, Variable } from "./declarations.js";
import type { CelValue } from "./results.js";
import { celValue } from "./results.js";

/** A variable that the expression reads. */
interface Bound {
  readonly variable: Variable;
  readonly read: ReadBinding;
}

/** One expression and the two ways to evaluate it, each made when it is first asked for. */
export class Evaluation {
  readonly #checked: CheckedExpression;
  readonly #minor: KubernetesMinor;
  readonly #bound: readonly Bound[];
  #closure: Closure<CelValue | CelError> | undefined;
  #program: Program | CelError | undefined;

  constructor(checked: CheckedExpression, { minor, variables }: Scope) {
    this.#checked = checked;
    this.#minor = minor;
    const read = variablesOf(checked);
    this.#bound = variables
      .filter(({ name }) => read.has(name))
      .map((variable) => ({ variable, read: bindingReader(variable.type) }));
  }

  /** A function of the bindings; without any nothing is bound. */
  get evaluate(): Closure<CelValue | CelError> {
    this.#closure ??= this.#makeClosure();
    return this.#closure;
  }

  /** As `evaluate`, interpreted, with the cost; `limit` as in `CelProgram.measure`. */
  measure(
    bindings: Bindings | null | undefined,
    limit?: number,
  ): { readonly value: CelValue | CelError; readonly cost: number } {
    const { value, cost } = this.#interpret(bindings ?? {}, limit);
    return { value: celValue(value), cost };
  }

  #makeClosure(): Closure<CelValue | CelError> {
    const variables = this.#bound.map(({ variable }) => variable);
    const byStep = (bindings: Bindings): CelValue | CelError =>
      this.measure(bindings, Infinity).value;
    const otherwise = (thrown: unknown, bindings: Bindings): CelValue | CelError => {
      if (!(thrown instanceof CelPanic)) throw thrown;
      return byStep(bindings);
    };
    const endings = { finish: celValue, otherwise };
    return makeClosure(this.#checked, variables, this.#minor, endings) ?? byStep;
  }

  #interpret(
    bindings: Bindings,
    limit: number | undefined,
  ): { readonly value: Value | CelError; readonly cost: number } {
    this.#program ??= createProgram(this.#checked, this.#minor);
    if (this.#program instanceof CelError) return { value: this.#program, cost: 0 };
    const values = new Map(
      this.#bound.map((bound) => [bound.variable.name, valueOf(bound, bindings, this.#minor)]),
    );
    return this.#program.evaluate((name) => values.get(name), limit);
  }
}

/** The names of the variables, and of whatever else the expression names. */
function variablesOf({ references }: CheckedExpression): ReadonlySet<string> {
  const names = new Set<string>();
  for (const reference of references.values()) {
    if (reference.kind === "variable") names.add(reference.name.replace(/^\./, ""));
  }
  return names;
}

function valueOf(
  { variable, read }: Bound,
  bindings: Bindings,
  minor: KubernetesMinor,
): Value | CelError {
  const { name, data } = variable;
  if (data?.isOptional === true) return readData(data, bindings[name], minor);
  if (!isBound(bindings, name)) return unbound(name);
  return data === undefined ? read(bindings[name]) : readData(data, bindings[name], minor);
}

function readData(
  { schema, isResource, isOptional }: DataVariable,
  data: unknown,
  minor: KubernetesMinor,
): Value | CelError {
  const read = readerOf(schema, isResource, minor);
  const json = data as Json | undefined; // what is no JSON is an error of the readers
  if (isOptional) return optionalOfData(json, read);
  return json === undefined ? read(null) : read(json);
}

function isBound(bindings: Bindings, name: string): boolean {
  return Object.hasOwn(bindings, name);
}

function unbound(name: string): CelError {
  return new CelError(`no such attribute(s): ${name}`);
}

/** An expression as a function of what its variables are bound to. */
type Closure<Result> = (bindings: Bindings) => Result;

/** Values of variables by name. */
type Bindings = Readonly<Record<string, unknown>>;

/** The ways to turn the outcome of an expression's code into a result. */
interface Endings<Result> {
  /** Makes a result of a value that is no text, boolean or int: these are results as they stand. */
  readonly finish: (value: Value) => Result;
  /** Answers where the code does not: what it threw tells why. */
  readonly otherwise: (thrown: unknown, bindings: Bindings) => Result;
}

/** Linked under this name, and never resolved as a package. */
const runtimePackage = { kind: "package", specifier: "crdgen/runtime/v1/internal" } as const;

/**
 * Makes a function of an expression, by the emitter that writes the rules of CRDs; `undefined`
 * where the host forbids making functions from text, and for the few expressions that the emitter
 * does not write.
 */
export function makeClosure<Result>(
  checked: CheckedExpression,
  variables: readonly Variable[],
  kubernetes: KubernetesMinor,
  { finish, otherwise }: Endings<Result>,
): Closure<Result> | undefined {
  try {
    const readers = variables.map(({ type }) => bindingReader(type));
    return emitClosure<Result>(checked, variables, kubernetes)(readers, finish, otherwise);
  } catch (error) {
    if (error instanceof CodeGenerationForbiddenError) return undefined;
    if (error instanceof UnsupportedExpression) return undefined;
    throw error;
  }
}

type MakeClosure<Result> = (
  readers: readonly ReadBinding[],
  finish: Endings<Result>["finish"],
  otherwise: Endings<Result>["otherwise"],
) => Closure<Result>;

function emitClosure<Result>(
  checked: CheckedExpression,
  variables: readonly Variable[],
  kubernetes: KubernetesMinor,
): MakeClosure<Result> {
  const file = new GeneratedFile("expression");
  const imported = (name: string, typeOnly: boolean) =>
    ({ name, local: name, from: runtimePackage, typeOnly }) as const;
  const names = {
    runtime: (name: string) => imported(name, false),
    runtimeType: (name: string) => imported(name, true),
  };
  const rules = new RuleFile(file, names, { kubernetes });
  const made = expressionCode(rules, checked, variables);
  file.add({
    kind: "const",
    name: "makeClosure",
    exported: true,
    doc: [],
    type: tsType`unknown`,
    value: made,
  });
  const exports = evaluateFiles([file], () => runtime).get("expression");
  return exports?.["makeClosure"] as MakeClosure<Result>; // what was just written
}
