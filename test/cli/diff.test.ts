import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { changeCatalog } from "../../src/tools/diff/catalog.js";
import { kindSource } from "../support/boat.js";
import { runCli, Scratch, writeBelow } from "../support/cli.js";
import { readJunit, sarifFaults } from "../support/report-readers.js";

const scratch = new Scratch();

interface Parts {
  readonly kind?: string;
  readonly fields?: string;
  readonly required?: string;
}

function crd({ kind = "Boat", fields = "", required = "" }: Parts = {}): string {
  return `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: ${kind.toLowerCase()}s.sea.example.com
spec:
  group: sea.example.com
  scope: Namespaced
  names:
    kind: ${kind}
    plural: ${kind.toLowerCase()}s
  versions:
    - name: v1
      served: true
      storage: true
      schema:
        openAPIV3Schema:
          type: object
          properties:
            spec:
              type: object${required}
              properties:
${fields}`;
}

const before = crd({
  fields: `                image:
                  type: string
                length:
                  type: integer
                  maximum: 10
                sails:
                  type: string
                  enum: [one, two]
`,
});
const after = crd({
  fields: `                imageName:
                  type: string
                length:
                  type: integer
                  maximum: 5
                sails:
                  type: string
                  enum: [one, two, three]
`,
});

/** A folder with both. */
function folderWith(old = before, now = after): string {
  const folder = scratch.next();
  writeBelow(folder, "old.yaml", old);
  writeBelow(folder, "new.yaml", now);
  return folder;
}

