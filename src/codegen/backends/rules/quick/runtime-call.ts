import { overloadWithId } from "../../../../cel/libraries/libraries.js";
import type { BodyCall, Held, OlderBehaviour, Overload } from "../../../../cel/libraries/row.js";
import type { CelType } from "../../../../cel/type.js";
import type { KubernetesMinor } from "../../../../runtime/versions/kubernetes-version.js";
import { expr, word } from "../../../emit/code.js";
import { as, asserted } from "./known.js";
import type { Form, Operand } from "./operand.js";
import { double, formOf, list, operand, value } from "./operand.js";
import type { QuickWriter } from "./writer.js";

/** How to call the runtime for an overload. */
interface RuntimeCall {
  /** A function of the runtime, or a global one (`String`). */
  readonly name: BodyCall["body"] | OlderBehaviour["body"];
  readonly parameters: readonly RuntimeParameter[];
  readonly result: Form;
  readonly fails: boolean;
}

/** A parameter of a function of the runtime. */
interface RuntimeParameter {
  readonly form: Form;
  /** Which operand of the call it takes. */
  readonly argument: number;
}

/**
 * The plain call that stands for an overload on a server, by its row; undefined for one that is
 * none, or takes what quick code does not hold.
 */
export function overloadCall(
  writer: QuickWriter,
  id: string,
  operands: readonly Operand[],
): Operand | undefined {
  const overload = overloadWithId(id)?.overload;
  const call = overload && runtimeCall(overload, writer.file.kubernetes);
  if (call === undefined) return undefined;
  const { name, parameters, result, fails } = call;
  const args = parameters.flatMap(({ form, argument }) => {
    const from = operands[argument];
    return from === undefined ? [] : [as(writer, from, form).code];
  });
  const called = name === "String" || name === "Number" ? word(name) : writer.runtime(name);
  const code = expr`${called}(${args})`;
  const isExact = !fails && result.kind !== "double" && !large.has(name);
  if (isExact) return operand(code, result);
  // What is no error is an instance of the class that the overload gives.
  return result.kind === "class" || result.kind === "list"
    ? operand(expr`${writer.runtime("sound")}(${code})`, result)
    : asserted(writer, code, result);
}

/** What may give an int beyond 2^53 though it never fails. */
const large: ReadonlySet<string> = new Set(["semverMajor", "semverMinor", "semverPatch"]);

function runtimeCall(overload: Overload, kubernetes: KubernetesMinor): RuntimeCall | undefined {
  const { call, older = [], parameters, result } = overload;
  if (call === undefined) return undefined;
  if (call.takes === undefined && parameters.some(({ kind }) => unheld.has(kind))) return undefined;
  const before = older.find(({ before: minor }) => kubernetes < minor);
  return {
    name: before?.body ?? call.body,
    parameters: parametersOf(overload, call),
    result: call.gives === undefined ? formOf(result) : heldAs(call.gives),
    fails: call.fails || before?.fails === true,
  };
}

/** Types of parameters whose values quick code holds as any value. */
const unheld: ReadonlySet<CelType["kind"]> = new Set(["uint", "bytes", "map", "type", "wrapper"]);

function parametersOf({ parameters }: Overload, { takes }: BodyCall): readonly RuntimeParameter[] {
  return (
    takes?.map(({ held, argument }) => ({ form: heldAs(held), argument })) ??
    parameters.map((type, argument) => ({ form: formOf(type), argument }))
  );
}

function heldAs(held: Held): Form {
  switch (held) {
    case "value":
      return value;
    case "list":
      return list;
    case "Double":
      return double;
  }
}
