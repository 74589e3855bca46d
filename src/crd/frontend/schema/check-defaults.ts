import type { FieldError } from "../../../runtime/v1/values/field-error.js";
import { fieldErrorText } from "../../../runtime/v1/values/field-error.js";
import type { Json, JsonObject } from "../../../runtime/v1/values/json/json.js";
import { isObject, setKey } from "../../../runtime/v1/values/json/json.js";
import { copyJson } from "../../ir/apply-defaults.js";
import { childSchema } from "../../ir/child-schemas.js";
import type { Schema } from "../../ir/schema.js";
import { childOf, followSteps } from "../../source/follow-steps.js";
import type { Path } from "../../source/source-file.js";
import type { DefaultPlace, DefaultsJudge, RuleBudget, ValueRoot } from "../check-options.js";
import { areEqualJson } from "../decode/go-equal.js";
import { findField } from "../findings/find-field.js";
import type { FieldPath, Findings } from "../findings/findings.js";
import { shownEntries } from "../findings/shown-values.js";
import type { Aspect, CleanSchemas, CoreNode } from "./raw-schema.js";
import { itemsOf, propertyOf } from "./raw-schema.js";
import { unknownTypeErrors } from "./structural-conversion.js";

/** The inputs of judging defaults, besides the node. */
interface DefaultsCheck {
  readonly judge: DefaultsJudge;
  readonly requirePruned: boolean;
  readonly findings: Findings;
  readonly clean: CleanSchemas;
  readonly budget: RuleBudget;
}

/**
 * Every default must be pruned and valid (apiextensions `schema/defaulting/validation.go`).
 * Defaults below additionalProperties are not looked at. The root counts as an embedded resource.
 */
export function checkDefaults(root: CoreNode, check: DefaultsCheck): void {
  const resource = asResource(root.schema);
  visit({ ...root, resource, insideMeta: false, isResource: true }, check);
}

interface Node {
  readonly raw: JsonObject;
  readonly schema: Schema;
  readonly at: FieldPath;
  /** The innermost resource around the node. */
  readonly resource: Resource;
  /** Below metadata, kind or apiVersion of that resource. */
  readonly insideMeta: boolean;
  readonly isResource: boolean;
}

interface Resource {
  readonly schema: Schema;
  /** An object of the resource that holds a value at the node, and else as little as possible. */
  readonly around: (value: Json) => Json;
}

function visit(node: Node, check: DefaultsCheck): void {
  const { raw, schema } = node;
  if (!schema.hasDefaults) return;
  const { clean, findings } = check;
  const aspect: Aspect = `defaults ${findings.rules.minor}`;
  // Inside of metadata it is the whole of a resource that is judged.
  const isUsual = !node.insideMeta && !node.isResource;
  if (isUsual && clean.isClean(raw, schema, aspect)) return;
  const before = marksOf(check);
  visitDefaults(node, check);
  if (isUsual && check.requirePruned && marksOf(check) === before) clean.note(raw, schema, aspect);
}

/** Changes with everything that judging a default leaves behind. */
function marksOf({ findings, budget }: DefaultsCheck): string {
  return `${findings.count} ${findings.coerced.length} ${budget.remaining}`;
}

function visitDefaults(node: Node, check: DefaultsCheck): void {
  const value = node.schema.default;
  if (value !== undefined) {
    if (node.insideMeta) checkInsideMeta(node, value, check);
    else checkValue(node, value, check);
    if (check.budget.remaining < 0) return;
  }
  const { items } = node.schema;
  if (items !== undefined) {
    const core = { raw: itemsOf(node.raw) ?? {}, schema: items, at: node.at.child("items") };
    visit(
      below(node, core, node.insideMeta, (item) => [item]),
      check,
    );
  }
  const at = node.at.child("properties");
  for (const [name, field] of node.schema.fields) {
    if (!field.hasDefaults || check.budget.remaining < 0) continue;
    const core = { raw: propertyOf(node.raw, name) ?? {}, schema: field, at: at.key(name) };
    visit(fieldNode(node, name, core), check);
  }
}

const metaFields: ReadonlySet<string> = new Set(["metadata", "apiVersion", "kind"]);

function fieldNode(node: Node, name: string, core: CoreNode): Node {
  const insideMeta = node.insideMeta || (node.isResource && metaFields.has(name));
  return below(node, core, insideMeta, (value) => {
    const object: JsonObject = {};
    setKey(object, name, value);
    return object;
  });
}

function below(node: Node, core: CoreNode, insideMeta: boolean, wrap: (value: Json) => Json): Node {
  if (core.schema.embeddedResource) {
    return { ...core, resource: asResource(core.schema), insideMeta: false, isResource: true };
  }
  const { around } = node.resource;
  const resource = { ...node.resource, around: (value: Json) => around(wrap(value)) };
  return { ...core, resource, insideMeta, isResource: false };
}

