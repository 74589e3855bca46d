import type { Declaration, ExportedName } from "../emit/declaration.js";
import { fileReference, GeneratedFile } from "../emit/generated-file.js";
import { pascalCase, spelledCase } from "../emit/identifiers.js";
import { byCodeUnit } from "../emit/imports.js";
import { outputSubject } from "../emit/jsdoc.js";
import { typeNameOfKind } from "./names.js";

/** The modules of one version of one resource. */
export interface UnitModules {
  readonly group: string;
  readonly version: string;
  readonly plural: string;
  readonly kind: string;
  /** What its files are about, for their banners; absent for a version of a CRD. */
  readonly subject?: string;
  readonly files: readonly { readonly path: string; readonly exports: readonly ExportedName[] }[];
}

/**
 * Names of a resource that the index of its version does not export: it has those of another
 * resource.
 */
export interface HiddenNames {
  readonly group: string;
  readonly version: string;
  readonly plural: string;
  /** The plural of the other resource. */
  readonly owner: string;
  readonly names: readonly string[];
}

/** An index file, and what it is the index of, for its banner. */
interface Barrel {
  readonly file: GeneratedFile;
  readonly subject: string;
}

/** An index file that is to be made. */
export interface BarrelPlan {
  /** Its path, without the extension. */
  readonly path: string;
  /** The inputs of the file: where all of these are the same, so is the file. */
  readonly parts: readonly unknown[];
  readonly make: () => Barrel;
}

/**
 * The index files: one per resource with all its modules, one per version
 * with all its resources, and one for the whole output with a namespace per version. Where two
 * resources of a version export one name (kinds `Foo` and `FooBar` both may have a `FooBarSpec`),
 * the version's index exports that of the longer plural; but those of kinds that are spelled as
 * their types come before those that are not, such as `Foo` before `foo`. The others stay within
 * reach in their own folders.
 */
export function planBarrels(units: readonly UnitModules[]): readonly BarrelPlan[] {
  const versions = byVersion(units);
  const folders = [...versions.keys()];
  return [
    ...units.map((unit) => ({
      path: `${folderOf(unit)}/${unit.plural}/index`,
      parts: [unit],
      make: () => resourceBarrel(unit),
    })),
    ...[...versions].map(([folder, ofVersion]) => ({
      path: `${folder}/index`,
      parts: ofVersion,
      make: () => versionBarrel(folder, ofVersion),
    })),
    { path: "index", parts: folders, make: () => rootBarrel(folders) },
  ];
}

/** Finds the names that the index files lack, in the order of those files. */
export function findHiddenNames(units: readonly UnitModules[]): readonly HiddenNames[] {
  return [...byVersion(units).values()].flatMap(hiddenNames);
}

const hiddenNames = rememberedByItems((units: readonly UnitModules[]): readonly HiddenNames[] => {
  const missingOf = new Map<string, SharedName[]>();
  for (const shared of sharedNames(units)) {
    for (const plural of shared.hidden) {
      const missing = missingOf.get(plural);
      if (missing === undefined) missingOf.set(plural, [shared]);
      else if (missing.at(-1) !== shared) missing.push(shared);
    }
  }
  return units.flatMap(({ group, version, plural }) => {
    const missing = missingOf.get(plural) ?? [];
    const owners = new Set(missing.map(({ owner }) => owner.plural));
    return [...owners].map((owner) => {
      const names = missing.filter((name) => name.owner.plural === owner).map(({ name }) => name);
      return { group, version, plural, owner, names };
    });
  });
});

/** The resources of each version, sorted by the folder of the version and by plural. */
const byVersion = rememberedByItems(
  (units: readonly UnitModules[]): ReadonlyMap<string, readonly UnitModules[]> => {
    const versions = new Map<string, UnitModules[]>();
    for (const unit of units) {
      const folder = folderOf(unit);
      const others = versions.get(folder);
      if (others === undefined) versions.set(folder, [unit]);
      else others.push(unit);
    }
    for (const ofVersion of versions.values()) {
      ofVersion.sort((left, right) => byCodeUnit(left.plural, right.plural));
    }
    return new Map([...versions].sort(([left], [right]) => byCodeUnit(left, right)));
  },
);

function folderOf({ group, version }: UnitModules): string {
  return `${group}/${version}`;
}

function resourceBarrel(unit: UnitModules): Barrel {
  const file = new GeneratedFile(`${unit.group}/${unit.version}/${unit.plural}/index`);
  file.add(...modulesOf(unit));
  return {
    file,
    subject:
      unit.subject ??
      `CustomResourceDefinition ${unit.plural}.${unit.group}, version ${unit.version}`,
  };
}

function modulesOf({ files }: UnitModules): readonly Declaration[] {
  return files.flatMap(({ path, exports }) => publicExports(path, exports));
}

