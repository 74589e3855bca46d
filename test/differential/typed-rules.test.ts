import { beforeAll, expect, it } from "vitest";
import { rulesBackend } from "../../src/backends/rules.js";
import { stringifyJson } from "../../src/runtime/v1/go/stringify-json.js";
import type { FieldError } from "../../src/runtime/v1/field-error.js";
import type { Json, JsonObject } from "../../src/runtime/v1/json/json.js";
import { emitUnit, evaluateUnit, loadRuntime } from "../support/emit-unit.js";
import { createInterpreters } from "../support/judge.js";
import { madeUpTypedSchema, madeUpTypedValue } from "../support/made-up-typed-schemas.js";
import { Random } from "../support/random.js";
import { schemaResource } from "../support/schema-resource.js";
import { seeds } from "../support/seeds.js";

/*
 * Rules that check, of everything that CEL has, each operand of which may be any other expression: generated code
 * against the interpreter.
 */

type Check = (object: Json, old: Json | undefined) => readonly FieldError[];

/** Of several errors within one rule, which of them is told is left open. */
function told(check: Check, object: Json, old: Json | undefined): readonly string[] {
  return check(object, old).map(({ field, message }) => {
    const isError = message.includes("evaluating rule") || message.includes("rule evaluation");
    return `${field}: ${isError ? "is an error" : message}`;
  });
}

beforeAll(loadRuntime);

it("typed rules by chance say the same of all values", () => {
  const differences: string[] = [];
  const counts = { holds: 0, fails: 0, errors: 0, doNotCompile: 0 };
  for (const seed of seeds(150)) {
    const random = new Random(seed);
    const spec = madeUpTypedSchema(random);
    const schema: JsonObject = { type: "object", properties: { spec } };
    try {
      compare(seed, schema, spec, random, counts, differences);
    } catch (error) {
      differences.push(`${seed}: ${String(error)}`);
    }
  }
  console.log(stringifyJson(counts));
  expect(differences).toEqual([]);
});

function compare(
  seed: number,
  schema: JsonObject,
  spec: JsonObject,
  random: Random,
  counts: { holds: number; fails: number; errors: number; doNotCompile: number },
  differences: string[],
): void {
  const { resource, version } = schemaResource(schema);
  const { checkSampleRules } = evaluateUnit(emitUnit(resource, version, [rulesBackend]));
  const generated = checkSampleRules as Check; // what the back end exports
  const interpreted: Check = (object, old) => createInterpreters(schema).rules(object, old);
  for (let count = 5; count > 0; count--) {
    const object = { spec: madeUpTypedValue(spec, random) };
    const old = random.chance(0.5) ? { spec: madeUpTypedValue(spec, random) } : undefined;
    const meant = told(interpreted, object, old);
    const got = told(generated, object, old);
    for (const text of meant) {
      if (text.includes("compil")) counts.doNotCompile++;
      else if (text.endsWith("is an error")) counts.errors++;
      else counts.fails++;
    }
    if (meant.length === 0) counts.holds++;
    if (JSON.stringify(meant) !== JSON.stringify(got)) {
      const values = `${old === undefined ? "" : `${stringifyJson(old)} -> `}${stringifyJson(object)}`;
      const wrong = got.filter((text) => !meant.includes(text));
      const missing = meant.filter((text) => !got.includes(text));
      differences.push(
        `${seed}: ${values}\n  says ${wrong.join("\n  ")}\n  not ${missing.join("\n  ")}`,
      );
    }
  }
}
