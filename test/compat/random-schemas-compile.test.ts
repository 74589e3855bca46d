import { afterAll, expect, it } from "vitest";
import { generate } from "../../src/index.js";
import type { Json } from "../../src/runtime/v1/values/json/json.js";
import { isObject } from "../../src/runtime/v1/values/json/json.js";
import { kindSource } from "../support/boat.js";
import { Project, strictest } from "../support/compile.js";
import { foundRules } from "../support/found-rules.js";
import { madeUpRule } from "../support/made-up-rules.js";
import { madeUpTypedSchema } from "../support/made-up-typed-schemas.js";
import { randomResourceSchema } from "../support/random-schemas.js";
import { Random } from "../support/random.js";
import { isWhole, sample } from "../support/scope.js";
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

/** A condition that asks the same fields again and again, so that much of it cannot be true. */
function contradiction(random: Random, depth: number): string {
  const part = (): string => contradiction(random, depth - 1);
  if (depth === 0) return random.pick(questions);
  switch (random.below(6)) {
    case 0:
      return `!(${part()})`;
    case 1:
      return `(${part()} ? ${part()} : ${part()})`;
    case 2:
      return `[1, 2].${random.pick(["all", "exists", "exists_one"])}(n, ${part()} && n > 1)`;
    default:
      return `(${part()} ${random.pick(["&&", "||"])} ${part()})`;
  }
}

const questions: readonly string[] = [
  "self.name == 'a'", "'b' == self.name", "self.name != 'a'", "self.name in ['a', 'b']", "self.name.startsWith('a')",
  "self.size == 1", "self.size != 2", "self.size in [1, 2]", "self.size > 1", "self.size == 1.0", "self.ratio == 1.5",
  "self.ratio != 1.5", "self.ready", "!self.ready", "self.ready == true", "self.ready != false", "self.ready in [true]",
  "has(self.label)", "self.label == 'a'", "self.?label.orValue('a') == 'b'", "self.size == 9007199254740993",
]; // prettier-ignore

const fields = {
  name: { type: "string" },
  label: { type: "string" },
  size: { type: "integer" },
  ratio: { type: "number" },
  ready: { type: "boolean" },
};

const projects = sample([strictest, { strict: true }], 2).map((options) => new Project(options));

afterAll(() => {
  for (const project of projects) project.remove();
}, minutes);

it(
  "code for schemas and rules by chance compiles under the strictest flags, and under those of most projects",
  async () => {
    // What the API server would refuse compiles as well.
    const options = {
      sources: seeds(isWhole ? 150 : 20).map(randomCrd),
      allowInvalid: true,
    } as const;
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

it(
  "rules that ask for what cannot be compile",
  async () => {
    const sources = seeds(isWhole ? 12 : 4).map((seed) => {
      const random = new Random(seed);
      const rules = Array.from({ length: 50 }, () => ({ rule: contradiction(random, 3) }));
      const spec = { type: "object", properties: fields, "x-kubernetes-validations": rules };
      const schema = { type: "object", properties: { spec, status: spec } };
      return kindSource(`Ship${seed}`, { schema });
    });
    const { files } = await generate({ sources, allowInvalid: true });
    for (const project of projects) {
      for (const { path, text } of files) project.write(`contradictions/${path}`, text);
      expect(project.check("typescript-7").slice(0, 10)).toEqual([]);
    }
  },
  5 * minutes,
);

it(
  "code for typed rules by chance compiles, whatever the names of the properties above them",
  async () => {
    const sources = seeds(isWhole ? 40 : 6).map((seed) => {
      const properties = { spec: madeUpTypedSchema(new Random(seed)) };
      return kindSource(`Raft${seed}`, { schema: { type: "object", properties } });
    });
    sources.push(
      kindSource("Find", { schema: { type: "object", properties: { spec: foundRules } } }),
    );
    for (const kubernetesVersion of ["1.37", "1.31"]) {
      const { files } = await generate({ sources, allowInvalid: true, kubernetesVersion });
      for (const project of projects) {
        for (const { path, text } of files) {
          project.write(`typed/${kubernetesVersion}/${path}`, text);
        }
      }
    }
    for (const project of projects) {
      expect(project.check("typescript-7").slice(0, 10)).toEqual([]);
    }
  },
  5 * minutes,
);