/** All that a file exports, by name if it also has exports for its siblings alone. */
function publicExports(path: string, exports: readonly ExportedName[]): readonly Declaration[] {
  if (!exports.some(({ siblingsOnly }) => siblingsOnly)) return [everything(path)];
  const shown = exports.filter(({ siblingsOnly }) => siblingsOnly !== true);
  return [false, true].flatMap((typeOnly): readonly Declaration[] => {
    const names = shown.filter((name) => name.typeOnly === typeOnly).map(({ name }) => name);
    if (names.length === 0) return [];
    return [
      { kind: "reexport", from: fileReference(path), names: names.sort(byCodeUnit), typeOnly },
    ];
  });
}

function versionBarrel(folder: string, units: readonly UnitModules[]): Barrel {
  const file = new GeneratedFile(`${folder}/index`);
  for (const unit of units) {
    file.add(everything(`${folder}/${unit.plural}/index`));
  }
  for (const { owner, name } of sharedNames(units)) {
    const typeOnly = isTypeOnly(owner, name);
    file.add({ kind: "reexport", from: fileReference(owner.path), names: [name], typeOnly });
  }
  return { file, subject: `API version ${folder}` };
}

function rootBarrel(folders: readonly string[]): Barrel {
  const file = new GeneratedFile("index");
  for (const [namespace, folder] of namespaces(folders)) {
    const from = fileReference(`${folder}/index`);
    file.add({ kind: "reexport", from, names: { namespace }, typeOnly: false });
  }
  return { file, subject: outputSubject };
}

function everything(path: string): Declaration {
  return { kind: "reexport", from: fileReference(path), names: "*", typeOnly: false };
}

/** A name that several resources of a version export. */
interface SharedName {
  readonly name: string;
  /** The owner that the index exports the name from. */
  readonly owner: Owner;
  /** The plurals of the others. */
  readonly hidden: readonly string[];
}

/** A module, and the resource that it is of. */
interface Owner {
  readonly plural: string;
  readonly path: string;
  readonly exports: readonly ExportedName[];
}

/** The names that several resources of a version export, sorted, with their owners. */
const sharedNames = rememberedByItems((units: readonly UnitModules[]): readonly SharedName[] => {
  if (units.length < 2) return [];
  const owners = new Map<string, Owner>();
  const shared = new Map<string, SharedName>();
  for (const { plural, files } of byPrecedence(units)) {
    for (const { path, exports } of files) {
      const here: Owner = { plural, path, exports };
      for (const { name, siblingsOnly } of exports) {
        if (siblingsOnly === true) continue;
        const owner = owners.get(name);
        if (owner === undefined) owners.set(name, here);
        else {
          const hidden = [...(shared.get(name)?.hidden ?? []), plural];
          shared.set(name, { name, owner, hidden });
        }
      }
    }
  }
  return [...shared.values()].sort((left, right) => byCodeUnit(left.name, right.name));
});

function isSpelledAsType({ kind }: UnitModules): boolean {
  return typeNameOfKind(kind) === kind;
}

function isTypeOnly({ exports }: Owner, name: string): boolean {
  return exports.every((exported) => exported.name !== name || exported.typeOnly);
}

/** Kinds that are spelled as their types first, then the longest plural. */
function byPrecedence(units: readonly UnitModules[]): readonly UnitModules[] {
  return [...units].sort(
    (left, right) =>
      Number(isSpelledAsType(right)) - Number(isSpelledAsType(left)) ||
      right.plural.length - left.plural.length,
  );
}

/**
 * The namespaces of `<group>/<version>` folders: `stable.example.com/v1` → `stableExampleComV1`.
 * Folders that would share one (`a-b.io` and `a.b.io`) have their separators spelled out, all but
 * the first: `aDashBDotIoV1`.
 */
function namespaces(folders: readonly string[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const folder of folders) {
    let name = namespaceOf(pascalCase(folder));
    if (names.has(name)) name = namespaceOf(spelledCase(folder));
    while (names.has(name)) name += "_";
    names.set(name, folder);
  }
  return names;
}

function namespaceOf(name: string): string {
  return /^\d/.test(name) ? `_${name}` : name.charAt(0).toLowerCase() + name.slice(1);
}

/**
 * Like `work`, which depends on nothing but the items of a list; they never change. Called again
 * with the same items in the same order, it gives what it gave before. Of the lists that begin with
 * one item, the last one counts.
 */
function rememberedByItems<T extends object, R>(
  work: (items: readonly T[]) => R,
): (items: readonly T[]) => R {
  const known = new WeakMap<T, { readonly items: readonly T[]; readonly result: R }>();
  return (items) => {
    const [first] = items;
    if (first === undefined) return work(items);
    const before = known.get(first);
    if (before !== undefined && hasSameItems(before.items, items)) return before.result;
    const result = work(items);
    known.set(first, { items, result });
    return result;
  };
}

/** Tells whether two lists have the same items in the same order. */
export function hasSameItems(left: readonly unknown[], right: readonly unknown[]): boolean {
  return left.length === right.length && left.every((item, index) => item === right[index]);
}
