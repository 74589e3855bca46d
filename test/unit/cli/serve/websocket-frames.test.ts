import { describe, expect, it } from "vitest";
import { closeFrame, frameOf, FrameReader, opcodes } from "../../../../src/cli/serve/websocket.js";

const mask = [1, 2, 3, 4];

/** A frame as clients send it. */
function sent(opcode: number, payload: string, { masked = true, fin = true } = {}): Buffer {
  const bytes = Buffer.from(payload, "latin1");
  const head = frameOf(opcode, bytes).subarray(0, -bytes.length || undefined);
  if (!fin) head[0] = opcode;
  if (!masked) return Buffer.concat([head, bytes]);
  head[1] = (head[1] ?? 0) | 0x80;
  const hidden = bytes.map((byte, index) => byte ^ (mask[index % 4] ?? 0));
  return Buffer.concat([head, Buffer.from(mask), hidden]);
}

function read(...pieces: readonly Uint8Array[]): unknown[] {
  const reader = new FrameReader();
  return pieces
    .flatMap((piece) => [...reader.read(piece)])
    .map((signal) =>
      signal.of === "ping" ? Buffer.from(signal.payload).toString("latin1") : signal.status,
    );
}

describe("frames that a server sends", () => {
  it.each([
    [0, [0x81, 0]],
    [125, [0x81, 125]],
    [126, [0x81, 126, 0, 126]],
    [65_535, [0x81, 126, 0xff, 0xff]],
    [65_536, [0x81, 127, 0, 0, 0, 0, 0, 1, 0, 0]],
  ])("of %d bytes begin with %j", (length, head) => {
    const frame = frameOf(opcodes.text, Buffer.alloc(length, "x"));
    expect([...frame.subarray(0, head.length)]).toEqual(head);
    expect(frame.length).toBe(head.length + length);
  });

  it("close with a status", () => {
    expect([...closeFrame(1000)]).toEqual([0x88, 2, 3, 0xe8]);
  });
});

describe("frames that a client sends", () => {
  it("are looked at for pings, of which 125 bytes come back", () => {
    expect(read(sent(opcodes.ping, "hello"))).toEqual(["hello"]);
    expect(read(sent(opcodes.ping, ""))).toEqual([""]);
    expect(read(sent(opcodes.ping, "x".repeat(200)))).toEqual(["x".repeat(125)]);
  });

  it("are passed over if they hold messages, in parts too", () => {
    const parts = [
      sent(opcodes.text, "a", { fin: false }),
      sent(opcodes.ping, "m"),
      sent(0, "b".repeat(70_000)),
      sent(3, "?"),
      sent(opcodes.pong, "?"),
      sent(opcodes.ping, "n"),
    ];
    expect(read(Buffer.concat(parts))).toEqual(["m", "n"]);
  });

  it("come in any pieces", () => {
    const whole = Buffer.concat([sent(opcodes.binary, "x".repeat(300)), sent(opcodes.ping, "p")]);
    expect(read(...Array.from(whole, (byte) => Buffer.of(byte)))).toEqual(["p"]);
  });

  it("end a connection, after which nothing counts", () => {
    const ping = sent(opcodes.ping, "p");
    expect(read(sent(opcodes.close, ""), ping)).toEqual([1000]);
    expect(read(Buffer.concat([sent(opcodes.text, "a", { masked: false }), ping]))).toEqual([1002]);
    const endless = Buffer.from("82ff0000010000000000" + "01020304", "hex");
    expect(read(endless, ping)).toEqual([1000]);
  });
});
