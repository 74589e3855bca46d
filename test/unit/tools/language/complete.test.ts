import { describe, expect, it } from "vitest";
import type { Proposal } from "../../../../src/tools/language/service.js";
import { atMark, boatService, head } from "./language-crd.js";

const service = await boatService();

async function proposals(marked: string): Promise<readonly Proposal[]> {
  const { text, offset } = atMark(marked);
  return service.complete(text, offset);
}

async function labels(marked: string): Promise<readonly string[]> {
  return (await proposals(marked)).map(({ label }) => label);
}

/** The text once a proposal was taken. */
async function taken(marked: string, label: string): Promise<string> {
  const found = (await proposals(marked)).find((one) => one.label === label);
  if (found === undefined) return `no proposal ${label}`;
  const { text } = atMark(marked);
  return text.slice(0, found.from) + found.insert + text.slice(found.to);
}

describe("fields", () => {
  it("come with type and description, the required ones first", async () => {
    const [first, second] = await proposals(`${head}spec:\n  ┆\n`);
    expect(first).toMatchObject({
      label: "hull",
      kind: "field",
      detail: "string",
      documentation: "What it is made of.",
      required: true,
    });
    expect(second).toMatchObject({ label: "crew", detail: "[]object" });
    expect(second?.required).toBeUndefined();
  });

  it("are those that are not there yet", async () => {
    expect(await labels(`${head}spec:\n  hull: wood\n  ┆\n  engine: {}\n`)).toEqual([
      "crew", "flags", "holds", "on",
    ]); // prettier-ignore
  });

  it("of the object itself", async () => {
    expect(await labels("┆")).toEqual(["apiVersion", "kind"]);
    expect(await labels(`${head}┆`)).toEqual(["spec"]);
    expect(await labels(`apiVersion: sea.example.com/v1\nkind: Boat\n┆`)).toEqual([
      "metadata",
      "spec",
    ]);
  });

  it("of metadata, without what servers set", async () => {
    const found = await labels("apiVersion: sea.example.com/v1\nkind: Boat\nmetadata:\n  ┆");
    expect(found).toEqual(expect.arrayContaining(["name", "namespace", "labels", "annotations"]));
    expect(found).not.toContain("uid");
    const owner =
      "apiVersion: sea.example.com/v1\nkind: Boat\nmetadata:\n  ownerReferences:\n  - ┆";
    expect(await labels(owner)).toEqual(expect.arrayContaining(["apiVersion", "kind", "uid"]));
  });

  it.each([
    ["of an item, behind its dash", "  crew:\n  - ┆\n"],
    ["of an item, in its second line", "  crew:\n  - name: Ann\n    ┆\n", ["role", "awake"]],
    ["of an item that is indented", "  crew:\n    - name: Ann\n      ┆\n", ["role", "awake"]],
    ["of an item before others", "  crew:\n    - ┆\n    - name: Ann\n"],
    ["where a word is begun", "  crew:\n  - na┆\n"],
    ["of an item in brackets", "  crew: [{ ┆ }]\n"],
    ["of an item in brackets behind others", "  crew: [{ name: Ann, ┆ }]\n", ["role", "awake"]],
    ["of an item in brackets that are open", "  crew: [{ name: Ann, r┆", ["role", "awake"]],
    ["of a value of a map", "  holds:\n    front:\n      ┆\n", ["size"]],
    ["below a comment", "  # crew:\n  engine:\n    # power\n    ┆\n", ["power"]],
  ])("%s", async (_name, text, expected = ["name", "role", "awake"]) => {
    expect(await labels(`${head}spec:\n${text}`)).toEqual(expected);
  });

  it("are inserted with what their values begin with", async () => {
    const spec = `${head}spec:\n  ┆`;
    expect(await taken(spec, "hull")).toBe(`${head}spec:\n  hull: `);
    expect(await taken(spec, "engine")).toBe(`${head}spec:\n  engine:\n    `);
    expect(await taken(spec, "holds")).toBe(`${head}spec:\n  holds:\n    `);
    expect(await taken(spec, "crew")).toBe(`${head}spec:\n  crew:\n  - `);
    expect(await taken(spec, "flags")).toBe(`${head}spec:\n  flags:\n  - `);
    expect(await taken(spec, "on")).toBe(`${head}spec:\n  "on": `);
    expect(await taken(`${head}spec:\n  cr┆ew`, "crew")).toBe(`${head}spec:\n  crew:\n  - `);
    expect(await taken(`${head}spec:\n  hu┆: steel`, "hull")).toBe(`${head}spec:\n  hull: steel`);
  });

  it("are found in texts that are no YAML", async () => {
    expect(await labels(`${head}spec:\n  hull: "wood\n  engine:\n  : :\n    ┆`)).toEqual([]);
    expect(await labels(`${head}spec:\n  engine: ]\n  holds:\n    a:\n      ┆\n  b: {`)).toEqual([
      "size",
    ]);
  });

  it.each([
    ["below a word that is no key yet", "  engine:\n    po\n    size: 1\n    ┆\n", ["power"]],
    ["where a quote is open", "  { hull: wood, 'cr┆\n  }\n", ["crew", "flags", "holds", "engine", "on"]], // prettier-ignore
    ["in a line behind a member without its comma", '  { "hull": "wood"\n  "cr┆\n}', ["crew", "flags", "holds", "engine", "on"]], // prettier-ignore
    ["behind a block scalar", "  holds:\n    a:\n      x: |\n        y\n      s┆", ["size"]],
    ["behind an empty block scalar", "  holds:\n    a:\n      x: |\n      s┆", ["size"]],
    ["in an empty line behind a block scalar", "  holds:\n    a:\n      x: |\n        y\n      ┆\n", ["size"]], // prettier-ignore
    ["at a comment", "  holds:\n    a:\n      ┆# what\n", ["size"]],
  ])("are found %s", async (_name, text, expected) => {
    expect(await labels(`${head}spec:\n${text}`)).toEqual(expected);
  });

  it.each(["- ", "? ", "a: ", ": ", "[", "{a: ", '"', "- a: 1\n"])(
    "are not looked for long in much of %j",
    async (piece) => {
      const start = performance.now();
      await labels(`${head}spec:\n  ${piece.repeat(20_000)}┆`);
      expect(performance.now() - start).toBeLessThan(20_000);
    },
  );

  it("of the document that the cursor is in, and of items of lists", async () => {
    const boat = `${head}spec:\n  engine:\n    ┆\n`;
    expect(await labels(`kind: Other\n---\n${boat}---\nkind: Third\n`)).toEqual(["power"]);
    const indented = boat.replace(/^/gm, "    ").replace("    apiVersion", "  - apiVersion");
    expect(await labels(`apiVersion: v1\nkind: List\nitems:\n${indented}`)).toEqual(["power"]);
  });

  it("are quoted in JSON", async () => {
    const json = `{ "apiVersion": "sea.example.com/v1", "kind": "Boat", "spec": { "hull": "wood", ┆ } }`;
    expect(await labels(json)).toEqual(["crew", "flags", "holds", "engine", "on"]);
    expect(await taken(json, "crew")).toContain(`"hull": "wood", "crew":  }`);
    expect(await taken(json.replace("┆", `"cre┆`), "crew")).toContain(`"crew": `);
    expect(await taken(json.replace("┆", `"cre┆": []`), "crew")).toContain(`, "crew": [] }`);
  });

  it.each([
    ["in comments", "  # ┆"],
    ["in block scalars", "  hull: |\n    ┆"],
    ["in an empty line of a block scalar", "  hull: |\n    a\n    ┆\n    b\n"],
    ["at a word of a block scalar", "  hull: |\n    a\n    b┆\n  engine: {}\n"],
    ["at the first word of a block scalar", "  hull: |\n    b┆\n    c\n"],
    ["below scalars", "  hull: wood\n    ┆"],
    ["of kinds that are not known", "", "apiVersion: a.example.com/v1\nkind: A\nspec:\n  ┆"],
  ])("none %s", async (_name, text, whole = `${head}spec:\n${text}`) => {
    expect(await labels(whole)).toEqual([]);
  });
});

