import type { JsonPathStep } from "../../../crd/ir/json-path.js";
import { jsonPathName, jsonPathSteps, plainSteps } from "../../../crd/ir/json-path.js";
import { followSteps } from "../../../crd/source/follow-steps.js";
import type { Path } from "../../../crd/source/source-file.js";
import { escapeProperty } from "../../../runtime/v1/cel/data/data.js";
import { namesOfField } from "../cel/field-names.js";
import type { KnownExpression } from "../cel/reading.js";
import type { Range } from "../editing/outline.js";
import type { PlacedCrd } from "./crd-steps.js";
import { allSchemasAt, commonSchema, crdValue, schemaSteps, stepInto } from "./crd-steps.js";
import type { Target } from "./target.js";

/** A text in a CRD that names a field. */
export interface Mention {
  /** From the document to the text. */
  readonly path: Path;
  readonly text: string;
  /** Where the names stand in it, in its order. */
  readonly names: readonly Range[];
  /** How such a text spells a name; undefined for a name that it cannot have. */
  readonly spell: (name: string) => string | undefined;
}

/** Where a CRD declares a field. */
export interface DeclaredField {
  readonly crd: PlacedCrd;
  /** The steps from the CRD to the schema of the version. */
  readonly schema: Path;
  /** The steps from the CRD to the schemas of objects that have the field. */
  readonly holders: readonly Path[];
  readonly name: string;
}

/** Undefined where the target is no field, or the CRD does not have its version. */
export function declaredField(
  crd: PlacedCrd,
  { version, field = [] }: Target,
): DeclaredField | undefined {
  const value = crdValue(crd);
  const name = field.at(-1);
  const schema = version === undefined ? commonSchema : schemaSteps(value, version);
  if (schema === undefined || typeof name !== "string") return undefined;
  const holders = allSchemasAt(value, schema, field.slice(0, -1));
  return { crd, name, schema, holders };
}

/**
 * The rules, and the paths of rules, printer columns, selectable fields and the scale subresource,
 * that name a field. What cannot be followed names none.
 */
export function mentionsOf(
  field: DeclaredField,
  expressions: readonly KnownExpression[],
): readonly Mention[] {
  const holders = new Set(field.holders.map((steps) => JSON.stringify(steps)));
  const sought = { ...field, isHolder: (steps: Path) => holders.has(JSON.stringify(steps)) };
  const own = expressions.filter((one) => isWrittenIn(field.crd, one));
  const mentions = [
    ...own.map((one) => inExpression(sought, one)),
    ...own.filter(({ part }) => part === "rule").map((one) => inFieldPath(sought, one)),
    ...inPathsOfVersion(sought),
  ];
  return mentions.filter(({ names }) => names.length > 0);
}

interface SoughtField extends DeclaredField {
  readonly isHolder: (steps: Path) => boolean;
}

/** A text may hold several CRDs, in which the same steps lead to different places. */
function isWrittenIn(
  { document, path: root }: PlacedCrd,
  { path, value }: KnownExpression,
): boolean {
  const isBelow = root.every((step, index) => step === path[index]);
  return isBelow && document.locate(path).value.start === value.start;
}

function inExpression({ crd, isHolder, name }: SoughtField, expression: KnownExpression): Mention {
  const { path, text } = expression;
  const isHolderIn = (schema: Path): boolean => isHolder(schema.slice(crd.path.length));
  const names = namesOfField(expression, isHolderIn, name);
  return { path, text, names: names.map(({ start, end }) => ({ from: start, to: end })), spell: escapeProperty }; // prettier-ignore
}

function inFieldPath(field: SoughtField, rule: KnownExpression): Mention {
  const { length } = field.crd.path;
  const at = [...rule.path.slice(0, -1), "fieldPath"].slice(length);
  return inPath(field, at, rule.schemaPath.slice(length), jsonPathSteps, simpleName);
}

/** Where the schema is that of all versions, columns and subresources are, too. */
function inPathsOfVersion(field: SoughtField): readonly Mention[] {
  const { crd, schema } = field;
  const version = schema.slice(0, -2);
  const each = (list: string, key: string): readonly Path[] => {
    const items = followSteps(crdValue(crd), [...version, list]);
    return Array.isArray(items) ? items.map((_, index) => [...version, list, index, key]) : [];
  };
  const columns = ["jsonPath", "JSONPath"].flatMap((key) => each("additionalPrinterColumns", key));
  const scale = ["specReplicasPath", "statusReplicasPath", "labelSelectorPath"];
  const plain = [
    ...each("selectableFields", "jsonPath"),
    ...scale.map((key) => [...version, "subresources", "scale", key]),
  ];
  return [
    ...columns.map((at) => inPath(field, at, schema, jsonPathSteps, jsonPathName)),
    ...plain.map((at) => inPath(field, at, schema, plainSteps, simpleName)),
  ];
}

/** @param at the steps from the CRD to the path, which need not be there */
function inPath(
  field: SoughtField,
  at: Path,
  schema: Path,
  stepsOf: (path: string) => readonly JsonPathStep[] | undefined,
  spell: Mention["spell"],
): Mention {
  const { crd } = field;
  const written = followSteps(crdValue(crd), at);
  const text = typeof written === "string" ? written : "";
  const names = [...namesIn(stepsOf(text) ?? [], schema, field)];
  return { path: [...crd.path, ...at], text, names: names.sort((a, b) => a.from - b.from), spell };
}

function* namesIn(
  steps: readonly JsonPathStep[],
  schema: Path,
  field: SoughtField,
): Generator<Range> {
  const crd = crdValue(field.crd);
  let at: Path | undefined = schema;
  for (const step of steps) {
    if (at === undefined || step.kind === "anywhere") return;
    const isNamed = step.kind === "field" && step.name === field.name;
    if (isNamed && field.isHolder(at)) yield { from: step.start, to: step.end };
    at = stepInto(crd, at, step.kind === "field" ? step.name : null);
    if (step.kind !== "items" || at === undefined) continue;
    for (const condition of step.conditions) yield* namesIn(condition, at, field);
  }
}

function simpleName(name: string): string | undefined {
  return /^[^\s.'[\]\\]+$/.test(name) ? name : undefined;
}
