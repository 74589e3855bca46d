/*
 * Names of properties as CEL identifiers (Kubernetes `cel/escaping.go`).
 */

/** Words of CEL that property names may be, but identifiers may not. */
const reservedWords: ReadonlySet<string> = new Set([
  "true",
  "false",
  "null",
  "in",
  "as",
  "break",
  "const",
  "continue",
  "else",
  "for",
  "function",
  "if",
  "import",
  "let",
  "loop",
  "package",
  "namespace",
  "return",
  "var",
  "void",
  "while",
]);

const symbolNames: ReadonlyMap<string, string> = new Map([
  ["__", "__underscores__"],
  [".", "__dot__"],
  ["-", "__dash__"],
  ["/", "__slash__"],
]);

const namedSymbols: ReadonlyMap<string, string> = new Map([
  ["underscores", "__"],
  ["dot", "."],
  ["dash", "-"],
  ["slash", "/"],
]);

/** Whether a selection of this name may mean the property of this name, or rather the escaped one of it. */
export function isReservedWord(name: string): boolean {
  return reservedWords.has(name);
}

/** The identifier for a property; `undefined` for names that no rule can speak of. */
export function escapeName(name: string): string | undefined {
  if (name === "" || /^[0-9]/.test(name) || !/^[a-zA-Z0-9_./-]+$/.test(name)) return undefined;
  if (reservedWords.has(name)) return `__${name}__`;
  return name.replace(/__|[-./]/g, (symbol) => symbolNames.get(symbol) ?? symbol);
}

/** The property that an identifier stands for; `undefined` for identifiers that stand for none. */
export function unescapeName(identifier: string): string | undefined {
  const words = Array.from(identifier.matchAll(escapedWord), ([match, word = ""]) => ({
    match,
    word,
  }));
  const isValid = words.every(
    ({ match, word }) =>
      namedSymbols.has(word) || (reservedWords.has(word) && match === identifier),
  );
  if (!isValid) return undefined;
  return identifier.replace(escapedWord, (_, word: string) => namedSymbols.get(word) ?? word);
}

const escapedWord = /__([^_]+)__/g;
