import type { SyntaxFault } from "./faults/syntax-fault.js";
import { notYaml } from "./faults/syntax-fault.js";

/** The stretch of one YAML document, without the marker lines around it. */
export interface Chunk {
  readonly start: number;
  readonly end: number;
  /** Why the line that opens it is no document separator. */
  readonly fault: SyntaxFault | undefined;
}

/**
 * Split YAML at the lines that begin with `---`, as `YAMLReader` in apimachinery's
 * `util/yaml/decoder.go` does, and at `...` lines. Behind `---` only a comment may stand. Stretches
 * without a character but white space give no chunk, nor does one that holds a `%` directive and
 * comments alone.
 */
export function* splitDocuments(text: string, from: number): Generator<Chunk> {
  let start = from;
  let fault: SyntaxFault | undefined;
  const search = new MarkerSearch(text, from);
  let marker = search.next(from);
  while (marker !== Infinity) {
    if (!isEmpty(text, start, marker)) yield { start, end: marker, fault };
    const line = lineEnd(text, marker);
    fault = separatorFault(text, marker, line);
    start = line;
    marker = search.next(line);
  }
  if (fault !== undefined || !isEmpty(text, start, text.length)) {
    yield { start, end: text.length, fault };
  }
}

/**
 * Finds the lines that begin with `---` or `...`, in their order, in one pass for each of the two.
 */
class MarkerSearch {
  readonly #text: string;
  readonly #from: number;
  #dashes: number;
  #dots: number;

  constructor(text: string, from: number) {
    this.#text = text;
    this.#from = from;
    this.#dashes = this.#find("---", from);
    this.#dots = this.#find("...", from);
  }

  /** The first marker at or behind `at`, which never goes back; infinity if there is none. */
  next(at: number): number {
    if (this.#dashes < at) this.#dashes = this.#find("---", at);
    if (this.#dots < at) this.#dots = this.#find("...", at);
    return Math.min(this.#dashes, this.#dots);
  }

  #find(marker: string, from: number): number {
    const text = this.#text;
    if (from === this.#from && isMarker(text, marker, from)) return from;
    let at = text.indexOf(`\n${marker}`, Math.max(from - 1, 0));
    while (at !== -1 && !isMarker(text, marker, at + 1)) at = text.indexOf(`\n${marker}`, at + 1);
    return at === -1 ? Infinity : at + 1;
  }
}

/** Behind `---` anything makes a marker, if only a faulty one. */
function isMarker(text: string, marker: string, at: number): boolean {
  if (!text.startsWith(marker, at)) return false;
  return marker === "---" || " \t\r\n".includes(text.charAt(at + 3));
}

/** Where the line begins that an offset is in. */
export function startOfLine(text: string, offset: number): number {
  return text.slice(0, offset).lastIndexOf("\n") + 1;
}

/** Where it ends: at its line break, or at the end of the text. */
export function lineEnd(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end === -1 ? text.length : end;
}

function separatorFault(text: string, marker: number, end: number): SyntaxFault | undefined {
  const rest = text.slice(marker + 3, end).trim();
  if (rest === "" || rest.startsWith("#")) return undefined;
  return notYaml(`invalid Yaml document separator: ${rest}`, marker, end);
}

function isEmpty(text: string, start: number, end: number): boolean {
  let at = start;
  while (at < end && " \t\r\n".includes(text.charAt(at))) at++;
  return at >= end || (text.charAt(at) === "%" && isDirectives(text.slice(at, end)));
}

function isDirectives(text: string): boolean {
  return text.split("\n").every((line) => /^(?:[%#].*)?\s*$/.test(line));
}
