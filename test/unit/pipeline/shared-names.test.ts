import { expect, it } from "vitest";
import type { JsonObject } from "../../../src/runtime/v1/json.js";
import { generate } from "../../../src/index.js";
import { boatCrd } from "../../support/boat.js";

function source(
  kind: string,
  schema: JsonObject,
): { readonly path: string; readonly text: string } {
  const plural = `${kind.toLowerCase()}s`;
  const crd = boatCrd({
    schema: { type: "object", properties: { spec: schema } },
    spec: { names: { plural, kind } },
    metadata: { name: `${plural}.sea.example.com` },
  });
  return { path: `${plural}.json`, text: JSON.stringify(crd, null, 2) };
}

const words = { type: "object", properties: { name: { type: "string" } } };
const fleet = source("Fleet", { type: "object", properties: { ship: words } });
const ship = source("FleetSpecShip", words);

it.each([
  ["in one order", [fleet, ship]],
  ["in the other", [ship, fleet]],
])("names that two resources of a version share are told, %s", async (_, sources) => {
  const { diagnostics, files } = await generate({ sources, parts: ["types"] });
  expect(diagnostics.map(({ code, message }) => `${code}: ${message}`)).toEqual([
    "names/shared: the index of version v1 has these names from fleetspecships, not from fleets: FleetSpecShip",
  ]);
  const [told] = diagnostics;
  expect(told?.source).toBe("fleets.json");
  expect(told?.related.map((place) => place.source)).toEqual(["fleetspecships.json"]);
  const index = files.find(({ path }) => path === "sea.example.com/v1/index.ts");
  expect(index?.text).toContain('export type { FleetSpecShip } from "./fleetspecships/types.js";');
});

it("names of different versions and of one resource alone are nobody's concern", async () => {
  const { diagnostics } = await generate({ sources: [fleet], parts: ["types"] });
  expect(diagnostics).toEqual([]);
});
