import { celCatalog } from "./cel.js";
import { cliCatalog } from "./cli.js";
import { crdCatalog } from "./crd.js";
import { lintCatalog } from "./lint.js";
import { namesCatalog } from "./names.js";
import { objectCatalog } from "./object.js";
import { overridesCatalog } from "./overrides.js";
import { portabilityCatalog } from "./portability.js";
import { schemaCatalog } from "./schema.js";
import { sourceCatalog } from "./source.js";

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
/** What the message of a code has holes for, each as text. */
export type DiagnosticValues<C extends DiagnosticCode> = Parameters<
  (typeof catalog)[C]["message"]
>[0];
