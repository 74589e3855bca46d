import { TransportError } from "./api-error.js";

/**
 * The lines of a stream of UTF-8 bytes, without their line ends, wherever the chunks were cut.
 * Throws a TransportError if the stream ends within a line.
 */
export async function* readLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  // Pieces of the line so far; joined once, so that a long line cut in many chunks costs no
  // quadratic time.
  let pieces: string[] = [];
  for await (const chunk of chunks) {
    const text = decoder.decode(chunk, { stream: true });
    let start = 0;
    for (let end = text.indexOf("\n"); end !== -1; end = text.indexOf("\n", start)) {
      pieces.push(text.slice(start, end));
      start = end + 1;
      const line = pieces.join("");
      pieces = [];
      yield line;
    }
    if (start < text.length) pieces.push(text.slice(start));
  }
  const rest = pieces.join("") + decoder.decode();
  if (rest.trim() === "") return;
  const start = JSON.stringify(rest.slice(0, 100));
  throw new TransportError(`the connection broke within a line: ${start}`);
}
