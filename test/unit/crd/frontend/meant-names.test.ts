import { describe, expect, it } from "vitest";
import { lint } from "../../../../src/index.js";
import type { JsonObject } from "../../../../src/runtime/v1/values/json/json.js";
import type { BoatParts } from "../../../support/boat.js";
import { boatSource } from "../../../support/boat.js";

/** What lint says to do about each error. */
async function helpsFor(parts: BoatParts): Promise<readonly (string | undefined)[]> {
  const diagnostics = await lint({ sources: [boatSource(parts)] });
  return diagnostics.filter(({ severity }) => severity === "error").map(({ help }) => help);
}

const withField = (field: JsonObject): BoatParts => ({
  schema: { type: "object", properties: { size: field } },
});

describe("types of other languages", () => {
  it.each<[type: string, help: string, mended: JsonObject]>([
    ["int", "write `integer`", { type: "integer" }],
    ["Integer", "write `integer`", { type: "integer" }],
    ["STRING", "write `string`", { type: "string" }],
    ["sting", "write `string`", { type: "string" }],
    ["bool", "write `boolean`", { type: "boolean" }],
    ["int64", "write `integer`, with `format: int64`", { type: "integer", format: "int64" }],
    [
      "date-time",
      "write `string`, with `format: date-time`",
      { type: "string", format: "date-time" },
    ],
    [
      "map",
      "write `object`, with `additionalProperties` for the values",
      { type: "object", additionalProperties: { type: "string" } },
    ],
    [
      "any",
      "leave `type` out, and set `x-kubernetes-preserve-unknown-fields: true`",
      { "x-kubernetes-preserve-unknown-fields": true },
    ],
  ])("%s", async (type, help, mended) => {
    expect(await helpsFor(withField({ type }))).toEqual([help]);
    expect(await helpsFor(withField(mended))).toEqual([]);
  });

  it("that are none are answered with all that there are", async () => {
    expect(await helpsFor(withField({ type: "unicorn" }))).toEqual([
      "use array, boolean, integer, number, object or string; to allow null, set `nullable: true`",
    ]);
  });
});

it("a field that says itself that it is required is told where that belongs", async () => {
  expect(await helpsFor(withField({ type: "string", required: true }))).toEqual([
    "list `size` under `required` of the object that has the field",
  ]);
  expect(await helpsFor({ schema: { type: "object", required: true } })).toEqual([
    "list the field under `required` of the object that has the field",
  ]);
});

describe("names that are nearly right", () => {
  const names = { plural: "boats", kind: "Boat" };

  it.each<[names: JsonObject, help: string, mended: JsonObject]>([
    [{ shortNames: ["BO"] }, "write `bo`", { shortNames: ["bo"] }],
    [{ categories: ["all_boats"] }, "write `all-boats`", { categories: ["all-boats"] }],
    [{ singular: "Boat" }, "write `boat`", { singular: "boat" }],
    [{ kind: "Small_Boat" }, "write `SmallBoat`", { kind: "SmallBoat" }],
    [{ kind: "1Boat" }, "write `Boat`", { kind: "Boat" }],
    [
      { shortNames: ["!"] },
      "use letters, digits and dashes, begin with a letter, and use capitals only in kind and listKind",
      {},
    ],
  ])("%j", async (faulty, help, mended) => {
    expect(await helpsFor({ spec: { names: { ...names, ...faulty } } })).toContain(help);
    expect(await helpsFor({ spec: { names: { ...names, ...mended } } })).toEqual([]);
  });

  it("a plural with capitals, and the name that is made of it", async () => {
    const spec = { names: { plural: "Boats", kind: "Boat" } };
    expect(await helpsFor({ spec })).toEqual([
      "write `name: boats.sea.example.com`",
      "write `boats`",
    ]);
  });

  it("scopes", async () => {
    expect(await helpsFor({ spec: { scope: "namespaced" } })).toEqual(["write `Namespaced`"]);
    expect(await helpsFor({ spec: { scope: "Everywhere" } })).toEqual([
      "write `Namespaced` or `Cluster`",
    ]);
  });
});
