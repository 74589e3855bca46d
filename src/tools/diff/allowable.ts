import { nearest } from "../../crd/diagnostics/similar.js";
import { changeCatalog, isChangeCode } from "./catalog.js";
import { failingEffects } from "./effect.js";

/** The code that a text names, with or without `diff/`; undefined for an effect. */
export function allowedCode(text: string): string | undefined {
  if (failingEffects.some((effect) => effect === text)) return undefined;
  return text.startsWith("diff/") ? text : `diff/${text}`;
}

/** What is wrong with a text that should name a kind of change or an effect, with the nearest. */
export function faultOfAllowed(text: string): string | undefined {
  const code = allowedCode(text);
  if (code === undefined || isChangeCode(code)) return undefined;
  const similar = nearest(code, Object.keys(changeCatalog)) ?? nearest(text, failingEffects);
  const hint = similar === undefined ? "docs/diff.md lists all" : `the nearest is '${similar}'`;
  return `'${text}' is neither a kind of change nor an effect; ${hint}`;
}
