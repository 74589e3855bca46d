import type { TransportRequest } from "../../../src/runtime/v1/client/transport.js";
import { JsonFault, parseJson } from "../../../src/runtime/v1/values/go/parse-json.js";
import { isObject } from "../../../src/runtime/v1/values/json/json.js";
import { encodeObject } from "../../../src/server/protobuf/envelope.js";

/**
 * A request in parts that can be left out one by one. In all texts `$rv(name)`, `$uid(name)` and
 * `$continue` stand for what the server that is asked has answered before.
 */
export interface GrammarRequest {
  readonly method: string;
  readonly path: string;
  /** Such as `limit=1`, percent-encoded. */
  readonly query?: readonly string[];
  readonly headers?: readonly (readonly [name: string, value: string])[];
  readonly body?: string;
  /** The body is JSON, and is sent as the Protocol Buffers of the kind that it names. */
  readonly isProtobuf?: true;
}

/** Whether the answer goes on until its time is over. */
export function isWatch({ path, query = [] }: GrammarRequest): boolean {
  return query.some((item) => item.startsWith("watch")) || path.includes("/watch/");
}

/** The request as it is sent, with the references filled in. */
export function toTransport(
  request: GrammarRequest,
  fill: (text: string) => string,
): TransportRequest {
  const { method, path, query = [], headers = [], body, isProtobuf } = request;
  const filled = body === undefined ? undefined : fill(body);
  return {
    method,
    path: fill(path),
    query: query.length === 0 ? undefined : query.map(fill).join("&"),
    headers: [...defaultHeaders(headers), ...headers.map(copyPair)],
    body: filled !== undefined && isProtobuf === true ? protobufOf(filled) : filled,
    stream: isWatch(request),
  };
}

function defaultHeaders(headers: GrammarRequest["headers"]): [string, string][] {
  const isNamed = headers?.some(([name]) => name === "user-agent") === true;
  return isNamed ? [] : [["user-agent", "grammar/1"]];
}

function copyPair([name, value]: readonly [string, string]): [string, string] {
  return [name, value];
}

/** What names no kind with a message goes as text. */
function protobufOf(body: string): Uint8Array | string {
  const parsed = parseJson(body);
  if (parsed instanceof JsonFault || !isObject(parsed.value)) return body;
  try {
    return encodeObject(parsed.value);
  } catch {
    return body;
  }
}

/** The request in one line, as people read it. */
export function printRequest({
  method,
  path,
  query = [],
  headers = [],
  body,
}: GrammarRequest): string {
  const target = query.length === 0 ? path : `${path}?${query.join("&")}`;
  const pairs = headers.map(([name, value]) => ` [${name}: ${value}]`).join("");
  return `${method} ${target}${pairs}${body === undefined ? "" : ` ${body}`}`;
}
