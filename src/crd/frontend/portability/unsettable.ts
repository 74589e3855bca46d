import type { JsonObject } from "../../../runtime/v1/values/json/json.js";
import type { Path } from "../../source/document.js";
import { labelOf } from "../findings/label.js";
import { flagAt, numberAt, textAt, textsAt, valueAt } from "../raw-fields.js";
import { itemsOf, propertiesOf, propertyOf } from "../schema/raw-schema.js";
import type { Warnings } from "./warnings.js";

/** A schema, and where it stands. */
export interface PlacedSchema {
  readonly raw: JsonObject;
  readonly path: Path;
  readonly isRoot: boolean;
  /** Nothing is pruned, in the whole CRD (`spec.preserveUnknownFields`). */
  readonly keepsAll: boolean;
  /**
   * Unknown fields stay: a list that preserves them does so in its items (apiextensions
   * `schema/pruning/algorithm.go`).
   */
  readonly isKept: boolean;
}

/**
 * Schemas that cannot hold what they are there for. An object without fields is no such schema by
 * itself: `{}` is a value, and often the whole point of a field (`none: {}`); nor is one with
 * `additionalProperties: false`, which says so.
 */
export function checkUnsettable(node: PlacedSchema, warnings: Warnings): void {
  checkBounds(node, warnings);
  checkRequiredFields(node, warnings);
  checkEmptyItems(node, warnings);
  checkWellKnownFields(node, warnings);
}

const bounds = [
  ["minimum", "maximum"],
  ["minLength", "maxLength"],
  ["minItems", "maxItems"],
  ["minProperties", "maxProperties"],
] as const;

/** Bounds that leave no value; the server does not compare them. */
function checkBounds({ raw, path }: PlacedSchema, warnings: Warnings): void {
  for (const [lowest, highest] of bounds) {
    const [low, high] = [numberAt(raw, lowest), numberAt(raw, highest)];
    if (low === undefined || high === undefined || low <= high) continue;
    const values = {
      what: "nothing",
      path: placeOf(path),
      reason: `${lowest} is above ${highest}`,
    };
    const help = "swap the two, or remove one";
    warnings.warn("portability/field-unsettable", [...path, lowest], values, help);
  }
}

/** Fields that are required, and dropped before the server looks for them. */
function checkRequiredFields(node: PlacedSchema, warnings: Warnings): void {
  const { path } = node;
  const lost = lostFields(node);
  if (lost.length === 0) return;
  const names = lost.map((name) => `'${name}'`).join(", ");
  const reason = `${names} ${lost.length === 1 ? "is" : "are"} required, but not in \`properties\`: the server drops what is not there, and then finds it missing`;
  const help = `list ${names} in \`properties\`, or remove ${lost.length === 1 ? "it" : "them"} from \`required\``;
  const values = { what: "nothing", path: placeOf(path), reason };
  warnings.warn("portability/field-unsettable", [...path, "required"], values, help);
}

function lostFields(node: PlacedSchema): readonly string[] {
  const { raw } = node;
  const required = textsAt(raw, "required");
  if (required.length === 0 || textAt(raw, "type") !== "object" || keepsFields(node)) return [];
  return [...new Set(required)].filter(
    (name) => !Object.hasOwn(propertiesOf(raw), name) && !isFieldOfObjects(name, node),
  );
}

/** Whether a field is there in a whole object, whether its schema lists it or not. */
function isFieldOfObjects(name: string, { raw, isRoot }: PlacedSchema): boolean {
  return ofEveryObject.has(name) && (isRoot || flagAt(raw, "x-kubernetes-embedded-resource"));
}

const ofEveryObject: ReadonlySet<string> = new Set(["apiVersion", "kind", "metadata"]);

/** A list whose items can be nothing but `{}`: nobody means that. */
function checkEmptyItems(node: PlacedSchema, warnings: Warnings): void {
  const { raw, path } = node;
  const items = itemsOf(raw);
  const isKept = node.isKept || flagAt(raw, "x-kubernetes-preserve-unknown-fields");
  if (items === undefined || isKept || !isEmptyObject(items)) return;
  // That none is valid says more.
  if (textsAt(items, "required").length > 0) return;
  const reason =
    "the schema of its items lists no fields, so the server drops those that they have";
  const values = { what: "nothing but empty objects", path: placeOf(path), reason };
  warnings.warn("portability/field-unsettable", [...path, "items"], values, listOrKeep);
}

/**
 * Fields that hold the same everywhere in Kubernetes, so that an empty object was not meant. The
 * best known is what controller-gen makes of an embedded ObjectMeta.
 */
function checkWellKnownFields(node: PlacedSchema, warnings: Warnings): void {
  const { raw, path } = node;
  if (node.keepsAll) return;
  for (const [name, contents, help] of wellKnown) {
    const field = propertyOf(raw, name);
    if (field === undefined || isFieldOfObjects(name, node) || !isEmptyObject(field)) continue;
    const at = [...path, "properties", name];
    const reason = `its schema lists no fields, so the server drops ${contents}`;
    const values = { what: "nothing", path: placeOf(at), reason };
    warnings.warn("portability/field-unsettable", at, values, help);
  }
}

const listOrKeep =
  "list the fields, or set `x-kubernetes-preserve-unknown-fields: true` to keep whatever is there";
const mapOfTexts = "add `additionalProperties: { type: string }`";

const wellKnown: readonly (readonly [name: string, contents: string, help: string])[] = [
  [
    "metadata",
    "labels, annotations and whatever else is set",
    "list what may be set, such as `labels` and `annotations` (controller-gen does with `crd:generateEmbeddedObjectMeta=true`), or set `x-kubernetes-preserve-unknown-fields: true`",
  ],
  ["labels", "all labels", mapOfTexts],
  ["annotations", "all annotations", mapOfTexts],
  ["matchLabels", "all labels", mapOfTexts],
  ["nodeSelector", "all labels", mapOfTexts],
];

/** An object of which pruning leaves nothing. */
function isEmptyObject(raw: JsonObject): boolean {
  return (
    textAt(raw, "type") === "object" &&
    Object.keys(propertiesOf(raw)).length === 0 &&
    !keepsOwnFields(raw)
  );
}

function keepsFields({ raw, isKept }: PlacedSchema): boolean {
  return isKept || keepsOwnFields(raw);
}

function keepsOwnFields(raw: JsonObject): boolean {
  return (
    valueAt(raw, "additionalProperties") !== undefined ||
    flagAt(raw, "x-kubernetes-preserve-unknown-fields")
  );
}

/** A place of a schema for messages. */
export function placeOf(path: Path): string {
  return path.at(-1) === "openAPIV3Schema" ? "the whole object" : `'${labelOf(path)}'`;
}
