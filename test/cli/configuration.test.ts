import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import type { Outcome } from "../support/cli.js";
import { runCli, Scratch, writeBelow } from "../support/cli.js";
import { Project } from "../support/compile.js";
import { describeShared, readShared } from "../support/shared.js";

const crontab = readFileSync(
  join(import.meta.dirname, "../../generated-samples/crontab/crd.yaml"),
  "utf8",
);

const scratch = new Scratch();
let folder = "";

beforeEach(() => {
  folder = scratch.next();
  write("crd.yaml", crontab);
});

function write(path: string, text: string): void {
  writeBelow(folder, path, text);
}

function read(path: string): string {
  return readFileSync(join(folder, path), "utf8");
}

/** Runs `generate` with a configuration. */
function generate(config: string | object, ...args: readonly string[]): Outcome {
  write("c.yaml", typeof config === "string" ? config : JSON.stringify(config));
  return runCli(folder, ["generate", "--config", "c.yaml", ...args]);
}

const types = "stable.example.com/v1/crontabs/types.ts";

describe("overrides", () => {
  const rename = {
    kind: "Cron",
    types: { CronTabStatus: "State" },
    fields: { "spec.env[*]": "EnvVar" },
  };
  const config = {
    inputs: ["crd.yaml"],
    out: "out",
    overrides: [{ resources: "stable.example.com/CronTab", rename }],
  };

  it("rename kinds and types, and nothing that a server gets", () => {
    expect(generate(config)).toMatchObject({ code: 0, out: "" });
    const text = read(`out/${types}`);
    for (const name of ["Cron", "CronInput", "CronList", "CronSpec", "State", "EnvVarInput"]) {
      expect(text).toMatch(new RegExp(`export (?:interface|type) ${name}\\b`));
    }
    expect(text).not.toMatch(/export \w+ CronTab/);
    const client = read("out/stable.example.com/v1/crontabs/client.ts");
    expect(client).toContain("export class CronClient");
    expect(client).toContain('kind: "CronTab"');
    expect(read("out/stable.example.com/v1/crontabs/validate.ts")).toContain("function isCron(");
    expect(generate(config, "--check").code).toBe(0);
    const other = [{ ...config.overrides[0], rename: { kind: "Tab" } }];
    expect(generate({ ...config, overrides: other }, "--check").code).toBe(1);
  });

  it("choose parts and versions; later entries win", () => {
    const overrides = [
      { resources: "*", parts: ["types"], versions: "storage" },
      { resources: "CronTab", parts: ["openapi"] },
    ];
    expect(generate({ ...config, overrides }).code).toBe(0);
    expect(readdirSync(join(folder, "out/stable.example.com/v1"))).toEqual([
      "openapi-v2.json",
      "openapi.json",
    ]);
  });

  it("are told where they match nothing, at their place", () => {
    const text = `inputs: [crd.yaml]
out: out
parts: [types]
overrides:
  - resources: [CronTab, CronTub]
    rename:
      types: { CronTabSpecEnw: Env }
      fields: { spec.envs: Env, spec.image: Image }
`;
    const { code, err } = generate(text);
    expect(code).toBe(0);
    expect(err)
      .toContain(`warning[overrides/unmatched]: overrides[0].resources: 'CronTub' matches no CRD of the input
 --> c.yaml:5:26
  |
5 |   - resources: [CronTab, CronTub]
  |                          ^^^^^^^
   = help: did you mean 'CronTab'?
`);
    expect(err).toContain("--> c.yaml:7:16");
    expect(err).toContain("= help: did you mean 'CronTabSpecEnv'?");
    expect(err).toContain("'spec' has no field 'envs'\n --> c.yaml:8:17");
    expect(err).toContain("= help: did you mean 'spec.env'?");
    expect(err).toContain("'spec.image' holds no objects with known fields");
  });

  it.each([
    [{ types: { CronTabSpecEnv: "CronTabSpec" } }, "'CronTabSpec' is a name of the type of spec"],
    [{ types: { CronTabSpecEnv: "CronTabClient" } }, "'CronTabClient' is a name of CronTab itself"],
    [
      { types: { CronTabSpecEnv: "A" }, fields: { "spec.env": "B" } },
      "'spec.env' is the type that is called 'A' already",
    ],
  ])("are refused where a name is not free: %j", (wrong, reason) => {
    const overrides = [{ resources: "*", rename: wrong }];
    const { code, err } = generate({ ...config, overrides });
    expect(err).toContain("error[overrides/collision]: overrides[0].rename.");
    expect(err).toContain(reason);
    expect(err).toMatch(/ --> c\.yaml:1:\d+/);
    expect(code).toBe(1);
    expect(existsSync(join(folder, "out"))).toBe(false);
  });

  it("cannot give two kinds of a version one name", () => {
    write(
      "other.yaml",
      crontab
        .replaceAll(/crontab/g, "boat")
        .replaceAll("CronTab", "Boat")
        .replace("[ct]", "[bt]"),
    );
    const overrides = [{ resources: "*", rename: { kind: "Same" } }];
    const { code, err } = generate({ ...config, inputs: ["crd.yaml", "other.yaml"], overrides });
    expect(err).toContain("another kind of stable.example.com/v1 is called 'Same' too");
    expect(code).toBe(1);
  });

  it("may swap names", () => {
    const swap = { CronTabSpec: "CronTabStatus", CronTabStatus: "CronTabSpec" };
    const overrides = [{ resources: "*", rename: { types: swap } }];
    expect(generate({ ...config, overrides, parts: ["types"] })).toMatchObject({ code: 0 });
    expect(read(`out/${types}`)).toContain("spec: CronTabStatus;");
  });

  describeShared("of cert-manager", () => {
    it("leave code that compiles, whatever the names are", () => {
      const path = "cert-manager/certificates.cert-manager.io.yaml";
      write("certificates.yaml", readShared("corpus", "crds", path));
      const { code, err } = generate({
        inputs: ["certificates.yaml"],
        out: "out",
        overrides: [
          {
            resources: "cert-manager.io/Certificate",
            rename: {
              kind: "Cert",
              types: { CertificateSpecPrivateKey: "ObjectMeta" },
              fields: {
                "spec.keystores": "ListMap",
                "spec.keystores.jks.passwordSecretRef": "FieldError",
                "status.conditions[*]": "Json",
              },
            },
          },
        ],
      });
      expect({ code, err }).toEqual({
        code: 0,
        err: expect.not.stringContaining("warning") as string,
      });
      const project = new Project();
      const files = readdirSync(join(folder, "out"), { recursive: true, encoding: "utf8" });
      for (const file of files.filter((name) => name.endsWith(".ts"))) {
        project.write(file, read(`out/${file}`));
      }
      try {
        expect(project.check("typescript-7")).toEqual([]);
      } finally {
        project.remove();
      }
    });
  });
});

