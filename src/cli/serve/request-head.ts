import type { IncomingMessage, ServerResponse } from "node:http";
import type { Http2ServerRequest, Http2ServerResponse } from "node:http2";
import type { TransportRequest } from "../../runtime/v1/client/transport.js";
import { isLongPart } from "../../runtime/v1/testing/request-info.js";

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

/** What objects and answers show of headers. */
const shownHeaders = /^(?:user-agent|audit-id|impersonate-.*)$/;

/** The bytes of a header, which Node reads as Latin-1, as Go takes them. */
function utf8Of(value: string): string {
  return /[\x80-\xff]/.test(value) ? Buffer.from(value, "latin1").toString("utf8") : value;
}

/** Whether a request has no time limit. */
export function isLongRunning(head: TransportRequest): boolean {
  return isWatch(head) || isLongPart(head.path);
}

/** Whether what is asked for are events that go on: their head is wanted before there is one. */
export function isWatch({ path, query = "" }: TransportRequest): boolean {
  return /(?:^|&)watch=/.test(query) || path.includes("/watch/");
}

/** All values of a header. */
export function valuesOf({ headers }: TransportRequest, name: string): readonly string[] {
  const values: string[] = [];
  for (const [key, value] of headers) if (key === name) values.push(value);
  return values;
}
