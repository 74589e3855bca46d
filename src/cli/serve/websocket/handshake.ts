import { createHash } from "node:crypto";
import type { TransportRequest } from "../../../runtime/v1/client/transport.js";
import { valuesOf } from "../request-head.js";

/** Whether a request asks for a WebSocket (`k8s.io/streaming` `httpstream/wsstream/conn.go`). */
export function asksForWebSocket(request: TransportRequest): boolean {
  const [upgrade = ""] = valuesOf(request, "upgrade");
  const connection = valuesOf(request, "connection").join(",");
  return upgrade.toLowerCase() === "websocket" && /upgrade/i.test(connection);
}

/** Whether the connection is a WebSocket now, and what its client is told. */
export interface Handshake {
  readonly isAccepted: boolean;
  readonly head: string;
}

/** Answers a GET for a WebSocket in the words of Go (`golang.org/x/net/websocket`). */
export function shakeHands(request: TransportRequest): Handshake {
  const [key = ""] = valuesOf(request, "sec-websocket-key");
  if (key === "") return refused("400 Bad Request", "mismatch challenge/response");
  if (valuesOf(request, "sec-websocket-version")[0] !== "13") {
    const known = "400 Bad Request\r\nSec-WebSocket-Version: 13";
    return refused(known, "missing or bad WebSocket Version");
  }
  if (!isUrl(valuesOf(request, "origin")[0])) return refused("403 Forbidden", "");
  const protocols = protocolsOf(valuesOf(request, "sec-websocket-protocol")[0]);
  if (protocols.length > 1) return refused("400 Bad Request", "");
  const lines = [
    "HTTP/1.1 101 Switching Protocols",
    "Upgrade: websocket",
    "Connection: Upgrade",
    `Sec-WebSocket-Accept: ${acceptKey(key)}`,
    ...protocols.map((protocol) => `Sec-WebSocket-Protocol: ${protocol}`),
  ];
  return { isAccepted: true, head: `${lines.join("\r\n")}\r\n\r\n` };
}

function refused(status: string, body: string): Handshake {
  return { isAccepted: false, head: `HTTP/1.1 ${status}\r\n\r\n${body}` };
}

/** Without an origin there is no WebSocket; anything but an address or a path is none. */
function isUrl(origin: string | undefined): boolean {
  return origin !== undefined && (origin.startsWith("/") || URL.canParse(origin));
}

function protocolsOf(header = ""): readonly string[] {
  return header.trim() === "" ? [] : header.split(",").map((protocol) => protocol.trim());
}

/** RFC 6455, 4.2.2. */
function acceptKey(key: string): string {
  const salted = `${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`;
  return createHash("sha1").update(salted).digest("base64");
}
