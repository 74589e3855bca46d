import { pointerTo, sliceOf } from "../../../runtime/v1/built-in/go-types/go-type.js";
import type { JsonObject } from "../../../runtime/v1/values/json/json.js";
import { objectsAt, optionalTextAt, textAt } from "../../../runtime/v1/values/json/raw-fields.js";
import type { CrdRules } from "../../../runtime/versions/crd-rules.js";
import type { StoredExpressions } from "../../ir/annotations.js";
import type { CheckOptions } from "../check-options.js";
import { createOptions } from "../check-options.js";
import { schemaType } from "../decode/crd-types.js";
import { areEqualAs } from "../decode/go-equal.js";
import { internalText } from "../decode/go-text.js";
import type { FieldPath, RuleCode } from "../findings/findings.js";
import { Findings } from "../findings/findings.js";
import type { InternalCrd, InternalSpec } from "../internal/internal-crd.js";
import { schemasOf } from "../internal/internal-crd.js";
import { breaksKeyRules } from "../schema/check-list-type.js";
import type { ValidationCheck } from "../schema/check-validation.js";
import { checkValidation } from "../schema/check-validation.js";
import type { CleanSchemas } from "../schema/raw-schema.js";
import { itemsOf, someSchema } from "../schema/raw-schema.js";
import { hasUnknownType } from "../schema/structural-conversion.js";
import { isBadCaBundle, isRecognizedReviewVersion } from "./check-conversion.js";
import {
  checkAcceptedNames,
  checkPreserveUnknownFields,
  checkStoredVersions,
} from "./check-crd.js";
import { checkMetadataUpdate } from "./check-metadata.js";
import { checkApiApproval } from "./check-names.js";
import { mostSelectableFields } from "./check-selectable-fields.js";
import { checkSpec } from "./check-spec.js";

/** The CRD that is replaced, as the server has it. */
export interface StoredCrd {
  readonly crd: InternalCrd;
  readonly clean: CleanSchemas;
}

/**
 * A CRD that is to replace a stored one (`ValidateCustomResourceDefinitionUpdate`), in the server's
 * order: rules that the stored one breaks already are waived, and names cannot change.
 */
export function checkCrdUpdate(crd: InternalCrd, stored: StoredCrd, given: ValidationCheck): void {
  const { findings } = given;
  const old = stored.crd;
  checkMetadataUpdate(crd, old, findings);
  checkSpec(crd.spec, { ...given, options: updateOptions(crd, stored, given) });
  checkImmutable(crd, old, findings);
  checkAcceptedNames(crd, findings);
  checkStoredVersions(crd, findings);
  checkApiApproval(crd, findings, old);
  const { allowPreserveUnknownFields } = given.options;
  if (!allowPreserveUnknownFields && old.spec.preserveUnknownFields !== true) {
    checkPreserveUnknownFields(crd, findings);
  }
}

function updateOptions(crd: InternalCrd, stored: StoredCrd, given: ValidationCheck): CheckOptions {
  const old = stored.crd;
  const { spec } = old;
  const hasSomewhere = (has: (node: JsonObject) => boolean): boolean =>
    schemasOf(spec).some(({ value }) => someSchema(value, has));
  const broken = brokenStructuralRules(stored, given);
  const reviewVersions = spec.conversion?.reviewVersions.value ?? [];
  const allHaveSchemas =
    spec.validation?.value.schema !== undefined ||
    spec.versions.every((version) => version.validation?.value.schema !== undefined);
  const { options, findings } = given;
  const { rules } = findings;
  return {
    ...options,
    requireRecognizedReviewVersion:
      options.requireRecognizedReviewVersion &&
      (reviewVersions.length === 0 || reviewVersions.some(isRecognizedReviewVersion)),
    requireSchema: options.requireSchema && allHaveSchemas,
    requireValidTypes: options.requireValidTypes && !hasSomewhere(hasUnknownType),
    requireStructural:
      options.requireStructural && [...broken].every((code) => code === unprunedDefault),
    requirePrunedDefaults: !broken.has(unprunedDefault),
    requireAtomicSets: !hasSomewhere(hasCompositeSet),
    requireListKeyRules: !hasSomewhere((node) => breaksKeyRules(node, new Findings(rules), old.at)),
    allowBadCaBundle:
      !rules.checksCaBundles || !isEstablished(old) || isBadCaBundle(old.spec.conversion),
    storedExpressions: storedExpressions(spec, rules),
    ...(rules.waivesStoredCosts && { unchangedSchemas: unchangedSchemas(crd.spec, spec) }),
    ...(rules.waivesStoredFields && {
      tooManySelectableFields: unchangedLongLists(crd.spec, spec),
    }),
  };
}

function hasCompositeSet(node: JsonObject): boolean {
  const item = itemsOf(node);
  if (textAt(node, "x-kubernetes-list-type") !== "set" || item === undefined) return false;
  const listType = optionalTextAt(item, "x-kubernetes-list-type");
  if (textAt(item, "type") === "array") return listType !== undefined && listType !== "atomic";
  return textAt(item, "type") === "object" && textAt(item, "x-kubernetes-map-type") !== "atomic";
}

