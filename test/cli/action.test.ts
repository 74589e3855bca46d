import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { parse } from "yaml";
import type { Files } from "../support/action-repository.js";
import {
  CommentServer,
  goodCrd,
  goodObject,
  openPullRequest,
} from "../support/action-repository.js";
import type { ActionRun, Step } from "../support/action.js";
import { action, runAction } from "../support/action.js";
import { Scratch, writeBelow } from "../support/cli.js";
import { blocksOf } from "../support/page-blocks.js";
import { sarifFaults } from "../support/report-readers.js";

const scratch = new Scratch();

const crdPath = "config/crd/crontab.yaml";
const files: Files = { [crdPath]: goodCrd, "config/samples/nightly.yaml": goodObject };
const inputs = { crds: "config/crd", objects: "config/samples" };

/** The commands that shape a log, and those that show something. */
const shaping = ["group", "endgroup"];

function shown({ commands }: ActionRun): readonly string[] {
  return commands
    .filter(({ name }) => !shaping.includes(name))
    .map(({ name, properties, data }) => `${name} ${properties}: ${data.slice(0, 60)}`);
}

describe("action.yml", () => {
  it("is a composite action whose scripts hold no text of anybody else", () => {
    expect(action.runs.using).toBe("composite");
    const scripts = action.runs.steps.flatMap(({ run }) => run ?? []);
    expect(scripts.filter((script) => script.includes("${{"))).toEqual([]);
    const shells = action.runs.steps.flatMap(({ run, shell }) => (run === undefined ? [] : shell));
    expect(new Set(shells)).toEqual(new Set(["bash"]));
  });

  it("takes other actions by their commits, with the version beside it", () => {
    const text = readFileSync(join(import.meta.dirname, "../../action.yml"), "utf8");
    const uses = [...text.matchAll(/uses: (.*)/g)].map(([, used = ""]) => used);
    expect(uses).toHaveLength(1);
    for (const used of uses) expect(used).toMatch(/^[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  it("gives the token to the comment alone", () => {
    const holders = action.runs.steps.filter((step) => JSON.stringify(step).includes("token"));
    expect(holders.map(({ name }) => name)).toEqual(["Comment"]);
  });

  it("is run on each system by a workflow of this repository", () => {
    const root = join(import.meta.dirname, "../..");
    const text = readFileSync(join(root, ".github/workflows/action.yml"), "utf8");
    const { jobs } = parse(text) as {
      readonly jobs: { readonly action: { readonly steps: readonly Step[] } };
    }; // our own file
    const given = jobs.action.steps.find(({ uses }) => uses === "./")?.with ?? {};
    expect(Object.keys(given).filter((name) => !Object.hasOwn(action.inputs, name))).toEqual([]);
    const paths = [given["crds"], given["objects"]].map(String);
    expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  it("describes all that goes in and out", () => {
    const texts = [...Object.values(action.inputs), ...Object.values(action.outputs)];
    expect(JSON.stringify(texts.filter((one) => !("description" in one)))).toBe("[]");
  });
});

/** The workflow of the page. */
interface Workflow {
  readonly jobs: { readonly crds: { readonly steps: readonly Step[] } };
}

/** A run of SARIF, as far as it counts here. */
interface SarifRun {
  readonly automationDetails: { readonly id: string };
  readonly results: readonly { readonly ruleId: string }[];
}

describe("a pull request", () => {
  const server = new CommentServer();
  let api = "";

  beforeAll(async () => {
    api = await server.start();
  });

  beforeEach(() => {
    server.comments.splice(0);
    server.requests.splice(0);
    server.mayWrite = true;
  });

  afterAll(() => {
    server.stop();
  });

  /** Runs the action for a pull request that changes files. */
  async function check(
    changes: Files,
    given: Readonly<Record<string, string>> = {},
    before: Files = files,
    branch = "change",
  ): Promise<ActionRun & { readonly workspace: string }> {
    const { workspace, environment } = openPullRequest(scratch.next(), before, changes, branch);
    const run = await runAction(
      workspace,
      { ...inputs, ...given },
      { ...environment, GITHUB_API_URL: api },
    );
    return { ...run, workspace };
  }

  it("that is good passes, and leaves no comment", async () => {
    const run = await check({ "README.md": "# Notes\n" });
    expect(run.failed).toBeUndefined();
    expect(run.outputs).toEqual({
      verdict: "passed",
      lint: "passed",
      validate: "passed",
      generate: "skipped",
      diff: "passed",
      "sarif-file": "",
    });
    expect(shown(run)).toEqual([]);
    expect(run.summary).toContain("| lint | ✓ passed |");
    expect(server.comments).toEqual([]);
  });

  it("with an error in a CRD fails with an annotation beside it", async () => {
    const run = await check({ [crdPath]: goodCrd.replace("storage: true", "storage: false") });
    expect(run.failed).toBe("Verdict");
    expect(run.outputs).toMatchObject({ verdict: "failed", lint: "failed" });
    expect(shown(run)).toContainEqual(
      expect.stringMatching(
        /^error file=config\/crd\/crontab\.yaml,line=\d+.*crd%2F|crd\/storage-version/,
      ),
    );
    expect(run.summary).toContain("| lint | ✗ failed |");
  });

  it("with an invalid object fails at its place, and the other checks are made", async () => {
    const object = goodObject.replace("image: example.com/backup", "image: 5");
    const run = await check({ "config/samples/nightly.yaml": object });
    expect(run.outputs).toMatchObject({
      verdict: "failed",
      lint: "passed",
      validate: "failed",
      diff: "passed",
    });
    expect(shown(run)).toContainEqual(
      expect.stringMatching(/^error file=config\/samples\/nightly\.yaml,line=7/),
    );
  });

  const narrower = goodCrd.replace("maxLength: 100", "maxLength: 40");

  it("that breaks somebody fails, and says so in one comment that follows it", async () => {
    const run = await check({ [crdPath]: narrower });
    expect(run.failed).toBe("Verdict");
    expect(run.outputs).toMatchObject({ lint: "passed", diff: "failed" });
    expect(run.log).toContain("wrote a comment");
    expect(run.summary).toContain("maxLength");
    const [comment] = server.comments;
    expect(comment?.body).toMatch(/^<!-- crdgen diff [0-9a-f]{16} -->\n# This pull request breaks/);
    expect(comment?.body).toContain("`v1 spec.cronSpec`");
    const narrowest = goodCrd.replace("maxLength: 100", "maxLength: 30");
    const second = await check({ [crdPath]: narrowest });
    expect(second.log).toContain("updated the comment");
    expect(server.comments).toHaveLength(1);
    expect(comment?.body).toContain("`30`");
    const mended = await check({ "README.md": "# Notes\n" });
    expect(mended.failed).toBeUndefined();
    expect(server.comments).toHaveLength(1);
    expect(comment?.body).toContain("No change of CRDs breaks anybody any more.");
    // Nothing new is nothing to write.
    await check({ "README.md": "# Notes\n" });
    expect(server.requests.filter((request) => !request.startsWith("GET"))).toHaveLength(3);
  });

  it("is checked and told as docs/ci.md shows it", async () => {
    const page = readFileSync(join(import.meta.dirname, "../../docs/ci.md"), "utf8");
    const blocks = blocksOf("docs/ci.md", page).map(({ text }) => text);
    const workflow = parse(
      blocks.find((text) => text.includes("crdgen/crdgen@")) ?? "",
    ) as Workflow; // the page's own
    const [step] = workflow.jobs.crds.steps.filter(({ uses = "" }) => uses.startsWith("crdgen/"));
    const given = Object.entries(step?.with ?? {}).map(([name, value]) => [name, String(value)]);
    const run = await check({ [crdPath]: narrower }, Object.fromEntries(given) as typeof inputs); // texts
    // How diff words its last line is told by its own tests.
    const rowsOf = (text: string): readonly string[] =>
      (text.match(/^\|.*$/gm) ?? []).map((row) => row.replace(/^(\| diff \|.*?\|).*/, "$1"));
    expect(rowsOf(blocks.find((text) => text.startsWith("| check |")) ?? "")).toEqual(
      rowsOf(run.summary),
    );
    const [, ...lines] = (server.comments[0]?.body ?? "").split("\n");
    expect(blocks).toContain(lines.join("\n"));
  });

  it("that breaks somebody on purpose passes", async () => {
    const run = await check({ [crdPath]: narrower }, { "diff-ignore": "max-length-changed" });
    expect(run.failed).toBeUndefined();
    expect(run.outputs).toMatchObject({ diff: "passed" });
    expect(run.summary).toMatch(/\((?:allowed|ignored)\)/);
    expect(server.comments).toEqual([]);
  });

  it("finds its comment among many, and takes none that a person wrote", async () => {
    await check({ [crdPath]: narrower });
    const [own] = server.comments.splice(0);
    const body = own?.body ?? "";
    for (let id = 1; id <= 120; id++)
      server.comments.push({ id, body: "hm", user: { type: "User" } });
    server.comments.push({ id: 121, body, user: { type: "User" } });
    server.comments.push({ id: 122, body: `${body}old`, user: { type: "Bot" } });
    await check({ [crdPath]: narrower });
    expect(server.comments).toHaveLength(122);
    expect(server.comments.at(-1)?.body).toBe(body);
    expect(server.comments.at(-2)?.body).toBe(body);
  });

  it("of a fork, whose token may not write, has its verdict and the summary", async () => {
    server.mayWrite = false;
    const failing = await check({ [crdPath]: narrower });
    expect(failing.failed).toBe("Verdict");
    expect(shown(failing)).toContainEqual(
      expect.stringContaining("notice title=crdgen: no comment was written: the token may not"),
    );
    expect(failing.summary).toContain("maxLength");
  });

  it("passes by a server that does not answer", async () => {
    const { workspace, environment } = openPullRequest(scratch.next(), files, {
      [crdPath]: narrower,
    });
    const run = await runAction(workspace, inputs, {
      ...environment,
      GITHUB_API_URL: "http://127.0.0.1:9",
    });
    expect(run.failed).toBe("Verdict");
    expect(shown(run)).toContainEqual(
      expect.stringContaining("warning title=crdgen: no comment was written: fetch failed"),
    );
  });

  it("with generated code that is out of date fails", async () => {
    const config = {
      "crdgen.config.json": '{ "inputs": ["config/crd"], "out": "src/generated" }\n',
    };
    const run = await check({ [crdPath]: narrower }, { generate: "true", diff: "false" }, { ...files, ...config }); // prettier-ignore
    expect(run.outputs).toMatchObject({ verdict: "failed", generate: "failed", diff: "skipped" });
  });

  it("writes all findings to one file, whose runs code scanning tells apart", async () => {
    const object = goodObject.replace("image: example.com/backup", "image: 5");
    const run = await check(
      { [crdPath]: narrower, "config/samples/nightly.yaml": object },
      { crds: `config/crd\n${crdPath}`, "sarif-file": "out of it/crdgen.sarif" },
    );
    expect(run.outputs["sarif-file"]).toBe("out of it/crdgen.sarif");
    const text = readFileSync(join(run.workspace, "out of it/crdgen.sarif"), "utf8");
    expect(sarifFaults(text)).toEqual([]);
    const { runs } = JSON.parse(text) as { readonly runs: readonly SarifRun[] }; // by its schema
    expect(runs.map(({ automationDetails }) => automationDetails.id)).toEqual([
      "crdgen/lint/",
      "crdgen/validate/",
      "crdgen/diff/",
      "crdgen/diff/1/",
    ]);
    const [lint, validate] = runs.map(({ results }) => results.map(({ ruleId }) => ruleId));
    expect(lint).toEqual([]);
    expect(new Set(validate)).toEqual(new Set(["object/invalid"]));
  });

  it("with new CRDs has nothing to compare", async () => {
    const run = await check({ [crdPath]: goodCrd }, { objects: "" }, { "README.md": "# Notes\n" });
    expect(run.outputs).toMatchObject({ verdict: "passed", diff: "skipped" });
    expect(run.log).toContain("diff is left out: all CRDs are new");
  });

  it("with paths that hold spaces, quotes and signs of shells is read as it is", async () => {
    const folder = 'it\'s $(touch pwned) `touch pwned` "config"';
    const before = { [`${folder}/crd.yaml`]: goodCrd, "a b/object.yaml": goodObject };
    const run = await check(
      { [`${folder}/crd.yaml`]: narrower },
      { crds: `${folder}\n`, objects: "\n  a b  \n", "diff-ignore": "max-length-changed" },
      before,
    );
    expect(run.failed).toBeUndefined();
    expect(run.outputs).toMatchObject({ lint: "passed", validate: "passed", diff: "passed" });
    expect(existsSync(join(run.workspace, "pwned"))).toBe(false);
  });

  it("that is hostile runs nothing, and gives GitHub no commands", async () => {
    const attack = [
      "::set-output name=verdict::passed",
      "::error file=x::pwned",
      "##[add-mask]verdict",
      "$(touch pwned) `touch pwned` ; touch pwned",
      "verdict=passed",
      "end-0\nverdict<<x\npassed\nx",
      "| a | <script>",
    ];
    const text = JSON.stringify(`\n${attack.join("\n")}\n`);
    const crd = narrower
      .replace("description: Container image to run. Immutable.", `description: ${text}`)
      .replace("message: image is immutable", `message: ${text}`)
      .replace("singular: crontab", `singular: ${text}`);
    const object = goodObject.replace("image: example.com/backup", `${text}: 1\n  image: 5`);
    const branch = "x$(touch${IFS}pwned);`touch${IFS}pwned`";
    const run = await check(
      { [crdPath]: crd, "config/samples/nightly.yaml": object },
      {},
      files,
      branch,
    );
    expect(run.failed).toBe("Verdict");
    expect(run.outputs).toMatchObject({ verdict: "failed", lint: "failed", diff: "failed" });
    const names = new Set(run.commands.map(({ name }) => name));
    expect([...names].sort()).toEqual(["endgroup", "error", "group", "notice"]);
    expect(shown(run).filter((line) => /file=x|: pwned/.test(line))).toEqual([]);
    expect(readdirSync(run.workspace).sort()).toEqual([".git", "config", "node_modules"]);
    // Beside code it would be markup.
    expect(run.summary).not.toMatch(/^[^`]*<script>/m);
    expect(server.comments[0]?.body).not.toMatch(/^[^`]*<script>/m);
  });

  it("is compared with a tag that the checkout does not have", async () => {
    const { workspace, environment } = openPullRequest(scratch.next(), files, {
      [crdPath]: narrower,
    });
    const origin = join(workspace, "../origin");
    execFileSync("git", ["tag", "v1.4.0", "main"], { cwd: origin });
    const push = {
      GITHUB_EVENT_NAME: "push",
      GITHUB_REF: "refs/heads/main",
      GITHUB_EVENT_PATH: "",
    };
    const run = await runAction(
      workspace,
      { ...inputs, against: "v1.4.0", comment: "false" },
      { ...environment, ...push },
    );
    expect(run.outputs).toMatchObject({ diff: "failed" });
    const none = await runAction(
      workspace,
      { ...inputs, against: "v9" },
      { ...environment, ...push },
    );
    expect(none.outputs).toMatchObject({ verdict: "error", diff: "error", lint: "passed" });
    expect(shown(none)).toContainEqual(
      expect.stringContaining("error title=crdgen: diff: 'v9' is not in this checkout"),
    );
  });

  it.each([
    [{ lint: "yes" }, "lint: 'yes' is neither true nor false"],
    [{ crds: "--help" }, "crds: '--help' begins with a dash"],
    [{ against: "--upload-pack=x" }, "against: '--upload-pack=x' is no revision of git"],
    [{ version: "file:../evil" }, "version: 'file:../evil' is no version of crdgen"],
    [{ lint: "false", objects: "", diff: "false" }, "there is nothing to check"],
  ])("with inputs of %o is told what is wrong", async (given, message) => {
    const run = await check({}, given);
    expect(run.failed).not.toBeUndefined();
    expect(run.commands.filter(({ name }) => name === "error").map(({ data }) => data)).toEqual([
      expect.stringContaining(message),
    ]);
    expect(run.log).not.toMatch(/^ {4}at /m);
  });
});

describe("the version of crdgen", () => {
  /** A stand-in for npm, which notes what is asked of it and installs the build. */
  const npm = `#!/usr/bin/env bash
printf '%s\\n' "$@" >"$HOME/asked"
mkdir -p "$3/node_modules"
ln -s "$ROOT" "$3/node_modules/crdgen"
`;

  async function packageOf(given: Files, wanted = ""): Promise<string> {
    const folder = scratch.next();
    const { workspace, environment } = openPullRequest(
      folder,
      { ...given, [crdPath]: goodCrd },
      {},
    );
    rmSync(join(workspace, "node_modules"), { recursive: true });
    writeBelow(folder, "bin/npm", npm);
    chmodSync(join(folder, "bin/npm"), 0o755);
    const run = await runAction(
      workspace,
      { crds: "config/crd", version: wanted },
      {
        ...environment,
        HOME: folder,
        ROOT: join(import.meta.dirname, "../.."),
        PATH: `${join(folder, "bin")}:${process.env["PATH"] ?? ""}`,
      },
    );
    expect({ failed: run.failed, log: run.failed && run.log }).toEqual({ failed: undefined, log: undefined }); // prettier-ignore
    return readFileSync(join(folder, "asked"), "utf8").trim().split("\n").at(-1) ?? "";
  }

  const { version } = JSON.parse(
    readFileSync(join(import.meta.dirname, "../../package.json"), "utf8"),
  ) as { readonly version: string }; // a manifest

  it.each([
    ["that of the action, if nothing names another", {}, "", version],
    ["that of the input", {}, "1.2.3", "1.2.3"],
    [
      "that of package.json",
      { "package.json": '{"devDependencies":{"crdgen":"^0.4.0"}}' },
      "",
      "^0.4.0",
    ],
    [
      "that of package-lock.json before it",
      {
        "package.json": '{"devDependencies":{"crdgen":"^0.4.0"}}',
        "package-lock.json": '{"packages":{"node_modules/crdgen":{"version":"0.4.2"}}}',
      },
      "",
      "0.4.2",
    ],
  ])("is %s", async (_, given, wanted, expected) => {
    expect(await packageOf(given, wanted)).toBe(`crdgen@${expected}`);
  });
});
