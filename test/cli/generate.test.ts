import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { parse } from "yaml";
import type { Outcome } from "../support/cli.js";
import { main, runCli, Scratch, writeBelow } from "../support/cli.js";

const root = join(import.meta.dirname, "../..");
const crontab = readFileSync(join(root, "generated-samples/crontab/crd.yaml"), "utf8");
const scratch = new Scratch();
let folder = "";

beforeEach(() => {
  folder = scratch.next();
});

function crdgen(args: readonly string[], input?: string): Outcome {
  return runCli(folder, args, input);
}

function write(path: string, text: string): void {
  writeBelow(folder, path, text);
}

/** Paths and texts below a folder. */
function tree(path: string): Record<string, string> {
  const base = join(folder, path);
  if (!existsSync(base)) return {};
  const names = readdirSync(base, { recursive: true, encoding: "utf8" }).sort();
  const files = names.filter((name) => statSync(join(base, name)).isFile());
  return Object.fromEntries(files.map((name) => [name, readFileSync(join(base, name), "utf8")]));
}

function crd(plural: string, kind: string, group = "example.com"): string {
  return crontab
    .replaceAll("stable.example.com", group)
    .replaceAll("crontabs", plural)
    .replaceAll("kind: CronTab", `kind: ${kind}`)
    .replaceAll("singular: crontab", `singular: ${kind.toLowerCase()}`)
    .replace("shortNames: [ct]", "shortNames: []");
}

