import type { Http2SecureServer, ServerHttp2Session } from "node:http2";
import { constants } from "node:http2";

/** What a client may do at once that costs it nothing; Go has 400 resets for 100 streams. */
const most = 400;
/** How much of it comes back in a second. */
const regained = 100;

/** Counts what costs a client nothing, and a server something. */
export class Allowance {
  #left = most;
  #since: number;

  /** @param now in ms */
  constructor(now: number) {
    this.#since = now;
  }

  /** Whether there was something left. */
  spend(now: number): boolean {
    this.#left = Math.min(most, this.#left + ((now - this.#since) / 1000) * regained) - 1;
    this.#since = now;
    return this.#left >= 0;
  }
}

/** How long a connection may be without a stream, in ms (apiserver `server/secure_serving.go`). */
const idleTime = 90_000;

/** A reset of the connection would take GOAWAY with it, in ms. */
const timeToRead = 500;

const tooMuch = constants.NGHTTP2_ENHANCE_YOUR_CALM;

/**
 * Ends connections of HTTP/2 whose clients reset streams, or send pings and settings, without an
 * end: with GOAWAY, and the connection too, which nghttp2 leaves open where it notices by itself.
 */
export function guardSessions(server: Http2SecureServer): void {
  server.on("session", guard);
}

function guard(session: ServerHttp2Session): void {
  const allowance = new Allowance(performance.now());
  let isEnding = false;
  const spend = (): void => {
    if (allowance.spend(performance.now()) || isEnding) return;
    isEnding = true;
    session.goaway(tooMuch);
    setTimeout(() => {
      session.destroy();
    }, timeToRead).unref();
  };
  session.on("ping", spend);
  session.on("remoteSettings", spend);
  let open = 0;
  session.on("stream", (stream) => {
    open++;
    stream.once("aborted", spend);
    stream.once("close", () => open--);
  });
  session.setTimeout(idleTime, () => {
    if (open === 0) session.destroy();
  });
}
