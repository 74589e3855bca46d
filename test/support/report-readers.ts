import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { SchemaObject } from "ajv";
import Ajv04 from "ajv-draft-04";
import { SaxesParser } from "saxes";

const schemaPath = join(import.meta.dirname, "../fixtures/sarif/sarif-schema-2.1.0.json");

// The formats of the schema are checked by hand where they count: ajv has none of its own.
const sarif = new Ajv04.default({ strict: false, validateFormats: false, allErrors: true }).compile(
  JSON.parse(readFileSync(schemaPath, "utf8")) as SchemaObject, // a file of this repository
);

/** What is wrong with a text by the JSON Schema of SARIF 2.1.0. */
export function sarifFaults(text: string): readonly string[] {
  sarif(JSON.parse(text));
  return (sarif.errors ?? []).map(
    ({ instancePath, message }) => `${instancePath}: ${message ?? ""}`,
  );
}

/** An element of XML, with the text that stands in it. */
interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Element[];
  text: string;
}

/** @throws Error for what breaks a rule of XML 1.0 */
function readXml(text: string): Element {
  const top: Element = { name: "", attributes: {}, children: [], text: "" };
  const open = [top];
  const parser = new SaxesParser({ xmlns: false });
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("opentag", ({ name, attributes }) => {
    const element: Element = { name, attributes, children: [], text: "" };
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  parser.on("closetag", () => open.pop());
  parser.on("text", (part) => {
    const element = open.at(-1);
    if (element !== undefined) element.text += part;
  });
  parser.write(text).close();
  const [root] = top.children;
  if (root === undefined) throw new Error("there is no element");
  return root;
}

/** A test case of a JUnit report. */
export interface JunitCase {
  readonly suite: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** The texts of the elements in it, by their names. */
  readonly inside: Readonly<Record<string, string>>;
}

/**
 * Reads JUnit's XML strictly, and holds that the numbers of each suite, and of all of them, are
 * those of its cases.
 */
export function readJunit(text: string): readonly JunitCase[] {
  const root = readXml(text);
  if (root.name !== "testsuites") throw new Error(`no report: ${root.name}`);
  const suites = root.children;
  checkCounts(
    root,
    suites.flatMap(({ children }) => children),
  );
  for (const suite of suites) checkCounts(suite, suite.children);
  return suites.flatMap((suite) =>
    suite.children.map(({ attributes, children }) => ({
      suite: suite.attributes["name"] ?? "",
      attributes,
      inside: Object.fromEntries(children.map((child) => [child.name, child.text])),
    })),
  );
}

function checkCounts({ attributes }: Element, cases: readonly Element[]): void {
  const have = (name: string): number =>
    cases.filter(({ children }) => children.some((child) => child.name === name)).length;
  const counts = { tests: cases.length, failures: have("failure"), errors: have("error") };
  for (const [name, count] of Object.entries(counts)) {
    if (attributes[name] !== String(count)) throw new Error(`${name} is not ${count}`);
  }
}
