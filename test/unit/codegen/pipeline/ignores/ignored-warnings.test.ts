import { describe, expect, it } from "vitest";
import type { Ignore } from "../../../../../src/index.js";
import { lint, OptionError } from "../../../../../src/index.js";

/**
 * A CRD with an empty `metadata` in line 24 and a rule in lines 31 to 33 that is new, with comments
 * behind lines.
 */
function crdWith(comments: Readonly<Record<number, string>> = {}, name = "things"): string {
  const lines = [
    "",
    "---",
    "apiVersion: apiextensions.k8s.io/v1",
    "kind: CustomResourceDefinition",
    `metadata: { name: ${name}.example.com }`,
    "spec:",
    "  group: example.com",
    "  scope: Cluster",
    `  names: { plural: ${name}, kind: Thing }`,
    "  versions:",
    "    - name: v1",
    "      served: true",
    "      storage: true",
    "      schema:",
    "        openAPIV3Schema:",
    "          type: object",
    "          properties:",
    "            spec:",
    "              type: object",
    "              properties:",
    "                template:",
    "                  type: object",
    "                  properties:",
    "                    metadata:",
    "                      type: object",
    "                version:",
    "                  type: string",
    "                  maxLength: 9",
    "                  x-kubernetes-validations:",
    "                    - message: must be a version",
    "                      rule: |-",
    "                        self != '' &&",
    "                        isSemver(self)",
  ];
  return lines.map((line, index) => line + (comments[index + 1] ?? "")).join("\n");
}

const empty = "portability/field-unsettable";
const newer = "portability/newer-server";

/** What is told of the CRDs: the codes with their lines. */
async function told(texts: readonly string[], ignore: readonly Ignore[] = []): Promise<string[]> {
  const sources = texts.map((text, index) => ({ path: `${index}.yaml`, text }));
  const found = await lint({ sources, ignore, minimumVersion: "1.30" });
  return found.map(({ code, start }) => `${start?.line ?? 0} ${code}`);
}

it("are two without a word about them", async () => {
  expect(await told([crdWith()])).toEqual([`24 ${empty}`, `33 ${newer}`]);
});

describe("a comment", () => {
  it.each([
    ["behind the field", { 24: ` # crdgen-ignore ${empty}` }],
    ["above it", { 23: `\n# crdgen-ignore ${empty} it is so` }],
    ["above it, with others between", { 23: `\n  # crdgen-ignore ${empty}\n\n  # it is so` }],
    ["behind a field that holds it", { 21: ` # crdgen-ignore ${newer}, ${empty}` }],
    ["above a field that holds it", { 10: `\n    # crdgen-ignore ${empty}: it is so` }],
    ["at the end of what an item begins with", { 11: ` # crdgen-ignore ${empty}` }],
    ["at the top of the document", { 2: `\n# crdgen-ignore-file ${empty}` }],
    ["above the document", { 1: `# Licence\n# crdgen-ignore-file ${empty} it is so` }],
  ])("%s ignores it", async (_, comments) => {
    const left = await told([crdWith(comments)]);
    expect(left.filter((line) => line.endsWith(empty))).toEqual([]);
    expect(left.filter((line) => line.endsWith(newer))).toHaveLength(1);
  });

  it.each([
    ["the field", { 31: ` # crdgen-ignore ${newer}` }],
    ["the rule", { 29: `\n                    # crdgen-ignore ${newer}` }],
    ["the list of rules", { 29: ` # crdgen-ignore ${newer}` }],
  ])("about %s reaches into a text of many lines", async (_, comments) => {
    expect((await told([crdWith(comments)])).map((line) => line.split(" ")[1])).toEqual([empty]);
  });

  it("is no part of a text", async () => {
    const description = `\n                  description: |\n                    # crdgen-ignore ${newer}`;
    expect(await told([crdWith({ 27: description })])).toEqual([`24 ${empty}`, `35 ${newer}`]);
  });

  it("is about its own document", async () => {
    const text = `${crdWith({ 2: `\n# crdgen-ignore-file ${empty}` })}\n${crdWith({}, "others")}\n`;
    expect(await told([text])).toEqual([`34 ${newer}`, `58 ${empty}`, `67 ${newer}`]);
  });

  it("is told where it has nothing to ignore", async () => {
    const text = crdWith({ 26: ` # crdgen-ignore ${newer}, ${empty}` });
    const found = await lint({ sources: [{ path: "a.yaml", text }], minimumVersion: "1.30" });
    expect(found.map(({ severity, message }) => `${severity}: ${message}`).at(-1)).toBe(
      `notice: there is no warning '${empty}' here to ignore`,
    );
    expect(found.map(({ code }) => code)).toEqual([empty, "lint/unused-ignore"]);
  });

  it("is not told where errors keep lint from looking", async () => {
    const text = crdWith({ 2: `\n# crdgen-ignore-file schema/format-unknown` });
    expect(await told([text.replace("scope: Cluster", "scope: World")])).not.toContainEqual(
      expect.stringContaining("lint/unused-ignore"),
    );
  });

  it.each([
    [
      "crdgen-ignore",
      "name the warning behind it, such as `# crdgen-ignore portability/newer-server`",
    ],
    ["crdgen-ignore because", "there is no warning 'because'; `crdgen explain` lists all codes"],
    ["crdgen-ignore newer-server", `there is no warning 'newer-server'; there is '${newer}'`],
    [
      "crdgen-ignore portability/newer-servers",
      `there is no warning 'portability/newer-servers'; there is '${newer}'`,
    ],
    [
      "crdgen-ignore schema/type-missing",
      "'schema/type-missing' is an error, and only warnings can be ignored: the API server would refuse the CRD all the same",
    ],
    ["crdgen-ignore object/warning", "'object/warning' is not a warning about CRDs"],
    [`crdgen-ignore-files ${newer}`, "there is crdgen-ignore-file"],
    [`crdgen-ignore-next-line ${newer}`, "there are crdgen-ignore and crdgen-ignore-file"],
    [
      `crdgen-ignore-file ${newer}`,
      "crdgen-ignore-file belongs above the first field of the document",
    ],
  ])("# %s is told", async (comment, reason) => {
    const sources = [{ path: "a.yaml", text: crdWith({ 25: ` # ${comment}` }) }];
    const found = await lint({ sources, minimumVersion: "1.30" });
    expect(found.map(({ code }) => code)).toEqual([empty, "lint/invalid-ignore", newer]);
    expect(found[1]?.message).toBe(`the comment cannot be followed: ${reason}`);
  });

  it("does not hide an error", async () => {
    const text = crdWith({ 25: " # crdgen-ignore schema/type-unknown" });
    const found = await told([text.replace("type: string", "type: text")]);
    expect(found).toContain("27 schema/type-unknown");
    expect(found).toContain("25 lint/invalid-ignore");
  });

  it("is about an anchor wherever it is used, or about one use of it", async () => {
    const text = crdWith()
      .replace("template:", "template: &anchor")
      .replace("version:", "other: *anchor\n                version:");
    expect(await told([text])).toEqual([`24 ${empty}`, `24 ${empty}`, `34 ${newer}`]);
    const ofUse = text.replace("*anchor", `*anchor # crdgen-ignore ${empty}`);
    expect(await told([ofUse])).toEqual([`24 ${empty}`, `34 ${newer}`]);
    const ofAnchor = text.replace("metadata:\n", `metadata: # crdgen-ignore ${empty}\n`);
    expect(await told([ofAnchor])).toEqual([`34 ${newer}`]);
  });
});

