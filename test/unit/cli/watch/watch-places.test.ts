import {
  appendFileSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { processHost } from "../../../../src/cli/host.js";
import type { Change, PlaceWatcher } from "../../../../src/cli/watch/watch-places.js";
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
  const react = async (changes: readonly Change[]): Promise<void> => {
    calls.push(changes.map(({ path }) => path));
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

it("tells what was added, changed and removed", async () => {
  const folder = scratch.next();
  const path = (name: string): string => join(folder, name);
  for (const name of ["old", "gone", "moved"]) writeFileSync(path(name), "text");
  const told = new Map<string, string>();
  const react = async (changes: readonly Change[]): Promise<void> => {
    for (const { path: changed, kind } of changes) told.set(changed, kind);
    await Promise.resolve();
  };
  watcher = await watchPlaces([folder], { react }, processHost());
  writeFileSync(path("new"), "text");
  writeFileSync(path("old"), "longer text");
  renameSync(path("moved"), path("here"));
  rmSync(path("gone"));
  mkdirSync(path("folder"));
  await until(() => told.size >= 6);
  expect([...told].sort()).toEqual([
    [path("folder"), "added"],
    [path("gone"), "removed"],
    [path("here"), "added"],
    [path("moved"), "removed"],
    [path("new"), "added"],
    [path("old"), "changed"],
  ]);
  rmSync(path("folder"), { recursive: true });
  rmSync(path("new"));
  await until(() => told.get(path("folder")) === "removed" && told.get(path("new")) === "removed");
});

it("finds places again that were removed and made anew", async () => {
  const folder = scratch.next();
  const path = (name: string): string => join(folder, name);
  const make = (): void => {
    mkdirSync(path("crds"));
    for (const name of ["crds/a", "one", "two"]) writeFileSync(path(name), "text");
  };
  make();
  let told: Change[] = [];
  const react = async (changes: readonly Change[]): Promise<void> => {
    told.push(...changes);
    await Promise.resolve();
  };
  const has = (name: string, kind: string) => (): boolean =>
    told.some((change) => change.path === path(name) && change.kind === kind);
  const places = ["crds", "one", "two"].map(path);
  watcher = await watchPlaces(places, { react }, processHost());
  for (let round = 0; round < 2; round++) {
    for (const place of places) rmSync(place, { recursive: true });
    for (const name of ["crds", "one", "two"]) await until(has(name, "removed"));
    make();
    for (const name of ["crds", "one", "two"]) await until(has(name, "added"));
    await wait(300);
    told = [];
    writeFileSync(path("crds/a"), "another text");
    writeFileSync(path("one"), "another text");
    await until(has("crds/a", "changed"));
    await until(has("one", "changed"));
  }
});
