import type {
  Transport,
  TransportRequest,
  TransportResponse,
} from "../../../../../src/runtime/v1/client/transport.js";

/** An object in the store. */
export interface StoredObject {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly uid: string;
    readonly resourceVersion: string;
    readonly generation: number;
    readonly creationTimestamp: string;
    readonly deletionTimestamp?: string;
    readonly finalizers?: readonly string[];
  };
  readonly spec?: unknown;
  readonly [field: string]: unknown;
}

/** What a request is answered with in place of the store's answer. */
export type Fault = (request: TransportRequest) => number | Promise<number> | undefined;

/**
 * An API server in memory: get, create, update and merge patches, with conflicts and finalizers.
 * Answers come in a microtask.
 */
export class MemoryServer {
  readonly objects = new Map<string, StoredObject>();
  readonly requests: TransportRequest[] = [];
  /** Called with every new state of an object; undefined = it is gone. */
  onChange: (path: string, object: StoredObject | undefined, old: StoredObject) => void = noop;
  #version = 0;

  /** A door to the server; a fault may keep requests from it. */
  transport(fault: Fault = () => undefined): Transport {
    return {
      send: async (request) => {
        this.requests.push(request);
        const code = await fault(request);
        if (code !== undefined) return failure(code, request);
        return this.#answer(request);
      },
    };
  }

  /** Store an object as somebody else would. */
  put(path: string, object: object): StoredObject {
    return this.#store(path, object, this.objects.get(path));
  }

  #answer(request: TransportRequest): TransportResponse {
    const { method, path, body } = request;
    const sent = JSON.parse((body as string | undefined) ?? "null") as StoredObject | null; // texts
    if (method === "POST" && sent !== null) {
      const target = `${path}/${sent.metadata.name}`;
      if (this.objects.has(target)) return failure(409, request, "AlreadyExists");
      return success(this.#store(target, sent, undefined), 201);
    }
    const old = this.objects.get(path);
    if (old === undefined) return failure(404, request, "NotFound");
    if (method === "GET" || sent === null) return success(old);
    const { resourceVersion: wanted } = (sent as Partial<StoredObject>).metadata ?? {}; // patches
    if (wanted !== undefined && wanted !== old.metadata.resourceVersion) {
      return failure(409, request, "Conflict");
    }
    const next = method === "PATCH" ? merged(old, sent) : sent;
    return success(this.#store(path, next as object, old));
  }

  #store(path: string, object: object, old: StoredObject | undefined): StoredObject {
    const given = (object as Partial<StoredObject>).metadata; // may lack anything
    this.#version++;
    const isSame = JSON.stringify(old?.spec) === JSON.stringify((object as StoredObject).spec);
    const stored: StoredObject = {
      ...object,
      metadata: {
        creationTimestamp: "2020-01-01T00:00:00Z",
        uid: old?.metadata.uid ?? `uid-${this.#version}`,
        ...given,
        name: given?.name ?? path.slice(path.lastIndexOf("/") + 1),
        generation: (old?.metadata.generation ?? 0) + (old !== undefined && isSame ? 0 : 1),
        resourceVersion: String(this.#version),
      },
    };
    const isGone =
      stored.metadata.deletionTimestamp !== undefined &&
      (stored.metadata.finalizers ?? []).length === 0;
    if (isGone) this.objects.delete(path);
    else this.objects.set(path, stored);
    this.onChange(path, isGone ? undefined : stored, old ?? stored);
    return stored;
  }
}

function noop(): void {
  // nobody listens
}

function merged(old: unknown, patch: unknown): unknown {
  if (typeof patch !== "object" || patch === null || Array.isArray(patch)) return patch;
  const result: Record<string, unknown> = { ...(old as object | undefined) };
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete result[key];
    else result[key] = merged(result[key], value);
  }
  return result;
}

function success(object: object, status = 200): TransportResponse {
  return response(status, object);
}

function failure(code: number, { method, path }: TransportRequest, reason = ""): TransportResponse {
  return response(code, {
    apiVersion: "v1",
    kind: "Status",
    metadata: {},
    status: "Failure",
    message: `${method} ${path}: ${code} ${reason}`,
    reason,
    code,
  });
}

function response(status: number, object: object): TransportResponse {
  return {
    status,
    header: () => null,
    text: () => Promise.resolve(JSON.stringify(object)),
    chunks: () => {
      throw new Error("the server in memory has no watches");
    },
    close: noop,
  };
}
