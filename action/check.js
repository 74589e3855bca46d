// Runs the checks of action.yml, one after the other, whatever the first ones say. The step after
// the comment fails for their verdict, so this one never does.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { baseRevision, isIn } from "./base-revision.js";
import { addSummary, annotate, cut, group, input, InputError } from "./workflow.js";
import { inputLines, inputSwitch, printForeign, runStep, setOutput } from "./workflow.js";

const verdicts = ["passed", "failed"];

/** The checks that the inputs ask for; each runs crdgen once or more. */
function wantedChecks() {
  const crds = inputLines("CRDS");
  const objects = inputLines("OBJECTS");
  const config = option("--config", "CONFIG");
  const server = option("--kubernetes-version", "KUBERNETES_VERSION");
  const lint = [
    ...["lint", ...config, ...server],
    ...option("--minimum-version", "MINIMUM_VERSION"),
    ...option("--max-warnings", "MAX_WARNINGS"),
    ...ignored("LINT_IGNORE"),
    ...["--", ...crds],
  ];
  const crdOptions = crds.flatMap((crd) => ["--crd", crd]);
  const validate = ["validate", ...crdOptions, ...server, "--", ...objects];
  return [
    ...(inputSwitch("LINT") ? [{ name: "lint", runs: [lint] }] : []),
    ...(objects.length > 0 ? [{ name: "validate", runs: [validate] }] : []),
    ...(inputSwitch("GENERATE")
      ? [{ name: "generate", runs: [["generate", "--check", ...config]] }]
      : []),
    ...(inputSwitch("DIFF") ? [diffCheck(crds, config, server)] : []),
  ];
}

function option(flag, name) {
  return input(name) === "" ? [] : [flag, input(name)];
}

function ignored(name) {
  return inputLines(name).flatMap((code) => ["--ignore", code]);
}

/** A comparison with the base for each path; what the base does not have yet breaks nobody. */
function diffCheck(crds, config, server) {
  const { base, reason } = baseRevision(input("AGAINST"));
  if (base === undefined) return { name: "diff", runs: [], ...reason };
  if (crds.length === 0) {
    return { name: "diff", runs: [], skipped: "needs the input crds, which names what to compare" };
  }
  const old = crds.filter((crd) => isIn(base, crd));
  if (old.length === 0) return { name: "diff", runs: [], skipped: "all CRDs are new" };
  const runs = old.map((crd) => {
    const places = [`${base}:${crd.startsWith("./") ? crd : `./${crd}`}`, crd];
    return ["diff", ...ignored("DIFF_IGNORE"), ...config, ...server, "--", ...places];
  });
  return { name: "diff", runs, isCompared: true };
}

function runCheck({ name, runs, skipped, error, isCompared = false }) {
  if (runs.length === 0) {
    if (error !== undefined) annotate("error", `${name}: ${error}`);
    else console.log(`${name} is left out: ${skipped}`);
    return { name, verdict: error === undefined ? "skipped" : "error", said: [error ?? skipped] };
  }
  const [said, telling] = [[], []];
  let verdict = "passed";
  group(`crdgen ${name}`, () => {
    for (const args of runs) {
      const { status, stdout, stderr } = crdgen(args, "text");
      printForeign(stdout + stderr);
      if (stdout !== "" || status !== 0) telling.push(args);
      said.push(lastLine(stderr));
      verdict = worse(verdict, verdicts[status] ?? "error");
    }
  });
  for (const args of telling) printAnnotations(crdgen(args, "github").stdout);
  if (!isCompared) return { name, runs, verdict, said };
  const markdownOf = (flags) =>
    telling.map(([command, ...args]) => crdgen([command, ...flags, ...args], "markdown").stdout);
  if (verdict !== "error") keepChanges(markdownOf(["--quiet"]).join(""));
  return { name, runs, verdict, said, markdown: markdownOf([]).join("") };
}

/** Runs crdgen with a form of its answer. */
function crdgen([command, ...args], format) {
  const { error, ...answer } = spawnSync(
    process.execPath,
    [input("MAIN"), command, "--format", format, ...args],
    { encoding: "utf8", maxBuffer: 2 ** 29 },
  );
  if (error !== undefined) throw error;
  return answer;
}

/** Commands that crdgen wrote, whose texts are escaped; anything else in its answer is none. */
function printAnnotations(text) {
  const lines = text.split("\n").filter((line) => /^::(?:error|warning|notice) /.test(line));
  for (const line of lines) process.stdout.write(`${line}\n`);
}

/** What breaks, for the comment; empty if nothing does. */
function keepChanges(markdown) {
  const file = join(process.env.RUNNER_TEMP ?? "", "crdgen-changes.md");
  writeFileSync(file, markdown);
  setOutput("changes", file);
}

function worst(results) {
  return results.map(({ verdict }) => verdict).reduce(worse, "passed");
}

function worse(one, other) {
  return (
    [one, other].find((verdict) => verdict === "error") ??
    [one, other].find((verdict) => verdict === "failed") ??
    "passed"
  );
}

/** A table of verdicts, and the changes below it. GitHub takes a megabyte. */
function writeSummary(results) {
  const rows = results.map(
    ({ name, verdict, said }) =>
      `| ${name} | ${signs[verdict]} ${verdict} | ${said.map(asText).join("<br>")} |`,
  );
  const table = ["## crdgen", "", "| check | verdict | |", "| --- | --- | --- |", ...rows, ""];
  const changes = results.map(({ markdown = "" }) => markdown).join("");
  addSummary(`${table.join("\n")}\n${cut(changes, 900_000, "and more")}`);
}

const signs = { passed: "✓", failed: "✗", error: "✗", skipped: "–" };

function lastLine(text) {
  return stripVTControlCharacters(text).trimEnd().split("\n").at(-1) ?? "";
}

/** A text of which nothing is markup, whatever it holds. */
function asText(text) {
  return text.replace(/(?!: )[^\p{L}\p{N} .,;/'"()%✓✗…-]/gu, (sign) => `&#${sign.codePointAt(0)};`);
}

/**
 * One file of all findings, with a run for each check. GitHub tells runs apart by the identity of
 * their automation, so a second run of one check gets its own.
 */
function writeSarif(results) {
  const file = input("SARIF_FILE");
  if (file === "") return;
  const judging = results.filter(({ name }) => name !== "generate");
  const logs = judging.flatMap(({ runs = [] }) => runs.map(sarifOf));
  const runs = logs.flatMap((log) => log.runs);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify({ ...logs[0], runs }, undefined, 2)}\n`);
  setOutput("sarif-file", file);
}

function sarifOf(args, index) {
  const log = JSON.parse(crdgen(args, "sarif").stdout);
  const runs = log.runs.map((run) => {
    const id = `${run.automationDetails?.id ?? ""}${index}/`;
    return index === 0 ? run : { ...run, automationDetails: { ...run.automationDetails, id } };
  });
  return { ...log, runs };
}

await runStep(() => {
  const main = input("MAIN");
  if (!existsSync(main)) throw new InputError(`crdgen is not there: no file '${main}'`);
  const checks = wantedChecks();
  if (checks.length === 0) throw new InputError("there is nothing to check: every check is off");
  const results = checks.map(runCheck);
  for (const name of ["lint", "validate", "generate", "diff"]) {
    setOutput(name, results.find((one) => one.name === name)?.verdict ?? "skipped");
  }
  const verdict = worst(results);
  setOutput("verdict", verdict);
  writeSummary(results);
  writeSarif(results);
});
