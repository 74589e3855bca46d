import type { TransportRequest } from "../runtime/v1/client/transport.js";
import { Failure } from "../runtime/v1/testing/failure.js";
import type { MemoryApiServer, StoredChange } from "../runtime/v1/testing/memory-api-server.js";
import type { RequestInfo } from "../runtime/v1/testing/request-info.js";
import { requestInfo } from "../runtime/v1/testing/request-info.js";
import type { ServerAnswer } from "../runtime/v1/testing/server-call.js";
import { ServerCall } from "../runtime/v1/testing/server-call.js";

/** The length up to which a text is worked on at once: that takes some milliseconds. */
const longText = 64 * 1024;
/** Deeper values need a larger stack. */
const deepNesting = 200;
/** How often others may come between. */
const mostAttempts = 5;

const namespaces = "namespaces.";

/** The facts about the cluster whose writes are worked out apart. */
interface WritesApartOptions {
  readonly server: MemoryApiServer;
  readonly run: RunApart;
  /** By `<plural>.<group>`: whether a long write to it can be worked out elsewhere. */
  readonly isAlone: (resource: string) => boolean;
  readonly definitions: () => DefinitionTexts;
}

/**
 * Long writes are worked out in another thread, while this one goes on to answer others. Their
 * result is stored here if the object is still as it was; otherwise they are worked out anew, as
 * the API server does with what etcd does not take (`storage/etcd3/store.go`, GuaranteedUpdate).
 */
export class WritesApart {
  readonly #options: WritesApartOptions;

  constructor(options: WritesApartOptions) {
    this.#options = options;
  }

  /** Undefined for what is not answered apart. */
  async answer(request: TransportRequest): Promise<ServerAnswer | undefined> {
    const info = infoOf(request);
    if (info === undefined || !this.#isLong(request, info)) return undefined;
    const { signal, ...rest } = request;
    let { name } = info;
    for (let attempt = 0; attempt < mostAttempts; attempt++) {
      const seen = this.#stored({ ...info, name });
      try {
        const { run, definitions, server } = this.#options;
        const answer = await run(this.#jobOf(rest, info, seen), definitions());
        signal?.throwIfAborted();
        const [change, further] = answer.changes;
        if (further !== undefined) return undefined;
        if (change === undefined) return answer;
        const { resource, key, text } = change;
        const stored = server.exchange(resource, key, seen?.[1], (version) =>
          text?.replace(versionOf(change), `"resourceVersion":"${version}"`),
        );
        if (stored instanceof Failure) return new ServerCall(request).refusal(stored);
        if (stored !== undefined)
          return { ...answer, body: renumbered(answer.body, change, stored) };
        name = key.replace(/^.*\//, "");
      } catch (error) {
        if (error instanceof Failure) return new ServerCall(request).refusal(error);
        throw error;
      }
    }
    return undefined;
  }

  #isLong({ method, body = "" }: TransportRequest, info: RequestInfo): boolean {
    if (!["POST", "PUT", "PATCH"].includes(method)) return false;
    if (!this.#options.isAlone(resourceOf(info))) return false;
    if (this.#isLeaving(info)) return false;
    if (body.length > longText || isDeep(body)) return true;
    return (this.#stored(info)?.[1].length ?? 0) > longText;
  }

  /** A namespace that is being deleted is for its controller. */
  #isLeaving(info: RequestInfo): boolean {
    const text = resourceOf(info) === namespaces ? this.#stored(info)?.[1] : undefined;
    return text?.includes('"deletionTimestamp"') === true;
  }

  #stored({ name, namespace, ...info }: RequestInfo): StoredText | undefined {
    const resource = resourceOf(info);
    // The path of a namespace names it as the one that it is in.
    const isPlaced = namespace !== "" && resource !== namespaces;
    const key = isPlaced ? `${namespace}/${name}` : name;
    const text = this.#options.server.storedText(resource, key);
    return text === undefined ? undefined : [key, text];
  }

  #jobOf(request: ApartJob["request"], info: RequestInfo, seen: StoredText | undefined): ApartJob {
    const { namespace } = info;
    const resource = resourceOf(info);
    const objects = seen === undefined ? [] : [seen];
    if (resource === namespaces) return { resource, objects, namespaces: objects, request };
    const text = this.#options.server.storedText(namespaces, namespace);
    const place = text === undefined ? [] : [[namespace, text] as const];
    return { resource, objects, namespaces: place, request };
  }
}

function infoOf({ method, path }: TransportRequest): RequestInfo | undefined {
  try {
    return requestInfo(method, path, false);
  } catch (error) {
    // A path that cannot be read is for the server to refuse.
    if (error instanceof Failure) return undefined;
    throw error;
  }
}

function resourceOf({ resource = "", group }: Pick<RequestInfo, "resource" | "group">): string {
  return `${resource}.${group}`;
}

/** Brackets in texts count too: it is about the effort, not about right and wrong. */
function isDeep(body: string | Uint8Array): boolean {
  const text = typeof body === "string" ? body : new TextDecoder("latin1").decode(body);
  let depth = 0;
  for (const [bracket] of text.matchAll(/[[\]{}]/g)) {
    depth += bracket === "[" || bracket === "{" ? 1 : -1;
    if (depth > deepNesting) return true;
  }
  return false;
}

function versionOf({ resourceVersion }: StoredChange): string {
  return `"resourceVersion":"${resourceVersion}"`;
}

/** In any format. */
function renumbered(body: string, { resourceVersion }: StoredChange, stored: number): string {
  return body.replaceAll(String(resourceVersion), String(stored));
}

/** An object by its key, as JSON. */
export type StoredText = readonly [key: string, text: string];

/** All CRDs, and a number that is another one whenever they are others. */
interface DefinitionTexts {
  readonly generation: number;
  readonly texts: readonly StoredText[];
}

/** A request that is answered elsewhere, with all that the answer depends on; it can be cloned. */
export interface ApartJob {
  /** `<plural>.<group>` */
  readonly resource: string;
  /**
   * The stored objects of the resource that the answer needs: the one that is asked for, or none.
   */
  readonly objects: readonly StoredText[];
  /** The namespace that is asked for, or none. */
  readonly namespaces: readonly StoredText[];
  readonly request: Omit<TransportRequest, "signal">;
}

/** The answer, and what has to be stored before it is given. */
export interface ApartAnswer {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
  /**
   * Their resource versions stand in for those that they get where they are stored. Nobody can
   * guess them, so that they stand nowhere else, in the body neither.
   */
  readonly changes: readonly StoredChange[];
}

/**
 * Answers a job elsewhere.
 *
 * @throws Failure if that takes too much memory or time
 */
export type RunApart = (job: ApartJob, definitions: DefinitionTexts) => Promise<ApartAnswer>;
