/**
 * Functions of other languages, and of CEL where Kubernetes does not have them (cel-go `ext`: math,
 * bindings, encoders, regex), with what rules have in their place: an expression in which `$a` is
 * the receiver or the first argument and `$b` the next argument, or a fact.
 */
export interface MissingFunction {
  readonly names: readonly string[];
  readonly instead: string;
  /** Whether that is a sentence, and no expression. */
  readonly isFact?: boolean;
}

const noTime = "rules cannot know the time: compare two fields, or let a webhook decide";
const noVariables = "[$b].all($a, $c)";

/** A name in a namespace is found by its last part, too: cel-go reports each part. */
export const missingFunctions: readonly MissingFunction[] = [
  { names: ["cel.bind"], instead: noVariables },
  { names: ["math.greatest"], instead: "[$a, $b].max()" },
  { names: ["math.least"], instead: "[$a, $b].min()" },
  { names: ["math.abs", "abs"], instead: "($a < 0 ? -$a : $a)" },
  { names: ["math.trunc", "parseInt", "toInt"], instead: "int($a)" },
  { names: ["math.isNaN", "isNaN"], instead: "$a != $a" },
  { names: ["length", "len", "count"], instead: "size($a)" },
  { names: ["isEmpty", "empty"], instead: "size($a) == 0" },
  { names: ["toLowerCase", "toLower", "lower", "downcase"], instead: "$a.lowerAscii()" },
  { names: ["toUpperCase", "toUpper", "upper", "upcase"], instead: "$a.upperAscii()" },
  { names: ["test", "match", "regexMatch", "search"], instead: "$a.matches($b)" },
  { names: ["includes", "has_substring"], instead: "$a.contains($b)" },
  { names: ["hasPrefix", "startswith"], instead: "$a.startsWith($b)" },
  { names: ["hasSuffix", "endswith"], instead: "$a.endsWith($b)" },
  { names: ["strip", "trimSpace"], instead: "$a.trim()" },
  { names: ["equals"], instead: "$a == $b" },
  { names: ["concat"], instead: "$a + $b" },
  { names: ["toString", "str"], instead: "string($a)" },
  { names: ["parseFloat", "toFloat", "float"], instead: "double($a)" },
  { names: ["typeof"], instead: "type($a)" },
  { names: ["regex.extract"], instead: "$a.find($b)" },
  { names: ["regex.extractAll"], instead: "$a.findAll($b)" },
  { names: ["now", "today", "time.now", "date.now"], instead: noTime, isFact: true },
  ...["math", "base64", "regex", "proto", "json"].map((library) => ({
    names: [library],
    instead: `Kubernetes does not have the ${library} library of CEL`,
    isFact: true,
  })),
];

/** What rules have in the place of a function that they do not have. */
export function insteadOf(name: string, text: string): string | undefined {
  const row = missingFunctions.find(({ names }) =>
    names.some((known) => known === name || isPartIn(known, name, text)),
  );
  if (row === undefined) return undefined;
  if (row.isFact === true) return row.instead;
  const used = row.names.find((known) => text.includes(`${known}(`)) ?? name;
  return `write \`${fill(row.instead, operandsOf(used, text))}\``;
}

/** `math` and `greatest` are both reported of `math.greatest`. */
function isPartIn(known: string, name: string, text: string): boolean {
  // A variable that a binding would declare is as unknown as the binding.
  if (known === "cel.bind" && /\bcel\.bind\(\s*(\w+)/.exec(text)?.[1] === name) return true;
  return known.includes(".") && known.split(".").includes(name) && text.includes(`${known}(`);
}

/** Tried where a receiver begins, not at each of its letters: rules may be as long as one likes. */
const receiver = String.raw`(?<![\w.\]])((?:[\w.]|\[\w+\])+)`;

/** The receiver and the arguments, as far as they are simple. */
function operandsOf(name: string, text: string): readonly string[] {
  const escaped = name.replaceAll(".", "\\.");
  const call = new RegExp(`(?:${receiver}\\.)?\\b${escaped}\\(([^()]*)\\)`).exec(text);
  if (call === null) return [];
  const given = (call[2] ?? "").split(/,\s*(?=(?:[^'"]|'[^']*'|"[^"]*")*$)/).filter(Boolean);
  return call[1] === undefined ? given : [call[1], ...given];
}

function fill(template: string, operands: readonly string[]): string {
  return template.replace(/\$([abc])/g, (_, letter: string) => {
    return operands["abc".indexOf(letter)]?.trim() ?? letter;
  });
}
