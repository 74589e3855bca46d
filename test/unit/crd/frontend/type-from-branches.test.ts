import { describe, expect, it } from "vitest";
import { lint } from "../../../../src/index.js";
import type { JsonObject } from "../../../../src/runtime/v1/values/json/json.js";
import { boatSource } from "../../../support/boat.js";

/** What lint says to do about a field of `spec`; nothing where there is no fault. */
async function helpFor(field: JsonObject): Promise<readonly (string | undefined)[]> {
  const schema = { type: "object", properties: { size: field } };
  const diagnostics = await lint({ sources: [boatSource({ schema })] });
  return diagnostics
    .filter(({ severity }) => severity === "error")
    .filter(({ code }) => code !== "schema/junctor-keyword")
    .map(({ help }) => help);
}

type Row = readonly [help: string, faulty: JsonObject, mended: JsonObject];

const any = "`x-kubernetes-preserve-unknown-fields: true` for any type";

describe("a field whose branches say its types", () => {
  it.each<Row>([
    [
      "write `x-kubernetes-int-or-string: true` instead of `oneOf`",
      { oneOf: [{ type: "string" }, { type: "integer" }] },
      { "x-kubernetes-int-or-string": true },
    ],
    [
      "write `type: string` and remove the types from the branches",
      {
        anyOf: [
          { type: "string", pattern: "a" },
          { type: "string", maxLength: 1 },
        ],
      },
      { type: "string", anyOf: [{ pattern: "a" }, { maxLength: 1 }] },
    ],
    [
      "write `type: string` instead of `allOf`",
      { allOf: [{ type: "string" }] },
      { type: "string" },
    ],
    [
      `a value has one type: write it, or ${any}, instead of \`oneOf\``,
      { oneOf: [{ type: "string" }, { type: "array" }] },
      { "x-kubernetes-preserve-unknown-fields": true },
    ],
    [
      `a value has one type: write it, or ${any}, and remove the types from the branches`,
      {
        oneOf: [{ type: "string", pattern: "a" }, { enum: [1] }],
        allOf: [{ type: "boolean" }],
      },
      {
        "x-kubernetes-preserve-unknown-fields": true,
        oneOf: [{ pattern: "a" }, { enum: [1] }],
      },
    ],
  ])("is told: %s", async (help, faulty, mended) => {
    expect(await helpFor(faulty)).toEqual([help]);
    expect(await helpFor(mended)).toEqual([]);
  });

  it("is told what all are told where they say none", async () => {
    expect(await helpFor({ oneOf: [{ minimum: 1 }] })).toEqual([
      "add `type`, or `x-kubernetes-int-or-string: true`, or `x-kubernetes-preserve-unknown-fields: true`",
    ]);
  });
});
