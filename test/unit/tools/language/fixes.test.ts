import { describe, expect, it } from "vitest";
import type { QuickFix } from "../../../../src/tools/language/service.js";
import { boatCrd, boatService, head } from "./language-crd.js";

/** All fixes of a text, by their titles, with what each makes of the text. */
async function fixesOf(text: string): Promise<ReadonlyMap<string, string>> {
  const service = await boatService();
  const fixes = await service.fixes({ path: "boat", text }, 0, text.length);
  return new Map(fixes.map((fix) => [fix.title, applied(text, fix)]));
}

function applied(text: string, { edit: { from, to, insert } }: QuickFix): string {
  return text.slice(0, from) + insert + text.slice(to);
}

describe("fixes of objects in YAML", () => {
  it("renames a field to the nearest, or removes it with its lines", async () => {
    const text = `${head}spec:\n  # Its hull.\n  hul: wood # yes\n  engine: { power: 1 }\n`;
    const fixes = await fixesOf(text);
    expect(fixes.get("Rename 'hul' to 'hull'")).toBe(text.replace("hul:", "hull:"));
    expect(fixes.get("Remove 'hul'")).toBe(text.replace("  hul: wood # yes\n", ""));
  });

  it("leaves an empty object where the only field is removed", async () => {
    const text = `${head}spec:\n  hull: wood\n  engine:\n    xyz: 1\n  holds:\n    a: { xyz: 1 }\n`;
    const service = await boatService();
    const fixes = await service.fixes({ path: "boat", text }, 0, text.length);
    expect(fixes.map((fix) => applied(text, fix))).toEqual([
      text.replace("engine:\n    xyz: 1", "engine: {}"),
      text.replace("{ xyz: 1 }", "{}"),
    ]);
  });

  it("removes a field behind a dash, and not a comment of others", async () => {
    const text = `${head}spec:\n  hull: wood\n  crew:\n    - xyz: 1\n      name: a\n`;
    const fixes = await fixesOf(text);
    expect(fixes.get("Remove 'xyz'")).toBe(text.replace("xyz: 1\n      ", ""));
    const commented = await fixesOf(text.replace("      name", "      # A name.\n      name"));
    expect([...commented.keys()]).toEqual([]);
  });

  it("puts quotes where text is meant, and takes them away", async () => {
    const text = `${head}spec:\n  hull: wood\n  crew:\n    - name: 1.50\n      role: yes\n      awake: "no"\n`;
    const fixes = await fixesOf(text);
    const quoted = text.replace("1.50", '"1.50"');
    expect([...fixes.values()]).toContain(quoted);
    expect([...fixes.values()]).toContain(text.replace("role: yes", 'role: "yes"'));
    expect(fixes.get("Replace by false")).toBe(text.replace('"no"', "false"));
    expect(fixes.get("Set the default, true")).toBe(text.replace('"no"', "true"));
  });

  it("replaces by the nearest value of an enum, and offers the others", async () => {
    const text = `${head}spec:\n  hull: Steel\n  flags: [rod, white]\n`;
    const fixes = await fixesOf(text);
    expect(fixes.get('Replace by "steel"')).toBe(text.replace("Steel", "steel"));
    expect(fixes.get('Replace by "wood"')).toBe(text.replace("Steel", "wood"));
    expect(fixes.get('Replace by "red"')).toBe(text.replace("rod", "red"));
  });

  it("adds what is required below the last field, with an example", async () => {
    const text = `${head}spec:\n  crew:\n  - role: cook\n    # Sleeps.\n  - { role: cook }\n# The end.\n`;
    const fixes = [...(await fixesOf(text)).keys()];
    expect(fixes.some((title) => title.startsWith("Add 'name': "))).toBe(true);
    const service = await boatService();
    const all = await service.fixes({ path: "boat", text }, 0, text.length);
    const added = all.filter(({ title }) => title.startsWith("Add 'name'"));
    expect(added.map((fix) => applied(text, fix))).toEqual([
      expect.stringMatching(/role: cook\n {4}name: \S+\n {4}# Sleeps/) as string,
      expect.stringMatching(/\{ role: cook, name: \S+ \}\n# The end/) as string,
    ]);
  });

  it("adds a field above the first where each takes several lines", async () => {
    const text = `${head.replace("name: first", "labels:\n    a: b")}spec: {}\n`;
    const [added] = await fixesOf(text);
    expect(added?.[1]).toMatch(/metadata:\n {2}name: \S+\n {2}labels:\n {4}a: b\nspec/);
  });

  it("takes the nearest kind, or that of the name in another group", async () => {
    const text = `${head}spec: {}\n`;
    const misspelt = await fixesOf(text.replace("Boat", "Boats"));
    expect(misspelt.get("Use 'Boat' of 'sea.example.com/v1'")).toBe(text);
    const foreign = await fixesOf(
      `# A.\n${text.replace("sea.example.com/v1", "water.example.org/v2")}`,
    );
    expect(foreign.get("Use 'Boat' of 'sea.example.com/v1'")).toBe(`# A.\n${text}`);
    expect([...(await fixesOf(text.replace("Boat", "House"))).keys()]).toEqual([]);
  });

  it("adds an object that defaults fill", async () => {
    const text = "apiVersion: sea.example.com/v1\nkind: Boat\nmetadata: {}\n";
    const fixes = await fixesOf(text);
    expect(fixes.get("Add 'spec'")).toContain("metadata: {}\nspec: {}\n");
  });

  it("takes quotes for labels", async () => {
    const text = `${head.replace("name: first\n", "name: first\n  labels: { a: 1 }\n")}spec: {}\n`;
    expect((await fixesOf(text)).get('Put it in quotes, "1"')).toBe(text.replace("a: 1", 'a: "1"'));
  });

  it("changes no other object of the text, and nothing that an alias shares", async () => {
    const shared = `${head}spec:\n  hull: wood\n  holds:\n    a: &a { xyz: 1 }\n    b: *a\n`;
    expect([...(await fixesOf(shared)).keys()]).toEqual([]);
    const two = `${head}spec: { hul: wood }\n---\n${head}spec: { hul: steel }\n`;
    const service = await boatService();
    const at = two.lastIndexOf("hul:");
    const fixes = await service.fixes({ path: "boat", text: two }, at, at);
    expect(fixes.map((fix) => applied(two, fix))[0]).toBe(
      `${two.slice(0, at)}hull:${two.slice(at + 4)}`,
    );
  });
});

describe("fixes of objects in JSON", () => {
  const text = JSON.stringify(
    { apiVersion: "sea.example.com/v1", kind: "Boat", metadata: { name: "a" }, spec: { hul: "wood", crew: [{ role: "Cook" }] } }, // prettier-ignore
    null,
    2,
  );

  it("keeps commas and columns", async () => {
    const fixes = await fixesOf(text);
    expect(fixes.get("Rename 'hul' to 'hull'")).toBe(text.replace('"hul"', '"hull"'));
    expect(fixes.get("Remove 'hul'")).toBe(text.replace('"hul": "wood",\n    ', ""));
    expect(fixes.get('Replace by "cook"')).toBe(text.replace("Cook", "cook"));
    const added = [...fixes].find(([title]) => title.startsWith("Add 'name'"))?.[1];
    expect(added).toMatch(/"role": "Cook",\n {8}"name": "\S+"\n/);
  });
});

describe("fixes of CRDs", () => {
  it("takes a comment away that ignores nothing, or its part", async () => {
    const title = "Remove what ignores nothing";
    const line = "    # crdgen-ignore portability/newer-server why\n";
    const above = boatCrd.replace("    - name: v1\n", `${line}    - name: v1\n`);
    expect((await fixesOf(above)).get(title)).toBe(boatCrd);
    const behind = boatCrd.replace(
      "name: v1\n",
      "name: v1 # crdgen-ignore portability/newer-server\n",
    );
    expect((await fixesOf(behind)).get(title)).toBe(boatCrd);
    const odd = boatCrd.replace(
      "                    power: { type: integer }",
      "                    # crdgen-ignore portability/newer-server, schema/format-unknown why\n                    power: { type: integer, format: odd }",
    );
    expect((await fixesOf(odd)).get(title)).toBe(odd.replace("portability/newer-server, ", ""));
  });

  it("ignores a warning by a comment above its field", async () => {
    const text = boatCrd.replace(
      "power: { type: integer }",
      "power: { type: integer, format: odd }",
    );
    const fixes = await fixesOf(text);
    const ignored = fixes.get("Ignore schema/format-unknown here");
    expect(ignored).toContain(
      "                    # crdgen-ignore schema/format-unknown\n                    power:",
    );
  });
});
