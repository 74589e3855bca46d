import type { BarrelPlan, HiddenNames } from "../backends/barrel.js";
import { findHiddenNames, hasSameItems, planBarrels } from "../backends/barrel.js";
import type { OutputFile } from "../emit/generated-file.js";
import { byCodeUnit } from "../emit/imports.js";
import { jsonMark } from "../emit/jsdoc.js";
import type { EmittedUnit } from "./emit-source.js";
import type { JsonFile } from "./print-file.js";
import { joinJson, printFile, printJson } from "./print-file.js";
import { loadRuntimeModules } from "./runtime-modules.js";
import { emitRuntime } from "./runtime-output.js";
import type { Settings } from "./settings.js";
import { version as crdgenVersion } from "./settings.js";

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
  #components = 0;
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
    return this.#placed.length - this.#components;
  }

  /** The names that the index files lack, since another resource of the version has the name. */
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

  /** The files of what several kinds share; they are no resource. */
  addComponents(units: readonly EmittedUnit[]): void {
    this.#components += units.length;
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

/** The part of a JSON file that a unit adds, with a text by which units are sorted. */
interface JsonPart {
  readonly order: string;
  readonly part: JsonFile;
}

/** The JSON files of an output; their parts are joined in the order of the resources' names. */
function printJsonFiles(
  parts: readonly JsonPart[],
  { versionInBanner }: Settings,
): readonly OutputFile[] {
  const joined = new Map<string, JsonFile>();
  for (const { part } of [...parts].sort((one, two) => byCodeUnit(one.order, two.order))) {
    const known = joined.get(part.path);
    const content = known === undefined ? part.content : joinJson(known.content, part.content);
    joined.set(part.path, { ...part, content });
  }
  const mark = jsonMark(versionInBanner ? crdgenVersion : undefined);
  return [...joined.values()].map((file) => ({
    path: file.path,
    text: `${printJson({ [file.mark]: mark, ...file.content })}\n`,
  }));
}

/** An index file as it was printed, and what it was made of. */
interface Printed {
  readonly parts: readonly unknown[];
  readonly files: readonly OutputFile[];
}

/** The index files of the last run, by their paths: a run that watches has the same settings. */
const printed = new WeakMap<Settings, ReadonlyMap<string, Printed>>();

/** Prints index files; those that are made of the same as in the last run are not made again. */
function printIndexes(plans: readonly BarrelPlan[], settings: Settings): readonly OutputFile[] {
  const before = printed.get(settings);
  const now = new Map<string, Printed>();
  for (const { path, parts, make } of plans) {
    const known = before?.get(path);
    if (known !== undefined && hasSameItems(known.parts, parts)) {
      now.set(path, known);
      continue;
    }
    const { file, subject } = make();
    now.set(path, { parts, files: printFile(file, subject, settings) });
  }
  printed.set(settings, now);
  return [...now.values()].flatMap(({ files }) => files);
}
