import type { Diagnostic, Place } from "../../crd/diagnostics/diagnostics.js";
import { Diagnostics } from "../../crd/diagnostics/diagnostics.js";
import type { CrdDocument } from "../../crd/frontend/find-crds.js";
import { readResource } from "../../crd/frontend/read-resource.js";
import type { Resource, Version } from "../../crd/ir/resource.js";
import type { StoredRules } from "../../crd/rules/ruled-nodes.js";
import type { SourceFile } from "../../crd/source/source-file.js";
import { objectAt, textAt } from "../../runtime/v1/values/json/raw-fields.js";
import type { KubernetesMinor } from "../../runtime/v1/values/kubernetes-version.js";
import type { Backend, Unit } from "../backends/backend.js";
import type { UnitModules } from "../backends/barrel.js";
import { loadBackends } from "../backends/builtin.js";
import { createNames } from "../backends/names.js";
import type { ModuleReference } from "../emit/code.js";
import type { OutputFile } from "../emit/generated-file.js";
import { byCodeUnit } from "../emit/imports.js";
import { canBeFiled } from "./can-be-filed.js";
import type { CrdLinter } from "./crd-linter.js";
import { createQuietLinter } from "./crd-linter.js";
import type { UnitFiles } from "./emit-context.js";
import { createEmitContext } from "./emit-context.js";
import type { Skipped } from "./manifests/skipped.js";
import type { UnitOverrides } from "./overrides/override-report.js";
import type { ResourceSettings, SettingsOf } from "./overrides/resource-settings.js";
import { resourceSettings } from "./overrides/resource-settings.js";
import { kindMatcher } from "./pattern.js";
import type { JsonFile } from "./print-file.js";
import { printFile } from "./print-file.js";
import { isRefused, readSource } from "./read-source.js";
import type { RefusedCrd } from "./refused-crd.js";
import { describeRefused, ofLeftOut, withoutError } from "./refused-crd.js";
import type { Claim } from "./resource-index.js";
import { claimOf } from "./resource-index.js";
import type { RuntimeModules } from "./runtime-modules.js";
import { loadRuntimeModules } from "./runtime-modules.js";
import { runtimeNamesOf, runtimeReference } from "./runtime-reference.js";
import type { PartName, Settings } from "./settings.js";
import { timed } from "./settings.js";
import type { BackendEntry } from "./third-party.js";
import { builtinNeeds, resolveThirdParties } from "./third-party.js";

/** The result of a source: texts and what is known of them, without its documents and schemas. */
export interface EmittedSource {
  /** The kinds that its CRDs define, wanted or not. */
  readonly kinds: readonly DefinedKind[];
  readonly resources: readonly EmittedResource[];
  /** The documents in it that are no CRDs. */
  readonly skipped: readonly Skipped[];
  /** Those of its CRDs that are wanted and that the API server refuses. */
  readonly refused: readonly RefusedCrd[];
  /** The diagnostics about its documents. */
  readonly diagnostics: readonly Diagnostic[];
}

/** A kind that a CRD defines: its names, which a pattern can be meant for, and its scope. */
export interface DefinedKind {
  readonly group: string;
  readonly kind: string;
  readonly plural: string;
  readonly scope: Resource["scope"];
}

/**
 * The code of one CRD. Whether it may be part of an output is settled by its claim, among the CRDs
 * of all sources.
 */
export interface EmittedResource {
  readonly claim: Claim;
  /** For each output, in their order; `undefined` where one does not want it. */
  readonly code: readonly (EmittedCode | undefined)[];
  /** The diagnostics about its code. */
  readonly diagnostics: readonly Diagnostic[];
}

/** The code of one CRD for one output. */
export interface EmittedCode {
  readonly units: readonly EmittedUnit[];
  /** The result of the overrides, if there are any. */
  readonly overrides: readonly UnitOverrides[];
}

/** The code of one version of a resource. */
export interface EmittedUnit {
  readonly modules: UnitModules;
  /** Sorted by path. */
  readonly files: readonly OutputFile[];
  /** Its parts of JSON files, which other units may add to as well. */
  readonly json: readonly JsonFile[];
  /** The names of the runtime that the files import, where it is copied. */
  readonly runtime: readonly string[];
}

/** Writes the code for the CRDs of a source, as if there were no other. */
export type EmitSource = (source: SourceFile) => Promise<EmittedSource>;

/** An output as it is asked for. */
export interface OutputRequest {
  readonly settings: Settings;
  readonly backends?: readonly BackendEntry[] | undefined;
}

/** Loads what writing code for one output needs. */
export async function createEmitSource(
  settings: Settings,
  backends: readonly BackendEntry[] = [],
): Promise<EmitSource> {
  return createEmitSourceFor([{ settings, backends }]);
}

/**
 * Loads what writing code for several outputs needs: each source is read and judged once. The
 * outputs agree in what is not theirs: the server, what becomes of invalid CRDs, and the warnings
 * to leave out.
 */
