import { resolve, sep } from "node:path";
import { watch } from "chokidar";
import type { FileFacts, Host } from "../host.js";

/** A watch that goes on until it is closed. */
export interface PlaceWatcher {
  /** Rejects with what a reaction threw; else it never settles. */
  readonly failed: Promise<never>;
  /** Calls the function though nothing may have changed. */
  callNow(): void;
  /** Waits for a call that goes on, and calls no more. */
  close(): Promise<void>;
}

/** The kinds of changes, in the order in which they are told. */
export const changeKinds = ["changed", "added", "removed"] as const;

export type ChangeKind = (typeof changeKinds)[number];

/** A file or folder that is not as it was. */
export interface Change {
  readonly path: string;
  readonly kind: ChangeKind;
}

/** A function to call, and when to call it. */
export interface Reaction {
  /** Gets what has changed since the last call, sorted by path. */
  readonly react: (changes: readonly Change[]) => Promise<void>;
  /** True to call it once at the beginning, with no paths; default false. */
  readonly isDue?: boolean;
  /** Folders where nothing matters; default: none. */
  readonly ignored?: readonly string[];
}

/**
 * Milliseconds from the last event to a second look at the files. chokidar passes over what changes
 * within 50 ms of a change that it told.
 */
const lookAgainTime = 75;

/**
 * Calls a function when files below some places have changed, appeared or gone, never twice at the
 * same time: what changes while it works is a reason to call it again. It is called soon after the
 * first event; a file that is written on after that makes it be called once more.
 */
export async function watchPlaces(
  places: readonly string[],
  { react, isDue = false, ignored = [] }: Reaction,
  { factsOfFile, kindOf }: Pick<Host, "factsOfFile" | "kindOf">,
): Promise<PlaceWatcher> {
  const watcher = watch([...places], { ignoreInitial: true, ignored: ignorerOf(ignored) });
  await new Promise<void>((isReady) => watcher.once("ready", isReady));
  const ledger = new ChangeLedger(factsOfFile);
  let timer: NodeJS.Timeout | undefined;
  const turns = new Turns(async (changed) => {
    clearTimeout(timer);
    await react(await ledger.take(changed));
    timer = setTimeout(() => {
      ledger.changedSince().then((paths) => {
        for (const path of paths) turns.add(path);
      }, turns.fail);
    }, lookAgainTime);
  });
  const given = new Map(places.map((place) => [resolve(place), place]));
  const lost = new LostPlaces(kindOf, (place, kind) => {
    watcher.add(place);
    ledger.note(kind === "folder" ? "addDir" : "add", place);
    turns.add(place);
  });
  watcher.on("all", (event, told) => {
    // A folder that has gone is told by its absolute path.
    const place = given.get(resolve(told));
    ledger.note(event, place ?? told);
    turns.add(place ?? told);
    if (place !== undefined && event.startsWith("unlink")) lost.note(place);
  });
  watcher.on("error", turns.fail);
  if (isDue) turns.start();
  return {
    failed: turns.failed,
    callNow() {
      turns.start();
    },
    async close() {
      await turns.end();
      clearTimeout(timer);
      lost.end();
      await watcher.close();
    },
  };
}

/** Milliseconds between looks whether a place that has gone is there again. */
const returnTime = 200;

/**
 * Places that have gone. chokidar forgets them; tools remove a folder before they write it anew.
 */
class LostPlaces {
  readonly #kindOf: Host["kindOf"];
  readonly #onReturn: (place: string, kind: "file" | "folder") => void;
  readonly #timers = new Map<string, NodeJS.Timeout>();

  constructor(kindOf: Host["kindOf"], onReturn: (place: string, kind: "file" | "folder") => void) {
    this.#kindOf = kindOf;
    this.#onReturn = onReturn;
  }

  /** Waits for a place that has gone. */
  note(path: string): void {
    if (this.#timers.has(path)) return;
    const look = (): void => {
      // What cannot be looked at is not there.
      void this.#kindOf(path).then(
        (kind) => {
          if (kind !== undefined) this.#return(path, kind);
        },
        () => undefined,
      );
    };
    this.#timers.set(path, setInterval(look, returnTime));
  }

