import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, it } from "vitest";
import { doctorCommand } from "../../../src/cli/doctor/doctor.js";
import { processHost } from "../../../src/cli/host.js";
import { outputJsonSchema } from "../../../src/cli/report/output-schemas.js";

it("doctor's facts fit their schema", async () => {
  let text = "";
  const host = { ...processHost(), print: (part: string) => (text += part) };
  await doctorCommand({ format: "json", color: "auto" }, host);
  const ajv = new Ajv2020({ allErrors: true });
  ajv.addSchema(outputJsonSchema(), "output");
  ajv.validate("output#/$defs/doctor", JSON.parse(text));
  expect(ajv.errors).toBeNull();
});

it("fields of explained resources have fields, strictly", () => {
  const ajv = new Ajv2020({ allErrors: true });
  ajv.addSchema(outputJsonSchema(), "output");
  const about = { type: "Object", description: "", constraints: {}, rules: [] };
  const field = (more: object): object => ({ name: "a", required: true, ...about, ...more });
  const resource = (fields: readonly object[]): object => ({
    ...{ group: "a.b", version: "v1", kind: "A", path: [] },
    ...about,
    fields,
  });
  const isGood = (fields: readonly object[]): boolean =>
    ajv.validate("output#/$defs/explainedResource", resource(fields));
  expect(isGood([field({ fields: [field({})] })])).toBe(true);
  expect(isGood([field({ fields: [field({ other: 1 })] })])).toBe(false);
});
