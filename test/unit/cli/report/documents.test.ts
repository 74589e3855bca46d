import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Finding, ReportContent } from "../../../../src/cli/report/content.js";
import { findingsOf } from "../../../../src/cli/report/content.js";
import { renderGitlab } from "../../../../src/cli/report/gitlab.js";
import { identitiesOf, reportedPath, reportedUri } from "../../../../src/cli/report/identity.js";
import { renderJunit } from "../../../../src/cli/report/junit.js";
import { renderSarif } from "../../../../src/cli/report/sarif.js";
import { readJunit, sarifFaults } from "../../../support/report-readers.js";

function found(message: string, rest: Partial<Finding> = {}): Finding {
  return {
    code: "crd/name-invalid",
    severity: "error",
    message,
    source: "config/crd/a b.yaml",
    start: { line: 3, column: 5 },
    end: { line: 3, column: 9 },
    related: [],
    ...rest,
  };
}

function contentWith(findings: readonly Finding[], others: readonly Finding[] = []): ReportContent {
  const source = "config/crd/a b.yaml";
  const subjects = [
    { name: "a.example.com", source, line: 1, findings },
    { name: "b.example.com", source, line: 20, findings: [] },
  ];
  return { command: "lint", subjects, others };
}

const hostile = "a\u0000b\u001B[31m<&>\"'\n::error::x\uFFFE\uD800 ]]> \u202E ##[error] [x](1) {0}";

const contents: readonly ReportContent[] = [
  { command: "diff", subjects: [], others: [] },
  { command: "validate", subjects: [], others: [], endedEarly: true },
  contentWith([found("one"), found("two", { severity: "warning", help: "do so" })]),
  contentWith(
    [
      found(hostile, {
        severity: "notice",
        cause: { reason: hostile, field: hostile, message: hostile },
      }),
    ],
    [
      found("no place", { source: undefined, start: undefined, end: undefined } as object),
      found("no line", {
        source: "/elsewhere/ü%.yaml",
        start: undefined,
        end: undefined,
      } as object),
      found("stdin", {
        source: "<stdin>",
        related: [
          {
            message: "here",
            source: "https://example.com/a b.yaml",
            start: { line: 1, column: 1 },
            end: { line: 2, column: 1 },
          },
        ],
      }),
    ],
  ),
];

function sarifOf(content: ReportContent): string {
  return renderSarif(content, findingsOf(content), codes);
}

const codes = new Map([
  ["crd/name-invalid", { title: "A name is not one", page: "# crd/name-invalid\n\nA name." }],
]);

