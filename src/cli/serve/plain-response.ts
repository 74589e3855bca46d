import type { TransportResponse } from "../../runtime/v1/client/transport.js";

/** An answer that is there as a whole. */
export function plainResponse(
  status: number,
  headers: readonly (readonly [name: string, value: string])[],
  body: string | Uint8Array,
): TransportResponse {
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
  return {
    status,
    header(name) {
      const values = headers
        .filter(([key]) => key === name.toLowerCase())
        .map(([, value]) => value);
      return values.length === 0 ? null : values.join(", ");
    },
    text: () => Promise.resolve(new TextDecoder().decode(bytes)),
    async *chunks() {
      if (bytes.length > 0) yield await Promise.resolve(bytes);
    },
    close: () => undefined,
  };
}
