import { expect, it } from "vitest";
import { loadUnitCompiler } from "../../src/codegen/pipeline/compile-unit.js";
import { Random } from "../support/random.js";
import { Sequence } from "./apply-sequence.js";
import type { Target } from "./apply-targets.js";
import { changedTarget, randomTarget } from "./apply-targets.js";
import type { ApiServer, CrdObject } from "./server.js";
import { crdPath, describeApiServer, installCrd, waitUntil } from "./server.js";
import { fuzzSettings } from "./settings.js";

const { count, seed, minor } = fuzzSettings("APPLY", 7, 600);
/** How many sequences each CRD gets. */
const perCrd = 50;
/** How many requests a sequence has before and after the change of its CRD. */
const requests = 4;

/** Runs some at a time, in order. */
async function forEach<Item>(
  items: readonly Item[],
  task: (item: Item) => Promise<void>,
): Promise<void> {
  const pending = items.values();
  const work = async (): Promise<void> => {
    for (const item of pending) await task(item);
  };
  await Promise.all(Array.from({ length: 8 }, work));
}

/** Replaces a CRD; whether the server took it, and knows of it. */
async function changeCrd(server: ApiServer, { crd, group, kind }: Target): Promise<boolean> {
  const path = `${crdPath}/${crd.metadata.name}`;
  const { spec } = crd;
  // A patch would lose nulls.
  const { body: known } = await server.request("GET", path);
  const answer = await server.request("PUT", path, { ...(known as CrdObject), spec }); // the CRD
  if (answer.code !== 200) return false;
  const probe = { apiVersion: `${group}/v1`, kind, metadata: { name: "probe" } };
  const objects = `/apis/${group}/v1/namespaces/default/${spec.names.plural}?dryRun=All`;
  await waitUntil("the change is known", async () => {
    const { body } = await server.request("POST", objects, probe);
    return (body as { mark?: number }).mark === 1; // an object
  });
  return true;
}

describeApiServer("server-side apply and a real API server", (server) => {
  it(`agree on ${count} sequences of writes`, async () => {
    const compile = await loadUnitCompiler(minor);
    const random = new Random(seed);
    const targets = Array.from({ length: Math.ceil(count / perCrd) }, (_, index) =>
      randomTarget(index, random, compile),
    );
    await forEach(targets, ({ crd }) => installCrd(server(), crd));
    const sequences = Array.from({ length: count }, (_, index) => {
      const target = targets[index % targets.length];
      if (target === undefined) throw new Error("no CRD");
      const own = new Random(random.below(2 ** 31));
      return { target, sequence: new Sequence(target, own, `x${index}`) };
    });
    const differences: string[] = [];
    const run = async ({ sequence }: (typeof sequences)[number]): Promise<void> => {
      const difference = await sequence.run(server(), requests);
      if (difference !== undefined) differences.push(difference);
    };
    await forEach(sequences, run);
    const before = differences.length;
    const changes = new Map(
      targets.map((target) => [target, changedTarget(target, random, compile)]),
    );
    const taken = new Set<Target>();
    await forEach([...changes], async ([target, changed]) => {
      if (await changeCrd(server(), changed)) taken.add(target);
    });
    const changed = sequences.filter(({ target }) => taken.has(target));
    if (before === 0) {
      await forEach(changed, async ({ target, sequence }) => {
        await sequence.change(server(), changes.get(target) ?? target);
      });
      await forEach(changed, run);
    }
    console.log(
      `${count - differences.length} agree, ${differences.length} differ; ${taken.size} of ${targets.length} CRDs changed`,
    );
    expect(taken.size).toBeGreaterThan(targets.length / 2);
    expect(differences.slice(0, 5).join("\n\n")).toBe("");
  }, 3_600_000);
});
