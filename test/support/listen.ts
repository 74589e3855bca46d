import type { AddressInfo, Server } from "node:net";
import type { Duplex } from "node:stream";

/** A server that listens on a free port. */
export interface Listening {
  /** With its port. */
  readonly host: string;
  /** Ends its connections, too. */
  readonly stop: () => void;
}

/** Lets a server listen on this machine. */
export async function listen(server: Server): Promise<Listening> {
  const sockets = new Set<Duplex>();
  server.on("connection", (socket: Duplex) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`, // it listens on TCP
    stop() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
