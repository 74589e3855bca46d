import { resolve, sep } from "node:path";
import type * as morph from "ts-morph";
import { importOptional } from "../../config/optional-package.js";
import { UsageError } from "../../usage-error.js";

/** ts-morph: TypeScript with its library of types, and files in memory. */
export type TsMorph = Pick<typeof morph, "Project" | "ts">;

/** TypeScript, as ts-morph brings it along. */
export type TypeScript = TsMorph["ts"];

/**
 * The project's ts-morph, or the one beside crdgen.
 *
 * @throws UsageError where there is none
 */
export async function loadTsMorph(): Promise<TsMorph> {
  const found = await importOptional("ts-morph", `${resolve(".")}${sep}`);
  if (found === undefined || !("ts" in found) || !("Project" in found)) {
    throw new UsageError("--usages needs the package ts-morph: `npm install --save-dev ts-morph`");
  }
  return found as TsMorph; // so its own types say
}
