import { goString, sliceOf } from "../../../runtime/v1/built-in/go-types/go-type.js";
import { isPrintable } from "../../../runtime/v1/values/go/quote.js";
import { utf8Length } from "../../../runtime/v1/values/go/utf8.js";
import type { Json, JsonObject } from "../../../runtime/v1/values/json/json.js";
import { objectAt, textAt, memberAt } from "../../../runtime/v1/values/json/raw-fields.js";
import { dns1035LabelFaults, subdomainFaults } from "../../../runtime/v1/values/names.js";
import { nearest } from "../../diagnostics/wording.js";
import { versionType } from "../decode/crd-types.js";
import { areEqualAs } from "../decode/go-equal.js";
import { internalText } from "../decode/go-text.js";
import type { FieldPath, FindingExtra, Findings, RuleCode } from "../findings/findings.js";
import { sharedParts } from "../internal/convert-crd.js";
import type { Columns, InternalSpec, InternalVersion, Located } from "../internal/internal-crd.js";
import { schemasOf } from "../internal/internal-crd.js";
import type { ValidationCheck } from "../schema/check-validation.js";
import { checkValidation } from "../schema/check-validation.js";
import { someSchema } from "../schema/raw-schema.js";
import { checkConversion } from "./check-conversion.js";
import { checkNames, checkRequiredNames } from "./check-names.js";
import { checkSelectableFields, checkSimpleJsonPath } from "./check-selectable-fields.js";

/**
 * The spec of a CRD in its internal form (`validateCustomResourceDefinitionSpec`), in the server's
 * order.
 */
export function checkSpec(spec: InternalSpec, given: ValidationCheck): void {
  const check = { ...given, options: effectiveOptions(spec, given) };
  const { findings } = check;
  checkGroup(spec, findings);
  checkScope(spec, findings);
  checkSchemasExist(spec, check);
  checkDefaultsAllowed(spec, check);
  for (const version of spec.versions) checkVersion(version, spec, check);
  checkLevels(spec, findings);
  checkVersionList(spec, findings);
  checkTopVersion(spec, findings);
  checkRequiredNames(spec.names, findings);
  checkNames(spec.names, findings);
  const top = { hasStatus: hasAnyStatus(spec), version: spec.version };
  checkValidation(spec.validation, top, check);
  checkSubresources(spec.subresources, findings);
  checkColumns(spec.columns, findings);
  checkTopSelectableFields(spec, check);
  checkConversionAllowed(spec, findings);
  checkConversion(spec.conversion, check.options, findings);
}

/** Pruning, defaults and Kubernetes' own keywords work with structural schemas only. */
function effectiveOptions(
  spec: InternalSpec,
  { options }: ValidationCheck,
): ValidationCheck["options"] {
  if (options.requireStructural) return options;
  const prunes = spec.preserveUnknownFields !== true;
  const needsStructure =
    prunes || schemasOf(spec).some(({ value }) => someSchema(value, needsStructural));
  return needsStructure ? { ...options, requireStructural: true } : options;
}

/** `x-kubernetes-map-type` alone does not count. */
const structuralKeywords = [
  "default",
  "x-kubernetes-preserve-unknown-fields",
  "x-kubernetes-list-type",
] as const;
const structuralFlags = ["x-kubernetes-embedded-resource", "x-kubernetes-int-or-string"] as const;
const structuralLists = ["x-kubernetes-list-map-keys", "x-kubernetes-validations"] as const;

function needsStructural(schema: JsonObject): boolean {
  return (
    structuralKeywords.some((key) => memberAt(schema, key) !== undefined) ||
    structuralFlags.some((key) => schema[key] === true) ||
    structuralLists.some((key) => isNonEmpty(memberAt(schema, key)))
  );
}

function isNonEmpty(value: Json | undefined): boolean {
  return Array.isArray(value) && value.length > 0;
}

function checkGroup(spec: InternalSpec, findings: Findings): void {
  const at = spec.at.child("group");
  const { group } = spec;
  const faults = subdomainFaults(group);
  if (group === "") findings.required("crd/group-invalid", at, "");
  else if (faults.length > 0) findings.invalid("crd/group-invalid", at, group, faults.join());
  else if (!group.includes(".")) {
    findings.invalid("crd/group-invalid", at, group, "should be a domain with at least one dot");
  }
}

const scopes = ["Cluster", "Namespaced"];

function checkScope({ scope, at }: InternalSpec, findings: Findings): void {
  const scopeAt = at.child("scope");
  if (scope === "") findings.required("crd/scope-invalid", scopeAt, "");
  else if (!scopes.includes(scope)) {
    const near = nearest(scope, scopes);
    const help = near && `write \`${near}\``;
    findings.notSupported("crd/scope-invalid", scopeAt, scope, scopes, { help });
  }
}

