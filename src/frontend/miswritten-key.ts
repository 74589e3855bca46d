import type { Path, SourceDocument } from "../source/document.js";
import { resolvePlainKey } from "../source/resolve-scalar.js";

/** How a key is written that YAML takes for another one than it looks like: `y` where it is `true`, `0x10` where it is `16`. */
export function miswrittenKey(path: Path, document: SourceDocument): string | undefined {
  const key = path.at(-1);
  if (document.format !== "yaml" || typeof key !== "string" || !mayBeMiswritten.test(key)) {
    return undefined;
  }
  const { file, start, end } = document.locate(path).key;
  const written = file.text.slice(start, end);
  return written === key || resolvePlainKey(written) !== key ? undefined : written;
}

/** What booleans and numbers become; most keys are none, and places take time. */
const mayBeMiswritten = /^(?:true|false|-?[\d.].*)$/s;

/** What to do about it. */
export function adviceForKey(written: string, key: string): string {
  return `put \`${written}\` into quotes: to YAML it is \`${key}\``;
}
