import type { Annotations } from "../ir/annotations.js";

/**
 * Texts that a description gives as values, in its order: what it puts behind "e.g.", "such as" or
 * "defaults to", and what it lists as allowed. Words of a sentence are none: a value stands in
 * quotes, or ends its clause. Guesses; each has to be judged.
 */
export function writtenValues(annotations: Annotations): readonly string[] {
  const { raw } = annotations;
  if (typeof raw !== "object" || raw === null) return [];
  let values = known.get(raw);
  if (values === undefined) known.set(raw, (values = readValues(annotations)));
  return values;
}

/** Places are looked at again and again while an example is searched for. */
const known = new WeakMap<object, readonly string[]>();

/** Longer descriptions are read up to here, in UTF-16 units. */
const mostRead = 4_000;

/** So many values are kept. */
const mostValues = 8;

function readValues({ description, example }: Annotations): readonly string[] {
  const own = typeof example === "string" ? [example] : [];
  const text = description.slice(0, mostRead);
  const found = introductions.flatMap(({ pattern, isValue }) =>
    [...text.matchAll(pattern)].flatMap((match) =>
      listAt(text, match.index + match[0].length, isValue),
    ),
  );
  return [...new Set([...own, ...found])].slice(0, mostValues);
}

interface Introduction {
  readonly pattern: RegExp;
  /** Tells whether a word that stands there is a value and no word of a sentence. */
  readonly isValue: (word: string, count: number) => boolean;
}

/** What stands before values, the surest first: what is allowed, then what is usual. */
const introductions: readonly Introduction[] = [
  {
    pattern: /\b(?:valid|allowed|supported|possible|accepted|permitted|available|known)(?: \w+)?(?: for \w+)? (?:values?|options?|operators?|types?|modes?)?\s*(?:is|are|include|:)(?: one of)?:?\s+(?:-\s)?/gi,
    isValue: () => true,
  },
  {
    pattern: /\b(?:defaults? to|defaults?(?: value)? is|default(?: value)?:|defaulting to)\s+/gi,
    isValue: () => true,
  },
  {
    pattern: /\b(?:must|can|may|should|could) (?:only )?be (?:one of|either|set to)?:?\s*|\b(?:one of|either|currently supports)[:,]?\s+/gi,
    isValue: (word, count) => count > 1 && /^[A-Z0-9]/.test(word),
  },
  {
    pattern: /\bwhether (?:the )?(?:[\w-]+ ){1,4}is\s+/gi,
    isValue: (word, count) => count > 1 && /^[A-Z][a-z]/.test(word),
  },
  {
    pattern: /\b(?:e\.g\.?|for (?:example|instance)|examples?|such as)(?: values?)?(?: (?:is|are))?[,:]?\s+/gi,
    isValue: (word, count) => count > 1 || isNoWord(word) || /^[A-Z]/.test(word),
  },
]; // prettier-ignore

const quoted = /^(?:"([^"\n]*)"|'([^'\n]*)'|`([^`\n]*)`|“([^”\n]*)”)/;

/** A word that ends its clause, or is followed by another of a list. */
const bare = /^([A-Za-z0-9*./][\w./:*@%+=-]*?)(?=[,;)]|\.?(?:\s*$|\s*\n)|\.\s| (?:or|and)\s| \()/;

const between = /^(?:\s*,\s*(?:and |or )?|\s+(?:or|and)\s+)(?:an? )?/;

/** The values of a list that begins at a place. */
function listAt(text: string, start: number, isValue: Introduction["isValue"]): readonly string[] {
  const words: string[] = [];
  const sure = new Set<string>();
  let rest = text.slice(start, start + mostInList);
  while (words.length < mostValues) {
    const inQuotes = quoted.exec(rest);
    const match = inQuotes ?? bare.exec(rest);
    if (match === null) break;
    const word = match.slice(1).find(Boolean) ?? "";
    words.push(word);
    if (inQuotes !== null) sure.add(word);
    rest = rest.slice(match[0].length);
    const next = between.exec(rest);
    if (next === null) break;
    rest = rest.slice(next[0].length);
  }
  return words.filter(
    (word) => isUseful(word) && (sure.has(word) || isBareValue(word, words.length, isValue)),
  );
}

/** In UTF-16 units. */
const mostInList = 400;

/** Longer values and those that are not plain text are of no use in an example. */
function isUseful(word: string): boolean {
  if (/^[[{]|:$/.test(word)) return false;
  return /^[\x21-\x7E](?:[\x20-\x7E]{0,98}[\x21-\x7E])?$/.test(word);
}

function isNoWord(word: string): boolean {
  return /[0-9_/:@*.]|[a-z][A-Z]/.test(word);
}

/** Documents are named by their addresses; a word such as `In` is a value beside others alone. */
function isBareValue(word: string, count: number, isValue: Introduction["isValue"]): boolean {
  if (word.includes("://") || prose.has(count > 1 ? word : word.toLowerCase())) return false;
  return isValue(word, count);
}

const prose: ReadonlySet<string> = new Set(
  "a all an and any are as at be both by current different each either else empty every false for from here if in is it its nil no none not null of on one only or other same set the their then there these this those to true undefined unique unset unspecified valid what when where which will with zero".split(
    " ",
  ),
);
