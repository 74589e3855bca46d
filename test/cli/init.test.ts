import { execFileSync, spawnSync } from "node:child_process";
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join, relative } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import type { Outcome } from "../support/cli.js";
import { runCli, Scratch, writeBelow } from "../support/cli.js";
import { compilerFaults } from "../support/compiler-faults.js";
import { linkPackages, scriptFaults } from "../support/linked-project.js";
import { isChosen } from "../support/scope.js";

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
  npm install --save-dev file:${relative(realpathSync(folder), root)}
  npx crdgen generate           # writes src/generated
  npx crdgen generate --check   # in CI: exit code 1 if the output is out of date
`,
      err: "",
    });
    expect(crdgen("generate").err).toMatch(/^✓ src\/generated: 1 version of 1 resource: /);
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

  it("says that the current context is not written down", () => {
    const { code, err } = crdgen("init", "--crd", "cluster");
    expect(code).toBe(0);
    expect(err).toBe(
      "note: 'cluster' is the cluster of the current context, whichever that is when the CRDs are read; --crd cluster:CONTEXT names one for good\n",
    );
  });

  it("keeps what a name could do to the configuration within its text", () => {
    const name = 'a"; process.exit(7); "${`\u2028';
    writeBelow(folder, `${name}/a.yaml`, crontab);
    expect(crdgen("init").code).toBe(0);
    expect(crdgen("generate").err).toMatch(/^✓ generated: 1 version of 1 resource: /);
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
        err: `error: nothing was written, since there is already: ${path}; move it away, or name another folder\n`,
      });
    }
    expect(files()).toEqual(["crd.yaml", path]);
    expect(read(path)).toBe("mine");
  });

  it.each<[string, (path: string) => void, readonly string[], string]>([
    [
      "a link that leads nowhere",
      (path) => {
        mkdirSync(join(path, "my-client"));
        symlinkSync("none", join(path, "my-client/README.md"));
      },
      ["my-client"],
      "since there is already: my-client/README.md; move it away, or name another folder",
    ],
    [
      "files where folders have to be, and a folder where a file has to be",
      (path) => {
        mkdirSync(join(path, "my-client/tsconfig.json"), { recursive: true });
        writeFileSync(join(path, "my-client/test"), "");
      },
      ["my-client"],
      "since there is already: my-client/tsconfig.json, my-client/test; move them away, or name another folder",
    ],
    [
      "a file in place of the folder",
      (path) => {
        writeFileSync(join(path, "my-client"), "");
      },
      ["my-client"],
      "since 'my-client' is a file, not a folder; name another folder",
    ],
    [
      "a file in place of a folder above",
      (path) => {
        writeFileSync(join(path, "packages"), "");
      },
      ["packages/js/my-client"],
      "since 'packages' is a file, not a folder; name another folder",
    ],
  ])("writes nothing where there is %s", (_, make, args, reason) => {
    writeBelow(folder, "crd.yaml", crontab);
    make(folder);
    const before = readdirSync(folder, { recursive: true, encoding: "utf8" }).sort();
    for (const last of [[], ["--dry-run"]]) {
      expect(crdgen("init", "--template", "package", ...args, ...last)).toEqual({
        code: 2,
        out: "",
        err: `error: nothing was written, ${reason}\n`,
      });
    }
    expect(readdirSync(folder, { recursive: true, encoding: "utf8" }).sort()).toEqual(before);
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
      /^error: --template: 'none' is not one of package, operator$/m,
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
    expect(err).toMatch(
      /\n✗ nothing was written: 1 error\n1 CRD that the API server refuses stands in the way:\n {2}crontabs\.stable\.example\.com \(1 error\) in crd\.yaml:2\n$/,
    );
    expect(files()).toEqual(["crd.yaml"]);
  });

  it("leaves out with --skip-invalid what the API server refuses, then and later", () => {
    writeBelow(folder, "crds/a.yaml", crontab.replace("type: integer", "type: int"));
    writeBelow(folder, "crds/b.yaml", cluster);
    const args = ["init", "--template", "package", "my-client"];
    expect(crdgen(...args).err).toMatch(
      /\n✗ nothing was written: 1 error\n1 CRD that the API server refuses stands in the way:\n {2}crontabs\.stable\.example\.com \(1 error\) in crds\/a\.yaml:2\n--skip-invalid leaves them out, now and in every later run\n$/,
    );
    const { code, err } = crdgen(...args, "--skip-invalid");
    expect(code).toBe(0);
    expect(err).toMatch(
      /^crds\/a\.yaml:2: left out crontabs\.stable\.example\.com \(1 error\): .*\.type: Invalid value: "int": must be one of .*\nleft out 1 CRD that the API server refuses\n$/,
    );
    const { exports } = JSON.parse(read("my-client/package.json")) as { exports: object };
    expect(Object.keys(exports)).not.toContain("./stable.example.com/v1");
    expect(read("my-client/PROVENANCE.md")).not.toContain("stable.example.com");
    expect(runCli(join(folder, "my-client"), ["generate"]).code).toBe(0);
    const alone = crdgen(...args, "--skip-invalid", "--crd", "crds/a.yaml", "--name", "other");
    expect(alone.code).toBe(1);
    expect(alone.err).toMatch(
      /\n✗ nothing was written: 1 warning\nthe API server refuses every CRD, so that nothing is left to do\n$/,
    );
  });

  it("says where each CRD comes from, without what only this machine knows", () => {
    const labels = [
      "  labels:",
      "    app.kubernetes.io/version: v1.2.3",
      "    app: web",
      "  annotations:",
      '    helm.sh/chart: "cron|`tab`-1"',
      "    controller-gen.kubebuilder.io/version: v0.20.0",
    ].join("\n");
    const marked = cluster.replace(/^metadata:$/m, `metadata:\n${labels}`);
    writeBelow(folder, "crds/of web/a.yaml", marked);
    writeBelow(folder, "more/b.yaml", crontab);
    const crds = ["--crd", "crds", "--crd", `${folder}/more`];
    expect(crdgen("init", "--template", "package", "my-client", ...crds).code).toBe(0);
    const table = read("my-client/PROVENANCE.md").split("\n").filter((line) => line.startsWith("|")); // prettier-ignore
    expect(table.map((line) => line.replaceAll(/ {2,}/g, " ")).slice(2)).toEqual([
      "| `crontabs.cluster.example.com` | `crds/of web/a.yaml` | `app.kubernetes.io/version: v1.2.3`, `controller-gen.kubebuilder.io/version: v0.20.0`, `helm.sh/chart: crontab-1` |",
      "| `crontabs.stable.example.com` | `more/b.yaml` | |",
    ]);
    expect(read("my-client/PROVENANCE.md")).not.toContain(folder);
  });

  it("keeps a revision of git as it is, and paths of the working folder in it", () => {
    writeBelow(folder, "api/crds/a.yaml", crontab);
    const git = (...args: readonly string[]): void => {
      const user = ["-c", "user.name=a", "-c", "user.email=a@example.com"];
      execFileSync("git", [...user, ...args], { cwd: folder, stdio: "ignore" });
    };
    git("init");
    git("add", ".");
    git("commit", "--message", "a");
    const inApi = (...args: readonly string[]): Outcome => runCli(join(folder, "api"), args);
    for (const [index, crd] of ["HEAD:api/crds", "HEAD:./crds"].entries()) {
      const name = `client-${index}`;
      expect(inApi("init", "--template", "package", name, "--crd", crd).code).toBe(0);
      expect(read(`api/${name}/PROVENANCE.md`)).toContain("| `HEAD:api/crds/a.yaml` |");
      expect(runCli(join(folder, "api", name), ["generate"]).code).toBe(0);
    }
    expect(read("api/client-1/crdgen.config.json")).toContain('"inputs": ["HEAD:../crds"]');
  });

  it("shows the preferred version of a kind, and says what is deprecated", () => {
    writeBelow(folder, "crd.yaml", versions);
    expect(crdgen("init", "--template", "package", "my-client").code).toBe(0);
    const readme = read("my-client/README.md");
    expect(readme).toMatch(/`versions\.example\.com\/v1beta1`, deprecated /);
    expect(readme).toContain('from "my-client/versions.example.com/v1/');
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

  it.runIf(isChosen(4))(
    "writes a package that builds, passes its tests and its checks at once",
    () => {
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
        expect(scriptFaults(join(folder, "my-client"), script)).toBe("");
      }
      const packed = execFileSync("npm", ["pack", "--dry-run", "--json"], {
        cwd: join(folder, "my-client"),
        encoding: "utf8",
        stdio: ["ignore", "pipe", "ignore"],
      });
      const [{ files: inTarball }] = JSON.parse(packed) as [{ files: { path: string }[] }]; // of one package
      const others = inTarball.map(({ path }) => path).filter((path) => !path.startsWith("dist/"));
      expect(others.sort()).toEqual(["PROVENANCE.md", "README.md", "package.json"]);
    },
    240_000,
  );

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
      /^\| `CronTab` +\| `stable\.example\.com\/v1` +\| namespace +\| `stable\.example\.com\/v1\/crontabs` +\|$/m,
    );
    const [, example = ""] = /```ts\n(.*?)```/s.exec(readme) ?? [];
    expect(example).toContain(
      'import {\n  assertCronTab,\n  CronTabClient,\n} from "my-client/stable.example.com/v1/crontabs";',
    );
    linkPackages(join(folder, "my-client"));
    expect(runCli(join(folder, "my-client"), ["generate", "--quiet"]).code).toBe(0);
    writeBelow(folder, "my-client/test/example.ts", example);
    expect(compilerFaults(join(folder, "my-client/test/example.ts"))).toBe("");
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
    expect(out).toMatch(/\nNext:\n {2}cd my-operator\n {2}npm install\n {2}npm run dev /);
    expect(files()).toEqual(["crd.yaml", ...operatorFiles].sort());
    for (const path of operatorFiles) expect(read(path)).not.toContain("CRDGEN_");
    linkPackages(join(folder, "my-operator"));
    expect(runCli(join(folder, "my-operator"), ["generate", "--quiet"]).code).toBe(0);
    expect(compilerFaults(join(folder, "my-operator/src/main.ts"))).toBe("");
    expect(read("my-operator/deploy/crd.yaml")).toContain("name: crontabs.stable.example.com");
    // What the template says without looking at the code is what its code needs.
    const rbac = ["--namespace", "my-operator", "--out", "deploy/rbac.yaml", "--check"];
    expect(runCli(join(folder, "my-operator"), ["rbac", ...rbac])).toMatchObject({
      code: 0,
      out: "",
      err: "",
    });
    const rules = read("my-operator/deploy/rbac.yaml");
    writeBelow(
      folder,
      "my-operator/deploy/rbac.yaml",
      rules.replace("verbs: [update]", "verbs: []"),
    );
    expect(runCli(join(folder, "my-operator"), ["rbac", ...rbac])).toMatchObject({
      code: 1,
      out: "-     verbs: []\n+     verbs: [update]\n",
      err: "'deploy/rbac.yaml' is out of date; run crdgen rbac without --check\n",
    });
    expect(read("my-operator/package.json")).toContain(
      '"rbac": "crdgen rbac --namespace my-operator --out deploy/rbac.yaml"',
    );
  }, 120_000);

  it("writes an operator that passes its tests", () => {
    writeBelow(folder, "crd.yaml", crontab);
    expect(crdgen("init", "--template", "operator", "my-operator").code).toBe(0);
    const project = join(folder, "my-operator");
    linkPackages(project);
    expect(scriptFaults(project, "test")).toBe("");
  }, 120_000);

  it("takes the preferred version of the kind", () => {
    writeBelow(folder, "crd.yaml", versions);
    expect(crdgen("init", "--template", "operator", "my-operator").code).toBe(0);
    expect(read("my-operator/src/reconcile.ts")).toContain('"./generated/versions.example.com/v1/');
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
  ".dockerignore",
  ".gitignore",
  "Dockerfile",
  "README.md",
  "crdgen.config.json",
  "deploy/crd.yaml",
  "deploy/deployment.yaml",
  "deploy/kustomization.yaml",
  "deploy/namespace.yaml",
  "deploy/rbac.yaml",
  "deploy/sample.json",
  "dev.js",
  "package.json",
  "src/controllers.ts",
  "src/main.ts",
  "src/reconcile.ts",
  "test/reconcile.test.ts",
  "test/tsconfig.json",
  "tsconfig.json",
].map((path) => `my-operator/${path}`);

const packageFiles = [
  "package.json",
  "crdgen.config.json",
  "tsconfig.json",
  "README.md",
  "PROVENANCE.md",
  ".gitignore",
  "test/smoke.test.js",
];
