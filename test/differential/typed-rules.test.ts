import { beforeAll, expect, it } from "vitest";
import { rulesBackend } from "../../src/codegen/backends/rules.js";
import type { FieldError } from "../../src/runtime/v1/values/field-error.js";
import { stringifyJson } from "../../src/runtime/v1/values/go/json.js";
import type { Json, JsonObject } from "../../src/runtime/v1/values/json/json.js";
import { emitUnit, evaluateUnit, loadRuntime } from "../support/emit-unit.js";
import { createInterpreters } from "../support/judge.js";
import { madeUpTypedSchema, madeUpTypedValue } from "../support/made-up-typed-schemas.js";
import { Random } from "../support/random.js";
import { schemaResource } from "../support/schema-resource.js";
import { seeds } from "../support/seeds.js";

/*
 * Rules that check, of everything that CEL has, each operand of which may be any other expression:
 * generated code against the interpreter.
 */

type Check = (object: Json, old: Json | undefined) => readonly FieldError[];

/** What a rule says, and where. */
interface Verdict {
  readonly text: string;
  readonly kind: "fails" | "is an error" | "does not compile";
}

/** Of several errors within one rule, which of them is told is left open. */
function verdict({ field, message }: FieldError): Verdict {
  const isError = message.includes("evaluating rule") || message.includes("rule evaluation");
  const kind = isError
    ? "is an error"
    : message.startsWith("rule compile error") || message.startsWith("compilation failed")
      ? "does not compile"
      : "fails";
  return { text: `${field}: ${isError ? kind : message}`, kind };
}

interface Comparison {
  readonly verdicts: readonly Verdict[];
  readonly differences: readonly string[];
}

/** One schema and some writes, all of which the seed decides. */
function compare(seed: number): Comparison {
  const random = new Random(seed);
  const spec = madeUpTypedSchema(random);
  const schema: JsonObject = { type: "object", properties: { spec } };
  const { resource, version } = schemaResource(schema);
  const { checkSampleRules } = evaluateUnit(emitUnit(resource, version, [rulesBackend]));
  const generated = checkSampleRules as Check; // what the back end exports
  const interpreted = createInterpreters(schema);
  const verdicts: Verdict[] = [];
  const differences: string[] = [];
  for (let count = 5; count > 0; count--) {
    const object = { spec: madeUpTypedValue(spec, random) };
    const old = random.chance(0.5) ? { spec: madeUpTypedValue(spec, random) } : undefined;
    const meant = interpreted.rules(object, old).map(verdict);
    const got = generated(object, old).map((error) => verdict(error).text);
    verdicts.push(...meant);
    const wanted = meant.map(({ text }) => text);
    if (wanted.join("\n") === got.join("\n")) continue;
    const wrong = got.filter((text) => !wanted.includes(text));
    const missing = wanted.filter((text) => !got.includes(text));
    const values = [...(old === undefined ? [] : [old]), object].map(stringifyJson).join(" -> ");
    differences.push(`${seed}: ${values}\n  says ${wrong.join("\n")}\n  not ${missing.join("\n")}`);
  }
  return { verdicts, differences };
}

beforeAll(loadRuntime);

/** Of these, variables of a rule had become one, and were declared twice. */
const foundBefore = [20478, 20611, 21302];

it("typed rules by chance say the same of all values", () => {
  const differences: string[] = [];
  const verdicts: Verdict[] = [];
  for (const seed of [...seeds(60), ...foundBefore]) {
    try {
      const compared = compare(seed);
      verdicts.push(...compared.verdicts);
      differences.push(...compared.differences);
    } catch (error) {
      differences.push(`${seed}: ${String(error)}`);
    }
  }
  expect(differences).toEqual([]);
  const share = (kind: Verdict["kind"]): number =>
    verdicts.filter((each) => each.kind === kind).length / verdicts.length;
  expect(share("does not compile")).toBeLessThan(0.1);
  expect(share("is an error")).toBeGreaterThan(0.1);
  expect(share("fails")).toBeGreaterThan(0.1);
});
