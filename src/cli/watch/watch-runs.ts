import { resolve } from "node:path";
import { Diagnostics } from "../../crd/diagnostics/diagnostics.js";
import { placesOfInputs } from "../find-inputs.js";
import type { Host } from "../host.js";
import type { Keyboard } from "../process/keyboard.js";
import { isFaultOfUse, reportError } from "../report-error.js";
import { beginRun } from "../report/summary.js";
import type { ExitCode } from "../usage-error.js";
import { exitCode, UsageError } from "../usage-error.js";
import { FaultMemory } from "./fault-memory.js";
import type { Change, PlaceWatcher } from "./watch-places.js";
import { watchPlaces } from "./watch-places.js";
import type { RunReason, WatchOptions } from "./watch-screen.js";
import { isOnTerminal, WatchScreen } from "./watch-screen.js";

/** What is watched, and the work that is done at the beginning and whenever it changes. */
export interface WatchPlan {
  readonly places: readonly string[];
  /** Files that the plan was made from: it is made anew when one of them changes. */
  readonly planFiles?: readonly string[];
  /** Folders that the run itself writes to; default: none. */
  readonly ignored?: readonly string[];
  /** Prints what it finds. A fault of use that it throws is printed too. */
  readonly run: (diagnostics: Diagnostics) => Promise<unknown>;
}

/**
 * Makes a plan; `undefined` where that fails for reasons that it has printed.
 *
 * @throws UsageError likewise
 */
export type MakePlan = () => Promise<WatchPlan | undefined>;

/** Hears keys while it is open; `undefined` where there are none. */
export type OpenKeyboard = (
  hear: (key: string) => void,
  onAgain: () => void,
) => Keyboard | undefined;

/**
 * Runs until a signal or a key ends it; what a broken file makes fail is done again when it is
 * mended.
 *
 * @param openKeyboard default: the keys of the terminal
 */
export async function watchRuns(
  makePlan: MakePlan,
  options: WatchOptions,
  host: Host,
  openKeyboard?: OpenKeyboard,
): Promise<ExitCode> {
  const plan = await makePlan();
  if (plan === undefined) return exitCode.usage;
  const open = openKeyboard ?? (await import("../process/keyboard.js")).openKeyboard;
  const watch = new Watch(makePlan, plan, new WatchScreen(options, host), host);
  const keyboard = isOnTerminal(options, host)
    ? open(
        (key) => {
          watch.press(key);
        },
        () => {
          watch.tellWays();
        },
      )
    : undefined;
  try {
    await watch.go(keyboard);
  } finally {
    keyboard?.close();
  }
  return exitCode.good;
}

/** What keys ask for, the most urgent first. */
const wishes = ["quit", "again", "help"] as const;

type Wish = (typeof wishes)[number];

/** Enter is a line feed to a terminal that was not asked for each key when it was pressed. */
const wishesByKey: ReadonlyMap<string, Wish> = new Map<string, Wish>([
  ["q", "quit"],
  ["\u0004", "quit"],
  ["\r", "again"],
  ["\n", "again"],
  ["h", "help"],
]);

const textStyle = { format: "text", command: undefined, spareOutput: false } as const;

/** Goes on in rounds: each has a plan, which holds until another one is made. */
class Watch {
  readonly #makePlan: MakePlan;
  readonly #screen: WatchScreen;
  readonly #host: Host;
  readonly #faults = new FaultMemory();
  #plan: WatchPlan;
  #keyboard: Keyboard | undefined;
  #watcher: PlaceWatcher | undefined;
  #reason: RunReason = "first";
  /** True while keys have to wait: from the begin of a run on until its end. */
  #isWorking = false;
  /** What keys asked for meanwhile. */
  readonly #kept = new Set<Wish>();
  #wantsPlan = false;
  #isRoundOver = false;
  #endRound: (next: "quit" | "go on") => void = () => undefined;

  constructor(makePlan: MakePlan, plan: WatchPlan, screen: WatchScreen, host: Host) {
    this.#makePlan = makePlan;
    this.#plan = plan;
    this.#screen = screen;
    this.#host = host;
  }

