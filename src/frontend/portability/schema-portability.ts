import { valuesSchema } from "../../ir/child-schemas.js";
import type { Schema } from "../../ir/schema.js";
import type { Json, JsonObject } from "../../runtime/v1/json/json.js";
import { isObject } from "../../runtime/v1/json/json.js";
import type { Path } from "../../source/document.js";
import { labelOf } from "../findings/label.js";
import { adviceForKey, mayBeMiswritten, miswrittenKey } from "../findings/miswritten-key.js";
import { flagAt, numberAt, objectsAt, optionalFlagAt, textAt, valueAt } from "../raw-fields.js";
import { asSchema, defaultOf, itemsOf, propertiesOf, valuesOf } from "../schema/raw-schema.js";
import type { PortabilityCheck } from "./portability-code.js";
import { needsNewer } from "./version-portability.js";
import type { Warnings } from "./warnings.js";

const aspect = "portability";

/**
 * What is to be said of a schema. What stands inside of junctors only validates, so it is not looked at. `keepsAll`: nothing
 * is pruned (`spec.preserveUnknownFields`).
 */
export function checkSchemaPortability(
  raw: JsonObject,
  path: Path,
  keepsAll: boolean,
  check: PortabilityCheck,
  warnings: Warnings,
): void {
  const schema = check.table.schema(raw);
  visit({ raw, path, schema, isRoot: true, keepsAll, isKept: keepsAll }, check, warnings);
}

interface Node {
  readonly raw: JsonObject;
  readonly path: Path;
  readonly schema: Schema | undefined;
  readonly isRoot: boolean;
  readonly keepsAll: boolean;
  /** Unknown fields stay: a list that preserves them does so in its items (apiextensions `schema/pruning/algorithm.go`). */
  readonly isKept: boolean;
}

function visit(node: Node, check: PortabilityCheck, warnings: Warnings): void {
  const { raw, schema, keepsAll } = node;
  const before = warnings.count;
  checkNode(node, warnings);
  const fields = propertiesOf(raw);
  for (const name of Object.keys(fields)) {
    // What Kubernetes specifies itself may be as empty as it likes.
    if (node.isRoot && name === "metadata") continue;
    const field = { raw: asSchema(fields[name]), schema: schema?.fields.get(name) };
    if (check.clean.isClean(field.raw, field.schema, aspect)) continue;
    const path = [...node.path, "properties", name];
    visit({ ...field, path, isRoot: false, keepsAll, isKept: keepsAll }, check, warnings);
  }
  const isKept = node.isKept || flagAt(raw, "x-kubernetes-preserve-unknown-fields");
  const values = { raw: valuesOf(raw), schema: valuesSchema(schema), isKept: keepsAll };
  const children = [
    { key: "items", raw: itemsOf(raw), schema: schema?.items, isKept },
    { key: "additionalProperties", ...values },
  ];
  for (const child of children) {
    if (child.raw === undefined || check.clean.isClean(child.raw, child.schema, aspect)) continue;
    const path = [...node.path, child.key];
    visit({ ...child, raw: child.raw, path, isRoot: false, keepsAll }, check, warnings);
  }
  // Elsewhere there may be something to say of it.
  if (!node.isRoot && !node.isKept && warnings.count === before)
    check.clean.note(raw, schema, aspect);
}

function checkNode(node: Node, warnings: Warnings): void {
  checkEmptyObject(node, warnings);
  checkClosedObject(node, warnings);
  checkBounds(node, warnings);
  checkNullableDefault(node, warnings);
  checkNewFormat(node, warnings);
  checkOptionalOldSelf(node, warnings);
  checkNames(node, warnings);
  checkKeys(node, warnings);
}

/** An object of which nothing is known is emptied by pruning. */
function checkEmptyObject({ raw, path, isRoot, isKept }: Node, warnings: Warnings): void {
  if (isRoot || isKept || textAt(raw, "type") !== "object") return;
  if (Object.keys(propertiesOf(raw)).length > 0) return;
  if (valueAt(raw, "additionalProperties") !== undefined) return;
  if (flagAt(raw, "x-kubernetes-preserve-unknown-fields")) return;
  const values = { path: labelOf(path), reason: "every field is pruned" };
  const help =
    "list its fields, or set `x-kubernetes-preserve-unknown-fields: true` to keep whatever is there";
  warnings.warn("portability/field-unsettable", path, values, help);
}

