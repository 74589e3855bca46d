import { expect, it } from "vitest";
import { generate } from "../../../../src/index.js";
import { kindSource } from "../../../support/boat.js";

const words = { type: "object", properties: { name: { type: "string" } } };
const fleet = kindSource("Fleet", {
  schema: {
    type: "object",
    properties: { spec: { type: "object", properties: { ship: words } } },
  },
});
const ship = kindSource("FleetSpecShip", {
  schema: { type: "object", properties: { spec: words } },
});

it.each([
  ["in one order", [fleet, ship]],
  ["in the other", [ship, fleet]],
])("names that two resources of a version share are told, %s", async (_, sources) => {
  const { diagnostics, files } = await generate({ sources, parts: ["types"] });
  expect(diagnostics.map(({ code, message }) => `${code}: ${message}`)).toEqual([
    "names/shared: the index of version v1 exports these names from fleetspecships, not from fleets: FleetSpecShip, FleetSpecShipApply, FleetSpecShipInput",
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
