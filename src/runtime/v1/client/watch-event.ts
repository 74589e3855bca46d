import { ApiError, TransportError } from "./api-error.js";
import { textOfChunks } from "./chunks-text.js";
import { isStatus } from "./error-response.js";
import { excerpt } from "./error-text.js";

/** An event of a watch (Kubernetes API concepts, "Efficient detection of changes"). */
export type WatchEvent<T> =
  | {
      /**
       * `ADDED` also when an object begins to match the selectors, `DELETED` also when it ceases
       * to.
       */
      readonly type: "ADDED" | "MODIFIED" | "DELETED";
      /** For `DELETED` the last state. */
      readonly object: T;
    }
  | { readonly type: "BOOKMARK"; readonly object: Bookmark };

/** No object, but a resource version: whatever is older was reported. */
export interface Bookmark {
  apiVersion: string;
  kind: string;
  metadata: {
    resourceVersion: string;
    /** `k8s.io/initial-events-end: "true"` ends the initial events of `sendInitialEvents`. */
    annotations?: { [key: string]: string } | undefined;
  };
}

/**
 * One line of a watch. An ERROR event is thrown as an ApiError, one of 410 when the watch began too
 * far in the past, and so is a Status in place of an event; a line that is neither throws a
 * TransportError.
 */
export function parseWatchEvent<T>(line: string): WatchEvent<T> {
  const event = parseFrame(line);
  if (isStatus(event)) throw new ApiError(event);
  if (typeof event.object !== "object" || event.object === null) {
    throw new TransportError("the watch sent an event without an object");
  }
  switch (event.type) {
    case "ADDED":
    case "MODIFIED":
    case "DELETED":
      return { type: event.type, object: event.object as T }; // the server's promise
    case "BOOKMARK":
      return { type: event.type, object: event.object as Bookmark }; // the server's promise
    case "ERROR":
      throw errorOfEvent(event.object);
    default:
      throw new TransportError(
        `the watch sent an event of unknown type: ${excerpt(String(event.type))}`,
      );
  }
}

interface Frame {
  readonly type?: unknown;
  readonly object?: unknown;
}

function parseFrame(line: string): Frame {
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value === "object" && value !== null) return value;
  } catch {
    // Without the error, which shows a part of the line.
    throw new TransportError(`the watch sent what is not JSON: ${excerpt(line)}`);
  }
  throw new TransportError(`the watch sent what is not an event: ${excerpt(line)}`);
}

function errorOfEvent(object: object): Error {
  if (isStatus(object)) return new ApiError(object);
  return new TransportError(`the watch failed: ${JSON.stringify(object).slice(0, 200)}`);
}

const newline = 10;

/**
 * The lines of a stream of UTF-8 bytes, without their line ends, wherever the chunks were cut.
 * Those that end in one chunk come together: to wait for each would cost more than to parse it.
 * Throws a TransportError if the stream ends within a line.
 */
export async function* readLines(
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<string[], void, undefined> {
  const rest = yield* wholeLines(chunks);
  if (rest.trim() === "") return;
  const start = JSON.stringify(rest.slice(0, 100));
  throw new TransportError(`the connection broke within a line: ${start}`);
}

/** The same of a text, whose last line need not have an end. */
export async function* readTextLines(
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<string[], void, undefined> {
  const rest = yield* wholeLines(chunks);
  if (rest !== "") yield [rest];
}

/** The lines that have an end; returns what stands behind the last one. */
async function* wholeLines(
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<string[], string, undefined> {
  // Chunks of what has no end yet; joined once, so that a long line in many of them costs no
  // quadratic time.
  let begun: Uint8Array[] = [];
  for await (const chunk of chunks) {
    const end = chunk.lastIndexOf(newline);
    if (end === -1) {
      begun.push(chunk);
      continue;
    }
    begun.push(chunk.subarray(0, end));
    const text = textOfChunks(begun);
    begun = [chunk.subarray(end + 1)];
    yield text.split("\n");
  }
  return textOfChunks(begun);
}
