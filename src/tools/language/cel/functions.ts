import type { Environment } from "../../../cel/check/environment.js";
import { instantiate, Substitution } from "../../../cel/check/unify.js";
import type { Overload } from "../../../cel/libraries/row.js";
import type { CelType } from "../../../cel/type.js";
import { formatType, optionalValue } from "../../../cel/type.js";
import { selfTypeName } from "../../../crd/rules/compile-rules.js";

/** A type for people: objects of a schema have no name that anybody could write. */
export function shownType(type: CelType): string {
  return formatType(type).replaceAll(ownName, "object");
}

const ownName = new RegExp(String.raw`${selfTypeName}(?:\.(?:@idx|@elem|\w+))*`, "g");

/** `split(string, int) -> list(string)`, with what the receiver is where there is one. */
export function signatureOf({ function: name, style, parameters, result }: Overload): string {
  const types = parameters.map(shownType);
  const receiver = style === "member" ? `${types.shift() ?? ""}.` : "";
  return `${receiver}${name}(${types.join(", ")}) -> ${shownType(result)}`;
}

/** What a call costs, in a sentence. */
export function costOf({ estimate, lazy }: Overload): string {
  if (estimate === undefined && lazy !== true) return "A call costs 1.";
  return "What a call costs depends on how large its operands can be.";
}

/** Tells whether a function that is called on a receiver may be called on one of a type. */
export function fitsReceiver(overload: Overload, type: CelType): boolean {
  return overload.style === "member" && acceptsFirst(overload, type);
}

/** Tells whether the first operand, or the receiver, may be of a type. */
export function acceptsFirst({ parameters, typeParameters }: Overload, type: CelType): boolean {
  const [receiver] = parameters;
  if (receiver === undefined) return false;
  const substitution = new Substitution();
  const fresh = new Map(typeParameters.map((name) => [name, substitution.freshVariable()]));
  return substitution.isAssignable(instantiate(receiver, fresh), type);
}

/** A macro, as people write it. */
export interface MacroForm {
  readonly name: string;
  readonly form: string;
  readonly meaning: string;
}

const forms: Readonly<Record<string, readonly [form: string, meaning: string]>> = {
  "has:1:global": ["has(e.field)", "True if the field is there."],
  "all:2:member": ["all(x, condition)", "True if the condition holds for all elements, or keys."],
  "all:3:member": ["all(i, x, condition)", "True if the condition holds for all elements."],
  "exists:2:member": [
    "exists(x, condition)",
    "True if the condition holds for an element, or key.",
  ],
  "exists:3:member": ["exists(i, x, condition)", "True if the condition holds for an element."],
  "exists_one:2:member": ["exists_one(x, condition)", "True if it holds for exactly one element."],
  "existsOne:3:member": ["existsOne(i, x, condition)", "True if it holds for exactly one element."],
  "map:2:member": ["map(x, value)", "The list of the values of all elements."],
  "map:3:member": ["map(x, condition, value)", "The values of elements that the condition takes."],
  "filter:2:member": ["filter(x, condition)", "The elements for which the condition holds."],
  "transformList:3:member": ["transformList(i, x, value)", "The list of all values."],
  "transformMap:3:member": ["transformMap(k, v, value)", "A map with the same keys."],
  "transformMapEntry:3:member": ["transformMapEntry(k, v, entry)", "A map of other entries."],
  "sortBy:2:member": ["sortBy(x, key)", "The list, sorted by the keys of its elements."],
  "optMap:2:member": ["optMap(x, value)", "An optional of the value, if there is one."],
  "optFlatMap:2:member": ["optFlatMap(x, optional)", "The optional, if there is a value."],
};

/** The macros of an environment for receivers of a type; those without one for undefined. */
export function macrosFor(
  { syntax }: Environment,
  receiver: CelType | undefined,
): readonly MacroForm[] {
  return Object.entries(forms).flatMap(([key, [form, meaning]]) => {
    const [name = "", , style] = key.split(":");
    if (!syntax.macros.has(key) || (style === "member") !== (receiver !== undefined)) return [];
    return receiver === undefined || takes(name, receiver) ? [{ name, form, meaning }] : [];
  });
}

function takes(macro: string, type: CelType): boolean {
  const { kind } = type;
  if (kind === "dyn") return true;
  if (macro.startsWith("opt")) return optionalValue(type) !== undefined;
  return kind === "list" || (kind === "map" && macro !== "sortBy");
}
