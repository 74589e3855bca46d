import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import type { Outcome } from "../support/cli.js";
import { runCli, Scratch, writeBelow } from "../support/cli.js";

const scratch = new Scratch();
let folder = "";

beforeEach(() => {
  folder = scratch.next();
  write("crds/boats.yaml", crd("boats", "Boat"));
});

function write(path: string, text: string): void {
  writeBelow(folder, path, text);
}

function crdgen(...args: readonly string[]): Outcome {
  return runCli(folder, args);
}

function crd(plural: string, kind: string, type = "integer"): string {
  return `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: ${plural}.example.com }
spec:
  group: example.com
  scope: Namespaced
  names: { plural: ${plural}, singular: ${kind.toLowerCase()}, kind: ${kind}, listKind: ${kind}List }
  versions:
    - name: v1
      served: true
      storage: true
      schema: { openAPIV3Schema: { type: object, properties: { spec: { type: object, properties: { size: { type: ${type} } } } } } }
`;
}

/** What a patch of a CRD looks like, and a CRD whose author forgot nearly everything. */
const fragment = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: boats.example.com }
spec: { preserveUnknownFields: false }
`;

function codesOf({ out }: Outcome): readonly string[] {
  const lines = out.split("\n").filter((line) => line !== "");
  return lines.map((line) => (JSON.parse(line) as { code: string }).code); // one diagnostic a line
}

describe("a CRD that lacks what every CRD has", () => {
  it.each([
    ["it lies anywhere", "crds/captains.yaml", undefined],
    ["it lies in a folder of another name", "crds/patch/captains.yaml", undefined],
    [
      "a kustomization takes it for a resource",
      "crds/patches/a.yaml",
      "resources: [patches/a.yaml]",
    ],
    [
      "a kustomization takes it for a resource and a patch",
      "crds/patches/a.yaml",
      "patches: [{ path: patches/a.yaml }]\nresources: [patches/a.yaml]",
    ],
    ["another file is the patch", "crds/a.yaml", "patches: [{ path: b.yaml }]"],
  ])("is refused where %s", (_, path, kustomization) => {
    write(path, fragment);
    if (kustomization !== undefined) write("crds/kustomization.yaml", kustomization);
    const { code, out, err } = crdgen("lint", "crds");
    expect(out).toContain("error[crd/");
    expect(err).toContain("✗ 1 of 2 CRDs is refused by Kubernetes 1.37: 9 errors");
    expect(err).toContain(`\n  boats.example.com (9 errors) in ${path}:1\n`);
    expect(code).toBe(1);
  });

  it("is refused in a folder of patches as soon as it has a part of what a CRD has", () => {
    write("crds/patches/a.yaml", fragment.replace("spec: {", "spec: { group: example.com,"));
    expect(crdgen("lint", "crds").code).toBe(1);
  });

  it("is refused where it is named itself, also beside its folder", () => {
    write("crds/patches/a.yaml", fragment);
    expect(crdgen("lint", "crds").code).toBe(0);
    expect(crdgen("lint", "crds/patches/a.yaml").code).toBe(1);
    expect(crdgen("lint", "crds", "crds/patches/a.yaml").code).toBe(1);
  });

  it.each([
    ["patches: [{ path: a.yaml }]"],
    ["patchesStrategicMerge: [./a.yaml]"],
    ["patchesJson6902: [{ path: a.yaml, target: { kind: CustomResourceDefinition } }]"],
  ])("is a patch where a kustomization says so: %s", (kustomization) => {
    write("crds/a.yaml", fragment);
    write("crds/kustomization.yml", kustomization);
    const { code, err } = crdgen("lint", "crds");
    expect(err).toContain("; skipped 2 documents: 1 kustomization, 1 kustomize patch\n");
    expect(code).toBe(0);
  });

  it("is a patch of the kustomization around the folder that is named", () => {
    write("crds/more/a.yaml", fragment);
    write("crds/kustomization.yaml", "patches: [{ path: more/a.yaml }]");
    write("crds/more/b.yaml", crd("captains", "Captain"));
    expect(crdgen("lint", "crds/more")).toMatchObject({ code: 0 });
    expect(crdgen("lint", "crds/more/*.yaml")).toMatchObject({ code: 0 });
  });
});

describe("what cannot be read", () => {
  it("is an error where a CRD may be in it", () => {
    write("crds/broken.yaml", `${fragment}a: ]\n`);
    write("crds/rendered.yaml", `kind: CustomResourceDefinition\nname: {{ .Name }}\n`);
    expect(codesOf(crdgen("lint", "crds", "--format", "json"))).toEqual([
      "source/not-yaml",
      "source/template",
    ]);
  });

  it("is an error where an object may be in it", () => {
    const object = "apiVersion: example.com/v1\nkind: Boat\nmetadata: { name: {{ name }} }\n";
    write("objects/a.yaml", object);
    write("objects/tsconfig.json", '{ // comment\n "a": 1 }');
    const args = ["validate", "--crd", "crds", "objects", "--format", "json"];
    expect(codesOf(crdgen(...args))).toEqual(["source/template"]);
  });

  it("is an error in a file that is named", () => {
    write("a.json", '{ // comment\n "a": 1 }');
    expect(codesOf(crdgen("lint", "a.json", "--format", "json"))).toEqual(["source/not-yaml"]);
  });

  it("says nothing of what is skipped", () => {
    write("crds/values.yaml", "a: 1\na: 2\n");
    expect(crdgen("lint", "crds").err).toBe(
      "✓ 1 CRD is accepted by Kubernetes 1.37; skipped 1 document: 1 document without apiVersion and kind\n",
    );
    expect(crdgen("lint", "crds/boats.yaml", "crds/values.yaml").out).toContain(
      "warning[source/duplicate-key]",
    );
  });
});

describe("an object that is incomplete", () => {
  it.each([
    ["apiVersion: example.com/v1\nmetadata: { name: a }\n"],
    ["kind: Boat\nspec: { size: 1 }\n"],
    ["apiversion: example.com/v1\nkind: Boat\n"],
    ["metadata: { name: a }\nspec: { size: 1 }\n"],
  ])("is an error in a folder too: %j", (text) => {
    write("objects/a.yaml", text);
    const args = ["validate", "--crd", "crds", "objects", "--format", "json"];
    expect(codesOf(crdgen(...args))).toEqual(["object/incomplete"]);
  });

  it("may be a file of another program, named by mistake", () => {
    write("kustomization.yaml", "resources: [a.yaml]");
    write("patch.yaml", "- { op: remove, path: /spec }");
    const args = ["--crd", "crds", "kustomization.yaml", "patch.yaml"];
    const { code, out, err } = crdgen("validate", ...args);
    expect(code).toBe(1);
    expect(out).toContain("help: this looks like a kustomization: build it");
    expect(out).toContain("help: this looks like a kustomize patch: build its kustomization");
    expect(err).toBe(
      "✗ no object was judged: 2 errors\n  kustomization.yaml (1 error)\n  patch.yaml (1 error)\n",
    );
  });
});

describe("files of tests", () => {
  const boat = "apiVersion: example.com/v1\nkind: Boat\n";

  const validate = (): Outcome => crdgen("validate", "--crd", "crds", "objects");

  it.each([
    ["objects/00-assert.yaml", `${boat}spec: { size: big }\n`],
    ["objects/01-errors.yaml", `${boat}spec: { size: big }\n`],
    ["objects/check.yaml", `${boat}spec: { (size > \`1\`): true }\n`],
    ["objects/check.yaml", `${boat}spec:\n  ~.(list): [1]\n  size: big\n`],
  ])("are skipped where only a test reads them: %s %j", (path, text) => {
    write("objects/00-install.yaml", `${boat}metadata: { name: a }\nspec: { size: 1 }\n`);
    write(path, text);
    expect(validate()).toEqual({
      code: 0,
      out: "",
      err: "✓ 1 object is accepted by Kubernetes 1.37; skipped 1 document: 1 test file of kuttl or chainsaw\n",
    });
  });

  it("are judged where the test applies them, and where they are named themselves", () => {
    write("objects/00-install.yaml", `${boat}metadata: { name: a }\nspec: { size: big }\n`);
    write("objects/assert.yaml", `${boat}metadata: { name: b }\nspec: { size: big }\n`);
    expect(validate().err).toContain("✗ all 2 objects are refused");
    write("objects/01-assert.yaml", `${boat}spec: { size: big }\n`);
    const named = crdgen("validate", "--crd", "crds", "objects/01-assert.yaml");
    expect(named.err).toContain("✗ 1 object is refused");
  });

  it("are those that a chainsaw test compares, or has to fill in", () => {
    const test = {
      apiVersion: "chainsaw.kyverno.io/v1alpha1",
      kind: "Test",
      spec: {
        steps: [
          { try: [{ apply: { file: "boat.yaml" } }, { assert: { file: "ready.yaml" } }] },
          { finally: [{ error: { file: "gone.yaml" } }, { assert: { file: "boat.yaml" } }] },
        ],
      },
    };
    write("objects/chainsaw-test.yaml", JSON.stringify(test));
    write("objects/boat.yaml", `${boat}metadata: { name: a }\nspec: { size: 1 }\n`);
    write("objects/ready.yaml", `${boat}spec: { size: big }\n`);
    write("objects/gone.yaml", `${boat}spec: { size: big }\n`);
    write("objects/other.yaml", `${boat}metadata: { namespace: ($namespace) }\n`);
    expect(validate().err).toBe(
      "✓ 1 object is accepted by Kubernetes 1.37; skipped 4 documents: 3 test files of kuttl or chainsaw, 1 configuration of a tool\n",
    );
  });

  it("are none by a value alone, without a chainsaw test", () => {
    write("objects/a.yaml", `${boat}metadata: { name: a, labels: { a: ($x) } }\n`);
    expect(validate().err).toContain("✗ 1 object is refused");
  });
});

