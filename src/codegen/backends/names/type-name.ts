/**
 * What is longer does not fit into a hover or a line. `Input`, `Apply` and `Fields` come on top.
 */
export const maxNameLength = 80;

/** How much of the kind, and of the field below it, stands in front of a name that is shortened. */
const maxHeadLength = 30;

/**
 * The name of a type from the names along its path: `CronTab`, `Spec`, `Env`. Of a name that would
 * be too long the kind and as many of the last names as fit are left; a mark made from the whole
 * path stands for the others: `MemorySpec_335v_TriggerConditionsMessageBasedTrigger`. So it depends
 * on nothing but the path. That two paths get one name is rare, and whoever gives the names finds
 * it taken.
 */
export function nameOfPath(path: readonly [string, ...string[]], separator = ""): string {
  const whole = path.join(separator);
  if (whole.length <= maxNameLength) return whole;
  const [kind, field = "", ...below] = path;
  const long = kind + separator + field;
  const hasField = below.length > 0 && long.length <= maxHeadLength;
  const head = `${hasField ? long : firstWords(kind, maxHeadLength)}_${markOf(whole)}_`;
  const names = hasField ? below : path.slice(1);
  return head + lastNames(names, separator, maxNameLength - head.length);
}

function firstWords(name: string, length: number): string {
  return (
    fill(wordsOf(name), length, (kept, word) => kept + word) ||
    Array.from(name).slice(0, length).join("")
  );
}

function lastNames(names: readonly string[], separator: string, length: number): string {
  const last = names.at(-1) ?? "";
  return (
    fill([...names].reverse(), length, (kept, name) => name + separator + kept) ||
    fill(wordsOf(last).reverse(), length, (kept, word) => word + kept) ||
    Array.from(last).slice(-length).join("")
  );
}

/** The first of some pieces, joined, as many as fit; `""` if none does. */
function fill(
  pieces: readonly string[],
  length: number,
  join: (kept: string, piece: string) => string,
): string {
  let kept = "";
  for (const piece of pieces) {
    const longer = kept === "" ? piece : join(kept, piece);
    if (longer.length > length) break;
    kept = longer;
  }
  return kept;
}

/** The words of a name in PascalCase: `HTTPRoute` has two. */
function wordsOf(name: string): string[] {
  return name.split(/(?<=[\p{Ll}\p{Nd}])(?=\p{Lu})|(?=\p{Lu}\p{Ll})/u);
}

// Without vowels no mark is a word.
const alphabet = "0123456789bcdfghjkmnpqrstvwxyz";

/**
 * Four characters that differ for different texts: FNV-1a, of which one in 810,000 pairs has the
 * same.
 */
function markOf(text: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193) >>> 0;
  }
  let mark = "";
  for (let count = 0; count < 4; count++) {
    mark += alphabet.charAt(hash % alphabet.length);
    hash = Math.floor(hash / alphabet.length);
  }
  return mark;
}
