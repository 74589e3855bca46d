import { selectKinds } from "../../builtin/select-kinds.js";
import type { Kinds, ResourceRow } from "../../runtime/v1/built-in/table/kind-table.js";
import { KindTable, kindTable } from "../../runtime/v1/built-in/table/kind-table.js";
import type { FolderFiles } from "../builtin/kind-files.js";
import { kindFiles } from "../builtin/kind-files.js";
import { byCodeUnit } from "../emit/imports.js";
import type { EmittedUnit } from "./emit-source.js";
import { printFile } from "./print-file.js";
import type { RuntimeModules } from "./runtime-modules.js";
import { runtimeNamesOf, runtimeReference } from "./runtime-reference.js";
import type { Settings } from "./settings.js";
import { OptionError } from "./settings.js";

/** The code of built-in kinds for one output. */
export interface BuiltinUnits {
  /** One for each kind. */
  readonly kinds: readonly EmittedUnit[];
  /** One for each group version with components that kinds are made of. */
  readonly components: readonly EmittedUnit[];
}

/**
 * Finds the kinds that an output asks for.
 *
 * @param kinds those that a server has; default: those of the release that the settings name
 * @throws OptionError for a name that means none of them
 */
export function wantedKinds(
  settings: Settings,
  kinds: Kinds = kindTable(settings.kubernetes),
): readonly ResourceRow[] {
  const { resources, faults } = selectKinds(kinds, settings.builtIn);
  const [fault] = faults;
  if (fault !== undefined) throw new OptionError("builtIn", fault.message);
  return resources;
}

/**
 * Writes the code of built-in kinds.
 *
 * @param modules where the names of the runtime stand
 * @throws OptionError for a name that means none
 */
export function emitBuiltins(
  settings: Settings,
  modules: Pick<RuntimeModules, "moduleOfContract">,
  kinds: Kinds = kindTable(settings.kubernetes),
): BuiltinUnits {
  const selected = wantedKinds(settings, kinds);
  const folders = kindFiles({
    kinds,
    selected,
    parts: new Set(settings.parts),
    minor: kinds instanceof KindTable ? kinds.minor : undefined,
    runtime: (name) => runtimeReference(modules.moduleOfContract(name), settings),
  });
  const units = folders.map((folder) => ({ folder, unit: unitOf(folder, settings) }));
  const of = (isOfKind: boolean): readonly EmittedUnit[] =>
    units.filter(({ folder }) => (folder.kind !== "") === isOfKind).map(({ unit }) => unit);
  return { kinds: of(true), components: of(false) };
}

function unitOf(folder: FolderFiles, settings: Settings): EmittedUnit {
  const { group, version, plural, kind, files, json, hidden } = folder;
  const at = group === "core" ? version : `${group}/${version}`;
  const release = `Kubernetes 1.${settings.kubernetes}`;
  const subject = kind === "" ? `Components of ${at}, ${release}` : `${at} ${kind}, ${release}`;
  const modules = files.map(({ path, exports }) => ({
    path,
    exports: exports.map((one) => (hidden.has(one.name) ? { ...one, siblingsOnly: true } : one)),
  }));
  return {
    modules: { group, version, plural, kind, subject, files: modules },
    files: files
      .flatMap((file) => printFile(file, subject, settings))
      .sort((left, right) => byCodeUnit(left.path, right.path)),
    json,
    runtime: runtimeNamesOf(files),
  };
}
