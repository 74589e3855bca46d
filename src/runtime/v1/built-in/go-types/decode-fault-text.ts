import type { ValuePath } from "../../values/json/path-text.js";
import type { KubernetesMinor } from "../../values/kubernetes-version.js";
import { hasKindChange } from "../changes.js";
import type { DecodedValue, GoTypeFault } from "./decode-as.js";
import { typeName } from "./go-type.js";

/**
 * The server's words about a value that cannot be decoded; `undefined` where nothing is at fault.
 *
 * @param pkg the package of types that do not name theirs
 * @param written gives a value as it stands in the text, from what it is called
 */
export function decodeFaultText(
  { faults }: Pick<DecodedValue, "faults">,
  pkg: string,
  minor: KubernetesMinor,
  written: (value: string, path: ValuePath) => string = (value) => value,
): string | undefined {
  const fault = decisiveFault(faults);
  return fault && textOf(fault, pkg, minor, written);
}

/**
 * The fault that ends up in the server's answer: the first one, unless a value that reads itself
 * has one, or a time could not be parsed; those end the decoding at once and win over what was
 * noted before.
 */
function decisiveFault(faults: readonly GoTypeFault[]): GoTypeFault | undefined {
  let candidates = faults;
  for (let level = 0; ; level++) {
    const ending = candidates.find(
      (fault) => fault.enclosing.length > level || endsAt(fault, level),
    );
    if (ending === undefined) return candidates[0];
    const id = ending.enclosing[level]?.id;
    if (id === undefined) return ending;
    candidates = candidates.filter((fault) => fault.enclosing[level]?.id === id);
  }
}

function endsAt(fault: GoTypeFault, level: number): boolean {
  return fault.problem.kind === "abort" && fault.enclosing.length === level;
}

function textOf(
  fault: GoTypeFault,
  pkg: string,
  minor: KubernetesMinor,
  written: (value: string, path: ValuePath) => string,
): string {
  if (fault.problem.kind !== "type") return fault.problem.text;
  const { type } = fault.problem;
  const value = written(fault.problem.value, fault.path);
  const outermost = fault.enclosing[0];
  const fields =
    outermost !== undefined && !hasKindChange(minor, "allFieldNames")
      ? fault.fieldStack.slice(0, outermost.fieldDepth)
      : fault.fieldStack;
  const struct = outermost === undefined ? fault.structName : outermost.structName;
  const where = fields.length === 0 ? "Go value" : `Go struct field ${struct}.${fields.join(".")}`;
  return `json: cannot unmarshal ${value} into ${where} of type ${typeName(type, pkg)}`;
}
