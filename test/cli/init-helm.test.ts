import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { parse } from "yaml";
import type { Outcome } from "../support/cli.js";
import { runCli, Scratch, writeBelow } from "../support/cli.js";
import { linkPackages } from "../support/linked-project.js";

const root = join(import.meta.dirname, "../..");
const crontab = readFileSync(join(root, "generated-samples/crontab/crd.yaml"), "utf8");
const scratch = new Scratch();
let folder = "";

beforeEach(() => {
  folder = scratch.next();
  writeBelow(folder, "crd.yaml", crontab);
});

const init = ["init", "--template", "operator", "my-operator"];

function read(path: string): string {
  return readFileSync(join(folder, "my-operator", path), "utf8");
}

function filesOf(project: string): readonly string[] {
  const names = readdirSync(project, { recursive: true, encoding: "utf8" });
  return names.filter((name) => statSync(join(project, name)).isFile()).sort();
}

/** What templates use of the values, and what of it is a map that is used as a whole. */
function valuesUsed(): readonly string[] {
  const templates = readdirSync(join(folder, "my-operator/deploy/chart/templates"));
  const text = templates.map((name) => read(`deploy/chart/templates/${name}`)).join("\n");
  const named = [...text.matchAll(/\.Values((?:\.\w+)+)/g)].map(([, path = ""]) => path.slice(1));
  // Within `with`, the path goes on without its beginning.
  const within = [...text.matchAll(/with \.Values\.(\w+) \}\}([^]*?)\{\{- end/g)].flatMap(
    ([, path = "", body = ""]) =>
      [...body.matchAll(/[( ]\.([a-z]\w*)/g)].map(([, name = ""]) => `${path}.${name}`),
  );
  const all = [...new Set([...named, ...within])];
  return all.filter((path) => !all.some((other) => other.startsWith(`${path}.`))).sort();
}

function valuesGiven(): readonly string[] {
  const values = parse(read("deploy/chart/values.yaml")) as Record<string, unknown>;
  return Object.entries(values)
    .flatMap(([name, value]) => {
      const isWhole = name === "resources" || typeof value !== "object" || value === null;
      const inner = isWhole || Array.isArray(value) ? [] : Object.keys(value);
      return inner.length === 0 ? [name] : inner.map((field) => `${name}.${field}`);
    })
    .sort();
}

describe("crdgen init --template operator --helm", () => {
  it("adds a chart, which has the only CRD", () => {
    expect(runCli(folder, init).code).toBe(0);
    const without = filesOf(join(folder, "my-operator"));
    expect(runCli(folder, ["init", "--template", "operator", "other", "--helm"]).code).toBe(0);
    expect(filesOf(join(folder, "other"))).toEqual(
      [
        ...without.filter((path) => path !== "deploy/crd.yaml"),
        "deploy/chart/Chart.yaml",
        "deploy/chart/crds/crd.yaml",
        "deploy/chart/templates/_helpers.tpl",
        "deploy/chart/templates/deployment.yaml",
        "deploy/chart/templates/rbac.yaml",
        "deploy/chart/templates/serviceaccount.yaml",
        "deploy/chart/values.yaml",
      ].sort(),
    );
  });

  it("fills in all names, and says in one place each what the templates use", () => {
    expect(runCli(folder, [...init, "--helm"]).code).toBe(0);
    const project = join(folder, "my-operator");
    for (const path of filesOf(project)) expect(read(path)).not.toContain("CRDGEN_");
    expect(parse(read("deploy/chart/Chart.yaml"))).toEqual({
      apiVersion: "v2",
      name: "my-operator",
      description: "An operator for CronTab objects",
      type: "application",
      version: "0.1.0",
      appVersion: "0.1.0",
    });
    expect(valuesUsed()).toEqual(valuesGiven());
    expect(valuesUsed()).toContain("image.tag");
    const kustomization = parse(read("deploy/kustomization.yaml")) as { resources: string[] };
    expect(kustomization.resources).toContain("chart/crds/crd.yaml");
    expect(read("README.md")).toContain("`deploy/chart/crds/crd.yaml`");
    expect(read("README.md")).toContain("helm install my-operator deploy/chart ");
  });

  it("leaves no trace where nobody asks for it", () => {
    expect(runCli(folder, init).code).toBe(0);
    const texts = filesOf(join(folder, "my-operator")).map(read).join("\n");
    expect(texts).not.toMatch(/Helm|chart|CRDGEN_/);
    expect(read("README.md")).toMatch(/[^\n]\n$/);
  });

  it("keeps texts of a CRD out of templates", () => {
    const hostile = '{{ fail "a template" }}';
    writeBelow(folder, "crd.yaml", crontab.replace(/description: The cron spec.*/, `description: '${hostile}'`)); // prettier-ignore
    expect(runCli(folder, [...init, "--helm"]).code).toBe(0);
    expect(read("deploy/chart/crds/crd.yaml")).toContain(hostile);
    const others = filesOf(join(folder, "my-operator/deploy/chart")).filter(
      (path) => !path.startsWith("crds/"),
    );
    for (const path of others) expect(read(`deploy/chart/${path}`)).not.toContain("fail");
  });

  it("has the roles that its code needs, as rbac says and keeps them", () => {
    expect(runCli(folder, [...init, "--helm"]).code).toBe(0);
    const project = join(folder, "my-operator");
    linkPackages(project);
    // What is not there yet would need no rights.
    expect(runCli(project, ["rbac", "--chart", "deploy/chart"])).toMatchObject({
      code: 2,
      err: expect.stringMatching(
        /^error: 'src\/\w+\.ts' imports '\.\/generated\/.*', which is not there\n\(if crdgen generates it, run crdgen generate first\)\n$/,
      ) as string,
    });
    expect(runCli(project, ["generate", "--quiet"]).code).toBe(0);
    const rbac = ["--namespace", "my-operator", "--out", "deploy/rbac.yaml", "--chart", "deploy/chart"]; // prettier-ignore
    expect(read("package.json")).toContain(`"rbac": "crdgen rbac ${rbac.join(" ")}"`);
    const run = (...more: readonly string[]): Outcome =>
      runCli(project, ["rbac", ...rbac, ...more]);
    expect(run("--check")).toMatchObject({ code: 0, out: "", err: "" });
    const path = "deploy/chart/templates/rbac.yaml";
    const rules = read(path);
    writeBelow(project, path, rules.replace("verbs: [update]", "verbs: []"));
    expect(run("--check")).toMatchObject({
      code: 1,
      out: "-     verbs: []\n+     verbs: [update]\n",
      err: `'${path}' is out of date; run crdgen rbac without --check\n`,
    });
    expect(run().out).toBe(`unchanged deploy/rbac.yaml\nwrote ${path}\n`);
    expect(read(path)).toBe(rules);
    // A chart alone is enough.
    writeBelow(project, path, "");
    expect(runCli(project, ["rbac", "--chart", "deploy/chart", "-q"])).toMatchObject({ out: "" });
    expect(read(path)).toBe(rules);
  }, 120_000);

  it.each<[readonly string[], string]>([
    [["init", "--helm"], "--helm is for --template operator: add that, or leave --helm out"],
    [
      ["init", "--template", "package", "x", "--helm"],
      "--helm is for --template operator: add that, or leave --helm out",
    ],
    [
      ["rbac", "--chart", "none"],
      "--chart: 'none' has no Chart.yaml\n(name the folder of a Helm chart, such as --chart deploy/chart)",
    ],
    [
      ["rbac", "--chart", "chart"],
      "--chart: 'chart/Chart.yaml' has no name of letters, digits, '.', '_' and '-'",
    ],
    [["rbac", "--check"], "--check needs --out, the file to compare with, or --chart"],
  ])("%j is a fault of use", (args, message) => {
    writeBelow(folder, "chart/Chart.yaml", 'name: "a\\" }}"\n');
    const { code, out, err } = runCli(folder, args);
    expect({ code, out, err }).toEqual({ code: 2, out: "", err: `error: ${message}\n` });
  });
});
