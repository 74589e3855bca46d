import { nearest } from "../../diagnostics/similar.js";
import { changeCatalog, isChangeCode } from "../../diff/catalog.js";
import type { Effect } from "../../diff/effect.js";
import { effects, isBreaking } from "../../diff/effect.js";
import type { Allowed } from "../../diff/judged-change.js";
import { UsageError } from "../usage-error.js";

const breaking: readonly Effect[] = effects.filter(isBreaking);

/**
 * What `--allow` says: codes, with or without `diff/`, and effects.
 *
 * @throws UsageError for what is neither, with the nearest that is
 */
export function parseAllowed(given: readonly string[]): Allowed {
  const codes = new Set<string>();
  const allowedEffects = new Set<Effect>();
  for (const text of given) {
    const effect = breaking.find((one) => one === text);
    if (effect !== undefined) allowedEffects.add(effect);
    else codes.add(codeOf(text));
  }
  return { codes, effects: allowedEffects };
}

function codeOf(text: string): string {
  const code = text.startsWith("diff/") ? text : `diff/${text}`;
  if (isChangeCode(code)) return code;
  const similar = nearest(code, Object.keys(changeCatalog)) ?? nearest(text, breaking);
  const hint = similar === undefined ? "docs/diff.md lists all" : `the nearest is '${similar}'`;
  throw new UsageError(`--allow: '${text}' is neither a kind of change nor an effect; ${hint}`);
}
