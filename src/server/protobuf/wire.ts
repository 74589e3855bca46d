/*
 * The encoding of Protocol Buffers, apart from any message: varints, fixed 64-bit numbers and
 * lengths. Groups, which are long gone, are refused; 32-bit numbers are passed over.
 */

/** A fault in bytes that cannot be read as Protocol Buffers; the message is that of Go. */
export class WireFault extends Error {
  override readonly name = "WireFault";
}

/** Wire types. */
export const wire = { varint: 0, fixed64: 1, bytes: 2, fixed32: 5 } as const;

const utf8 = new TextEncoder();
const utf8Reader = new TextDecoder();

/** Writes the fields of one message. */
export class WireWriter {
  #bytes = new Uint8Array(64);
  #size = 0;

  finish(): Uint8Array {
    return this.#bytes.subarray(0, this.#size);
  }

  tag(number: number, type: number): void {
    this.varint(number * 8 + type);
  }

  /** Negative numbers as 64 bits, in two's complement. */
  varint(value: number | bigint): void {
    if (typeof value === "number" && value >= 0 && value < 2 ** 31) {
      let rest = value;
      this.#reserve(5);
      for (; rest > 0x7f; rest >>>= 7) this.#bytes[this.#size++] = (rest & 0x7f) | 0x80;
      this.#bytes[this.#size++] = rest;
      return;
    }
    let rest = BigInt.asUintN(64, BigInt(value));
    this.#reserve(10);
    for (; rest > 0x7fn; rest >>= 7n) this.#bytes[this.#size++] = Number(rest & 0x7fn) | 0x80;
    this.#bytes[this.#size++] = Number(rest);
  }

  double(value: number): void {
    this.#reserve(8);
    new DataView(this.#bytes.buffer).setFloat64(this.#size, value, true);
    this.#size += 8;
  }

  /** With their length before them. */
  bytes(value: Uint8Array): void {
    this.varint(value.length);
    this.#reserve(value.length);
    this.#bytes.set(value, this.#size);
    this.#size += value.length;
  }

  text(value: string): void {
    this.bytes(utf8.encode(value));
  }

  #reserve(count: number): void {
    const needed = this.#size + count;
    if (needed <= this.#bytes.length) return;
    const grown = new Uint8Array(Math.max(needed, this.#bytes.length * 2));
    grown.set(this.#bytes);
    this.#bytes = grown;
  }
}

/** Reads the fields of one message. */
export class WireReader {
  readonly #bytes: Uint8Array;
  #position = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get isAtEnd(): boolean {
    return this.#position >= this.#bytes.length;
  }

  /** @throws WireFault */
  tag(): { readonly number: number; readonly type: number } {
    const tag = Number(this.varint());
    const number = Math.floor(tag / 8);
    if (number < 1) throw new WireFault(`proto: illegal tag ${number} (wire type ${tag})`);
    return { number, type: tag % 8 };
  }

  /** As 64 bits without a sign. */
  varint(): bigint {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      if (shift >= 64n) throw new WireFault("proto: integer overflow");
      const byte = this.#take(1)[0] ?? 0;
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return BigInt.asUintN(64, value);
    }
  }

  double(): number {
    const bytes = this.#take(8);
    return new DataView(bytes.buffer, bytes.byteOffset).getFloat64(0, true);
  }

  bytes(): Uint8Array {
    const length = this.varint();
    if (length > 0x7fffffffn)
      throw new WireFault("proto: negative length found during unmarshaling");
    return this.#take(Number(length));
  }

  text(): string {
    return utf8Reader.decode(this.bytes());
  }

  /** Passes over a field that nobody knows. */
  skip(type: number): void {
    if (type === wire.varint) this.varint();
    else if (type === wire.fixed64) this.#take(8);
    else if (type === wire.bytes) this.bytes();
    else if (type === wire.fixed32) this.#take(4);
    else throw new WireFault(`proto: illegal wireType ${type}`);
  }

  #take(count: number): Uint8Array {
    const end = this.#position + count;
    if (end > this.#bytes.length) throw new WireFault("unexpected EOF");
    const taken = this.#bytes.subarray(this.#position, end);
    this.#position = end;
    return taken;
  }
}