describe("a document without an apiVersion", () => {
  const judge = (text: string): Outcome => {
    write("objects/a.yaml", text);
    write("objects/boat.yaml", "apiVersion: example.com/v1\nkind: Boat\nmetadata: { name: a }\n");
    return crdgen("validate", "--crd", "crds", "objects");
  };

  it.each([
    ["kind: ZarfPackageConfig\nmetadata: { name: core }\ncomponents: []\n"],
    ["kind: Tool\nversion: v1\nmetadata: { name: a }\nspec: {}\n"],
  ])("is the file of a tool where no kind is called so: %j", (text) => {
    const { code, err } = judge(text);
    expect(err).toContain("skipped 1 document: 1 configuration of a tool\n");
    expect(code).toBe(0);
  });

  it.each([
    ["kind: Boat\nmetadata: { name: a }\n"],
    ["kind: Boatt\nmetadata: { name: a }\n"],
    ["kind: Deployment\nmetadata: { name: a }\n"],
    ["kind: PodSecurityPolicy\nmetadata: { name: a }\n"],
    ["kind: List\nitems: []\nmetadata: {}\n"],
    ["apiversion: a.example.com/v1\nkind: Tool\n"],
    ["api_version: a.example.com/v1\nkind: Tool\n"],
  ])("is an object where one may be meant: %j", (text) => {
    const { code, out, err } = judge(text);
    expect(out).toContain("error[object/incomplete]: not a Kubernetes object: `apiVersion`");
    expect(err).toBe(
      "✗ 1 object is accepted by Kubernetes 1.37, but the inputs have errors: 1 error\n",
    );
    expect(code).toBe(1);
  });

  it("is an error in a file that is named", () => {
    write("a.yaml", "kind: ZarfPackageConfig\nmetadata: { name: core }\n");
    expect(crdgen("validate", "--crd", "crds", "a.yaml").code).toBe(1);
  });
});

