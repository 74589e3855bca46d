import { expect, it } from "vitest";
import { atMark, boatService, head } from "./language-crd.js";

const service = await boatService();

it.each([
  ["a key", "  hu┆ll: wood", "spec.hull", "string"],
  ["a value", "  hull: wo┆od", "spec.hull", "string"],
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
])("has nothing to say of %s", async (_name, marked) => {
  const { text, offset } = atMark(marked);
  expect(await service.help(text, offset)).toBeUndefined();
});
