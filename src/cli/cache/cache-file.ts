import { createHash } from "node:crypto";
import { dirname } from "node:path";
import type { Host } from "../host.js";
import { errorCode } from "../host.js";
import { temporaryName } from "../temporary-name.js";

const checksumLength = 32;

/**
 * Puts a checksum before bytes. `key` becomes part of it, so that the bytes are good for nothing
 * under another key.
 */
export function seal(content: Uint8Array, key: string): Uint8Array {
  return Buffer.concat([checksumOf(content, key), content]);
}

/**
 * Returns the content that was sealed for the same key; `undefined` where it is damaged or for
 * another key.
 */
export function unseal(bytes: Uint8Array, key: string): Uint8Array | undefined {
  const content = bytes.subarray(checksumLength);
  const isWhole = checksumOf(content, key).equals(bytes.subarray(0, checksumLength));
  return isWhole ? content : undefined;
}

function checksumOf(content: Uint8Array, key: string): Buffer {
  return createHash("sha256").update(key).update(content).digest();
}

/**
 * Writes a file of a cache, which gets its name when it is complete, so that several runs can share
 * a folder.
 *
 * @returns whether the system let it be written
 */
export async function writeCacheFile(
  path: string,
  bytes: Uint8Array,
  host: Host,
): Promise<boolean> {
  const temporary = temporaryName(path, host);
  const isWritten = await attempt(async () => {
    await host.makeFolder(dirname(path));
    await host.writeFile(temporary, bytes);
    await host.rename(temporary, path);
    return true;
  });
  if (isWritten !== true) await attempt(() => host.removeFile(temporary));
  return isWritten === true;
}

/** `undefined` where the system refuses: a run can do without its cache. */
export async function attempt<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return undefined;
  }
}

/** Where the entries of a cache are, and what they depend on beside what they are made from. */
export interface CachePlace {
  readonly folder: string;
  readonly identity: string;
}
