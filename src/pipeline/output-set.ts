import type { EmitContext, Unit } from "../backends/backend.js";
import type { UnitModules } from "../backends/barrel.js";
import { emitBarrels } from "../backends/barrel.js";
import type { Diagnostics } from "../diagnostics/diagnostics.js";
import { banner } from "../emit/banner.js";
import type { ModuleReference } from "../emit/code.js";
import type { GeneratedFile, OutputFile } from "../emit/generated-file.js";
import { byCodeUnit } from "../emit/imports.js";
import type { RuntimeModules } from "../emit/runtime-modules.js";
import type { UnitFiles } from "./emit-context.js";
import { createEmitContext } from "./emit-context.js";
import { emitRuntime, runtimeModuleOf, runtimeReference } from "./runtime-output.js";
import type { Settings } from "./settings.js";
import { version as crdgenVersion } from "./version.js";

/** Gathers the files of a run. Each unit is printed as soon as it is complete, so that only texts are kept. */
export class OutputSet {
  readonly #settings: Settings;
  readonly #modules: RuntimeModules;
  readonly #files: OutputFile[] = [];
  readonly #references = new Map<string, ModuleReference>();
  readonly #usedModules = new Set<string>();
  readonly #units: UnitModules[] = [];

  constructor(settings: Settings, modules: RuntimeModules) {
    this.#settings = settings;
    this.#modules = modules;
  }

  get units(): number {
    return this.#units.length;
  }

  /** Lets `generate` write the files of a unit, then prints them. */
  addUnit(unit: Unit, diagnostics: Diagnostics, generate: (context: EmitContext) => void): void {
    const files: UnitFiles = new Map();
    generate(createEmitContext(unit, files, diagnostics, (name) => this.#runtime(name)));
    const written = [...files.values()].filter((file) => !file.isEmpty);
    const { group, names } = unit.resource;
    this.#units.push({
      group,
      version: unit.version.name,
      plural: names.plural,
      files: written.map(({ path, exports }) => ({ path, exports })),
    });
    const subject = `CustomResourceDefinition ${names.plural}.${group}, version ${unit.version.name}`;
    for (const file of written) this.#print(file, subject);
  }

  /** The files of all units, their index files and the runtime, sorted by path. */
  async finish(): Promise<readonly OutputFile[]> {
    for (const barrel of emitBarrels(this.#units)) this.#print(barrel.file, barrel.subject);
    if (this.#settings.runtime === "copy") {
      const head = this.#banner("Runtime of the generated code");
      this.#files.push(
        ...(await emitRuntime(this.#usedModules, this.#modules, this.#settings, head)),
      );
    }
    return this.#files.sort((left, right) => byCodeUnit(left.path, right.path));
  }

  /** Where a name of the runtime comes from: one object per module, so that files need not compare paths. */
  #runtime(name: string): ModuleReference {
    const module = this.#modules.moduleOf(name);
    let reference = this.#references.get(module);
    if (reference === undefined) {
      this.#references.set(module, (reference = runtimeReference(module, this.#settings)));
    }
    return reference;
  }

  #print(file: GeneratedFile, subject: string): void {
    for (const imported of file.imports) {
      const module = runtimeModuleOf(imported.from);
      if (module !== undefined) this.#usedModules.add(module);
    }
    const printed = file.print({
      target: this.#settings.target,
      importExtension: this.#settings.importExtension,
      banner: this.#banner(subject),
    });
    this.#files.push(...printed);
  }

  #banner(subject: string): string {
    return banner(this.#settings.versionInBanner ? crdgenVersion : undefined, subject);
  }
}
