import type { EmitSource, EmittedSource } from "../../codegen/pipeline/emit-source.js";
import { createEmitSource } from "../../codegen/pipeline/emit-source.js";
import { nowhere } from "../../codegen/pipeline/overrides/override-report.js";
import type { RefusedCrd } from "../../codegen/pipeline/refused-crd.js";
import { run } from "../../codegen/pipeline/run.js";
import { resolveSettings } from "../../codegen/pipeline/settings.js";
import type { Diagnostics } from "../../crd/diagnostics/diagnostics.js";
import type { Host } from "../host.js";
import { openInputs } from "../open-inputs.js";
import { UsageError } from "../usage-error.js";
import type { CrdFacts } from "./crd-facts.js";
import { readCrdFacts } from "./crd-facts.js";

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
}

/** What a package will have, and where it comes from. */
export interface Packaged {
  /** Sorted by group, version and plural; at least one. */
  readonly resources: readonly PackagedResource[];
  /** The CRDs of the resources, sorted by name. */
  readonly crds: readonly CrdFacts[];
  /** CRDs that are left out, since the API server refuses them. */
  readonly refused: readonly RefusedCrd[];
}

/** What stands in the way of a package. */
export interface NothingPackaged {
  readonly resources: undefined;
  readonly refused: readonly RefusedCrd[];
}

/** What the command line says of the CRDs. */
export interface PackagedOptions {
  readonly quiet: boolean;
  /** Leave out CRDs that the API server refuses. */
  readonly skipInvalid: boolean;
}

/**
 * What `crdgen generate` will make of inputs; nothing is written.
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
  const { refused } = await run(
    sources,
    collect,
    { settings: [settings], locate: nowhere },
    diagnostics,
  );
  if (diagnostics.hasErrors || (found.size === 0 && refused.length > 0))
    return { resources: undefined, refused };
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
    if (client === undefined) return [];
    const name = `${plural}.${group}`;
    return {
      ...{ group, version, kind, plural, client },
      type: client.replace(/Client$/, ""),
      isNamespaced: namespaced.has(name),
      isDeprecated: facts.get(name)?.deprecated.has(version) === true,
    };
  });
}

function sortedByKey<T>(map: ReadonlyMap<string, T>): readonly T[] {
  return [...map.keys()].sort().flatMap((key) => map.get(key) ?? []);
}
