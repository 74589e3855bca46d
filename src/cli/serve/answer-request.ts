import type { IncomingMessage, ServerResponse } from "node:http";
import type { Http2ServerRequest, Http2ServerResponse } from "node:http2";
import { constants as http2 } from "node:http2";
import type {
  Transport,
  TransportRequest,
  TransportResponse,
} from "../../runtime/v1/client/transport.js";

/** A request of HTTP/1.1 or HTTP/2. */
export type HttpRequest = IncomingMessage | Http2ServerRequest;

/** The answer to one. */
export type HttpResponse = ServerResponse | Http2ServerResponse;

/** One more byte than the API server reads of a body, so that who answers sees that it is over. */
const mostOfBody = 3 * 1024 * 1024 + 1;
/** What is longer is not waited for: few read an answer before they have sent all. */
const mostAwaited = 16 * 1024 * 1024;

/** Headers of answers that clients go by. */
const answeredHeaders = [
  "content-type",
  "cache-control",
  "retry-after",
  "allow",
  "location",
  "etag",
  "vary",
  "expires",
  "last-modified",
];

/**
 * Answers a request of the network by a transport. A client that goes away ends the request; one
 * that reads slowly is given no more than it takes.
 *
 * @param patience how long a client may take nothing, or a body may take to arrive, in ms
 * @returns the status that was sent
 */
export async function answerRequest(
  transport: Transport,
  request: HttpRequest,
  response: HttpResponse,
  patience: number,
): Promise<number> {
  const gone = new AbortController();
  response.once("close", () => {
    gone.abort();
  });
  // Who goes away in the middle is no fault of the server.
  for (const side of [request, response]) side.on("error", () => undefined);
  const sent = await toTransport(request, gone.signal, patience);
  const answer = await transport.send(sent);
  if (hasBody(request) && !request.complete) endAfterwards(request, response);
  writeHead(answer, response);
  const client: Client = { response, gone: gone.signal, patience };
  const rest = isWatch(sent) ? sendEvents(answer, client) : sendBody(answer, client);
  const last = await rest.finally(() => {
    answer.close();
  });
  if (last === undefined) response.end();
  else response.end(last);
  return answer.status;
}

/** Who an answer goes to. */
interface Client {
  readonly response: HttpResponse;
  readonly gone: AbortSignal;
  readonly patience: number;
}

/** Each event at once, and the head before there is one. */
async function sendEvents(answer: TransportResponse, client: Client): Promise<undefined> {
  const { response, gone } = client;
  if ("flushHeaders" in response) response.flushHeaders();
  for await (const chunk of answer.chunks()) {
    if (gone.aborted) return undefined;
    await send(chunk, client);
  }
  return undefined;
}

/**
 * All but the last chunk, which it gives: what is short goes out in one piece with its head and its
 * end.
 */
async function sendBody(
  answer: TransportResponse,
  client: Client,
): Promise<Uint8Array | undefined> {
  let held: Uint8Array | undefined;
  for await (const chunk of answer.chunks()) {
    if (client.gone.aborted) return undefined;
    if (held !== undefined) await send(held, client);
    held = chunk;
  }
  return held;
}

/** Waits until the client takes it; one that takes nothing for too long is cut off. */
async function send(chunk: Uint8Array, { response, gone, patience }: Client): Promise<void> {
  if (write(response, chunk)) return;
  if (!(await drained(response, gone, patience))) response.destroy();
}

/** Targets may name a server as they do for proxies (RFC 9112, 3.2.2). */
const origin = /^https?:\/\/[^/?]*/i;

async function toTransport(
  request: HttpRequest,
  signal: AbortSignal,
  patience: number,
): Promise<TransportRequest> {
  const { method = "GET", url = "/" } = request;
  const target = url.startsWith("/") ? url : url.replace(origin, "");
  const mark = target.indexOf("?");
  const path = mark < 0 ? target : target.slice(0, mark);
  const query = mark < 0 ? undefined : target.slice(mark + 1);
  const body = await readBody(request, patience);
  return { method, path, query, headers: headersOf(request), body, signal };
}

