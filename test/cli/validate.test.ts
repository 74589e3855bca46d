import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Outcome } from "../support/cli.js";
import { main, runCli, Scratch, writeBelow } from "../support/cli.js";

const samples = join(import.meta.dirname, "../../generated-samples");
const scratch = new Scratch();
let folder = "";

beforeEach(() => {
  folder = scratch.next();
  write("crd.yaml", readFileSync(join(samples, "crontab/crd.yaml"), "utf8"));
});

function validate(args: readonly string[], input?: string): Outcome {
  return runCli(folder, ["validate", ...args], input);
}

/** What is reported as data: line and column, code, and the rest that matters. */
function facts({ out }: Outcome): unknown[] {
  const lines = out.split("\n").filter((line) => line !== "");
  return lines.map((line) => {
    const { code, severity, source, start, cause } = JSON.parse(line) as {
      readonly code: string;
      readonly severity: string;
      readonly source: string;
      readonly start: { readonly line: number; readonly column: number };
      readonly cause?: { readonly field: string };
    }; // what the command documents
    const place = `${source}:${start.line}:${start.column}`;
    return [place, severity, code, ...(cause === undefined ? [] : [cause.field])];
  });
}

function write(path: string, text: string): void {
  writeBelow(folder, path, text);
}

function cronTab(name: string, spec = "cronSpec: 0 3 * * *, image: a"): string {
  return `apiVersion: stable.example.com/v1\nkind: CronTab\nmetadata: { name: ${name} }\nspec: { ${spec} }\n`;
}

it("judges by the first of two CRDs that claim one kind", () => {
  const crd = readFileSync(join(samples, "crontab/crd.yaml"), "utf8");
  write(
    "second.yaml",
    crd.replaceAll("crontabs", "tables").replaceAll("maximum: 10", "maximum: 20"),
  );
  write("object.yaml", cronTab("a", "cronSpec: 0 3 * * *, image: a, replicas: 15"));
  const args = ["--crd", "crd.yaml", "--crd", "second.yaml", "object.yaml", "--format", "json"];
  const outcome = validate(args);
  expect(outcome.out).toContain("input/kind-claimed-twice");
  expect(outcome.out).toContain("should be less than or equal to 10");
  expect(outcome.code).toBe(1);
});

const bad = `# A bad one.
apiVersion: stable.example.com/v1
kind: CronTab
metadata:
  name: Nightly
  labels:
    a.b/c: "not good!"
spec:
  cronSpec: "0 3 * *"
  replica: 3
  replicas: 11
  env:
  - name: a
  - value: b
  - name: a
`;

beforeAll(() => {
  if (spawnSync(process.execPath, [main, "--version"]).status !== 0)
    throw new Error("npm run build comes first");
});

