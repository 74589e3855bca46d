import { matcher } from "../../codegen/pipeline/pattern.js";
import type { DeclaredRenames } from "../../tools/diff/schema/renames.js";
import type { DiffConfig } from "../config/config.js";

/** What the configuration says of renamed fields; the first entry that fits counts. */
export function declaredRenames(renames: DiffConfig["renames"] = []): DeclaredRenames {
  const entries = renames.map(({ crd = "*", from, to }) => ({ isOf: matcher(crd), from, to }));
  return (resource, path) => entries.find((one) => one.from === path && one.isOf(resource))?.to;
}