describe("outputs", () => {
  const config = {
    inputs: ["crd.yaml"],
    parts: ["types"],
    outputs: [
      { out: "a" },
      { out: "b", emit: "js", overrides: [{ resources: "*", rename: { kind: "Cron" } }] },
    ],
  };

  it("are written in one run, each with options of its own, and checked together", () => {
    expect(generate(config)).toEqual({
      code: 0,
      out: "",
      err: `✓ a: 1 version of 1 resource: 5 files written, 0 unchanged, 0 removed
✓ b: 1 version of 1 resource: 10 files written, 0 unchanged, 0 removed
`,
    });
    expect(read(`a/${types}`)).toContain("export interface CronTab ");
    expect(read("b/stable.example.com/v1/crontabs/types.d.ts")).toContain("export interface Cron ");
    expect(generate(config, "--check")).toEqual({
      code: 0,
      out: "",
      err: "✓ a is up to date\n✓ b is up to date\n",
    });
    write("crd.yaml", crontab.replace("CronTab runs", "It runs"));
    const { code, err } = generate(config, "--check");
    expect(code).toBe(1);
    expect(err).toContain("a is out of date");
    expect(err).toContain("b is out of date");
  });

  it("are the same with a cache, of which each has its part", () => {
    generate(config);
    const before = read("b/stable.example.com/v1/crontabs/types.d.ts");
    const outputs = [{ out: "c" }, config.outputs[1]];
    for (let round = 0; round < 2; round++) {
      const { code, err } = generate({ ...config, outputs }, "--cache-dir", "cache");
      expect(err).toContain("b: 1 version of 1 resource: 0 files written, 10 unchanged");
      expect(code).toBe(0);
      const entries = readdirSync(join(folder, "cache")).filter((name) => name.endsWith(".entry"));
      expect(entries).toHaveLength(1);
      expect(read("b/stable.example.com/v1/crontabs/types.d.ts")).toBe(before);
    }
  });

  it("are not written unless all can be", () => {
    write(`b/stable.example.com/v1/crontabs/types.d.ts`, "// mine\n");
    const { code, err } = generate(config);
    expect(err).toContain("already exists, and crdgen did not write it");
    expect(code).toBe(1);
    expect(existsSync(join(folder, "a"))).toBe(false);
  });

  it("take flags, but for --out", () => {
    expect(generate(config, "--parts", "client").code).toBe(0);
    expect(existsSync(join(folder, "a/stable.example.com/v1/crontabs/client.ts"))).toBe(true);
    expect(generate(config, "--out", "c")).toEqual({
      code: 2,
      out: "",
      err: "error: --out: the configuration has outputs of its own (a, b); leave out --out, or choose another configuration with --config\n",
    });
  });

  it("each need something to write", () => {
    const { code, err } = generate({
      ...config,
      outputs: [{ out: "a" }, { out: "b", only: ["CronTob"] }],
    });
    expect(err).toBe(
      "error: outputs[1]: no CustomResourceDefinition in crd.yaml matches --only 'CronTob'; did you mean 'CronTab'?\n",
    );
    expect(code).toBe(2);
    expect(existsSync(join(folder, "a"))).toBe(false);
  });

  it.each([
    ["{ out: a }, { out: ./a }", "'./a' is the same folder as that of outputs[0], 'a'"],
    ["{ out: a }, { out: a/b }", "'a/b' is within that of outputs[0], 'a'"],
    ["{ out: a/b }, { out: a }", "'a' contains that of outputs[0], 'a/b'"],
  ])("need folders side by side: %s", (outputs, reason) => {
    const { code, err } = generate(`inputs: [crd.yaml]\noutputs: [${outputs}]\n`);
    expect(err).toContain(
      `outputs[1].out: ${reason}; outputs need folders side by side\n --> c.yaml:2:`,
    );
    expect(code).toBe(2);
  });
});

