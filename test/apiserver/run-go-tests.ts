import { z } from "zod";
import type { GoTests } from "../support/go-tests.js";
import type { Outcome } from "./strict-list.js";
import { runProgram } from "./two-clusters.js";

/** What is run of a package. */
export interface ChosenTests {
  readonly name: string;
  /** A regular expression of Go. */
  readonly tests: string;
  /** What is left out, as regular expressions that are met with the package and the test. */
  readonly skip: readonly string[];
}

/** What `go tool test2json` writes of a test. */
const testEvent = z.object({
  Action: z.string(),
  Test: z.string().optional(),
  Output: z.string().optional(),
});

/**
 * Runs the tests of a package, each in a process of its own, so that others run when it ends that.
 *
 * @param servers address of who starts servers for them
 */
export async function runGoTests(
  { name, tests, skip }: ChosenTests,
  program: GoTests,
  servers: string,
): Promise<readonly Outcome[]> {
  const { executable, folder } = program;
  const { stdout } = await runProgram(executable, [`-test.list=${tests}`], { cwd: folder });
  const skipped = new RegExp(skip.join("|"));
  const found = stdout.split("\n").filter((test) => test.startsWith("Test"));
  const outcomes: Outcome[] = [];
  for (const test of found.filter((one) => !skipped.test(`${name} ${one}`))) {
    const ended = await runTest(test, program, servers);
    outcomes.push(...ended.map((one) => ({ ...one, name: `${name} ${one.name}` })));
  }
  return outcomes;
}

async function runTest(
  test: string,
  { executable, folder }: GoTests,
  servers: string,
): Promise<readonly Outcome[]> {
  const flags = ["-test.v=test2json", `-test.run=^${test}$`, "-test.timeout=120s"];
  const { stdout } = await runProgram("go", ["tool", "test2json", executable, ...flags], {
    cwd: folder,
    timeout: 150_000,
    env: { CRDGEN_SERVERS: `${servers}/${test}` },
  });
  const events = stdout
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => testEvent.parse(JSON.parse(line)));
  return outcomesOf(events);
}

/** Of tests without parts; and of one that failed although no part of it did. */
function outcomesOf(events: readonly z.infer<typeof testEvent>[]): readonly Outcome[] {
  const ends = new Map<string, boolean>();
  const outputs = new Map<string, string>();
  for (const { Action: action, Test: name, Output: output = "" } of events) {
    if (name === undefined) continue;
    if (action === "pass" || action === "fail") ends.set(name, action === "pass");
    outputs.set(name, (outputs.get(name) ?? "") + output);
  }
  return [...ends].flatMap(([name, isPassed]): Outcome[] => {
    const parts = [...ends].filter(([other]) => other.startsWith(`${name}/`));
    const isTold = isPassed ? parts.length > 0 : parts.some(([, isFine]) => !isFine);
    if (isTold) return [];
    return [{ name, failure: isPassed ? undefined : (outputs.get(name) ?? "").slice(-2000) }];
  });
}