function checkSchemasExist(spec: InternalSpec, { options, findings }: ValidationCheck): void {
  if (spec.validation?.value.schema !== undefined) return;
  const prunes = spec.preserveUnknownFields !== true;
  for (const version of spec.versions) {
    if (version.validation?.value.schema !== undefined) continue;
    const at = version.at.child("schema").child("openAPIV3Schema");
    if (options.requireSchema) {
      findings.required("crd/schema-missing", at, findings.rules.schemaMissingDetail);
    } else if (prunes && version.served) {
      findings.required("crd/schema-missing", at, "because otherwise all fields are pruned");
    }
  }
}

function checkDefaultsAllowed(spec: InternalSpec, { options, findings }: ValidationCheck): void {
  if (!options.allowDefaults || spec.preserveUnknownFields === false) return;
  const hasDefault = (schema: JsonObject): boolean => memberAt(schema, "default") !== undefined;
  if (!schemasOf(spec).some(({ value }) => someSchema(value, hasDefault))) return;
  const at = spec.at.child("preserveUnknownFields");
  const detail = "must be false in order to use defaults in the schema";
  findings.invalid("crd/defaults-need-pruning", at, true, detail);
}

/** One version (`validateCustomResourceDefinitionVersion`). */
function checkVersion(version: InternalVersion, spec: InternalSpec, check: ValidationCheck): void {
  const { findings, options } = check;
  const faults = dns1035LabelFaults(version.name);
  if (faults.length > 0) {
    const at = version.at.child("name");
    findings.invalid("crd/version-name-invalid", at, version.name, faults.join());
  }
  checkDeprecationWarning(version, findings);
  const status = hasStatus(subresourcesOf(version.name, spec));
  checkValidation(version.validation, { hasStatus: status, version: version.name }, check);
  checkSubresources(version.subresources, findings);
  checkColumns(version.columns, findings);
  checkSelectableFields(
    {
      fields: version.selectableFields,
      validation: version.validation,
      schemaAt: version.at.child("schema.openAPIV3Schema", ["schema", "openAPIV3Schema"]),
      missingSchema: findings.rules.detailsNameField
        ? "selectableFields may only be set when version.schema.openAPIV3Schema is not included"
        : "may only be set when `version.schema.openAPIV3Schema` is not included",
      takesEmptyValidation: false,
      allowTooMany: options.tooManySelectableFields.has(version.name),
    },
    findings,
  );
}

/** Those of the first version of that name, or the common ones where no version has its own. */
function subresourcesOf(name: string, spec: InternalSpec): InternalSpec["subresources"] {
  const versions = spec.versions;
  if (versions.every((version) => version.subresources === undefined)) return spec.subresources;
  return versions.find((version) => version.name === name)?.subresources;
}

function hasAnyStatus(spec: InternalSpec): boolean {
  return [spec, ...spec.versions].some(({ subresources }) => hasStatus(subresources));
}

function checkTopSelectableFields(
  spec: InternalSpec,
  { options, findings }: ValidationCheck,
): void {
  const level = {
    fields: spec.selectableFields,
    validation: spec.validation,
    schemaAt: spec.at.child("schema.openAPIV3Schema", ["versions", 0, "schema", "openAPIV3Schema"]),
    missingSchema: findings.rules.detailsNameField
      ? "selectableFields may only be set when validations.schema is included"
      : "may only be set when validations.schema is included",
    takesEmptyValidation: true,
    allowTooMany: options.tooManySelectableFields.has(""),
  };
  checkSelectableFields(level, findings);
}

/** The parts that can stand at the top or in versions, of which v1beta1 allows one at a time. */
const levels = [
  { part: "validation", key: "validation", what: "schemas" },
  { part: "subresources", key: "subresources", what: "subresources" },
  { part: "columns", key: "additionalPrinterColumns", what: "additionalPrinterColumns" },
] as const;

function checkLevels(spec: InternalSpec, findings: Findings): void {
  for (const { part, key, what } of levels) {
    const isSet = (owner: InternalSpec | InternalVersion): boolean => isPresent(owner[part]?.value);
    if (!isSet(spec) || !spec.versions.some(isSet)) continue;
    const detail = `top-level and per-version ${what} are mutually exclusive`;
    findings.forbidden("crd/levels-mixed", spec.at.child(key), detail);
  }
}

function isPresent(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : value !== undefined;
}

