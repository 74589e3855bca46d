import type { HiddenNames, UnitModules } from "../backends/barrel.js";
import { emitBarrels, findHiddenNames } from "../backends/barrel.js";
import type { OutputFile } from "../emit/generated-file.js";
import { byCodeUnit } from "../emit/imports.js";
import { loadRuntimeModules } from "../emit/runtime-modules.js";
import type { EmittedUnit } from "./emit-source.js";
import { bannerOf, printFile } from "./print-file.js";
import { emitRuntime } from "./runtime-output.js";
import type { Settings } from "./settings.js";

/** Gathers the files of a run. */
export class OutputSet {
  readonly #settings: Settings;
  readonly #files: OutputFile[] = [];
  readonly #usedModules = new Set<string>();
  readonly #units: UnitModules[] = [];

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  /** How many versions of resources there are. */
  get units(): number {
    return this.#units.length;
  }

  /** What is missing in the index files, since another resource of the version has the name. */
  get hiddenNames(): readonly HiddenNames[] {
    return findHiddenNames(this.#units);
  }

  /** The files of a unit; its paths are no other unit's, which `ResourceIndex` sees to. */
  add({ modules, files, runtime }: EmittedUnit): void {
    this.#units.push(modules);
    this.#files.push(...files);
    for (const module of runtime) this.#usedModules.add(module);
  }

  /** The files of all units, their index files and the runtime, sorted by path. */
  async finish(): Promise<readonly OutputFile[]> {
    for (const { file, subject } of emitBarrels(this.#units)) {
      this.#files.push(...printFile(file, subject, this.#settings));
    }
    if (this.#settings.runtime === "copy") this.#files.push(...(await this.#runtime()));
    return this.#files.sort((left, right) => byCodeUnit(left.path, right.path));
  }

  async #runtime(): Promise<readonly OutputFile[]> {
    const head = bannerOf("Runtime of the generated code", this.#settings);
    return emitRuntime(this.#usedModules, await loadRuntimeModules(), this.#settings, head);
  }
}
