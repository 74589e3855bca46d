import { randomUUID } from "node:crypto";
import { constants as http2 } from "node:http2";
import type { Socket } from "node:net";
import type {
  Transport,
  TransportRequest,
  TransportResponse,
} from "../../runtime/v1/client/transport.js";
import { failed, internalFailure } from "../../runtime/v1/testing/failure.js";
import { errorCode } from "../host.js";
import type { Welcome } from "./gate.js";
import { admitRequest, faultOfStranger, welcomePage } from "./gate.js";
import { headerText, sendAnswer } from "./send-answer.js";
import type { HttpRequest, HttpResponse, ProtocolFault } from "./status-response.js";
import {
  faultOfRequest,
  headOf,
  isWatch,
  plainResponse,
  statusResponse,
  valuesOf,
} from "./status-response.js";

/** Who is answered, and how patiently. */
interface RespondOptions extends Welcome {
  /** How long a client may take nothing, or a body may take to arrive, in ms. */
  readonly patience: number;
}

/**
 * Answers a request of the network by a transport. A client that goes away ends the request.
 *
 * @returns the status that was sent; undefined if the client went away before
 */
export async function respond(
  transport: Transport,
  request: HttpRequest,
  response: HttpResponse,
  options: RespondOptions,
): Promise<number | undefined> {
  // Behind another request of its connection, it may have been given up.
  if (isGivenUp(request, response)) return undefined;
  // Who goes away in the middle is no fault of the server.
  for (const side of [request, response]) side.on("error", () => undefined);
  const fault = faultOfRequest(request);
  if (fault !== undefined) return refuseRequest(response, fault);
  hideKeepAlive(request, response);
  const head = headOf(request);
  if (head.method === "OPTIONS" && head.path === "*") return finishWith(response, 200);
  response.setHeader("Audit-Id", auditIdOf(head));
  response.setHeader("Cache-Control", "no-cache, private");
  try {
    return await answerHead(transport, head, { request, response, options });
  } catch (error) {
    if (isGivenUp(request, response) || response.headersSent) {
      response.destroy();
      return undefined;
    }
    leaveRest(request, response);
    return await sendWhole(answerOfError(head, error), response, options);
  }
}

function answerOfError(head: TransportRequest, error: unknown): TransportResponse {
  if (error instanceof TimeIsOver) return timeout();
  if (error instanceof BodyFault)
    return statusResponse(head, failed(500, undefined, error.message));
  const message = error instanceof Error ? error.message : String(error);
  return statusResponse(head, internalFailure(message));
}

/** One request, and how it is answered. */
interface Exchange {
  readonly request: HttpRequest;
  readonly response: HttpResponse;
  readonly options: RespondOptions;
}

async function answerHead(
  transport: Transport,
  head: TransportRequest,
  { request, response, options }: Exchange,
): Promise<number> {
  const stranger = faultOfStranger(request, options);
  if (stranger !== undefined) {
    const refusal = statusResponse(head, failed(403, "Forbidden", stranger));
    return sendWhole(refusal, response, options);
  }
  if (welcomePage(request, response, options)) return finishWith(response, 204);
  const admitted = admitRequest(request, head, options);
  if ("refusal" in admitted) {
    if (admitted.refusal.status === 401) endUnknown(request, response);
    leaveRest(request, response);
    return sendWhole(admitted.refusal, response, options);
  }
  const gone = new AbortController();
  response.once("close", () => {
    // Most have got all of it, and to abort takes longer than many an answer.
    if (!response.writableEnded) gone.abort();
  });
  onLastWord(request, response, () => {
    if (!isWatch(head)) return;
    gone.abort();
    response.end();
  });
  const { patience } = options;
  const ask = async (signal: AbortSignal): Promise<TransportResponse> => {
    const body = await readBody(request, patience);
    return transport.send({ ...admitted.head, body, signal });
  };
  const { limit } = admitted;
  const answer = await (limit === undefined ? ask(gone.signal) : within(limit, ask, gone));
  leaveRest(request, response);
  const takesGzip = acceptsGzip(head);
  const isEvents = isWatch(head);
  await sendAnswer(answer, isEvents, { response, gone: gone.signal, patience, takesGzip });
  return answer.status;
}

/** Who says no more may still hear an answer, the last one, but no events without an end. */
function onLastWord(request: HttpRequest, response: HttpResponse, react: () => void): void {
  if (!("shouldKeepAlive" in response)) return;
  const { socket } = request;
  const end = (): void => {
    response.shouldKeepAlive = false;
    react();
  };
  socket.once("end", end);
  response.once("close", () => socket.off("end", end));
}

/** No handler has said of which type it is, so Go guesses (apiserver `filters/timeout.go`). */
function timeout(): TransportResponse {
  const status = {
    metadata: {},
    status: "Failure",
    message: "Timeout: request did not complete within the allotted timeout",
    reason: "Timeout",
    details: {},
    code: 504,
  };
  const type = ["content-type", "text/plain; charset=utf-8"] as const;
  return plainResponse(504, [type], `${JSON.stringify(status)}\n`);
}

