import type { Json, JsonObject } from "../../runtime/v1/values/json/json.js";
import { isObject } from "../../runtime/v1/values/json/json.js";
import type { Annotations } from "../ir/annotations.js";
import { directionMarks, laterControls, lineSeparators } from "../source/characters.js";
import { writeYaml } from "../source/write-yaml.js";

/** Comments end before this column, unless they are far to the right or a word is longer. */
const width = 80;

/** However far to the right, so many columns are left for a comment. */
const narrowest = 30;

/**
 * An object as a YAML document, with the first sentence of a field's description above it. Block
 * style, laid out like `writeYaml`; the comments hold no line ends and nothing that is not printed,
 * so that no description becomes part of the document.
 */
export function writeCommentedYaml(object: JsonObject, annotations: Annotations): string {
  return `${membersOf(object, annotations, 0, typeMeta).join("\n")}\n`;
}

/** Fields that everybody knows, so that they need no comment. */
const typeMeta: ReadonlySet<string> = new Set(["apiVersion", "kind", "metadata"]);

const noFields: ReadonlySet<string> = new Set();

/** The lines of an object's members, not indented; `column` is where they will stand. */
function membersOf(
  object: JsonObject,
  annotations: Annotations,
  column: number,
  uncommented: ReadonlySet<string> = noFields,
): readonly string[] {
  return Object.entries(object).flatMap(([name, value]) => {
    const { description } = annotations.field(name);
    const comment = uncommented.has(name) ? [] : commentLines(description, column);
    return [...comment, ...memberLines(name, value, annotations.member(name), column)];
  });
}

function memberLines(
  name: string,
  value: Json,
  annotations: Annotations,
  column: number,
): readonly string[] {
  if (isObject(value) && Object.keys(value).length > 0) {
    const inner = membersOf(value, annotations, column + 2);
    return [keyLine(name), ...inner.map((line) => `  ${line}`)];
  }
  if (Array.isArray(value) && value.length > 0) {
    const items = annotations.items();
    return [keyLine(name), ...value.flatMap((item) => itemLines(item, items, column))];
  }
  return linesOf({ [name]: value });
}

/** Comments of an item's first field stand above its dash. */
function itemLines(item: Json, annotations: Annotations, column: number): readonly string[] {
  if (Array.isArray(item) && item.length > 0) {
    const inner = item.flatMap((one) => itemLines(one, annotations.items(), column + 2));
    return dashed(inner);
  }
  const isFilled = isObject(item) && Object.keys(item).length > 0;
  return isFilled ? dashed(membersOf(item, annotations, column + 2)) : linesOf([item]);
}

function dashed(lines: readonly string[]): readonly string[] {
  const first = lines.findIndex((line) => !line.startsWith("# "));
  return lines.map((line, index) => {
    if (index < first) return line;
    return `${index === first ? "- " : "  "}${line}`;
  });
}

/** The key with its colon. */
function keyLine(name: string): string {
  return (linesOf({ [name]: {} })[0] ?? "").replace(/ \{\}$/, "");
}

function linesOf(value: Json): readonly string[] {
  return writeYaml(value).replace(/\n$/, "").split("\n");
}

function commentLines(description: string, column: number): readonly string[] {
  const limit = Math.max(narrowest, width - column - "# ".length);
  const lines: string[] = [];
  for (const word of firstSentence(description).split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= limit)
      lines[lines.length - 1] = `${last} ${word}`;
    else if (word !== "") lines.push(word);
  }
  return lines.map((line) => `# ${line}`);
}

/**
 * The first sentence of a description, on one line: up to a full stop before a blank, or up to an
 * empty line. Abbreviations such as `e.g.` end none. Characters that are not printed become blanks.
 *
 * @param longest what is longer is cut, in UTF-16 units
 */
export function firstSentence(description: string, longest = 300): string {
  const [paragraph = ""] = description.trim().split(/\n[ \t\r]*\n/);
  const text = paragraph.replace(unprinted, " ").replace(/\s+/g, " ").trim();
  const end = endOfSentence.exec(text);
  const sentence = end === null ? text : text.slice(0, end.index + 1);
  if (sentence.length <= longest) return sentence;
  return `${sentence
    .slice(0, longest)
    .replace(/\s+\S*$/, "")
    .replace(/\p{Surrogate}$/u, "")} …`;
}

const unprinted = new RegExp(
  String.raw`[\0-\x1F${laterControls}${directionMarks}${lineSeparators}\uFEFF\uFFFE\uFFFF]|\p{Surrogate}`,
  "gu",
);

/** A full stop behind a word of more than one letter that is no abbreviation. */
const endOfSentence = /(?<!\b(?:e\.g|i\.e|etc|vs|cf|approx|resp|incl|[A-Za-z]))[.!?](?= |$)/;
