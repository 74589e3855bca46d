import { afterAll, expect, it } from "vitest";

import { generate } from "../../src/index.js";
import { stringifyJson } from "../../src/runtime/v1/stringify-json.js";
import { boatCrd } from "../support/boat.js";
import { Project, strictest } from "../support/compile.js";
import { Random } from "../support/random.js";
import { randomResourceSchema } from "../support/random-schemas.js";
import { seeds } from "../support/seeds.js";

const minutes = 60_000;

/** A kind of its own for each seed, so that all of them stand in one output. */
function randomCrd(seed: number): { readonly path: string; readonly text: string } {
  const kind = `Boat${seed}`;
  const plural = `${kind.toLowerCase()}s`;
  const crd = boatCrd({
    schema: randomResourceSchema(new Random(seed)),
    version: seed % 2 === 0 ? { subresources: { status: {} } } : {},
    spec: { names: { plural, kind } },
    metadata: { name: `${plural}.sea.example.com` },
  });
  return { path: `${plural}.json`, text: stringifyJson(crd) };
}

const projects = [strictest, { strict: true }].map((options) => new Project(options));

afterAll(() => {
  for (const project of projects) project.remove();
}, minutes);

it(
  "code for schemas by chance compiles under the strictest flags, and under those of most projects",
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