/** Apiserver `endpoints/handlers/responsewriters/compression.go`. */
function acceptsGzip(head: TransportRequest): boolean {
  const [accepted = ""] = valuesOf(head, "accept-encoding");
  return accepted.split(",").some((encoding) => encoding.trim() === "gzip");
}

/** As the client calls the request, or a new one. */
function auditIdOf(head: TransportRequest): string {
  const [given = ""] = valuesOf(head, "audit-id");
  return given === "" ? randomUUID() : headerText(given);
}

/** HTTP/2 is for those who may ask (apiserver `endpoints/filters/authentication.go`). */
function endUnknown(request: HttpRequest, response: HttpResponse): void {
  if (!("stream" in request)) return;
  const { session } = request.stream;
  response.once("finish", () => {
    session?.close();
  });
}

/** In HTTP/1.1 connections are kept unless somebody says otherwise: Go says nothing, Node does. */
function hideKeepAlive({ httpVersion }: HttpRequest, response: HttpResponse): void {
  const isKept = "shouldKeepAlive" in response && response.shouldKeepAlive;
  if (isKept && httpVersion === "1.1") response.removeHeader("Connection");
}

async function sendWhole(
  answer: TransportResponse,
  response: HttpResponse,
  { patience }: RespondOptions,
): Promise<number> {
  const gone = new AbortController().signal;
  await sendAnswer(answer, false, { response, gone, patience, takesGzip: false });
  return answer.status;
}

function isGivenUp(request: HttpRequest, response: HttpResponse): boolean {
  return request.destroyed || response.destroyed || ("stream" in request && request.stream.closed);
}

function refuseRequest(response: HttpResponse, { code, text, body = text }: ProtocolFault): number {
  response.statusCode = code;
  response.setHeader("Content-Type", "text/plain; charset=utf-8");
  response.setHeader("Connection", "close");
  response.end(body);
  return code;
}

function finishWith(response: HttpResponse, code: number): number {
  response.statusCode = code;
  response.end();
  return code;
}

/** The time for a request is over. */
class TimeIsOver extends Error {
  override readonly name = "TimeIsOver";
}

/**
 * Does what may take so many ms, and gives it up then by the controller of its signal.
 *
 * @throws TimeIsOver
 */
function within<T>(
  limit: number,
  work: (signal: AbortSignal) => Promise<T>,
  controller: AbortController,
): Promise<T> {
  if (limit < 1) return Promise.reject(new TimeIsOver());
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      const error = new TimeIsOver();
      reject(error);
      controller.abort(error);
    }, limit);
    void work(controller.signal)
      .then(resolve, reject)
      .then(() => {
        clearTimeout(timer);
      });
  });
}

/** One more byte than the API server reads of a body, so that who answers sees that it is over. */
const mostOfBody = 3 * 1024 * 1024 + 1;
/** The end of a longer body is not waited for: few read an answer before they have sent all. */
const mostAwaited = 16 * 1024 * 1024;

/**
 * The body of a request, or so much of it as shows that it is too long.
 *
 * @param patience how long it may take to arrive, in ms: then its sender is cut off
 */
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

/** A body that cannot be read, in the words of Go (`net/http/internal/chunked.go`). */
class BodyFault extends Error {
  override readonly name = "BodyFault";
}

/** Whoever reads the body of a connection's request. */
const readers = new WeakMap<Socket, (fault: BodyFault) => void>();

/**
 * Tells whoever reads a body that it goes on with what no parser takes.
 *
 * @returns whether somebody does
 */
export function failBody(socket: Socket, error: Error): boolean {
  const reader = readers.get(socket);
  reader?.(new BodyFault(wordsOf(error)));
  return reader !== undefined;
}

function wordsOf(error: Error): string {
  if (errorCode(error) !== "HPE_INVALID_CHUNK_SIZE") return "malformed chunked encoding";
  const isLong = error.message.includes("overflow");
  return isLong ? "http chunk length too large" : "invalid byte in chunk length";
}

/** All of it, or what shows that it is too long. */
async function wholeBody(request: HttpRequest): Promise<Uint8Array | undefined> {
  if ("stream" in request) return collect(request, () => undefined);
  const { socket } = request;
  try {
    return await collect(request, (reject) => readers.set(socket, reject));
  } finally {
    readers.delete(socket);
  }
}

function collect(
  request: HttpRequest,
  begin: (reject: (fault: BodyFault) => void) => void,
): Promise<Uint8Array | undefined> {
  return new Promise((resolve, reject) => {
    begin(reject);
    const chunks: Buffer[] = [];
    let size = 0;
    let isRead = false;
    const finish = (): void => {
      isRead = true;
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
      // To make an error takes longer than to read most bodies.
      if (!isRead) reject(new Error("the client has gone"));
    });
  });
}

/**
 * The rest of a body that was not read to its end: nothing else can come on this connection, or
 * stream.
 */
function leaveRest(request: HttpRequest, response: HttpResponse): void {
  if (!hasBody(request) || request.complete) return;
  if (!("stream" in request)) response.setHeader("Connection", "close");
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
