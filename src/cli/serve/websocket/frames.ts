/*
 * Frames of WebSockets (RFC 6455, 5), as a server sends and reads them. It sends whole messages,
 * and looks at what control frames say alone.
 */

/** What a frame is. */
export const opcodes = {
  text: 1,
  binary: 2,
  close: 8,
  ping: 9,
  pong: 10,
} as const;

/** A frame with a whole message; servers do not mask theirs. */
export function frameOf(opcode: number, payload: Uint8Array): Buffer {
  return Buffer.concat([headOf(opcode, payload.length), payload]);
}

function headOf(opcode: number, length: number): Buffer {
  const first = 0x80 | opcode;
  if (length < 126) return Buffer.of(first, length);
  if (length < 65_536) return Buffer.of(first, 126, length >> 8, length & 0xff);
  const head = Buffer.alloc(10);
  head.set([first, 127]);
  head.writeBigUInt64BE(BigInt(length), 2);
  return head;
}

/** A frame that closes a connection. */
export function closeFrame(status: number): Buffer {
  return frameOf(opcodes.close, Buffer.of(status >> 8, status & 0xff));
}

/** Statuses of ends (RFC 6455, 7.4.1). */
export const closeStatus = { normal: 1000, protocolError: 1002 } as const;

/** What a client sent that a server has to react to. */
export type ClientSignal =
  | { readonly of: "ping"; readonly payload: Uint8Array }
  | { readonly of: "end"; readonly status: number };

/** More than this of a ping does not come back. */
const longestPing = 125;
/** A client whose message is longer is left (`golang.org/x/net/websocket`). */
const longestMessage = 32 * 1024 * 1024;

/** The frame whose payload comes. */
interface OpenFrame {
  readonly opcode: number;
  readonly mask: Uint8Array;
  /** How many bytes of it have come. */
  position: number;
  readonly length: number;
  /** The first bytes of a ping, unmasked. */
  readonly kept: number[];
}

/**
 * Reads what a client sends, in any pieces. Messages are of no interest: not a byte of them is
 * kept.
 */
export class FrameReader {
  #head: number[] = [];
  #open: OpenFrame | undefined;
  #isEnded = false;

  /** Nothing more is read once it gave an end. */
  *read(bytes: Uint8Array): Generator<ClientSignal> {
    let rest = bytes;
    while (rest.length > 0 && !this.#isEnded) {
      if (this.#open === undefined) {
        this.#head.push(rest[0] ?? 0);
        rest = rest.subarray(1);
        const status = this.#openFrame();
        if (status !== undefined) yield this.#end(status);
      } else rest = this.#take(this.#open, rest);
      if (this.#open !== undefined && this.#open.position === this.#open.length) {
        if (this.#open.opcode === opcodes.ping) {
          yield { of: "ping", payload: Uint8Array.from(this.#open.kept) };
        }
        this.#open = undefined;
      }
    }
  }

  #end(status: number): ClientSignal {
    this.#isEnded = true;
    return { of: "end", status };
  }

  /** Opens a frame once its head is there. Gives the status with which it ends the connection. */
  #openFrame(): number | undefined {
    const head = this.#head;
    const [first = 0, second = 0] = head;
    const short = second & 0x7f;
    const lengthBytes = short === 127 ? 8 : short === 126 ? 2 : 0;
    const isMasked = (second & 0x80) !== 0;
    if (head.length < 2 + lengthBytes + (isMasked ? 4 : 0)) return undefined;
    this.#head = [];
    const opcode = first & 0x0f;
    const length = lengthBytes === 0 ? short : lengthOf(head.slice(2, 2 + lengthBytes));
    if (!isMasked) return closeStatus.protocolError;
    const isControl = opcode >= opcodes.close;
    const isTooLong = !isControl && length > longestMessage;
    if (opcode === opcodes.close || isTooLong) return closeStatus.normal;
    const mask = Uint8Array.from(head.slice(-4));
    this.#open = { opcode, mask, position: 0, length, kept: [] };
    return undefined;
  }

  #take(frame: OpenFrame, bytes: Uint8Array): Uint8Array {
    const size = Math.min(bytes.length, frame.length - frame.position);
    const wanted = frame.opcode === opcodes.ping ? longestPing - frame.position : 0;
    for (let index = 0; index < Math.min(size, wanted); index++) {
      const mask = frame.mask[(frame.position + index) % 4] ?? 0;
      frame.kept.push((bytes[index] ?? 0) ^ mask);
    }
    frame.position += size;
    return bytes.subarray(size);
  }
}

/** The highest bit means nothing, as in Go. */
function lengthOf([first = 0, ...rest]: readonly number[]): number {
  const highest = rest.length === 1 ? first : first & 0x7f;
  return rest.reduce((sum, byte) => sum * 256 + byte, highest);
}
