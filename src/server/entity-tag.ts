import type { TransportRequest } from "../runtime/v1/client/transport.js";
import { headerOf } from "../runtime/v1/testing/server-call.js";

/**
 * What stands for a text in `ETag` and in the hashes of `/openapi/v3`, without quotes: its SHA-512
 * in hexadecimal digits (kube-openapi `pkg/handler3/handler.go`, apiserver
 * `endpoints/discovery/aggregated/etag.go`).
 */
export async function entityTag(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-512", new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0"))
    .join("")
    .toUpperCase();
}

/**
 * Whether a client has a text already, as its `If-None-Match` says: a list of tags in quotes, of
 * which weak ones count too, or `*` (RFC 9110, 13.1.2). Texts without a tag are known by `*` alone.
 */
export function isKnown(tag: string | undefined, request: TransportRequest): boolean {
  const known = headerOf(request, "if-none-match").trim();
  if (known === "*" || tag === undefined) return known === "*";
  return known.split(",").some((one) => one.trim().replace(/^W\//, "") === `"${tag}"`);
}
