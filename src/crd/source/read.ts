import { byteOrderMark, codePointName, leftBrace } from "./characters.js";
import type { SourceProblem, SourceReporter } from "./faults/syntax-fault.js";
import { SyntaxFault, tooLarge } from "./faults/syntax-fault.js";
import { duplicateHelp, syntaxHelp } from "./faults/syntax-help.js";
import { Marks } from "./marks.js";
import { JsonReader } from "./readers/json-reader.js";
import type { Reading, Repeats, SourceText } from "./readers/readings.js";
import { readFast, readGeneral, readJsonList } from "./readers/readings.js";
import type { SourceDocument, SourceFile } from "./source-file.js";
import type { Chunk } from "./split-documents.js";
import { splitDocuments } from "./split-documents.js";

/**
 * A document of more is a diagnostic: the values take several times the text. The API server takes
 * 3 MiB.
 */
const largestDocument = 128 * 2 ** 20;

/**
 * Read all documents of a file, JSON or YAML, as kubectl would: a text that begins with `{` is a
 * stream of JSON values as long as it can be; anything else is YAML, split at lines that begin with
 * `---` (`util/yaml/decoder.go` in apimachinery) and read by the rules of `sigs.k8s.io/yaml`. A
 * document that holds nothing but comments is left out; one with a fault is reported and left out,
 * its neighbours are read. `kind: List` is not expanded.
 *
 * Asynchronous for one reason: the `yaml` package is loaded by the first document that the fast
 * path leaves (`BlockReader`), and never if there is none. Positions need no package: `locate` runs
 * the reader that made the value over the same text once more, this time with notes, so it is
 * synchronous.
 */
export async function readDocuments(
  file: SourceFile,
  reporter: SourceReporter,
  repeats: Repeats = "apart",
): Promise<SourceDocument[]> {
  const source = { file, text: file.text, reporter, repeats };
  const documents: SourceDocument[] = [];
  const { yamlStart, fault } = readJsonStream(source, documents);
  if (yamlStart === source.text.length) return documents;
  const yaml = prepareYaml(source, yamlStart);
  if (yaml === undefined) return documents;
  for (const chunk of splitDocuments(yaml.text, yamlStart)) {
    const document = await readYaml(yaml, chunk, chunk.start === yamlStart ? fault : undefined);
    if (document !== undefined) documents.push(document);
  }
  return documents;
}

interface Source extends SourceText {
  readonly reporter: SourceReporter;
}

// What `readerc.go` refuses in a stream.
const controlCharacter = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ufffe\uffff]/;
/**
 * Anything that may need one of the two; most texts hold none, and one search over them is enough.
 */
const unusual = /[\0-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ufffe\uffff]/;
const oddLineBreak = /\r(?!\n)|[\x85\u2028\u2029]/g;

/**
 * The text for the readers of YAML, whose first document begins at `start`; undefined if it holds
 * what YAML may not.
 */
function prepareYaml(source: Source, start: number): Source | undefined {
  const { text } = source;
  if (!unusual.test(text)) return endLastLine(source);
  const at = text.slice(start).search(controlCharacter) + start;
  if (at >= start) {
    const character = codePointName(text.charAt(at));
    const code = "source/control-character";
    reportProblem(source, { code, values: { character }, start: at, end: at + 1 }, start);
    return undefined;
  }
  return endLastLine({ ...source, text: text.replace(oddLineBreak, "\n") });
}

/**
 * Ends the last line as kubectl's line reader does: what a block scalar there holds depends on it.
 */
function endLastLine(source: Source): Source {
  const { text } = source;
  return text.endsWith("\n") ? source : { ...source, text: `${text}\n` };
}

/** Where YAML begins, and why the text before or from there on is no JSON if it looked like it. */
interface JsonStream {
  readonly yamlStart: number;
  readonly fault: SourceProblem | undefined;
}

/**
 * So many JSON values make a file a stream of JSON for good: what follows them is no longer tried
 * as YAML.
 */
const certainlyJson = 2;

/** Read the JSON values that the file begins with. */
function readJsonStream(source: Source, documents: SourceDocument[]): JsonStream {
  const { text } = source;
  let start = 0;
  for (let count = 0; ; count++) {
    const mayBeYaml = count < certainlyJson;
    const end = Math.min(text.length, start + largestDocument);
    const reader = new JsonReader(text, start, end, undefined);
    const first = reader.skipSpace();
    if (first !== leftBrace && mayBeYaml) return { yamlStart: start, fault: undefined };
    if (Number.isNaN(first)) return { yamlStart: end, fault: undefined };
    const valueStart = reader.at;
    try {
      const value = reader.read();
      const mark = (marks: Marks): void => {
        new JsonReader(text, valueStart, end, marks).read();
      };
      const reading = { value, hasDuplicates: reader.hasDuplicates, mark };
      documents.push(makeDocument(source, valueStart, reader.at, "json", reading));
      start = reader.at;
    } catch (error) {
      const problem = problemOf(error);
      const isCut = end < text.length && problem.code === "source/not-json" && problem.end >= end;
      if (!isCut && mayBeYaml && problem.code === "source/not-json") {
        return { yamlStart: behindBlanks(text, start), fault: problem };
      }
      const { problem: cut } = tooLarge(valueStart, text.length, largestDocument);
      reportProblem(source, isCut ? cut : problem, valueStart);
      return { yamlStart: text.length, fault: undefined };
    }
  }
}