describe("templates", () => {
  it.each([
    ["{% raw %}\napiVersion: a/v1\nkind: B\n{% endraw %}\n", "{%", "a.yaml:1:1"],
    ["apiVersion: a/v1\nkind: B\n{%- if x %}\na: b\n", "{%", "a.yaml:3:1"],
    ["apiVersion: a/v1\nkind: B\n<% if x %>\na: b\n", "<%", "a.yaml:3:1"],
    ["apiVersion: a/v1\nkind: B\n${{ each x }}\na: b\n", "${{", "a.yaml:3:1"],
    ["apiVersion: a/v1\nkind: B\na: {{ x }}\n", "{{", "a.yaml:3:4"],
  ])("are called so: %j", (text, found, place) => {
    write("objects/a.yaml", text);
    const { code, out } = crdgen("validate", "--crd", "crds", "objects");
    expect(out).toContain(
      `error[source/template]: a template, not YAML: found '${found}' where a value or a key is expected\n --> objects/${place}\n`,
    );
    expect(out).toContain("= help: render it first, ");
    expect(code).toBe(1);
  });
});

describe("a CRD among the objects", () => {
  it("does not count where --crd has the same", () => {
    write("objects/a.yaml", "apiVersion: example.com/v1\nkind: Boat\nmetadata: { name: a }\n");
    write("objects/copy.yaml", crd("boats", "Boat"));
    write("objects/old.yaml", crd("boats", "Boat", "string"));
    write("objects/bad.yaml", crd("boats", "Boat", "text"));
    expect(crdgen("validate", "--crd", "crds", "objects")).toEqual({
      code: 0,
      out: "",
      err: `✓ 1 object is accepted by Kubernetes 1.37
note: objects/bad.yaml:1: boats.example.com differs from the CRD of --crd, which counts
note: objects/old.yaml:1: boats.example.com differs from the CRD of --crd, which counts
`,
    });
    expect(crdgen("validate", "objects").code).toBe(1);
    expect(crdgen("validate", "--crd", "crds", "objects", "--quiet").err).toBe("");
  });
});

