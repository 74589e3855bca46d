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
    const { code, err } = crdgen("lint", "crds");
    expect(err).toContain("error[crd/");
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
      "1 CRD, 0 refused by Kubernetes 1.37; skipped 1 document: 1 document without apiVersion and kind\n",
    );
    expect(crdgen("lint", "crds/boats.yaml", "crds/values.yaml").err).toContain(
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
    const { code, err } = crdgen("validate", "--crd", "crds", "kustomization.yaml", "patch.yaml");
    expect(code).toBe(1);
    expect(err).toContain("help: this looks like a kustomization: build it");
    expect(err).toContain("help: this looks like a kustomize patch: build its kustomization");
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
      /2 errors; nothing was written\n2 CRDs that the API server refuses stand in the way:\n {2}captains\.example\.com \(1 error\) in crds\/captains\.yaml:1\n {2}crews\.example\.com \(1 error\) in crds\/crews\.yaml:1\n--skip-invalid generates [^]*--only [^]*--allow-invalid [^]*\n$/,
    );
    expect(generate("--quiet").err).not.toContain("--skip-invalid");
  });

  it("are left out on request, and the others are generated", () => {
    const { code, err } = generate("--skip-invalid");
    expect(code).toBe(0);
    expect(err).toContain("warning[schema/type-unknown]");
    expect(err).not.toContain("error[");
    expect(err).toContain(
      "out: 1 version of 1 resource: 4 files written, 0 unchanged, 0 removed; left out 2 CRDs that the API server refuses: captains.example.com, crews.example.com\n",
    );
    expect(generate("--skip-invalid", "--check")).toMatchObject({ code: 0 });
    expect(generate("--skip-invalid", "--quiet")).toEqual({ code: 0, out: "", err: "" });
    expect(generate("--check").code).toBe(1);
  });

  it("are left out where the configuration says so", () => {
    write("crdgen.config.yaml", "inputs: [crds]\nout: out\nskipInvalid: true\nparts: [types]\n");
    expect(crdgen("generate").code).toBe(0);
  });

  it("do not replace a good output by none", () => {
    expect(generate("--skip-invalid").code).toBe(0);
    const { code, err } = generate("--skip-invalid", "--only", "{Captain,Crew}");
    expect(err).toContain("the API server refuses every CRD, so that nothing is left to generate");
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
    const { code, err } = crdgen("lint", "crds");
    expect(code).toBe(1);
    expect(err).toMatch(
      /^captains\.example\.com: 1 error\n\nerror\[[^]*\n\ncrews\.example\.com: 1 error\n\nerror\[/,
    );
    expect(err).toContain(
      "3 CRDs, 2 refused by Kubernetes 1.37, 0 with warnings, 1 clean: 2 errors\n",
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
