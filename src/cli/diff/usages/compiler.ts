import { resolve, sep } from "node:path";
import type { ts } from "ts-morph";
import { importOptional } from "../../../config/optional-package.js";
import { UsageError } from "../../usage-error.js";

/** TypeScript, as ts-morph brings it along. */
export type TypeScript = typeof ts;

/**
 * The TypeScript within the project's ts-morph, or within the one beside crdgen.
 *
 * @throws UsageError where there is none
 */
export async function loadTypeScript(): Promise<TypeScript> {
  const morph = await importOptional("ts-morph", `${resolve(".")}${sep}`);
  if (morph === undefined || !("ts" in morph)) {
    throw new UsageError("--usages needs the package ts-morph: `npm install --save-dev ts-morph`");
  }
  return morph.ts as TypeScript; // so its own types say
}
