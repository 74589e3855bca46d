import type { Path } from "./document.js";

/** A path as people write it: `spec.versions[0].name`; `""` for the root. */
export function pathText(path: Path): string {
  const text = path.map((step) => (typeof step === "number" ? `[${step}]` : `.${step}`)).join("");
  return text.replace(/^\./, "");
}
