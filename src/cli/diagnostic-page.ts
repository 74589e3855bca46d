import { fileURLToPath } from "node:url";

/** Seen from `dist/cli`, where the bundle lies. */
const pages = new URL("../../docs/diagnostics/", import.meta.url);

/** The file of a code's page: `crd/name-invalid` → `…/docs/diagnostics/crd-name-invalid.md`. */
export function pageOf(code: string): string {
  return fileURLToPath(new URL(`${code.replace("/", "-")}.md`, pages));
}
