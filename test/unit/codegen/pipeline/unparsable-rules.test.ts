import { describe, expect, it } from "vitest";
import { compile, lint } from "../../../../src/index.js";
import { boatSource } from "../../../support/boat.js";

const rule = "self.oars > > 3";
const oars = { type: "object", properties: { oars: { type: "integer" } } };
const schema = {
  type: "object",
  properties: { spec: { ...oars, "x-kubernetes-validations": [{ rule }] } },
};
const input = { sources: [boatSource({ schema })] };
const message = "extraneous input '>' expecting";

/* What explains syntax errors is loaded by the first rule that has one. */
describe("a rule that cannot be parsed", () => {
  it("is refused with the server's words", async () => {
    const [first, ...others] = await lint(input);
    expect(first?.code).toBe("cel/syntax");
    expect(first?.message).toContain(message);
    expect(others).toEqual([]);
  });

  it("is an error of every object where its CRD is compiled all the same", async () => {
    const { resources, diagnostics } = await compile({ ...input, allowInvalid: true });
    expect(diagnostics.map(({ code }) => code)).toEqual(["cel/syntax"]);
    const boat = {
      apiVersion: "sea.example.com/v1",
      kind: "Boat",
      metadata: { name: "b" },
      spec: {},
    };
    const errors = resources[0]?.versions["v1"]?.checkRules(boat) ?? [];
    expect(errors.map(({ message: told }) => told).join()).toContain(message);
  });
});
