import { resolve } from "node:path";
import { resourceSettings } from "../../../codegen/pipeline/overrides/resource-settings.js";
import type { Override } from "../../../codegen/pipeline/settings.js";
import { resolveSettings } from "../../../codegen/pipeline/settings.js";
import type { Resource } from "../../../crd/ir/resource.js";
import type { ParsedConfig } from "../../config/schema.js";

/** How the outputs that a program imports call their types: files do not show what was renamed. */
export interface OutputNames {
  /** What is renamed in the output of a folder. */
  overridesIn(folder: string): readonly Override[];
  /** What names are made of in the output of a folder: the kind, unless that is renamed. */
  kindIn(folder: string, resource: Resource): string;
}

/**
 * The names that a configuration gives. What it renames in all outputs holds in every folder, as
 * the folder may have been named on the command line.
 */
export function outputNames({
  overrides = [],
  outputs = [],
}: Pick<ParsedConfig, "overrides" | "outputs">): OutputNames {
  const overridesIn: OutputNames["overridesIn"] = (folder) => {
    const own = outputs.find(({ out }) => resolve(out) === resolve(folder))?.overrides ?? [];
    return [...overrides, ...own].map(({ resources, rename }) => ({ resources, rename }));
  };
  return {
    overridesIn,
    kindIn(folder, { group, names }) {
      const settingsOf = resourceSettings(resolveSettings({ overrides: overridesIn(folder) }));
      return settingsOf(group, names.kind).renames.kind?.name ?? names.kind;
    },
  };
}
