import type { Diagnostics } from "../../diagnostics/diagnostics.js";
import type { EmitSource } from "../../pipeline/emit-source.js";
import { createEmitSource } from "../../pipeline/emit-source.js";
import { nowhere } from "../../pipeline/overrides/override-report.js";
import { run } from "../../pipeline/run.js";
import { resolveSettings } from "../../pipeline/settings.js";
import type { Host } from "../host.js";
import { openInputs } from "../open-inputs.js";
import { UsageError } from "../usage-error.js";

/** One version of a resource, as the package will have it. */
export interface PackagedResource {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly plural: string;
  readonly isNamespaced: boolean;
  /** The name of the client's class. */
  readonly client: string;
}

/**
 * What `crdgen generate` will make of inputs, sorted by group, version and plural; nothing is
 * written.
 *
 * @returns `undefined` where a CRD is refused, which the diagnostics tell
 * @throws UsageError where there are no CRDs
 */
export async function findPackagedResources(
  inputs: readonly string[],
  quiet: boolean,
  diagnostics: Diagnostics,
  host: Host,
): Promise<readonly PackagedResource[] | undefined> {
  const settings = resolveSettings({ parts: ["types", "client"], emit: "js" });
  const sources = await openInputs(inputs, "reading CRDs", quiet, diagnostics, host);
  const emitSource = await createEmitSource(settings);
  const resources: PackagedResource[] = [];
  const collect: EmitSource = async (source) => {
    const emitted = await emitSource(source);
    const namespaced = new Set(
      emitted.kinds
        .filter(({ scope }) => scope === "Namespaced")
        .map(({ group, plural }) => `${group}/${plural}`),
    );
    const code = emitted.resources.flatMap((resource) => resource.code);
    for (const { modules } of code.flatMap((one) => one?.units ?? [])) {
      const { group, version, kind, plural, files } = modules;
      const ofClient = files.find(({ path }) => path.endsWith("/client"))?.exports ?? [];
      const client = ofClient.map(({ name }) => name).find((name) => name.endsWith("Client"));
      const isNamespaced = namespaced.has(`${group}/${plural}`);
      if (client !== undefined)
        resources.push({ group, version, kind, plural, isNamespaced, client });
    }
    return emitted;
  };
  await run(sources, collect, { settings: [settings], locate: nowhere }, diagnostics);
  if (diagnostics.hasErrors) return undefined;
  if (resources.length === 0) {
    throw new UsageError(`no CustomResourceDefinition in ${inputs.join(", ")}`);
  }
  const key = ({ group, version, plural }: PackagedResource): string =>
    `${group}/${version}/${plural}`;
  const sorted = new Map(resources.map((resource) => [key(resource), resource]));
  return [...sorted.keys()].sort().flatMap((name) => sorted.get(name) ?? []);
}