function checkClosedObject({ raw, path }: Node, warnings: Warnings): void {
  if (optionalFlagAt(raw, "additionalProperties") !== false) return;
  const values = { path: labelOf(path), reason: "additionalProperties: false refuses every key" };
  const at = [...path, "additionalProperties"];
  warnings.warn("portability/field-unsettable", at, values, "remove it: unknown fields are pruned");
}

const bounds = [
  ["minimum", "maximum"],
  ["minLength", "maxLength"],
  ["minItems", "maxItems"],
  ["minProperties", "maxProperties"],
] as const;

/** Bounds that leave no value; the server does not compare them. */
function checkBounds({ raw, path }: Node, warnings: Warnings): void {
  for (const [lowest, highest] of bounds) {
    const [low, high] = [numberAt(raw, lowest), numberAt(raw, highest)];
    if (low === undefined || high === undefined || low <= high) continue;
    const values = { path: labelOf(path), reason: `${lowest} is above ${highest}` };
    const help = "swap the two, or remove one";
    warnings.warn("portability/field-unsettable", [...path, lowest], values, help);
  }
}

function checkNullableDefault({ raw, path }: Node, warnings: Warnings): void {
  if (!flagAt(raw, "nullable") || defaultOf(raw) === undefined) return;
  const values = { path: labelOf(path), surprise: "does not replace an explicit null" };
  const help = "remove `nullable` if null is to mean the default";
  warnings.warn("portability/default-surprise", [...path, "default"], values, help);
}

/** The first server that checks the formats of Kubernetes' own names. */
const kubernetesFormatsSince = "1.35";

function checkNewFormat({ raw, path }: Node, warnings: Warnings): void {
  const format = textAt(raw, "format");
  if (!/^k8s-(?:short|long)-name$/.test(format)) return;
  needsNewer(`format ${format}`, kubernetesFormatsSince, [...path, "format"], warnings);
}

function checkOptionalOldSelf({ raw, path }: Node, warnings: Warnings): void {
  objectsAt(raw, "x-kubernetes-validations").forEach((rule, index) => {
    if (optionalFlagAt(rule, "optionalOldSelf") === undefined) return;
    const at = [...path, "x-kubernetes-validations", index, "optionalOldSelf"];
    needsNewer("optionalOldSelf", "1.30", at, warnings);
  });
}

/** Fields whose nested types would have one name. */
function checkNames({ raw, path }: Node, warnings: Warnings): void {
  const seen = new Map<string, string>();
  const fields = propertiesOf(raw);
  for (const name of Object.keys(fields)) {
    if (!isNamedType(fields[name])) continue;
    const plain = name.replace(/[^\p{L}\p{N}]/gu, "").toLowerCase();
    const first = seen.get(plain);
    if (first === undefined) {
      seen.set(plain, name);
      continue;
    }
    const at = [...path, "properties", name];
    const help = "rename one of them: clients tell them apart by case or signs alone";
    warnings.warn("portability/name-collision", at, { first, second: name }, help);
  }
}

/** Fields called otherwise than their author wrote, since YAML takes the name for a boolean or a number. */
function checkKeys({ raw, path }: Node, warnings: Warnings): void {
  for (const name of Object.keys(propertiesOf(raw)).filter(mayBeMiswritten)) {
    const at = [...path, "properties", name];
    warnings.dependOnText();
    const written = miswrittenKey(at, warnings.document);
    if (written === undefined) continue;
    const help = adviceForKey(written, name);
    warnings.warn("portability/key-not-text", at, { name, written }, help);
  }
}

/** Objects with fields get a type of their own. */
function isNamedType(value: Json | undefined): boolean {
  return isObject(value) && Object.keys(propertiesOf(value)).length > 0;
}
