import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { goodCrd, goodObject } from "../support/action-repository.js";
import { main, Scratch, writeBelow } from "../support/cli.js";
import { pack } from "../support/pack.js";
import { blocksOf } from "../support/page-blocks.js";

const root = join(import.meta.dirname, "../..");
const scratch = new Scratch();
const page = readFileSync(join(root, "docs/ci.md"), "utf8");
const blocks = blocksOf("docs/ci.md", page);

/** The first block of a language that holds a text. */
function blockOf(language: string, text: string): string {
  return (
    blocks.find((block) => block.language === language && block.text.includes(text))?.text ?? ""
  );
}

/** A project with a CRD that a server warns of, an object that is refused, and stale code. */
function project(): string {
  const folder = scratch.next();
  writeBelow(folder, "config/crd/crontab.yaml", goodCrd.replace("maxLength: 100", "maxLength: 40"));
  writeBelow(folder, "config/samples/nightly.yaml", `${goodObject}  replicas: -1\n`);
  writeBelow(
    folder,
    "crdgen.config.json",
    '{ "inputs": ["config/crd"], "out": "src/generated" }\n',
  );
  writeBelow(folder, "bin/npx", '#!/usr/bin/env bash\nshift\nexec "$NODE" "$CRDGEN" "$@"\n');
  writeBelow(folder, "bin/crdgen", '#!/usr/bin/env bash\nexec "$NODE" "$CRDGEN" "$@"\n');
  writeBelow(folder, "bin/npm", "#!/usr/bin/env bash\n");
  execFileSync("chmod", ["+x", "bin/npx", "bin/crdgen", "bin/npm"], { cwd: folder });
  return folder;
}

/** Runs a line as a job does. */
function run(
  folder: string,
  script: string,
): { readonly code: number | null; readonly out: string } {
  const env = {
    ...process.env,
    NODE: process.execPath,
    CRDGEN: main,
    PATH: `${join(folder, "bin")}:${process.env["PATH"] ?? ""}`,
  };
  const { status, stdout, stderr } = spawnSync("bash", ["-c", script], {
    cwd: folder,
    encoding: "utf8",
    env,
  });
  return { code: status, out: stdout + stderr };
}

describe("GitLab", () => {
  const job = (parse(blockOf("yaml", "codequality")) as { readonly crds: Job }).crds; // the page's own

  interface Job {
    readonly script: readonly string[];
    readonly artifacts: { readonly reports: Readonly<Record<string, string>> };
  }

  const folder = project();
  const codes = job.script.map((line) => run(folder, line).code);

  it("has the job fail for what is not good", () => {
    expect(codes).toEqual([0, 0, 1, 1]);
  });

  it("finds each report where the job says", () => {
    const { codequality = "", junit = "" } = job.artifacts.reports;
    expect(JSON.parse(readFileSync(join(folder, codequality), "utf8"))).toEqual([]);
    expect(readFileSync(join(folder, junit), "utf8")).toBe(blockOf("xml", "testsuites"));
  });

  it("reads a list of findings, as the page shows it", () => {
    const args = [main, "validate", "--crd", "config/crd", "config/samples", "--format", "gitlab"];
    const { stdout } = spawnSync(process.execPath, args, { cwd: folder, encoding: "utf8" });
    expect(JSON.parse(stdout)).toEqual(JSON.parse(blockOf("json", "fingerprint")));
    for (const finding of JSON.parse(stdout) as unknown[]) {
      expect(finding).toMatchObject({
        description: expect.any(String) as string, // what vitest calls any
        check_name: "object/invalid",
        fingerprint: expect.stringMatching(/^[0-9a-f]{32}$/) as string, // likewise
        severity: expect.stringMatching(/^(?:info|minor|major|critical|blocker)$/) as string, // likewise
        location: { path: "config/samples/nightly.yaml" },
      });
    }
  });
});

describe("pre-commit", () => {
  interface Hook {
    readonly id: string;
    readonly name: string;
    readonly entry: string;
    readonly language: string;
    readonly files: string;
    readonly pass_filenames: boolean;
  }

  interface HookConfig {
    readonly repos: readonly {
      readonly hooks: readonly { readonly id: string; readonly args?: readonly string[] }[];
    }[];
  }

  const hooks = parse(
    readFileSync(join(root, ".pre-commit-hooks.yaml"), "utf8"),
  ) as readonly Hook[]; // our own file
  const configured = (parse(blockOf("yaml", "id: crdgen-lint")) as HookConfig).repos.flatMap(
    (repo) => repo.hooks,
  );

  it("has the hooks that the page names", () => {
    expect(configured.map(({ id }) => id)).toEqual(hooks.map(({ id }) => id));
  });

  it("runs each hook with the arguments of the page, without names of files", () => {
    const folder = project();
    const shown = blockOf("text", "crdgen validate...");
    const codes = configured.map(({ id, args = [] }) => {
      const hook = hooks.find((one) => one.id === id);
      expect(hook).toMatchObject({ language: "node", pass_filenames: false });
      const { code, out } = run(folder, [hook?.entry ?? "", ...args].join(" "));
      // pre-commit itself prints the names, and what a hook that fails says.
      expect(shown).toMatch(
        new RegExp(`^${hook?.name ?? ""}\\.+${code === 0 ? "Passed" : "Failed"}$`, "m"),
      );
      if (code !== 0) expect(shown).toContain(`- hook id: ${id}\n- exit code: 1\n\n${out}`);
      return code;
    });
    expect(codes).toEqual([0, 1, 1]);
  });

  it.each([
    ["crdgen-lint", ["config/crd/a.yaml", "b.yml", "c.json"], ["a.go", "yaml", "a.yaml.tmpl"]],
    ["crdgen-validate", ["config/samples/a.yaml"], ["README.md"]],
    ["crdgen-generate", ["src/a.ts", "a.mjs", "crdgen.config.mts", "crd.yaml"], ["a.rs", "a.css"]],
  ])("wakes %s for files that matter", (id, matter, others) => {
    const pattern = new RegExp(hooks.find((one) => one.id === id)?.files ?? "");
    expect(matter.filter((path) => !pattern.test(path))).toEqual([]);
    expect(others.filter((path) => pattern.test(path))).toEqual([]);
  });
});

