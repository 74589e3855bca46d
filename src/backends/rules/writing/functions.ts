import { overloadWithId } from "../../../cel/libraries/libraries.js";
import type { BodyCall, Held, OlderBehaviour, Overload } from "../../../cel/libraries/row.js";
import type { KubernetesMinor } from "../../../versions/kubernetes-version.js";
import type { Form } from "./operand.js";
import { formOf, instance, list, value } from "./operand.js";

/** How to call the runtime for an overload. */
export interface RuntimeCall {
  /** A function of the runtime, or a global one (`String`). */
  readonly name: BodyCall["body"] | OlderBehaviour["body"];
  readonly parameters: readonly RuntimeParameter[];
  readonly result: Form;
  readonly fails: boolean;
}

/** A parameter of a function of the runtime. */
export interface RuntimeParameter {
  readonly form: Form;
  /** Which operand of the call it takes. */
  readonly argument: number;
}

/**
 * The call for an overload on a server, from its row; `undefined` for one that is no plain call.
 */
export function runtimeCall(id: string, kubernetes: KubernetesMinor): RuntimeCall | undefined {
  const overload = overloadWithId(id)?.overload;
  if (overload?.call === undefined) return undefined;
  const { body, fails } = overload.call;
  const older = overload.older?.find(({ before }) => kubernetes < before);
  return {
    name: older?.body ?? body,
    parameters: parametersOf(overload, overload.call),
    result: heldAs(overload.call.gives) ?? formOf(overload.result),
    fails: fails || older?.fails === true,
  };
}

function parametersOf(overload: Overload, { takes }: BodyCall): readonly RuntimeParameter[] {
  if (takes === undefined) {
    return overload.parameters.map((type, argument) => ({ form: formOf(type), argument }));
  }
  return takes.map(({ held, argument }) => ({ form: heldAs(held), argument }));
}

function heldAs(held: Held): Form;
function heldAs(held: Held | undefined): Form | undefined;
function heldAs(held: Held | undefined): Form | undefined {
  switch (held) {
    case undefined:
      return undefined;
    case "value":
      return value;
    case "list":
      return list;
    case "Double":
      return instance("Double");
  }
}
