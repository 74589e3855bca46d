import { isAbsolute, posix, relative, resolve } from "node:path";
import type { EmitSource, EmittedSource } from "../../codegen/pipeline/emit-source.js";
import { createEmitSource } from "../../codegen/pipeline/emit-source.js";
import { nowhere } from "../../codegen/pipeline/overrides/override-report.js";
import type { RefusedCrd } from "../../codegen/pipeline/refused-crd.js";
import { run } from "../../codegen/pipeline/run.js";
import { resolveSettings } from "../../codegen/pipeline/settings.js";
import { Diagnostics } from "../../crd/diagnostics/diagnostics.js";
import { crdName, findCrds } from "../../crd/frontend/find-crds.js";
import { readDocuments } from "../../crd/source/read.js";
import type { SourceFile } from "../../crd/source/source-file.js";
import type { JsonObject } from "../../runtime/v1/values/json/json.js";
import { flagAt, objectAt, objectsAt, textAt } from "../../runtime/v1/values/json/raw-fields.js";
import { maskUrls } from "../facts/run-facts.js";
import type { Host } from "../host.js";
import { isUrl } from "../input.js";
import { openInputs } from "../open-inputs.js";
import { UsageError } from "../usage-error.js";

/** One version of a resource, as the package will have it. */
export interface PackagedResource {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly plural: string;
  readonly isNamespaced: boolean;
  readonly isDeprecated: boolean;
  /** The name of its type. */
  readonly type: string;
  /** The name of the client's class. */
  readonly client: string;
  /** The name of its definition. */
  readonly definition: string;
}

/** The contents of a future package, and their origin. */
export interface Packaged {
  /** Sorted by group, version and plural; at least one. */
  readonly resources: readonly PackagedResource[];
  /** The CRDs of the resources, sorted by name. */
  readonly crds: readonly CrdFacts[];
  /** CRDs that are left out, since the API server refuses them. */
  readonly refused: readonly RefusedCrd[];
}

/** The obstacles to a package. */
interface NothingPackaged {
  readonly resources: undefined;
  readonly refused: readonly RefusedCrd[];
  /** There are CRDs that are not refused. */
  readonly hasOthers: boolean;
}

/** The flags of the command line about the CRDs. */
interface PackagedOptions {
  readonly quiet: boolean;
  /** Leave out CRDs that the API server refuses. */
  readonly skipInvalid: boolean;
}

/**
 * Finds what `crdgen generate` will make of inputs; nothing is written.
 *
 * @returns no resources where a CRD is refused, or all are, which the diagnostics tell
 * @throws UsageError where there are no CRDs
 */
export async function findPackagedResources(
  inputs: readonly string[],
  { quiet, skipInvalid }: PackagedOptions,
  diagnostics: Diagnostics,
  host: Host,
): Promise<Packaged | NothingPackaged> {
  const settings = resolveSettings({ parts: ["types", "client"], emit: "js", skipInvalid });
  const sources = await openInputs(inputs, "reading CRDs", quiet, diagnostics, host);
  const emitSource = await createEmitSource(settings);
  const found = new Map<string, PackagedResource>();
  const crds = new Map<string, CrdFacts>();
  const collect: EmitSource = async (source) => {
    const emitted = await emitSource(source);
    if (emitted.resources.length === 0) return emitted;
    const facts = new Map((await readCrdFacts(source)).map((crd) => [crd.name, crd]));
    for (const resource of resourcesOf(emitted, facts)) {
      const { group, version, plural } = resource;
      const name = `${plural}.${group}`;
      found.set(`${group}/${version}/${plural}`, resource);
      const crd = facts.get(name);
      if (crd !== undefined && !crds.has(name)) crds.set(name, crd);
    }
    return emitted;
  };
  const { kinds, refused } = await run(
    sources,
    collect,
    { settings: [settings], locate: nowhere },
    diagnostics,
  );
  if (diagnostics.hasErrors || (found.size === 0 && refused.length > 0))
    return { resources: undefined, refused, hasOthers: kinds.length > refused.length };
  if (found.size === 0) {
    throw new UsageError(`no CustomResourceDefinition in ${inputs.join(", ")}`);
  }
  return { resources: sortedByKey(found), crds: sortedByKey(crds), refused };
}

function resourcesOf(
  { kinds, resources }: EmittedSource,
  facts: ReadonlyMap<string, CrdFacts>,
): readonly PackagedResource[] {
  const namespaced = new Set(
    kinds
      .filter(({ scope }) => scope === "Namespaced")
      .map(({ group, plural }) => `${plural}.${group}`),
  );
  const code = resources.flatMap((resource) => resource.code);
  const units = code.flatMap((one) => one?.units ?? []);
  return units.flatMap(({ modules: { group, version, kind, plural, files } }) => {
    const ofClient = files.find(({ path }) => path.endsWith("/client"))?.exports ?? [];
    const client = ofClient.map(({ name }) => name).find((name) => name.endsWith("Client"));
    const definition = ofClient.find(({ name, typeOnly }) => !typeOnly && name !== client)?.name;
    if (client === undefined || definition === undefined) return [];
    const name = `${plural}.${group}`;
    return {
      ...{ group, version, kind, plural, client, definition },
      type: client.replace(/Client$/, ""),
      isNamespaced: namespaced.has(name),
      isDeprecated: facts.get(name)?.deprecated.has(version) === true,
    };
  });
}

