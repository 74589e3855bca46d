import { TransportError } from "./api-error.js";
import { textOfChunks } from "./chunks-text.js";

const newline = 10;

/**
 * The lines of a stream of UTF-8 bytes, without their line ends, wherever the chunks were cut.
 * Those that end in one chunk come together: to wait for each would cost more than to parse it.
 * Throws a TransportError if the stream ends within a line.
 */
export async function* readLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string[]> {
  // Chunks of what has no end yet; joined once, so that a long line in many of them costs no
  // quadratic time.
  let begun: Uint8Array[] = [];
  for await (const chunk of chunks) {
    const end = chunk.lastIndexOf(newline);
    if (end === -1) {
      begun.push(chunk);
      continue;
    }
    begun.push(chunk.subarray(0, end));
    const text = textOfChunks(begun);
    begun = [chunk.subarray(end + 1)];
    yield text.split("\n");
  }
  const rest = textOfChunks(begun);
  if (rest.trim() === "") return;
  const start = JSON.stringify(rest.slice(0, 100));
  throw new TransportError(`the connection broke within a line: ${start}`);
}
