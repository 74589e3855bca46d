import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { beforeEach, describe, expect, it } from "vitest";
import type { Outcome } from "../support/cli.js";
import { runCli, Scratch, writeBelow } from "../support/cli.js";

const root = join(import.meta.dirname, "../..");
const crontab = readFileSync(join(root, "generated-samples/crontab/crd.yaml"), "utf8");
const scratch = new Scratch();
let folder = "";

beforeEach(() => {
  folder = scratch.next();
});

function crdgen(...args: readonly string[]): Outcome {
  return runCli(folder, args);
}

function read(path: string): string {
  return readFileSync(join(folder, path), "utf8");
}

/** All files below the test's folder, sorted. */
function files(): readonly string[] {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return names.filter((name) => statSync(join(folder, name)).isFile()).sort();
}

/** A kind with several versions. */
const versions = readFileSync(join(root, "generated-samples/crontab-versions/crd.yaml"), "utf8");

/** The same kind of another group, without namespaces. */
const cluster = crontab
  .replaceAll("stable.example.com", "cluster.example.com")
  .replaceAll("scope: Namespaced", "scope: Cluster");

describe("crdgen init", () => {
  it.each([
    [["config/crd/bases/a.yaml", "config/crd/patches/b.yaml"], ["config/crd/bases"]],
    [["config/crd/a.yaml"], ["config/crd"]],
    [["crds/a.yaml"], ["crds"]],
    [
      ["charts/one/crds/a.yaml", "charts/two/crds/b.yaml"],
      ["charts/one/crds", "charts/two/crds"],
    ],
    [["deploy/crds/a.yaml"], ["deploy/crds"]],
    [["package/crds/a.yaml"], ["package/crds"]],
    [["some/where/else/a.yaml", "some/where/b.json"], ["some/where"]],
    [["a.yaml"], ["a.yaml"]],
  ])("finds the CRDs of %j", (places, inputs) => {
    for (const [index, path] of places.entries()) {
      const text = crontab.replaceAll("stable.example.com", `g${index}.example.com`);
      writeBelow(
        folder,
        path,
        path.endsWith(".json") ? '{"kind": "CustomResourceDefinition"}' : text,
      );
    }
    writeBelow(folder, "config/samples/cron.yaml", "kind: CronTab\n");
    expect(crdgen("init")).toMatchObject({ code: 0, err: "" });
    expect(read("crdgen.config.ts")).toBe(
      `import type { Config } from "crdgen";\n\nexport default {\n  inputs: [${inputs.map((input) => `"${input}"`).join(", ")}],\n  out: "generated",\n} satisfies Config;\n`,
    );
  });

  it("writes a configuration that works at once, and says what to do next", () => {
    writeBelow(folder, "config/crd/a.yaml", crontab);
    writeBelow(folder, "src/index.ts", "");
    expect(crdgen("init")).toEqual({
      code: 0,
      out: `wrote crdgen.config.ts

Next:
  npm install --save-dev crdgen
  npx crdgen generate           # writes src/generated
  npx crdgen generate --check   # in CI: exit code 1 if the output is out of date
`,
      err: "",
    });
    expect(crdgen("generate").err).toMatch(/^src\/generated: 1 version of 1 resource: /);
    expect(crdgen("generate", "--check")).toMatchObject({ code: 0 });
  });

  it("writes for a folder, from which it names CRDs elsewhere", () => {
    writeBelow(folder, "api/config/crd/a.yaml", crontab);
    const { code, out } = crdgen(
      "init",
      "web/client",
      "--crd",
      "api/config/crd",
      "--crd",
      "cluster:here",
    );
    expect(code).toBe(0);
    expect(out).toMatch(/^wrote web\/client\/crdgen\.config\.ts\n\nNext:\n {2}cd web\/client\n/);
    expect(read("web/client/crdgen.config.ts")).toContain(
      'inputs: ["../../api/config/crd", "cluster:here"],',
    );
  });

  it("keeps what a name could do to the configuration within its text", () => {
    const name = 'a"; process.exit(7); "${`\u2028';
    writeBelow(folder, `${name}/a.yaml`, crontab);
    expect(crdgen("init").code).toBe(0);
    expect(crdgen("generate").err).toMatch(/^generated: 1 version of 1 resource: /);
  });

  it.each([
    ["crdgen.config.ts", []],
    ["crdgen.config.yml", []],
    ["my-client/package.json", ["--template", "package", "my-client"]],
    ["my-client/README.md", ["--template", "package", "my-client"]],
  ])("writes nothing where there is %s", (path, args) => {
    writeBelow(folder, "crd.yaml", crontab);
    writeBelow(folder, path, "mine");
    for (const last of [[], ["--dry-run"]]) {
      expect(crdgen("init", ...args, ...last)).toEqual({
        code: 2,
        out: "",
        err: `error: nothing was written, since there is already: ${path}\n`,
      });
    }
    expect(files()).toEqual(["crd.yaml", path]);
    expect(read(path)).toBe("mine");
  });

  it.each<[readonly string[], RegExp]>([
    [
      ["init"],
      /^error: no CustomResourceDefinition below '\.'; name the CRDs with --crd, such as /,
    ],
    [
      ["init", "--crd", "-"],
      /^error: --crd: every later run reads the CRDs again; save standard input to a file\n$/,
    ],
    [["init", "--name", "x"], /^error: --name is for --template\n$/],
    [
      ["init", "--template", "none"],
      /^error: option '--template <name>' argument 'none' is invalid/,
    ],
    [
      ["init", "My Client", "--template", "package"],
      /^error: 'My Client' is not a valid name for an npm package; name it with --name, such as --name my-client\n$/,
    ],
    [
      ["init", "x", "--template", "package", "--crd", "none.yaml"],
      /^error: 'none\.yaml': no such file or folder\n$/,
    ],
    [
      ["init", "x", "--template", "package", "--crd", "empty.yaml"],
      /^error: no CustomResourceDefinition in empty\.yaml\n$/,
    ],
  ])("%j is a fault of use", (args, message) => {
    writeBelow(folder, "empty.yaml", "a: 1\n");
    const { code, out, err } = crdgen(...args);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toMatch(message);
    expect(files()).toEqual(["empty.yaml"]);
  });
});

