import type { IncomingMessage } from "node:http";
import type { Http2ServerRequest } from "node:http2";
import type { Socket } from "node:net";
import { errorCode } from "../host.js";

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

/** What Node's parser takes and Go's does not (Go `net/http/server.go`, `readRequest`). */
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

/** What Node's parser does not take, as Go says it (Go `net/http/server.go`, `serve`). */
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
  else endConnection(socket, headOf(fault) + (fault.body ?? fault.text));
}

/** Says to plain HTTP at a port with TLS what Go says (`net/http/server.go`). */
export function refusePlainHttp(socket: Socket): void {
  const words = "Client sent an HTTP request to an HTTPS server.";
  endConnection(socket, `HTTP/1.0 400 Bad Request\r\n\r\n${words}\n`);
}

/** Nothing is tunnelled: the address of another server is no path of this one. */
export function refuseTunnel(socket: Socket): void {
  endConnection(socket, `${headOf({ code: 404, text: "404 Not Found" })}404 page not found\n`);
}

function headOf({ text }: ProtocolFault): string {
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
