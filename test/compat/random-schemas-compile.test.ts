import { afterAll, expect, it } from "vitest";

import { generate } from "../../src/index.js";
import type { Json } from "../../src/runtime/v1/json.js";
import { isObject } from "../../src/runtime/v1/json.js";
import { kindSource } from "../support/boat.js";
import { Project, strictest } from "../support/compile.js";
import { madeUpRule } from "../support/made-up-rules.js";
import { Random } from "../support/random.js";
import { randomResourceSchema } from "../support/random-schemas.js";
import { seeds } from "../support/seeds.js";

const minutes = 60_000;

/** Adds rules here and there; most of them compile. */
function addRules(schema: Json | undefined, random: Random): void {
  if (!isObject(schema)) return;
  if (typeof schema["type"] === "string" && random.chance(0.3)) {
    schema["x-kubernetes-validations"] = [madeUpRule(schema, random), madeUpRule(schema, random)];
  }
  const { properties } = schema;
  for (const field of Object.values(isObject(properties) ? properties : {})) {
    addRules(field, random);
  }
  addRules(schema["items"], random);
  addRules(schema["additionalProperties"], random);
}

/** A kind of its own for each seed, so that all of them stand in one output. */
function randomCrd(seed: number): { readonly path: string; readonly text: string } {
  const random = new Random(seed);
  const schema = randomResourceSchema(random);
  addRules(schema, random);
  const version = seed % 2 === 0 ? { subresources: { status: {} } } : {};
  return kindSource(`Boat${seed}`, { schema, version });
}

const projects = [strictest, { strict: true }].map((options) => new Project(options));

afterAll(() => {
  for (const project of projects) project.remove();
}, minutes);

it(
  "code for schemas and rules by chance compiles under the strictest flags, and under those of most projects",
  async () => {
    // What the API server would refuse compiles as well.
    const options = { sources: seeds(150).map(randomCrd), allowInvalid: true } as const;
    for (const kubernetesVersion of ["1.37", "1.30"]) {
      const { files } = await generate({ ...options, kubernetesVersion });
      for (const project of projects) {
        for (const { path, text } of files) project.write(`${kubernetesVersion}/${path}`, text);
      }
    }
    for (const project of projects) {
      expect(project.check("typescript-7").slice(0, 10)).toEqual([]);
    }
  },
  5 * minutes,
);
