import type { JsonObject } from "../../../runtime/v1/values/json/json.js";
import { flagAt, textAt, valueAt } from "../raw-fields.js";
import { itemsOf, propertiesOf, propertyOf } from "../schema/raw-schema.js";
import type { JsonPathStep } from "./json-path-steps.js";

type FieldStep = Extract<JsonPathStep, { kind: "field" }>;

/** Where a path leads to nothing that an object can have. */
export interface LostStep {
  readonly reason: string;
  /** The step; undefined where it is no name, or stands in a condition. */
  readonly step: FieldStep | undefined;
  /** Whether a name was looked for in a list. */
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
export function findLostStep(
  steps: readonly JsonPathStep[],
  root: JsonObject,
): LostStep | undefined {
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

/** Whether a value can be of any type. */
function isOpen(schema: JsonObject): boolean {
  return textAt(schema, "type") === "" && !flagAt(schema, "x-kubernetes-int-or-string");
}

function keepsUnknown(schema: JsonObject): boolean {
  const values = valueAt(schema, "additionalProperties");
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

/** What a condition reads of the items of a list. */
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