describe("extends", () => {
  it("begins with other files and packages, later ones win, and overrides add up", () => {
    write(
      "shared/base.mjs",
      'export default { inputs: ["crd.yaml"], out: "no", parts: ["client"], lint: { maxWarnings: 3 } };',
    );
    write(
      "shared/names.json",
      JSON.stringify({
        extends: "./base.mjs",
        overrides: [{ resources: "*", rename: { kind: "Cron" } }],
      }),
    );
    write("node_modules/strict/package.json", '{ "exports": { ".": { "import": "./c.mjs" } } }');
    write("node_modules/strict/c.mjs", 'export default { parts: ["types"] };');
    const overrides = [{ resources: "*", rename: { types: { CronSpec: "Wanted" } } }];
    const outcome = generate({ extends: ["./shared/names.json", "strict"], out: "out", overrides });
    expect(outcome).toMatchObject({ code: 0, out: "" });
    expect(readdirSync(join(folder, "out/stable.example.com/v1/crontabs"))).toEqual([
      "index.ts",
      "types.ts",
    ]);
    expect(read(`out/${types}`)).toContain("export interface Cron ");
    expect(read(`out/${types}`)).toContain("export interface Wanted ");
  });

  it("tells faults in the file that has them", () => {
    write("shared/base.yaml", "overrides:\n  - resources: CronTub\n");
    const { err } = generate({
      extends: "./shared/base.yaml",
      inputs: ["crd.yaml"],
      out: "out",
      parts: ["types"],
    });
    expect(err).toContain("'CronTub' matches no CRD of the input\n --> shared/base.yaml:2:5\n");
    write("shared/base.yaml", "parts: [typs]\n");
    const { code, err: wrong } = generate({ extends: "./shared/base.yaml" });
    expect(wrong).toContain('did you mean "types"?\n --> shared/base.yaml:1:9\n');
    expect(code).toBe(2);
  });

  it("names everything that cannot be used", () => {
    write("boom.mjs", "throw new Error('boom');");
    write("late.mjs", "export default Promise.reject(new Error('late'));");
    write("empty.mjs", "");
    write("round.yaml", "extends: ./c.yaml\n");
    const names = ["./none.yaml", "none", "boom.mjs", "./boom.mjs", "./late.mjs", "./empty.mjs"];
    const lines = names.map((name) => `  - ${name}\n`).join("");
    const { code, err } = generate(`inputs: [crd.yaml]\nout: out\nextends:\n${lines}`);
    const reasons = [
      `'./none.yaml': no such file (${join(folder, "none.yaml")})`,
      "there is no package 'none'; install it, or begin the path of a file with ./",
      "there is no package 'boom.mjs'; write './boom.mjs' for the file",
      "'boom.mjs': boom",
      "'late.mjs': late",
      "'empty.mjs': there is no default export; write `export default defineConfig({ … })`",
    ];
    for (const [index, reason] of reasons.entries()) {
      const place = `c.yaml: extends[${index}]: ${reason}\n --> c.yaml:${index + 4}:5\n`;
      expect(err).toContain(`error[config/invalid]: ${place}`);
    }
    expect(err).not.toMatch(/^\s+at /m);
    expect(code).toBe(2);
    expect(existsSync(join(folder, "out"))).toBe(false);
  });

  it("refuses a circle", () => {
    write("round.yaml", "extends: ./c.yaml\n");
    const { code, err } = generate("extends: ./round.yaml\n");
    expect(err).toContain("extends itself: c.yaml → round.yaml → c.yaml\n --> round.yaml:1:10\n");
    expect(code).toBe(2);
  });
});

