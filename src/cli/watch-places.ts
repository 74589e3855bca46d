import { watch } from "chokidar";

/** What goes on until it is closed. */
export interface PlaceWatcher {
  /** Rejects with what a reaction threw; else it never settles. */
  readonly failed: Promise<never>;
  close(): Promise<void>;
}

/** Milliseconds: editors and `git checkout` write several files at once. */
const settleTime = 40;

/**
 * Calls a function when files below some places have changed, appeared or gone, never twice at the
 * same time: what changes while it works is a reason to call it again.
 */
export async function watchPlaces(
  places: readonly string[],
  react: () => Promise<void>,
): Promise<PlaceWatcher> {
  const watcher = watch([...places], { ignoreInitial: true, ignored: isNoInput });
  await new Promise<void>((resolve) => watcher.once("ready", resolve));
  let isWorking = false;
  let isDue = false;
  let timer: NodeJS.Timeout | undefined;
  const failed = new Promise<never>((_, reject) => {
    const work = async (): Promise<void> => {
      isWorking = true;
      while (isDue) {
        isDue = false;
        await react();
      }
      isWorking = false;
    };
    watcher.on("all", () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        isDue = true;
        if (!isWorking) work().catch(reject);
      }, settleTime);
    });
    watcher.on("error", reject);
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
