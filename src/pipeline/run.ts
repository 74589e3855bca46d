import type { Backend, Unit } from "../backends/backend.js";
import { loadBackends } from "../backends/builtin.js";
import { createNames } from "../backends/names.js";
import type { Diagnostics } from "../diagnostics/diagnostics.js";
import type { OutputFile } from "../emit/generated-file.js";
import { loadRuntimeModules } from "../emit/runtime-modules.js";
import { readResource } from "../frontend/read-crds.js";
import type { Resource, Version } from "../ir/resource.js";
import { canBeFiled } from "./can-be-filed.js";
import { quietLintOptions } from "./lint-options.js";
import { OutputSet } from "./output-set.js";
import { readSource } from "./read-source.js";
import { ResourceIndex } from "./resource-index.js";
import type { Settings } from "./settings.js";
import type { StoredRules } from "../rules/stored-rules.js";
import type { SourceFile } from "../source/source-file.js";
import type { KubernetesMinor } from "../versions/kubernetes-version.js";

/** What one run made. */
export interface Run {
  /** Sorted by path; empty where an error forbids output. */
  readonly files: readonly OutputFile[];
  readonly counts: Counts;
}

export interface Counts {
  readonly resources: number;
  /** Versions of resources that code was written for. */
  readonly versions: number;
  /** Documents that are no CRDs. */
  readonly skipped: number;
}

/**
 * CRDs in, files out: read → check → name → emit → print, one source after the other, so that the documents of no more
 * than one source are in memory. Touches neither disk nor network; nothing that a source can hold is thrown.
 */
export async function run(
  sources: AsyncIterable<SourceFile> | Iterable<SourceFile>,
  settings: Settings,
  diagnostics: Diagnostics,
  thirdParty: readonly Backend[] = [],
): Promise<Run> {
  const backends = [...(await loadBackends(settings.parts)), ...thirdParty];
  const output = new OutputSet(settings, await loadRuntimeModules());
  const lintOptions = quietLintOptions(settings.kubernetes);
  const index = new ResourceIndex(diagnostics);
  const rules = await loadRules(backends, settings.kubernetes);
  let skipped = 0;
  for await (const source of sources) {
    const read = await readSource(source, lintOptions, diagnostics);
    skipped += read.skipped;
    for (const { crd } of read.crds) {
      const resource = readResource(crd, lintOptions.table);
      if (!canBeFiled(resource)) continue;
      if (!settings.wants(resource.group, resource.names.kind) || !(await index.add(resource)))
        continue;
      for (const version of wantedVersions(resource, settings)) {
        emitUnit(resource, version, backends, rules, output, settings, diagnostics);
      }
    }
  }
  const counts = { resources: index.resources, versions: output.units, skipped };
  return { files: isRefused(diagnostics, settings) ? [] : await output.finish(), counts };
}

/** What compiles rules is a third of crdgen; types and clients do without it. */
async function loadRules(
  backends: readonly Backend[],
  minor: KubernetesMinor,
): Promise<StoredRules | undefined> {
  if (backends.every(({ name }) => name === "types" || name === "client")) return undefined;
  const { StoredRules } = await import("../rules/stored-rules.js");
  return new StoredRules(minor);
}

function emitUnit(
  resource: Resource,
  version: Version,
  backends: readonly Backend[],
  rules: StoredRules | undefined,
  output: OutputSet,
  settings: Settings,
  diagnostics: Diagnostics,
): void {
  const names = createNames(resource, version, diagnostics);
  const unit: Unit = { resource, version, names, rules, kubernetes: settings.kubernetes };
  output.addUnit(unit, diagnostics, (context) => {
    for (const backend of backends) backend.generate(unit, undefined, context);
  });
}

function wantedVersions(resource: Resource, settings: Settings): readonly Version[] {
  switch (settings.versions) {
    case "all":
      return resource.versions;
    case "served":
      return resource.versions.filter((version) => version.served);
    case "storage":
      return resource.versions.filter((version) => version.storage);
  }
}

/** With `allowInvalid` only those errors count that leave nothing to generate from: unreadable and conflicting input. */
function isRefused(diagnostics: Diagnostics, settings: Settings): boolean {
  return diagnostics.list.some(
    ({ severity, code }) =>
      severity === "error" &&
      (!settings.allowInvalid || code.startsWith("source/") || code.startsWith("input/")),
  );
}
