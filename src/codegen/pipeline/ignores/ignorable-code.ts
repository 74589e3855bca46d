import type { DiagnosticCode } from "../../../crd/diagnostics/catalog/catalog.js";
import { catalog } from "../../../crd/diagnostics/catalog/catalog.js";
import { retiredCodes } from "../../../crd/diagnostics/catalog/retired.js";
import type { CatalogEntry } from "../../../crd/diagnostics/message.js";
import { nearest } from "../../../crd/diagnostics/similar.js";

/** What may be left out: warnings about CRDs, and codes that are retired. */
const ignorable: ReadonlySet<string> = new Set([
  ...entries()
    .filter(([code, { severity }]) => severity === "warning" && isAboutCrds(code))
    .map(([code]) => code),
  ...retiredCodes,
]);

function entries(): readonly (readonly [string, CatalogEntry])[] {
  return Object.entries(catalog);
}

function isAboutCrds(code: string): boolean {
  return /^(?:source|crd|schema|cel|portability)\//.test(code);
}

/** The codes that can be ignored, sorted. */
export function ignorableCodes(): readonly string[] {
  return [...ignorable].sort();
}

/** Why a code cannot be ignored, with what to write in its place; `undefined` where it can. */
export function faultOfCode(code: string): string | undefined {
  if (ignorable.has(code)) return undefined;
  if (Object.hasOwn(catalog, code)) {
    const { severity }: CatalogEntry = catalog[code as DiagnosticCode]; // just looked up
    return severity === "error"
      ? `'${code}' is an error, and only warnings can be ignored: the API server would refuse the CRD all the same`
      : `'${code}' is not a warning about CRDs`;
  }
  const similar = nearest(code, ignorable) ?? nearest(`portability/${code}`, ignorable);
  const hint = similar === undefined ? "`crdgen explain` lists all codes" : `there is '${similar}'`;
  return `there is no warning '${code}'; ${hint}`;
}
