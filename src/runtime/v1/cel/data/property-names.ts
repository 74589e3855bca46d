/*
 * How names of properties are spelled in CEL (apiserver `pkg/cel/escaping.go`).
 */

const reserved: ReadonlySet<string> = /* @__PURE__ */ new Set([
  "true", "false", "null", "in", "as", "break", "const", "continue", "else", "for", "function", "if", "import", "let",
  "loop", "package", "namespace", "return", "var", "void", "while",
]); // prettier-ignore

/**
 * The name as CEL spells it (`my-key` is `my__dash__key`); `undefined` for a name that cannot be
 * spelled.
 */
export function escapeProperty(name: string): string | undefined {
  if (!/^[A-Za-z_.\-/][A-Za-z0-9_.\-/]*$/.test(name)) return undefined;
  if (reserved.has(name)) return `__${name}__`;
  return name.replace(/__|[.\-/]/g, (part) => escapes[part] ?? part);
}

/** The property that a spelling means; `undefined` where it means none. */
export function unescapeProperty(spelling: string): string | undefined {
  if (!spelling.includes("__")) return spelling;
  const whole = /^__([^_]+)__$/.exec(spelling)?.[1];
  if (whole !== undefined && reserved.has(whole)) return whole;
  const escaped = /__([^_]+)__/g;
  const isKnown = (word: string): boolean => Object.hasOwn(words, word);
  if (![...spelling.matchAll(escaped)].every((match) => isKnown(match[1] ?? ""))) return undefined;
  return spelling.replace(escaped, (_, word: string) => words[word] ?? "");
}

const escapes: Readonly<Record<string, string>> = {
  __: "__underscores__",
  ".": "__dot__",
  "-": "__dash__",
  "/": "__slash__",
};

const words: Readonly<Record<string, string>> = {
  underscores: "__",
  dot: ".",
  dash: "-",
  slash: "/",
};
