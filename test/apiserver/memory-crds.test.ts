import { appendFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { beforeAll, expect, it } from "vitest";
import { newestMinor } from "../../src/runtime/v1/values/kubernetes-version.js";
import { Cluster } from "../../src/server/cluster.js";
import { lifeScenarios } from "./definition-life-scenarios.js";
import type { Scenario, Step } from "./memory-crds-scenarios.js";
import { definitions, definitionScenarios } from "./memory-crds-scenarios.js";
import { describeApiServer } from "./server.js";
import type { MaskedAnswer, TwinRequest } from "./two-servers.js";
import { Twin } from "./two-servers.js";

/** A file to which differences are added, as lines of JSON. */
const report = process.env["MEMORY_CRDS_REPORT"];

interface ExpectedDifference {
  readonly reason: string;
  readonly fits: (step: Step) => boolean;
}

/** What differs, and why that is as it should be. */
const expectedDifferences: readonly ExpectedDifference[] = [
  {
    reason: "the server reads v1beta1, which it does not serve, where a patch makes it of v1",
    fits: (step) =>
      "method" in step && step.method === "PATCH" && step.body?.includes("k8s.io/v1beta1") === true,
  },
];

type StopWatch = (patience?: number) => Promise<unknown>;

/** How long a server may take to do what follows from a write. */
const patience = 12_000;

describeApiServer("CRDs in the API server in memory and in a real one", (server) => {
  let real: Twin;
  let memory: Twin;
  beforeAll(async () => {
    real = new Twin(server().transport);
    memory = new Twin(await Cluster.create({ minor: newestMinor }));
  });

  async function runScenario({ name, steps }: Scenario): Promise<readonly unknown[]> {
    const found: unknown[] = [];
    const stops = new Map<string, readonly StopWatch[]>();
    for (const step of steps) {
      const [theirs, ours] = await runStep(step, stops);
      if (expectedDifferences.some(({ fits }) => fits(step))) continue;
      if (!isDeepStrictEqual(inAnyOrder(theirs), inAnyOrder(ours)))
        found.push({ scenario: name, step, theirs, ours });
    }
    const lines = found.map((difference) => `${JSON.stringify(difference)}\n`);
    if (report !== undefined) appendFileSync(report, lines.join(""));
    console.log(`${name}: ${steps.length} steps, ${found.length} differences`);
    return found;
  }

  async function runStep(
    step: Step,
    stops: Map<string, readonly StopWatch[]>,
  ): Promise<readonly [unknown, unknown]> {
    if ("stop" in step) {
      const [first, second] = stops.get(step.stop) ?? [];
      return [await first?.(step.patience), await second?.(step.patience)];
    }
    if ("watch" in step) {
      const request = { method: "GET", ...step };
      stops.set(step.watch, [await real.observe(request), await memory.observe(request)]);
      return [0, 0];
    }
    return ask(step);
  }

  async function ask(request: TwinRequest): Promise<readonly [MaskedAnswer, MaskedAnswer]> {
    const ours = await memory.ask(request);
    let theirs = await real.ask(request).catch((error: unknown) => {
      throw new Error(`${request.method} ${request.path} ${request.body ?? ""}`, { cause: error });
    });
    if (request.method === "GET") {
      // Controllers of the real server take their time.
      const end = Date.now() + patience;
      while (Date.now() < end && !isDeepStrictEqual(inAnyOrder(ours), inAnyOrder(theirs))) {
        theirs = await real.ask(request, true);
        await sleep(50);
      }
    } else if (concernsDefinitions(request)) await settle(groupOf(request));
    return [theirs, ours];
  }

  /** Waits until the real server has done what follows from a write. */
  async function settle(group: string): Promise<void> {
    const ofGroup = async (twin: Twin): Promise<unknown> => {
      const answer = await twin.ask({ method: "GET", path: definitions }, true);
      const { items = [] } = answer.body as { items?: { spec: { group: string } }[] }; // a list
      return items.filter(({ spec }) => spec.group === group);
    };
    await sleep(30);
    const ours = await ofGroup(memory);
    const end = Date.now() + patience;
    while (
      Date.now() < end &&
      !isDeepStrictEqual(inAnyOrder(await ofGroup(real)), inAnyOrder(ours))
    ) {
      await sleep(50);
    }
  }

  it.each(
    [...definitionScenarios(), ...lifeScenarios()].map(
      (scenario) => [scenario.name, scenario] as const,
    ),
  )("are the same: %s", async (_, scenario) => {
    expect(await runScenario(scenario)).toEqual([]);
  });
});

function concernsDefinitions({ path }: TwinRequest): boolean {
  return path.startsWith(definitions) && !path.includes("dryRun=All");
}

function groupOf({ path, body = "" }: TwinRequest): string {
  const [, group = ""] = /\/[^./]+\.([^/?]+)/.exec(path.slice(definitions.length)) ?? [];
  return group === "" ? (/"group":"([^"]*)"/.exec(body)?.[1] ?? "") : group;
}

/**
 * Two controllers look at the CRDs of protected groups at the same time: either may be the first to
 * add its conditions.
 */
function inAnyOrder(value: unknown): unknown {
  if (Array.isArray(value)) {
    const items = value.map(inAnyOrder);
    const isRace = items.some((item) => JSON.stringify(item).includes(approval));
    return isRace && items.every(isCondition) ? items.sort(byType) : items;
  }
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, inAnyOrder(item)]));
}

const approval = "KubernetesAPIApprovalPolicyConformant";

function isCondition(item: unknown): item is { readonly type: string } {
  return typeof item === "object" && item !== null && "lastTransitionTime" in item;
}

function byType(one: { readonly type: string }, other: { readonly type: string }): number {
  return one.type < other.type ? -1 : 1;
}
