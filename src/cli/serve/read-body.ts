import { constants as http2 } from "node:http2";
import type { Socket } from "node:net";
import { errorCode } from "../host.js";
import type { HttpRequest, HttpResponse } from "./request-head.js";

/** One more byte than the API server reads of a body, so that who answers sees that it is over. */
const mostOfBody = 3 * 1024 * 1024 + 1;
/** What is longer is not waited for: few read an answer before they have sent all. */
const mostAwaited = 16 * 1024 * 1024;

/**
 * The body of a request, or so much of it as shows that it is too long.
 *
 * @param patience how long it may take to arrive, in ms: then its sender is cut off
 */
export async function readBody(
  request: HttpRequest,
  patience: number,
): Promise<Uint8Array | undefined> {
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
export class BodyFault extends Error {
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
export function leaveRest(request: HttpRequest, response: HttpResponse): void {
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