describe("crdgen generate", () => {
  it("writes, finds itself up to date, and writes nothing again", () => {
    write("crd.yaml", crontab);
    expect(crdgen(["generate", "crd.yaml", "--out", "out"])).toMatchObject({ code: 0, out: "" });
    const before = statSync(join(folder, "out/index.ts")).mtimeMs;
    expect(crdgen(["generate", "crd.yaml", "--out", "out", "--check"]).code).toBe(0);
    expect(crdgen(["generate", "crd.yaml", "--out", "out"]).err).toContain("0 files written");
    expect(statSync(join(folder, "out/index.ts")).mtimeMs).toBe(before);
  });

  it("notices a difference with --check and leaves it", () => {
    write("crd.yaml", crontab);
    crdgen(["generate", "crd.yaml", "--out", "out"]);
    write(
      "crd.yaml",
      crontab.replace("description: Container image to run. Immutable.", "description: Changed."),
    );
    const before = tree("out");
    const { code, err } = crdgen(["generate", "crd.yaml", "--out", "out", "--check"]);
    expect(code).toBe(1);
    expect(err).toContain("differs: stable.example.com/v1/crontabs/types.ts");
    expect(tree("out")).toEqual(before);
  });

  it.each([
    [
      "json",
      '"message":"\'a.example.com/v1/ants/types.ts\' would no longer be written","source":"out/',
    ],
    ["github", "::error file=out/a.example.com/v1/ants/types.ts,title=output/out-of-date::"],
  ])("says what differs as data: %s", (format, expected) => {
    write("a.yaml", crd("ants", "Ant", "a.example.com"));
    write("b.yaml", crd("bees", "Bee", "b.example.com"));
    const args = ["generate", "--out", "out", "--parts", "types"];
    crdgen([...args, "a.yaml"]);
    const outcome = crdgen([...args, "b.yaml", "--check", "--format", format]);
    expect(outcome.out).toContain(expected);
    expect(outcome.out).toContain(
      "'b.example.com/v1/bees/types.ts' differs from what would be written",
    );
    expect(outcome.err).toBe("out is not up to date; run the same command without --check\n");
    expect(outcome.code).toBe(1);
  });

  it("removes its own stale files and nothing else", () => {
    write("a.yaml", crd("ants", "Ant"));
    write("b.yaml", crd("bees", "Bee"));
    crdgen(["generate", "a.yaml", "b.yaml", "--out", "out"]);
    write("out/example.com/v1/bees/own.ts", "export {};\n");
    write("out/notes.md", "mine\n");
    const { "example.com/v1/ants/types.ts": types = "" } = tree("out");
    const copies = ["my.ts", "my/types.ts", "example.com/v1/ants/my-types.ts"];
    for (const path of copies) write(`out/${path}`, types);
    crdgen(["generate", "a.yaml", "--out", "out"]);
    expect(Object.keys(tree("out"))).toEqual(expect.arrayContaining(copies));
    const left = Object.keys(tree("out")).filter((path) => !path.startsWith("runtime/"));
    expect(left.filter((path) => path.includes("bees"))).toEqual(["example.com/v1/bees/own.ts"]);
    expect(left).toContain("notes.md");
  });

  it("removes what a back end of somebody else no longer writes", () => {
    write("crd.yaml", crontab);
    const generate = `(unit, options, context) => context.file("extra").add({
      kind: "const", name: "extra", exported: true, doc: [], type: undefined,
      value: { kind: "name", flags: 0, flat: undefined, text: "undefined" } })`;
    const backend = `{ name: "extra", needs: [], parseOptions() {}, generate: ${generate} }`;
    write("with.mjs", `export default { parts: ["types"], backends: [${backend}] };`);
    const args = ["generate", "crd.yaml", "--out", "out"];
    expect(crdgen([...args, "--config", "with.mjs"]).err).toContain("written");
    expect(Object.keys(tree("out"))).toContain("stable.example.com/v1/crontabs/extra.ts");
    expect(crdgen([...args, "--parts", "types"]).err).toContain("1 removed");
  });

  it("writes documents that are asked for, and removes them when they no longer are", () => {
    write("crd.yaml", crontab);
    const folderOfVersion = "stable.example.com/v1";
    const generate = (...parts: readonly string[]): Outcome =>
      crdgen(["generate", "crd.yaml", "--out", "out", "--parts", parts.join(",")]);
    expect(generate("openapi", "json-schema").code).toBe(0);
    expect(Object.keys(tree("out"))).toEqual([
      "custom-resources.schema.json",
      `${folderOfVersion}/crontabs.schema.json`,
      `${folderOfVersion}/openapi-v2.json`,
      `${folderOfVersion}/openapi.json`,
    ]);
    write(`out/${folderOfVersion}/mine.json`, "{}");
    write("out/package.json", '{ "$comment": "@generated by crdgen" }');
    expect(generate("openapi").err).toContain("2 removed");
    expect(generate("types").err).toContain("2 removed");
    const left = Object.keys(tree("out")).filter((path) => path.endsWith(".json"));
    expect(left).toEqual(["package.json", `${folderOfVersion}/mine.json`]);
    write(`out/${folderOfVersion}/openapi.json`, "{}");
    const { code, err } = generate("openapi");
    expect([code, err]).toEqual([1, expect.stringContaining("openapi.json")]);
    expect(tree("out")[`${folderOfVersion}/openapi.json`]).toBe("{}");
  });

  it("gives the same bytes in any order, from folders, patterns, JSON, lists and standard input", () => {
    const documents = [crd("ants", "Ant"), crd("bees", "Bee", "b.example.com"), crd("cats", "Cat")];
    documents.forEach((text, index) => {
      write(`crds/${index}.yaml`, text);
    });
    crdgen(["generate", "crds", "--out", "folder"]);
    crdgen(["generate", "crds/2.yaml", "crds/0.yaml", "crds/1.yaml", "--out", "shuffled"]);
    crdgen(["generate", "crds/*.yaml", "--out", "pattern"]);
    crdgen(["generate", "-", "--out", "stdin"], [...documents].reverse().join("\n---\n"));
    const list = `apiVersion: v1\nkind: List\nitems:\n${documents
      .map(
        (text) =>
          `- ${text
            .replace(/^#.*\n/, "")
            .replaceAll("\n", "\n  ")
            .trim()}`,
      )
      .join("\n")}\n`;
    write("list.yaml", list);
    expect(crdgen(["generate", "list.yaml", "--out", "list"]).code).toBe(0);
    const items = documents.map((text) => {
      const { apiVersion, kind, ...item } = parse(text) as Record<string, unknown>; // a CRD
      expect([apiVersion, kind]).toEqual(["apiextensions.k8s.io/v1", "CustomResourceDefinition"]);
      return item;
    });
    const raw = {
      apiVersion: "apiextensions.k8s.io/v1",
      kind: "CustomResourceDefinitionList",
      items,
    };
    crdgen(["generate", "-", "--out", "raw"], JSON.stringify(raw));
    const expected = tree("folder");
    expect(Object.keys(expected).length).toBeGreaterThan(10);
    for (const other of ["shuffled", "pattern", "stdin", "list", "raw"])
      expect(tree(other), other).toEqual(expected);
  });

  it("honours --only, --parts, --versions, --emit and --import-extension", () => {
    write("a.yaml", `${crd("ants", "Ant")}\n---\n${crd("bees", "Bee", "b.example.com")}`);
    crdgen([
      "generate",
      "a.yaml",
      "--only",
      "b.*/Bee",
      "--parts",
      "types",
      "--emit",
      "js",
      "--out",
      "js",
    ]);
    expect(Object.keys(tree("js")).filter((path) => !path.startsWith("runtime/"))).toEqual([
      "b.example.com/v1/bees/index.d.ts",
      "b.example.com/v1/bees/index.js",
      "b.example.com/v1/bees/types.d.ts",
      "b.example.com/v1/bees/types.js",
      "b.example.com/v1/index.d.ts",
      "b.example.com/v1/index.js",
      "index.d.ts",
      "index.js",
    ]);
    crdgen(["generate", "a.yaml", "--import-extension", "none", "--out", "none"]);
    const texts = Object.values(tree("none")).join("");
    expect(texts).not.toMatch(/from "\.[^"]*\.(js|ts)"/);
  });
});

describe("an output within an output", () => {
  it("is left alone", () => {
    write("crd.yaml", crontab);
    const types = ["generate", "crd.yaml", "--parts", "types", "--out"];
    for (const out of ["gen", "a/b.c/gen", "js"]) {
      crdgen([...types, out, "--emit", out === "js" ? "js" : "ts"]);
    }
    const inner = ["gen", "a", "js"].map(tree);
    expect(crdgen([...types, "."]).err).toContain("0 removed");
    expect(crdgen([...types, ".", "--check"]).code).toBe(0);
    // Of its own files all the same those go that are no longer made.
    expect(crdgen([...types, ".", "--emit", "js"]).err).toContain("5 removed");
    expect(["gen", "a", "js"].map(tree)).toEqual(inner);
  });
});

describe("links within the output", () => {
  beforeEach(() => {
    write("crd.yaml", crontab);
    mkdirSync(join(folder, "out"));
    mkdirSync(join(folder, "elsewhere"));
    symlinkSync("../elsewhere", join(folder, "out/stable.example.com"));
  });

  it("to folders are followed", () => {
    const args = ["generate", "crd.yaml", "--parts", "types", "--out", "out"];
    expect(crdgen(args).code).toBe(0);
    expect(Object.keys(tree("elsewhere"))).toContain("v1/crontabs/types.ts");
    expect(crdgen([...args, "--check"]).code).toBe(0);
  });

  it("do not lead to files of somebody else", () => {
    write("elsewhere/v1/crontabs/types.ts", "export const mine = 1;\n");
    const { code, err } = crdgen(["generate", "crd.yaml", "--out", "out"]);
    expect(code).toBe(1);
    expect(err).toContain("output/foreign-file");
    expect(tree("elsewhere")).toEqual({ "v1/crontabs/types.ts": "export const mine = 1;\n" });
  });
});

describe("runs that meet", () => {
  it("begins anew what a run with its own process id left, as in a container", () => {
    write("crd.yaml", crontab);
    const same = 4194305; // above what Linux gives
    write("same.cjs", `Object.defineProperty(process, "pid", { value: ${same} });`);
    write(`out.${same}.crdgen-new/old.ts`, "killed");
    const args = ["--require", "./same.cjs", main, "generate", "crd.yaml", "--out", "out"];
    expect(spawnSync(process.execPath, args, { cwd: folder }).status).toBe(0);
    expect(Object.keys(tree("out"))).not.toContain("old.ts");
  });

  it("looks again at a folder that came up in the meantime", () => {
    write("crd.yaml", crontab);
    write("index.ts", "export const mine = 1;\n");
    const { code, err } = crdgen(["generate", "crd.yaml", "--out", "new/.."]);
    expect(err).toContain("'new/../index.ts': was not written by crdgen");
    expect(code).toBe(2);
    expect(tree(".")["index.ts"]).toBe("export const mine = 1;\n");
  });

  it("removes temporary files of a run that was killed, and not those of one that goes on", () => {
    write("crd.yaml", crontab);
    const { pid } = spawnSync(process.execPath, ["-e", ""]);
    write(`out/index.ts.${pid}.crdgen-new`, "killed");
    write(`out/index.ts.${process.pid}.crdgen-new`, "going on");
    expect(crdgen(["generate", "crd.yaml", "--out", "out"]).err).toContain("0 removed");
    const left = Object.keys(tree("out")).filter((path) => path.endsWith(".crdgen-new"));
    expect(left).toEqual([`index.ts.${process.pid}.crdgen-new`]);
  });

  it("gives a new folder its name when it is complete, and removes what a run that was killed began", () => {
    write("crd.yaml", crontab);
    const { pid } = spawnSync(process.execPath, ["-e", ""]);
    write(`deep/out.${pid}.crdgen-new/index.ts`, "killed");
    write(`deep/out.${process.pid}.crdgen-new/index.ts`, "going on");
    write(`deep/other.${pid}.crdgen-new/index.ts`, "of another folder");
    expect(crdgen(["generate", "crd.yaml", "--out", "deep/out/"]).code).toBe(0);
    expect(readdirSync(join(folder, "deep")).sort()).toEqual([
      `other.${pid}.crdgen-new`,
      "out",
      `out.${process.pid}.crdgen-new`,
    ]);
    expect(crdgen(["generate", "crd.yaml", "--out", "deep/out", "--check"]).code).toBe(0);
  });

  it("may write into one folder at the same time", async () => {
    write("crd.yaml", crontab);
    crdgen(["generate", "crd.yaml", "--out", "expected"]);
    const codes = await Promise.all(
      [1, 2, 3].map(async () => {
        const args = [main, "generate", "crd.yaml", "--out", "out"];
        const child = spawn(process.execPath, args, { cwd: folder, stdio: "ignore" });
        const [code] = (await once(child, "exit")) as [number | null];
        return code;
      }),
    );
    expect(codes).toEqual([0, 0, 0]);
    expect(tree("out")).toEqual(tree("expected"));
  });
});

describe("a run that is interrupted", () => {
  it.each([
    ["SIGHUP", 129],
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ] as const)("while it writes leaves the old output or the new one: %s", async (signal, code) => {
    for (const at of Array(60).keys()) write(`crds/${at}.yaml`, crd(`p${at}`, `Kind${at}`));
    const args = ["generate", "crds", "--out", "gen", "--parts", "types"];
    expect(crdgen([...args, "--no-version-in-banner"]).code).toBe(0);
    const before = tree("gen");
    const run = spawn(process.execPath, [main, ...args], { cwd: folder });
    const ended = once(run, "exit");
    const staged = (): boolean =>
      readdirSync(join(folder, "gen"), { recursive: true, encoding: "utf8" }).some((name) =>
        name.endsWith(".crdgen-new"),
      );
    while (run.exitCode === null && !staged())
      await new Promise((resolve) => setImmediate(resolve));
    run.kill(signal);
    // It may be done before it is seen to write, and then the signal ends it in its own way.
    const [exitCode, killedBy] = (await ended) as [number | null, NodeJS.Signals | null];
    expect([0, code, signal]).toContain(exitCode ?? killedBy);
    const after = tree("gen");
    if (JSON.stringify(after) !== JSON.stringify(before)) {
      expect(crdgen([...args, "--check"])).toMatchObject({ code: 0 });
    }
    expect(Object.keys(after)).toEqual(Object.keys(before));
  });
});

describe("crdgen generate with a configuration", () => {
  it.each([
    ["nope.yaml", undefined, /^error: 'nope\.yaml': no such file\n$/],
    ["a.txt", "", /^error: 'a\.txt': the name of a configuration must end in/],
    [
      "a.mjs",
      "export const a = 1;",
      /^error: 'a\.mjs': there is no default export; write `export default defineConfig/,
    ],
    ["a.mjs", "throw new Error('boom');", /^error: 'a\.mjs': boom\n$/],
    ["a.mjs", "export default {\n  out: ,\n};", /^error: 'a\.mjs': 2:8: Expression expected\.\n$/],
  ])("%s is refused with the reason", (name, text, message) => {
    if (text !== undefined) write(name, text);
    const { code, err } = crdgen(["generate", "--config", name]);
    expect(err).toMatch(message);
    expect(code).toBe(2);
  });

  it.each([
    ["process.exit(0);", "the run ended early"],
    ["await new Promise(() => {});", "the run ended early"],
    ["Promise.reject(new Error('late'));", "an uncaught error: late"],
    ["throw Object.create(null);", "what was thrown has no text"],
  ])("that goes astray is told, and leaves nothing: %s", (line, message) => {
    write("crd.yaml", crontab);
    const config = `${line}\nexport default { parts: ["types"] };\n`;
    for (const name of ["a.mjs", "a.ts"]) {
      write(name, config);
      const { code, err } = crdgen(["generate", "crd.yaml", "--out", "out", "--config", name]);
      expect(err).toMatch(new RegExp(`^error: '${name}': ${message}.*\n$`));
      expect(code).toBe(2);
    }
    expect(Object.keys(tree(".")).filter((path) => path.includes("crdgen-"))).toEqual([]);
  });

  it("does not hold the process", () => {
    write("crd.yaml", crontab);
    write("a.mjs", 'setInterval(() => {}, 1000);\nexport default { parts: ["types"] };\n');
    const args = [main, "generate", "crd.yaml", "--out", "out", "--config", "a.mjs"];
    const { status } = spawnSync(process.execPath, args, { cwd: folder, timeout: 60_000 });
    expect(status).toBe(0);
  });

  it("removes what runs that were killed left beside it", () => {
    const { pid } = spawnSync(process.execPath, ["-e", ""]);
    const [gone, kept] = [pid, process.pid].map((id) => `a.crdgen-stripped-${id}.mjs`);
    for (const name of [gone, kept, `other.crdgen-stripped-${pid}.mjs`]) write(name ?? "", "");
    write("a.ts", "export default {};\n");
    crdgen(["generate", "--config", "a.ts"]);
    expect(Object.keys(tree("."))).toEqual([kept, "a.ts", `other.crdgen-stripped-${pid}.mjs`]);
  });

  it("is told to be no CommonJS where its package says that it is", () => {
    write("package.json", '{ "type": "commonjs" }');
    write("a.js", "export default {};\n");
    const { err } = crdgen(["generate", "--config", "a.js"]);
    expect(err).toContain("makes it CommonJS; write the configuration as .mjs\n");
  });

  it.each([
    ['{ "printWidth": "x" }', /^error: --prettier: Invalid printWidth value/],
    ['{ "plugins": ["./none.mjs"] }', /^error: --prettier: Cannot find/],
    ["{ bad", /^error: --prettier: /],
  ])("tells faults of prettier's: %s", (configuration, message) => {
    write("crd.yaml", crontab);
    write(".prettierrc", configuration);
    const args = ["generate", "crd.yaml", "--parts", "types", "--out", "out", "--prettier"];
    const { code, err } = crdgen(args);
    expect(err).toMatch(message);
    expect(code).toBe(2);
    expect(tree("out")).toEqual({});
  });

  it("keeps crdgen's mark first, whatever prettier is asked to write", () => {
    write("crd.yaml", crontab);
    write(".prettierrc", '{ "insertPragma": true }');
    const args = ["generate", "crd.yaml", "--parts", "types", "--out", "out", "--prettier"];
    crdgen(args);
    write("crd.yaml", crontab.replace("Container image to run", "Changed"));
    expect(crdgen(args).err).toContain("1 file written");
  });

  it.each([
    ["a.json", '{ "inputs": ["x"], "ot": "y" }', "a.json:1:20"],
    ["a.yaml", "inputs: [", "a.yaml:1:10"],
    ["a.mjs", "export default { parts: [] };", "config/invalid"],
  ])("has faults that are wrong usage: %s", (name, text, place) => {
    write(name, text);
    const { code, err, out } = crdgen(["generate", "--config", name]);
    expect(`${out}${err}`).toContain(place);
    expect(code).toBe(2);
  });

  it("may be called .yml", () => {
    write("crdgen.config.yml", "inputs: [none.yaml]\nout: out\n");
    expect(crdgen(["generate"]).err).toBe("error: 'none.yaml': no such file or folder\n");
  });

  it("is not chosen among several", () => {
    write("crdgen.config.yml", "inputs: [none.yaml]\nout: out\n");
    write("crdgen.config.json", "{}");
    expect(crdgen(["generate"])).toMatchObject({
      code: 2,
      err: "error: 'crdgen.config.json' and 'crdgen.config.yml' both exist: remove one, or choose one with --config\n",
    });
    expect(crdgen(["generate", "--config", "crdgen.config.yml"]).err).toContain("'none.yaml'");
  });

  it("tells imports that are not found under the configuration's name, TypeScript with a word more", () => {
    write("crdgen.config.ts", 'import { out } from "./folder.js";\nexport default { out };\n');
    const missing = /folder\.js' imported from \S*crdgen\.config\.ts/;
    const { code, err } = crdgen(["generate", "crd.yaml"]);
    expect(code).toBe(2);
    expect(err).toMatch(new RegExp(`${missing.source}\n$`));
    write("folder.ts", 'export const out: string = "out";\n');
    expect(crdgen(["generate", "crd.yaml"]).err).toMatch(
      new RegExp(`${missing.source}; a configuration can import only JavaScript`),
    );
  });

  it("gives way to flags", () => {
    write("crd.yaml", crontab);
    write("crdgen.config.json", '{ "inputs": ["crd.yaml"], "out": "out", "parts": ["client"] }');
    expect(crdgen(["generate", "--parts", "types"]).code).toBe(0);
    const paths = Object.keys(tree("out"));
    expect(paths).toContain("stable.example.com/v1/crontabs/types.ts");
    expect(paths).not.toContain("stable.example.com/v1/crontabs/client.ts");
  });
});

describe("crdgen generate on bad input", () => {
  const cases: readonly (readonly [string, string | undefined, number, RegExp])[] = [
    ["not YAML", "a: [1\nb: 2", 1, /source\/not-yaml/],
    ["a template", "a: {{ .Values.x }}", 1, /source\/template/],
    ["no CRD", "kind: ConfigMap\napiVersion: v1", 2, /no CustomResourceDefinition/],
    ["nothing", "", 2, /no CustomResourceDefinition/],
    [
      "a conflict",
      `${crontab}\n---\n${crontab.replace("maxItems: 16", "maxItems: 8")}`,
      1,
      /input\/conflicting-crd/,
    ],
    [
      "a kind claimed twice",
      `${crd("ants", "Ant")}\n---\n${crd("formicae", "Ant")}`,
      1,
      /input\/kind-claimed-twice/,
    ],
    ["no schema", crontab.replace(/ {6}schema:[^]*/, ""), 1, /schema/i],
    [
      "a schema that is not structural",
      crontab.replace("type: string\n                  maxLength: 100", "maxLength: 100"),
      1,
      /type/,
    ],
  ];

  it.each(cases)("%s: nothing is written", (_, text, code, message) => {
    write("good.yaml", crontab);
    crdgen(["generate", "good.yaml", "--out", "out"]);
    const before = tree("out");
    write("bad.yaml", text ?? "");
    const outcome = crdgen(["generate", "bad.yaml", "--out", "out"]);
    expect({ ...outcome, out: "" }).toMatchObject({
      code,
      err: expect.stringMatching(message) as string,
    });
    expect(outcome.err).not.toMatch(/^ {4}at /m);
    expect(tree("out")).toEqual(before);
  });

  it.each([
    [["generate", "missing.yaml", "--out", "out"], /no such file or folder/],
    [["generate", "--out", "out"], /at least one input/],
    [["generate", "x.yaml"], /--out/],
    [["generate", "*.none", "--out", "out"], /nothing matches/],
    [
      ["generate", ".", "--out", "out", "--parts", "nonsense"],
      /error: --parts: 'nonsense' is not one of/,
    ],
    [["generate", ".", "--out", "out", "--kubernetes-version", "1.12"], /1\.28 to 1\.37/],
    [["generate", ".", "--out", "out", "--only", ","], /--only: name at least one pattern/],
    [["generate", ".", "--out", ""], /name the output folder with --out/],
    [
      ["generate", ".", "--out", "o", "--emit", "js", "--import-extension", ".ts"],
      /must not be '.ts' if emit/,
    ],
    [["frobnicate"], /unknown command/],
  ])("usage: %j", (args, message) => {
    const { code, err } = crdgen(args);
    expect(err).toMatch(message);
    expect(code).toBe(2);
  });

  it("never replaces a file of somebody else", () => {
    write("crd.yaml", crontab);
    write("out/index.ts", "export const mine = 1;\n");
    const { code, err } = crdgen(["generate", "crd.yaml", "--out", "out"]);
    expect(code).toBe(1);
    expect(err).toContain("output/foreign-file");
    expect(tree("out")).toEqual({ "index.ts": "export const mine = 1;\n" });
  });

  it("says when it cannot write", () => {
    write("crd.yaml", crontab);
    write("file", "");
    expect(crdgen(["generate", "crd.yaml", "--out", "file/out"])).toMatchObject({ code: 2 });
    for (const check of [[], ["--check"]]) {
      expect(crdgen(["generate", "crd.yaml", "--out", "file", ...check])).toMatchObject({
        code: 2,
        err: "error: 'file': not a folder\n",
      });
    }
    if (process.getuid?.() === 0) return; // root may write everywhere
    mkdirSync(join(folder, "closed"));
    chmodSync(join(folder, "closed"), 0o500);
    expect(crdgen(["generate", "crd.yaml", "--out", "closed/out"])).toMatchObject({ code: 2 });
  });

  it("never replaces a folder with the name of a file", () => {
    write("crd.yaml", crontab);
    mkdirSync(join(folder, "out/index.ts"), { recursive: true });
    const { code, err } = crdgen(["generate", "crd.yaml", "--out", "out"]);
    expect(code).toBe(1);
    expect(err).toContain("'out/index.ts' already exists, and crdgen did not write it");
    expect(tree("out")).toEqual({});
  });

  it("ends at once where a folder takes no files", () => {
    if (!existsSync("/proc/self")) return;
    write("crd.yaml", crontab);
    expect(crdgen(["generate", "crd.yaml", "--out", "/proc/out"])).toMatchObject({
      code: 2,
      err: "error: '/proc/out': cannot be written to (ENOENT)\n",
    });
  });

  it("takes what the system refuses for a fault of use", () => {
    const { code, err } = crdgen(["generate", "a".repeat(300), "--out", "out"]);
    expect(code).toBe(2);
    expect(err).toMatch(/^error: ENAMETOOLONG/);
  });

  it("names what --only leaves nothing of", () => {
    write("crd.yaml", crontab);
    expect(crdgen(["generate", "crd.yaml", "--only", "a/B", "--out", "out"])).toMatchObject({
      code: 2,
      err: "error: no CustomResourceDefinition in crd.yaml matches --only 'a/B'; the input defines stable.example.com/CronTab\n",
    });
  });

  it("repeats itself only with a warning", () => {
    write("crd.yaml", `${crontab}\n---\n${crontab}`);
    const { code, err } = crdgen(["generate", "crd.yaml", "--out", "out"]);
    expect(code).toBe(0);
    expect(err).toContain("warning[input/repeated-crd]");
  });

  it("prints data for programs", () => {
    write("bad.yaml", "a: [1\nb: 2");
    const { out } = crdgen(["generate", "bad.yaml", "--out", "out", "--format", "json"]);
    expect(JSON.parse(out.split("\n")[0] ?? "")).toMatchObject({
      code: "source/not-yaml",
      source: "bad.yaml",
    });
    expect(crdgen(["generate", "bad.yaml", "--out", "out", "--format", "github"]).out).toMatch(
      /^::error file=bad\.yaml,line=/,
    );
  });
});

describe("CRDGEN_TRACE", () => {
  it("has the time of each phase printed, and of the process", () => {
    write("crd.yaml", crontab);
    const args = ["generate", "crd.yaml", "--out", "out", "--parts", "types,client"];
    const { stderr } = spawnSync(process.execPath, [main, ...args], {
      cwd: folder,
      encoding: "utf8",
      env: { ...process.env, CRDGEN_TRACE: "1" },
    });
    const phases = [...stderr.matchAll(/^ *\d+\.\d ms {2}(.+)$/gm)].map(([, phase]) => phase);
    expect(phases).toEqual([
      "read inputs",
      "read and judge",
      "schemas",
      "names",
      "back end types",
      "back end client",
      "print",
      "index files and runtime",
      "compare with the output",
      "write",
      "since the process began",
    ]);
    expect(crdgen(args).err).not.toContain(" ms ");
  });
});

describe("loading crdgen", () => {
  it("loads neither prettier nor ts-morph nor typescript nor yaml", () => {
    write("crd.yaml", crontab);
    const traced = spawnSync(process.execPath, [main, "generate", "crd.yaml", "--out", "out"], {
      cwd: folder,
      encoding: "utf8",
      env: { ...process.env, NODE_DEBUG: "esm,module" },
    });
    expect(traced.status).toBe(0);
    expect(traced.stderr).toContain("dist/cli/main.js");
    expect(traced.stderr).not.toMatch(/node_modules\/(prettier|ts-morph|typescript|yaml|zod)\//);
  });
});
