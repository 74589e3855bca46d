import type { Diagnostics } from "../../crd/diagnostics/diagnostics.js";
import type { EmitContext, Unit } from "../backends/backend.js";
import type { NameTable } from "../backends/names.js";
import type { Imported, ModuleReference } from "../emit/code.js";
import type { EmitTarget } from "../emit/generated-file.js";
import { fileReference, GeneratedFile } from "../emit/generated-file.js";
import { camelCase, isGlobalName } from "../emit/identifiers.js";
import type { JsonFile } from "./print-file.js";

/** The files of a unit by name, as its back ends opened them. */
export type UnitFiles = Map<string, GeneratedFile>;

/** The folder of a unit's files in the output. */
function folderOf(unit: Unit): string {
  return `${versionFolderOf(unit)}/${unit.resource.names.plural}`;
}

function versionFolderOf({ resource, version }: Unit): string {
  return `${resource.group}/${version.name}`;
}

/**
 * Makes the context with which back ends write a unit; the files that they open are added to
 * `files`, what they add to JSON files to `jsonFiles`. `runtime` says where a name of the runtime
 * comes from, `target` how the files are printed, if they are.
 */
export function createEmitContext(
  unit: Unit,
  files: UnitFiles,
  jsonFiles: JsonFile[],
  diagnostics: Diagnostics,
  runtime: (name: string) => ModuleReference,
  target?: EmitTarget,
): EmitContext {
  const folder = folderOf(unit);
  const mayDeclare = declarable(unit.names);
  const localOf = (name: string): string => (mayDeclare(name) ? `${name}$1` : name);
  const fromRuntime = importOnce((name) => ({
    local: localOf(name),
    from: runtime(name),
  }));
  const fromNamespace = importOnceOfEach((specifier) => {
    const from: ModuleReference = { kind: "package", specifier };
    return (name) => ({ name: "*", local: localOf(name), from });
  });
  const fromPackage = importOnceOfEach((specifier) => {
    const from: ModuleReference = { kind: "package", specifier };
    return (name) => ({ local: localOf(name), from });
  });
  const fromSibling = importOnceOfEach((file) => {
    const from = fileReference(`${folder}/${file}`);
    return (name) => ({ local: isGlobalName(name) ? `${name}$1` : name, from });
  });
  return {
    diagnostics,
    file(name) {
      if (!isFileName(name)) throw new Error(`no file can be called '${name}'`);
      let file = files.get(name);
      if (file === undefined)
        files.set(name, (file = new GeneratedFile(`${folder}/${name}`, target)));
      return file;
    },
    json({ name, of, mark }, content) {
      // What is about resources may be called as its schemas are: `custom-resources.schema`.
      if (!name.split(".").every(isFileName)) throw new Error(`no file can be called '${name}'`);
      const paths = {
        resource: `${folder}.${name}`,
        version: `${versionFolderOf(unit)}/${name}`,
        output: name,
      };
      const path = paths[of];
      jsonFiles.push({ path: `${path}.json`, mark, content });
    },
    runtime: (name) => fromRuntime(name, false),
    runtimeType: (name) => fromRuntime(name, true),
    package: (specifier, name) => fromPackage(specifier, name, false),
    packageType: (specifier, name) => fromPackage(specifier, name, true),
    packageNamespace: (specifier, name) => fromNamespace(specifier, name, false),
    sibling: (file, name) => fromSibling(file, name, false),
    siblingType: (file, name) => fromSibling(file, name, true),
  };
}

/**
 * Tells whether a file of this name stays in its folder, is distinct on every file system, and is
 * not the folder's index.
 */
function isFileName(name: string): boolean {
  return /^[a-z][a-z0-9-]*$/.test(name) && name !== "index";
}

type ImportOnce = (name: string, typeOnly: boolean) => Imported;

/** Makes an import, but for the name that was asked for and the mark of a type. */
type MakeImport = (
  name: string,
) => Pick<Imported, "local" | "from"> & Partial<Pick<Imported, "name">>;

/** As `importOnce`, for each of several modules. */
function importOnceOfEach(
  makerOf: (module: string) => MakeImport,
): (module: string, name: string, typeOnly: boolean) => Imported {
  const modules = new Map<string, ImportOnce>();
  return (module, name, typeOnly) => {
    let imports = modules.get(module);
    if (imports === undefined) modules.set(module, (imports = importOnce(makerOf(module))));
    return imports(name, typeOnly);
  };
}

/** One object per name, so that a file's imports are told apart by identity. */
function importOnce(make: MakeImport): ImportOnce {
  const types = new Map<string, Imported>();
  const values = new Map<string, Imported>();
  return (name, typeOnly) => {
    const known = typeOnly ? types : values;
    let imported = known.get(name);
    if (imported === undefined) known.set(name, (imported = { name, typeOnly, ...make(name) }));
    return imported;
  };
}

/** The words that the names of generated functions begin with, before the kind. */
const verbs = [
  "admit", "assert", "check", "default", "defaultStored", "is", "isValid", "matches", "prune", "run", "stored", "validate",
]; // prettier-ignore

/**
 * Tells which names a file of the unit may declare itself, so that an import needs another one: all
 * of its names hold the kind, as a type or as a value, or a name that somebody gave to a type.
 */
function declarable(names: NameTable): (name: string) => boolean {
  const given = names.types.map(({ name }) => name).filter((name) => !name.startsWith(names.type));
  const beginnings = [
    names.value,
    ...given.map(camelCase),
    ...[names.type, ...given].flatMap((name) => verbs.map((verb) => verb + name)),
  ];
  return (name) =>
    names.declares(name) ||
    beginnings.some(
      (beginning) => name.startsWith(beginning) && !/[a-z]/.test(name.charAt(beginning.length)),
    );
}
