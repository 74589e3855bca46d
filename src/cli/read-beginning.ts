/**
 * The bytes of a stream. Lets go of it as soon as more than `longest` are there: it may never end.
 */
export async function readBeginning(
  stream: AsyncIterable<Uint8Array>,
  longest: number,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of stream) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > longest) break;
  }
  return Buffer.concat(chunks);
}
