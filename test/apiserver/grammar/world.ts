import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import type { Json, JsonObject } from "../../../src/runtime/v1/values/json/json.js";
import { isObject } from "../../../src/runtime/v1/values/json/json.js";
import { metadataOf } from "../../../src/runtime/v1/values/metadata/resource-metadata.js";
import { textOf } from "../../../src/runtime/v1/values/metadata/rules.js";
import { chooseCorpusCases, oddest } from "../corpus.js";
import { sampleObject } from "../sample-objects.js";
import type { CrdObject } from "../server.js";

/** A resource that requests are about. */
export interface ApiResource {
  /** `""` for the core group. */
  readonly group: string;
  /** Those that are served. */
  readonly versions: readonly string[];
  readonly plural: string;
  readonly kind: string;
  readonly isNamespaced: boolean;
  /** Whether it belongs to Kubernetes itself. */
  readonly isBuiltin: boolean;
  /** Whether it is asked, and not stored. */
  readonly isAsked?: boolean;
  /** One that the server takes. */
  readonly object: JsonObject;
  /** What its CRD says of it, in the first version; `{}` where there is none. */
  readonly schema: Json;
  /** What objects are called. */
  readonly names: readonly string[];
  readonly subresources: readonly string[];
  /** Fields that only some kinds can be selected by. */
  readonly selectable: readonly string[];
}

/** CRDs with what is asked about them. */
export interface CustomWorld {
  readonly crds: readonly CrdObject[];
  readonly resources: readonly ApiResource[];
}

interface Crd extends CrdObject {
  readonly spec: Omit<CrdObject["spec"], "versions"> & {
    readonly scope: string;
    readonly names: { readonly kind: string };
    readonly conversion?: { readonly strategy: string };
    readonly versions: readonly {
      readonly name: string;
      readonly served: boolean;
      readonly schema?: { readonly openAPIV3Schema?: JsonObject };
      readonly subresources?: object;
      readonly selectableFields?: readonly { readonly jsonPath: string }[];
    }[];
  };
}

const sampleNames = [
  "cluster-scope", "crontab", "crontab-versions", "either-or", "embedded-resource", "int-or-string", "lists", "maps",
  "null-and-default", "rules", "unknown-fields", "well-known",
]; // prettier-ignore

const corpusCount = 20;

/** The samples and, where it is there, CRDs of the corpus: always the same ones. */
export function customWorld(hasCorpus: boolean): CustomWorld {
  const samples = sampleNames
    .map(sampleCrd)
    .filter(({ spec }) => spec.conversion?.strategy !== "Webhook");
  const cases = hasCorpus ? chooseCorpusCases(corpusCount, "grammar", /./, oddest) : [];
  const crds = cases.map(({ crd }) => crd as Crd); // of the corpus
  return {
    crds: [...samples, ...crds],
    resources: [
      ...samples.map((crd) => {
        const { group, names, versions } = crd.spec;
        const object = sampleObject(group, versions[0]?.name ?? "", names.kind);
        return resourceOf(crd, object as unknown as JsonObject); // a sample
      }),
      ...cases.map(
        ({ crd, object }) => resourceOf(crd as Crd, object as unknown as JsonObject), // of the corpus
      ),
    ],
  };
}

function sampleCrd(name: string): Crd {
  const path = join(import.meta.dirname, "../../../generated-samples", name, "crd.yaml");
  return parse(readFileSync(path, "utf8")) as Crd; // a sample
}

function resourceOf({ spec }: Crd, object: JsonObject): ApiResource {
  const versions = spec.versions.filter(({ served }) => served);
  const own = textOf(object, "apiVersion").split("/")[1];
  const version = versions.find(({ name }) => name === own) ?? versions[0];
  return {
    group: spec.group,
    versions: versions.map(({ name }) => name),
    plural: spec.names.plural,
    kind: spec.names.kind,
    isNamespaced: spec.scope === "Namespaced",
    isBuiltin: false,
    object,
    schema: version?.schema?.openAPIV3Schema ?? {},
    names: namesLike(object),
    subresources: Object.keys(version?.subresources ?? {}),
    selectable: (version?.selectableFields ?? []).map(({ jsonPath }) => jsonPath.slice(1)),
  };
}

/** Some resources have rules for names. */
function namesLike(object: JsonObject): readonly string[] {
  const name = textOf(metadataOf(object), "name");
  return ["1", "2", "3"].map((digit) => name + digit);
}

/** A resource of Kubernetes itself, with an object as a test writes it. */
export function builtinResource(
  plural: string,
  object: JsonObject,
  more: Partial<Omit<ApiResource, "group" | "versions" | "plural" | "kind" | "object">> = {},
): ApiResource {
  const apiVersion = textOf(object, "apiVersion");
  const [group = "", version = ""] = apiVersion.includes("/")
    ? apiVersion.split("/")
    : ["", apiVersion];
  return {
    group,
    versions: [version],
    plural,
    kind: textOf(object, "kind"),
    isNamespaced: true,
    isBuiltin: true,
    object,
    schema: sketchOf(object),
    names: ["grammar1", "grammar2", "grammar3"],
    subresources: [],
    selectable: [],
    ...more,
  };
}

/** Of which types the members of an object are. */
function sketchOf(value: Json): JsonObject {
  if (Array.isArray(value)) return { type: "array", items: sketchOf(value[0] ?? null) };
  if (isObject(value)) {
    const members = Object.entries(value).map(([key, member]) => [key, sketchOf(member)] as const);
    return { type: "object", properties: Object.fromEntries(members) };
  }
  if (value === null) return {};
  return { type: typeof value === "number" ? "integer" : typeof value };
}