function checkTopVersion(spec: InternalSpec, findings: Findings): void {
  const { version, versionAt: at } = spec;
  if (version === "") return;
  const [first] = spec.versions;
  const faults = dns1035LabelFaults(version);
  if (faults.length > 0) {
    const isCopy = first?.name === version;
    const help =
      "the API server copies the name of the first version to `spec.version`, and reports both";
    const extra = isCopy ? { help } : {};
    findings.invalid("crd/version-name-invalid", at, version, faults.join(), extra);
  }
  if (first === undefined || first.name === version) return;
  const detail = "must match the first version in spec.versions";
  findings.invalid("crd/version-mismatch", at, version, detail);
}

function checkConversionAllowed(spec: InternalSpec, findings: Findings): void {
  if (spec.conversion === undefined) return;
  const { strategy } = spec.conversion;
  if (strategy === "None" || spec.preserveUnknownFields === false) return;
  const at = spec.conversion.at.child("strategy");
  const detail = "must be None if spec.preserveUnknownFields is true";
  const valueText = internalText(goString, strategy, findings.rules.minor);
  findings.invalid("crd/conversion-strategy", at, strategy, detail, { valueText });
}

const types = ["boolean", "date", "integer", "number", "string"];
const formats = ["byte", "date", "date-time", "double", "float", "int32", "int64", "password"];

/** Printer columns (`ValidateCustomResourceColumnDefinition`). */
function checkColumns(columns: Columns | undefined, findings: Findings): void {
  columns?.value.forEach((column, index) => {
    checkColumn(column, columns.at.index(index), columns.pathKey, findings);
  });
}

function checkColumn(column: JsonObject, at: FieldPath, pathKey: string, findings: Findings): void {
  if (textAt(column, "name") === "") {
    findings.required("crd/column-incomplete", at.child("name"), "");
  }
  checkType(textAt(column, "type"), at.child("type"), findings);
  const format = textAt(column, "format");
  if (format !== "" && !formats.includes(format)) {
    const detail = `must be one of ${formats.join()}`;
    findings.invalid("crd/column-format", at.child("format"), format, detail);
  }
  const pathAt = at.child("JSONPath", [pathKey]);
  const path = textAt(column, "JSONPath");
  if (path === "") findings.required("crd/column-incomplete", pathAt, "");
  else checkSimpleJsonPath("crd/column-path", path, pathAt, findings);
}

function checkType(type: string, at: FieldPath, findings: Findings): void {
  const detail = `must be one of ${types.join()}`;
  if (type === "") findings.required("crd/column-incomplete", at, detail);
  else if (!types.includes(type)) findings.invalid("crd/column-type", at, type, detail);
}

const maxBytes = 256;

/** The warning that clients of a deprecated version get (`validateDeprecationWarning`). */
function checkDeprecationWarning(version: InternalVersion, findings: Findings): void {
  const warning = version.deprecationWarning;
  if (warning === undefined) return;
  const at = version.at.child("deprecationWarning");
  // The server passes a pointer, which it prints otherwise than the string.
  const valueText = internalText(goString, warning, findings.rules.minor);
  for (const detail of warningFaults(version.deprecated, warning)) {
    findings.invalid("crd/deprecation-warning-invalid", at, warning, detail, { valueText });
  }
}

function warningFaults(deprecated: boolean, warning: string): string[] {
  if (!deprecated) return ["can only be set for deprecated versions"];
  const faults: string[] = [];
  if (utf8Length(warning) > maxBytes) faults.push(`must be <= ${maxBytes} characters long`);
  if (warning === "") faults.push("must not be an empty string");
  const index = unprintableIndex(warning);
  if (index >= 0) {
    const rule = "must only contain printable UTF-8 characters";
    faults.push(`${rule}; non-printable character found at index ${index}`);
  }
  return faults;
}

/** Byte offset of the first character that Go does not call printable; -1 = none. */
function unprintableIndex(text: string): number {
  let offset = 0;
  for (const character of text) {
    if (!isPrintable(character)) return offset;
    offset += utf8Length(character);
  }
  return -1;
}

/** The paths of the scale subresource: where each must point. */
const scalePaths: readonly ScalePath[] = [
  { key: "specReplicasPath", below: [".spec."], detail: "should be a json path under .spec" },
  { key: "statusReplicasPath", below: [".status."], detail: "should be a json path under .status" },
  {
    key: "labelSelectorPath",
    below: [".spec.", ".status."],
    detail: "should be a json path under either .spec or .status",
  },
];

interface ScalePath {
  readonly key: "specReplicasPath" | "statusReplicasPath" | "labelSelectorPath";
  readonly below: readonly string[];
  readonly detail: string;
}

/**
 * The subresources of a version (`ValidateCustomResourceDefinitionSubresources`); status has
 * nothing to be wrong.
 */
