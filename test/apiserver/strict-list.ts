import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { parse } from "yaml";
import { z } from "zod";

/** Which of Kubernetes' own tests are run, and which of them fail. */
export interface StrictList {
  /** Names, as regular expressions. */
  readonly focus: readonly string[];
  /** What is left out, likewise. */
  readonly skip: readonly string[];
  /** What fails, by what serve lacks. */
  readonly lacking: Readonly<Record<string, readonly string[]>>;
}

/** How a test of Kubernetes ended. */
export interface Outcome {
  readonly name: string;
  /** What went wrong; undefined of those that passed. */
  readonly failure: string | undefined;
}

const strictList = z.strictObject({
  focus: z.array(z.string()),
  skip: z.array(z.string()),
  lacking: z.record(z.string(), z.array(z.string())),
});

/** Reads a list that stands in this folder. */
export function readStrictList(file: string): StrictList {
  return strictList.parse(parse(readFileSync(join(import.meta.dirname, file), "utf8")));
}

/** All that should fail did, and nothing else. */
export function expectOutcomes(
  suite: string,
  outcomes: readonly Outcome[],
  { lacking }: StrictList,
  least: number,
): void {
  const failed = outcomes.filter(({ failure }) => failure !== undefined);
  const expected = Object.values(lacking).flat();
  const passed = outcomes.filter(({ failure }) => failure === undefined);
  console.log(`${suite}: ${passed.length} passed, ${failed.length} failed`);
  expect(failed.filter(({ name }) => !expected.includes(name))).toEqual([]);
  expect(failed.map(({ name }) => name).sort()).toEqual([...expected].sort());
  expect(passed.length).toBeGreaterThan(least);
}
