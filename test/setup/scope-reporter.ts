import type { Reporter, TestModule } from "vitest/node";
import { isWhole, sampleSeed } from "../support/scope.js";

/** How the test is called that stands for a suite that cannot run here. */
const leftOut = /^DID NOT RUN: (.*)$/;

/** Says behind a run what it left out and why, and which sample it looked at. */
export default class ScopeReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const counts = new Map<string, number>();
    for (const module of modules) {
      for (const { name } of module.children.allTests()) {
        const reason = leftOut.exec(name)?.[1];
        if (reason !== undefined) counts.set(reason, (counts.get(reason) ?? 0) + 1);
      }
    }
    for (const [reason, count] of counts) {
      console.log(`Left out: ${count === 1 ? "1 suite" : `${count} suites`}: ${reason}`);
    }
    if (isWhole) return;
    console.log(
      `SAMPLE_SEED=${sampleSeed} chose what was sampled; npm run test:all tests all of it.`,
    );
  }
}
