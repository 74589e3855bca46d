import { expect, it } from "vitest";
import { enumsBackend } from "../../../../src/codegen/backends/enums.js";
import type { Json } from "../../../../src/runtime/v1/values/json/json.js";
import { emitUnit } from "../../../support/emit-unit.js";
import { schemaResource } from "../../../support/schema-resource.js";

function textOf(spec: Json): string | undefined {
  const { resource, version } = schemaResource({ type: "object", properties: { spec } });
  const [file] = emitUnit(resource, version, [enumsBackend]);
  return file?.print({ target: "ts", importExtension: ".js", banner: "" })[0]?.text.trim();
}

it("lists the values that the type of each enum has", () => {
  const mode = { type: "string", enum: ["a", "b", "c"], allOf: [{ enum: ["b", "a"] }] };
  const ports = { type: "array", items: { type: "integer", enum: [80, 443] } };
  expect(textOf({ type: "object", properties: { mode, ports } })).toBe(
    `import type { SampleSpecMode, SampleSpecPorts } from "./types.js";

export const sampleSpecModeValues: readonly SampleSpecMode[] = ["a", "b"];

export const sampleSpecPortsValues: readonly SampleSpecPorts[] = [80, 443];`,
  );
});

it("writes nothing where there is no enum", () => {
  expect(textOf({ type: "object", properties: { a: { type: "string" } } })).toBeUndefined();
});
