/**
 * The text of bytes that came in several chunks. They are decoded at once: runtimes have a slow
 * decoder for streams and a fast one for whole texts.
 */
export function textOfChunks(chunks: readonly Uint8Array[]): string {
  return new TextDecoder().decode(joinChunks(chunks));
}

function joinChunks(chunks: readonly Uint8Array[]): Uint8Array {
  const [first] = chunks;
  if (first !== undefined && chunks.length === 1) return first;
  const bytes = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0));
  let end = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, end);
    end += chunk.length;
  }
  return bytes;
}