/**
 * Skips what kubectl skips once a text turned out to be no JSON: white space up to the end of a
 * line.
 */
function behindBlanks(text: string, start: number): number {
  let at = start;
  while (" \t\r".includes(text.charAt(at)) && at < text.length) at++;
  return text.charAt(at) === "\n" ? at + 1 : at;
}

async function readYaml(
  source: Source,
  chunk: Chunk,
  jsonFault: SourceProblem | undefined,
): Promise<SourceDocument | undefined> {
  const { end } = chunk;
  const start = behindByteOrderMark(source.text, chunk.start);
  try {
    if (chunk.fault !== undefined) throw chunk.fault;
    if (end - start > largestDocument) {
      throw tooLarge(start, end, largestDocument);
    }
    const reading =
      readJsonList(source, start, end) ??
      readFast(source, start, end) ??
      (await readGeneral(source, start, end));
    if (reading.value === undefined) return undefined;
    return makeDocument(source, start, end, "yaml", reading);
  } catch (error) {
    const problem = problemOf(error);
    const template = findTemplate(source.text, start, end, problem);
    reportProblem(source, template ?? furthest(source.file, jsonFault, problem), start);
    return undefined;
  }
}

/** Files put together keep their byte order marks, which are none of their text. */
function behindByteOrderMark(text: string, start: number): number {
  const first = text.startsWith("\n", start) ? start + 1 : start;
  return text.charCodeAt(first) === byteOrderMark ? first + 1 : start;
}

/** Of two reasons why a text is neither JSON nor YAML, the one that knows more of it. */
function furthest(
  file: SourceFile,
  json: SourceProblem | undefined,
  yaml: SourceProblem,
): SourceProblem {
  if (json === undefined || yaml.code !== "source/not-yaml") return yaml;
  const last = file.text.length - 1;
  return json.start >= Math.min(yaml.start, last) ? json : yaml;
}

/** The problem that ended a reading; everything else that is thrown is a bug. */
function problemOf(error: unknown): SourceProblem {
  if (error instanceof SyntaxFault) return error.problem;
  throw error;
}

/**
 * How actions of templates begin: Go and Jinja, Jinja, ERB and its like, GitHub Actions and
 * Backstage. Not in quotes, where they are ordinary text.
 */
const templateMark = /(?:^|[ \t\n])(\$?\{\{|\{%|<%)/;

/** If a document with a fault holds a template action outside of quotes, that is its fault. */
function findTemplate(
  text: string,
  start: number,
  end: number,
  problem: SourceProblem,
): SourceProblem | undefined {
  if (problem.code !== "source/not-yaml" && problem.code !== "source/invalid-key") return undefined;
  const match = templateMark.exec(text.slice(start, end));
  if (match === null) return undefined;
  const { 1: found = "", index } = match;
  const at = start + index + match[0].length - found.length;
  return { code: "source/template", values: { found }, start: at, end: at + found.length };
}

function reportProblem(source: Source, problem: SourceProblem, documentStart: number): void {
  const { file, text } = source;
  const length = file.text.length;
  const end = Math.min(Math.max(problem.end, problem.start), length);
  const span = { file, start: Math.min(problem.start, length), end };
  const help = syntaxHelp(problem, text, documentStart);
  source.reporter.report(problem.code, span, problem.values, help === undefined ? {} : { help });
}

function makeDocument(
  source: Source,
  start: number,
  end: number,
  format: SourceDocument["format"],
  reading: Reading,
): SourceDocument {
  const { file } = source;
  let marks: Marks | undefined;
  const marked = (): Marks => {
    if (marks !== undefined) return marks;
    marks = new Marks();
    reading.mark(marks);
    return marks;
  };
  if (reading.hasDuplicates) reportDuplicates(source, marked());
  return {
    file,
    start,
    end,
    format,
    value: reading.value ?? null,
    locate: (path) => marked().locate(file, path),
  };
}

function reportDuplicates({ file, reporter }: Source, marks: Marks): void {
  for (const { key, first, second } of marks.duplicates) {
    const span = { file, start: second.keyStart, end: second.keyEnd };
    const earlier = { file, start: first.keyStart, end: first.keyEnd };
    const related = [{ message: "first set here", span: earlier }];
    const help = duplicateHelp(key, file.text, second.keyStart);
    reporter.report("source/duplicate-key", span, { key }, { help, related });
  }
}
