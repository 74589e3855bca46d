import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readLines } from "../../../../src/runtime/v1/client/watch-event.js";

describe("readLines", () => {
  it("finds the lines wherever the chunks are cut", async () => {
    const line = fc.string({ unit: "grapheme" }).map((text) => text.replaceAll("\n", " "));
    await fc.assert(
      fc.asyncProperty(fc.array(line), fc.infiniteStream(fc.nat(9)), async (lines, sizes) => {
        const bytes = new TextEncoder().encode(lines.map((text) => `${text}\n`).join(""));
        expect(await collect(cut(bytes, sizes))).toEqual(lines);
      }),
    );
  });

  it("throws when the stream ends within a line", async () => {
    const chunks = [new TextEncoder().encode("a\nb")];
    await expect(collect(chunks)).rejects.toThrow('the connection broke within a line: "b"');
    const long = [new TextEncoder().encode("x".repeat(101))];
    await expect(collect(long)).rejects.toThrow(`"${"x".repeat(100)}"`);
  });

  it("takes blanks behind the last line for nothing", async () => {
    expect(await collect([new TextEncoder().encode("a\n \r")])).toEqual(["a"]);
  });

  it("takes linear time for a long line in many chunks", async () => {
    const chunk = new TextEncoder().encode("x".repeat(10));
    const chunks = [...new Array<Uint8Array>(200_000).fill(chunk), new Uint8Array([10])];
    expect((await collect(chunks))[0]).toHaveLength(2_000_000);
  });
});

async function collect(chunks: Iterable<Uint8Array>): Promise<string[]> {
  const lines: string[] = [];
  for await (const some of readLines(stream(chunks))) lines.push(...some);
  return lines;
}

async function* stream(chunks: Iterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for (const chunk of chunks) yield await Promise.resolve(chunk);
}

function* cut(bytes: Uint8Array, sizes: Iterable<number>): Generator<Uint8Array> {
  let start = 0;
  for (const size of sizes) {
    if (start >= bytes.length) return;
    yield bytes.subarray(start, (start += size));
  }
}
