import { has } from "../../../runtime/versions/changes.js";
import type { KubernetesMinor } from "../../../runtime/versions/kubernetes-version.js";
import type { Path, SourceDocument } from "../../source/document.js";
import type { CrdDocument } from "../find-crds.js";
import type { DecodedValue, DecodeFault } from "./decode-crd.js";
import { typeName } from "./go-type.js";

/**
 * The message of the server's answer 400 to a CRD that cannot be decoded; `undefined` where nothing
 * is at fault. Up to 1.34 the path of a fault inside a value that reads itself ends at the
 * outermost such value.
 */
export function decodeErrorMessage(
  faults: readonly DecodeFault[],
  crd: CrdDocument,
  minor: KubernetesMinor,
): string | undefined {
  const { apiVersion, document } = crd;
  const text = decodeFaultText({ faults }, apiVersion, minor, (value, path) =>
    asWritten(value, document, path),
  );
  const start = `CustomResourceDefinition in version "${apiVersion}" cannot be handled as a CustomResourceDefinition: `;
  return text && start + text;
}

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
  written: (value: string, path: Path) => string = (value) => value,
): string | undefined {
  const fault = decisiveFault(faults);
  return fault && textOf(fault, pkg, minor, written);
}

/**
 * The fault that ends up in the server's answer: the first one, unless a value that reads itself
 * has one, or a time could not be parsed; those end the decoding at once and win over what was
 * noted before.
 */
function decisiveFault(faults: readonly DecodeFault[]): DecodeFault | undefined {
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

function endsAt(fault: DecodeFault, level: number): boolean {
  return fault.problem.kind === "abort" && fault.enclosing.length === level;
}

function textOf(
  fault: DecodeFault,
  pkg: string,
  minor: KubernetesMinor,
  written: (value: string, path: Path) => string,
): string {
  if (fault.problem.kind !== "type") return fault.problem.text;
  const { type } = fault.problem;
  const value = written(fault.problem.value, fault.path);
  const outermost = fault.enclosing[0];
  const fields =
    outermost !== undefined && !has(minor, "allFieldNames")
      ? fault.fieldStack.slice(0, outermost.fieldDepth)
      : fault.fieldStack;
  const struct = outermost === undefined ? fault.structName : outermost.structName;
  const where = fields.length === 0 ? "Go value" : `Go struct field ${struct}.${fields.join(".")}`;
  return `json: cannot unmarshal ${value} into ${where} of type ${typeName(type, pkg)}`;
}

/** A number of a JSON text is shown as it stands there: `1.0` and `1e3` are no integers. */
function asWritten(value: string, document: SourceDocument, path: Path): string {
  if (!value.startsWith("number ") || document.format !== "json") return value;
  const { file, start, end } = document.locate(path).value;
  return start === end ? value : `number ${file.text.slice(start, end)}`;
}