  /** Ends when a key asks for it. */
  async go(keyboard: Keyboard | undefined): Promise<void> {
    this.#keyboard = keyboard;
    this.#begin("first");
    for (let next = "go on"; next !== "quit";) {
      const isOver = new Promise<"quit" | "go on">((end) => (this.#endRound = end));
      this.#isRoundOver = false;
      const { ignored = [] } = this.#plan;
      const react = (changes: readonly Change[]): Promise<void> => this.#react(changes);
      const reaction = { react, isDue: true, ignored };
      const watcher = await watchPlaces(this.#places, reaction, this.#host);
      this.#watcher = watcher;
      next = await Promise.race([isOver, watcher.failed]).finally(() => watcher.close());
    }
  }

  /** Says how to go on; also when keys are heard again, in a terminal that was given back. */
  tellWays(): void {
    if (this.#isWorking) return;
    this.#screen.wait(this.#places, this.#keyboard?.isOn === true, this.#reason === "first");
  }

  press(key: string): void {
    const wish = wishesByKey.get(key.toLowerCase());
    if (wish === undefined) return;
    this.#kept.add(wish);
    if (!this.#isWorking) this.#fulfil();
  }

  /** A run that would only be ended or begun again at once needs no help. */
  #fulfil(): void {
    const wish = wishes.find((one) => this.#kept.has(one));
    this.#kept.clear();
    if (wish === "help") this.#screen.help(this.#places);
    if (wish === "quit") this.#endRound("quit");
    if (wish !== "again") return;
    this.#wantsPlan = true;
    this.#watcher?.callNow();
  }

  get #places(): readonly string[] {
    return [...new Set([...this.#plan.places, ...(this.#plan.planFiles ?? [])])];
  }

  /** The first call of a round has no changes: its run has begun when the plan was made. */
  async #react(changes: readonly Change[]): Promise<void> {
    if (this.#isRoundOver) return;
    const isAnew = this.#wantsPlan || changes.some(({ path }) => this.#isOfPlan(path));
    if (changes.length > 0) this.#begin(changes);
    else if (isAnew) this.#begin("again");
    if (isAnew && (await this.#planAnew())) {
      this.#isRoundOver = true;
      this.#endRound("go on");
      return;
    }
    if (!isAnew) await this.#telling(() => this.#run());
    this.#finish();
  }

  async #run(): Promise<void> {
    const diagnostics = new Diagnostics();
    await this.#plan.run(diagnostics);
    const changes = typeof this.#reason === "string" ? [] : this.#reason;
    this.#screen.tellMended(this.#faults.mendedBy(diagnostics.list, changes));
  }

  /** The old plan stays where no new one can be made, and its files are watched. */
  async #planAnew(): Promise<boolean> {
    this.#wantsPlan = false;
    let plan: WatchPlan | undefined;
    await this.#telling(async () => {
      plan = await this.#makePlan();
    });
    this.#plan = plan ?? this.#plan;
    return plan !== undefined;
  }

  #begin(reason: RunReason): void {
    this.#reason = reason;
    this.#isWorking = true;
    if (reason !== "first") beginRun();
    // In the background the screen belongs to the shell.
    this.#screen.begin(reason, this.#keyboard?.isOn !== false);
  }

  #finish(): void {
    this.#isWorking = false;
    this.tellWays();
    this.#fulfil();
  }

  /** Prints a fault of use; all else is a bug, and ends the watch. */
  async #telling(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!isFaultOfUse(error)) throw error;
      reportError(error, textStyle, this.#host);
    }
  }

  #isOfPlan(path: string): boolean {
    return (this.#plan.planFiles ?? []).some((file) => resolve(file) === resolve(path));
  }
}

/** The inputs of a command, with the files that name them. */
export interface WatchedInputs {
  readonly inputs: readonly string[];
  readonly planFiles: readonly string[];
}

/**
 * Judges again whenever inputs change.
 *
 * @param findInputs `undefined` where that fails for reasons that it has printed
 * @throws UsageError where there is nothing to watch
 */
export async function watchInputs(
  findInputs: () => Promise<WatchedInputs | undefined>,
  options: WatchOptions,
  host: Host,
  run: WatchPlan["run"],
): Promise<ExitCode> {
  const makePlan = async (): Promise<WatchPlan | undefined> => {
    const found = await findInputs();
    if (found === undefined) return undefined;
    const { inputs, planFiles } = found;
    return { places: await placesToWatch(inputs, host), planFiles, run };
  };
  return watchRuns(makePlan, options, host);
}

/**
 * Where inputs change on this machine. Standard input, URLs and clusters are read once.
 *
 * @throws UsageError where there is nothing to watch, or standard input would have to be read again
 */
export async function placesToWatch(
  inputs: readonly string[],
  host: Host,
): Promise<readonly string[]> {
  if (inputs.includes("-")) {
    throw new UsageError("--watch: standard input (-) can be read only once; name files");
  }
  const places = await placesOfInputs(inputs, host);
  if (places.length > 0) return places;
  throw new UsageError("--watch needs inputs in files: name a file, a folder or a pattern");
}