export async function createEmitSourceFor(outputs: readonly OutputRequest[]): Promise<EmitSource> {
  const loaded = await Promise.all(outputs.map(loadOutput));
  const [first] = outputs;
  if (first === undefined) throw new Error("invariant: a run has an output");
  const { settings } = first;
  const all = loaded.flatMap(({ backends }) => backends);
  const rules = await loadRules(all, settings.kubernetes);
  const modules = await loadRuntimeModules();
  const emitters = loaded.map((output) => new OutputEmitter(output, rules, modules));
  const emitter = new SourceEmitter(settings, emitters);
  return (source) => emitter.emit(source);
}

/** Writes the code of a resource that others have read and judged. */
export type EmitResource = (resource: Resource) => EmittedCode;

/** Loads what writing code for single resources needs; what it has to say of them is dropped. */
export async function createEmitResource(settings: Settings): Promise<EmitResource> {
  const output = await loadOutput({ settings });
  const rules = await loadRules(output.backends, settings.kubernetes);
  const emitter = new OutputEmitter(output, rules, await loadRuntimeModules());
  return (resource) => emitter.emit(resource, new Diagnostics());
}

/** An output, and the back ends that write it. */
interface LoadedOutput {
  readonly settings: Settings;
  readonly backends: readonly Backend[];
  /** Those that write these parts, the needed ones first. */
  backendsOf(parts: readonly PartName[]): readonly Backend[];
}

async function loadOutput({ settings, backends = [] }: OutputRequest): Promise<LoadedOutput> {
  const others = resolveThirdParties(backends);
  const needs = builtinNeeds(others);
  const load = async (parts: readonly PartName[]): Promise<readonly Backend[]> => [
    ...(await loadBackends([...parts, ...needs])),
    ...others,
  ];
  const byParts = new Map<string, readonly Backend[]>();
  for (const parts of [settings.parts, ...settings.overrides.map((one) => one.parts ?? [])]) {
    byParts.set(parts.join(), await load(parts));
  }
  return {
    settings,
    backends: [...byParts.values()].flat(),
    backendsOf: (parts) => byParts.get(parts.join()) ?? [],
  };
}

/** Parts that need no compiled rules: what compiles them is a third of crdgen. */
const partsWithoutRules: ReadonlySet<string> = new Set<PartName>([
  "types", "enums", "client", "openapi", "json-schema",
]); // prettier-ignore

async function loadRules(
  backends: readonly Backend[],
  minor: KubernetesMinor,
): Promise<StoredRules | undefined> {
  if (backends.every(({ name }) => partsWithoutRules.has(name))) return undefined;
  const { StoredRules } = await import("../../crd/rules/ruled-nodes.js");
  return new StoredRules(minor);
}

/** Keeps from one source to the next what both may need: schemas, compiled rules. */
class SourceEmitter {
  readonly #linter: CrdLinter;
  readonly #skipsInvalid: boolean;
  readonly #outputs: readonly OutputEmitter[];

  constructor({ kubernetes, ignores, invalid }: Settings, outputs: readonly OutputEmitter[]) {
    this.#linter = createQuietLinter(kubernetes, ignores);
    this.#skipsInvalid = invalid === "skip";
    this.#outputs = outputs;
  }

