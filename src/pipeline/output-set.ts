import type { EmitContext, Unit } from "../backends/backend.js";
import type { UnitModules } from "../backends/barrel.js";
import { emitBarrels } from "../backends/barrel.js";
import type { Diagnostics } from "../diagnostics/diagnostics.js";
import { banner } from "../emit/banner.js";
import type { Imported } from "../emit/code.js";
import type { OutputFile } from "../emit/generated-file.js";
import { fileReference, GeneratedFile } from "../emit/generated-file.js";
import { byCodeUnit } from "../emit/imports.js";
import type { RuntimeModules } from "../emit/runtime-modules.js";
import { isGlobalName } from "../emit/identifiers.js";
import { emitRuntime, runtimeModuleOf, runtimeReference } from "./runtime-output.js";
import type { Settings } from "./settings.js";
import { version as crdgenVersion } from "./version.js";

/** Gathers the files of a run. Each unit is printed as soon as it is complete, so that only texts are kept. */
export class OutputSet {
  readonly #settings: Settings;
  readonly #modules: RuntimeModules;
  readonly #files: OutputFile[] = [];
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
    const files = new Map<string, GeneratedFile>();
    generate(this.#context(unit, diagnostics, files));
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

  #context(unit: Unit, diagnostics: Diagnostics, files: Map<string, GeneratedFile>): EmitContext {
    const folder = `${unit.resource.group}/${unit.version.name}/${unit.resource.names.plural}`;
    const fromRuntime = (name: string, typeOnly: boolean): Imported => ({
      name,
      local: unit.names.declares(name) ? `${name}$1` : name,
      from: runtimeReference(this.#modules.moduleOf(name), this.#settings),
      typeOnly,
    });
    const fromSibling = (file: string, name: string, typeOnly: boolean): Imported => ({
      name,
      local: isGlobalName(name) ? `${name}$1` : name,
      from: fileReference(`${folder}/${file}`),
      typeOnly,
    });
    return {
      diagnostics,
      file(name) {
        let file = files.get(name);
        if (file === undefined) files.set(name, (file = new GeneratedFile(`${folder}/${name}`)));
        return file;
      },
      runtime: (name) => fromRuntime(name, false),
      runtimeType: (name) => fromRuntime(name, true),
      sibling: (file, name) => fromSibling(file, name, false),
      siblingType: (file, name) => fromSibling(file, name, true),
    };
  }
}