describe("a kustomization that patches CRDs", () => {
  const hint =
    "crds/kustomization.yaml patches CRDs, and the patches are not applied: build it first, as with `kubectl kustomize crds | crdgen … -`\n";

  it.each([
    ["patches: [{ path: p.yaml }]"],
    ["patchesStrategicMerge: [p.yaml]"],
    ["patches: [{ path: j.yaml, target: { kind: CustomResourceDefinition } }]"],
    ["patchesJson6902: [{ path: j.yaml, target: { kind: CustomResourceDefinition, name: a } }]"],
    ["patches: [{ patch: 'kind: CustomResourceDefinition' }]"],
  ])("is to be built first: %s", (patches) => {
    if (patches.includes("p.yaml")) write("crds/p.yaml", fragment);
    write("crds/j.yaml", "- { op: remove, path: /spec }");
    write("crds/kustomization.yaml", `resources: [boats.yaml, more/crews.yaml]\n${patches}\n`);
    write("crds/more/crews.yaml", crd("crews", "Crew"));
    const whole = crdgen("lint", "crds");
    expect(whole.code).toBe(0);
    expect(whole.err.split(hint)).toHaveLength(2);
    expect(crdgen("lint", "crds/more").err.split(hint)).toHaveLength(2);
    expect(crdgen("generate", "crds/more", "--out", "o", "--parts", "types").err).toContain(hint);
  });

  it.each([
    ["resources: [boats.yaml]"],
    ["resources: [boats.yaml]\npatches: [{ path: d.yaml }]"],
    ["resources: [boats.yaml]\npatches: [{ path: j.yaml, target: { kind: Deployment } }]"],
    ["resources: [other.yaml]\npatches: [{ path: p.yaml }]"],
  ])("is none: %j", (kustomization) => {
    write("crds/d.yaml", "apiVersion: apps/v1\nkind: Deployment\nmetadata: { name: a }\n");
    if (kustomization.includes("p.yaml")) write("crds/p.yaml", fragment);
    write("crds/j.yaml", "- { op: remove, path: /spec }");
    write("crds/kustomization.yaml", kustomization);
    expect(crdgen("lint", "crds").err).not.toContain("patches CRDs");
  });
});

