import type { JsonObject } from "../../../runtime/v1/values/json/json.js";
import { flagAt, objectAt, textAt, memberAt } from "../../../runtime/v1/values/json/raw-fields.js";
import { nearest } from "../../diagnostics/wording.js";
import type { JsonPathStep } from "../../ir/json-path.js";
import { jsonPathName, jsonPathSteps, plainSteps } from "../../ir/json-path.js";
import type { Path } from "../../source/source-file.js";
import type { InternalCrd, InternalSpec, InternalVersion } from "../internal/internal-crd.js";
import { itemsOf, propertiesOf, propertyOf } from "../schema/raw-schema.js";
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

/**
 * Returns the place of a key that all versions have in common: in each of them, unless the CRD is
 * of v1beta1.
 */
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
  const meant = text.slice(0, step.start) + jsonPathName(similar) + text.slice(step.end);
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

type FieldStep = Extract<JsonPathStep, { kind: "field" }>;

/** Where a path leads to nothing that an object can have. */
interface LostStep {
  readonly reason: string;
  /** The step; undefined where it is no name, or stands in a condition. */
  readonly step: FieldStep | undefined;
  /** True if a name was looked for in a list. */
  readonly isList: boolean;
  /** The fields that are there. */
  readonly fields: readonly string[];
}

/** Schemas that a path may have led to; undefined where it may have led to anything. */
type Reached = readonly JsonObject[] | undefined;

/**
 * The first step of a path that leads to nothing in any stored object: fields that a schema does
 * not list are dropped, save those that it preserves and those that Kubernetes gives to every
 * object. Undefined where the path leads somewhere, or perhaps does.
 */
function findLostStep(steps: readonly JsonPathStep[], root: JsonObject): LostStep | undefined {
  let reached: readonly JsonObject[] = [root];
  for (const step of steps) {
    const isRoot = reached[0] === root;
    const each = reached.map((schema) => follow(step, schema, isRoot));
    if (each.includes(undefined)) return undefined;
    const next = each.flatMap((schemas) => schemas ?? []);
    if (next.length === 0) return lostAt(step, reached);
    const lost = step.kind === "items" ? lostCondition(step.conditions, next) : undefined;
    if (lost !== undefined) return lost;
    reached = next;
  }
  return undefined;
}

function follow(step: JsonPathStep, schema: JsonObject, isRoot: boolean): Reached {
  if (step.kind === "anywhere" || isOpen(schema)) return undefined;
  if (step.kind === "items") return itemsAt(schema);
  if (step.kind === "all") {
    const fields = Object.keys(propertiesOf(schema)).map((name) => propertyOf(schema, name) ?? {});
    return keepsUnknown(schema) ? undefined : [...(itemsAt(schema) ?? []), ...fields];
  }
  const isObject = isRoot || flagAt(schema, "x-kubernetes-embedded-resource");
  if (isObject && ofEveryObject.has(step.name)) return undefined;
  const field = propertyOf(schema, step.name);
  if (field !== undefined) return [field];
  return keepsUnknown(schema) ? undefined : [];
}

const ofEveryObject: ReadonlySet<string> = new Set(["apiVersion", "kind", "metadata"]);

/** Tells whether a value can be of any type. */
function isOpen(schema: JsonObject): boolean {
  return textAt(schema, "type") === "" && !flagAt(schema, "x-kubernetes-int-or-string");
}

function keepsUnknown(schema: JsonObject): boolean {
  const values = memberAt(schema, "additionalProperties");
  return (
    (values !== undefined && values !== false) ||
    flagAt(schema, "x-kubernetes-preserve-unknown-fields")
  );
}

function itemsAt(schema: JsonObject): Reached {
  if (flagAt(schema, "x-kubernetes-preserve-unknown-fields")) return undefined;
  const items = textAt(schema, "type") === "array" ? itemsOf(schema) : undefined;
  return items === undefined ? [] : [items];
}

function lostAt(step: JsonPathStep, reached: readonly JsonObject[]): LostStep {
  const fields = reached.flatMap((schema) => Object.keys(propertiesOf(schema)));
  if (step.kind !== "field")
    return { reason: "no list is there", step: undefined, isList: false, fields };
  const isList = reached.every((schema) => textAt(schema, "type") === "array");
  const reason = isList
    ? `a list has no field '${step.name}'`
    : `the schema has no field '${step.name}' there`;
  return { reason, step, isList, fields };
}

/** Finds a step that conditions on the items of a list take in vain. */
function lostCondition(
  conditions: readonly (readonly JsonPathStep[])[],
  items: readonly JsonObject[],
): LostStep | undefined {
  for (const condition of conditions) {
    const lost = items.map((item) => findLostStep(condition, item));
    if (lost[0] !== undefined && !lost.includes(undefined)) return { ...lost[0], step: undefined };
  }
  return undefined;
}