function checkSubresources(
  subresources: Located<JsonObject> | undefined,
  findings: Findings,
): void {
  const scale = subresources && objectAt(subresources.value, "scale");
  if (subresources === undefined || scale === undefined) return;
  for (const rule of scalePaths) {
    const path = textAt(scale, rule.key);
    const at = subresources.at.child(`scale.${rule.key}`, ["scale", rule.key]);
    if (path !== "") checkScalePath(path, at, rule, findings);
    else if (rule.key !== "labelSelectorPath") findings.required("crd/scale-path", at, "");
  }
}

function checkScalePath(
  path: string,
  at: FieldPath,
  { key, below, detail }: ScalePath,
  findings: Findings,
): void {
  if (!checkSimpleJsonPath("crd/scale-path", path, at, findings)) return;
  if (below.some((prefix) => path.startsWith(prefix))) return;
  // The server passes a pointer to this one, which it prints otherwise than a string.
  const isPointer = key === "labelSelectorPath";
  const extra = isPointer ? { valueText: internalText(goString, path, findings.rules.minor) } : {};
  findings.invalid("crd/scale-path", at, path, detail, extra);
}

/** Tells whether the status subresource is on. */
function hasStatus(subresources: Located<JsonObject> | undefined): boolean {
  return subresources !== undefined && objectAt(subresources.value, "status") !== undefined;
}

/**
 * The versions side by side (`validateCustomResourceDefinitionSpec`). The server shows all of them
 * for each fault.
 */
function checkVersionList(spec: InternalSpec, findings: Findings): void {
  checkIdenticalParts(spec, findings);
  checkUniqueNames(spec, findings);
  checkStorageVersion(spec, findings);
}

/**
 * Reports parts that all versions have in common, which belong to the top level; selectable fields
 * are not compared.
 */
function checkIdenticalParts(spec: InternalSpec, findings: Findings): void {
  for (const { key, top, type } of sharedParts) {
    if (key === "selectableFields") continue;
    const values = (spec.rawVersions ?? []).map((version) => memberAt(version, key));
    const areIdentical = values.every(
      (value) => isPresent(value) && areEqualAs(type, value, values[0]),
    );
    if (values.length === 0 || !areIdentical) continue;
    const what = key === "schema" ? "schemas" : key;
    const should = `(top-level ${top} should be used instead)`;
    const detail = `per-version ${what} may not all be set to identical values ${should}`;
    reportVersions("crd/versions-identical", spec, detail, { at: versionsAt(spec) }, findings);
  }
}

function checkUniqueNames(spec: InternalSpec, findings: Findings): void {
  const clash = findClash(spec.versions, (left, right) => left.name === right.name);
  if (clash === undefined) return;
  const place = placeOfClash(clash, "name", spec);
  const detail = "must contain unique version names";
  reportVersions("crd/version-duplicate", spec, detail, place, findings);
}

function checkStorageVersion(spec: InternalSpec, findings: Findings): void {
  const { versions } = spec;
  if (versions.filter((version) => version.storage).length === 1) return;
  const clash = findClash(versions, (left, right) => left.storage && right.storage);
  const at = versionsAt(spec);
  const place =
    clash !== undefined
      ? placeOfClash(clash, "storage", spec)
      : { at: versions.length === 1 ? at.marking(0, "storage") : at };
  const detail = "must have exactly one version marked as storage version";
  reportVersions("crd/storage-version", spec, detail, place, findings);
}

/** Two versions that cannot stand beside each other, by their indices. */
interface Clash {
  readonly first: number;
  readonly second: number;
}

function findClash(
  versions: readonly InternalVersion[],
  clashes: (left: InternalVersion, right: InternalVersion) => boolean,
): Clash | undefined {
  for (const [second, version] of versions.entries()) {
    const first = versions.slice(0, second).findIndex((earlier) => clashes(earlier, version));
    if (first !== -1) return { first, second };
  }
  return undefined;
}

interface VersionsPlace extends Pick<FindingExtra, "related"> {
  readonly at: FieldPath;
}

function placeOfClash({ first, second }: Clash, key: string, spec: InternalSpec): VersionsPlace {
  const at = versionsAt(spec);
  const related = [{ message: "first declared here", at: at.marking(first, key) }];
  return { at: at.marking(second, key), related };
}

function versionsAt({ at }: InternalSpec): FieldPath {
  return at.child("versions");
}

function reportVersions(
  code: RuleCode,
  spec: InternalSpec,
  detail: string,
  { at, ...extra }: VersionsPlace,
  findings: Findings,
): void {
  const shown = spec.rawVersions === undefined ? undefined : [...spec.rawVersions];
  const valueText = internalText(sliceOf(versionType), shown, findings.rules.minor);
  findings.invalid(code, at, null, detail, { ...extra, valueText });
}
