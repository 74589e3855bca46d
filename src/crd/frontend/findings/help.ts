import { resolvePlainKey } from "../../source/scalars/resolve-scalar.js";
import type { Path, SourceDocument } from "../../source/source-file.js";

/**
 * A name without faults, near to one that has some; undefined where none is found. `gap` takes the
 * place of what no name may hold.
 */
export function legalName(
  name: string,
  faults: (name: string) => readonly string[],
  gap: "-" | "" = "-",
): string | undefined {
  const candidates = [
    name.replace(/[^\w./-]+/g, gap),
    name.replace(/[^\w.-]+/g, gap),
    name.replace(/[^A-Za-z\d.-]+/g, gap),
    name.toLowerCase().replace(/[^a-z\d.-]+/g, gap),
  ];
  return candidates
    .map((candidate) => candidate.replace(/^[^A-Za-z\d]+|[^A-Za-z\d]+$/g, ""))
    .flatMap((candidate) => [candidate, candidate.replace(/^[^A-Za-z]+/, "")])
    .find((candidate) => candidate !== "" && candidate !== name && faults(candidate).length === 0);
}

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

/**
 * Tells whether a key looks like a boolean or a number that YAML has rewritten; most keys are none,
 * and places take time.
 */
export function mayBeMiswritten(key: string): boolean {
  return /^(?:true$|false$|-?[\d.])/.test(key);
}

/** Returns the help for such a key. */
export function adviceForKey(written: string, key: string): string {
  return `put \`${written}\` in quotes: YAML reads it as \`${key}\``;
}

/**
 * How people say that none of their servers is older than `version`, such as `1.30`, in the words
 * of the program that they use: a command, without a full stop.
 */
export type NewerServerAdvice = (version: string) => string;

/**
 * Returns the help where servers before `version` behave differently. Without advice it only says
 * what they do.
 */
export function newerServerHelp(
  elsewhere: string,
  version: string,
  advise: NewerServerAdvice | undefined,
): string {
  const fact = `older servers ${elsewhere}`;
  return advise === undefined ? fact : `${fact}; if you need none of them, ${advise(version)}`;
}