describe("variants of a CRD", () => {
  beforeEach(() => {
    rmSync(join(folder, "crds/boats.yaml"));
    write("crds/boats-Default.yaml", crd("boats", "Boat"));
    write("crds/boats-Preview.yaml", crd("boats", "Boat", "string"));
    write("crds/crews.yaml", crd("crews", "Crew"));
  });

  const generate = (...args: readonly string[]): Outcome =>
    crdgen("generate", "crds", "--out", "out", "--parts", "types", "--quiet", ...args);

  const sizeType = (): string => {
    const text = readFileSync(join(folder, "out/example.com/v1/boats/types.ts"), "utf8");
    return /size\?: (\w+)/.exec(text)?.[1] ?? "";
  };

  it("are in conflict, which --prefer settles", () => {
    const { code, err } = crdgen("generate", "crds", "--out", "out");
    expect(code).toBe(1);
    expect(err).toContain(
      "= help: take one of them: `--prefer 'crds/boats-Preview.yaml'` or `--prefer 'crds/boats-Default.yaml'`; or generate them into separate folders",
    );
  });

  it.each([
    [["*-Preview.yaml"], "string"],
    [["crds/boats-Default.yaml"], "number"],
    [["nothing", "./crds/*-Preview.yaml", "*-Default.yaml"], "string"],
    [["boats-{Default,None}.yaml"], "number"],
  ])("are settled by the first pattern that matches: %j", (patterns, type) => {
    expect(generate(...patterns.flatMap((one) => ["--prefer", one]))).toMatchObject({ code: 0 });
    expect(sizeType()).toBe(type);
  });

  it("are settled by a folder, and by the configuration", () => {
    write("preview/boats.yaml", crd("boats", "Boat", "string"));
    write(
      "crdgen.config.yaml",
      "inputs: [crds/boats-Default.yaml, preview]\nout: out\nprefer: [preview/]\n",
    );
    expect(crdgen("generate", "--parts", "types").code).toBe(0);
    expect(sizeType()).toBe("string");
    expect(crdgen("explain", "boats.spec.size").out).toContain("<string>");
    expect(crdgen("explain", "boats.spec.size", "--prefer", "crds").out).toContain("<integer>");
    expect(crdgen("lint").err).toBe(
      "✓ 1 CRD is accepted by Kubernetes 1.37; skipped 1 document: 1 CRD that is not preferred\n",
    );
  });

  it("are left out with all that is wrong with them", () => {
    write("crds/boats-Preview.yaml", crd("boats", "Boat", "text"));
    expect(crdgen("lint", "crds").code).toBe(1);
    expect(crdgen("lint", "crds", "--prefer", "*-Default.yaml").err).toBe(
      "✓ 2 CRDs are accepted by Kubernetes 1.37; skipped 1 document: 1 CRD that is not preferred\n",
    );
  });

  it("keep what no pattern concerns, and say which pattern matches nothing", () => {
    const { code, err } = crdgen("lint", "crds", "--prefer", "none.yaml");
    expect(code).toBe(0);
    expect(err).toContain("note: --prefer: no input matches 'none.yaml'\n");
    expect(err).toContain("✓ 3 CRDs are accepted");
  });

  it("are settled for validate, diff, docs and standard input, too", () => {
    write(
      "a.yaml",
      "apiVersion: example.com/v1\nkind: Boat\nmetadata: { name: a }\nspec: { size: b }\n",
    );
    const args = ["--prefer", "*-Preview.yaml"];
    expect(crdgen("validate", "--crd", "crds", ...args, "a.yaml").code).toBe(0);
    const diff = crdgen("diff", "crds/boats-Preview.yaml", "crds", ...args);
    expect(diff.err).toContain(
      "✓ 2 CRDs have no change that breaks anybody: 1 safe; of the CRDs, 1 new",
    );
    expect(crdgen("docs", "crds", "--out", "site", "--as", "md", ...args).code).toBe(0);
    const piped = runCli(folder, ["lint", "-", "crds", ...args], crd("boats", "Boat", "text"));
    expect(piped).toMatchObject({ code: 0 });
  });

  it("do not make --skip-invalid say that the server refuses what only conflicts", () => {
    write("crds/bad.yaml", crd("bads", "Bad", "text"));
    const skipping = crdgen("generate", "crds", "--out", "out", "--skip-invalid");
    expect(skipping.code).toBe(1);
    expect(skipping.err).toContain("error[input/conflicting-crd]");
    expect(skipping.err).not.toContain("refuses every CRD");
    const plain = crdgen("generate", "crds", "--out", "out");
    expect(plain.err).toContain(
      "CRDs that conflict stand in the way, too: --prefer PATTERN takes those of the files that it matches\n",
    );
    const settled = ["--skip-invalid", "--prefer", "*-Default.yaml"];
    expect(crdgen("generate", "crds", "--out", "out", ...settled).code).toBe(0);
  });
});

