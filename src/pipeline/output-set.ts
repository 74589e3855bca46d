import type { HiddenNames, UnitModules } from "../backends/barrel.js";
import { findHiddenNames, planBarrels } from "../backends/barrel.js";
import type { OutputFile } from "../emit/generated-file.js";
import { byCodeUnit } from "../emit/imports.js";
import { loadRuntimeModules } from "../emit/runtime-modules.js";
import type { EmittedUnit } from "./emit-source.js";
import { printIndexes } from "./print-indexes.js";
import type { JsonPart } from "./print-json-files.js";
import { printJsonFiles } from "./print-json-files.js";
import { emitRuntime } from "./runtime-output.js";
import type { Settings } from "./settings.js";

/** Gathers the files of a run. */
export class OutputSet {
  readonly #settings: Settings;
  readonly #files: OutputFile[] = [];
  readonly #usedNames = new Set<string>();
  readonly #units: UnitModules[] = [];
  readonly #json: JsonPart[] = [];
  #resources = 0;

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  /** How many resources there are. */
  get resources(): number {
    return this.#resources;
  }

  /** How many versions of resources there are. */
  get units(): number {
    return this.#units.length;
  }

  /** What is missing in the index files, since another resource of the version has the name. */
  get hiddenNames(): readonly HiddenNames[] {
    return findHiddenNames(this.#units);
  }

  /**
   * The files of a resource's units; their paths are no other unit's, which `ResourceIndex` sees
   * to.
   */
  add(units: readonly EmittedUnit[]): void {
    this.#resources++;
    for (const unit of units) this.#addUnit(unit);
  }

  #addUnit({ modules, files, json, runtime }: EmittedUnit): void {
    this.#units.push(modules);
    this.#files.push(...files);
    const { plural, group, version } = modules;
    for (const part of json) this.#json.push({ order: `${plural}\0${group}/${version}`, part });
    for (const name of runtime) this.#usedNames.add(name);
  }

  /** The files of all units, their index files and the runtime, sorted by path. */
  async finish(): Promise<readonly OutputFile[]> {
    const json = printJsonFiles(this.#json, this.#settings);
    const withCode = this.#units.filter(({ files }) => files.length > 0);
    // Documents alone have no index.
    const indexes = json.length > 0 && withCode.length === 0 ? [] : planBarrels(withCode);
    this.#files.push(...printIndexes(indexes, this.#settings), ...json);
    if (this.#settings.runtime === "copy") this.#files.push(...(await this.#emitRuntime()));
    return this.#files.sort((left, right) => byCodeUnit(left.path, right.path));
  }

  async #emitRuntime(): Promise<readonly OutputFile[]> {
    return emitRuntime(this.#usedNames, await loadRuntimeModules(), this.#settings);
  }
}
