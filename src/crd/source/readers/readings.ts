import type { Json } from "../../../runtime/v1/values/json/json.js";
import { leftBracket } from "../characters.js";
import { SyntaxFault, tooLarge, Unsupported } from "../faults/syntax-fault.js";
import type { Marks } from "../marks.js";
import type { SourceFile } from "../source-file.js";
import { BlockReader } from "./block-reader.js";
import type { YamlModule } from "./general-reader.js";
import { GeneralReader } from "./general-reader.js";
import { JsonReader } from "./json-reader.js";
import { RepeatedValues } from "./repeated-values.js";

/*
 * The ways to read a document of YAML, the fastest first. `undefined`: the document is one for the
 * next. At what Go refuses they throw a `SyntaxFault`.
 */

/**
 * A file with the text that readers see, with the same offsets: for YAML every line break in it is
 * one that they know.
 */
export interface SourceText {
  readonly file: SourceFile;
  readonly text: string;
  readonly repeats: Repeats;
}

/**
 * The ways to read large blocks that a YAML document repeats: each apart, or all as one object;
 * then nobody may change the values.
 */
export type Repeats = "apart" | "shared";

/** The result of reading a document. */
export interface Reading {
  readonly value: Json | undefined;
  readonly hasDuplicates: boolean;
  /** Read the same text once more, noting places. */
  readonly mark: (marks: Marks) => void;
}

/**
 * A document that the fast path leaves may have so many characters: its tree takes up to 250 times
 * the text.
 */
const largestGeneralDocument = 4 * 2 ** 20;

/**
 * A list as JSON, which the YAML readers take too unless tabs indent it: Go's reader lets tabs
 * stand in flow collections, the `yaml` package does not. Undefined if the document is anything
 * else.
 */
export function readJsonList(
  { text }: SourceText,
  start: number,
  end: number,
): Reading | undefined {
  const reader = new JsonReader(text, start, end, undefined);
  if (reader.skipSpace() !== leftBracket) return undefined;
  try {
    const value = reader.read();
    if (!Number.isNaN(reader.skipSpace())) return undefined;
    const mark = (marks: Marks): void => {
      new JsonReader(text, start, end, marks).read();
    };
    return { value, hasDuplicates: reader.hasDuplicates, mark };
  } catch (error) {
    if (error instanceof SyntaxFault) return undefined;
    throw error;
  }
}

/**
 * The reading of the fast path; `undefined` where that leaves the document to the general reader.
 */
export function readFast(
  { file, text, repeats }: SourceText,
  start: number,
  end: number,
): Reading | undefined {
  const original = file.text;
  const repeated = repeats === "shared" ? new RepeatedValues(text) : undefined;
  const reader = new BlockReader(text, start, end, undefined, repeated, original);
  try {
    const value = reader.read();
    const mark = (marks: Marks): void => {
      new BlockReader(text, start, end, marks, undefined, original).read();
    };
    return { value, hasDuplicates: reader.hasDuplicates, mark };
  } catch (error) {
    if (error instanceof Unsupported) return undefined;
    throw error;
  }
}

/** The reading of the general reader, which takes all of YAML. */
export async function readGeneral(
  { file, text }: SourceText,
  start: number,
  end: number,
): Promise<Reading> {
  if (end - start > largestGeneralDocument) {
    throw tooLarge(start, end, largestGeneralDocument);
  }
  const yaml: YamlModule = await import("yaml");
  const reader = new GeneralReader(yaml, text, start, undefined, file.text);
  const value = reader.read(end);
  const mark = (marks: Marks): void => {
    new GeneralReader(yaml, text, start, marks, file.text).read(end);
  };
  return { value, hasDuplicates: reader.hasDuplicates, mark };
}