describe("an entry of the list", () => {
  it.each<[Ignore, readonly string[]]>([
    [newer, ["24", "24"]],
    [{ code: newer, crd: "things.example.com" }, ["24", "24", "33"]],
    [{ code: newer, crd: "*.example.com" }, ["24", "24"]],
    [{ crd: "things.*" }, ["24", "33"]],
    [{ path: "spec.template" }, ["33", "33"]],
    [{ path: "spec.version" }, ["24", "24"]],
    [{ path: "spec.versions[*].schema" }, []],
    [{ path: "spec.versions[1]" }, ["24", "24", "33", "33"]],
    [{ path: "**.metadata", crd: "others.example.com" }, ["24", "33", "33"]],
    [{ code: "portability/default-surprise" }, ["24", "24", "33", "33"]],
  ])("%j leaves the warnings of the lines %j", async (entry, lines) => {
    const left = await told([crdWith(), crdWith({}, "others")], [entry]);
    expect(left.map((line) => line.split(" ")[0] ?? "").sort()).toEqual(lines);
  });

  it("does not hide an error", async () => {
    const text = crdWith().replace("scope: Cluster", "scope: World");
    expect(await told([text], [{ path: "**" }])).toEqual(["8 crd/scope-invalid"]);
  });

  it("leaves out what is told of the text", async () => {
    const text = crdWith({ 26: " { type: string }\n                version:" });
    expect(await told([text])).toContain("27 source/duplicate-key");
    const left = await told([text], [{ code: "source/duplicate-key", crd: "things.example.com" }]);
    expect(left).not.toContain("27 source/duplicate-key");
  });

  it.each<[unknown, string]>([
    [3, "ignore[0]: must be a code such as portability/newer-server, or have code, crd or path"],
    [{}, "ignore[0]: must have a code, a crd or a path"],
    [
      { kind: "Thing" },
      "ignore[0].kind: there is no such option; there are 'code', 'crd' and 'path'",
    ],
    [{ codes: newer }, "ignore[0].codes: there is no such option; there is 'code'"],
    [{ path: 1 }, "ignore[0].path: must be a text, and not empty"],
    ["crd/name-mismatch", "ignore[0]: 'crd/name-mismatch' is an error"],
    [{ code: "nope" }, "ignore[0].code: there is no warning 'nope'"],
  ])("%j is refused", async (entry, message) => {
    const wrong = lint({ sources: [], ignore: [entry] as never });
    await expect(wrong).rejects.toThrow(OptionError);
    await expect(wrong).rejects.toThrow(message);
  });
});