describe("crdgen diff", () => {
  it("prints what breaks, the gravest first, and ends with 1", () => {
    const { code, out, err } = runCli(folderWith(), ["diff", "old.yaml", "new.yaml"]);
    expect(out).toBe(`Breaks stored objects

  stored[diff/field-renamed]: Boat v1 spec.image: a field is gone, and one of the same schema and nearly the same name is new (also breaks writers and readers)
     - old.yaml:22:17
     -   string
     + new.yaml:22:17
     +   spec.imageName
     = the server prunes it: stored objects lose it, and values that clients send are dropped

Breaks writers

  writers[diff/maximum-changed]: Boat v1 spec.length: maximum has changed
     - old.yaml:26:28
     -   10
     + new.yaml:26:28
     +   5
     = 10 was valid and is refused now

Breaks readers

  readers[diff/enum-value-added]: Boat v1 spec.sails: an enum has more values
     - old.yaml:29:25
     + new.yaml:29:25
     +   "three"
     = readers may meet a value that they do not know

`);
    expect(err).toBe("✗ 1 CRD has changes that break somebody: 3 breaking\n");
    expect(code).toBe(1);
  });

  it("says so where nothing has changed", () => {
    const folder = folderWith(before, before);
    const outcome = runCli(folder, ["diff", "old.yaml", "new.yaml"]);
    expect(outcome).toEqual({ code: 0, out: "", err: "✓ 1 CRD has not changed\n" });
  });

  it("lets pass what is allowed, by code and by effect", () => {
    const flags = ["--ignore", "field-renamed,diff/maximum-changed"];
    const folder = folderWith();
    const refused = runCli(folder, ["diff", "old.yaml", "new.yaml", ...flags]);
    expect(refused.code).toBe(1);
    const passed = runCli(folder, [
      "diff",
      "old.yaml",
      "new.yaml",
      ...flags,
      "--ignore",
      "readers",
    ]);
    expect(passed.code).toBe(0);
    expect(passed.err).toBe("✓ 1 CRD has no change that breaks anybody: 3 ignored\n");
    const older = ["--allow", "field-renamed", "--allow", "diff/maximum-changed,readers"];
    expect(runCli(folder, ["diff", "old.yaml", "new.yaml", ...older]).err).toBe(
      `note: --allow is called --ignore now\n${passed.err}`,
    );
  });

  it("counts CRDs of one side apart from those that it compares", () => {
    const fields = "                a: { type: string }\n";
    const others = ["Car", "Cat", "Dog"].map((kind) => crd({ kind, fields }));
    const folder = folderWith(
      [before, others[0]].join("\n---\n"),
      [before, ...others.slice(1)].join("\n---\n"),
    );
    const { err } = runCli(folder, ["diff", "old.yaml", "new.yaml"]);
    expect(err).toBe(
      "✗ 1 of 4 CRDs has changes that break somebody: 1 breaking; 2 safe; of the CRDs, 2 new, 1 gone\n",
    );
  });

  it.each([
    ["behaviour", 1],
    ["unknown", 0],
    ["stored", 0],
  ])("with --fail-on %s, a change of behaviour ends with %i", (effect, code) => {
    const now = before.replace("maximum: 10", "maximum: 10\n                  default: 1");
    const folder = folderWith(before, now);
    const args = ["diff", "old.yaml", "new.yaml", "--fail-on", effect];
    const outcome = runCli(folder, args);
    expect(outcome.out).toContain("behaviour[diff/default-added]: Boat v1 spec.length");
    expect(outcome.err).toBe(
      code === 1
        ? "✗ 1 CRD has changes that --fail-on behaviour counts: 1 of behaviour\n"
        : "✓ 1 CRD has no change that breaks anybody: 1 of behaviour\n",
    );
    expect(outcome.code).toBe(code);
    const allowed = runCli(folder, [...args, "--ignore", "default-added"]);
    expect(allowed.code).toBe(0);
    expect(runCli(folder, [...args, "--ignore", "behaviour"]).code).toBe(0);
    const github = runCli(folder, [...args, "--format", "github"]).out;
    expect(github).toContain(code === 1 ? "::error " : "::notice ");
  });

  it.each([
    ["stored", 0],
    ["writers", 1],
    ["readers", 1],
  ])("with --fail-on %s, a change that breaks writers ends with %i", (effect, code) => {
    const folder = folderWith(before, before.replace("maximum: 10", "maximum: 5"));
    const args = ["diff", "old.yaml", "new.yaml", "--fail-on", effect];
    const { err, code: ended } = runCli(folder, args);
    expect(err).toBe(
      code === 1
        ? "✗ 1 CRD has changes that break somebody: 1 breaking\n"
        : "✓ 1 CRD has changes that break somebody, and none that --fail-on stored counts: 1 breaking\n",
    );
    expect(ended).toBe(code);
    const github = runCli(folder, [...args, "--format", "github"]).out;
    expect(github).toContain(code === 1 ? "::error " : "::warning ");
  });

  it("goes by the configuration, to which flags add", () => {
    const folder = folderWith();
    const say = (diff: object): void => {
      writeBelow(folder, "crdgen.config.json", JSON.stringify({ diff }));
    };
    const args = ["diff", "old.yaml", "new.yaml"];
    say({ allow: ["field-renamed"], ignore: ["diff/maximum-changed"] });
    expect(runCli(folder, args).code).toBe(1);
    expect(runCli(folder, [...args, "--ignore", "readers"]).code).toBe(0);
    say({ failOn: "stored", allow: ["field-renamed"] });
    expect(runCli(folder, args).code).toBe(0);
    expect(runCli(folder, [...args, "--fail-on", "readers"]).code).toBe(1);
    say({ allow: ["feild-removed"] });
    const wrong = runCli(folder, args);
    expect(wrong.out).toContain("the nearest is 'diff/field-removed'");
    expect(wrong.out).toContain("--> crdgen.config.json:1:19");
    expect(wrong.code).toBe(2);
  });

  it("takes the renames that the configuration declares", () => {
    const folder = folderWith(before, after.replace("imageName", "picture"));
    const args = ["diff", "old.yaml", "new.yaml", "--format", "json"];
    const codes = (): readonly string[] =>
      runCli(folder, args)
        .out.trim()
        .split("\n")
        .map((line) => (JSON.parse(line) as { code: string }).code); // one change a line
    expect(codes()).toContain("diff/field-removed");
    const renames = (entry: object): void => {
      writeBelow(folder, "crdgen.config.json", JSON.stringify({ diff: { renames: [entry] } }));
    };
    renames({ from: "spec.image", to: "spec.picture" });
    expect(codes()).toContain("diff/field-renamed");
    expect(codes()).not.toContain("diff/field-added");
    renames({ crd: "*.sea.example.com", from: "spec.image", to: "spec.picture" });
    expect(codes()).toContain("diff/field-renamed");
    renames({ crd: "cars.*", from: "spec.image", to: "spec.picture" });
    expect(codes()).toContain("diff/field-removed");
    renames({ from: "spec.image", to: "status.picture" });
    expect(runCli(folder, args).err + runCli(folder, args).out).toContain(
      "must name a field of the same object as from",
    );
  });

  it("names the nearest of a wrong code", () => {
    const { code, err } = runCli(folderWith(), [
      "diff",
      "old.yaml",
      "new.yaml",
      "--ignore",
      "feild-removed",
    ]);
    expect(err).toBe(
      "error: --ignore: 'feild-removed' is neither a kind of change nor an effect; the nearest is 'diff/field-removed'\n",
    );
    expect(code).toBe(2);
  });

  it("prints one JSON object for each change", () => {
    const { out } = runCli(folderWith(), ["diff", "old.yaml", "new.yaml", "--format", "json"]);
    const [, second] = out.trim().split("\n");
    expect(JSON.parse(second ?? "")).toEqual({
      code: "diff/maximum-changed",
      effects: ["writers"],
      resource: "boats.sea.example.com",
      kind: "Boat",
      version: "v1",
      path: "spec.length",
      before: "10",
      after: "5",
      reason: "10 was valid and is refused now",
      breaking: true,
      allowed: false,
      fails: true,
      example: 10,
      old: { source: "old.yaml", start: { line: 26, column: 28 }, end: { line: 26, column: 30 } },
      new: { source: "new.yaml", start: { line: 26, column: 28 }, end: { line: 26, column: 29 } },
    });
  });

  it("prints annotations for GitHub", () => {
    const { out } = runCli(folderWith(), ["diff", "old.yaml", "new.yaml", "--format", "github"]);
    expect(out.split("\n")[1]).toBe(
      "::error file=new.yaml,line=26,col=28,title=diff/maximum-changed::Boat v1 spec.length: maximum has changed%0A10 was valid and is refused now%0Abefore: 10%0Anow: 5%0Abefore at old.yaml:26:28",
    );
  });

  it("prints a line for each change, and how many there are of each kind", () => {
    const args = ["diff", "old.yaml", "new.yaml"];
    const concise = runCli(folderWith(), [...args, "--format", "concise"]).out.split("\n");
    expect(concise).toHaveLength(4);
    expect(concise[1]).toBe(
      "new.yaml:26:28: diff/maximum-changed Boat v1 spec.length: maximum has changed (10 → 5): 10 was valid and is refused now",
    );
    const counted = runCli(folderWith(), [...args, "--statistics"]);
    expect(counted.out).toContain("1  error  diff/maximum-changed   maximum has changed\n");
    expect(counted.code).toBe(1);
    const misfit = runCli(folderWith(), [...args, "--statistics", "--format", "md"]);
    expect(misfit.err).toContain("--statistics: --format markdown has no place for them");
    expect(misfit.code).toBe(2);
  });

  it("prints reports for programs, in which CRDs without a change are good", () => {
    const folder = folderWith(
      `${before}---\n${crd({ kind: "Car" })}`,
      `${after}---\n${crd({ kind: "Car" })}`,
    );
    const report = (format: string): string =>
      runCli(folder, ["diff", "old.yaml", "new.yaml", "--format", format]).out;
    expect(sarifFaults(report("sarif"))).toEqual([]);
    expect(
      readJunit(report("junit")).map(({ attributes, inside }) => [
        attributes["name"],
        attributes["line"],
        Object.keys(inside),
      ]),
    ).toEqual([
      ["boats.sea.example.com", "1", ["failure"]],
      ["cars.sea.example.com", "31", []],
    ]);
    expect(JSON.parse(report("gitlab"))).toHaveLength(3);
    expect(report("md")).toBe(report("markdown"));
  });

  it("prints Markdown for release notes", () => {
    const { out } = runCli(folderWith(), ["diff", "old.yaml", "new.yaml", "--format", "markdown"]);
    expect(out).toContain(
      "## Boat (`boats.sea.example.com`)\n\n### Breaks stored objects\n\n- `v1 spec.image`: ",
    );
    expect(out).toContain(
      "- `v1 spec.length`: maximum has changed (`10` → `5`): 10 was valid and is refused now\n",
    );
  });

  it("refuses sides that have nothing in common", () => {
    const folder = folderWith(
      before,
      crd({ kind: "Car", fields: "                a:\n                  type: string\n" }),
    );
    const { code, err } = runCli(folder, ["diff", "old.yaml", "new.yaml"]);
    expect(err).toBe(
      "error: no CRD is on both sides: old.yaml has boats.sea.example.com, new.yaml has cars.sea.example.com; name the same CRDs, before and after\n",
    );
    expect(code).toBe(2);
  });

  it("compares CRDs with errors as far as they can be read", () => {
    const folder = folderWith(before, after.replace("type: string", "type: strong"));
    const { code, out, err } = runCli(folder, ["diff", "old.yaml", "new.yaml"]);
    expect(out).toContain("error[schema/");
    expect(out).toContain("diff/maximum-changed");
    expect(err).toContain("; the inputs have ");
    expect(code).toBe(1);
  });

  it("explains each kind of change", () => {
    const folder = scratch.next();
    for (const code of Object.keys(changeCatalog).slice(0, 3)) {
      expect(runCli(folder, ["explain", code]).out).toContain(`# ${code}\n`);
    }
  });

  it("has a guide that lists each kind of change", () => {
    const guide = readFileSync(join(import.meta.dirname, "../../docs/diff.md"), "utf8");
    expect(Object.keys(changeCatalog).filter((code) => !guide.includes(`\`${code}\``))).toEqual([]);
  });
});

