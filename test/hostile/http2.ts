import type { TLSSocket } from "node:tls";
import { connect } from "node:tls";

/** Types of frames (RFC 9113, 6). */
export const frameTypes = {
  data: 0,
  headers: 1,
  reset: 3,
  settings: 4,
  ping: 6,
  goaway: 7,
  windowUpdate: 8,
  continuation: 9,
} as const;

/** A frame of HTTP/2, as it is sent. */
export function frame(
  type: keyof typeof frameTypes,
  flags: number,
  stream: number,
  payload: Uint8Array = Buffer.alloc(0),
): Buffer {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length, 0, 3);
  head[3] = frameTypes[type];
  head[4] = flags;
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, payload]);
}

/** The headers of a request, as a client may write them that knows no compression (RFC 7541). */
export function headerBlock(method: "GET" | "POST", path: string): Buffer {
  const text = (value: string): Buffer =>
    Buffer.concat([Buffer.of(value.length), Buffer.from(value)]);
  const indexed = Buffer.of(method === "GET" ? 0x82 : 0x83, 0x87);
  const named = (name: number, value: string): Buffer =>
    Buffer.concat([Buffer.of(name), text(value)]);
  return Buffer.concat([indexed, named(0x01, "localhost"), named(0x04, path)]);
}

/** A connection of HTTP/2 whose frames are written by hand. */
export class RawHttp2 {
  readonly #socket: TLSSocket;
  #bytes = Buffer.alloc(0);
  /** The error codes of the GOAWAY frames that came. */
  readonly goaways: number[] = [];
  /** How many frames of each type came. */
  readonly counts = new Map<number, number>();
  isClosed = false;

  private constructor(socket: TLSSocket) {
    this.#socket = socket;
    socket.on("error", () => undefined); // being cut off is what is tested
    socket.once("close", () => (this.isClosed = true));
    socket.on("data", (bytes: Buffer) => {
      this.#take(bytes);
    });
    const preface = Buffer.from("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");
    socket.write(Buffer.concat([preface, frame("settings", 0, 0)]));
  }

  static async to(url: string): Promise<RawHttp2> {
    const { hostname: host, port } = new URL(url);
    const options = { host, port: Number(port), ALPNProtocols: ["h2"], rejectUnauthorized: false };
    const socket = connect(options);
    await new Promise((resolve, reject) => {
      socket.once("secureConnect", resolve);
      socket.once("error", reject);
    });
    return new RawHttp2(socket);
  }

  /** Reads nothing from now on. */
  deafen(): void {
    this.#socket.pause();
  }

  listen(): void {
    this.#socket.resume();
  }

  /** Sends frames again and again until so many were sent, or the server has had enough. */
  async flood(frames: (index: number) => Buffer, count: number): Promise<void> {
    for (let index = 0; index < count && !this.#isOver;) {
      const batch = Array.from({ length: 500 }, () => frames(index++));
      const isTaken = this.#socket.write(Buffer.concat(batch));
      if (!isTaken) await this.#untilTaken();
      else await new Promise((resolve) => setImmediate(resolve));
    }
  }

  close(): void {
    this.#socket.destroy();
  }

  get #isOver(): boolean {
    return this.isClosed || this.#socket.destroyed;
  }

  /** Or for a second: a server that reads no more is over too. */
  #untilTaken(): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        for (const event of ["drain", "close"]) this.#socket.off(event, done);
        resolve();
      };
      const timer = setTimeout(done, 1000);
      for (const event of ["drain", "close"]) this.#socket.once(event, done);
    });
  }

  #take(bytes: Buffer): void {
    this.#bytes = Buffer.concat([this.#bytes, bytes]);
    for (;;) {
      if (this.#bytes.length < 9) return;
      const length = 9 + this.#bytes.readUIntBE(0, 3);
      if (this.#bytes.length < length) return;
      const type = this.#bytes[3] ?? 0;
      this.counts.set(type, (this.counts.get(type) ?? 0) + 1);
      if (type === frameTypes.goaway) this.goaways.push(this.#bytes.readUInt32BE(13));
      this.#bytes = this.#bytes.subarray(length);
    }
  }
}