function sortedByKey<T>(map: ReadonlyMap<string, T>): readonly T[] {
  return [...map.keys()].sort().flatMap((key) => map.get(key) ?? []);
}

/** The facts in a CRD beside its schemas. */
export interface CrdFacts {
  /** `metadata.name`. */
  readonly name: string;
  /** The path of its source. */
  readonly path: string;
  /** Labels and annotations that name a version, as `name: value`, sorted. */
  readonly marks: readonly string[];
  /** The names of versions of which servers warn. */
  readonly deprecated: ReadonlySet<string>;
  /** The whole CRD. */
  readonly value: JsonObject;
}

/** The facts of all CRDs of a source, in their order; what cannot be read has none. */
async function readCrdFacts(source: SourceFile): Promise<readonly CrdFacts[]> {
  const documents = await readDocuments(source, new Diagnostics());
  return findCrds(documents, new Diagnostics()).crds.map((crd) => {
    const versions = objectsAt(objectAt(crd.value, "spec") ?? {}, "versions");
    const deprecated = versions.filter((version) => flagAt(version, "deprecated"));
    return {
      name: crdName(crd),
      path: source.path,
      value: crd.value,
      marks: marksOf(objectAt(crd.value, "metadata") ?? {}),
      deprecated: new Set(deprecated.map((version) => textAt(version, "name"))),
    };
  });
}

/** The longest value that can be a version; annotations can hold whole files. */
const longestMark = 100;

/**
 * Tools write their version, or that of what they are a part of:
 * `controller-gen.kubebuilder.io/version`, `app.kubernetes.io/version`, `helm.sh/chart`,
 * `gateway.networking.k8s.io/bundle-version`.
 */
const namesVersion = /(?:^|[/._-])version$|^helm\.sh\/chart$/;

function marksOf(metadata: JsonObject): readonly string[] {
  const marks = ["labels", "annotations"].flatMap((field) => {
    const texts = objectAt(metadata, field) ?? {};
    return Object.keys(texts)
      .filter((key) => namesVersion.test(key))
      .map((key) => [key, textAt(texts, key)] as const);
  });
  const short = marks.filter(([, value]) => value !== "" && value.length <= longestMark);
  return [...new Set(short.map(([key, value]) => `${key}: ${value}`))].sort();
}

/** The CRDs of a project. */
export interface ConfiguredInputs {
  /** As its configuration names them, from the folder of the project. */
  readonly inputs: readonly string[];
  /** As the command line names them, or as they were found, from the working folder. */
  readonly given: readonly string[];
  /** Leave out CRDs that the API server refuses. */
  readonly skipInvalid: boolean;
}

/**
 * An input of the command line as seen from a folder. URLs and clusters are the same from
 * everywhere, and so are revisions of git, but for paths in them that begin with a dot.
 */
export async function inputFrom(folder: string, input: string, host: Host): Promise<string> {
  if (isElsewhere(input)) return input;
  const [, revision, path = ""] = /^([^:]{2,}):(.*)$/s.exec(input) ?? [];
  if (revision !== undefined && (await host.kindOf(input)) === undefined) {
    if (!/^\.\.?(?:\/|$)/.test(path)) return input;
    const seen = pathFrom(folder, path);
    return `${revision}:${seen.startsWith(".") ? seen : `./${seen}`}`;
  }
  return pathFrom(folder, input);
}

function isElsewhere(input: string): boolean {
  return isUrl(input) || /^cluster(?::|$)/.test(input);
}

function pathFrom(folder: string, path: string): string {
  return relative(resolve(folder), resolve(path)).replaceAll("\\", "/") || ".";
}

/**
 * Where a text was read, for everybody to see: as the inputs name it, without secrets of URLs,
 * without the name of a cluster, and of absolute paths only what lies below the input.
 *
 * @param path what the source is called
 * @param inputs those of the command line
 */
export function publicPlace(path: string, inputs: readonly string[]): string {
  if (/^https?:\/\//i.test(path)) return maskUrls(path);
  if (/^cluster(?::|\/|$)/.test(path)) return "a cluster";
  if (!isAbsolute(path)) return posix.normalize(path.replaceAll("\\", "/"));
  const input = inputs.find((one) => path === one || path.startsWith(`${withoutSlash(one)}/`));
  if (input === undefined) return posix.basename(path);
  const top = withoutSlash(input);
  return posix.basename(top) + path.slice(top.length);
}

function withoutSlash(path: string): string {
  return path.replace(/(.)\/+$/, "$1");
}
