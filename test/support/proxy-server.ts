import type { IncomingMessage, RequestListener } from "node:http";
import { createServer } from "node:http";
import { connect } from "node:net";
import type { Duplex } from "node:stream";
import type { Listening } from "./listen.js";
import { listen } from "./listen.js";

/** What a proxy does when it is asked for a tunnel. */
export type Connect = (incoming: Pick<IncomingMessage, "url">, socket: Duplex) => void;

/** Connects to what it is asked for, as proxies do. */
export const tunnel: Connect = ({ url = "" }, socket) => {
  const [host, port] = url.split(":");
  const server = connect(Number(port), host, () => {
    socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
    server.pipe(socket).pipe(server);
  });
  server.on("error", () => socket.destroy());
  socket.on("error", () => server.destroy());
};

/** An HTTP proxy. */
export interface ProxyServer extends Listening {
  /** What it was asked for, and for whom. */
  readonly seen: readonly string[];
}

/** Starts a proxy; what is no `CONNECT` is answered by `onRequest`. */
export async function startProxy(
  onConnect: Connect,
  onRequest?: RequestListener,
): Promise<ProxyServer> {
  const seen: string[] = [];
  const note = ({ method = "", url = "", headers }: IncomingMessage): void => {
    seen.push(`${method} ${url} for ${headers["proxy-authorization"] ?? "anybody"}`);
  };
  const server = createServer((incoming, outgoing) => {
    note(incoming);
    onRequest?.(incoming, outgoing);
  });
  server.on("connect", (incoming, socket) => {
    note(incoming);
    onConnect(incoming, socket);
  });
  return { ...(await listen(server)), seen };
}
