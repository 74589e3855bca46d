import type { TransportRequest } from "./transport.js";

/**
 * Whether a request may be sent again when it is not known whether the server carried it out: what
 * only reads, what stores nothing, apply, DELETE, and a PUT that names the version that it
 * replaces. The second time the answer may be NotFound or Conflict for what the first one did.
 */
export function isRepeatable({ method, query, headers, body }: TransportRequest): boolean {
  if (method === "GET" || method === "HEAD" || method === "DELETE") return true;
  if (query !== undefined && /(^|&)dryRun=All(&|$)/.test(query)) return true;
  if (method === "PUT") return namesVersion(body);
  const isApply = ([name, value]: [string, string]): boolean =>
    name.toLowerCase() === "content-type" && value.startsWith("application/apply-patch");
  return method === "PATCH" && headers.some(isApply);
}

interface Versioned {
  readonly metadata?: { readonly resourceVersion?: unknown } | null;
}

function namesVersion(body: string | Uint8Array | undefined): boolean {
  // Few requests fail, so that nothing needs to be known of the others.
  const text = typeof body === "string" ? body : new TextDecoder().decode(body);
  try {
    const object = JSON.parse(text) as Versioned | null; // looked at with care
    return Boolean(object?.metadata?.resourceVersion);
  } catch {
    return false;
  }
}