describe("CRDs that are refused", () => {
  beforeEach(() => {
    write("crds/captains.yaml", crd("captains", "Captain", "text"));
    write("crds/crews.yaml", crd("crews", "Crew", "text"));
  });

  const generate = (...args: readonly string[]): Outcome =>
    crdgen("generate", "crds", "--out", "out", "--parts", "types", ...args);

  it("are named at the end, with the ways out", () => {
    const { code, err } = generate();
    expect(code).toBe(1);
    expect(err).toMatch(
      /\n✗ nothing was written: 2 errors\n2 CRDs that the API server refuses stand in the way:\n {2}captains\.example\.com \(1 error\) in crds\/captains\.yaml:1\n {2}crews\.example\.com \(1 error\) in crds\/crews\.yaml:1\n--skip-invalid generates [^]*--only [^]*--allow-invalid [^]*\n$/,
    );
    expect(generate("--quiet").err).not.toContain("--skip-invalid");
  });

  it("are left out on request, and the others are generated", () => {
    const { code, err } = generate("--skip-invalid");
    expect(code).toBe(0);
    const reason =
      '(1 error): spec.size.type: Unsupported value: "text": supported values: "array", "boolean", "integer", "number", "object", "string"';
    expect(err).toBe(
      `crds/captains.yaml:1: left out captains.example.com ${reason}
crds/crews.yaml:1: left out crews.example.com ${reason}
✓ out: 1 version of 1 resource: 5 files written, 0 unchanged, 0 removed; left out 2 CRDs that the API server refuses
`,
    );
    const data = generate("--skip-invalid", "--format", "json").out.split("\n");
    expect(data.filter((line) => line.includes('"code":"schema/type-unknown"'))).toHaveLength(2);
    expect(generate("--skip-invalid", "--check")).toMatchObject({ code: 0 });
    expect(generate("--skip-invalid", "--quiet")).toEqual({ code: 0, out: "", err: "" });
    expect(generate("--check").code).toBe(1);
  });

  it("are not to be left out where there are no others", () => {
    rmSync(join(folder, "crds/boats.yaml"));
    const { code, err } = generate();
    expect(code).toBe(1);
    expect(err).toContain("\n--allow-invalid generates what can be made of them\n");
    expect(err).not.toContain("--skip-invalid");
  });

  it("are left out where the configuration says so", () => {
    write("crdgen.config.yaml", "inputs: [crds]\nout: out\nskipInvalid: true\nparts: [types]\n");
    expect(crdgen("generate").code).toBe(0);
  });

  it("do not replace a good output by none", () => {
    expect(generate("--skip-invalid").code).toBe(0);
    const { code, err } = generate("--skip-invalid", "--only", "{Captain,Crew}");
    expect(err).toContain("the API server refuses every CRD, so that nothing is left to do");
    expect(code).toBe(1);
    expect(generate("--skip-invalid", "--check").code).toBe(0);
  });

  it("are no concern of those who name others", () => {
    expect(generate("--only", "Boat")).toMatchObject({ code: 0 });
    expect(generate("--only", "Captain")).toMatchObject({ code: 1 });
  });

  it("are judged, whatever is named, where nobody can tell their kind", () => {
    write("crds/crews.yaml", crd("crews", "Crew").replace("kind: Crew,", ""));
    expect(generate("--only", "Boat")).toMatchObject({ code: 1 });
  });

  it("cannot be left out and allowed at once", () => {
    expect(generate("--skip-invalid", "--allow-invalid")).toEqual({
      code: 2,
      out: "",
      err: "error: --skip-invalid: invalid CRDs can be allowed or skipped, not both\n",
    });
  });

  it("leave unreadable files what they are", () => {
    write("crds/broken.yaml", `${fragment}a: ]\n`);
    expect(generate("--skip-invalid")).toMatchObject({ code: 1 });
  });

  it("have a heading each, and are counted", () => {
    const { code, out, err } = crdgen("lint", "crds");
    expect(code).toBe(1);
    expect(out).toMatch(
      /^captains\.example\.com: 1 error\n\nerror\[[^]*\n\ncrews\.example\.com: 1 error\n\nerror\[/,
    );
    expect(err).toBe(
      "✗ 2 of 3 CRDs are refused by Kubernetes 1.37: 2 errors\n  captains.example.com (1 error) in crds/captains.yaml:1\n  crews.example.com (1 error) in crds/crews.yaml:1\n",
    );
  });
});

describe("a copy of a CRD with other metadata", () => {
  it("is the same CRD", () => {
    const copy = crd("boats", "Boat").replace("name: boats", "labels: { a: b }, name: boats");
    write("bundle/boats.yaml", copy);
    const { code, err } = crdgen("generate", "crds", "bundle", "--out", "out", "--parts", "types");
    expect(err).toContain("warning[input/repeated-crd]");
    expect(code).toBe(0);
    write("bundle/boats.yaml", copy.replace("integer", "string"));
    const other = crdgen("generate", "crds", "bundle", "--out", "out", "--parts", "types");
    expect(other.err).toContain("error[input/conflicting-crd]");
  });
});