describe("values", () => {
  it.each([
    ["of an enum, with the default", "  hull: ┆", ["wood", "steel"]],
    ["of an enum, where one is begun", "  hull: st┆", ["wood", "steel"]],
    ["of booleans", '  "on": ┆', ["true", "false"]],
    ["of items", "  flags:\n  - ┆", ["red", "white"]],
    ["of items in brackets", "  flags: [red, ┆]", ["red", "white"]],
    ["of a field of an item", "  crew:\n  - role: ┆", ["captain", "cook", "yes"]],
    ["of a field in brackets", "  crew: [{ role: ┆ }]", ["captain", "cook", "yes"]],
    ["of a new item", "  flags:\n    ┆", ["-"]],
  ])("%s", async (_name, text, expected) => {
    expect(await labels(`${head}spec:\n${text}`)).toEqual(expected);
  });

  it("tell the default, and are written so that they are read as they are", async () => {
    expect((await proposals(`${head}spec:\n  hull: ┆`))[0]).toMatchObject({ detail: "default" });
    const role = `${head}spec:\n  crew:\n  - role: ┆`;
    expect(await taken(role, "yes")).toMatch(/role: "yes"$/);
    expect(await taken(`${head}spec:\n  hull:┆`, "steel")).toMatch(/hull: steel$/);
    expect(await taken(`${head}spec:\n  hull: w┆ood # x`, "steel")).toMatch(/hull: steel # x$/);
  });

  it("of apiVersion and kind are those of the CRDs", async () => {
    expect(await labels("apiVersion: ┆")).toEqual(["sea.example.com/v1"]);
    expect(await labels("apiVersion: sea.example.com/v1\nkind: ┆")).toEqual(["Boat"]);
    expect(await taken(`{ "kind": ┆ }`, "Boat")).toBe(`{ "kind": "Boat" }`);
  });
});

describe("the help for a field", () => {
  it.each([
    ["a key", "  hu┆ll: wood", "spec.hull", "string"],
    ["a value", "  hull: wo┆od", "spec.hull", "string"],
    ["what has no value yet", "  hull:┆", "spec.hull", "string"],
    ["a blank before a value", "  hull: ┆ wood", "spec.hull", "string"],
    ["a field of an item", "  crew:\n  - na┆me: Ann", "spec.crew[*].name", "string"],
    [
      "a field of a value of a map",
      "  holds:\n    a:\n      si┆ze: 1",
      "spec.holds.*.size",
      "integer",
    ],
    ["an item", "  flags:\n  - re┆d", "spec.flags[*]", "[]string"],
    ["a key in brackets", "  crew: [{ aw┆ake: true }]", "spec.crew[*].awake", "boolean"],
  ])("explains %s", async (_name, spec, path, type) => {
    const { text, offset } = atMark(`${head}spec:\n${spec}\n`);
    expect(await service.help(text, offset)).toMatchObject({ path, node: { type } });
  });

  it("knows the place of the field in the site, and its key", async () => {
    const { text, offset } = atMark(`${head}spec:\n  crew:\n  - name: A┆nn\n`);
    const help = await service.help(text, offset);
    expect(help?.href).toBe("sea.example.com/boats/v1.html#spec.crew[*].name");
    expect(text.slice(help?.from, help?.to)).toBe("name");
  });

  it.each([
    ["unknown fields", `${head}spec:\n  sa┆il: 1\n`],
    ["unknown kinds", "kind: Other\nspec:\n  hu┆ll: 1\n"],
    ["blanks", `${head}spec:\n  ┆\n`],
    ["comments", `${head}spec:\n  hull: wood # ha┆rd\n`],
  ])("has nothing to say of %s", async (_name, marked) => {
    const { text, offset } = atMark(marked);
    expect(await service.help(text, offset)).toBeUndefined();
  });
});
