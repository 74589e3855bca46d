import type { Status } from "../values/kubernetes.js";
import { copyClient } from "./caller.js";
import type { ResourceClient, ResourceTypes } from "./resource-client.js";
import type { Middleware, Send, TransportRequest, TransportResponse } from "./transport.js";

/** Decides as the server would: the `admit…` function of a generated resource. */
export type Admit = (object: unknown, options: AdmitWrite) => AdmitVerdict;

/** How an object is written: a part of `AdmitOptions`. */
export interface AdmitWrite {
  readonly oldObject?: unknown;
  readonly subresource?: "status" | "scale" | undefined;
  readonly namespace?: string | undefined;
  readonly fieldValidation?: "Ignore" | "Warn" | "Strict" | undefined;
}

/** The verdict on a write: the part of an `Admission` that matters here. */
export type AdmitVerdict =
  | { readonly allowed: true }
  | { readonly allowed: false; readonly status: Status; readonly warnings: readonly string[] };

/** Options of `validated`. */
export interface ValidatedOptions {
  /**
   * Finds the stored object that is to be updated, in the cache of an informer perhaps. Where it
   * finds none, or by default, the object is read from the server. The cache must not be older than
   * the object that is written: what is refused for an old state might be right for the new one.
   */
  readonly read?: ((name: string, namespace: string | undefined) => unknown) | undefined;
}

/**
 * A client like another one that decides on this side first: what the server would refuse is not
 * sent, and the call rejects with the `ApiError` that the server would have sent.
 *
 * That goes for create, update and merge patches, of the status too, and for updates of the scale.
 * Updates need the stored object, for rules about old values: it is read first. JSON patches, apply
 * and deletes are sent as they are, and so is what this side cannot decide: an object that is not
 * there or may not be read, or another version of it.
 *
 * ```ts
 * const client = validated(new CronTabClient(transport), admitCronTab);
 * ```
 *
 * @param admit the `admit…` function of the same resource and version
 */
export function validated<Client extends ResourceClient<ResourceTypes>>(
  client: Client,
  admit: Admit,
  options: ValidatedOptions = {},
): Client {
  const caller = client["caller"];
  return copyClient(client, caller.with({}, admitFirst(client.definition.plural, admit, options)));
}

function admitFirst(plural: string, admit: Admit, options: ValidatedOptions): Middleware {
  return (next) => async (request) => {
    const write = writeOf(plural, request);
    if (write === undefined) return next(request);
    const oldObject = write.isNew ? undefined : await readOld(next, request, write, options);
    if (!write.isNew && !isVersionOf(oldObject, write.body)) return next(request);
    const object = write.isPatch ? mergePatched(oldObject, write.body) : write.body;
    const verdict = admit(object, { ...write.place, oldObject });
    return "status" in verdict ? refusal(verdict) : next(request);
  };
}

/** A write that this side can decide on. */
interface PlannedWrite {
  readonly isNew: boolean;
  readonly isPatch: boolean;
  readonly body: unknown;
  readonly name: string;
  /** The path of the object. */
  readonly path: string;
  readonly place: AdmitWrite;
}

function writeOf(plural: string, request: TransportRequest): PlannedWrite | undefined {
  const { method, path, query = "", headers, body } = request;
  const parts = pathParts.exec(path)?.groups;
  if (parts?.["plural"] !== plural || typeof body !== "string") return undefined;
  const { object = "", namespace, name = "", subresource } = parts;
  const isPatch = headers.some(([, value]) => value === "application/merge-patch+json");
  const isWrite = method === "POST" || method === "PUT" || (isPatch && subresource !== "scale");
  if (!isWrite) return undefined;
  const validation = /(?:^|&)fieldValidation=(\w+)/.exec(query)?.[1];
  return {
    isNew: method === "POST",
    isPatch,
    body: jsonOf(body),
    name: decodeURIComponent(name),
    path: object,
    place: {
      namespace: namespace === undefined ? undefined : decodeURIComponent(namespace),
      subresource: subresource as AdmitWrite["subresource"], // by the pattern
      fieldValidation: validation as AdmitWrite["fieldValidation"], // of the options' type
    },
  };
}

// Of the group, if any, and the version no more needs to be known: a client has one of each.
const pathParts =
  /^(?<object>\/apis?(?:\/[^/]+){1,2}?(?:\/namespaces\/(?<namespace>[^/]+))?\/(?<plural>[^/]+)(?:\/(?<name>[^/]+))?)(?:\/(?<subresource>status|scale))?$/;

async function readOld(
  next: Send,
  { signal }: TransportRequest,
  { name, path, place }: PlannedWrite,
  { read }: ValidatedOptions,
): Promise<unknown> {
  const cached = read?.(name, place.namespace);
  if (cached !== undefined) return cached;
  const headers: [string, string][] = [["accept", "application/json"]];
  const response = await next({ method: "GET", path, headers, signal });
  try {
    return response.status === 200 ? jsonOf(await response.text()) : undefined;
  } finally {
    response.close();
  }
}

/** Tells whether a body is meant for this state of the object, as far as it says. */
function isVersionOf(old: unknown, body: unknown): boolean {
  if (old === undefined) return false;
  const sent = versionIn(body);
  return sent === undefined || sent === versionIn(old);
}

interface VersionedObject {
  readonly metadata?: { readonly resourceVersion?: unknown } | null;
}

function versionIn(object: unknown): unknown {
  const { metadata } = (object ?? {}) as VersionedObject; // looked at with care
  return metadata?.resourceVersion;
}

function jsonOf(text: string): unknown {
  return JSON.parse(text);
}

/** A value after a merge patch (RFC 7386). */
function mergePatched(value: unknown, patch: unknown): unknown {
  if (typeof patch !== "object" || patch === null || Array.isArray(patch)) return patch;
  const isMap = typeof value === "object" && value !== null && !Array.isArray(value);
  const result = new Map<string, unknown>(isMap ? Object.entries(value) : []);
  for (const [key, change] of Object.entries(patch)) {
    if (change === null) result.delete(key);
    else result.set(key, mergePatched(result.get(key), change));
  }
  return Object.fromEntries(result);
}

/** The server's answer, made here. */
function refusal({
  status,
  warnings,
}: Extract<AdmitVerdict, { allowed: false }>): TransportResponse {
  const texts = warnings.map((text) => `299 - "${text.replace(/["\\]/g, "\\$&")}"`);
  const text = JSON.stringify(status);
  return {
    status: status.code ?? 422,
    header: (name) => (name === "warning" && texts.length > 0 ? texts.join(", ") : null),
    text: () => Promise.resolve(text),
    async *chunks() {
      yield await Promise.resolve(new TextEncoder().encode(text));
    },
    close: () => undefined,
  };
}