describe.each(contents.map((content, index) => ({ content, index })))(
  "content $index",
  ({ content }) => {
    it("is SARIF by its schema", () => {
      expect(sarifFaults(sarifOf(content))).toEqual([]);
    });

    it("is XML that holds the cases it counts", () => {
      const cases = readJunit(renderJunit(content));
      expect(cases.filter(({ attributes }) => "line" in attributes).length).toBeGreaterThanOrEqual(
        content.subjects.length,
      );
    });

    it("is GitLab's code quality with fingerprints of its own", () => {
      const issues = JSON.parse(renderGitlab(findingsOf(content))) as { fingerprint: string }[]; // just printed
      const fingerprints = new Set(issues.map(({ fingerprint }) => fingerprint));
      expect(fingerprints.size).toBe(issues.length);
    });

    it("holds nothing that a terminal or a service would take for a command", () => {
      for (const text of [
        sarifOf(content),
        renderJunit(content),
        renderGitlab(findingsOf(content)),
      ]) {
        expect(text).not.toMatch(/[\0-\x09\x0B-\x1F\u202E]|##\[/);
      }
    });
  },
);

it("names rules with their pages, and places as GitHub takes them", () => {
  const { runs } = JSON.parse(sarifOf(contentWith([found("one")]))) as {
    runs: Record<string, unknown>[]; // just printed
  };
  expect(runs[0]).toMatchObject({
    tool: {
      driver: {
        rules: [
          {
            id: "crd/name-invalid",
            shortDescription: { text: "A name is not one" },
            helpUri:
              "https://github.com/crdgen/crdgen/blob/main/docs/diagnostics/crd-name-invalid.md",
            defaultConfiguration: { level: "error" },
          },
        ],
      },
    },
    columnKind: "utf16CodeUnits",
    invocations: [{ executionSuccessful: true }],
    results: [
      {
        ruleId: "crd/name-invalid",
        ruleIndex: 0,
        level: "error",
        message: { text: "one" },
        locations: [
          {
            physicalLocation: {
              artifactLocation: { uri: "config/crd/a%20b.yaml", uriBaseId: "%SRCROOT%" },
              region: { startLine: 3, startColumn: 5, endLine: 3, endColumn: 9 },
            },
          },
        ],
      },
    ],
  });
});

it("puts errors first, and no more than GitHub takes", () => {
  const many = Array.from({ length: 25_001 }, (_, line) =>
    found(`warning ${line}`, { severity: "warning" }),
  );
  const { runs } = JSON.parse(sarifOf(contentWith([...many, found("error")]))) as {
    runs: { results: { level: string }[]; invocations: object[] }[]; // just printed
  };
  expect(runs[0]?.results.length).toBe(25_000);
  expect(runs[0]?.results[0]?.level).toBe("error");
  expect(JSON.stringify(runs[0]?.invocations)).toContain("2 more findings were left out");
});

it("keeps what tells findings apart when lines move", () => {
  const at = (line: number): Finding => found("yaml: line 3: no", { start: { line, column: 1 } });
  const [before] = identitiesOf([{ ...at(3), subject: "a" }]);
  const moved = { ...at(8), message: "yaml: line 8: no", subject: "a" };
  const [after, second] = identitiesOf([moved, moved]);
  expect(after).toEqual(before);
  expect(second).toEqual({ hash: before?.hash, number: 2 });
  expect(identitiesOf([{ ...at(3), subject: "b" }])[0]?.hash).not.toBe(before?.hash);
});

it("passes, fails and warns by subject", () => {
  const others = [found("no YAML", { code: "source/not-yaml", source: "./other.yaml" })];
  const warning = found("careful", { severity: "warning", help: "do so" });
  const cases = readJunit(renderJunit(contentWith([found("one"), found("two"), warning], others)));
  expect(cases).toMatchObject([
    {
      suite: "config/crd/a b.yaml",
      attributes: { name: "a.example.com", file: "config/crd/a b.yaml", line: "1" },
      inside: {
        failure:
          "config/crd/a b.yaml:3:5: error[crd/name-invalid]: one\nconfig/crd/a b.yaml:3:5: error[crd/name-invalid]: two",
        "system-out": "config/crd/a b.yaml:3:5: warning[crd/name-invalid]: careful\n  help: do so",
      },
    },
    { attributes: { name: "b.example.com", line: "20" }, inside: {} },
    { suite: "other.yaml", attributes: { name: "other.yaml" } },
  ]);
  expect(Object.keys(cases[2]?.inside ?? {})).toEqual(["error"]);
});

it("prints places that services find in the repository", () => {
  expect(reportedPath(join(process.cwd(), "config/a.yaml"))).toBe("config/a.yaml");
  expect(reportedPath("./config/a.yaml")).toBe("config/a.yaml");
  expect(reportedUri("HEAD~1:a.yaml")).toEqual({ uri: "HEAD~1%3Aa.yaml", isBelow: true });
  expect(reportedUri("/elsewhere/a.yaml")).toEqual({
    uri: "file:///elsewhere/a.yaml",
    isBelow: false,
  });
  expect(reportedUri("https://example.com/a b")).toEqual({
    uri: "https://example.com/a%20b",
    isBelow: false,
  });
});
