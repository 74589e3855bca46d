import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { partNames, runtimeEntryNames } from "../../src/codegen/pipeline/settings.js";
import { generate } from "../../src/index.js";
import { Project, strictest } from "../support/compile.js";
import { linkAllPackages } from "../support/linked-project.js";
import { pack } from "../support/pack.js";
import type { PageBlock } from "../support/page-blocks.js";
import { blocksOf } from "../support/page-blocks.js";
import { Reader } from "../support/reader.js";
import { sample } from "../support/scope.js";

// Rules for pages: every block of `ts` compiles beside the output of the sample (`./generated/` and
// `./src/generated/`), and every block of `sh` is run, word by word and in its order, with the
// package as `npm pack` makes it: those of README.md in a clone and a fresh folder, those of other
// pages in a project that has crdgen. A block whose first line is a comment with a path
// (`// src/app.ts`, `# crontab.yaml`) is this file there. A block of `text` is the output of the
// commands above it.

const root = join(import.meta.dirname, "../..");
const pages = [
  "README.md",
  ...readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name.replaceAll("\\", "/")}`),
];
const blocks = pages.flatMap((page) => blocksOf(page, readFileSync(join(root, page), "utf8")));

describe("examples in TypeScript", () => {
  const cronTab = join(root, "generated-samples/crontab/crd.yaml");

  /** What the examples take for granted; one that declares such a name has its own. */
  const given = "given.d.ts";
  const givenText = "declare const baseUrl: string, token: string, ca: string, text: string;\n";

  const options = {
    ...strictest,
    // Examples show what there is, not what is done with it.
    noUnusedLocals: false,
    noUnusedParameters: false,
    lib: ["es2023", "dom", "dom.asynciterable"],
  };

  /** The sample with all parts, those among them that need a package. */
  async function generated(): Promise<readonly (readonly [path: string, text: string])[]> {
    const text = readFileSync(cronTab, "utf8");
    const builtIn = ["v1/Pod", "apps/v1/Deployment", "rbac.authorization.k8s.io"];
    const input = { sources: [{ path: "crd.yaml", text }], parts: partNames, builtIn };
    const { files } = await generate({ ...input, runtimeEntries: runtimeEntryNames });
    return files.map(({ path, text: code }) => [path, code]);
  }

  /** Pages of design show pieces of what is written. */
  const examples = blocks.filter(
    ({ language, page }) => language === "ts" && !page.startsWith("docs/design/"),
  );
  const files = new Map([
    [given, givenText],
    ...examples.map((block, index): [string, string] => [pathOf(block, index), moduleOf(block)]),
  ]);

  /** Examples import each other by their names, whatever folder those are in. */
  function pathOf({ path = "example.ts" }: PageBlock, index: number): string {
    const isTaken = examples.findIndex((other) => other.path === path) !== index;
    const name = isTaken ? `example-${index}` : basename(path).replace(/\.[tj]s$/, "");
    return `${name}.ts`;
  }

  function moduleOf({ text }: PageBlock): string {
    return `${text.replaceAll(/(["'])\.{1,2}\/(?:src\/)?generated\//g, "$1./")}\nexport {};\n`;
  }

  it("compile under the strictest flags", async () => {
    expect(examples.length).toBeGreaterThan(4);
    const project = new Project(options);
    for (const [path, text] of [...(await generated()), ...files]) project.write(path, text);
    linkAllPackages(project.folder);
    const places = [...files.keys()];
    const faults = project.check("typescript-7").map(({ path, line, text }) => {
      const block = examples[places.indexOf(path) - 1];
      const place = block === undefined ? path : `${block.page}:${block.line + line}`;
      return `${place}: ${text}`;
    });
    project.remove();
    expect(faults).toEqual([]);
  }, 120_000);
});

/**
 * Commands that this machine cannot run, with the reason; a line that no page has any more is a
 * fault.
 */
const leftOut: ReadonlyMap<string, string> = new Map([
  ["npx crdgen diff cluster config/crd --ignore diff/enum-value-added", "needs a cluster"],
  ["npx crdgen generate --cluster --built-in all --out src/kubernetes", "needs a cluster"],
  ["npx crdgen generate openapi/ --built-in metrics.k8s.io --out src/metrics", "needs documents"],
  ...[
    "kube-controller-manager --kubeconfig=crdgen.kubeconfig --secure-port=0 --leader-elect=false \\",
    "  --service-account-private-key-file=sa.key --root-ca-file=certificates/ca.crt --controllers='*,-node-ipam-controller'",
    "kube-scheduler --kubeconfig=crdgen.kubeconfig --secure-port=0 --leader-elect=false",
    "kwok --kubeconfig=crdgen.kubeconfig --manage-all-nodes=true --config=stages.yaml",
    "kubectl apply -f node.yaml",
    "kubectl create deployment web --image=nginx --replicas=3",
    "kubectl rollout status deployment/web",
  ].map((line) => [line, "needs Kubernetes' own programs"] as const),
]);

describe("commands of the pages, one after the other in a fresh folder", () => {
  const scratch = mkdtempSync(join(tmpdir(), "crdgen-packed-"));
  const readers: Reader[] = [];
  const commands = blocks.filter(({ language }) => language === "sh");
  const tellers = pages.filter((page) => commands.some((block) => block.page === page));
  let tarball = "";

  beforeAll(() => {
    tarball = join(scratch, pack("--pack-destination", scratch).filename);
  }, 120_000);

  afterAll(() => {
    for (const reader of readers) reader.remove();
    rmSync(scratch, { recursive: true });
  }, 120_000);

  function newReader(): Reader {
    const reader = new Reader(tarball);
    readers.push(reader);
    return reader;
  }

  it("are there", () => {
    expect(tellers.length).toBeGreaterThan(10);
  });

  it("name crdgen as a project finds it", () => {
    const bare = blocks
      .filter(({ language }) => language === "sh" || language === "console")
      .filter(({ text }) => /^\$|(?:^|[|(] ?)crdgen /m.test(text));
    expect(bare.map(({ page, line }) => `${page}:${line}`)).toEqual([]);
  });

  it.each(["bad.yaml", "src/nightly.ts"])("show %s as it is", (name) => {
    const text = readFileSync(join(root, "examples/crontab", name), "utf8");
    expect(
      blocks.filter((block) => block.page === "README.md" && block.text === text),
    ).toHaveLength(1);
  });

  it("would be seen to fail, at their first fault", () => {
    const reader = newReader();
    reader.prepare();
    expect(reader.run("npx crdgen lint none.yaml\necho done\n")).toEqual({
      code: 2,
      output: "error: 'none.yaml': no such file or folder\n",
    });
    const other = newReader();
    other.begin("my-project");
    expect(other.run("npm install crdgen")).toEqual({
      code: 1,
      output: "npm error 404 'crdgen' is not in this registry\n",
    });
  }, 120_000);

  const rest = tellers.filter((page) => page !== "README.md");

  it.each(["README.md", ...sample(rest, 4)])(
    "%s",
    (page) => {
      const reader = newReader();
      if (page === "README.md") reader.begin("crdgen");
      else reader.prepare();
      const ofPage = blocks.filter((block) => block.page === page);
      for (const [index, { language, text, path, line }] of ofPage.entries()) {
        if (path !== undefined) reader.write(path, text);
        if (language !== "sh") continue;
        if (page !== "README.md") reader.begin("my-project");
        else if (text.includes("config/crd")) reader.populate();
        const { code, output } = reader.run(withoutLeftOut(text));
        const next = ofPage[index + 1];
        const place = `${page}:${line}`;
        if (next?.language === "text") {
          expect({ place, output: withoutTimes(output) }).toEqual({
            place,
            output: expect.stringContaining(withoutTimes(next.text)) as string, // what vitest calls any
          });
        } else expect({ place, code, output: code === 0 ? "" : output }).toEqual({ place, code: 0, output: "" }); // prettier-ignore
      }
      if (page === "README.md") expect(withTypeScript7(reader.folder)).toBe("");
    },
    240_000,
  );

  /** What the newest compiler says of the program of the README. */
  function withTypeScript7(folder: string): string {
    const compiler = join(root, "node_modules/typescript-7/bin/tsc");
    const options = { cwd: folder, encoding: "utf8" } as const;
    return spawnSync(process.execPath, [compiler, "--noEmit"], options).stdout;
  }

  it("are all run, but for those of a list", () => {
    const lines = commands.flatMap(({ text }) => text.split("\n"));
    expect([...leftOut.keys()].filter((line) => !lines.includes(line))).toEqual([]);
  });

  function withoutLeftOut(text: string): string {
    return text
      .split("\n")
      .filter((line) => !leftOut.has(line))
      .join("\n");
  }

  /** Times and ports differ from run to run. */
  function withoutTimes(text: string): string {
    return text.replaceAll(/ *\d+(?:\.\d+)? m?s\b/g, " TIME").replaceAll(/:\d{4,5}\b/g, ":PORT");
  }
});
