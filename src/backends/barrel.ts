import { outputSubject } from "../emit/banner.js";
import { pascalCase, spelledCase } from "../emit/identifiers.js";
import type { Declaration, ExportedName } from "../emit/generated-file.js";
import { fileReference, GeneratedFile } from "../emit/generated-file.js";
import { byCodeUnit } from "../emit/imports.js";

/** The modules of one version of one resource. */
export interface UnitModules {
  readonly group: string;
  readonly version: string;
  readonly plural: string;
  readonly files: readonly { readonly path: string; readonly exports: readonly ExportedName[] }[];
}

/** An index file, and what it is the index of, for its banner. */
export interface Barrel {
  readonly file: GeneratedFile;
  readonly subject: string;
}

/**
 * The index files: one per resource with all its modules, one per version with all its resources, and one for the whole
 * output with a namespace per version. Where two resources of a version export one name (kinds `Foo` and `FooBar` both
 * may have a `FooBarSpec`), the version's index exports that of the longer plural; the others stay within reach in
 * their own folders.
 */
export function emitBarrels(units: readonly UnitModules[]): readonly Barrel[] {
  const versions = new Map<string, UnitModules[]>();
  for (const unit of units) {
    const folder = `${unit.group}/${unit.version}`;
    const others = versions.get(folder);
    if (others === undefined) versions.set(folder, [unit]);
    else others.push(unit);
  }
  const folders = [...versions.keys()].sort(byCodeUnit);
  return [
    ...units.map(resourceBarrel),
    ...folders.map((folder) => versionBarrel(folder, versions.get(folder) ?? [])),
    rootBarrel(folders),
  ];
}

function resourceBarrel(unit: UnitModules): Barrel {
  const file = new GeneratedFile(`${unit.group}/${unit.version}/${unit.plural}/index`);
  for (const { path } of unit.files) file.add(everything(path));
  return {
    file,
    subject: `CustomResourceDefinition ${unit.plural}.${unit.group}, version ${unit.version}`,
  };
}

function versionBarrel(folder: string, units: readonly UnitModules[]): Barrel {
  const file = new GeneratedFile(`${folder}/index`);
  const sorted = [...units].sort((left, right) => byCodeUnit(left.plural, right.plural));
  for (const { plural } of sorted) file.add(everything(`${folder}/${plural}/index`));
  for (const { path, name, typeOnly } of sharedNames(sorted)) {
    file.add({ kind: "reexport", from: fileReference(path), names: [name], typeOnly });
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

/** The names that several resources of a version export, each from the resource with the longest plural. */
function sharedNames(
  units: readonly UnitModules[],
): readonly (ExportedName & { readonly path: string })[] {
  const chosen = new Map<string, ExportedName & { readonly path: string }>();
  const shared = new Set<string>();
  for (const unit of [...units].sort((left, right) => right.plural.length - left.plural.length)) {
    for (const { path, exports } of unit.files) {
      for (const exported of exports) {
        if (chosen.has(exported.name)) shared.add(exported.name);
        else chosen.set(exported.name, { ...exported, path });
      }
    }
  }
  return [...shared].sort(byCodeUnit).flatMap((name) => chosen.get(name) ?? []);
}

/**
 * The namespaces of `<group>/<version>` folders: `stable.example.com/v1` → `stableExampleComV1`. Folders that would share
 * one (`a-b.io` and `a.b.io`) have their separators spelled out, all but the first: `aDashBDotIoV1`.
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
