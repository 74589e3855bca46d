import { readSync } from "node:fs";

/** A line of a file. */
export interface FileLine {
  /** Without the end of the line. */
  readonly bytes: Uint8Array;
  /** It has an end. */
  readonly isWhole: boolean;
}

const chunkLength = 1024 * 1024;
const lineEnd = 0x0a;
/** No line of ours is so long: objects have 3 MB, and JSON writes a byte as six at most. */
const longestLine = 36 * 1024 * 1024;

/**
 * The lines of an open file, from its beginning. It is read in chunks: a file may be longer than a
 * text can be.
 */
export function* fileLines(file: number): Iterable<FileLine> {
  let rest: Uint8Array = new Uint8Array(0);
  for (let position = 0; ;) {
    const chunk = Buffer.allocUnsafeSlow(chunkLength);
    const length = readSync(file, chunk, 0, chunkLength, position);
    if (length === 0) break;
    position += length;
    const bytes = Buffer.concat([rest, chunk.subarray(0, length)]);
    let begin = 0;
    for (let end; (end = bytes.indexOf(lineEnd, begin)) >= 0; begin = end + 1) {
      yield { bytes: bytes.subarray(begin, end), isWhole: true };
    }
    rest = bytes.subarray(begin);
    if (rest.length > longestLine) yield { bytes: rest, isWhole: true };
  }
  if (rest.length > 0) yield { bytes: rest, isWhole: false };
}