describe("the image", () => {
  const lines = readFileSync(join(root, "Dockerfile"), "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => [line.slice(0, line.indexOf(" ")), line.slice(line.indexOf(" ") + 1)] as const);
  const valuesOf = (wanted: string): readonly string[] =>
    lines.flatMap(([name, value]) => (name === wanted ? [value] : []));
  const ignoring = readFileSync(join(root, ".dockerignore"), "utf8").trim().split("\n");
  const kept = ignoring.filter((line) => line.startsWith("!")).map((line) => line.slice(1));

  it("is built in one stage and runs in another, without root and a shell", () => {
    const [build = "", final = ""] = valuesOf("FROM");
    expect(build).toMatch(/^node:22-[\w-]+ AS build$/);
    expect(final).toMatch(/^gcr\.io\/distroless\/nodejs22-debian12:nonroot$/);
    expect(valuesOf("USER")).toEqual([]);
    expect(JSON.parse(valuesOf("ENTRYPOINT")[0] ?? "")).toHaveLength(2);
  });

  it("is built of files that are there, among them all that is packed and built", () => {
    expect(kept.filter((path) => !existsSync(join(root, path)))).toEqual([]);
    const isKept = (path: string): boolean =>
      kept.some((one) => path === one || path.startsWith(`${one}/`));
    const made = /^(?:dist|packages\/runtime\/dist)\//;
    const needed = pack("--dry-run").files.map(({ path }) => path);
    expect(needed.filter((path) => !made.test(path) && !isKept(path))).toEqual([]);
    expect(["src", "scripts", "tsconfig.build.json"].filter((path) => !isKept(path))).toEqual([]);
    expect(ignoring).toEqual(expect.arrayContaining(["*", "**/node_modules", "**/dist"]));
  });

  describe("in place of the container", () => {
    const entry = (JSON.parse(valuesOf("ENTRYPOINT")[0] ?? "") as readonly string[])[1] ?? ""; // as the test above holds
    const installed = scratch.next();

    /** What `npm install` of the tarball leaves, in the folder of the image. */
    beforeAll(() => {
      const tarball = join(installed, pack("--pack-destination", installed).filename);
      const modules = join(installed, dirname(dirname(dirname(entry))), "..");
      mkdirSync(join(modules, "crdgen"), { recursive: true });
      execFileSync("tar", ["-xzf", tarball, "-C", join(modules, "crdgen"), "--strip-components=1"]);
      const { dependencies } = JSON.parse(
        readFileSync(join(modules, "crdgen/package.json"), "utf8"),
      ) as { readonly dependencies: Readonly<Record<string, string>> }; // a manifest
      for (const name of Object.keys(dependencies)) {
        cpSync(join(root, "node_modules", name), join(modules, name), { recursive: true });
      }
      symlinkSync(process.execPath, join(installed, "node"));
    }, 120_000);

    /** With no variable, and no other program to find. */
    function runImage(folder: string, args: readonly string[]): readonly [number | null, string] {
      const { status, stdout, stderr } = spawnSync(
        join(installed, "node"),
        [join(installed, entry), ...args],
        { cwd: folder, env: { PATH: join(installed, "none") }, encoding: "utf8" },
      );
      return [status, stdout + stderr];
    }

    it("runs with Node.js alone", () => {
      const folder = project();
      expect(runImage(folder, ["lint", "config/crd"])[0]).toBe(0);
      expect(runImage(folder, ["validate", "--crd", "config/crd", "config/samples"])[0]).toBe(1);
      expect(runImage(folder, ["generate"])[0]).toBe(0);
      expect(runImage(folder, ["generate", "--check"])[0]).toBe(0);
    });

    it("says what to do where git is needed", () => {
      const [code, text] = runImage(project(), ["diff", "HEAD:config/crd", "config/crd"]);
      expect(code).toBe(2);
      expect(text).toContain("git, which reads revisions, is not installed");
    });
  });
});

describe("the npm package", () => {
  it("has nothing that only a repository can use", () => {
    const paths = pack("--dry-run").files.map(({ path }) => path);
    const alien = /^(?:action|\.github|Dockerfile|\.dockerignore|\.pre-commit)/;
    expect(paths.filter((path) => alien.test(path))).toEqual([]);
  });
});
