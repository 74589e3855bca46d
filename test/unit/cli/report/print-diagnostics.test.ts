import { describe, expect, it } from "vitest";
import type { JudgedSubject } from "../../../../src/cli/report/content.js";
import type { CommonOptions } from "../../../../src/cli/report/options.js";
import type { ReportOptions } from "../../../../src/cli/report/print-diagnostics.js";
import { countText, printDiagnostics } from "../../../../src/cli/report/print-diagnostics.js";
import type { Diagnostic } from "../../../../src/crd/diagnostics/diagnostics.js";
import { memoryHost } from "../../../support/memory-host.js";

const plain: CommonOptions = { format: "text", quiet: false, color: "auto", verbose: false };

/** A line for each diagnostic that a test asks for. */
const text = "spec\n".repeat(500);

function fault(path: string, line: number, rest: Partial<Diagnostic> = {}): Diagnostic {
  const start = (line - 1) * 5;
  return {
    code: "crd/name-invalid",
    severity: "error",
    message: `fault ${line}`,
    span: { file: { path, text }, start, end: start + 4 },
    related: [],
    help: undefined,
    cause: undefined,
    ...rest,
  };
}

function faults(path: string, count: number, rest: Partial<Diagnostic> = {}): Diagnostic[] {
  return Array.from({ length: count }, (_, index) => fault(path, index + 1, rest));
}

function subject(name: string, list: readonly Diagnostic[]): JudgedSubject {
  return { name, source: "a.yaml", line: 1, list };
}

interface Printed {
  readonly out: string;
  readonly err: string;
}

function print(
  list: readonly Diagnostic[],
  options: Partial<CommonOptions> = {},
  report?: ReportOptions,
): Printed {
  const { host, out, err } = memoryHost({});
  printDiagnostics(list, { ...plain, ...options }, host, report);
  return { out: out(), err: err() };
}

/** The heads of diagnostics, headings, and what is said of those that are left. */
function gist(printed: string): readonly string[] {
  return printed.split("\n").filter((line) => /^\S/.test(line) && !/^\d+ \|/.test(line));
}

const hint =
  "(--max-diagnostics none prints all, --format concise a line for each, --statistics how many there are of each code)";

