import type { SourceProblem } from "./syntax-fault.js";

/** Where a document stops being YAML: the text around that place. */
interface Surroundings {
  /** The line up to the fault, cut to what a person would look at. */
  readonly before: string;
  /** The line from the fault on. */
  readonly rest: string;
  /** The nearest line above that is not empty. */
  readonly above: string;
  /** The document up to that line, of long ones the last lines. */
  readonly lines: string;
  /** How the document begins. */
  readonly opening: string;
}

type Help = string | undefined;

/**
 * Returns the help for a text that cannot be read, whose document begins at `documentStart`;
 * nothing where that is not sure.
 */
export function syntaxHelp(problem: SourceProblem, text: string, documentStart: number): Help {
  switch (problem.code) {
    case "source/template":
      return problem.values.found === "{{"
        ? "render it first, for example with `helm template`"
        : "render it first, with the program that the template is written for";
    case "source/control-character":
      return controlCharacterHelp(problem.values.character);
    case "source/not-finite":
      return "put it in quotes if it is a string";
    case "source/too-large":
      return "split it into several documents";
    case "source/excessive-aliasing":
      return "write out what the aliases repeat";
    case "source/invalid-key":
      return problem.values.reason === "'' is not a string"
        ? "write a key before the colon"
        : "put it in quotes";
    case "source/not-json":
      return notJsonHelp(problem.values.reason, text, problem.start);
    case "source/not-yaml":
      return notYamlHelp(problem.values.reason, surroundingsOf(text, documentStart, problem.start));
    default:
      return undefined;
  }
}

/**
 * Returns the help for the second of two equal keys. Where an object seems to begin, the line
 * before it is missing.
 */
export function duplicateHelp(key: string, text: string, at: number): string {
  const isFirstColumn = at === 0 || text.charAt(at - 1) === "\n";
  return isFirstColumn && (key === "apiVersion" || key === "kind")
    ? "remove one of the two; if another object begins there, write a line `---` before it"
    : "remove one of the two";
}

const sameBracket = "close with the same kind of bracket that was opened";

function controlCharacterHelp(character: string): string {
  if (character === "U+0000") return "save the file as UTF-8; YAML cannot contain a NUL";
  const escape = `\\u${character.slice(2).toLowerCase()}`;
  return `remove it, or write it as \`${escape}\` in double quotes`;
}

