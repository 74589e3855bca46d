import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildSync } from "esbuild";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { configJsonSchema } from "../../src/cli/config/schema.js";
import { outputJsonSchema } from "../../src/cli/report/output-schemas.js";
import type { Packed } from "../support/pack.js";
import { pack, packFolder } from "../support/pack.js";

const root = join(import.meta.dirname, "../..");
const attw = join(root, "node_modules/@arethetypeswrong/cli/dist/index.js");

interface Manifest {
  readonly repository: { readonly url: string };
  readonly homepage: string;
  readonly bugs: string;
  readonly exports: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
  readonly bin: Readonly<Record<string, string>>;
  readonly scripts: Readonly<Record<string, string>>;
}

describe("the package", () => {
  const scratch = mkdtempSync(join(tmpdir(), "crdgen-package-"));
  const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as Manifest;
  let packed: Packed;
  let paths: readonly string[];

  beforeAll(() => {
    packed = pack("--pack-destination", scratch);
    paths = packed.files.map(({ path }) => path);
  }, 60_000);

  afterAll(() => {
    rmSync(scratch, { recursive: true });
  });

  it("has at most 16 MB and 1,080 files", () => {
    expect(packed.unpackedSize).toBeLessThanOrEqual(16_000_000);
    expect(paths.length).toBeLessThanOrEqual(1_080);
  });

  it("holds neither sources nor source maps, tests or temporary files", () => {
    expect(paths.filter((path) => /^(?:src|test|build|bench)\/|\.map$|\/\./.test(path))).toEqual(
      [],
    );
  });

  it("holds every file that package.json names", () => {
    const exported = Object.values(manifest.exports).flatMap((target) =>
      typeof target === "string" ? [target] : Object.values(target),
    );
    const named = [...exported, ...Object.values(manifest.bin)].map((path) => path.slice(2));
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((path) => !paths.includes(path))).toEqual([]);
  });

  it.each(["README.md", "docs/backends.md", "docs/cel.md"])("holds what %s links to", (page) => {
    const text = readFileSync(join(root, page), "utf8").replace(/^```.*?^```/gms, "");
    const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = ""]) => link);
    const local = links.filter((link) => !/^(?:https?:|#)/.test(link));
    const targets = local.map((link) => join(page, "..", link.replace(/#.*$/, "")));
    const isPacked = (target: string): boolean =>
      paths.some((path) => path === target || path.startsWith(`${target.replace(/\/$/, "")}/`));
    expect(targets.filter((target) => !isPacked(target))).toEqual([]);
    if (page === "README.md") expect(links).not.toEqual([]);
  });

  it("holds every file of templates", () => {
    const templates = readdirSync(join(root, "templates"), { recursive: true, encoding: "utf8" })
      .map((name) => `templates/${name.replaceAll("\\", "/")}`)
      .filter((path) => statSync(join(root, path)).isFile());
    expect(templates.length).toBeGreaterThan(5);
    expect(templates.filter((path) => !paths.includes(path))).toEqual([]);
  });

  it("names one repository throughout", () => {
    const [, address = ""] = /^git\+(https:.+)\.git$/.exec(manifest.repository.url) ?? [];
    expect(address).toMatch(/^https:\/\/github\.com\/[^/]+\/[^/]+$/);
    expect(manifest.homepage).toBe(`${address}#readme`);
    expect(manifest.bugs).toBe(`${address}/issues`);
  });

  it("runs no script where it is installed", () => {
    const atInstallation = ["preinstall", "install", "postinstall", "prepublish", "prepare"];
    const scripts = Object.keys(manifest.scripts);
    expect(atInstallation.filter((name) => scripts.includes(name))).toEqual([]);
    // In a checkout npm runs this one behind `npm ci`; whoever packs gets what is built anew.
    expect(scripts).toEqual(expect.arrayContaining(["dependencies", "prepack"]));
  });

  it("has the JSON Schemas of the configuration and of outputs", () => {
    const published = (name: string): unknown =>
      JSON.parse(readFileSync(join(root, "dist", name), "utf8"));
    expect(published("config.schema.json")).toEqual(configJsonSchema());
    expect(published("output.schema.json")).toEqual(JSON.parse(JSON.stringify(outputJsonSchema())));
  });

  it("is one that publint has nothing to say of", async () => {
    const tarball = new Uint8Array(readFileSync(join(scratch, packed.filename)));
    const { messages, pkg } = await publint({ pack: { tarball: tarball.buffer }, strict: true });
    expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
  }, 60_000);

  // ES modules alone, as package.json says: what resolves as node10 does, or with `require` of old,
  // finds none.
  it("is one that attw has nothing to say of", () => {
    const { status, stdout } = spawnSync(
      process.execPath,
      [attw, join(scratch, packed.filename), "--profile", "esm-only", "--no-emoji", "--no-color"],
      { encoding: "utf8" },
    );
    expect({ status, stdout }).toMatchObject({ status: 0 });
  }, 60_000);

  it("lets bundlers leave out what a program does not use of the runtime", () => {
    const { outputFiles } = buildSync({
      stdin: {
        contents: 'export { isCronTab } from "./versions.example.com/v1/crontabs/index.js";',
        resolveDir: join(root, "generated-samples/crontab-versions"),
      },
      bundle: true,
      minify: true,
      format: "esm",
      write: false,
    });
    // The runtime as a whole is 240 KB.
    expect(outputFiles[0]?.contents.length).toBeLessThan(60_000);
  });

  it("has its classes once, whichever entry they come from", () => {
    const text = `
      import { compile } from "crdgen/cel";
      import { CelError } from "crdgen/runtime/v1";
      const rule = compile("1 / 0 == 1", { variables: {} });
      console.log(rule.ok && rule.evaluate({}) instanceof CelError);
    `;
    const out = execFileSync(process.execPath, ["--input-type=module", "-e", text], {
      cwd: root,
      encoding: "utf8",
    });
    expect(out).toBe("true\n");
  });
});

describe("the package crdgen-runtime", () => {
  const scratch = mkdtempSync(join(tmpdir(), "crdgen-runtime-"));
  let packed: Packed;

  beforeAll(() => {
    packed = packFolder("packages/runtime", "--pack-destination", scratch);
  }, 60_000);

  afterAll(() => {
    rmSync(scratch, { recursive: true });
  });

  it("has the version of crdgen, and no dependencies", () => {
    const [own, runtime] = ["package.json", "packages/runtime/package.json"].map(
      (path) => JSON.parse(readFileSync(join(root, path), "utf8")) as Record<string, unknown>, // a manifest
    );
    expect(runtime?.["version"]).toBe(own?.["version"]);
    expect(Object.keys(runtime ?? {}).filter((key) => /dependencies/i.test(key))).toEqual([]);
  });

  it("holds its modules, its declarations, and nothing of the compiler", () => {
    const paths = packed.files.map(({ path }) => path);
    expect(
      paths.filter((path) => !/^(?:dist\/v1\/|LICENSE$|README\.md$|package\.json$)/.test(path)),
    ).toEqual([]);
    expect(paths).toContain("dist/v1/internal.d.ts");
    expect(packed.unpackedSize).toBeLessThanOrEqual(2_600_000);
  });

  it("is one that publint and attw have nothing to say of", async () => {
    const file = join(scratch, packed.filename);
    const tarball = new Uint8Array(readFileSync(file));
    const { messages, pkg } = await publint({ pack: { tarball: tarball.buffer }, strict: true });
    expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
    const args = [attw, file, "--profile", "esm-only", "--no-emoji", "--no-color"];
    const { status, stdout } = spawnSync(process.execPath, args, { encoding: "utf8" });
    expect({ status, stdout }).toMatchObject({ status: 0 });
  }, 60_000);
});
