import { afterAll, beforeAll, expect, it } from "vitest";
import { describeShared } from "../../support/shared.js";
import type { GrammarCase } from "./cases.js";
import { readCases } from "./cases.js";
import { printDifference } from "./comparison.js";
import { coreResources } from "./core-kinds.js";
import type { Difference } from "./episode.js";
import { differencesOf } from "./episode.js";
import { expectedDifferences, isExpected } from "./expected.js";
import { IdNames, normaliseText, orderFaults } from "./normalise.js";
import { printRequest } from "./request.js";
import type { RunningSide } from "./servers.js";
import { memorySide, servedSide } from "./servers.js";
import type { Side } from "./side.js";
import type { ApiResource } from "./world.js";
import { customWorld } from "./world.js";

const cases = readCases();

// The CRDs of most cases are of the corpus.
describeShared("what the grammar found once", () => {
  const world = customWorld(true);
  const resources = new Map(
    [...world.resources, ...coreResources].map((resource) => [
      `${resource.plural}.${resource.group}`,
      resource,
    ]),
  );
  const served: RunningSide[] = [];
  let memory: Side;
  beforeAll(async () => {
    memory = await memorySide(world.crds);
    served.push(await servedSide(world.crds, false), await servedSide(world.crds, true));
  });
  afterAll(async () => {
    for (const side of served) await side.close();
  });

  /** Those of our servers that are asked, by what the case was recorded from. */
  function sidesFor({ reference }: GrammarCase): readonly Side[] {
    const [alone, whole] = served.map(({ side }) => side);
    if (alone === undefined || whole === undefined) throw new Error("they run only during tests");
    return reference === "crds" ? [memory, alone] : [whole];
  }

  /** What is answered otherwise than by the server that was recorded. */
  async function differencesIn(name: string, found: GrammarCase): Promise<readonly Difference[]> {
    const resource = resources.get(found.resource);
    if (resource === undefined) throw new Error(`${name}: no ${found.resource}`);
    const sides = sidesFor(found);
    await Promise.all(sides.map((side) => begin(side, resource)));
    for (const [index, request] of found.requests.entries()) {
      const answers = await Promise.all(sides.map((side) => side.ask(request)));
      const said = found.answers[index];
      if (said === undefined) throw new Error(`${name}: no answer to ${printRequest(request)}`);
      // What differs from one server to the next may be named otherwise than when it was recorded.
      const body = orderFaults(normaliseText(said.body, request, new IdNames()));
      const differences = differencesOf(sides, { ...said, body }, answers);
      const requests = found.requests.slice(0, index + 1);
      const whole = { episode: { resource, requests }, request, answers: found.answers };
      if (differences.length > 0) return differences.map((one) => ({ ...whole, ...one }));
    }
    return [];
  }

  it.each([...cases])("is answered as it was recorded: %s", async (name, found) => {
    const isShown = expectedDifferences.some((row) => row.case === name);
    const differences = await differencesIn(name, found);
    const unexpected = differences.filter((difference) => !isExpected(difference));
    expect(unexpected.map(printDifference)).toEqual([]);
    if (isShown) expect(differences, "mended: take it off the list").not.toEqual([]);
  });

  it("has a case for each difference that is expected", () => {
    expect(expectedDifferences.filter((row) => !cases.has(row.case))).toEqual([]);
  });
});

async function begin(side: Side, resource: ApiResource): Promise<void> {
  await side.clear(resource);
  side.forget();
}
