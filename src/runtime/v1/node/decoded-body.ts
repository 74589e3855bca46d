import type { BodyStream, IncomingResponse } from "./http-module.js";
import { loadModule } from "./http-module.js";

/**
 * The codings that answers may come in: the API server compresses those above 128 KiB for whoever
 * takes gzip.
 */
export const acceptedCodings = "gzip";

/**
 * The body of an answer as it was before it was compressed. Throws for a coding that nobody asked
 * for.
 */
export async function decodedBody(incoming: IncomingResponse): Promise<BodyStream> {
  // Codings have no case, and an old name is as good (RFC 9110, section 8.4.1).
  const coding = String(incoming.headers["content-encoding"] ?? "identity").toLowerCase();
  if (coding === "identity") return incoming;
  if (coding !== "gzip" && coding !== "x-gzip") {
    throw new Error(`the answer is coded as ${coding}`);
  }
  const [zlib, stream] = await Promise.all([
    loadModule<ZlibModule>("node:zlib"),
    loadModule<StreamModule>("node:stream"),
  ]);
  // Whoever reads the result hears of all errors.
  return stream.pipeline(incoming, zlib.createGunzip(), () => undefined);
}

/** The part of `node:zlib` that is used. */
interface ZlibModule {
  createGunzip(): BodyStream;
}

/**
 * The part of `node:stream` that is used: errors and ends go from one stream to the other, both
 * ways.
 */
interface StreamModule {
  pipeline(source: BodyStream, target: BodyStream, done: () => void): BodyStream;
}