describe("crdgen validate", () => {
  it("names the core group", () => {
    write("a.yaml", "apiVersion: v1\nkind: ConfigMape\nmetadata: { name: a }\n");
    const { code, out, err } = validate(["--crd", "crd.yaml", "a.yaml"]);
    expect(code).toBe(1);
    expect(out).toContain("none of the CRDs defines kind 'ConfigMape' of the core group\n");
    expect(err).toBe(
      "✗ no object was judged: 1 error; not judged: 1 of unknown kinds or versions\n",
    );
  });

  it("says nothing of good objects but how many there are", () => {
    write("a.yaml", cronTab("a"));
    expect(validate(["--crd", "crd.yaml", "a.yaml"])).toEqual({
      code: 0,
      out: "",
      err: "✓ 1 object is accepted by Kubernetes 1.37\n",
    });
    expect(validate(["--crd", "crd.yaml", "a.yaml", "--quiet"])).toEqual({
      code: 0,
      out: "",
      err: "",
    });
  });

  it("marks every cause in the object's file", () => {
    write("bad.yaml", bad);
    const outcome = validate(["--crd", "crd.yaml", "bad.yaml", "--format", "json"]);
    expect(outcome.code).toBe(1);
    expect(facts(outcome)).toEqual([
      ["bad.yaml:5:9", "error", "object/invalid", "metadata.name"],
      ["bad.yaml:7:12", "error", "object/invalid", "metadata.labels"],
      ["bad.yaml:8:1", "error", "object/invalid", "spec.image"],
      ["bad.yaml:9:13", "error", "object/invalid", "spec.cronSpec"],
      ["bad.yaml:10:3", "warning", "object/unknown-field"],
      ["bad.yaml:11:13", "error", "object/invalid", "spec.replicas"],
      ["bad.yaml:14:5", "error", "object/invalid", "spec.env[1].name"],
      ["bad.yaml:15:5", "error", "object/invalid", "spec.env[2]"],
      // Some rules were not checked, because of all that.
      ["bad.yaml:2:1", "error", "object/invalid", "<nil>"],
    ]);
  });

  it("draws frames, and annotates for GitHub", () => {
    write(
      "bad.yaml",
      cronTab("a", "cronSpec: 0 3 * * *, image: a, replica: 12, concurrency: Never"),
    );
    const { out, err } = validate(["--crd", "crd.yaml", "bad.yaml"]);
    expect(out).toContain(
      'error[object/invalid]: spec.concurrency: Unsupported value: "Never": supported values: "Allow", "Forbid", "Replace"',
    );
    expect(out).toContain("= help: there is a field 'replicas'");
    expect(err).toBe("✗ 1 object is refused by Kubernetes 1.37: 1 error and 1 warning\n");
    expect(validate(["--crd", "crd.yaml", "bad.yaml", "--format", "github"]).out).toMatch(
      /^::warning file=bad\.yaml,line=4,col=\d+,endColumn=\d+,title=object\/unknown-field::/m,
    );
  });

  it("counts with --statistics what the summary counts", () => {
    write("odd.yaml", cronTab("a", "cronSpec: 1.20, image: no"));
    const args = ["--crd", "crd.yaml", "odd.yaml"];
    expect(validate(args).out).toContain("= note: some validation rules were not checked");
    const { out, err } = validate([...args, "--statistics"]);
    expect(out).toMatch(/^2 {2}error {2}object\/invalid {2}\S/);
    expect(err).toBe("✗ 1 object is refused by Kubernetes 1.37: 2 errors\n");
  });

  it("tells what YAML took for something else", () => {
    write("odd.yaml", cronTab("a", "cronSpec: 1.20, image: no, y: 1"));
    const { out } = validate(["--crd", "crd.yaml", "odd.yaml"]);
    expect(out.match(/= help: .*/g)).toEqual([
      "= help: put it in quotes: YAML reads unquoted numbers and words like `no` as other types",
      "= help: put it in quotes: YAML reads unquoted numbers and words like `no` as other types",
      "= help: put `y` in quotes: YAML reads it as `true`",
    ]);
  });

  it("prints what would be stored, as YAML and as JSON", () => {
    write(
      "a.yaml",
      `${cronTab("a")}---\n${cronTab("b", "cronSpec: '* * * * *', image: b, port: 80, none: 1")}`,
    );
    const { code, out } = validate(["--crd", "crd.yaml", "a.yaml", "--print"]);
    expect(code).toBe(0);
    expect(out).toBe(`apiVersion: stable.example.com/v1
kind: CronTab
metadata:
  name: a
  namespace: default
  generation: 1
spec:
  cronSpec: 0 3 * * *
  image: a
  replicas: 1
  concurrency: Allow
---
apiVersion: stable.example.com/v1
kind: CronTab
metadata:
  name: b
  namespace: default
  generation: 1
spec:
  cronSpec: "* * * * *"
  image: b
  port: 80
  replicas: 1
  concurrency: Allow
`);
    const json = validate(["--crd", "crd.yaml", "a.yaml", "-o", "json", "--format", "json"]);
    expect(
      json.out
        .trim()
        .split("\n")
        .map((line) => (JSON.parse(line) as { metadata: { name: string } }).metadata.name),
    ).toEqual(["a", "b"]);
    expect(json.err).toContain('"code":"object/unknown-field"');
  });

  it("prints what it takes again", () => {
    write("a.yaml", cronTab("a"));
    const print = (text: string): string =>
      validate(["--crd", "crd.yaml", "-", "--print"], text).out;
    const printed = print(print(cronTab("a")));
    expect(printed).toContain("replicas: 1");
    expect(print(printed)).toBe(printed);
  });

  it("reads lists, JSON streams, folders, patterns and standard input", () => {
    const indented = (text: string): string => `- ${text.trim().replaceAll("\n", "\n  ")}\n`;
    write(
      "objects/list.yaml",
      `apiVersion: v1\nkind: List\nitems:\n${indented(cronTab("a"))}${indented(cronTab("B"))}`,
    );
    const object = (name: string) => ({
      apiVersion: "stable.example.com/v1",
      kind: "CronTab",
      metadata: { name },
      spec: { cronSpec: "* * * * *", image: "a" },
    });
    write(
      "objects/more/stream.json",
      [
        object("c"),
        { kind: "CronTabList", apiVersion: "stable.example.com/v1", items: [object("D")] },
      ]
        .map((one) => JSON.stringify(one, null, 2))
        .join("\n"),
    );
    write("objects/readme.md", "no object");
    const outcome = validate(["--crd", "crd.yaml", "objects", "--format", "json"]);
    expect(outcome.err).toContain("✗ 2 of 4 objects are refused");
    expect(facts(outcome)).toEqual([
      ["objects/list.yaml:10:21", "error", "object/invalid", "metadata.name"],
      ["objects/more/stream.json:20:17", "error", "object/invalid", "metadata.name"],
    ]);
    expect(validate(["--crd", "crd.yaml", "objects/**/*.json"]).err).toContain(
      "✗ 1 of 2 objects is refused",
    );
    expect(validate(["--crd", "crd.yaml", "-"], cronTab("a")).code).toBe(0);
  });

  it("reads lists as the API server sends them, without a kind in their items", () => {
    const item = { metadata: { name: "A" }, spec: { cronSpec: "* * * * *", image: "a" } };
    const apiVersion = "stable.example.com/v1";
    const list = JSON.stringify({ kind: "CronTabList", apiVersion, metadata: {}, items: [item] });
    const outcome = validate(["--crd", "crd.yaml", "-", "--format", "json"], list);
    const column = list.indexOf('"A"') + 1;
    expect(facts(outcome)).toEqual([
      [`<stdin>:1:${column}`, "error", "object/invalid", "metadata.name"],
    ]);
  });

  it("takes CRDs from among the objects too", () => {
    write("all/object.yaml", cronTab("a"));
    write("all/crd.yaml", readFileSync(join(folder, "crd.yaml"), "utf8"));
    expect(validate(["--crd", "crd.yaml", "--crd", "all", "all"]).err).toBe(
      "✓ 1 object is accepted by Kubernetes 1.37\n",
    );
    expect(validate(["all"])).toMatchObject({
      code: 0,
      err: "✓ 1 object is accepted by Kubernetes 1.37\n",
    });
  });

  it("passes over objects of Kubernetes itself, and counts them", () => {
    const builtin = "---\napiVersion: v1\nkind: ConfigMap\nmetadata: { name: a }\n";
    write("a.yaml", `${cronTab("a")}${builtin}${builtin}`);
    expect(validate(["--crd", "crd.yaml", "a.yaml"])).toEqual({
      code: 0,
      out: "",
      err: "✓ 1 object is accepted by Kubernetes 1.37; 2 are not custom resources\n",
    });
    const { err } = validate(["--crd", "crd.yaml", "a.yaml", "--verbose"]);
    expect(err.split("\n").slice(0, 2)).toEqual([
      "skipped: a.yaml:6: object of Kubernetes itself",
      "skipped: a.yaml:10: object of Kubernetes itself",
    ]);
  });

  it.each([
    [
      "policy/v1beta1",
      "PodSecurityPolicy",
      "1.37",
      "removed in Kubernetes 1.25; Kubernetes 1.37 has no such kind",
    ],
    ["batch/v1beta1", "CronJob", "1.30", "removed in Kubernetes 1.25; write `batch/v1`"],
    [
      "resource.k8s.io/v1",
      "ResourceClaim",
      "1.33",
      "new in Kubernetes 1.34; write `resource.k8s.io/v1beta1` or `resource.k8s.io/v1beta2`",
    ],
    ["apps/v2", "Deployment", "1.37", "there is no such version; write `apps/v1`"],
    [
      "rbac.authorization.k8s.io/v1beta1",
      "ClusterRole",
      "1.37",
      "removed in Kubernetes 1.22; write `rbac.authorization.k8s.io/v1`",
    ],
    [
      "extensions/v1beta1",
      "Ingress",
      "1.37",
      "removed in Kubernetes 1.22; write `networking.k8s.io/v1`",
    ],
    ["extensions/v1beta1", "Deployment", "1.37", "removed in Kubernetes 1.16; write `apps/v1`"],
  ])("knows that %s %s is not served by %s", (apiVersion, kind, minor, help) => {
    write("a.yaml", `${cronTab("a")}---\napiVersion: ${apiVersion}\nkind: ${kind}\n`);
    const args = ["--crd", "crd.yaml", "a.yaml", "--kubernetes-version", minor];
    const outcome = validate([...args, "--format", "json"]);
    expect(facts(outcome)).toEqual([["a.yaml:6:13", "error", "object/unknown-version"]]);
    expect(outcome.out).toContain(help);
    expect(validate(args).err).toBe(
      `✗ 1 of 2 objects is accepted by Kubernetes ${minor}: 1 error; not judged: 1 of unknown kinds or versions\n  ${kind} without a name (1 error) in a.yaml:6\n`,
    );
  });

  it("names what is removed among what it leaves out", () => {
    const role = "apiVersion: rbac.authorization.k8s.io/v1beta1\nkind: ClusterRole\n";
    write("a.yaml", `${cronTab("a")}---\n${role}`);
    expect(validate(["--crd", "crd.yaml", "a.yaml", "--ignore-unknown-kinds"]).err).toBe(
      "✓ 1 object is accepted by Kubernetes 1.37; left out 1 of unknown kinds: rbac.authorization.k8s.io/v1beta1 ClusterRole (1, removed in Kubernetes 1.22)\n",
    );
  });

  it("takes the CRD of a kind that has the name of one of Kubernetes' own", () => {
    const own = "apiVersion: apps.example.com/v1\nkind: Deployment\n";
    write("a.yaml", `${cronTab("a")}---\n${own}`);
    expect(validate(["--crd", "crd.yaml", "a.yaml", "--format", "json"]).out).toContain(
      "there is 'apps/Deployment'",
    );
  });

  it("refuses kinds that it does not know, unless told to leave them out", () => {
    const others = ["Crontab", "Unlike", "Unlike"].map(
      (kind) => `---\napiVersion: stable.example.com/v1\nkind: ${kind}\nmetadata: { name: a }\n`,
    );
    write("a.yaml", `${cronTab("a")}${others.join("")}`);
    const outcome = validate(["--crd", "crd.yaml", "a.yaml", "--format", "json"]);
    expect([outcome.code, facts(outcome)]).toEqual([
      1,
      [
        ["a.yaml:7:7", "error", "object/unknown-kind"],
        ["a.yaml:11:7", "error", "object/unknown-kind"],
        ["a.yaml:15:7", "error", "object/unknown-kind"],
      ],
    ]);
    expect(outcome.out).toContain("the nearest is 'stable.example.com/CronTab'");
    expect(outcome.err).toBe(
      "✗ 1 of 4 objects is accepted by Kubernetes 1.37: 3 errors; not judged: 3 of unknown kinds or versions\n",
    );
    expect(validate(["--crd", "crd.yaml", "a.yaml", "--ignore-unknown-kinds"])).toMatchObject({
      code: 0,
      err: "✓ 1 object is accepted by Kubernetes 1.37; left out 3 of unknown kinds: stable.example.com/v1 Crontab (1, perhaps 'stable.example.com/CronTab' is meant), stable.example.com/v1 Unlike (2)\n",
    });
  });

  it("tells in one run all that a strict server refuses", () => {
    write("a.yaml", cronTab("a", "cronSpec: 1, image: a, image: b, none: 1"));
    const args = ["--crd", "crd.yaml", "a.yaml", "--field-validation", "Strict"];
    const outcome = validate([...args, "--format", "json"]);
    const codes = facts(outcome).map((fact) => (fact as string[])[2]);
    expect(codes).toEqual([
      "object/invalid",
      "object/invalid",
      "source/duplicate-key",
      "object/unknown-field",
    ]);
  });

  it("refuses versions that are not served, and what is no object", () => {
    write("a.yaml", `${cronTab("a").replace("/v1", "/v9")}---\nspec: {}\n---\n[1]\n`);
    expect(facts(validate(["--crd", "crd.yaml", "a.yaml", "--format", "json"]))).toEqual([
      ["a.yaml:1:13", "error", "object/unknown-version"],
      ["a.yaml:6:1", "error", "object/incomplete"],
      ["a.yaml:8:1", "error", "object/incomplete"],
    ]);
  });

  it("says that the CRD itself is refused", () => {
    write(
      "crd.yaml",
      readFileSync(join(folder, "crd.yaml"), "utf8").replace(
        "self.replicas <= 5",
        "self.replica <= 5",
      ),
    );
    write("a.yaml", cronTab("a"));
    const codes = facts(validate(["--crd", "crd.yaml", "a.yaml", "--format", "json"])).map(
      (fact) => (fact as string[])[2],
    );
    expect(codes).toEqual(["object/crd-refused", "cel/undefined-field"]);
  });

  it("treats unknown and duplicate fields as it is told", () => {
    write("a.yaml", cronTab("a", "cronSpec: '* * * * *', image: a, image: b, none: 1"));
    const run = (how: string) =>
      validate(["--crd", "crd.yaml", "a.yaml", "--format", "json", "--field-validation", how]);
    const duplicate = "source/duplicate-key";
    expect([run("Ignore").code, facts(run("Ignore"))]).toEqual([
      0,
      [["a.yaml:4:42", "warning", duplicate]],
    ]);
    expect([run("Warn").code, facts(run("Warn"))]).toEqual([
      0,
      [
        ["a.yaml:4:42", "warning", duplicate],
        ["a.yaml:4:52", "warning", "object/unknown-field"],
      ],
    ]);
    expect([run("Strict").code, facts(run("Strict"))]).toEqual([
      1,
      [
        ["a.yaml:4:42", "error", duplicate],
        ["a.yaml:4:52", "error", "object/unknown-field"],
      ],
    ]);
  });

  it("refuses, and does not print, what a strict server cannot decode", () => {
    const twice = "cronSpec: '* * * * *', image: a, image: b";
    write("a.yaml", `${cronTab("a")}---\n${cronTab("b", twice)}---\n${cronTab("c")}`);
    const args = ["--crd", "crd.yaml", "a.yaml", "--field-validation", "Strict", "-o", "json"];
    const { code, out, err } = validate(args);
    expect(code).toBe(1);
    expect(err).toContain("✗ 1 of 3 objects is refused by Kubernetes 1.37: 1 error\n");
    expect(out.split("\n").map((line) => /"name":"(.)"/.exec(line)?.[1])).toEqual([
      "a",
      "c",
      undefined,
    ]);
  });

  it.each([
    ["name: 3", "a.yaml:3:19"],
    ["name: a, labels: { a: 1 }", "a.yaml:3:35"],
    ["name: a, labels: [a]", "a.yaml:3:22"],
    ["name: a, finalizers: [a, 1]", "a.yaml:3:38"],
    ["name: a, creationTimestamp: yesterday", "a.yaml:3:41"],
    ["name: a, ownerReferences: [{ uid: a }, { uid: 3 }]", "a.yaml:3:59"],
    ["name: a, managedFields: [{ time: x }]", "a.yaml:3:46"],
  ])("finds metadata that cannot be decoded: %s", (metadata, place) => {
    write("a.yaml", cronTab("a").replace("name: a", metadata));
    const outcome = validate(["--crd", "crd.yaml", "a.yaml", "--format", "json"]);
    expect(facts(outcome)).toEqual([[place, "error", "object/rejected"]]);
  });

  it("judges updates, with ratcheting and transition rules", () => {
    write("old.yaml", `${cronTab("a", "cronSpec: never, image: a")}---\n${cronTab("b")}`);
    write(
      "new.yaml",
      `${cronTab("a", "cronSpec: never, image: a, replicas: 2")}---\n${cronTab("b", "cronSpec: 0 3 * * *, image: b")}---\n${cronTab("c", "cronSpec: never, image: c")}`,
    );
    const outcome = validate([
      "--crd",
      "crd.yaml",
      "new.yaml",
      "--old",
      "old.yaml",
      "--format",
      "json",
    ]);
    expect(facts(outcome)).toEqual([
      ["new.yaml:9:37", "error", "object/invalid", "spec.image"],
      ["new.yaml:14:19", "error", "object/invalid", "spec.cronSpec"],
    ]);
    expect(
      facts(
        validate([
          "--crd",
          "crd.yaml",
          "new.yaml",
          "--old",
          "old.yaml",
          "--format",
          "json",
          "--kubernetes-version",
          "1.29",
        ]),
      ).length,
    ).toBe(3);
  });

  it("takes the old resourceVersion where there is none, and refuses another", () => {
    const withVersion = (version: string): string =>
      cronTab("a").replace("name: a", `name: a, resourceVersion: "${version}"`);
    write("old.yaml", withVersion("7"));
    write("a.yaml", cronTab("a"));
    write("b.yaml", withVersion("6"));
    expect(validate(["--crd", "crd.yaml", "a.yaml", "--old", "old.yaml"]).code).toBe(0);
    expect(
      facts(validate(["--crd", "crd.yaml", "b.yaml", "--old", "old.yaml", "--format", "json"])),
    ).toEqual([["b.yaml:3:39", "error", "object/rejected"]]);
    expect(facts(validate(["--crd", "crd.yaml", "b.yaml", "--format", "json"]))).toEqual([
      ["b.yaml:3:39", "error", "object/rejected"],
    ]);
  });

  it("judges writes to the status alone", () => {
    write(
      "a.yaml",
      `${cronTab("a", "cronSpec: never")}status:\n  replicas: 1\n  lastRun: yesterday\n`,
    );
    const args = ["--crd", "crd.yaml", "a.yaml", "--subresource", "status", "--format", "json"];
    expect(facts(validate(args))).toEqual([
      ["a.yaml:7:12", "error", "object/invalid", "status.lastRun"],
      ["a.yaml:1:1", "error", "object/invalid", "<nil>"],
    ]);
    expect(facts(validate([...args, "--kubernetes-version", "1.28"]))).toHaveLength(2);
    write("crd.yaml", readFileSync(join(folder, "crd.yaml"), "utf8").replace("status: {}", ""));
    expect(facts(validate(args))).toEqual([["a.yaml:1:1", "error", "object/rejected"]]);
  });

  it("warns of deprecated versions", () => {
    write(
      "crd.yaml",
      readFileSync(join(folder, "crd.yaml"), "utf8").replace(
        "served: true",
        "served: true\n      deprecated: true",
      ),
    );
    write("a.yaml", cronTab("a"));
    const outcome = validate(["--crd", "crd.yaml", "a.yaml", "--format", "json"]);
    expect([outcome.code, facts(outcome)]).toEqual([
      0,
      [["a.yaml:1:13", "warning", "object/warning"]],
    ]);
  });

  it("keeps what JSON.parse cannot", () => {
    const text = JSON.stringify({
      apiVersion: "stable.example.com/v1",
      kind: "CronTab",
      metadata: { name: "a" },
      spec: { cronSpec: "* * * * *", image: "a", replicas: 0 },
    });
    write("a.json", text.replace('"replicas":0', '"replicas":1.0'));
    const args = ["--crd", "crd.yaml", "a.json", "--format", "json"];
    expect(facts(validate(args))).toEqual([
      ["a.json:1:80", "error", "object/invalid", "spec"],
      ["a.json:1:123", "error", "object/invalid", ".spec.replicas"],
    ]);
  });

  it.each([
    [["--crd", "crd.yaml"], /name at least one file/],
    [["--crd", "-", "-"], /only once/],
    [["--crd", "none.yaml", "crd.yaml"], /no such file/],
    [["--crd", "crd.yaml", "crd.yaml"], /no object in crd\.yaml/],
    [["crd.yaml", "--kubernetes-version", "1.2"], /1\.28 to 1\.37/],
    [
      ["crd.yaml", "--subresource", "scale"],
      /^error: --subresource: 'scale' is not one of status$/m,
    ],
  ])("usage: %j", (args, message) => {
    const { code, err } = validate(args);
    expect(err).toMatch(message);
    expect(code).toBe(2);
  });

  it("explains its diagnostics", () => {
    const { stdout } = spawnSync(process.execPath, [main, "explain", "object/invalid"], {
      encoding: "utf8",
    });
    expect(stdout).toMatch(/^# object\/invalid\n/);
  });

  it("wants a CRD", () => {
    write("a.yaml", cronTab("a"));
    expect(validate(["a.yaml"])).toMatchObject({
      code: 2,
      err: "error: no CustomResourceDefinition in a.yaml; name some with --crd\n",
    });
  });

  it("survives what is no text, and faults of YAML", () => {
    write("a.yaml", `${cronTab("a")}---\na: [1\n`);
    const outcome = validate(["--crd", "crd.yaml", "a.yaml"]);
    expect(outcome.code).toBe(1);
    expect(outcome.out).toContain("source/not-yaml");
    expect(outcome.err).toBe(
      "✗ 1 object is accepted by Kubernetes 1.37, but the inputs have errors: 1 error\n",
    );
  });
});
