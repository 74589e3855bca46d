import type { AddressInfo, Server, Socket } from "node:net";
import { connect, createServer } from "node:net";

/** A port of this machine in front of a server, which can go away and come back. */
export class FaultPort {
  readonly #target: number;
  readonly #sockets = new Set<Socket>();
  #server: Server | undefined;
  #port = 0;

  /** `target` is the port of the server. */
  constructor(target: number) {
    this.#target = target;
  }

  get url(): string {
    return `https://127.0.0.1:${this.#port}`;
  }

  /** Takes connections, at the same port each time. */
  async up(): Promise<void> {
    const server = createServer((incoming) => {
      this.#join(incoming);
    });
    this.#server = server;
    await new Promise<void>((resolve) => server.listen(this.#port, "127.0.0.1", resolve));
    this.#port = (server.address() as AddressInfo).port; // it listens on TCP
  }

  /** Refuses connections, and breaks those that there are. */
  down(): void {
    this.#server?.close();
    for (const socket of this.#sockets) socket.destroy();
  }

  #join(incoming: Socket): void {
    const outgoing = connect(this.#target, "127.0.0.1");
    for (const [one, other] of [
      [incoming, outgoing],
      [outgoing, incoming],
    ] as const) {
      this.#sockets.add(one);
      one.pipe(other);
      one.on("error", () => one.destroy());
      one.on("close", () => {
        this.#sockets.delete(one);
        other.destroy();
      });
    }
  }
}
