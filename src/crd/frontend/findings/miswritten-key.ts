import { resolvePlainKey } from "../../source/scalars/resolve-scalar.js";
import type { Path, SourceDocument } from "../../source/source-file.js";

/**
 * How a key is written that YAML takes for another one than it looks like: `y` where it is `true`,
 * `0x10` where it is `16`.
 */
export function miswrittenKey(path: Path, document: SourceDocument): string | undefined {
  const key = path.at(-1);
  if (document.format !== "yaml") return undefined;
  const { file, start, end } = document.locate(path).key;
  const written = file.text.slice(start, end);
  return written === key || resolvePlainKey(written) !== key ? undefined : written;
}

/** Whether a key is what booleans and numbers become; most keys are none, and places take time. */
export function mayBeMiswritten(key: string): boolean {
  return /^(?:true$|false$|-?[\d.])/.test(key);
}

/** What to do about it. */
export function adviceForKey(written: string, key: string): string {
  return `put \`${written}\` in quotes: YAML reads it as \`${key}\``;
}
