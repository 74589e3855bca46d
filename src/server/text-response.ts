import type { TransportResponse } from "../runtime/v1/client/transport.js";
import type { ServerAnswer } from "../runtime/v1/testing/server-call.js";

/** An answer that is one text, as a transport gives it. */
export function textResponse({ status, headers, body }: ServerAnswer): TransportResponse {
  const text = typeof body === "string" ? body : ""; // a short one is never in parts
  return {
    status,
    header: (name) => {
      const values = headers.filter(([key]) => key === name.toLowerCase());
      return values.length === 0 ? null : values.map(([, value]) => value).join(", ");
    },
    text: () => Promise.resolve(text),
    async *chunks() {
      yield await Promise.resolve(new TextEncoder().encode(text));
    },
    close: () => undefined,
  };
}
