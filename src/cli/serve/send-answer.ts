import type { ServerResponse } from "node:http";
import { pipeline, Readable } from "node:stream";
import { constants, createGzip } from "node:zlib";
import type { TransportResponse } from "../../runtime/v1/client/transport.js";
import { Turns } from "../../runtime/v1/testing/turns.js";
import type { HttpResponse } from "./status-response.js";

/** Who an answer goes to. */
interface Client {
  readonly response: HttpResponse;
  readonly gone: AbortSignal;
  /** How long it may take nothing, in ms: then it is cut off. */
  readonly patience: number;
  /** It takes answers in this encoding. */
  readonly takesGzip: boolean;
}

/** The headers of answers that are passed on. */
const passedOn = [
  "Content-Type",
  "Cache-Control",
  "X-Content-Type-Options",
  "Retry-After",
  "Allow",
  "Location",
  "Etag",
  "Last-Modified",
  "Vary",
  "Accept-Ranges",
  "Expires",
];

/** Sends an answer; a client that reads slowly is given no more than it takes. */
export async function sendAnswer(
  answer: TransportResponse,
  isWatch: boolean,
  client: Client,
): Promise<void> {
  const { response } = client;
  writeHead(answer, response);
  const rest =
    isWatch && answer.status === 200 ? sendEvents(answer, client) : sendBody(answer, client);
  await rest.finally(() => {
    answer.close();
  });
}

function writeHead(answer: TransportResponse, response: HttpResponse): void {
  response.statusCode = answer.status;
  for (const name of passedOn) {
    const value = answer.header(name);
    if (value !== null) response.setHeader(name, headerText(value));
  }
  const warnings = answer.header("warning");
  if (warnings !== null) response.setHeader("Warning", splitWarnings(warnings).map(headerText));
}

/** As Go writes it, in UTF-8: Node writes one byte for each character. No line ends in it. */
export function headerText(text: string): string {
  if (/^[ -~]*$/.test(text)) return text;
  const printable = text.replace(/[\0-\x08\n-\x1f\x7f]/g, " ");
  return Buffer.from(printable, "utf8").toString("latin1");
}

/** Joined values of `Warning`, as each was: `299 - "text"`, where the text may hold commas. */
function splitWarnings(text: string): string[] {
  return text.match(/\d{3} \S+ "(?:[^"\\]|\\.)*"/gs) ?? [text];
}

/** Each event at once, and the head before there is one. */
async function sendEvents(answer: TransportResponse, client: Client): Promise<void> {
  const { response, gone } = client;
  if ("flushHeaders" in response) response.flushHeaders();
  const turns = new Turns(letOthersWork);
  for await (const chunk of answer.chunks()) {
    if (gone.aborted) return;
    await send(chunk, client);
    await turns.next();
  }
  response.end();
}

/**
 * An answer that is no longer than this is sent as it is
 * (`endpoints/handlers/responsewriters/writers.go`).
 */
const shortest = 128 * 1024;

/** Sends a body. A short one goes out in one piece with its head and its end. */
async function sendBody(answer: TransportResponse, client: Client): Promise<void> {
  if (!client.takesGzip) return sendParts(answer.chunks(), client);
  const chunks = answer.chunks()[Symbol.asyncIterator]();
  const [begin, isAll] = await readBeginning(chunks);
  if (client.gone.aborted) return;
  if (isAll) client.response.end(Buffer.concat(begin));
  else await sendCompressed(joined(begin, chunks), client);
}

type Chunks = AsyncIterator<Uint8Array>;

/** The first chunks, which together are too long to send them as they are, or which are all. */
async function readBeginning(
  chunks: Chunks,
): Promise<readonly [begin: readonly Uint8Array[], isAll: boolean]> {
  const begin: Uint8Array[] = [];
  for (let length = 0; length <= shortest;) {
    const next = await chunks.next();
    if (next.done === true) return [begin, true];
    begin.push(next.value);
    length += next.value.length;
  }
  return [begin, false];
}

async function* joined(begin: readonly Uint8Array[], chunks: Chunks): AsyncGenerator<Uint8Array> {
  yield* begin;
  for (let next = await chunks.next(); next.done !== true; next = await chunks.next()) {
    yield next.value;
  }
}

/** The last part goes out together with the end. */
async function sendParts(parts: AsyncIterable<Uint8Array>, client: Client): Promise<void> {
  let held: Uint8Array | undefined;
  const turns = new Turns(letOthersWork);
  for await (const part of parts) {
    if (client.gone.aborted) return;
    if (held !== undefined) await send(held, client);
    held = part;
    await turns.next();
  }
  if (held === undefined) client.response.end();
  else client.response.end(held);
}

async function sendCompressed(parts: AsyncIterable<Uint8Array>, client: Client): Promise<void> {
  client.response.setHeader("Content-Encoding", "gzip");
  client.response.appendHeader("Vary", "Accept-Encoding");
  const gzip = createGzip({ level: constants.Z_BEST_SPEED });
  // An error of the parts comes out of what it made of them.
  pipeline(Readable.from(parts), gzip, () => undefined);
  await sendParts(gzip, client);
}

/** Waits until the client takes it; one that takes nothing for too long is cut off. */
async function send(chunk: Uint8Array, { response, gone, patience }: Client): Promise<void> {
  if (write(response, chunk)) return;
  if (!(await drained(response, gone, patience))) response.destroy();
}

/** False: the client has to take what was written before there is more. */
function write(response: HttpResponse, chunk: Uint8Array): boolean {
  return (response as ServerResponse).write(chunk); // both have it, with other overloads
}

/**
 * Tells whether the reader of a stream took what was written, or is gone; false if it takes nothing
 * for so many ms.
 */
export function drained(
  stream: NodeJS.EventEmitter,
  gone: AbortSignal,
  patience: number,
): Promise<boolean> {
  return new Promise((resolve) => {
    const finish = (isTaken: boolean): void => {
      clearTimeout(late);
      stream.off("drain", taken);
      gone.removeEventListener("abort", taken);
      resolve(isTaken);
    };
    const taken = (): void => {
      finish(true);
    };
    const late = setTimeout(finish, patience, false);
    stream.once("drain", taken);
    gone.addEventListener("abort", taken);
    if (gone.aborted) taken();
  });
}

/** Lets the process answer what has come in meanwhile. */
export function letOthersWork(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
