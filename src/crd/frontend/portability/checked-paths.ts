import type { JsonObject } from "../../../runtime/v1/values/json/json.js";
import { nearest } from "../../diagnostics/similar.js";
import type { Path } from "../../source/document.js";
import type { InternalCrd, InternalSpec, InternalVersion } from "../internal/internal-crd.js";
import { objectAt, textAt } from "../raw-fields.js";
import type { JsonPathStep } from "./json-path-steps.js";
import { jsonPathSteps } from "./json-path-steps.js";
import type { LostStep } from "./lost-step.js";
import { findLostStep } from "./lost-step.js";
import type { Warnings } from "./warnings.js";

/**
 * The paths of printer columns and of the scale subresource that lead to no field of the schema, in
 * versions that are served. The server only looks at how such paths begin; what they read is never
 * there (apiextensions `registry/customresource/{etcd,tableconvertor}`).
 */
export function checkPaths({ spec }: InternalCrd, warnings: Warnings): void {
  if (spec.preserveUnknownFields === true) return;
  for (const version of spec.versions.filter(({ served }) => served)) {
    const schema = (version.validation ?? spec.validation)?.value.schema;
    if (schema === undefined) continue;
    for (const path of [...columnPaths(version, spec), ...scalePaths(version, spec)]) {
      checkPath(path, schema, warnings);
    }
  }
}

interface PathToCheck {
  readonly reader: string;
  readonly text: string;
  readonly steps: readonly JsonPathStep[] | undefined;
  readonly at: Path;
}

function columnPaths(version: InternalVersion, spec: InternalSpec): readonly PathToCheck[] {
  const columns = version.columns ?? spec.columns;
  if (columns === undefined) return [];
  const at = placeOf(columns.at.path, version, "additionalPrinterColumns");
  return columns.value.map((column, index) => {
    const text = textAt(column, "JSONPath");
    const reader = `the column '${textAt(column, "name")}'`;
    return { reader, text, steps: jsonPathSteps(text), at: [...at, index, columns.pathKey] };
  });
}

/** The server splits these paths at their dots; they know no brackets. */
function scalePaths(version: InternalVersion, spec: InternalSpec): readonly PathToCheck[] {
  const subresources = version.subresources ?? spec.subresources;
  const scale = subresources && objectAt(subresources.value, "scale");
  if (subresources === undefined || scale === undefined) return [];
  const at = placeOf(subresources.at.path, version, "subresources");
  return ["specReplicasPath", "statusReplicasPath", "labelSelectorPath"].map((reader) => {
    const text = textAt(scale, reader);
    return { reader, text, steps: plainSteps(text), at: [...at, "scale", reader] };
  });
}

function plainSteps(path: string): readonly JsonPathStep[] {
  const names = path.split(".").slice(1);
  let start = 0;
  return names.map((name) => {
    const end = ++start + name.length;
    const step = { kind: "field", name, start, end } as const;
    start = end;
    return step;
  });
}

/** What all versions have in common stands in each of them, unless the CRD is of v1beta1. */
function placeOf(common: Path, version: InternalVersion, key: string): Path {
  return common.includes("versions") ? [...version.at.path, key] : common;
}

function checkPath(
  { reader, text, steps, at }: PathToCheck,
  schema: JsonObject,
  warnings: Warnings,
): void {
  if (!text.startsWith(".") || steps === undefined) return;
  const lost = findLostStep(steps, schema);
  if (lost === undefined) return;
  const values = { reader, path: text, reason: lost.reason };
  const help = helpFor(lost, text, schema);
  warnings.warn("portability/path-without-field", at, values, help, "value");
}

function helpFor({ step, fields, isList }: LostStep, text: string, schema: JsonObject): string {
  if (isList) return "read an item, as `[0]` does, or name a field that is no list";
  const similar = step === undefined ? undefined : similarField(step.name, fields);
  if (step === undefined || similar === undefined) return withoutProposal(fields);
  const name = similar.replace(/[\s.,[\]$@{}\\]/g, "\\$&");
  const meant = text.slice(0, step.start) + name + text.slice(step.end);
  const isFound = findLostStep(jsonPathSteps(meant) ?? [], schema) === undefined;
  return `there is a field '${similar}'${isFound ? `: write \`${meant}\`` : ""}`;
}

function withoutProposal(fields: readonly string[]): string {
  const isShort = fields.length > 0 && fields.length <= mostNamed;
  const there = isShort ? ` (there: ${fields.join(", ")})` : "";
  return `name a field of the schema${there}, or list this one in the schema: the server drops fields that are not listed`;
}

const mostNamed = 8;
const mostEdits = 2;

/** The field that differs least, or the only one that the name abbreviates: `img` for `image`. */
function similarField(name: string, fields: readonly string[]): string | undefined {
  const near = nearest(name, fields, mostEdits);
  if (near !== undefined) return near;
  const [found, other] = fields.filter((field) => abbreviates(name, field));
  return other === undefined ? found : undefined;
}

function abbreviates(short: string, long: string): boolean {
  if (short.length < 2 || !long.startsWith(short.charAt(0))) return false;
  let at = 0;
  for (const letter of long.toLowerCase()) if (letter === short[at]?.toLowerCase()) at++;
  return at === short.length;
}
