import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll } from "vitest";
import type { Feature, RecordedSubject } from "./features.js";
import { featureOf } from "./features.js";

/** How many answers of one kind were compared, and in how many of them crdgen agrees. */
export interface Count {
  readonly compared: number;
  readonly agreed: number;
}

/** Counts of compared answers, by feature and server. */
export class Tally {
  readonly #counts = new Map<string, Count>();

  /** `minor`: of the server that gave the answer. */
  add(minor: number, subject: RecordedSubject, agrees: boolean, count = 1): void {
    this.#add(keyOf(featureOf(subject), minor), count, agrees ? count : 0);
  }

  /** The counts of a feature for one server. */
  of(feature: Feature, minor: number): Count {
    return this.#counts.get(keyOf(feature, minor)) ?? { compared: 0, agreed: 0 };
  }

  /** Adds what another tally, of a test that ran on its own, wrote. */
  merge(written: readonly (readonly [string, Count])[]): void {
    for (const [key, { compared, agreed }] of written) this.#add(key, compared, agreed);
  }

  get entries(): readonly (readonly [string, Count])[] {
    return [...this.#counts];
  }

  #add(key: string, compared: number, agreed: number): void {
    const known = this.#counts.get(key) ?? { compared: 0, agreed: 0 };
    this.#counts.set(key, {
      compared: known.compared + compared,
      agreed: known.agreed + agreed,
    });
  }
}

/**
 * The tally of a suite. It is written to the folder that `TALLY` names, as `docs/features.md` is
 * made of it.
 */
export function tallyOf(suite: string): Tally {
  const tally = new Tally();
  const folder = process.env["TALLY"];
  if (folder !== undefined) {
    afterAll(() => {
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, `${suite}.json`), JSON.stringify(tally.entries));
    });
  }
  return tally;
}

/** What all suites of a run wrote to a folder. */
export function readTallies(folder: string): Tally {
  const tally = new Tally();
  for (const name of readdirSync(folder)) {
    const text = readFileSync(join(folder, name), "utf8");
    tally.merge(JSON.parse(text) as [string, Count][]); // as `tallyOf` writes it
  }
  return tally;
}

function keyOf({ title }: Feature, minor: number): string {
  return `${minor} ${title}`;
}
