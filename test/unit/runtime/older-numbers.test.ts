import { expect, it } from "vitest";
import { compileBoat } from "../../support/boat.js";

const spec = {
  type: "object",
  properties: { share: { type: "number", multipleOf: 0.01 }, count: { type: "integer" } },
};
const schema = { type: "object", properties: { spec } };

// Up to 1.36 go-openapi cuts doubles off by way of uint64: next to an integer counts as one above
// zero alone.
it.each([
  ["1.37", { share: -8.13 }, true],
  ["1.36", { share: -8.13 }, false],
  ["1.36", { share: 8.13 }, true],
  ["1.31", { share: -8.13 }, false],
  ["1.31", { count: -813.0000000000001 }, false],
  ["1.31", { count: 813.0000000000001 }, true],
])("a server of %s on %o: %s", async (kubernetesVersion, given, good) => {
  const boat = await compileBoat({ schema }, kubernetesVersion);
  const object = {
    apiVersion: "sea.example.com/v1",
    kind: "Boat",
    metadata: { name: "a" },
    spec: given,
  };
  expect(boat.is(object)).toBe(good);
  expect(boat.validate(object)).toHaveLength(good ? 0 : 1);
});