/** Pseudo-headers of HTTP/2 are no headers. */
function headersOf(request: HttpRequest): [string, string][] {
  const headers: [string, string][] = [];
  for (const [name, value] of Object.entries(request.headers)) {
    if (name.startsWith(":") || value === undefined) continue;
    for (const one of [value].flat()) headers.push([name, one]);
  }
  return headers;
}

/** What is over the limit is not kept. */
async function readBody(request: HttpRequest, patience: number): Promise<Uint8Array | undefined> {
  if (!hasBody(request)) return undefined;
  const late = setTimeout(cutOff, patience, request);
  try {
    return await wholeBody(request);
  } finally {
    clearTimeout(late);
  }
}

function hasBody(request: HttpRequest): boolean {
  if ("stream" in request) return !request.stream.endAfterHeaders;
  const { headers } = request;
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

/** All of it, or what shows that it is too long. */
function wholeBody(request: HttpRequest): Promise<Uint8Array | undefined> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const finish = (): void => {
      resolve(size === 0 ? undefined : Buffer.concat(chunks).subarray(0, mostOfBody));
    };
    request.on("data", (chunk: Buffer) => {
      if (size < mostOfBody) chunks.push(chunk);
      size += chunk.length;
      if (size <= mostAwaited) return;
      request.pause();
      finish();
    });
    request.once("end", finish);
    request.once("error", reject);
    request.once("close", () => {
      reject(new Error("the client has gone"));
    });
  });
}

/** The rest of a body is not read: nothing else can come on this connection, or stream. */
function endAfterwards(request: HttpRequest, response: HttpResponse): void {
  if (!("stream" in request)) response.setHeader("connection", "close");
  response.once("finish", () => {
    setTimeout(cutOff, timeToRead, request).unref();
    request.resume();
  });
}

/** Ends a connection, or a stream of one. */
function cutOff(request: HttpRequest): void {
  if ("stream" in request) request.stream.close(http2.NGHTTP2_CANCEL);
  else request.destroy();
}

/** As in Go (`net/http/server.go`, `rstAvoidanceDelay`): a reset would take the answer with it. */
const timeToRead = 500;

function writeHead(answer: TransportResponse, response: HttpResponse): void {
  response.statusCode = answer.status;
  for (const name of answeredHeaders) {
    const value = answer.header(name);
    if (value !== null) response.setHeader(name, headerText(value));
  }
  const warnings = answer.header("warning");
  if (warnings !== null) response.setHeader("warning", splitWarnings(warnings).map(headerText));
}

/** As Go writes it, in UTF-8: Node writes one byte for each character. No line ends in it. */
function headerText(text: string): string {
  const printable = text.replace(/[\0-\x08\n-\x1f\x7f]/g, " ");
  return Buffer.from(printable, "utf8").toString("latin1");
}

/** Its head is wanted before there is an event. */
function isWatch({ path, query = "" }: TransportRequest): boolean {
  return /(?:^|&)watch=/.test(query) || path.includes("/watch/");
}

/** Joined values of `Warning`, as each was: `299 - "text"`, where the text may hold commas. */
function splitWarnings(joined: string): string[] {
  return joined.match(/\d{3} \S+ "(?:[^"\\]|\\.)*"/g) ?? [joined];
}

/** False: the client has to take what was written before there is more. */
function write(response: HttpResponse, chunk: Uint8Array): boolean {
  return (response as ServerResponse).write(chunk); // both have it, with other overloads
}

/** Whether the client took what was written, or is gone; false if it takes nothing for so long. */
function drained(response: HttpResponse, signal: AbortSignal, patience: number): Promise<boolean> {
  return new Promise((resolve) => {
    const finish = (isTaken: boolean): void => {
      clearTimeout(late);
      response.off("drain", taken);
      signal.removeEventListener("abort", taken);
      resolve(isTaken);
    };
    const taken = (): void => {
      finish(true);
    };
    const late = setTimeout(finish, patience, false);
    response.once("drain", taken);
    signal.addEventListener("abort", taken);
    if (signal.aborted) taken();
  });
}