  end(): void {
    for (const timer of this.#timers.values()) clearInterval(timer);
    this.#timers.clear();
  }

  #return(path: string, kind: "file" | "folder"): void {
    if (!this.#timers.has(path)) return;
    clearInterval(this.#timers.get(path));
    this.#timers.delete(path);
    this.#onReturn(path, kind);
  }
}

/** What is known of files that have changed: whether they were there, and how they are now. */
class ChangeLedger {
  readonly #factsOfFile: Host["factsOfFile"];
  /** The files that changed, as they were before the function was called for them. */
  readonly #seen = new Map<string, FileFacts | undefined>();
  /** Whether there was something before the first event since the last call. */
  readonly #wasThere = new Map<string, boolean>();
  /** Folders, and whether they are there. */
  readonly #folders = new Map<string, boolean>();

  constructor(factsOfFile: Host["factsOfFile"]) {
    this.#factsOfFile = factsOfFile;
  }

  note(event: string, path: string): void {
    if (!this.#wasThere.has(path)) this.#wasThere.set(path, event !== "add" && event !== "addDir");
    // The facts of a folder change with its files, which have events of their own.
    if (event === "addDir" || event === "unlinkDir") this.#folders.set(path, event === "addDir");
    else this.#folders.delete(path);
  }

  /** What these paths are now, beside what they were. */
  async take(paths: readonly string[]): Promise<readonly Change[]> {
    const changes: Change[] = [];
    for (const path of paths) {
      const folder = this.#folders.get(path);
      const before = this.#wasThere.get(path) ?? true;
      const facts = folder === undefined ? await this.#factsOfFile(path) : undefined;
      if (folder === undefined) this.#seen.set(path, facts);
      const isThere = folder ?? facts !== undefined;
      changes.push({ path, kind: !isThere ? "removed" : before ? "changed" : "added" });
    }
    this.#wasThere.clear();
    this.#folders.clear();
    return changes;
  }

  /** The files that are not as they were when they were taken. */
  async changedSince(): Promise<readonly string[]> {
    const before = [...this.#seen];
    this.#seen.clear();
    const changed: string[] = [];
    for (const [path, facts] of before) {
      if (isSame(facts, await this.#factsOfFile(path))) continue;
      if (!this.#wasThere.has(path)) this.#wasThere.set(path, facts !== undefined);
      changed.push(path);
    }
    return changed;
  }
}

function isSame(before: FileFacts | undefined, now: FileFacts | undefined): boolean {
  return before?.bytes === now?.bytes && before?.changed === now?.changed;
}

/** chokidar asks for each file of a folder in which one has changed, several times. */
function ignorerOf(ignored: readonly string[]): (path: string) => boolean {
  const folders = ignored.map((folder) => resolve(folder));
  const verdicts = new Map<string, boolean>();
  return (path) => {
    let verdict = verdicts.get(path);
    if (verdict === undefined) {
      verdict = isNoInput(path) || folders.some((folder) => isBelow(path, folder));
      verdicts.set(path, verdict);
    }
    return verdict;
  };
}

function isNoInput(path: string): boolean {
  return /(?:^|[\\/])(?:node_modules|\.git)(?:[\\/]|$)/.test(path);
}

/** `folder` is an absolute path. */
function isBelow(path: string, folder: string): boolean {
  const whole = resolve(path);
  return whole === folder || whole.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

/** Milliseconds: editors write several files at once, and one of them in several steps. */
const settleTime = 15;

/** Milliseconds between changes of a crowd, such as `git checkout` makes on a slow disk. */
const crowdSettleTime = 60;

/**
 * A change that comes this many milliseconds after a turn, or earlier, belongs to the same crowd.
 */
const crowdTime = 250;

/**
 * Calls a function with what has changed, soon after it did, and never twice at the same time. It
 * waits longer where one call has just been made, so that many changes in a row are few calls.
 */
export class Turns {
  /** Rejects with what the function threw; else it never settles. */
  readonly failed: Promise<never>;
  readonly fail: (error: unknown) => void;
  readonly #work: (changed: readonly string[]) => Promise<void>;
  readonly #changed = new Set<string>();
  #current: Promise<void> = Promise.resolve();
  #isWorking = false;
  #isDue = false;
  #hasEnded = false;
  #lastEnd = -Infinity;
  #timer: NodeJS.Timeout | undefined;

  constructor(work: (changed: readonly string[]) => Promise<void>) {
    let fail: (error: unknown) => void = () => undefined;
    this.failed = new Promise<never>((_, reject) => (fail = reject));
    this.fail = fail;
    this.#work = work;
  }

  /** Calls the function in a moment. */
  add(changed: string): void {
    if (this.#hasEnded) return;
    this.#changed.add(changed);
    const isCrowd = this.#isWorking || performance.now() - this.#lastEnd < crowdTime;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(
      () => {
        this.start();
      },
      isCrowd ? crowdSettleTime : settleTime,
    );
  }

  /** Calls the function at once, or as soon as the call ends that goes on. */
  start(): void {
    this.#isDue = true;
    if (!this.#isWorking) this.#current = this.#takeTurns().catch(this.fail);
  }

  /** Calls it no more, and waits for the call that goes on. */
  async end(): Promise<void> {
    this.#hasEnded = true;
    this.#isDue = false;
    clearTimeout(this.#timer);
    await this.#current;
  }

  async #takeTurns(): Promise<void> {
    this.#isWorking = true;
    while (this.#isDue) {
      this.#isDue = false;
      const paths = [...this.#changed].sort();
      this.#changed.clear();
      await this.#work(paths);
      this.#lastEnd = performance.now();
    }
    this.#isWorking = false;
  }
}
