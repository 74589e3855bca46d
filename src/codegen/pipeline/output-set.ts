import type { HiddenNames } from "../backends/barrel.js";
import { findHiddenNames, planBarrels } from "../backends/barrel.js";
import type { OutputFile } from "../emit/generated-file.js";
import { byCodeUnit } from "../emit/imports.js";
import type { EmittedUnit } from "./emit-source.js";
import { printIndexes } from "./print-indexes.js";
import type { JsonPart } from "./print-json-files.js";
import { printJsonFiles } from "./print-json-files.js";
import { loadRuntimeModules } from "./runtime-modules.js";
import { emitRuntime } from "./runtime-output.js";
import type { Settings } from "./settings.js";

/** A unit, and the folder of its files, which ends with a slash. */
interface PlacedUnit {
  readonly folder: string;
  readonly unit: EmittedUnit;
}

/** Gathers the files of a run. */
export class OutputSet {
  readonly #settings: Settings;
  readonly #usedNames = new Set<string>();
  readonly #placed: PlacedUnit[] = [];
  readonly #json: JsonPart[] = [];
  #resources = 0;
  #isSorted = true;

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  /** How many resources there are. */
  get resources(): number {
    return this.#resources;
  }

  /** How many versions of resources there are. */
  get units(): number {
    return this.#placed.length;
  }

  /** What is missing in the index files, since another resource of the version has the name. */
  get hiddenNames(): readonly HiddenNames[] {
    return findHiddenNames(this.#sorted().map(({ unit }) => unit.modules));
  }

  /**
   * The files of a resource's units; their paths are no other unit's, which `ResourceIndex` sees
   * to.
   */
  add(units: readonly EmittedUnit[]): void {
    this.#resources++;
    for (const unit of units) this.#addUnit(unit);
  }

  #addUnit(unit: EmittedUnit): void {
    const { plural, group, version } = unit.modules;
    this.#placed.push({ folder: `${group}/${version}/${plural}/`, unit });
    this.#isSorted = false;
    for (const part of unit.json) {
      this.#json.push({ order: `${plural}\0${group}/${version}`, part });
    }
    for (const name of unit.runtime) this.#usedNames.add(name);
  }

  /** By folder: sorting what is in order already, but for a few files, takes little time. */
  #sorted(): readonly PlacedUnit[] {
    if (!this.#isSorted) this.#placed.sort((left, right) => byCodeUnit(left.folder, right.folder));
    this.#isSorted = true;
    return this.#placed;
  }

  /** The files of all units, their index files and the runtime, sorted by path. */
  async finish(): Promise<readonly OutputFile[]> {
    const json = printJsonFiles(this.#json, this.#settings);
    const units = this.#sorted().map(({ unit }) => unit);
    const withCode = units.map(({ modules }) => modules).filter(({ files }) => files.length > 0);
    // Documents alone have no index.
    const indexes = json.length > 0 && withCode.length === 0 ? [] : planBarrels(withCode);
    const runtime = this.#settings.runtime === "copy" ? await this.#emitRuntime() : [];
    return [
      ...units.flatMap(({ files }) => files),
      ...printIndexes(indexes, this.#settings),
      ...json,
      ...runtime,
    ].sort((left, right) => byCodeUnit(left.path, right.path));
  }

  async #emitRuntime(): Promise<readonly OutputFile[]> {
    return emitRuntime(this.#usedNames, await loadRuntimeModules(), this.#settings);
  }
}
