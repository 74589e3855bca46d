import { findRequested } from "../../codegen/pipeline/requested/find-requested.js";
import type { CrdDocument } from "../../crd/frontend/find-crds.js";
import { flagAt, objectAt, objectsAt, textAt } from "../../crd/frontend/raw-fields.js";
import { compareVersionNames } from "../../crd/frontend/read-resource.js";
import type { JsonObject } from "../../runtime/v1/values/json/json.js";
import type { Candidate, Proposal } from "./candidate.js";
import { nothing, only } from "./candidate.js";

/** The plurals of CRDs. */
export function resourceCandidates(crds: readonly CrdDocument[]): readonly Candidate[] {
  return crds.map(({ value }) => {
    const spec = objectAt(value, "spec") ?? {};
    const names = objectAt(spec, "names") ?? {};
    return {
      value: textAt(names, "plural"),
      about: `${textAt(names, "kind")} of ${textAt(spec, "group")}`,
    };
  });
}

/** What `--only` takes: `stable.example.com/CronTab`. */
export function kindCandidates(crds: readonly CrdDocument[]): readonly Candidate[] {
  return crds.map(({ value }) => {
    const spec = objectAt(value, "spec") ?? {};
    const kind = textAt(objectAt(spec, "names") ?? {}, "kind");
    return { value: `${textAt(spec, "group")}/${kind}`, about: "" };
  });
}

/** What `--api-version` takes: the versions that are served, with their groups. */
export function versionCandidates(crds: readonly CrdDocument[]): readonly Candidate[] {
  return crds.flatMap(({ value }) => {
    const spec = objectAt(value, "spec") ?? {};
    return servedVersions(spec).map((version) => ({
      value: `${textAt(spec, "group")}/${textAt(version, "name")}`,
      about: textAt(objectAt(spec, "names") ?? {}, "kind"),
    }));
  });
}

/** A way to a field, as far as it is typed. */
export interface TypedPath {
  /** What names the resource. */
  readonly resource: string;
  /** The names between the resource and the last dot. */
  readonly above: readonly string[];
  /** What stands before the name of the field in the candidate. */
  readonly prefix: string;
  /** What goes behind a field without fields. */
  readonly ending: string;
}

/** The fields that a path can go on with. Lists have the fields of their items. */
export function fieldCandidates(
  { resource, above, prefix, ending }: TypedPath,
  apiVersion: string | undefined,
  crds: readonly CrdDocument[],
): Proposal {
  const [version, group] = (apiVersion ?? "").split("/").reverse();
  const found = findRequested(resource, crds, group);
  if ("reason" in found) return nothing;
  const wanted = version === "" ? found.version : version;
  const root = withObjectMeta(schemaOf(found.crd.value, wanted));
  let schema: JsonObject | undefined = root;
  for (const name of [...found.path, ...above]) schema = schema && fieldOf(schema, name);
  const fields = Object.entries((schema && objectAt(schema, "properties")) ?? {});
  const hasMore = fields.some(([name]) => schema !== undefined && isParent(fieldOf(schema, name)));
  const candidates = fields.map(([name]) => {
    const field = (schema && fieldOf(schema, name)) ?? {};
    return {
      value: `${prefix}${name}${isParent(field) ? "" : ending}`,
      about: firstSentence(textAt(field, "description")),
    };
  });
  return only(candidates, hasMore || ending !== "");
}

/** The schemas of CRDs say nothing of these fields, or little. */
function withObjectMeta(schema: JsonObject): JsonObject {
  const text = { type: "string" };
  const map = { type: "object", additionalProperties: text };
  const metadata = {
    type: "object",
    properties: { name: text, namespace: text, labels: map, annotations: map },
  };
  const properties = { ...objectAt(schema, "properties"), metadata };
  return { ...schema, properties: { apiVersion: text, kind: text, ...properties } };
}

function schemaOf(crd: JsonObject, wanted: string | undefined): JsonObject {
  const spec = objectAt(crd, "spec") ?? {};
  const served = servedVersions(spec);
  const version = served.find((one) => textAt(one, "name") === wanted) ?? served[0] ?? {};
  // v1beta1 may have one schema for all versions.
  const validation = objectAt(version, "schema") ?? objectAt(spec, "validation") ?? {};
  return objectAt(validation, "openAPIV3Schema") ?? {};
}

/** The preferred one first. */
function servedVersions(spec: JsonObject): readonly JsonObject[] {
  return objectsAt(spec, "versions")
    .filter((version) => flagAt(version, "served"))
    .sort((left, right) => compareVersionNames(textAt(left, "name"), textAt(right, "name")));
}

function fieldOf(schema: JsonObject, name: string): JsonObject | undefined {
  const properties = objectAt(schema, "properties") ?? {};
  const field = Object.hasOwn(properties, name)
    ? objectAt(properties, name)
    : objectAt(schema, "additionalProperties");
  return field && withoutLists(field);
}

function withoutLists(schema: JsonObject): JsonObject {
  let inner = schema;
  for (let items = objectAt(inner, "items"); items !== undefined; items = objectAt(inner, "items"))
    inner = { ...items, description: inner["description"] ?? null };
  return inner;
}

function isParent(schema: JsonObject | undefined): boolean {
  return schema !== undefined && objectAt(schema, "properties") !== undefined;
}

const longestAbout = 60;

function firstSentence(description: string): string {
  const sentence = description.split(/(?<=\.)\s|\n/, 1)[0] ?? "";
  return sentence.length <= longestAbout ? sentence : `${sentence.slice(0, longestAbout - 1)}…`;
}
