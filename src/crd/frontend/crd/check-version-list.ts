import type { Json } from "../../../runtime/v1/values/json/json.js";
import { versionType } from "../decode/crd-types.js";
import { areEqualAs } from "../decode/go-equal.js";
import { internalText } from "../decode/go-text.js";
import { sliceOf } from "../decode/go-type.js";
import type { FieldPath } from "../findings/field-path.js";
import type { FindingExtra, Findings, RuleCode } from "../findings/findings.js";
import { sharedParts } from "../internal/convert-crd.js";
import type { InternalSpec, InternalVersion } from "../internal/internal-crd.js";
import { valueAt } from "../raw-fields.js";

/**
 * The versions side by side (`validateCustomResourceDefinitionSpec`). The server shows all of them
 * for each fault.
 */
export function checkVersionList(spec: InternalSpec, findings: Findings): void {
  checkIdenticalParts(spec, findings);
  checkUniqueNames(spec, findings);
  checkStorageVersion(spec, findings);
}

/**
 * What all versions have in common belongs to the top level; selectable fields are not compared.
 */
function checkIdenticalParts(spec: InternalSpec, findings: Findings): void {
  for (const { key, top, type } of sharedParts) {
    if (key === "selectableFields") continue;
    const values = (spec.rawVersions ?? []).map((version) => valueAt(version, key));
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

function isPresent(value: Json | undefined): boolean {
  return Array.isArray(value) ? value.length > 0 : value !== undefined;
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
