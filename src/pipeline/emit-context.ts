import type { EmitContext, Unit } from "../backends/backend.js";
import type { NameTable } from "../backends/names.js";
import type { Diagnostics } from "../diagnostics/diagnostics.js";
import type { Imported, ModuleReference } from "../emit/code.js";
import { fileReference, GeneratedFile } from "../emit/generated-file.js";
import { isGlobalName } from "../emit/identifiers.js";

/** The files of a unit by name, as its back ends opened them. */
export type UnitFiles = Map<string, GeneratedFile>;

/** The folder of a unit's files in the output. */
export function folderOf({ resource, version }: Unit): string {
  return `${resource.group}/${version.name}/${resource.names.plural}`;
}

/**
 * What back ends get to write a unit with; the files that they open are added to `files`. `runtime` says where a name of
 * the runtime comes from.
 */
export function createEmitContext(
  unit: Unit,
  files: UnitFiles,
  diagnostics: Diagnostics,
  runtime: (name: string) => ModuleReference,
): EmitContext {
  const folder = folderOf(unit);
  const known = new Map<string, Imported>();
  /** One object per name, so that a file's imports are told apart by identity. */
  const once = (key: string, make: () => Imported): Imported => {
    let imported = known.get(key);
    if (imported === undefined) known.set(key, (imported = make()));
    return imported;
  };
  const fromRuntime = (name: string, typeOnly: boolean): Imported =>
    once(`${typeOnly} ${name}`, () => ({
      name,
      local: mayDeclare(unit.names, name) ? `${name}$1` : name,
      from: runtime(name),
      typeOnly,
    }));
  const fromSibling = (file: string, name: string, typeOnly: boolean): Imported =>
    once(`${typeOnly} ${file} ${name}`, () => ({
      name,
      local: isGlobalName(name) ? `${name}$1` : name,
      from: fileReference(`${folder}/${file}`),
      typeOnly,
    }));
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

/** What names of generated functions begin with, before the kind. */
const verbs = [
  "admit", "assert", "check", "default", "defaultStored", "is", "isValid", "matches", "prune", "pruneStored", "run", "validate",
]; // prettier-ignore

/** Whether a file of the unit may declare a name itself: all of its names hold the kind, as a type or as a value. */
function mayDeclare(names: NameTable, name: string): boolean {
  if (names.declares(name)) return true;
  const beginnings = [names.value, ...verbs.map((verb) => verb + names.type)];
  return beginnings.some(
    (beginning) => name.startsWith(beginning) && !/[a-z]/.test(name.charAt(beginning.length)),
  );
}