  async emit(source: SourceFile): Promise<EmittedSource> {
    const diagnostics = new Diagnostics();
    const read = await timed("read and judge", () =>
      readSource(source, this.#linter, diagnostics, (crd) =>
        this.#isPerhapsWanted(definedKind(crd)),
      ),
    );
    const { crds, found, skipped } = read;
    for (const judged of crds) {
      const { diagnostics: list } = judged.verdict;
      const isLeftOut = this.#skipsInvalid && isRefused(judged);
      diagnostics.addAll(isLeftOut ? list.map(ofLeftOut) : list);
    }
    const kinds = found.map(definedKind).filter(({ group, kind }) => group !== "" && kind !== "");
    const resources = crds
      .filter((judged) => !this.#skipsInvalid || !isRefused(judged))
      .map(({ crd }) => timed("schemas", () => readResource(crd, this.#linter.table)))
      .filter((resource) => canBeFiled(resource))
      .filter(({ group, names }) => this.#isWanted(group, names.kind))
      .filter((resource) => isOutOfTheWay(resource, diagnostics));
    const emitted = resources.map((resource) => this.#emitResource(resource));
    const refused = crds.filter(isRefused).map(describeRefused);
    const told = this.#skipsInvalid ? diagnostics.list.map(withoutError) : diagnostics.list;
    return { kinds, resources: emitted, skipped, refused, diagnostics: told };
  }

  #isWanted(group: string, kind: string): boolean {
    return this.#outputs.some((output) => output.isWanted(group, kind));
  }

  /**
   * Tells whether a CRD may be wanted. One without a readable group or kind could be of anything:
   * it is judged.
   */
  #isPerhapsWanted({ group, kind }: DefinedKind): boolean {
    return group === "" || kind === "" || this.#isWanted(group, kind);
  }

  #emitResource(resource: Resource): EmittedResource {
    const diagnostics = new Diagnostics();
    const { group, names } = resource;
    const code = this.#outputs.map((output) =>
      output.isWanted(group, names.kind) ? output.emit(resource, diagnostics) : undefined,
    );
    // Several outputs have the same to say.
    return { claim: claimOf(resource), code, diagnostics: withoutRepetitions(diagnostics.list) };
  }
}

/** Writes the code of resources for one output. */
class OutputEmitter {
  readonly isWanted: (group: string, kind: string) => boolean;
  readonly #output: LoadedOutput;
  readonly #settings: Settings;
  readonly #settingsOf: SettingsOf;
  readonly #rules: StoredRules | undefined;
  readonly #modules: RuntimeModules;
  readonly #references = new Map<string, ModuleReference>();
  readonly #referencesOfNames = new Map<string, ModuleReference>();

  constructor(output: LoadedOutput, rules: StoredRules | undefined, modules: RuntimeModules) {
    this.#output = output;
    this.#settings = output.settings;
    this.#settingsOf = resourceSettings(output.settings);
    this.#rules = rules;
    this.#modules = modules;
    this.isWanted = kindMatcher(output.settings.only);
  }

  emit(resource: Resource, diagnostics: Diagnostics): EmittedCode {
    const settings = this.#settingsOf(resource.group, resource.names.kind);
    const emitted = wantedVersions(resource, settings).map((version) =>
      this.#emitUnit(resource, version, settings, diagnostics),
    );
    return {
      units: emitted.map(({ unit }) => unit),
      overrides: emitted.flatMap(({ overrides }) => overrides ?? []),
    };
  }

  /** The files are printed at once, so that only texts are kept. */
  #emitUnit(
    resource: Resource,
    version: Version,
    { parts, renames }: ResourceSettings,
    diagnostics: Diagnostics,
  ): { readonly unit: EmittedUnit; readonly overrides: UnitOverrides | undefined } {
    const names = timed("names", () => createNames(resource, version, diagnostics, renames));
    const { kubernetes, target } = this.#settings;
    const backends = this.#output.backendsOf(parts);
    const partNames = new Set(backends.map(({ name }) => name));
    const unit: Unit = {
      resource,
      version,
      names,
      parts: partNames,
      rules: this.#rules,
      kubernetes,
    };
    const opened: UnitFiles = new Map();
    const json: JsonFile[] = [];
    const context = createEmitContext(
      unit,
      opened,
      json,
      diagnostics,
      (name) => this.#runtime(name),
      backends.some(({ evaluates }) => evaluates === true) ? undefined : target,
    );
    for (const backend of backends) {
      timed(`back end ${backend.name}`, () => {
        backend.generate(unit, undefined, context);
      });
    }
    const written = [...opened.values()].filter((file) => !file.isEmpty);
    const { group, names: resourceNames } = resource;
    const { plural } = resourceNames;
    const kind = renames.kind?.name ?? resourceNames.kind;
    const files = written.map(({ path, exports }) => ({ path, exports }));
    const subject = `CustomResourceDefinition ${plural}.${group}, version ${version.name}`;
    const emitted: EmittedUnit = {
      modules: { group, version: version.name, plural, kind, files },
      files: timed("print", () =>
        written
          .flatMap((file) => printFile(file, subject, this.#settings))
          .sort((left, right) => byCodeUnit(left.path, right.path)),
      ),
      json,
      runtime: runtimeNamesOf(written),
    };
    const hasOverrides = this.#settings.overrides.length > 0;
    const of = { group, version: version.name, kind, kindAt: renames.kind?.at };
    return { unit: emitted, overrides: hasOverrides ? { ...of, ...names.renaming } : undefined };
  }

  /**
   * Where a name of the runtime comes from: one object per module, so that files need not compare
   * paths.
   */
  #runtime(name: string): ModuleReference {
    let reference = this.#referencesOfNames.get(name);
    if (reference === undefined) {
      reference = this.#reference(this.#modules.moduleOfContract(name));
      this.#referencesOfNames.set(name, reference);
    }
    return reference;
  }

  #reference(module: string): ModuleReference {
    let reference = this.#references.get(module);
    if (reference === undefined) {
      this.#references.set(module, (reference = runtimeReference(module, this.#settings)));
    }
    return reference;
  }
}

function withoutRepetitions(list: readonly Diagnostic[]): readonly Diagnostic[] {
  const seen = new Set<string>();
  return list.filter(({ code, message, span }) => {
    const key = [code, span?.start, span?.end, message].join("\n");
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
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

function wantedVersions(resource: Resource, { versions }: ResourceSettings): readonly Version[] {
  switch (versions) {
    case "all":
      return resource.versions;
    case "served":
      return resource.versions.filter((version) => version.served);
    case "storage":
      return resource.versions.filter((version) => version.storage);
  }
}
