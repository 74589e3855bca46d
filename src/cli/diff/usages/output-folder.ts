import { dirname, sep } from "node:path";
import type { FileOfCrdgen } from "./user-program.js";

/**
 * The folder of the output that a file of a unit is in, with a separator at the end: the file's
 * path ends with the group, the version and the plural name. `undefined` for files of no unit, and
 * for those that were moved elsewhere.
 */
export function outputFolderOf({ path, unit }: FileOfCrdgen): string | undefined {
  if (unit === undefined) return undefined;
  const [plural = "", ...group] = unit.resource.split(".");
  const tail = [group.join("."), unit.version, plural].join(sep);
  const folder = dirname(path);
  return folder.endsWith(sep + tail) ? folder.slice(0, -tail.length) : undefined;
}