/** Kind and apiVersion that stand in where a value has none. */
const stand = { kind: "Validation", apiVersion: "validation/v1" } as const;

function asResource(schema: Schema): Resource {
  const around = (value: Json): Json => (isObject(value) ? { ...stand, ...value } : value);
  return { schema, around };
}

function checkValue(node: Node, value: Json, check: DefaultsCheck): void {
  const { judge, findings } = check;
  const at = node.at.child("default");
  const { schema } = node;
  const root: ValueRoot = node.isResource ? "resource" : "value";
  if (check.requirePruned && !judge.isPruned(value, schema, root)) {
    const path = firstUnknown(value, schema) ?? [];
    findings.invalid("schema/default-unpruned", at.marking(...path), value, detailOfUnknown, {
      node: at,
      ...(path.length > 0 && { part: "key" }),
    });
  }
  const copy = copyJson(value);
  const metadataErrors = judge.checkMetadata(copy, schema, root, placeOf(at, check));
  if (!areEqualJson(copy, value)) findings.coercedDefault({ path: at.path, value: copy });
  if (metadataErrors.length > 0)
    reportAll("schema/default-metadata", at, value, metadataErrors, findings);
  else checkByJudge(node, copy, root, check);
}

const detailOfUnknown = "must not have unknown fields";

/**
 * The way to a field of a default that its schema drops, without those of embedded resources, which
 * have fields of their own.
 */
function firstUnknown(value: Json, schema: Schema): Path | undefined {
  if (typeof value !== "object" || value === null || schema.embeddedResource) return undefined;
  const steps = Array.isArray(value) ? [...value.keys()] : Object.keys(value);
  for (const step of steps) {
    const member = childOf(value, step) ?? null;
    const child = typeof step === "number" ? schema.items : childSchema(schema, step);
    if (child === undefined) {
      if (typeof step === "string" && !schema.preserveUnknownFields && schema.values !== true)
        return [step];
      continue;
    }
    const path = firstUnknown(member, child);
    if (path !== undefined) return [step, ...path];
  }
  return undefined;
}

/** Metadata makes sense only as a whole, so it is checked within an object that is made for it. */
function checkInsideMeta(node: Node, value: Json, check: DefaultsCheck): void {
  const { judge, findings } = check;
  const at = node.at.child("default");
  const surrounding = node.resource.around(copyJson(value));
  const { schema } = node.resource;
  const errors = judge.checkMetadata(surrounding, schema, "resource", {
    ...placeOf(at, check),
    path: "",
  });
  if (errors.length > 0) {
    const detail = `must result in valid metadata: ${aggregate(errors)}`;
    findings.invalid("schema/default-metadata", at, value, detail);
  } else {
    checkByJudge(node, value, "value", check);
  }
}

function checkByJudge(node: Node, value: Json, root: ValueRoot, check: DefaultsCheck): void {
  const { judge, findings } = check;
  const { schema } = node;
  const at = node.at.child("default");
  const place = placeOf(at, check);
  const errors = [
    ...judge.checkValue(value, schema, place),
    ...unknownTypeErrors(node.raw, value, place.path),
  ];
  reportAll("schema/default-invalid", at, value, errors, findings);
  if (errors.length > 0) return;
  const ruleErrors = judge.checkRules(value, schema, root, place, check.budget);
  reportAll("schema/default-invalid", at, value, ruleErrors, findings);
}

function placeOf(at: FieldPath, check: DefaultsCheck): DefaultPlace {
  return { path: at.field, minor: check.findings.rules.minor };
}

/**
 * Marks the part of a default that an error names; of one that is not there, what it should be in.
 */
function reportAll(
  code: "schema/default-invalid" | "schema/default-metadata",
  at: FieldPath,
  value: Json,
  errors: readonly FieldError[],
  findings: Findings,
): void {
  for (const error of errors) {
    const { path } = findField(error.field.slice(at.field.length), value);
    const [entry] = shownEntries(error.field, followSteps(value, path), error.message);
    const place = at.marking(...path, ...(entry === undefined ? [] : [entry.step]));
    const part = entry?.part ?? "value";
    findings.error(code, place, error, { node: at, part });
  }
}

/** Several errors in one text (apimachinery `util/errors`): each distinct text once. */
function aggregate(errors: readonly FieldError[]): string {
  const texts = [...new Set(errors.map(fieldErrorText))];
  return texts.length === 1 ? (texts[0] ?? "") : `[${texts.join(", ")}]`;
}
