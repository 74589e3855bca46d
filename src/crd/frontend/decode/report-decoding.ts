import type { GoTypeFault, UnknownField } from "../../../runtime/v1/built-in/go-types/decode-as.js";
import { decodeFaultText } from "../../../runtime/v1/built-in/go-types/decode-fault-text.js";
import type { GoType } from "../../../runtime/v1/built-in/go-types/go-type.js";
import { typeName } from "../../../runtime/v1/built-in/go-types/go-type.js";
import type { KubernetesMinor } from "../../../runtime/v1/values/kubernetes-version.js";
import type { Diagnostics } from "../../diagnostics/diagnostics.js";
import { nearest } from "../../diagnostics/wording.js";
import type { Path, SourceDocument } from "../../source/source-file.js";
import type { CrdDocument } from "../find-crds.js";
import { labelOf } from "../findings/findings.js";
import { schemaType } from "./crd-types.js";
import type { DecodedCrd } from "./decode-crd.js";
import { maxSchemaDepth } from "./decode-crd.js";

/** Reports what a CRD holds that cannot be decoded, or is dropped when it is. */
export function reportDecoding(
  crd: CrdDocument,
  decoded: DecodedCrd,
  minor: KubernetesMinor,
  diagnostics: Diagnostics,
): void {
  const { document } = crd;
  for (const fault of decoded.faults) {
    const values = { at: labelOf(fault.path.slice(crd.path.length)), fault: problemText(fault) };
    const place = { document, path: fault.path, part: "value" } as const;
    diagnostics.report("crd/cannot-decode", place, values, { help: helpForFault(fault, document) });
  }
  for (const path of decoded.tooDeep) {
    const values = { limit: String(maxSchemaDepth) };
    const help =
      "where the data nests further, set `x-kubernetes-preserve-unknown-fields: true` instead of a schema";
    diagnostics.report("schema/too-deep", { document, path, part: "key" }, values, { help });
  }
  for (const unknown of decoded.unknownFields) reportUnknown(crd, unknown, minor, diagnostics);
}

function problemText({ problem }: GoTypeFault): string {
  if (problem.kind !== "type") return problem.text;
  return `cannot unmarshal ${problem.value} into a value of type ${typeName(problem.type, "v1")}`;
}

function helpForFault(
  { problem, path }: GoTypeFault,
  { format }: SourceDocument,
): string | undefined {
  if (problem.kind !== "type") return undefined;
  const { type, value } = problem;
  if (path.at(-1) === "required" && value === "bool") return adviceForRequired(path);
  const isScalar = !["array", "object"].includes(value);
  return type.kind === "string" && isScalar ? quotesAdvice(format) : typeAdvice[type.kind];
}

/** In other dialects a field says itself that it is required. */
function adviceForRequired(path: Path): string {
  const [parent, name] = path.slice(-3, -1);
  const field = parent === "properties" ? `\`${name}\`` : "the field";
  return `list ${field} under \`required\` of the object that has the field`;
}

/** Keywords that people take from elsewhere, and what a CRD has in their place. */
const substitutes: ReadonlyMap<string, string> = new Map([
  ["const", "write `enum` with one value"],
  ["deprecated", "say so in the description; CRDs cannot mark a field as deprecated"],
  ["discriminator", "describe the cases with `oneOf`, and the fields of each case with `required`"],
  ["examples", "write `example`"],
  ["readOnly", "CRDs cannot mark a field as read-only; move what clients must not set into status"],
  ["writeOnly", "remove it: CRDs cannot mark a field as write-only"],
  ["if", "write a rule in `x-kubernetes-validations`"],
  ["then", "write a rule in `x-kubernetes-validations`"],
  ["else", "write a rule in `x-kubernetes-validations`"],
  ["x-kubernetes-validation-rules", "write `x-kubernetes-validations`"],
  ["x-kubernetes-map-keys", "write `x-kubernetes-list-map-keys`"],
  ["x-kubernetes-embedded-type", "write `x-kubernetes-embedded-resource`"],
]);

function reportUnknown(
  crd: CrdDocument,
  { path, struct }: UnknownField,
  minor: KubernetesMinor,
  diagnostics: Diagnostics,
): void {
  const name = String(path.at(-1) ?? "");
  const place = { document: crd.document, path, part: "key" } as const;
  const help = helpFor(name, struct, minor);
  if (struct === schemaType) {
    diagnostics.report("schema/keyword-unknown", place, { keyword: name }, { help });
  } else {
    diagnostics.report("crd/unknown-field", place, { field: name }, { help });
  }
}

function helpFor(
  name: string,
  struct: UnknownField["struct"],
  minor: KubernetesMinor,
): string | undefined {
  const since = struct.fields().get(name)?.since;
  if (since !== undefined) return `API servers have it from 1.${since} on`;
  const substitute = struct === schemaType ? substitutes.get(name) : undefined;
  if (substitute !== undefined) return substitute;
  const known = [...struct.fields()]
    .filter(([, field]) => (field.since ?? 0) <= minor)
    .map(([key]) => key);
  const similar = nearest(name, known);
  return similar === undefined ? "remove it: the API server drops it" : `write \`${similar}\``;
}

/** Why a CRD cannot be decoded: the fault, and the server's message around it. */
export interface DecodeError {
  readonly fault: string;
  readonly message: string;
}

/**
 * Why a CRD is answered with 400; `undefined` where nothing is at fault. Up to 1.34 the path of a
 * fault inside a value that reads itself ends at the outermost such value.
 */
export function decodeErrorOf(
  faults: readonly GoTypeFault[],
  crd: CrdDocument,
  minor: KubernetesMinor,
): DecodeError | undefined {
  const { apiVersion, document } = crd;
  const fault = decodeFaultText({ faults }, apiVersion, minor, (value, path) =>
    asWritten(value, document, path),
  );
  const start = `CustomResourceDefinition in version "${apiVersion}" cannot be handled as a CustomResourceDefinition: `;
  return fault === undefined ? undefined : { fault, message: start + fault };
}

/** A number of a JSON text is shown as it stands there: `1.0` and `1e3` are no integers. */
function asWritten(value: string, document: SourceDocument, path: Path): string {
  if (!value.startsWith("number ") || document.format !== "json") return value;
  const { file, start, end } = document.locate(path).value;
  return start === end ? value : `number ${file.text.slice(start, end)}`;
}

/** For those who wrote `no` or `1.20` in the place of a text. */
export function quotesAdvice(format: SourceDocument["format"]): string {
  const advice = "put it in quotes";
  return format === "yaml"
    ? `${advice}: YAML reads unquoted numbers and words like \`no\` as other types`
    : advice;
}

/** The help for a value of the wrong type, by the kind of Go's type. */
export const typeAdvice: Readonly<Partial<Record<GoType["kind"], string>>> = {
  bool: "write `true` or `false`, without quotes",
  uint8: "write a string: the bundle, encoded as base64",
  int32: "write a whole number, without quotes",
  int64: "write a whole number, without quotes",
  float64: "write a number, without quotes",
  string: "write a string",
  slice: "write a list: its items begin with `- `",
  map: "write keys with their values",
  struct: "write keys with their values",
};
