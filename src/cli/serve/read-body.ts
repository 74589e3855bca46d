import { constants as http2 } from "node:http2";
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
