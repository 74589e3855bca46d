import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Host } from "../../../../src/cli/host.js";
import { processHost } from "../../../../src/cli/host.js";
import { UsageError } from "../../../../src/cli/usage-error.js";
import type { WatchPlan } from "../../../../src/cli/watch/watch-runs.js";
import { watchRuns } from "../../../../src/cli/watch/watch-runs.js";
import type { WatchOptions } from "../../../../src/cli/watch/watch-screen.js";
import { Scratch } from "../../../support/cli.js";

const scratch = new Scratch();

/** A watch of one folder, and the keys of its terminal. */
class Trial {
  readonly folder = scratch.next();
  said = "";
  /** What a run does; it may wait. */
  work: () => Promise<void> = () => Promise.resolve();
  /** How a plan is made, from the second on. */
  planAgain: () => Promise<WatchPlan | undefined> = () => Promise.resolve(this.plan());
  runs = 0;
  isOpen = false;
  #hear: (key: string) => void = () => undefined;
  #plans = 0;

  plan(planFiles: readonly string[] = []): WatchPlan {
    return {
      places: [this.folder],
      planFiles,
      run: async () => {
        this.runs++;
        await this.work();
      },
    };
  }

  start(options: Partial<WatchOptions> = {}): Promise<number> {
    const say = (text: string): void => void (this.said += text);
    const host: Host = {
      ...processHost(),
      ...{ print: say, warn: say, errorIsTerminal: true, outputIsTerminal: true },
      ...{ errorColumns: 60, terminalRows: 3, environment: { TERM: "xterm" } },
    };
    return watchRuns(
      () => (this.#plans++ === 0 ? Promise.resolve(this.plan()) : this.planAgain()),
      { quiet: false, color: "never", ...options },
      host,
      (hear) => {
        this.#hear = hear;
        this.isOpen = true;
        return { isOn: true, close: () => (this.isOpen = false) };
      },
    );
  }

  press(key: string): void {
    this.#hear(key);
  }

  async until(isTrue: () => boolean): Promise<void> {
    for (let waited = 0; !isTrue(); waited += 10) {
      if (waited > 20_000) throw new Error(`it never came: ${this.said}`);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }

  /** Waits until so many runs have ended. */
  ended(runs: number): Promise<void> {
    return this.until(() => this.said.split("h helps").length > runs);
  }
}

let trial = new Trial();
let running: Promise<number> | undefined;
beforeEach(() => {
  trial = new Trial();
});
afterEach(async () => {
  trial.press("q");
  await running?.catch(() => undefined);
});

const clearing = "\n\n\u001B[H\u001B[J";

describe("keys", () => {
  it.each(["q", "Q", "\u0004"])("quit with %j", async (key) => {
    running = trial.start();
    await trial.ended(1);
    trial.press(key);
    expect(await running).toBe(0);
    expect(trial.isOpen).toBe(false);
    const place = `watching 1 place · Enter runs again · q quits · h helps\n`;
    expect(trial.said).toMatch(/^\n\n\u001B\[H\u001B\[J\d\d:\d\d:\d\d first run\n\n\n/);
    expect(trial.said.endsWith(place)).toBe(true);
  });

  it("run again, and make the plan anew", async () => {
    running = trial.start();
    await trial.ended(1);
    let plans = 0;
    trial.planAgain = () => {
      plans++;
      return Promise.resolve(trial.plan());
    };
    for (const [index, key] of ["\r", "\n"].entries()) {
      trial.press(key);
      await trial.ended(index + 2);
    }
    expect([trial.runs, plans]).toEqual([3, 2]);
    expect(trial.said).toMatch(/\d\d:\d\d:\d\d run again\n/);
    expect(trial.said.split(clearing)).toHaveLength(1 + 3);
  });

  it("that mean nothing do nothing", async () => {
    running = trial.start();
    await trial.ended(1);
    const before = trial.said;
    for (const key of ["x", " ", "é", "\t"]) trial.press(key);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect([trial.said, trial.runs]).toEqual([before, 1]);
  });

  it("are kept during a run: one run more for any number of Enter", async () => {
    let goOn: () => void = () => undefined;
    trial.work = () => new Promise((resolve) => (goOn = resolve));
    running = trial.start();
    await trial.until(() => trial.runs === 1);
    trial.press("\r");
    trial.press("h");
    trial.press("\r");
    expect(trial.said).not.toContain("watched for changes");
    goOn();
    await trial.until(() => trial.runs === 2);
    trial.press("\r");
    trial.press("q");
    goOn();
    expect(await running).toBe(0);
    expect(trial.runs).toBe(2);
  });

  it("help", async () => {
    running = trial.start();
    await trial.ended(1);
    trial.press("h");
    expect(trial.said).toContain(`  watched for changes:\n    ${trial.folder}\n`);
  });
});

describe("runs", () => {
  it("that fail are told, and the next change begins another one", async () => {
    const missing = join(trial.folder, "gone.yaml");
    const failures = [
      new UsageError("no CustomResourceDefinition"),
      // What the system says of a file that vanishes while it is read.
      Object.assign(new Error(`ENOENT: no such file, open '${missing}'`), {
        ...{ code: "ENOENT", syscall: "open", path: missing },
      }),
    ];
    trial.work = () => {
      const failure = failures.shift();
      return failure === undefined ? Promise.resolve() : Promise.reject(failure);
    };
    running = trial.start();
    await trial.ended(1);
    expect(trial.said).toContain("error\u001B[39m\u001B[22m: no CustomResourceDefinition\n");
    writeFileSync(missing, "text");
    await trial.ended(2);
    expect(trial.said).toContain("error\u001B[39m\u001B[22m: ENOENT: no such file");
    rmSync(missing);
    await trial.ended(3);
    expect(trial.runs).toBe(3);
  });

  it("that meet a bug end the watch, and give the terminal back", async () => {
    trial.work = () => Promise.reject(new Error("a bug"));
    running = trial.start();
    await expect(running).rejects.toThrow("a bug");
    expect(trial.isOpen).toBe(false);
  });

  it("say nothing but what they find where they are to be quiet", async () => {
    running = trial.start({ quiet: true, clear: false });
    await trial.until(() => trial.runs === 1);
    writeFileSync(join(trial.folder, "new.yaml"), "text");
    await trial.until(() => trial.runs > 1);
    expect(trial.said).toBe("");
  });
});

describe("plans", () => {
  it("stay where no new one can be made", async () => {
    const config = join(trial.folder, "config.yaml");
    const plan = trial.plan.bind(trial);
    trial.plan = () => plan([config]);
    running = trial.start();
    await trial.ended(1);
    trial.planAgain = () => Promise.reject(new UsageError("a faulty configuration"));
    writeFileSync(config, "faulty");
    await trial.ended(2);
    expect(trial.said).toContain("error\u001B[39m\u001B[22m: a faulty configuration\n");
    expect(trial.runs).toBe(1);
    writeFileSync(join(trial.folder, "crd.yaml"), "text");
    await trial.until(() => trial.runs === 2);
    trial.planAgain = () => Promise.resolve(trial.plan());
    writeFileSync(config, "mended again");
    await trial.until(() => trial.runs === 3);
  });
});
