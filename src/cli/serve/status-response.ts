import type { IncomingMessage, ServerResponse } from "node:http";
import type { Http2ServerRequest, Http2ServerResponse } from "node:http2";
import type { Socket } from "node:net";
import type { TransportRequest, TransportResponse } from "../../runtime/v1/client/transport.js";
import { Failure } from "../../runtime/v1/testing/failure.js";
import { statusJson } from "../../runtime/v1/testing/json-texts.js";
import type { OutputForm } from "../../runtime/v1/testing/media-types.js";
import { negotiateOutput } from "../../runtime/v1/testing/media-types.js";
import { isLongPart } from "../../runtime/v1/testing/request-info.js";
import { headerOf, ServerCall } from "../../runtime/v1/testing/server-call.js";
import type { JsonObject } from "../../runtime/v1/values/json/json.js";
import { acceptedForm } from "../../server/protobuf/accepted-form.js";
import { encodeObject, protobufType } from "../../server/protobuf/envelope.js";
import { errorCode } from "../host.js";

type Headers = readonly (readonly [name: string, value: string])[];

/**
 * A failure that is found before the API is asked, in the form that the client accepts (apiserver
 * `endpoints/handlers/responsewriters/writers.go`, ErrorNegotiated).
 */
export function statusResponse(
  request: TransportRequest,
  { status }: Failure,
  more: Headers = [],
): TransportResponse {
  const code = status.code ?? 500;
  const accept = headerOf(request, "accept");
  if (acceptedForm(accept, "custom").isFailureBinary) {
    const bytes = encodeObject(JSON.parse(statusJson(status)) as JsonObject); // of an object
    return plainResponse(code, [["content-type", protobufType], ...more], bytes);
  }
  // The path may be none that can be read.
  const call = new ServerCall({ ...request, path: "/" });
  call.form = formOf(accept, call.isPretty);
  const { headers, body } = call.answer(code, statusJson(status));
  return plainResponse(code, [...headers, ...more], typeof body === "string" ? body : "");
}

/** Who accepts nothing of what there is gets JSON, as people read it. */
function formOf(accept: string, isPretty: boolean): OutputForm {
  try {
    return negotiateOutput(accept, isPretty, false, false);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { format: "json", as: undefined, version: "v1", isPretty: true };
  }
}

/** An answer that is there as a whole. */
export function plainResponse(
  status: number,
  headers: readonly (readonly [name: string, value: string])[],
  body: string | Uint8Array,
): TransportResponse {
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
  return {
    status,
    header(name) {
      const values = headers
        .filter(([key]) => key === name.toLowerCase())
        .map(([, value]) => value);
      return values.length === 0 ? null : values.join(", ");
    },
    text: () => Promise.resolve(new TextDecoder().decode(bytes)),
    async *chunks() {
      if (bytes.length > 0) yield await Promise.resolve(bytes);
    },
    close: () => undefined,
  };
}

/** A request that no handler gets to see: what is told to its sender, in the words of Go. */
export interface ProtocolFault {
  readonly code: number;
  /** The status, and what follows it in the first line; the body too unless that differs. */
  readonly text: string;
  readonly body?: string;
}

const badRequest: ProtocolFault = { code: 400, text: "400 Bad Request" };
const missingHost: ProtocolFault = {
  code: 400,
  text: "400 Bad Request: missing required Host header",
};
const unknownVersion: ProtocolFault = {
  code: 505,
  text: "505 HTTP Version Not Supported: unsupported protocol version",
};
const unknownEncoding: ProtocolFault = {
  code: 501,
  text: "501 Not Implemented",
  body: "Unsupported transfer encoding",
};
const tooLargeHeaders: ProtocolFault = { code: 431, text: "431 Request Header Fields Too Large" };

/**
 * Finds a fault that Node's parser lets pass and Go's does not (Go `net/http/server.go`,
 * `readRequest`).
 */
export function faultOfRequest(
  request: IncomingMessage | Http2ServerRequest,
): ProtocolFault | undefined {
  if ("stream" in request) return undefined;
  const { httpVersionMajor, httpVersionMinor, rawHeaders, url = "" } = request;
  if (httpVersionMajor !== 1) return unknownVersion;
  const hosts = rawHeaders.filter((name, i) => i % 2 === 0 && name.toLowerCase() === "host").length;
  if (hosts === 0 && httpVersionMinor > 0) return missingHost;
  const hasBadEscape = /%(?![\da-f]{2})/i.test(url.replace(/\?.*/, ""));
  return hosts > 1 || hasBadEscape ? badRequest : undefined;
}

