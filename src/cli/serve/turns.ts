import type { Socket } from "node:net";

/** What waits on one connection. */
interface Line {
  waiting: number;
  last: Promise<unknown>;
}

/**
 * Requests of HTTP/1.1 that come one after the other on a connection, before the first is answered,
 * are answered one after the other, as in Go: what the second reads, the first has written.
 */
export class Turns {
  readonly #lines = new WeakMap<Socket, Line>();

  /** Who sends ever more without waiting for answers is cut off. */
  take(socket: Socket, answer: () => Promise<unknown>): void {
    const line = this.#lines.get(socket) ?? { waiting: 0, last: Promise.resolve() };
    this.#lines.set(socket, line);
    line.waiting++;
    if (line.waiting > mostWaiting) socket.destroy();
    const isFirst = line.waiting === 1;
    line.last = (isFirst ? answer() : line.last.then(answer)).finally(() => {
      line.waiting--;
    });
  }

  /** Whether a request of a connection is being answered. */
  isTaken(socket: Socket): boolean {
    return (this.#lines.get(socket)?.waiting ?? 0) > 0;
  }
}

const mostWaiting = 1000;
