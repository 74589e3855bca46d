import { printable } from "../diagnostics/render-text.js";
import type { Host } from "./host.js";

/** A line on standard error that says how far a run is; nothing where that is no terminal. */
export interface Progress {
  step(done: number, path: string): void;
  /** Takes the line away. */
  end(): void;
}

const intervalInMilliseconds = 80;
const widestPath = 60;

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
      host.warn(`\r\u001B[K${verb} ${done}/${total} ${printable(path.slice(-widestPath))}`);
    },
    end() {
      if (shown) host.warn("\r\u001B[K");
    },
  };
}

function nothing(): void {
  // No terminal, no progress.
}
