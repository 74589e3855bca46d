import type { Backend, Unit } from "../backends/backend.js";
import type { UnitModules } from "../backends/barrel.js";
import { loadBackends } from "../backends/builtin.js";
import { createNames } from "../backends/names.js";
import { withExplainer } from "../cel/recovery/load-explainer.js";
import type { Diagnostic, Place } from "../diagnostics/diagnostics.js";
import { Diagnostics } from "../diagnostics/diagnostics.js";
import type { ModuleReference } from "../emit/code.js";
import type { GeneratedFile, OutputFile } from "../emit/generated-file.js";
import type { JsonFile } from "../emit/json-file.js";
import type { RuntimeModules } from "../emit/runtime-modules.js";
import { loadRuntimeModules } from "../emit/runtime-modules.js";
import type { CrdDocument } from "../frontend/find-crds.js";
import { objectAt, textAt } from "../frontend/raw-fields.js";
import { readResource } from "../frontend/read-resource.js";
import type { Resource, Version } from "../ir/resource.js";
import type { StoredRules } from "../rules/stored-rules.js";
import type { SourceFile } from "../source/source-file.js";
import type { KubernetesMinor } from "../versions/kubernetes-version.js";
import { canBeFiled } from "./can-be-filed.js";
import type { CrdLinter } from "./crd-linter.js";
import { createQuietLinter } from "./crd-linter.js";
import type { UnitFiles } from "./emit-context.js";
import { createEmitContext } from "./emit-context.js";
import type { Skipped } from "./manifests/skipped.js";
import { kindMatcher } from "./pattern.js";
import { timed } from "./phase-times.js";
import { printFile } from "./print-file.js";
import { isRefused, readSource } from "./read-source.js";
import type { RefusedCrd } from "./refused-crd.js";
import { describeRefused, withoutError } from "./refused-crd.js";
import type { Claim } from "./resource-index.js";
import { claimOf } from "./resource-index.js";
import { isOfRuntime, runtimeReference } from "./runtime-output.js";
import type { PartName, Settings } from "./settings.js";
import type { ThirdParty } from "./third-party.js";
import { builtinNeeds, resolveThirdParties } from "./third-party.js";

/** What a source gave: texts and what is known of them, without its documents and schemas. */
export interface EmittedSource {
  /** What its CRDs define, wanted or not. */
  readonly kinds: readonly DefinedKind[];
  readonly resources: readonly EmittedResource[];
  /** What it holds that is no CRD. */
  readonly skipped: readonly Skipped[];
  /** Those of its CRDs that are wanted and that the API server refuses. */
  readonly refused: readonly RefusedCrd[];
  /** What there is to say of its documents. */
  readonly diagnostics: readonly Diagnostic[];
}

/** What a CRD defines: its names, which a pattern can be meant for, and its scope. */
export interface DefinedKind {
  readonly group: string;
  readonly kind: string;
  readonly plural: string;
  readonly scope: Resource["scope"];
}

/**
 * The code of one CRD. Whether it may be part of the output is settled by its claim, among the CRDs
 * of all sources.
 */
export interface EmittedResource {
  readonly claim: Claim;
  readonly units: readonly EmittedUnit[];
  /** What there is to say of its code. */
  readonly diagnostics: readonly Diagnostic[];
}

/** The code of one version of a resource. */
export interface EmittedUnit {
  readonly modules: UnitModules;
  readonly files: readonly OutputFile[];
  /** What it adds to JSON files, which other units may add to as well. */
  readonly json: readonly JsonFile[];
  /** The names of the runtime that the files import, where it is copied. */
  readonly runtime: readonly string[];
}

/** Writes the code for the CRDs of a source, as if there were no other. */
export type EmitSource = (source: SourceFile) => Promise<EmittedSource>;

/** Loads what writing code needs. */
export async function createEmitSource(
  settings: Settings,
  thirdParty: readonly ThirdParty[] = [],
): Promise<EmitSource> {
  const others = resolveThirdParties(thirdParty);
  const builtin = await loadBackends([...settings.parts, ...builtinNeeds(others)]);
  const backends = [...builtin, ...others];
  const rules = await loadRules(backends, settings.kubernetes);
  const emitter = new SourceEmitter(settings, backends, rules, await loadRuntimeModules());
  return (source) => emitter.emit(source);
}

/** Parts that need no compiled rules: what compiles them is a third of crdgen. */
const partsWithoutRules: ReadonlySet<string> = new Set<PartName>([
  "types", "client", "openapi", "json-schema",
]); // prettier-ignore

async function loadRules(
  backends: readonly Backend[],
  minor: KubernetesMinor,
): Promise<StoredRules | undefined> {
  if (backends.every(({ name }) => partsWithoutRules.has(name))) return undefined;
  const { StoredRules } = await import("../rules/stored-rules.js");
  return new StoredRules(minor);
}

/** Keeps from one source to the next what both may need: schemas, compiled rules. */
class SourceEmitter {
  readonly #settings: Settings;
  readonly #backends: readonly Backend[];
  readonly #rules: StoredRules | undefined;
  readonly #modules: RuntimeModules;
  readonly #linter: CrdLinter;
  readonly #isWanted: (group: string, kind: string) => boolean;
  readonly #references = new Map<string, ModuleReference>();