describe("crdgen init --template package", () => {
  it("says what is wrong with CRDs, and writes nothing", () => {
    writeBelow(folder, "crd.yaml", crontab.replace("type: integer", "type: int"));
    const { code, err } = crdgen("init", "--template", "package", "my-client", "--crd", "crd.yaml");
    expect(code).toBe(1);
    expect(err).toContain("error[crd/column-type]");
    expect(err).toMatch(/nothing was written\n$/);
    expect(files()).toEqual(["crd.yaml"]);
  });

  it("lists the files with --dry-run, and writes none", () => {
    writeBelow(folder, "crds/a.yaml", crontab);
    const { code, out } = crdgen("init", "--template", "package", "my-client", "--dry-run");
    expect(code).toBe(0);
    expect(out.trimEnd().split("\n")).toEqual(
      packageFiles.map((path) => `would write my-client/${path}`),
    );
    expect(files()).toEqual(["crds/a.yaml"]);
  });

  it("writes a package that builds, passes its tests and its checks at once", () => {
    writeBelow(folder, "crds/a.yaml", crontab);
    writeBelow(folder, "crds/b.yaml", cluster);
    const { code, out } = crdgen(
      "init",
      "--template",
      "package",
      "my-client",
      "--name",
      "@example/my-client",
    );
    expect(code).toBe(0);
    expect(out).toMatch(/\nNext:\n {2}cd my-client\n {2}npm install\n {2}npm run build /);
    expect(files()).toEqual(
      expect.arrayContaining(packageFiles.map((path) => `my-client/${path}`)),
    );
    for (const path of packageFiles) expect(read(`my-client/${path}`)).not.toContain("CRDGEN_");
    linkPackages(join(folder, "my-client"));
    for (const script of ["build", "test", "check"]) {
      const { status, stdout, stderr } = spawnSync("npm", ["run", script], {
        cwd: join(folder, "my-client"),
        encoding: "utf8",
      });
      expect({ script, status, output: status === 0 ? "" : stdout + stderr }).toEqual({
        script,
        status: 0,
        output: "",
      });
    }
    const packed = execFileSync("npm", ["pack", "--dry-run", "--json"], {
      cwd: join(folder, "my-client"),
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
    const [{ files: inTarball }] = JSON.parse(packed) as [{ files: { path: string }[] }]; // of one package
    const others = inTarball.map(({ path }) => path).filter((path) => !path.startsWith("dist/"));
    expect(others.sort()).toEqual(["README.md", "package.json"]);
  }, 240_000);

  it("has an entry per group and version, and a README with the real kinds, whose example compiles", () => {
    writeBelow(folder, "crds/a.yaml", crontab);
    writeBelow(folder, "crds/b.yaml", cluster);
    expect(crdgen("init", "--template", "package", "my-client").code).toBe(0);
    const { exports, description } = JSON.parse(read("my-client/package.json")) as {
      exports: Record<string, unknown>;
      description: string;
    };
    expect(Object.keys(exports)).toEqual([
      ".",
      "./cluster.example.com/v1",
      "./cluster.example.com/v1/*",
      "./stable.example.com/v1",
      "./stable.example.com/v1/*",
      "./runtime",
      "./runtime/node",
      "./package.json",
    ]);
    expect(description).toBe(
      "Types, validators and clients for Kubernetes custom resources: CronTab",
    );
    const readme = read("my-client/README.md");
    expect(readme).toMatch(
      /^\| `CronTab` +\| `stable\.example\.com\/v1` +\| `stable\.example\.com\/v1\/crontabs` +\|$/m,
    );
    const [, example = ""] = /```ts\n(.*?)```/s.exec(readme) ?? [];
    expect(example).toContain(
      'import { CronTabClient } from "my-client/stable.example.com/v1/crontabs";',
    );
    linkPackages(join(folder, "my-client"));
    expect(runCli(join(folder, "my-client"), ["generate", "--quiet"]).code).toBe(0);
    writeBelow(folder, "my-client/test/example.ts", example);
    expect(compilerFaults(join(folder, "my-client/test/example.ts"))).toEqual([]);
  }, 120_000);

  it("says which entry is missing when the CRDs gain a version", () => {
    writeBelow(folder, "crds/a.yaml", crontab);
    crdgen("init", "--template", "package", "my-client");
    writeBelow(folder, "crds/b.yaml", cluster);
    linkPackages(join(folder, "my-client"));
    expect(runCli(join(folder, "my-client"), ["generate", "--quiet"]).code).toBe(0);
    const { status, stdout } = spawnSync(process.execPath, ["--test", "test/smoke.test.js"], {
      cwd: join(folder, "my-client"),
      encoding: "utf8",
    });
    expect(status).toBe(1);
    expect(stdout).toContain('add "./cluster.example.com/v1" and "./cluster.example.com/v1/*"');
  }, 60_000);
});

describe("crdgen init --template operator", () => {
  it("writes an operator that compiles", () => {
    writeBelow(folder, "crd.yaml", crontab);
    const { code, out } = crdgen("init", "--template", "operator", "my-operator");
    expect(code).toBe(0);
    expect(out).toMatch(/\nNext:\n {2}cd my-operator\n {2}npm install\n {2}npm run build /);
    expect(files()).toEqual(["crd.yaml", ...operatorFiles].sort());
    for (const path of operatorFiles) expect(read(path)).not.toContain("CRDGEN_");
    const rules = read("my-operator/deploy/rbac.yaml");
    expect(rules).toContain('resources: ["crontabs"]');
    expect(rules).toContain('resources: ["crontabs/status", "crontabs/finalizers"]');
    linkPackages(join(folder, "my-operator"));
    expect(runCli(join(folder, "my-operator"), ["generate", "--quiet"]).code).toBe(0);
    expect(compilerFaults(join(folder, "my-operator/src/main.ts"))).toEqual([]);
  }, 120_000);

  it("takes the preferred version of the kind", () => {
    writeBelow(folder, "crd.yaml", versions);
    expect(crdgen("init", "--template", "operator", "my-operator").code).toBe(0);
    expect(read("my-operator/src/main.ts")).toContain('"./generated/versions.example.com/v1/');
  });

  it.each<[readonly string[], RegExp]>([
    [
      ["several"],
      /^error: an operator begins with one kind, and the CRDs have 2: .*; name the file of one with --crd\n$/,
    ],
    [["one", "--name", "@a/b"], /^error: '@a\/b' cannot name a Deployment: /],
  ])("%j is a fault of use", ([crds = "", ...args], message) => {
    writeBelow(folder, "one/a.yaml", crontab);
    writeBelow(folder, "several/a.yaml", crontab);
    writeBelow(folder, "several/b.yaml", cluster);
    const given = ["--template", "operator", "my-operator", "--crd", crds, ...args];
    const { code, out, err } = crdgen("init", ...given);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toMatch(message);
    expect(files()).toEqual(["one/a.yaml", "several/a.yaml", "several/b.yaml"]);
  });
});

const operatorFiles = [
  ".gitignore",
  "Dockerfile",
  "README.md",
  "crdgen.config.json",
  "deploy/deployment.yaml",
  "deploy/rbac.yaml",
  "package.json",
  "src/main.ts",
  "src/reconcile.ts",
  "tsconfig.json",
].map((path) => `my-operator/${path}`);

const packageFiles = [
  "package.json",
  "crdgen.config.json",
  "tsconfig.json",
  "README.md",
  ".gitignore",
  "test/smoke.test.js",
];

/** In place of `npm install`, which needs a network: the packages of this repository. */
function linkPackages(project: string): void {
  mkdirSync(join(project, "node_modules"));
  for (const name of [
    ".bin",
    "typescript",
    "@types",
    "undici-types",
    "publint",
    "@arethetypeswrong",
  ]) {
    symlinkSync(join(root, "node_modules", name), join(project, "node_modules", name));
  }
  symlinkSync(root, join(project, "node_modules/crdgen"));
  const manifest = join(project, "package.json");
  const text = readFileSync(manifest, "utf8");
  // `.bin` is the repository's, which has no bin of itself.
  writeBelow(
    project,
    "package.json",
    text.replace('"crdgen generate"', '"node node_modules/crdgen/dist/cli/main.js generate"'),
  );
}

function compilerFaults(file: string): readonly string[] {
  const program = ts.createProgram([file], {
    strict: true,
    noEmit: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    types: ["node"],
  });
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"));
}
