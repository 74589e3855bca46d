import { createHash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import type {
  Transport,
  TransportRequest,
  TransportResponse,
} from "../../runtime/v1/client/transport.js";
import type { Welcome } from "./gate.js";
import { admitRequest, faultOfStranger } from "./gate.js";
import { drained } from "./send-answer.js";
import { faultOfRequest, headOf, isWatch, valuesOf } from "./status-response.js";

/** A connection whose client asks for another protocol. */
export interface Upgrade {
  readonly request: IncomingMessage;
  readonly socket: Socket;
  /** The bytes behind the request. */
  readonly rest: Uint8Array;
}

/** Who may open WebSockets, and how patient the server is. */
interface WebSocketOptions extends Welcome {
  /** How long a client may take nothing, in ms. */
  readonly patience: number;
}

/**
 * Sends the events of a watch as messages, until one side ends (apiserver
 * `endpoints/handlers/watch.go`, HandleWS).
 *
 * @returns the status that was sent; undefined for what is to be answered as if nothing had been
 *   asked for but the resource: all but watches, and whatever the API refuses
 */
export async function openWebSocket(
  transport: Transport,
  { request, socket, rest }: Upgrade,
  options: WebSocketOptions,
): Promise<number | undefined> {
  const head = headOf(request);
  const isOfWatch = head.method === "GET" && isWatch(head) && asksForWebSocket(head);
  if (!isOfWatch || faultOfRequest(request) !== undefined) return undefined;
  if (faultOfStranger(request, options) !== undefined) {
    socket.end("HTTP/1.1 403 Forbidden\r\n\r\n");
    return 403;
  }
  const admitted = admitRequest(request, head, options);
  if ("refusal" in admitted) return undefined;
  const gone = new AbortController();
  socket.once("close", () => {
    gone.abort();
  });
  const answer = await transport.send({ ...admitted.head, signal: gone.signal });
  if (answer.status !== 200) {
    answer.close();
    return undefined;
  }
  const handshake = shakeHands(admitted.head);
  socket.write(handshake.head);
  if (handshake.isAccepted) {
    listenToClient(socket, rest, answer);
    await sendMessages(answer, socket, gone.signal, options.patience);
  }
  answer.close();
  socket.end();
  return handshake.isAccepted ? 101 : Number(handshake.head.slice(9, 12));
}

/** Messages of JSON are texts; those of Protocol Buffers come without the length before them. */
async function sendMessages(
  answer: TransportResponse,
  socket: Socket,
  gone: AbortSignal,
  patience: number,
): Promise<void> {
  const isBinary = answer.header("content-type")?.includes("protobuf") === true;
  const [opcode, begin] = isBinary ? [opcodes.binary, 4] : [opcodes.text, 0];
  try {
    for await (const event of answer.chunks()) {
      if (gone.aborted || socket.writableEnded) return;
      if (socket.write(frameOf(opcode, event.subarray(begin)))) continue;
      if (!(await drained(socket, gone, patience))) socket.destroy();
    }
  } catch (error) {
    // A client that has gone ends the watch.
    if (!gone.aborted) throw error;
  }
  if (socket.writable) socket.write(closeFrame(closeStatus.normal));
}

/** A client has nothing to say but that it is there, or goes. */
function listenToClient(socket: Socket, rest: Uint8Array, answer: TransportResponse): void {
  const reader = new FrameReader();
  const take = (bytes: Uint8Array): void => {
    for (const signal of reader.read(bytes)) {
      if (signal.of === "ping") {
        // Who sends pings and reads nothing is not listened to any more.
        if (!socket.write(frameOf(opcodes.pong, signal.payload))) socket.pause();
        continue;
      }
      if (signal.status !== closeStatus.normal) socket.write(closeFrame(signal.status));
      socket.end(closeFrame(closeStatus.normal));
      answer.close();
    }
  };
  take(rest);
  socket.on("data", take);
  socket.on("drain", () => {
    socket.resume();
  });
  // One that says no more has gone.
  socket.on("end", () => {
    socket.end();
    answer.close();
  });
}

/**
 * Tells whether a request asks for a WebSocket (`k8s.io/streaming` `httpstream/wsstream/conn.go`).
 */
function asksForWebSocket(request: TransportRequest): boolean {
  const [upgrade = ""] = valuesOf(request, "upgrade");
  const connection = valuesOf(request, "connection").join(",");
  return upgrade.toLowerCase() === "websocket" && /upgrade/i.test(connection);
}

/**
 * The result of a handshake: whether the connection is a WebSocket now, and the answer to its
 * client.
 */
interface Handshake {
  readonly isAccepted: boolean;
  readonly head: string;
}

/** Answers a GET for a WebSocket in the words of Go (`golang.org/x/net/websocket`). */
function shakeHands(request: TransportRequest): Handshake {
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

/*
 * Frames of WebSockets (RFC 6455, 5), as a server sends and reads them. It sends whole messages,
 * and looks at what control frames say alone.
 */

/** The kinds of frames. */
export const opcodes = {
  text: 1,
  binary: 2,
  close: 8,
  ping: 9,
  pong: 10,
} as const;

/** A frame with a whole message; servers do not mask theirs. */
export function frameOf(opcode: number, payload: Uint8Array): Buffer {
  return Buffer.concat([frameHead(opcode, payload.length), payload]);
}

function frameHead(opcode: number, length: number): Buffer {
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
const closeStatus = { normal: 1000, protocolError: 1002 } as const;

/** A signal from a client that a server has to react to. */
type ClientSignal =
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
