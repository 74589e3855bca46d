import type { IncomingMessage, RequestListener } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo, Server } from "node:net";
import { connect } from "node:net";
import type { Duplex } from "node:stream";

/** What a proxy does when it is asked for a tunnel. */
export type Connect = (incoming: IncomingMessage, socket: Duplex) => void;

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

/** A server that listens on a free port. */
export interface Listening {
  readonly host: string;
  /** Ends its connections, too. */
  readonly stop: () => void;
}

/** Lets a server listen on this machine. */
export async function listen(server: Server): Promise<Listening> {
  const sockets = new Set<Duplex>();
  server.on("connection", (socket: Duplex) => sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`, // it listens on TCP
    stop() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

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
