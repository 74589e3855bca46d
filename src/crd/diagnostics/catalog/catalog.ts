import {
  celCatalog,
  crdCatalog,
  lintCatalog,
  namesCatalog,
  portabilityCatalog,
  schemaCatalog,
} from "./crds.js";
import { cliCatalog, objectCatalog, overridesCatalog, sourceCatalog } from "./runs.js";

/**
 * Every diagnostic of crdgen: its code, severity and message. Each code has a page in
 * docs/diagnostics.
 */
export const catalog = {
  ...sourceCatalog,
  ...crdCatalog,
  ...schemaCatalog,
  ...portabilityCatalog,
  ...celCatalog,
  ...lintCatalog,
  ...namesCatalog,
  ...objectCatalog,
  ...overridesCatalog,
  ...cliCatalog,
} as const;

/** `area/what-is-wrong`. Codes are kept for ever; one that is retired is not used again. */
export type DiagnosticCode = keyof typeof catalog;
/** The values that the message of a code is filled with, each as text. */
export type DiagnosticValues<C extends DiagnosticCode> = Parameters<
  (typeof catalog)[C]["message"]
>[0];

/**
 * Codes that nothing reports any more. They have pages, and `--ignore` takes them, so that what
 * names them goes on working; none gets another meaning.
 */
export const retiredCodes: readonly string[] = ["portability/default-surprise"];