/**
 * The rules of structural schemas, unpruned defaults among them, that some schema of the stored CRD
 * breaks.
 */
function brokenStructuralRules(
  { crd, clean }: StoredCrd,
  given: ValidationCheck,
): ReadonlySet<RuleCode> {
  const findings = new Findings(given.findings.rules);
  const judges = { ...given.judges, compileRules: undefined };
  const check = { ...given, clean, findings, judges, options: structuralRulesOnly };
  for (const { validation } of [crd.spec, ...crd.spec.versions]) {
    checkValidation(validation, { hasStatus: false, version: "" }, check);
  }
  const codes = findings.ofFrontEnd().map(({ code }) => code);
  return new Set(codes.filter((code) => structuralCodes.test(code)));
}

const structuralRulesOnly: CheckOptions = {
  ...createOptions,
  requireValidTypes: false,
  requireAtomicSets: false,
  requireListKeyRules: false,
};

const unprunedDefault: RuleCode = "schema/default-unpruned";

/** Codes of `ValidateStructural`, of a failed conversion, and of unpruned defaults. */
const structuralCodes =
  /^schema\/(?:default-unpruned|not-structural|items-missing|type-missing|additional-properties-at-root|int-or-string-conflict|pattern-invalid|embedded-resource|type-meta-type|metadata-restricted|junctor-|root-type|keyword-forbidden|items-list|preserve-unknown-fields-false)/;

/** All expressions, wherever they stand (`findPreexistingExpressions`). */
function storedExpressions(spec: InternalSpec, { storedMessageKey }: CrdRules): StoredExpressions {
  const rules = new Set<string>();
  const messageExpressions = new Set<string>();
  const collect = (node: JsonObject): false => {
    for (const rule of objectsAt(node, "x-kubernetes-validations")) {
      rules.add(textAt(rule, "rule"));
      if (textAt(rule, "messageExpression") !== "") {
        messageExpressions.add(textAt(rule, storedMessageKey));
      }
    }
    return false;
  };
  for (const { value } of schemasOf(spec)) someSchema(value, collect);
  return { rules, messageExpressions };
}

/**
 * Names of versions whose schema is as it was, wherever it stands
 * (`findVersionsWithUnchangedSchemas`).
 */
function unchangedSchemas(spec: InternalSpec, old: InternalSpec): ReadonlySet<string> {
  const names = spec.versions.map((version) => version.name);
  const type = pointerTo(schemaType);
  return new Set(
    names.filter((name) => areEqualAs(type, schemaOf(spec, name), schemaOf(old, name))),
  );
}

/** The schema at the top counts for any version, as long as none has its own. */
function schemaOf(spec: InternalSpec, name: string): JsonObject | undefined {
  const versions = spec.versions;
  if (versions.every((version) => version.validation === undefined)) {
    return spec.validation?.value.schema;
  }
  return versions.find((version) => version.name === name)?.validation?.value.schema;
}

/** Levels whose list was too long before, and is the same. */
function unchangedLongLists(spec: InternalSpec, old: InternalSpec): ReadonlySet<string> {
  const type = sliceOf({ kind: "json" });
  const isSame = (left: InternalSpec["selectableFields"], right: typeof left): boolean =>
    (right?.value.length ?? 0) > mostSelectableFields &&
    areEqualAs(type, [...(left?.value ?? [])], [...(right?.value ?? [])]);
  const levels = new Set<string>();
  if (isSame(spec.selectableFields, old.selectableFields)) levels.add("");
  for (const version of spec.versions) {
    const before = old.versions.find(({ name }) => name === version.name);
    if (isSame(version.selectableFields, before?.selectableFields)) levels.add(version.name);
  }
  return levels;
}

function checkImmutable(crd: InternalCrd, old: InternalCrd, findings: Findings): void {
  const { spec } = crd;
  // A scope is no string to Go, but of a type of its own.
  const scopeText = internalText({ kind: "string" }, spec.scope, findings.rules.minor);
  const check = (value: string, before: string, at: FieldPath, valueText?: string): void => {
    if (value === before) return;
    const help = `keep the old value (\`${before}\`), or create another CRD`;
    findings.invalid("crd/field-immutable", at, value, "field is immutable", { help, valueText });
  };
  if (isEstablished(old)) {
    check(spec.scope, old.spec.scope, spec.at.child("scope"), scopeText);
    check(spec.names.kind, old.spec.names.kind, spec.names.at.child("kind"));
  }
  check(spec.group, old.spec.group, spec.at.child("group"));
  check(spec.names.plural, old.spec.names.plural, spec.names.at.child("plural"));
}

function isEstablished({ status }: InternalCrd): boolean {
  return objectsAt(status, "conditions").some(
    (condition) =>
      textAt(condition, "type") === "Established" && textAt(condition, "status") === "True",
  );
}
