import { groupBy } from "../../crd/diagnostics/diagnostics.js";
import { escapeUnit, printable } from "../../crd/diagnostics/render/printable.js";
import type { Finding, ReportContent, Subject } from "./content.js";
import { reportedPath } from "./identity.js";

/**
 * JUnit's XML as Jenkins and GitLab read it: a suite for each file, and a case for each CRD or
 * object. A case fails if it has errors; warnings are what it printed. What is about a file and
 * none of its subjects is a case of its own with an error: it could not be judged.
 */
export function renderJunit(content: ReportContent): string {
  const suites = suitesOf(content);
  const all = [...suites.values()].flat();
  const name = `crdgen ${content.command}`;
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${attributes({ name, ...countsOf(all) })}>`,
    ...Array.from(suites, ([suite, cases]) => suiteText(suite, cases)),
    "</testsuites>",
  ];
  return `${lines.join("\n")}\n`;
}

/** A test case, with how it ended. */
interface Case {
  readonly name: string;
  readonly source: string | undefined;
  readonly line: number | undefined;
  readonly findings: readonly Finding[];
  /** The element that says that it did not go well. */
  readonly element: "failure" | "error";
}

function suitesOf({
  command,
  subjects,
  others,
}: ReportContent): ReadonlyMap<string, readonly Case[]> {
  const suiteOf = ({ source }: Pick<Case, "source">): string =>
    source === undefined ? `crdgen ${command}` : reportedPath(source);
  const cases = subjects.map(caseOf);
  for (const [source, findings] of groupBy(others, (one) => one.source)) {
    const line = findings[0]?.start?.line;
    cases.push({ name: suiteOf({ source }), source, line, findings, element: "error" });
  }
  return groupBy(cases, suiteOf);
}

function caseOf({ name, source, line, findings }: Subject): Case {
  return { name, source, line, findings, element: "failure" };
}

function errorsOf({ findings }: Case): readonly Finding[] {
  return findings.filter(({ severity }) => severity === "error");
}

/** How many cases there are, and how many did not go well. */
function countsOf(cases: readonly Case[]): Attributes {
  const bad = cases.filter((one) => errorsOf(one).length > 0);
  const count = (wanted: Case["element"]): number =>
    bad.filter(({ element }) => element === wanted).length;
  return { tests: cases.length, failures: count("failure"), errors: count("error"), skipped: 0 };
}

function suiteText(name: string, cases: readonly Case[]): string {
  const open = `  <testsuite ${attributes({ name, ...countsOf(cases) })}>`;
  return [open, ...cases.map(caseText), "  </testsuite>"].join("\n");
}

function caseText(one: Case): string {
  const { name, source, line, element } = one;
  const file = source === undefined ? undefined : reportedPath(source);
  const open = `    <testcase ${attributes({ name, classname: file ?? name, file, line })}`;
  const errors = errorsOf(one);
  const others = one.findings.filter(({ severity }) => severity !== "error");
  const [first] = errors;
  const inside = [
    // Readers take one element of a case: it holds all errors.
    ...(first === undefined
      ? []
      : [
          `      <${element} ${attributes({ message: messageOf(errors), type: first.code })}>${linesOf(errors)}</${element}>`,
        ]),
    ...(others.length === 0 ? [] : [`      <system-out>${linesOf(others)}</system-out>`]),
  ];
  return inside.length === 0 ? `${open}/>` : [`${open}>`, ...inside, "    </testcase>"].join("\n");
}

function messageOf(errors: readonly Finding[]): string {
  const more = errors.length - 1;
  return `${errors[0]?.message ?? ""}${more === 0 ? "" : ` (and ${more} more)`}`;
}

function linesOf(findings: readonly Finding[]): string {
  return escapeText(findings.map(linesOfOne).join("\n"));
}

function linesOfOne({ source, start, severity, code, message, help, related }: Finding): string {
  const where = placeOf(source, start?.line, start?.column);
  const notes = related.map(
    (one) => `  ${placeOf(one.source, one.start.line, one.start.column)}${one.message}`,
  );
  return [
    `${where}${severity}[${code}]: ${message}`,
    ...notes,
    ...(help === undefined ? [] : [`  help: ${help}`]),
  ].join("\n");
}

function placeOf(source?: string, line?: number, column?: number): string {
  if (source === undefined) return "";
  const path = reportedPath(source);
  return line === undefined ? `${path}: ` : `${path}:${line}:${column ?? 1}: `;
}

/** Values of attributes; one that is undefined is left out. */
interface Attributes {
  readonly [name: string]: string | number | undefined;
}

function attributes(values: Attributes): string {
  return Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}="${escapeAttribute(String(value))}"`)
    .join(" ");
}

/** Readers of XML make blanks of line breaks in attributes, unless they are written as numbers. */
function escapeAttribute(text: string): string {
  return escapeText(text).replaceAll('"', "&quot;").replaceAll("\n", "&#10;");
}

function escapeText(text: string): string {
  return printable(text)
    .replace(unheld, escapeUnit)
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");
}

/**
 * What XML 1.0 cannot hold (section 2.2), even as a number, and `printable` leaves: halves of
 * pairs, and the last two of the plane.
 */
const unheld = /\p{Surrogate}|[\uFFFE\uFFFF]/gu;
