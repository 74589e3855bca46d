import type { Path } from "../../../crd/source/source-file.js";
import { splitApiVersion } from "../../../runtime/v1/values/kubernetes-version.js";
import type { CrdSet } from "../crds/crd-set.js";
import { knownObject } from "../editing/known-object.js";
import type { Entry, Range } from "../editing/outline.js";
import { lastBefore, plainText } from "../editing/outline.js";
import { documentAt } from "../editing/spot.js";
import type { FieldPattern } from "./crd-steps.js";
import { crdValue, fieldSteps, schemaSteps } from "./crd-steps.js";

/** What objects use: their kind, or a field of it. */
export interface Target {
  readonly group: string;
  readonly kind: string;
  /** Undefined for all versions: of the kind itself. */
  readonly version: string | undefined;
  /** Undefined for the kind itself. */
  readonly field: FieldPattern | undefined;
  /** The last step is the key of a map, which is no field of the kind. */
  readonly isMapKey: boolean;
  /** Whether it was named in a CRD, or in an object. */
  readonly isInCrd: boolean;
  /** Where it was named, in offsets. */
  readonly range: Range;
}

/**
 * What stands at an offset of an object or of a CRD: a field's key, an item of a list, or a name of
 * the kind. Undefined elsewhere, as on values.
 */
export function targetAt(text: string, offset: number, crds: CrdSet): Target | undefined {
  const document = documentAt(text, offset);
  const chain = lastBefore(document.root, offset);
  const last = chain.at(-1);
  if (last === undefined || chain.length === 1) return undefined;
  const object = knownObject(document, chain, crds);
  const { group, version } = splitApiVersion(object.apiVersion);
  const isAtKey = last.from <= offset && offset <= last.to;
  const { value } = last;
  const isAtValue = value !== undefined && value.from <= offset && offset <= value.to;
  if (!isAtKey && !isAtValue) return undefined;
  const { path, kind } = object;
  if (kind === "CustomResourceDefinition" && group === "apiextensions.k8s.io") {
    return targetInCrd(text, object.object, path, last, isAtKey);
  }
  if (kind === "") return undefined;
  const shared = { group, kind, isInCrd: false };
  if (path.length === 1 && (path[0] === "kind" || path[0] === "apiVersion")) {
    const range = isAtValue ? value : { from: last.from, to: last.to };
    return { ...shared, version: undefined, field: undefined, isMapKey: false, range };
  }
  if (!isAtKey || path.length === 0) return undefined;
  const range = { from: last.from, to: last.to };
  return { ...shared, version, range, ...fieldIn(crds, group, kind, version, path) };
}

/** A path of one object as it is in all: keys of maps differ, but for the last. */
function fieldIn(
  crds: CrdSet,
  group: string,
  kind: string,
  version: string,
  path: Path,
): Pick<Target, "field" | "isMapKey"> {
  const crd = crds.crd(group, kind);
  const value = crd === undefined ? {} : crdValue(crd);
  const schema = schemaSteps(value, version);
  let isMapKey = path[0] === "metadata";
  const field = path.map((step, index) => {
    if (typeof step === "number") return null;
    const steps = schema && fieldSteps(value, schema, path.slice(0, index + 1));
    const isOfMap = steps?.at(-1) === "additionalProperties";
    if (index === path.length - 1) isMapKey ||= isOfMap;
    return isOfMap && index < path.length - 1 ? null : step;
  });
  return { field, isMapKey };
}

/** What a CRD says of itself, as far as it is written. */
interface WrittenCrd {
  readonly group: string;
  readonly kind: string;
  /** The text that steps lead to; `""` where there is none. */
  readonly textOf: (...steps: Path) => string;
}

/** Reads a CRD that may be half written. */
export function crdAround(text: string, crd: Entry): WrittenCrd {
  const textOf = (...steps: Path): string => {
    let at: Entry | undefined = crd;
    for (const step of steps) at = at?.children.find(({ key }) => key === step);
    return at?.value === undefined ? "" : plainText(text.slice(at.value.from, at.value.to));
  };
  return { group: textOf("spec", "group"), kind: textOf("spec", "names", "kind"), textOf };
}

/** Of a property in the schema of a version, or of a name of the kind. */
function targetInCrd(
  text: string,
  crd: Entry,
  path: Path,
  { from, to, value }: Entry,
  isAtKey: boolean,
): Target | undefined {
  const { group, kind, textOf } = crdAround(text, crd);
  const shared = { group, kind, isMapKey: false, isInCrd: true };
  if (kind === "") return undefined;
  if (namesOfKind.has(path.join("."))) {
    const range = isAtKey ? { from, to } : (value ?? { from, to });
    return { ...shared, version: undefined, field: undefined, range };
  }
  const [spec, versions, index] = path;
  if (!isAtKey || spec !== "spec") return undefined;
  const isOld = versions === "validation";
  const rest = path.slice(isOld ? 2 : 4);
  const isSchema = rest[0] === "openAPIV3Schema" && (isOld || path[3] === "schema");
  const field = isSchema ? patternOf(rest.slice(1)) : undefined;
  if (field === undefined || field.length === 0) return undefined;
  const version = isOld ? undefined : textOf("spec", "versions", index ?? 0, "name");
  return { ...shared, version, field, range: { from, to } };
}

/** What names the kind in a CRD. */
const namesOfKind: ReadonlySet<string> = new Set([
  "kind",
  "apiVersion",
  "metadata.name",
  "spec.names.kind",
  "spec.names.plural",
  "spec.names.singular",
]);

/** Which field a way through a schema leads to; undefined where it leads to a keyword. */
function patternOf(steps: Path): FieldPattern | undefined {
  const field: (string | null)[] = [];
  for (let at = 0; at < steps.length; at++) {
    const step = steps[at];
    const name = steps[at + 1];
    if (step === "items" || step === "additionalProperties") field.push(null);
    else if (step === "not") continue;
    else if (name === undefined) return undefined;
    else if (step === "properties") {
      field.push(String(name));
      at++;
    } else if (/^(?:all|any|one)Of$/.test(String(step))) at++;
    else return undefined;
  }
  return field;
}
