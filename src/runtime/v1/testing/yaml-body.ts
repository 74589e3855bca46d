import { formatJsonFloat } from "../values/go/float.js";
import { goJson } from "../values/go/json.js";
import type { ParsedJson } from "../values/go/parse-json.js";
import { JsonFault, parseJson } from "../values/go/parse-json.js";
import { quote } from "../values/go/quote.js";
import { badRequestFailure, Failure } from "./failure.js";

/** A parser of YAML, such as `parse` of the package `yaml`. It throws for what is no YAML. */
export type ParseYamlBody = (text: string) => unknown;

/** A body in YAML as the server goes on with it. */
export interface YamlBody {
  readonly json: string;
  /** The error of a strict reader about keys that came twice, in Go's words; `""` if none did. */
  readonly strictFault: string;
}

/** Reads a body in YAML as the server does. It throws an error with the server's words. */
export type ReadYamlBody = (body: string | Uint8Array) => YamlBody;

/** @throws Failure 400 with the words of the reader, after others of the server */
export function yamlOrFailure(
  read: ReadYamlBody,
  body: string | Uint8Array,
  wording: (fault: string) => string = (fault) => fault,
): YamlBody {
  try {
    return read(body);
  } catch (error) {
    if (error instanceof Failure || !(error instanceof Error)) throw error;
    throw badRequestFailure(wording(error.message));
  }
}

/** Returns the warnings of a strict reader, one by one (apiserver `endpoints/handlers/rest.go`). */
export function strictWarnings({ strictFault }: YamlBody): readonly string[] {
  return strictFault.split("\n  ").slice(1);
}

/**
 * Reads bodies in YAML with the parser that is given; JSON is YAML, and needs none.
 *
 * @throws Failure 400 for YAML without a parser
 */
export function yamlReader(parseYaml: ParseYamlBody | undefined): ReadYamlBody {
  return (body) => {
    const text = typeof body === "string" ? body : new TextDecoder().decode(body);
    const plain = plainYaml(text);
    if (plain !== undefined) return plain;
    const fault = escapeFault(text);
    if (fault !== undefined) throw new Error(fault);
    if (parseYaml === undefined) {
      throw badRequestFailure(
        "this server reads no YAML but JSON: give memoryApiServer a parser, such as { parseYaml: parse } of the package yaml",
      );
    }
    try {
      return { json: goJson(parseYaml(text)), strictFault: "" };
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      throw new Error(`yaml: ${message}`, { cause: error });
    }
  };
}

/** Finds text for which YAML has other rules than JSON, outside of tokens that are read anyway. */
const odd = /\\\/|\\u[dD][89a-fA-F]|[\x7f-\x9f\ud800-\udfff\u2028\u2029\ufeff\ufffe\uffff]/u;

/** Of a key up to its colon. */
const longestKey = 1000;

/**
 * A body that is JSON, which YAML reads in the same way but for its numbers; undefined for all
 * others.
 */
export function plainYaml(text: string): YamlBody | undefined {
  if (odd.test(text) || hasTabAround(text) || hasOddKey(text)) return undefined;
  const parsed = parseJson(text);
  if (parsed instanceof JsonFault || parsed.badNumber !== undefined) return undefined;
  const json = text.replace(stringOrFloat, (token) => {
    return token.startsWith('"') || !/[.eE]/.test(token) ? token : formatJsonFloat(Number(token));
  });
  return { json, strictFault: strictFaultOf(text, parsed) };
}

const stringOrFloat = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

function hasTabAround(text: string): boolean {
  const [begin, end] = [text.length - text.trimStart().length, text.trimEnd().length];
  return text.slice(0, begin).includes("\t") || text.slice(end).includes("\t");
}

/** A key that is too long, or whose colon stands on another line. */
function hasOddKey(text: string): boolean {
  for (const { 0: end, index } of text.matchAll(/"\s*:/g)) {
    if (/[\r\n]/.test(end)) return true;
    if (index > longestKey && !text.slice(index - longestKey, index).includes('"')) return true;
  }
  return false;
}

function strictFaultOf(text: string, { repeats }: ParsedJson): string {
  if (repeats.length === 0) return "";
  let [line, before] = [1, 0];
  const lines = repeats.map(({ key, place }) => {
    line += text.slice(before, place).split(/\r\n|\r|\n/).length - 1;
    before = place;
    return `line ${line}: key ${quote(key)} already set in map`;
  });
  return ["yaml: unmarshal errors:", ...lines].join("\n  ");
}

/** The first escape of JSON that YAML does not know. */
function escapeFault(text: string): string | undefined {
  for (const { 0: escape, index } of text.matchAll(/\\(?:u.{4}|.)/g)) {
    const isSurrogate = /^\\u[dD][89a-fA-F]/.test(escape);
    if (escape !== "\\/" && !isSurrogate) continue;
    const line = text.slice(0, index).split("\n").length;
    const where = line === 1 ? "" : `line ${line}: `;
    const what = isSurrogate ? "invalid Unicode character escape code" : "unknown escape character";
    return `yaml: ${where}found ${what}`;
  }
  return undefined;
}
