import { expect, it } from "vitest";
import { findExtensions } from "../../../../src/backends/names/extensions.js";
import type { Place } from "../../../../src/backends/names/tree.js";
import type { Schema } from "../../../../src/ir/schema.js";
import { schemaResource } from "../../../support/schema-resource.js";

/** Counts how often a field is looked up. */
class CountedFields extends Map<string, Schema> {
  static reads = 0;

  override get(name: string): Schema | undefined {
    CountedFields.reads++;
    return super.get(name);
  }
}

it("compares types that share all their fields' names with some of the others, not with all", () => {
  const count = 1000;
  const properties = Object.fromEntries(
    Array.from({ length: count }, (_, index) => [
      `p${index}`,
      {
        type: "object",
        properties: {
          config: { type: "object", properties: { [`q${index}`]: { type: "string" } } },
        },
      },
    ]),
  );
  const { version } = schemaResource({ type: "object", properties });
  const places = [...(version.schema?.fields.values() ?? [])].map((schema, index): Place => ({
    shape: { ...schema, fields: new CountedFields(schema.fields) },
    annotations: version.annotations,
    path: [`p${index}`],
    names: [`P${index}`],
  }));
  expect(findExtensions({ places, edges: [] }).size).toBe(0);
  expect(CountedFields.reads).toBeGreaterThan(0);
  expect(CountedFields.reads).toBeLessThanOrEqual(100 * count);
});
