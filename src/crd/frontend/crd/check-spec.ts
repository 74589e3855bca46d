import type { Json, JsonObject } from "../../../runtime/v1/values/json/json.js";
import { dns1035LabelFaults, subdomainFaults } from "../../../runtime/v1/values/names.js";
import { nearest } from "../../diagnostics/similar.js";
import { internalText } from "../decode/go-text.js";
import { goString } from "../decode/go-type.js";
import type { FieldPath } from "../findings/field-path.js";
import type { Findings } from "../findings/findings.js";
import type { Columns, InternalSpec, InternalVersion } from "../internal/internal-crd.js";
import { schemasOf } from "../internal/internal-crd.js";
import { textAt, valueAt } from "../raw-fields.js";
import type { ValidationCheck } from "../schema/check-validation.js";
import { checkValidation } from "../schema/check-validation.js";
import { someSchema } from "../schema/subschemas.js";
import { checkConversion } from "./check-conversion.js";
import { checkDeprecationWarning } from "./check-deprecation.js";
import { checkNames, checkRequiredNames } from "./check-names.js";
import { checkSelectableFields } from "./check-selectable-fields.js";
import { checkSubresources, hasStatus } from "./check-subresources.js";
import { checkVersionList } from "./check-version-list.js";
import { checkSimpleJsonPath } from "./simple-json-path.js";

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
    structuralKeywords.some((key) => valueAt(schema, key) !== undefined) ||
    structuralFlags.some((key) => schema[key] === true) ||
    structuralLists.some((key) => isNonEmpty(valueAt(schema, key)))
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
  const hasDefault = (schema: JsonObject): boolean => valueAt(schema, "default") !== undefined;
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

/** What can stand at the top or in versions, of which v1beta1 allows one at a time. */
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