describe("text", () => {
  it("goes to standard error, or to the stream that is named", () => {
    const { out, err } = print(faults("a.yaml", 1));
    expect(out).toBe("");
    expect(err).toBe(`error[crd/name-invalid]: fault 1
 --> a.yaml:1:1
  |
1 | spec
  | ^^^^

`);
    expect(print(faults("a.yaml", 1), {}, { to: "output" })).toEqual({ out: err, err: "" });
  });

  it("is in the order of the source", () => {
    const list = [fault("b.yaml", 1), fault("a.yaml", 9), fault("a.yaml", 2)];
    expect(gist(print(list).err)).toEqual(
      [2, 9, 1].map((n) => `error[crd/name-invalid]: fault ${n}`),
    );
  });

  it("has no warnings with --quiet", () => {
    const list = [fault("a.yaml", 1, { severity: "warning" }), fault("a.yaml", 2)];
    expect(gist(print(list, { quiet: true }).err)).toEqual(["error[crd/name-invalid]: fault 2"]);
  });

  it("ends after 100, and says how many are left and how to see them", () => {
    expect(gist(print(faults("a.yaml", 100)).err)).toHaveLength(100);
    const lines = gist(print(faults("a.yaml", 173)).err);
    expect(lines).toHaveLength(102);
    expect(lines[99]).toBe("error[crd/name-invalid]: fault 100");
    expect(lines.slice(100)).toEqual(["… and 73 more in a.yaml", hint]);
  });

  it("ends where --max-diagnostics says so, or nowhere", () => {
    const list = faults("a.yaml", 120);
    expect(gist(print(list, { maxDiagnostics: Infinity }).err)).toHaveLength(120);
    expect(gist(print(list, { maxDiagnostics: 2 }).err)).toEqual([
      "error[crd/name-invalid]: fault 1",
      "error[crd/name-invalid]: fault 2",
      "… and 118 more in a.yaml",
      hint,
    ]);
    expect(gist(print(list, { maxDiagnostics: 0 }).err)).toEqual([
      "… and 120 more in a.yaml",
      hint,
    ]);
  });

  it("has some of each file, and errors before warnings", () => {
    const list = [
      ...faults("a.yaml", 90, { severity: "warning" }),
      ...faults("b.yaml", 90),
      ...faults("c.yaml", 3),
    ];
    const lines = gist(print(list).err);
    const count = (severity: string): number =>
      lines.filter((line) => line.startsWith(severity)).length;
    expect([count("warning"), count("error")]).toEqual([7, 93]);
    expect(lines[7]).toBe("… and 83 more in a.yaml");
    expect(lines.at(-1)).toBe(hint);
    expect(lines).toHaveLength(102);
  });

  it("names three of the files of which it shows nothing", () => {
    const list = ["a", "b", "c", "d", "e", "f"].flatMap((name) => faults(`${name}.yaml`, 5));
    expect(gist(print(list, { maxDiagnostics: 5 }).err).slice(5)).toEqual([
      "… and 25 more in b.yaml, c.yaml, d.yaml and 2 more",
      hint,
    ]);
  });

  it("has a heading above each of several subjects, with all that it has", () => {
    const [first, second] = [faults("a.yaml", 3), faults("b.yaml", 1, { severity: "warning" })];
    const subjects = [subject("cats.example.com", first), subject("dogs.example.com", second)];
    const list = [...first, ...second];
    expect(gist(print(list, { maxDiagnostics: 2 }, { subjects }).err)).toEqual([
      "cats.example.com: 3 errors",
      "error[crd/name-invalid]: fault 1",
      "error[crd/name-invalid]: fault 2",
      "… and 1 more in cats.example.com",
      "… and 1 more in dogs.example.com",
      hint,
    ]);
    expect(gist(print(list, {}, { subjects }).err)).toEqual([
      "cats.example.com: 3 errors",
      ...[1, 2, 3].map((line) => `error[crd/name-invalid]: fault ${line}`),
      "dogs.example.com: 1 warning",
      "warning[crd/name-invalid]: fault 1",
    ]);
    const alone = { subjects: subjects.slice(0, 1) };
    expect(gist(print(first, {}, alone).err)[0]).toBe("error[crd/name-invalid]: fault 1");
  });

  it("has what follows from other faults as a note of its subject", () => {
    const one = fault("a.yaml", 2);
    const consequence = fault("a.yaml", 1, {
      message: "<nil>: Invalid value: null: some validation rules were not checked",
      behind: one.span,
    });
    const list = [one, consequence];
    const subjects = [subject("CronTab default/a", list)];
    const { err } = print(list, {}, { subjects });
    expect(gist(err)).toEqual(["error[crd/name-invalid]: fault 2"]);
    expect(err).toContain("  | ^^^^\n   = note: some validation rules were not checked\n\n");
    expect(countText(list)).toBe("1 error");
    // Data has it by itself.
    const lines = print(list, { format: "json" }).out.trimEnd().split("\n");
    expect(lines).toHaveLength(2);
  });

  it("fits the terminal", () => {
    const { host, err } = memoryHost({});
    const message = "a name that is rather long, and does not fit on one line";
    const wide = { ...fault("a.yaml", 1), message };
    printDiagnostics([wide], plain, { ...host, errorColumns: 40 });
    expect(err().split("\n").slice(0, 3)).toEqual([
      "error[crd/name-invalid]: a name that",
      "   is rather long, and does not fit on",
      "   one line",
    ]);
  });
});

describe("a line for each", () => {
  it("says where, which and what", () => {
    const list = [fault("a.yaml", 3, { help: "no" }), fault("a.yaml", 1, { message: "a\nb" })];
    expect(print(list, { format: "concise" })).toEqual({
      out: "",
      err: "a.yaml:1:1: crd/name-invalid a\\u000ab\na.yaml:3:1: crd/name-invalid fault 3\n",
    });
  });

  it("is printed for all, unless --max-diagnostics says otherwise", () => {
    const list = faults("a.yaml", 173);
    const count = (options: Partial<CommonOptions>): number =>
      print(list, { format: "concise", ...options }, { to: "output" }).out.split("\n").length - 1;
    expect(count({})).toBe(173);
    expect(count({ maxDiagnostics: 7 })).toBe(7);
  });
});

describe("data", () => {
  it.each(["json", "github"] as const)("as %s goes to standard output, all of it", (format) => {
    const { out, err } = print(faults("a.yaml", 173), { format });
    expect(out.trimEnd().split("\n")).toHaveLength(173);
    expect(err).toBe("");
    const some = print(faults("a.yaml", 173), { format, maxDiagnostics: 7 });
    expect(some.out.trimEnd().split("\n")).toHaveLength(7);
  });
});

describe("countText", () => {
  it.each([
    [["error"], "1 error"],
    [["error", "warning", "error"], "2 errors and 1 warning"],
    [["notice", "warning", "error"], "1 error, 1 warning and 1 notice"],
    [[], ""],
  ] as const)("of %j is %j", (severities, want) => {
    expect(countText(severities.map((severity) => fault("a.yaml", 1, { severity })))).toBe(want);
  });
});