describe("back ends by module", () => {
  const backend = (name: string, options: string): string => `{
  name: "${name}", needs: ["types"],
  parseOptions(raw, fault) { if (raw?.verb === 1) fault("verb must be a text"); return raw ?? ${options}; },
  generate({ names }, options, context) {
    context.file("${name}").add({ kind: "const", name: names.value + "Verb", exported: true, doc: [], type: tsType\`string\`, value: expr\`\${options.verb}\` });
  },
}`;
  const head = `import { expr, tsType } from "${join(import.meta.dirname, "../../dist/index-backend.js")}";\n`;

  beforeEach(() => {
    write("describe.mjs", `${head}export default ${backend("describe", '{ verb: "show" }')};\n`);
    write("made.mjs", `${head}export default (given) => (${backend("made", "given")});\n`);
  });

  it("get their options, whether they are objects or functions", () => {
    const backends = [
      ["./describe.mjs", { verb: "tell" }],
      ["./made.mjs", { verb: "make" }],
    ];
    expect(
      generate({ inputs: ["crd.yaml"], out: "out", parts: ["types"], backends }),
    ).toMatchObject({ code: 0 });
    expect(read("out/stable.example.com/v1/crontabs/describe.ts")).toContain(
      'cronTabVerb: string = "tell"',
    );
    expect(read("out/stable.example.com/v1/crontabs/made.ts")).toContain(
      'cronTabVerb: string = "make"',
    );
    write("node_modules/x/package.json", '{ "main": "./x.mjs" }');
    write("node_modules/x/x.mjs", read("describe.mjs"));
    expect(
      generate({ inputs: ["crd.yaml"], out: "out", parts: ["types"], backends: ["x"] }).code,
    ).toBe(0);
    expect(read("out/stable.example.com/v1/crontabs/describe.ts")).toContain(
      'cronTabVerb: string = "show"',
    );
  });

  it("name everything that cannot be used", () => {
    write("boom.mjs", "throw new Error('boom');");
    write("empty.mjs", "");
    write("thrower.mjs", "export default () => { throw new Error('no way'); };");
    write("other.mjs", "export default { name: 'other' };");
    const faults = [
      ["./none.js", `'./none.js': no such file (${join(folder, "none.js")})`],
      ["none", "there is no package 'none'; install it, or begin the path of a file with ./"],
      ["./boom.mjs", "'./boom.mjs' cannot be loaded: boom"],
      [
        "./empty.mjs",
        "'./empty.mjs' has no default export; write `export default` before the back end",
      ],
      ["./thrower.mjs", "'./thrower.mjs' fails: no way"],
      [
        "./other.mjs",
        "'./other.mjs': the default export is no back end: it must have name, needs, parseOptions and generate (see crdgen/backend)",
      ],
    ] as const;
    const lines = faults.map(([name]) => `  - ${name}\n`).join("");
    const { code, err } = generate(`inputs: [crd.yaml]\nout: out\nbackends:\n${lines}`);
    for (const [index, [, reason]] of faults.entries()) {
      const place = `c.yaml: backends[${index}]: ${reason}\n --> c.yaml:${index + 4}:5\n`;
      expect(err).toContain(`error[config/invalid]: ${place}`);
    }
    expect(err).not.toMatch(/^\s+at /m);
    expect(code).toBe(2);
    expect(existsSync(join(folder, "out"))).toBe(false);
  });

  it("say what is wrong with their options", () => {
    const backends = [["./describe.mjs", { verb: 1 }]];
    const { code, err } = generate({ inputs: ["crd.yaml"], out: "out", backends });
    expect(err).toBe("error: backends: 'describe': verb must be a text\n");
    expect(code).toBe(2);
  });
});