describe("a large difference", () => {
  /** A CRD whose fields hold fields, `width` each, three levels deep. */
  function wide(kind: string, width: number, word: string): string {
    const level = (depth: number, indent: string): string =>
      Array.from({ length: width }, (_, index) => {
        const name = `${indent}${word}${index}:\n`;
        if (depth === 0) return `${name}${indent}  type: string\n`;
        return `${name}${indent}  type: object\n${indent}  properties:\n${level(depth - 1, `${indent}    `)}`;
      }).join("");
    return crd({ kind, fields: level(2, " ".repeat(16)) });
  }

  it("of two CRDs that share a name alone is told field by field, not leaf by leaf", () => {
    const folder = folderWith(wide("Boat", 12, "one"), wide("Boat", 12, "other"));
    const { code, out } = runCli(folder, ["diff", "old.yaml", "new.yaml"]);
    const told = out.split("\n").filter((line) => /^ {2}\w+\[diff\//.test(line));
    expect(told.length).toBeGreaterThanOrEqual(12);
    expect(told.length).toBeLessThanOrEqual(40);
    expect(Math.max(...out.split("\n").map((line) => line.length))).toBeLessThan(250);
    expect(code).toBe(1);
  });

  it("of hundreds of CRDs ends with one line that counts all", () => {
    const folder = scratch.next();
    for (let index = 0; index < 300; index++) {
      writeBelow(
        folder,
        `old/${index}.yaml`,
        before.replaceAll(/boat/gi, (name) => `${name}${index}`),
      );
      writeBelow(
        folder,
        `new/${index}.yaml`,
        after.replaceAll(/boat/gi, (name) => `${name}${index}`),
      );
    }
    const told = (out: string): number =>
      (out.match(/^ {2}\w+\[diff\/[a-z-]+\]: Boat\d+ v1 spec\./gm) ?? []).length;
    const { code, out, err } = runCli(folder, ["diff", "old", "new"]);
    expect(err).toBe("✗ all 300 CRDs have changes that break somebody: 900 breaking\n");
    expect(told(out)).toBe(100);
    expect(out).toMatch(/^ {2}… and 2 more in boat0s\.sea\.example\.com$/m);
    expect(out).toMatch(/^… and 600 more in boat\d+s\.sea\.example\.com, .* and 197 more$/m);
    expect(code).toBe(1);
    const all = runCli(folder, ["diff", "old", "new", "--max-diagnostics", "none"]).out;
    expect(told(all)).toBe(900);
    expect(all).not.toContain("…");
  });
});

function git(folder: string, ...args: readonly string[]): void {
  const identity = ["-c", "user.name=a", "-c", "user.email=a@example.com"];
  execFileSync("git", [...identity, ...args], { cwd: folder, stdio: "ignore" });
}

describe("a revision of git", () => {
  function repository(): string {
    const folder = scratch.next();
    git(folder, "init", "--initial-branch", "main");
    writeBelow(folder, "config/crd/boat.yaml", before);
    git(folder, "add", ".");
    git(folder, "commit", "-m", "first");
    git(folder, "tag", "v1.0.0");
    writeBelow(folder, "config/crd/boat.yaml", after);
    return folder;
  }

  it.each(["HEAD:config/crd", "v1.0.0:config/crd/boat.yaml", "main:./config", "HEAD:**/*.yaml"])(
    "%s is compared with the working tree",
    (revision) => {
      const { out, err } = runCli(repository(), ["diff", revision, "config/crd"]);
      expect(err).toBe("✗ 1 CRD has changes that break somebody: 3 breaking\n");
      const name = `${revision.split(":")[0] ?? ""}:config/crd/boat.yaml`;
      expect(out).toContain(`- ${name}:26:28\n`);
    },
  );

  it.each([
    [
      "v1.0.1:config/crd",
      "'v1.0.1:config/crd': no such file or folder, and git knows no revision 'v1.0.1'\n(did you mean 'v1.0.0'?)",
    ],
    [
      "HEAD:config/crds",
      "'HEAD:config/crds': no such path in 'HEAD'\n(did you mean 'config/crd'?)",
    ],
    ["HEAD:*.json", "'HEAD:*.json': nothing in 'HEAD' matches"],
  ])("%s is told as it is wrong", (revision, reason) => {
    const { code, err } = runCli(repository(), ["diff", revision, "config/crd"]);
    expect(err).toBe(`error: ${reason}\n`);
    expect(code).toBe(2);
  });

  it("needs a repository", () => {
    const { code, err } = runCli(folderWith(), ["diff", "HEAD:old.yaml", "new.yaml"]);
    expect(err).toContain("the working folder is not in a repository of git");
    expect(code).toBe(2);
  });
});

const program = `import type { Boat, BoatInput, BoatSpec } from "./generated/sea.example.com/v1/boats/types.js";

export function describe({ spec }: Boat): string {
  return \`\${spec?.image ?? ""} \${spec?.length ?? 0}\`;
}
export const input: BoatInput = {
  apiVersion: "sea.example.com/v1",
  kind: "Boat",
  spec: { image: "a" },
};
export function generic<T extends BoatSpec>(spec: T): string | undefined {
  const { image, ...rest } = { ...spec };
  return rest.sails ?? image ?? spec["image"];
}
export const image = "b";
export const short: Pick<BoatSpec, "sails"> & Partial<BoatSpec> = { image };
export const broken: number = "not a number";
`;

const renamed = `import type { Plan, Ship } from "./ours/sea.example.com/v1/boats/types.js";
import type { BoatSpec } from "./plain/sea.example.com/v1/boats/types.js";
export const ours = (ship: Ship): unknown => ship.spec?.image;
export const plain = (spec: BoatSpec): unknown => spec.image;
export const plan: Plan = { length: 4 };
`;

describe("crdgen diff --usages", () => {
  function project(): string {
    const folder = folderWith();
    runCli(folder, ["generate", "old.yaml", "--out", "src/generated", "--parts", "types"]);
    writeBelow(folder, "src/main.ts", program);
    return folder;
  }

  it("ends with 1 where a safe change stops a line from compiling", () => {
    const lampCrd = (...fields: readonly string[]): string => {
      const properties = Object.fromEntries(fields.map((name) => [name, { type: "string" }]));
      const spec = { type: "object", properties };
      return kindSource("Lamp", { schema: { type: "object", properties: { spec } } }).text;
    };
    const folder = folderWith();
    writeBelow(folder, "before.json", lampCrd("a"));
    writeBelow(folder, "after.json", lampCrd("a", "b"));
    runCli(folder, ["generate", "before.json", "--out", "src/generated", "--parts", "types"]);
    writeBelow(
      folder,
      "src/all.ts",
      'import type { LampSpec } from "./generated/sea.example.com/v1/lamps/index.js";\n' +
        'export const labels: Record<keyof LampSpec, string> = { a: "A" };\n',
    );
    const args = ["diff", "before.json", "after.json", "--usages", "src/all.ts"];
    const { code, err } = runCli(folder, args);
    expect(err).toContain("1 no longer compiles");
    expect(err).toContain("1 safe");
    expect(code).toBe(1);
  });

  it("names the lines that read and write what changes, and what stops compiling", () => {
    const args = ["diff", "old.yaml", "new.yaml", "--usages", "src/*.ts", "--format", "json"];
    const { out, err } = runCli(project(), args);
    const usages = out
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { code: string; usages?: readonly Line[] }) // one object a line
      .map(({ code, usages: lines = [] }) => [code, lines.map(placeOf)]);
    expect(usages).toEqual([
      [
        "diff/field-renamed",
        [
          "4:19 reads, fails",
          "9:11 writes, fails",
          "12:11 reads, fails",
          "13:38 reads, fails",
          "16:69 writes, fails",
        ],
      ],
      ["diff/maximum-changed", ["4:40 reads"]],
      ["diff/enum-value-added", ["13:15 reads"]],
    ]);
    expect(err).toContain("the changes affect 5 lines of your program; 5 no longer compile\n");
  });

  it("renames fields with --fix, so that the program compiles with the new types", () => {
    const folder = project();
    const args = ["diff", "old.yaml", "new.yaml", "--usages", "src", "--fix"];
    const { err } = runCli(folder, args);
    expect(err).toContain("renamed fields in 1 file\n");
    const text = readFileSync(join(folder, "src/main.ts"), "utf8");
    expect(text).toContain("spec?.imageName ?? ");
    expect(text).toContain('spec: { imageName: "a" }');
    expect(text).toContain("const { imageName: image, ...rest }");
    expect(text).toContain('spec["imageName"]');
    expect(text).toContain("= { imageName: image };");
  });

  it("knows the names that the configuration gives, those of each output", () => {
    const folder = folderWith();
    const rename = { kind: "Ship", types: { ShipSpec: "Plan" } };
    const renaming = { overrides: [{ resources: "*/Boat", rename }] };
    const outputs = [
      { out: "src/ours", ...renaming },
      { out: "src/plain", overrides: [] },
    ];
    const config = { inputs: ["old.yaml"], parts: ["types", "client"], outputs };
    writeBelow(folder, "named.json", JSON.stringify(config));
    expect(runCli(folder, ["generate", "--config", "named.json"]).code).toBe(0);
    writeBelow(folder, "src/main.ts", renamed);
    const args = ["diff", "old.yaml", "new.yaml", "--usages", "src/main.ts", "--format", "json"];
    const { out, err } = runCli(folder, [...args, "--config", "named.json"]);
    const lines = out
      .trim()
      .split("\n")
      .flatMap((line) => (JSON.parse(line) as { usages?: readonly Line[] }).usages ?? []); // one object a line
    expect(lines.map(placeOf)).toEqual(["3:57 reads, fails", "4:56 reads, fails", "5:29 writes"]);
    expect(err).toContain("the changes affect 3 lines of your program; 2 no longer compile");
  });

  it.each([
    [["lib/**/*.ts"], "--usages: 'lib/**/*.ts': nothing matches"],
    [["main.ts"], "--usages: 'main.ts': no such file or folder"],
    [["docs"], "--usages: there is no TypeScript in 'docs'"],
  ])("says what to name in place of %s", (usages, reason) => {
    const folder = folderWith();
    writeBelow(folder, "docs/guide.md", "# Guide\n");
    const { code, out, err } = runCli(folder, [
      "diff",
      "old.yaml",
      "new.yaml",
      "--usages",
      ...usages,
    ]);
    expect(err).toBe(`error: ${reason}; name files of your program, such as 'src/**/*.ts'\n`);
    expect([code, out]).toEqual([2, ""]);
  });

  it.each([
    ["{", "'}' expected."],
    ['{ "extends": "./none.json" }', "Cannot read file '"],
  ])("refuses the tsconfig.json %s, without which the answers would be others", (text, reason) => {
    const folder = folderWith();
    writeBelow(folder, "tsconfig.json", text);
    writeBelow(folder, "main.ts", "export {};\n");
    const { code, out, err } = runCli(folder, [
      "diff",
      "old.yaml",
      "new.yaml",
      "--usages",
      "main.ts",
    ]);
    expect(err).toContain("tsconfig.json': ");
    expect(err).toContain(reason);
    expect([code, out]).toEqual([2, ""]);
  });

  it("compares nothing by a configuration with faults", () => {
    const folder = folderWith();
    writeBelow(folder, "crdgen.config.json", '{ "overides": [] }');
    const { code, out, err } = runCli(folder, ["diff", "old.yaml", "new.yaml", "--usages", "src"]);
    expect(out).toContain('help: did you mean "overrides"?');
    expect([code, err]).toEqual([2, "✗ nothing was compared: 1 error\n"]);
  });

  it("says what is missing", () => {
    const folder = folderWith();
    writeBelow(folder, "src/other.ts", "export const a = 1;\n");
    const nothing = runCli(folder, ["diff", "old.yaml", "new.yaml", "--usages", "src/*.ts"]);
    expect(nothing.err).toBe(
      "error: --usages: none of the files that src/*.ts names imports types that crdgen generated\n",
    );
    const alone = runCli(folder, ["diff", "old.yaml", "new.yaml", "--fix"]);
    expect(alone.err).toBe("error: --fix needs --usages, which names the files to change\n");
    expect([nothing.code, alone.code]).toEqual([2, 2]);
  });
});

interface Line {
  readonly start: { readonly line: number; readonly column: number };
  readonly access: string;
  readonly error?: string;
}

function placeOf({ start, access, error }: Line): string {
  return `${start.line}:${start.column} ${access}${error === undefined ? "" : ", fails"}`;
}
