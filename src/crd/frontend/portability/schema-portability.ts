import type { Json, JsonObject } from "../../../runtime/v1/values/json/json.js";
import { isObject } from "../../../runtime/v1/values/json/json.js";
import { valuesSchema } from "../../ir/child-schemas.js";
import type { Schema } from "../../ir/schema.js";
import type { Path } from "../../source/document.js";
import { adviceForKey, mayBeMiswritten, miswrittenKey } from "../findings/miswritten-key.js";
import { flagAt, objectsAt, optionalFlagAt, textAt } from "../raw-fields.js";
import { asSchema, itemsOf, propertiesOf, valuesOf } from "../schema/raw-schema.js";
import { checkEnums } from "./enum-values.js";
import type { PortabilityCheck } from "./portability-code.js";
import type { PlacedSchema } from "./unsettable.js";
import { checkUnsettable } from "./unsettable.js";
import type { Feature } from "./version-portability.js";
import { needsNewer } from "./version-portability.js";
import type { Warnings } from "./warnings.js";

const aspect = "portability";

/**
 * What is to be said of a schema. What stands inside of junctors only validates, so only its enums
 * are looked at. `keepsAll`: nothing is pruned (`spec.preserveUnknownFields`).
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

interface Node extends PlacedSchema {
  readonly schema: Schema | undefined;
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
  checkUnsettable(node, warnings);
  checkEnums(node, warnings);
  checkNewFormat(node, warnings);
  checkOptionalOldSelf(node, warnings);
  checkNames(node, warnings);
  checkKeys(node, warnings);
}

function checkNewFormat({ raw, path }: Node, warnings: Warnings): void {
  const format = textAt(raw, "format");
  if (!/^k8s-(?:short|long)-name$/.test(format)) return;
  const elsewhere = "ignore the format, so that any text is valid";
  needsNewer({ name: `format ${format}`, since: 35, elsewhere }, [...path, "format"], warnings);
}

const optionalOldSelfFeature: Feature = {
  name: "optionalOldSelf",
  since: 30,
  elsewhere: "drop it, so that the rule is checked on updates only",
};

function checkOptionalOldSelf({ raw, path }: Node, warnings: Warnings): void {
  objectsAt(raw, "x-kubernetes-validations").forEach((rule, index) => {
    if (optionalFlagAt(rule, "optionalOldSelf") === undefined) return;
    const at = [...path, "x-kubernetes-validations", index, "optionalOldSelf"];
    needsNewer(optionalOldSelfFeature, at, warnings);
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
    const help =
      "rename one of them while you can: types that are named after them get nearly the same name";
    warnings.warn("portability/name-collision", at, { first, second: name }, help);
  }
}

/**
 * Fields called otherwise than their author wrote, since YAML takes the name for a boolean or a
 * number.
 */
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
