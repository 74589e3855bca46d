import { expect, it } from "vitest";
import { hasGo } from "../support/go-program.js";
import { buildGoTests } from "../support/go-tests.js";
import { isWhole } from "../support/scope.js";
import type { ChosenTests } from "./run-go-tests.js";
import { runGoTests } from "./run-go-tests.js";
import { serversForTests } from "./served-for-tests.js";
import type { Outcome } from "./strict-list.js";
import { expectOutcomes, readStrictList } from "./strict-list.js";

const list = readStrictList("integration.yaml");

const chosen = list.focus.map((text): ChosenTests => {
  const [name = "", tests = ""] = text.split(" ");
  return { name, tests, skip: list.skip };
});

it.runIf(isWhole && hasGo)(
  "Kubernetes' own integration tests pass, but for those that need what serve lacks",
  async () => {
    const outcomes: Outcome[] = [];
    const servers = await serversForTests();
    try {
      for (const tests of chosen) {
        const [program] = await buildGoTests([tests.name]);
        if (program === undefined) continue;
        outcomes.push(...(await runGoTests(tests, program, servers.url)));
      }
    } finally {
      await servers.close();
    }
    expectOutcomes("integration tests of Kubernetes", outcomes, list, 300);
  },
  3_600_000,
);

it.skipIf(isWhole && hasGo)("Kubernetes' own integration tests DID NOT RUN", () => {
  const reason = hasGo ? "npm run test:whole runs them" : "the command go is missing";
  console.warn(`integration tests of Kubernetes: DID NOT RUN, ${reason}`);
  expect(chosen.length).toBeGreaterThan(3);
});
