import { printableName } from "../diagnostics/render/printable.js";
import type { Host } from "./host.js";

/** A line on standard error that says how far a run is; nothing where that is no terminal. */
export interface Progress {
  step(done: number, path: string): void;
  /** Takes the line away. */
  end(): void;
}

const intervalInMilliseconds = 80;
const widestPath = 60;

/**
 * A line that is written anew at most every 80 ms. There is none where it would disturb or tell
 * nothing: with `quiet`, on what is no terminal, for a single input.
 */
export function createProgress(verb: string, total: number, quiet: boolean, host: Host): Progress {
  if (quiet || !host.errorIsTerminal || total < 2) return { step: nothing, end: nothing };
  let last = 0;
  let shown = false;
  return {
    step(done, path) {
      const now = Date.now();
      if (now - last < intervalInMilliseconds) return;
      last = now;
      shown = true;
      host.warn(`\r\u001B[K${verb} ${done}/${total} ${printableName(path.slice(-widestPath))}`);
    },
    end() {
      if (shown) host.warn("\r\u001B[K");
    },
  };
}

function nothing(): void {
  // No terminal, no progress.
}