  constructor(
    settings: Settings,
    backends: readonly Backend[],
    rules: StoredRules | undefined,
    modules: RuntimeModules,
  ) {
    this.#settings = settings;
    this.#backends = backends;
    this.#rules = rules;
    this.#modules = modules;
    this.#linter = createQuietLinter(settings.kubernetes, settings.ignores);
    this.#isWanted = kindMatcher(settings.only);
  }

  async emit(source: SourceFile): Promise<EmittedSource> {
    const diagnostics = new Diagnostics();
    const read = await timed("read and judge", () =>
      readSource(source, this.#linter, diagnostics, (crd) =>
        this.#isPerhapsWanted(definedKind(crd)),
      ),
    );
    const { crds, found, skipped } = read;
    for (const { verdict } of crds) diagnostics.addAll(verdict.diagnostics);
    const skipsInvalid = this.#settings.invalid === "skip";
    const kinds = found.map(definedKind).filter(({ group, kind }) => group !== "" && kind !== "");
    const resources = crds
      .filter((judged) => !skipsInvalid || !isRefused(judged))
      .map(({ crd }) => timed("schemas", () => readResource(crd, this.#linter.table)))
      .filter((resource) => canBeFiled(resource))
      .filter(({ group, names }) => this.#isWanted(group, names.kind))
      .filter((resource) => isOutOfTheWay(resource, diagnostics));
    const emitted: EmittedResource[] = [];
    for (const resource of resources) {
      emitted.push(await withExplainer(() => this.#emitResource(resource)));
    }
    const refused = crds.filter(isRefused).map(describeRefused);
    const told = skipsInvalid ? diagnostics.list.map(withoutError) : diagnostics.list;
    return { kinds, resources: emitted, skipped, refused, diagnostics: told };
  }

  /** What a CRD is of that has no readable group or kind, nobody knows: it is judged. */
  #isPerhapsWanted({ group, kind }: DefinedKind): boolean {
    return group === "" || kind === "" || this.#isWanted(group, kind);
  }

  #emitResource(resource: Resource): EmittedResource {
    const diagnostics = new Diagnostics();
    const units = wantedVersions(resource, this.#settings).map((version) =>
      this.#emitUnit(resource, version, diagnostics),
    );
    return { claim: claimOf(resource), units, diagnostics: diagnostics.list };
  }

  /** The files are printed at once, so that only texts are kept. */
  #emitUnit(resource: Resource, version: Version, diagnostics: Diagnostics): EmittedUnit {
    const names = timed("names", () => createNames(resource, version, diagnostics));
    const { kubernetes } = this.#settings;
    const unit: Unit = { resource, version, names, rules: this.#rules, kubernetes };
    const opened: UnitFiles = new Map();
    const json: JsonFile[] = [];
    const context = createEmitContext(unit, opened, json, diagnostics, (name) =>
      this.#runtime(name),
    );
    for (const backend of this.#backends) {
      timed(`back end ${backend.name}`, () => {
        backend.generate(unit, undefined, context);
      });
    }
    const written = [...opened.values()].filter((file) => !file.isEmpty);
    const { group, names: resourceNames } = resource;
    const { plural, kind } = resourceNames;
    const files = written.map(({ path, exports }) => ({ path, exports }));
    const subject = `CustomResourceDefinition ${plural}.${group}, version ${version.name}`;
    return {
      modules: { group, version: version.name, plural, kind, files },
      files: timed("print", () =>
        written.flatMap((file) => printFile(file, subject, this.#settings)),
      ),
      json,
      runtime: runtimeNamesOf(written),
    };
  }

  /**
   * Where a name of the runtime comes from: one object per module, so that files need not compare
   * paths.
   */
  #runtime(name: string): ModuleReference {
    const module = this.#modules.moduleOfContract(name);
    let reference = this.#references.get(module);
    if (reference === undefined) {
      this.#references.set(module, (reference = runtimeReference(module, this.#settings)));
    }
    return reference;
  }
}

function definedKind({ value }: CrdDocument): DefinedKind {
  const spec = objectAt(value, "spec") ?? {};
  const names = objectAt(spec, "names") ?? {};
  return {
    group: textAt(spec, "group"),
    kind: textAt(names, "kind"),
    plural: textAt(names, "plural"),
    scope: textAt(spec, "scope") === "Cluster" ? "Cluster" : "Namespaced",
  };
}

/**
 * Groups have dots, so that one can be called as the index of the output, which stands beside the
 * folders of groups.
 */
function isOutOfTheWay({ group, document, path }: Resource, diagnostics: Diagnostics): boolean {
  if (!/^index(?:\.d)?\.[jt]s$/.test(group)) return true;
  const place: Place = { document, path: [...path, "spec", "group"], part: "value" };
  const help = "leave it out with --only";
  diagnostics.report("input/reserved-group", place, { group }, { help });
  return false;
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

function runtimeNamesOf(files: readonly GeneratedFile[]): readonly string[] {
  const used = new Set<string>();
  for (const { from, name } of files.flatMap(({ imports }) => imports)) {
    if (isOfRuntime(from)) used.add(name);
  }
  return [...used];
}
