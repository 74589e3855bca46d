import {
  cutBeginning,
  cutToWidth,
  displayWidth,
  printableName,
} from "../../crd/diagnostics/render/printable.js";

/** The parts of a terminal's stream that a line on it needs. */
export interface TerminalStream {
  write(text: string): unknown;
  readonly columns: number;
}

/** A path that has fewer columns says nothing. */
const narrowestPath = 8;

/** A line at the end of what a terminal shows, which is written anew and goes without a trace. */
export class StatusLine {
  readonly #stream: TerminalStream;
  #width = 0;
  #isHeld = false;

  constructor(stream: TerminalStream) {
    this.#stream = stream;
  }

  /** Shows a text in place of the one before; a path behind it is cut at its beginning. */
  show(text: string, path = ""): void {
    if (this.#isHeld) return;
    const line = fitted(printableName(text), printableName(path), this.#columns - 1);
    this.#stream.write(this.#erasure() + line);
    this.#width = displayWidth(line);
  }

  /** Takes the line away, if there is one. */
  clear(): void {
    if (this.#width > 0) this.#stream.write(this.#erasure());
    this.#width = 0;
  }

  /** Shows nothing while a person types. */
  async hold<T>(work: () => Promise<T>): Promise<T> {
    this.clear();
    this.#isHeld = true;
    try {
      return await work();
    } finally {
      this.#isHeld = false;
    }
  }

  /** Terminals that do not tell their size say 0. */
  get #columns(): number {
    return this.#stream.columns > 0 ? this.#stream.columns : 80;
  }

  /** A terminal that was made narrower shows the line on several. */
  #erasure(): string {
    if (this.#width === 0) return "";
    const above = Math.ceil(this.#width / this.#columns) - 1;
    return `\r${"\u001B[A".repeat(above)}\u001B[J`;
  }
}

/** The last column stays free: terminals differ in what they do behind it. */
function fitted(text: string, path: string, columns: number): string {
  const room = columns - displayWidth(text) - 1;
  if (path === "" || room < narrowestPath) return cutToWidth(text, columns);
  return `${text} ${cutBeginning(path, room)}`;
}
