import { relative, sep } from "node:path";
import { watch } from "chokidar";

/** What goes on until it is closed. */
export interface PlaceWatcher {
  /** Rejects with what a reaction threw; else it never settles. */
  readonly failed: Promise<never>;
  close(): Promise<void>;
}

/** What to call, and when. */
export interface Reaction {
  /** Gets the paths of what has changed since the last call. */
  readonly react: (changed: readonly string[]) => Promise<void>;
  /** Whether to call it once at the beginning, with no paths; default false. */
  readonly isDue?: boolean;
  /** Folders where nothing matters; default: none. */
  readonly ignored?: readonly string[];
}

/**
 * Milliseconds: editors and `git checkout` write several files at once. chokidar passes over what
 * changes within 50 ms of a change that it told.
 */
const settleTime = 60;

/**
 * Calls a function when files below some places have changed, appeared or gone, never twice at the
 * same time: what changes while it works is a reason to call it again.
 */
export async function watchPlaces(
  places: readonly string[],
  { react, isDue: isDueAtOnce = false, ignored = [] }: Reaction,
): Promise<PlaceWatcher> {
  const watcher = watch([...places], {
    ignoreInitial: true,
    ignored: (path) => isNoInput(path) || ignored.some((folder) => isBelow(path, folder)),
  });
  await new Promise<void>((resolve) => watcher.once("ready", resolve));
  const changed = new Set<string>();
  let isWorking = false;
  let isDue = isDueAtOnce;
  let timer: NodeJS.Timeout | undefined;
  const failed = new Promise<never>((_, reject) => {
    const work = async (): Promise<void> => {
      isWorking = true;
      while (isDue) {
        isDue = false;
        const paths = [...changed].sort();
        changed.clear();
        await react(paths);
      }
      isWorking = false;
    };
    watcher.on("all", (...[, path]) => {
      changed.add(path);
      clearTimeout(timer);
      timer = setTimeout(() => {
        isDue = true;
        if (!isWorking) work().catch(reject);
      }, settleTime);
    });
    watcher.on("error", reject);
    work().catch(reject);
  });
  return {
    failed,
    async close() {
      clearTimeout(timer);
      await watcher.close();
    },
  };
}

function isNoInput(path: string): boolean {
  return /(?:^|[\\/])(?:node_modules|\.git)(?:[\\/]|$)/.test(path);
}

function isBelow(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== ".." && !way.startsWith(`..${sep}`);
}
