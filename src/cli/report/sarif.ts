import { version } from "../../codegen/pipeline/settings.js";
import { printable } from "../../crd/diagnostics/render/printable.js";
import type { Position } from "../../crd/source/source-file.js";
import type { CodeFacts } from "./code-pages.js";
import { homepage, pageUrl } from "./code-pages.js";
import type { Finding, PlacedFinding, ReportContent } from "./content.js";
import type { Identity } from "./identity.js";
import { identitiesOf, reportedUri } from "./identity.js";

const schema =
  "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/** GitHub refuses files with more results, and shows the first 5,000 by severity. */
const resultsAtMost = 25_000;

/** GitHub cuts titles of rules here. */
const longestTitle = 1024;

const levels = { error: "error", warning: "warning", notice: "note" } as const;

const root = "%SRCROOT%";

/**
 * SARIF 2.1.0, with what GitHub's code scanning asks for. Findings without a file are notifications
 * of the run: GitHub takes no result without a place.
 */
export function renderSarif(
  { command, endedEarly }: ReportContent,
  all: readonly PlacedFinding[],
  codes: ReadonlyMap<string, CodeFacts>,
): string {
  const placed = all.filter(({ source }) => source !== undefined);
  const results = bySeverity(placed).slice(0, resultsAtMost);
  const used = new Set(results.map(({ code }) => code));
  const log = {
    $schema: schema,
    version: "2.1.0",
    runs: [
      {
        tool: { driver: driverOf([...used].sort(), results, codes) },
        // Runs of several commands stand side by side in one analysis.
        automationDetails: { id: `crdgen/${command}/` },
        columnKind: "utf16CodeUnits",
        originalUriBaseIds: {
          [root]: { description: { text: "The folder that crdgen ran in." } },
        },
        invocations: [
          {
            executionSuccessful: endedEarly !== true,
            toolExecutionNotifications: [
              ...all.filter(({ source }) => source === undefined).map(notificationOf),
              ...leftOut(placed.length - results.length),
            ],
          },
        ],
        results: resultsOf(results, [...used].sort()),
      },
    ],
  };
  return `${printable(JSON.stringify(log, undefined, 2))}\n`;
}

/** Errors first, so that they stand where only the first results are shown. */
function bySeverity(findings: readonly PlacedFinding[]): readonly PlacedFinding[] {
  const severities = Object.keys(levels);
  return [...findings].sort(
    (left, right) => severities.indexOf(left.severity) - severities.indexOf(right.severity),
  );
}

function driverOf(
  used: readonly string[],
  results: readonly PlacedFinding[],
  codes: ReadonlyMap<string, CodeFacts>,
): object {
  return {
    name: "crdgen",
    semanticVersion: version,
    version,
    informationUri: homepage,
    rules: used.map((code) => {
      const { title = code, page = code } = codes.get(code) ?? {};
      const gravest = results.find((one) => one.code === code)?.severity ?? "warning";
      return {
        id: code,
        shortDescription: { text: title.slice(0, longestTitle) },
        fullDescription: { text: title.slice(0, longestTitle) },
        help: { text: page, markdown: page },
        helpUri: pageUrl(code),
        defaultConfiguration: { level: levels[gravest] },
      };
    }),
  };
}

function resultsOf(findings: readonly PlacedFinding[], used: readonly string[]): readonly object[] {
  const identities = identitiesOf(findings);
  return findings.map((finding, index) => ({
    ruleId: finding.code,
    ruleIndex: used.indexOf(finding.code),
    level: levels[finding.severity],
    message: { text: messageOf(finding) },
    locations: [locationOf(finding)],
    ...(finding.related.length === 0
      ? {}
      : {
          relatedLocations: finding.related.map((related, id) => ({
            id,
            ...locationOf(related),
            message: { text: related.message },
          })),
        }),
    partialFingerprints: fingerprintsOf(identities[index]),
    ...propertiesOf(finding),
  }));
}

function messageOf({ message, help }: Finding): string {
  return help === undefined ? message : `${message}\nHelp: ${help}`;
}

/** GitHub reads the first, and makes it of the line's text where it is absent. */
function fingerprintsOf(identity: Identity | undefined): object {
  if (identity === undefined) return {};
  const text = `${identity.hash}:${identity.number}`;
  return { primaryLocationLineHash: text, "crdgenFinding/v1": text };
}

function propertiesOf({ subject, help, cause }: PlacedFinding): object {
  const properties = {
    ...(subject === "" ? {} : { subject }),
    ...(help === undefined ? {} : { help }),
    ...(cause === undefined ? {} : { cause }),
  };
  return Object.keys(properties).length === 0 ? {} : { properties };
}

/** The parts of a place, as far as they are known. */
type KnownPlace = Pick<Finding, "source" | "start" | "end">;

function locationOf({ source = "", start, end }: KnownPlace): object {
  const { uri, isBelow } = reportedUri(source);
  return {
    physicalLocation: {
      artifactLocation: { uri, ...(isBelow ? { uriBaseId: root } : {}) },
      ...(start === undefined ? {} : { region: regionOf(start, end ?? start) }),
    },
  };
}

/** Both count from 1, and end behind the last character. */
function regionOf(start: Position, end: Position): object {
  const { line: startLine, column: startColumn } = start;
  return { startLine, startColumn, endLine: end.line, endColumn: end.column };
}

function notificationOf(finding: Finding): object {
  return {
    descriptor: { id: finding.code },
    level: levels[finding.severity],
    message: { text: messageOf(finding) },
  };
}

function leftOut(count: number): readonly object[] {
  if (count === 0) return [];
  const text = `${count} more findings were left out: GitHub takes ${resultsAtMost} at most`;
  return [{ level: "warning", message: { text } }];
}
