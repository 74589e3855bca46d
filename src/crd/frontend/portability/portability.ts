import {
  registeredVersions,
  isServedBy,
} from "../../../runtime/v1/built-in/table/registered-kinds.js";
import type { Json, JsonObject } from "../../../runtime/v1/values/json/json.js";
import { isObject } from "../../../runtime/v1/values/json/json.js";
import {
  flagAt,
  objectsAt,
  optionalFlagAt,
  textAt,
} from "../../../runtime/v1/values/json/raw-fields.js";
import type { KubernetesMinor } from "../../../runtime/v1/values/kubernetes-version.js";
import { newestMinor } from "../../../runtime/v1/values/kubernetes-version.js";
import type { Diagnostics } from "../../diagnostics/diagnostics.js";
import { valuesSchema } from "../../ir/child-schemas.js";
import type { Schema } from "../../ir/schema.js";
import type { Path } from "../../source/source-file.js";
import type { CrdDocument } from "../find-crds.js";
import { adviceForKey, mayBeMiswritten, miswrittenKey, newerServerHelp } from "../findings/help.js";
import type { InternalCrd } from "../internal/internal-crd.js";
import { schemasOf } from "../internal/internal-crd.js";
import { asSchema, itemsOf, propertiesOf, valuesOf } from "../schema/raw-schema.js";
import { checkPaths } from "./checked-paths.js";
import type { PlacedSchema } from "./enum-values.js";
import { checkEnums, checkUnsettable } from "./enum-values.js";
import type { PortabilityCheck } from "./warnings.js";
import { portabilityCodes, Warnings } from "./warnings.js";

/**
 * Reports what servers accept, but what behaves otherwise than it looks, or not everywhere alike.
 */
export function checkPortability(
  crd: CrdDocument,
  internal: InternalCrd,
  check: PortabilityCheck,
  diagnostics: Diagnostics,
): void {
  if (portabilityCodes.every((code) => check.ignored.has(code))) return;
  const warnings = new Warnings(crd.document, check, diagnostics);
  checkVersionPortability(internal, warnings);
  checkPaths(internal, warnings);
  checkShadow(internal, warnings);
  const keepsAll = internal.spec.preserveUnknownFields === true;
  for (const { value: schema, at } of schemasOf(internal.spec)) {
    checkSchemaPortability(schema, at.path, keepsAll, check, warnings);
  }
}

/**
 * Kinds that a whole Kubernetes has itself: it takes the CRD, and answers requests for the version
 * with its own kind, since it asks the server of CRDs last. Only API versions that are always on
 * count (kube-apiserver `server.go`, `CreateServerChain`).
 */
function checkShadow({ spec }: InternalCrd, warnings: Warnings): void {
  const { group, names } = spec;
  const builtin = registeredVersions(group, names.kind).filter(
    (one) => /^v\d+$/.test(one.version) && isServedBy(newestMinor, one),
  );
  for (const { name: version, served, at } of spec.versions) {
    if (!served || !builtin.some((one) => one.version === version)) continue;
    const what = `${names.kind} of ${group}/${version}`;
    const help =
      "use a group of your own; only servers that lack this kind, such as kcp, serve such a CRD";
    warnings.warn(
      "portability/builtin-kind",
      [...at.path, "name"],
      { what, version },
      help,
      "value",
    );
  }
}

const aspect = "portability";

/**
 * Warns of what is not portable in a schema. What stands inside of junctors only validates, so only
 * its enums are looked at. `keepsAll`: nothing is pruned (`spec.preserveUnknownFields`).
 */
function checkSchemaPortability(
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

const selectableFieldsFeature: Feature = {
  name: "selectableFields",
  since: 31,
  elsewhere: "drop it, and refuse requests that select by these fields",
};

/** Warns of what is not portable in a CRD and its versions, apart from their schemas. */
function checkVersionPortability(internal: InternalCrd, warnings: Warnings): void {
  const { spec } = internal;
  for (const version of spec.versions) {
    if (!version.storage || version.served) continue;
    const help =
      "objects can be read and written in served versions only; serve it, or store another";
    const path = [...version.at.path, "served"];
    const values = { version: version.name };
    warnings.warn("portability/storage-version-unserved", path, values, help);
  }
  checkReviewVersions(internal, warnings);
  for (const { selectableFields } of [spec, ...spec.versions]) {
    if (selectableFields === undefined || selectableFields.value.length === 0) continue;
    needsNewer(selectableFieldsFeature, selectableFields.at.path, warnings);
  }
}

/**
 * Servers prefer v1; a webhook that only knows v1beta1 is one that was never brought up to date.
 */
function checkReviewVersions({ spec }: InternalCrd, warnings: Warnings): void {
  const reviewVersions = spec.conversion?.reviewVersions;
  if (reviewVersions === undefined || reviewVersions.value.length === 0) return;
  if (reviewVersions.value.includes("v1") || !reviewVersions.value.includes("v1beta1")) return;
  const values = {
    construct: "ConversionReview v1beta1",
    reason: "v1 took its place in Kubernetes 1.16",
  };
  const help =
    "let the webhook take v1, and list it first: `conversionReviewVersions: [v1, v1beta1]`";
  warnings.warn("portability/deprecated-construct", reviewVersions.at.path, values, help);
}

/** Something that a server takes from a version on. */
interface Feature {
  readonly name: string;
  readonly since: KubernetesMinor;
  /** The behaviour of older servers, as it follows the words "older servers". */
  readonly elsewhere: string;
}

/** Warns of a feature that older servers drop or ignore, if there may be such servers. */
function needsNewer(feature: Feature, path: Path, warnings: Warnings): void {
  const { name, since, elsewhere } = feature;
  if (since <= warnings.minimum) return;
  const version = `1.${since}`;
  warnings.warn(
    "portability/newer-server",
    path,
    { feature: name, version },
    newerServerHelp(elsewhere, version, warnings.adviseNewer),
  );
}
