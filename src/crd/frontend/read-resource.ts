import { encodeAs, storedObject } from "../../runtime/v1/built-in/go-types/encode-as.js";
import type { JsonObject } from "../../runtime/v1/values/json/json.js";
import { isObject } from "../../runtime/v1/values/json/json.js";
import {
  flagAt,
  numberAt,
  objectAt,
  objectsAt,
  optionalTextAt,
  textAt,
  textsAt,
} from "../../runtime/v1/values/json/raw-fields.js";
import { Annotations } from "../ir/annotations.js";
import type { Names, PrinterColumn, Resource, Scale, Version } from "../ir/resource.js";
import type { SchemaTable } from "../ir/schema-table.js";
import type { Path } from "../source/source-file.js";
import { crdTypes } from "./decode/crd-types.js";
import type { CrdDocument } from "./find-crds.js";
import { defaultCrd, toV1Spec } from "./internal/convert-crd.js";
import { structuralViolations } from "./schema/check-structural.js";
import { structuralConversionFault } from "./schema/structural-conversion.js";

/**
 * One CRD as a resource, defaulted as the API server does. The CRD is taken as it is, valid or not:
 * what has a wrong type counts as absent, so `lintCrd` should have judged it before.
 */
export function readResource(crd: CrdDocument, table: SchemaTable): Resource {
  const defaulted = objectAt(defaultCrd(crd.value, crd.apiVersion), "spec") ?? {};
  const given = crd.apiVersion === "v1" ? defaulted : toV1Spec(defaulted);
  // YAML has no `1.0`: on its way to the server it becomes `1`.
  const spec = crd.document.format === "json" ? storedObject(given) : given;
  const names = readNames(objectAt(spec, "names") ?? {});
  const group = textAt(spec, "group");
  const versions = objectsAt(spec, "versions").map((raw, index) =>
    readVersion(raw, [...crd.path, "spec", "versions", index], table, crd.apiVersion === "v1"),
  );
  return {
    group,
    names,
    scope: textAt(spec, "scope") === "Cluster" ? "Cluster" : "Namespaced",
    versions: versions.map((version) =>
      withDeprecationWarning(version, versions, group, names.kind),
    ),
    conversion:
      textAt(objectAt(spec, "conversion") ?? {}, "strategy") === "Webhook" ? "Webhook" : "None",
    preserveUnknownFields: flagAt(spec, "preserveUnknownFields"),
    document: crd.document,
    path: crd.path,
  };
}

function readNames(raw: JsonObject): Names {
  return {
    kind: textAt(raw, "kind"),
    listKind: textAt(raw, "listKind"),
    plural: textAt(raw, "plural"),
    singular: textAt(raw, "singular"),
    shortNames: textsAt(raw, "shortNames"),
    categories: textsAt(raw, "categories"),
  };
}

function readVersion(
  raw: JsonObject,
  path: Path,
  table: SchemaTable,
  mustBeStructural: boolean,
): Version {
  const schema = objectAt(objectAt(raw, "schema") ?? {}, "openAPIV3Schema");
  const subresources = objectAt(raw, "subresources") ?? {};
  return {
    name: textAt(raw, "name"),
    served: flagAt(raw, "served"),
    storage: flagAt(raw, "storage"),
    deprecated: flagAt(raw, "deprecated"),
    deprecationWarning: optionalTextAt(raw, "deprecationWarning"),
    schema: schema === undefined ? undefined : table.schema(schema),
    annotations: new Annotations(schema),
    structuralSchema:
      schema === undefined || mustBeStructural || isStructural(schema) ? schema : undefined,
    status: objectAt(subresources, "status") !== undefined,
    scale: readScale(objectAt(subresources, "scale")),
    printerColumns: objectsAt(raw, "additionalPrinterColumns").map(readColumn),
    selectableFields: objectsAt(raw, "selectableFields").map((field) => textAt(field, "jsonPath")),
    path,
  };
}

function readScale(raw: JsonObject | undefined): Scale | undefined {
  if (raw === undefined) return undefined;
  return {
    specReplicasPath: textAt(raw, "specReplicasPath"),
    statusReplicasPath: textAt(raw, "statusReplicasPath"),
    labelSelectorPath: textAt(raw, "labelSelectorPath") || undefined,
  };
}

function readColumn(raw: JsonObject): PrinterColumn {
  return {
    name: textAt(raw, "name"),
    type: textAt(raw, "type"),
    format: textAt(raw, "format"),
    description: textAt(raw, "description"),
    priority: numberAt(raw, "priority") ?? 0,
    jsonPath: textAt(raw, "jsonPath"),
  };
}

function withDeprecationWarning(
  version: Version,
  all: readonly Version[],
  group: string,
  kind: string,
): Version {
  if (!version.deprecated || version.deprecationWarning !== undefined) return version;
  const deprecationWarning = defaultDeprecationWarning(version.name, all, group, kind);
  return { ...version, deprecationWarning };
}

/** Tells whether a schema is structural, which v1 of CRDs demands and v1beta1 did not. */
function isStructural(raw: JsonObject): boolean {
  return structuralConversionFault(raw) === undefined && structuralViolations(raw).length === 0;
}

/** The parts of a version that a warning depends on: whether a version can be used instead. */
export interface ServedVersion {
  readonly name: string;
  readonly served: boolean;
  readonly deprecated?: boolean;
}

/**
 * The warning of a deprecated version that has no text of its own (apiextensions
 * `customresource_handler.go`): it names the best version that is served, not deprecated and
 * preferred to this one, if there is any.
 */
export function defaultDeprecationWarning(
  name: string,
  versions: readonly ServedVersion[],
  group: string,
  kind: string,
): string {
  const better = versions
    .filter((version) => version.served && version.deprecated !== true)
    .map((version) => version.name)
    .filter((other) => compareVersionNames(other, name) < 0)
    .sort(compareVersionNames)[0];
  const replacement = better === undefined ? "" : `; use ${group}/${better} ${kind}`;
  return `${group}/${name} ${kind} is deprecated${replacement}`;
}

/**
 * Order of API versions by maturity (apimachinery `version/helpers.go`): `v2` before `v1`, stable
 * before beta before alpha, then by number; names of any other form come last, in alphabetical
 * order. Negative: `left` is preferred.
 */
export function compareVersionNames(left: string, right: string): number {
  if (left === right) return 0;
  const [first, second] = [parse(left), parse(right)];
  if (first === undefined && second === undefined) return left < right ? -1 : 1;
  if (first === undefined) return 1;
  if (second === undefined) return -1;
  return second.stage - first.stage || second.major - first.major || second.minor - first.minor;
}

interface KubeVersion {
  readonly stage: number;
  readonly major: number;
  readonly minor: number;
}

const stages: Readonly<Record<string, number>> = { alpha: 1, beta: 2 };
const stable = 3;

function parse(name: string): KubeVersion | undefined {
  const match = /^v(\d+)(?:(alpha|beta)(\d+))?$/.exec(name);
  if (match === null) return undefined;
  const [, major = "", stage, minor] = match;
  return {
    stage: stage === undefined ? stable : (stages[stage] ?? stable),
    major: Number(major),
    minor: Number(minor ?? 0),
  };
}

/**
 * A CRD of v1 as the API server answers it: decoded, with what it fills in, printed again. The
 * given one is valid, and stays as it is.
 */
export function printCrd(crd: JsonObject): JsonObject {
  const printed = encodeAs(crdTypes.v1, defaultCrd(crd, "v1"));
  return isObject(printed) ? printed : {};
}