function notJsonHelp(reason: string, text: string, at: number): Help {
  if (reason.startsWith("unexpected end")) return "close the bracket, brace or quote that is open";
  const before = text.slice(Math.max(0, at - widest), at).trimEnd();
  if (reason.endsWith("after object key")) return "write a colon before it";
  const char = text.charAt(at);
  if (char === "/" || char === "#") return "remove it: JSON has no comments";
  if (char === "'") return "use double quotes";
  if ("]}".includes(char)) {
    return before.endsWith(",") ? "remove the comma before it" : sameBracket;
  }
  if (reason.includes("in string escape")) return "write a backslash as `\\\\`";
  if (reason.includes("in string literal")) return "write a line break as `\\n`, a tab as `\\t`";
  if (/^["[{]/.test(char) && /after (?:array|object key:)/.test(reason)) {
    return "write a comma before it";
  }
  return undefined;
}

/** So much of a document before the fault is looked at. */
const farthest = 100_000;

function firstLine(text: string, documentStart: number, lineStart: number): number {
  const from = lineStart - farthest;
  return from <= documentStart ? documentStart : text.indexOf("\n", from) + 1;
}

/** Of lines longer than that only the part around the fault is looked at. */
const widest = 1_000;

function surroundingsOf(text: string, documentStart: number, at: number): Surroundings {
  const lineStart = Math.max(documentStart, text.lastIndexOf("\n", at - 1) + 1);
  const lineEnd = text.indexOf("\n", at);
  const lines = text.slice(firstLine(text, documentStart, lineStart), lineStart);
  const end = lines.trimEnd().length;
  const aboveStart = lines.lastIndexOf("\n", end - 1) + 1;
  return {
    before: text.slice(Math.max(lineStart, at - widest), at),
    rest: text.slice(at, Math.min(lineEnd === -1 ? text.length : lineEnd, at + widest)).trimEnd(),
    above: lines.slice(Math.max(aboveStart, end - widest), end),
    lines,
    opening: text.slice(documentStart, documentStart + 100).trimStart(),
  };
}

function notYamlHelp(reason: string, place: Surroundings): Help {
  const known = knownTexts(place);
  if (known !== undefined) return known;
  return rules.find(([words]) => words.test(reason))?.[1](place);
}

/** By the reader's words, its own and those of the `yaml` package. */
const rules: readonly (readonly [words: RegExp, help: (place: Surroundings) => Help])[] = [
  [/^mapping values are not|^nested mappings/, colonHelp],
  [/^could not find expected ':'|^implicit map keys/, keyHelp],
  [/^did not find expected key|^expected <document|must start at the same column/, entryHelp],
  [/^did not find expected <document start>/, rootHelp],
  [/^did not find expected ','/, flowHelp],
  [/^did not find expected node content/, () => "write a value there, or put the text in quotes"],
  [/^found unexpected end of stream|^missing closing/, () => "close the quote that opens here"],
  [
    /unknown escape|hexdecimal|Unicode character escape|^invalid escape/,
    () => "write a backslash in double quotes as `\\\\`, or use single quotes",
  ],
  [
    /^block sequence entries/,
    () => "begin the list on a line of its own, or put the text in quotes",
  ],
  [
    /^did not find expected comment|^block scalar header/,
    () => "begin the text on the next line, or put it in quotes",
  ],
  [/^invalid Yaml document separator/, () => "write `---` on a line of its own"],
  [
    /^unknown anchor/,
    () =>
      "define the anchor before it, in the same document, or put it in quotes if it is a string",
  ],
  [/^alias cannot be an empty string/, () => indicatorHelp("*")],
  [/^found character that cannot start/, ({ rest }) => indicatorHelp(rest.charAt(0))],
];

/** Faults that the text itself tells, whatever the reader says of it. */
function knownTexts({ before, rest, above, opening }: Surroundings): Help {
  if (conflict.test(before + rest) || conflict.test(above)) return "resolve the merge conflict";
  if (/^<[!\w]/.test(opening)) {
    return "this is HTML: use the address of the file itself, not of a page that shows it";
  }
  if (before === "" && rest.startsWith("```")) return "remove the Markdown code fences";
  if (rest.startsWith("\t") || /^\s*\t/.test(before)) {
    return "replace the tab with spaces: YAML allows only spaces for indentation";
  }
  if (noBreakSpace.test(before) || noBreakSpace.test(above)) {
    return "replace the no-break space (U+00A0) before it with a plain space";
  }
  const indicator = valueStart.exec(before + rest.charAt(0))?.[1];
  const isAlias = indicator === "*" && /^\*\w/.test(rest);
  return indicator === undefined || isAlias ? undefined : indicatorHelp(indicator);
}

function indicatorHelp(indicator: string): string {
  const shown = indicator === "`" ? "a backtick" : `\`${indicator}\``;
  return `put the text in quotes: an unquoted string cannot begin with ${shown}`;
}

const conflict = /^(?:<<<<<<<|=======|>>>>>>>)(?: |$)/;

/** Where a plain space would have a meaning. */
const noBreakSpace = /^[ -]*\u00a0|:\u00a0/;

/**
 * A line whose value begins with what YAML keeps for itself: an alias, an anchor, a tag, or nothing
 * yet.
 */
const valueStart = /^(?:\s*- +)*\s*(?:[^\s'"#&*!][^:]*:\s+)?([!&*%@`])/;

/** A colon where none may be: in a text of that line, or of a line that stands below a text. */
function colonHelp({ before, above }: Surroundings): string {
  if (/:\s/.test(before)) return "put the text in quotes: `: ` ends a key";
  if (/^\s*-[^\s-]/.test(above)) return "write a space after the dash on the line before";
  if (/[\w"'](?::\S|=)/.test(above) && !/:(?:\s|$)/.test(above)) {
    return "write `: `, with a space, after the key on the line before";
  }
  if (!/:\s/.test(above)) {
    return "a string cannot have lines nested below it: end the line before with a colon, or indent this line less";
  }
  return "a string cannot have lines nested below it: indent this line less, or put the whole string in quotes";
}

/** A line in a mapping that is no key. */
function keyHelp({ before, rest }: Surroundings): string {
  const line = before + rest;
  if (line.length >= widest) return "a key cannot have more than 1024 characters";
  if (/^\s*-[^\s-]/.test(line)) return "write a space after the dash";
  if (/^\s*["']?[\w./-]+["']?\s*(?::|=)/.test(line)) {
    return "write `: `, with a space, after the key";
  }
  return "write a colon after the key, or indent the line like the text that it belongs to";
}

/** Returns the help for a text that stands behind a finished value, or in a column of its own. */
function entryHelp(place: Surroundings): Help {
  const { before, rest } = place;
  if (before.trim() === "") return indentHelp(place);
  if (rest === ",") return "remove the comma: an entry ends at the end of its line";
  const last = before.trimEnd().at(-1) ?? "";
  if (last === "'" || last === '"') return behindQuote(before, rest, last);
  if (!"]}".includes(last)) return undefined;
  if ("]}".includes(rest.charAt(0))) return "remove the bracket: nothing is open there";
  return "put the text in quotes: an unquoted `[` begins a list, and an unquoted `{` begins a map";
}

function behindQuote(before: string, rest: string, mark: string): string {
  if (before.split(mark).length % 2 === 0)
    return "close the quote that opens on an earlier line: it ends only here";
  if (mark === "'" && before.endsWith("'") && /^\w/.test(rest)) {
    return "write an apostrophe within single quotes twice: `''`";
  }
  return "put the whole text in quotes: nothing can follow the closing quote";
}

function rootHelp(place: Surroundings): Help {
  if (place.before.trim() !== "") return entryHelp(place);
  return "begin all keys of a document in the same column, or write a line `---` before the next document";
}

/** The columns of the lines above that are still open decide where a line can begin. */
function indentHelp({ before, rest, lines }: Surroundings): string {
  const isItem = isListItem(rest);
  const open = openLines(lines);
  const isEntry = isItem || /:(?:\s|$)/.test(rest);
  const fitting = isEntry ? open.filter((line) => line.isItem === isItem) : open.slice(0, 1);
  const columns = fitting.map(({ column }) => column).filter((column) => column > 0);
  const isBeside = open.some(({ column }) => column === before.length);
  if (isBeside && columns.every((column) => column < before.length)) {
    return "keys and list items cannot be at the same level: indent one of them more, below a key of its own";
  }
  if (columns.length === 0) return "indent it like the lines that it belongs with";
  const [last = 0, ...others] = columns;
  const list = [...others.toReversed(), last].slice(-4);
  return `indent it like the lines above: by ${list.join(" or ")} ${last === 1 ? "space" : "spaces"}`;
}

interface OpenLine {
  readonly column: number;
  readonly isItem: boolean;
}

/** The lines of a document, from its end, that stand further left than all behind them. */
function openLines(lines: string): readonly OpenLine[] {
  const open: OpenLine[] = [];
  let limit = Infinity;
  for (let end = lines.length; end > 0 && limit > 0;) {
    const start = lines.lastIndexOf("\n", end - 2) + 1;
    const line = lines.slice(start, Math.min(end, start + widest));
    end = start;
    const column = line.search(/[^ ]/);
    if (column >= limit || /^\s*(?:#|$)/.test(line)) continue;
    limit = column;
    const inner = /^ *(?:- +)+(?=\S*:\s)/.exec(line)?.[0].length;
    if (inner !== undefined) open.push({ column: inner, isItem: false });
    open.push({ column, isItem: isListItem(line.slice(column)) });
  }
  return open;
}

function isListItem(line: string): boolean {
  return /^-(?:\s|$)/.test(line);
}

/** In a flow collection. */
function flowHelp({ before, rest }: Surroundings): string {
  const first = rest.charAt(0);
  if (first === "]" || first === "}") return sameBracket;
  if (/[\]}"']\s*$/.test(before) && /[[{"'\w]/.test(first)) return "write a comma before it";
  return "close the bracket that is open before it, or put the text in quotes";
}
