import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { processHost } from "../../../../src/cli/host.js";
import type { PlaceWatcher } from "../../../../src/cli/watch/watch-places.js";
import { watchPlaces } from "../../../../src/cli/watch/watch-places.js";
import { Scratch } from "../../../support/cli.js";

const scratch = new Scratch();
let watcher: PlaceWatcher | undefined;
afterEach(() => watcher?.close());

const wait = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

async function until(isTrue: () => boolean): Promise<void> {
  for (let waited = 0; !isTrue(); waited += 20) {
    if (waited > 20_000) throw new Error("it never came");
    await wait(20);
  }
}

it("looks again at a file that is written on while its change is dealt with", async () => {
  const folder = scratch.next();
  const file = join(folder, "a.yaml");
  writeFileSync(file, "old");
  const read: string[] = [];
  const react = async (): Promise<void> => {
    read.push(readFileSync(file, "utf8"));
    // chokidar tells nothing of what comes this soon after a change that it told.
    if (read.length === 1) appendFileSync(file, " and the other half");
    await Promise.resolve();
  };
  watcher = await watchPlaces([folder], { react }, processHost());
  writeFileSync(file, "one half");
  await until(() => read.at(-1) === "one half and the other half");
  const calls = read.length;
  await wait(400);
  expect(read).toHaveLength(calls);
  expect(calls).toBeLessThanOrEqual(3);
});

it("deals with many files at once, and with nothing in ignored folders", async () => {
  const folder = scratch.next();
  mkdirSync(join(folder, "out"));
  const calls: (readonly string[])[] = [];
  const react = async (changed: readonly string[]): Promise<void> => {
    calls.push(changed);
    await Promise.resolve();
  };
  const ignored = [join(folder, "out")];
  watcher = await watchPlaces([folder], { react, ignored }, processHost());
  const files = Array.from({ length: 200 }, (_, index) => join(folder, `${index}.yaml`));
  writeFileSync(join(folder, "out/types.ts"), "");
  for (const file of files) writeFileSync(file, "new");
  await until(() => new Set(calls.flat()).size >= files.length);
  await wait(300);
  expect([...new Set(calls.flat())].sort()).toEqual([...files].sort());
  expect(calls.length).toBeLessThanOrEqual(5);
});