/** Words a fault that Node's parser found as Go does (Go `net/http/server.go`, `serve`). */
function faultOfParser(error: Error): ProtocolFault | undefined {
  switch (errorCode(error)) {
    case "HPE_HEADER_OVERFLOW":
      return tooLargeHeaders;
    case "HPE_INVALID_TRANSFER_ENCODING":
      return unknownEncoding;
    case "HPE_INVALID_VERSION":
      return unknownVersion;
    // Who is too slow is cut off without a word.
    case "ERR_HTTP_REQUEST_TIMEOUT":
    case "ECONNRESET":
      return undefined;
    default:
      return badRequest;
  }
}

/** Tells the sender, and ends the connection; nothing is told in the middle of an answer. */
export function refuseConnection(socket: Socket, error: Error, isAnswering: boolean): void {
  const fault = isAnswering || !socket.writable ? undefined : faultOfParser(error);
  if (fault === undefined) socket.destroy();
  else endConnection(socket, faultHead(fault) + (fault.body ?? fault.text));
}

/** Says to plain HTTP at a port with TLS what Go says (`net/http/server.go`). */
export function refusePlainHttp(socket: Socket): void {
  const words = "Client sent an HTTP request to an HTTPS server.";
  endConnection(socket, `HTTP/1.0 400 Bad Request\r\n\r\n${words}\n`);
}

/** Nothing is tunnelled: the address of another server is no path of this one. */
export function refuseTunnel(socket: Socket): void {
  endConnection(socket, `${faultHead({ code: 404, text: "404 Not Found" })}404 page not found\n`);
}

function faultHead({ text }: ProtocolFault): string {
  return `HTTP/1.1 ${text}\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close\r\n\r\n`;
}

/** As in Go: who is still sending needs some time to read it before the connection breaks. */
const timeToRead = 500;

function endConnection(socket: Socket, text: string): void {
  socket.on("error", () => undefined); // it may be gone already
  socket.end(text);
  setTimeout(() => {
    socket.destroy();
  }, timeToRead).unref();
}

/** A request of HTTP/1.1 or HTTP/2. */
export type HttpRequest = IncomingMessage | Http2ServerRequest;

/** The answer to one. */
export type HttpResponse = ServerResponse | Http2ServerResponse;

/** Targets may name a server as they do for proxies (RFC 9112, 3.2.2). */
const origin = /^https?:\/\/[^/?]*/i;

/** All of a request but its body. */
export function headOf(request: HttpRequest): TransportRequest {
  const { method = "GET", url = "/" } = request;
  const target = url.startsWith("/") ? url : url.replace(origin, "");
  const mark = target.indexOf("?");
  const path = mark < 0 ? target : target.slice(0, mark);
  const query = mark < 0 ? undefined : target.slice(mark + 1);
  return { method, path, query, headers: headersOf(request) };
}

/** As they were sent: Node joins some that come more than once. */
function headersOf({ rawHeaders }: HttpRequest): [string, string][] {
  const headers: [string, string][] = [];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const { [index]: name = "", [index + 1]: value = "" } = rawHeaders;
    // Pseudo-headers of HTTP/2 are no headers.
    if (name.startsWith(":")) continue;
    const key = name.toLowerCase();
    headers.push([key, shownHeaders.test(key) ? utf8Of(value) : value]);
  }
  return headers;
}

/** The headers that objects and answers show. */
const shownHeaders = /^(?:user-agent|audit-id|impersonate-.*)$/;

/** The bytes of a header, which Node reads as Latin-1, as Go takes them. */
function utf8Of(value: string): string {
  return /[\x80-\xff]/.test(value) ? Buffer.from(value, "latin1").toString("utf8") : value;
}

/** Tells whether a request has no time limit. */
export function isLongRunning(head: TransportRequest): boolean {
  return isWatch(head) || isLongPart(head.path);
}

/** Tells whether a request asks for events that go on: their head is wanted before there is one. */
export function isWatch({ path, query = "" }: TransportRequest): boolean {
  return /(?:^|&)watch=/.test(query) || path.includes("/watch/");
}

/** All values of a header. */
export function valuesOf({ headers }: TransportRequest, name: string): readonly string[] {
  const values: string[] = [];
  for (const [key, value] of headers) if (key === name) values.push(value);
  return values;
}