it("wrong keys name the nearest right one, at every level", () => {
  const { code, err } = generate(`overides: []
lint: { maxWarning: 1 }
outputs: [{ out: a, onyl: [] }, { out: b, inputs: [] }, { out: c, check: true }]
overrides:
  - { resources: a, renam: {} }
  - { resources: a, rename: { kinds: A, types: { B: a b, C: Promise }, fields: { a: b } } }
  - { resorces: a, parts: [typs] }
`);
  const told = err.match(/: \S+: (.*)\n --> (\S+)(?:\n[^=]*?\n {3}= help: .*)?/g) ?? [];
  const lines = told.map((one) =>
    one.replace(/\n[^=>]*\n {3}= help/, " help").replace("\n -->", " at"),
  );
  expect(lines).toMatchInlineSnapshot(`
    [
      ": c.yaml: overides: there is no such option at c.yaml:1:1 help: did you mean "overrides"?",
      ": c.yaml: lint.maxWarning: there is no such option at c.yaml:2:9 help: did you mean "maxWarnings"?",
      ": c.yaml: outputs[0].onyl: there is no such option at c.yaml:3:21 help: did you mean "only"?",
      ": c.yaml: outputs[1].inputs: can be set only for all outputs together at c.yaml:3:43 help: move it out of \`outputs\`",
      ": c.yaml: outputs[2].check: can be set only on the command line at c.yaml:3:67",
      ": c.yaml: overrides[0].renam: there is no such option; did you mean 'rename'? at c.yaml:5:21",
      ": c.yaml: overrides[1].rename.kinds: there is no such option; did you mean 'kind'? at c.yaml:6:31",
      ": c.yaml: overrides[1].rename.types.B: must be the name of a type: letters, digits and _, with a capital letter at the beginning at c.yaml:6:53",
      ": c.yaml: overrides[1].rename.types.C: 'Promise' is a name of JavaScript or TypeScript itself at c.yaml:6:61",
      ": c.yaml: overrides[1].rename.fields.a: must be the name of a type: letters, digits and _, with a capital letter at the beginning at c.yaml:6:85",
      ": c.yaml: overrides[2]: must have resources: patterns of group/Kind at c.yaml:7:5",
      ": c.yaml: overrides[2].resorces: there is no such option; did you mean 'resources'? at c.yaml:7:7",
      ": c.yaml: overrides[2].parts[0]: must be one of "types", "enums", "prune", "defaults", "validate", "rules", "admit", "apply", "client", "table", "testing", "arbitrary", "openapi", "json-schema", "zod"; did you mean "types"? at c.yaml:7:28",
    ]
  `);
  expect(code).toBe(2);
});
