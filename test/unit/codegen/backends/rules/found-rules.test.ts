import { beforeAll, describe, expect, it } from "vitest";
import { rulesBackend } from "../../../../../src/codegen/backends/rules.js";
import type { FieldError } from "../../../../../src/runtime/v1/values/field-error.js";
import type { Json, JsonObject } from "../../../../../src/runtime/v1/values/json/json.js";
import { emitUnit, evaluateUnit, loadRuntime } from "../../../../support/emit-unit.js";
import { foundRules, foundValues } from "../../../../support/found-rules.js";
import { createInterpreters } from "../../../../support/judge.js";
import { schemaResource } from "../../../../support/schema-resource.js";

const schema: JsonObject = { type: "object", properties: { spec: foundRules } };

beforeAll(loadRuntime);

describe("rules whose code was wrong once", () => {
  it.each(foundValues)("say what the interpreter says of %j", (spec) => {
    const { resource, version } = schemaResource(schema);
    const { checkSampleRules } = evaluateUnit(emitUnit(resource, version, [rulesBackend]));
    const check = checkSampleRules as (object: Json) => readonly FieldError[]; // what it exports
    const meant = createInterpreters(schema).rules({ spec }, undefined);
    expect(meant.filter(({ message }) => message.includes("compil"))).toEqual([]);
    expect(check({ spec })).toEqual(meant);
  });
});
