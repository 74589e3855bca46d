import type { TwinRequest } from "./two-servers.js";

/** What a request sends. */
export interface Sent {
  readonly query?: string;
  readonly type?: string;
  readonly accept?: string;
}

/** A request with an object, or with a text, as its body. */
export function send(
  method: string,
  path: string,
  body?: unknown,
  { query, type, accept }: Sent = {},
): TwinRequest {
  const text = typeof body === "string" || body === undefined ? body : JSON.stringify(body);
  return {
    method,
    path: query === undefined ? path : `${path}?${query}`,
    body: text,
    type,
    accept,
  };
}

/** A merge patch. */
export const merge: Sent = { type: "application/merge-patch+json" };
/** A strategic merge patch. */
export const strategic: Sent = { type: "application/strategic-merge-patch+json" };
/** A JSON patch. */
export const json: Sent = { type: "application/json-patch+json" };
/** What is read is a Table. */
export const table: Sent = { accept: "application/json;as=Table;v=v1;g=meta.k8s.io" };

/** A server-side apply. */
export function apply(path: string, body: unknown, query = "fieldManager=m"): TwinRequest {
  return send("PATCH", path, body, { type: "application/apply-patch+yaml", query });
}

/** A server-side apply of a manager. */
export function applyAs(path: string, body: unknown, manager: string, force = false): TwinRequest {
  return apply(path, body, `fieldManager=${manager}${force ? "&force=true" : ""}`);
}
