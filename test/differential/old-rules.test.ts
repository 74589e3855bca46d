import { expect, it } from "vitest";
import { stringifyJson } from "../../src/runtime/v1/values/go/json.js";
import type { JsonObject } from "../../src/runtime/v1/values/json/json.js";
import type { CreateAdmit } from "../support/admissions.js";
import { interpretedAdmission, loadCompiledAdmission } from "../support/admissions.js";
import { madeUpOldObject, madeUpOldRule, schemaWithRules } from "../support/made-up-old-rules.js";
import { Random } from "../support/random.js";
import { schemaResource } from "../support/schema-resource.js";
import { isWhole, sample } from "../support/scope.js";
import { seeds } from "../support/seeds.js";

/*
 * Rules about old values, optional ones among them, as servers of several versions evaluate them:
 * generated code against the interpreter.
 */

function objectWith(x: JsonObject): JsonObject {
  const metadata = { name: "a", resourceVersion: "1" };
  return { apiVersion: "example.com/v1", kind: "Sample", metadata, spec: { x } };
}

/** Fields and messages of the errors, in order. */
function answer(create: CreateAdmit, schema: JsonObject, x: JsonObject, old?: JsonObject): string {
  const { resource, version } = schemaResource(schema);
  const options = old === undefined ? {} : { oldObject: objectWith(old) };
  const admission = create(resource, version)(objectWith(x), options);
  if (admission.allowed) return "allowed";
  return admission.errors.map(({ field, message }) => `${field}: ${message}`).join("\n");
}

it.each(sample([29, 31, 36, 37] as const, 2))(
  "rules about old values by chance say the same on 1.%i",
  async (minor) => {
    const [compiled, interpreted] = [
      await loadCompiledAdmission(minor),
      interpretedAdmission(minor),
    ];
    const differences: string[] = [];
    const said = new Set<string>();
    for (const seed of seeds(isWhole ? 60 : 20)) {
      const random = new Random(seed);
      const rules = Array.from({ length: 4 }, () => madeUpOldRule(random));
      const spec = { type: "object", properties: { x: schemaWithRules(rules) } };
      const root: JsonObject = { type: "object", properties: { spec } };
      for (let count = 4; count > 0; count--) {
        const [x, old] = [madeUpOldObject(random), madeUpOldObject(random)];
        const before = random.chance(0.25) ? undefined : random.pick([x, old, old]);
        const want = answer(interpreted, root, x, before);
        const got = answer(compiled, root, x, before);
        said.add(want);
        if (want !== got) {
          const texts = [rules, x, before ?? null].map((part) => stringifyJson(part as JsonObject));
          differences.push(`${seed}: ${texts.join(" ")}\n${want}\n${got}`);
        }
      }
    }
    expect(differences.join("\n\n")).toBe("");
    if (isWhole)
      expect([...said].some((text) => text.includes("hash of unhashable type"))).toBe(true);
    expect(said.has("allowed") || said.size > 20).toBe(true);
  },
);
