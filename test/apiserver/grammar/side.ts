import { setTimeout as sleep } from "node:timers/promises";
import type { Transport, TransportResponse } from "../../../src/runtime/v1/client/transport.js";
import { parseWarnings } from "../../../src/runtime/v1/client/warnings.js";
import type { Json } from "../../../src/runtime/v1/values/json/json.js";
import { isObject } from "../../../src/runtime/v1/values/json/json.js";
import { metadataOf } from "../../../src/runtime/v1/values/metadata/resource-metadata.js";
import type { Answer } from "./answer.js";
import { bodyText, IdNames, normaliseText, orderFaults } from "./normalise.js";
import type { GrammarRequest } from "./request.js";
import { isWatch, toTransport } from "./request.js";
import type { ApiResource } from "./world.js";

/** Milliseconds after which a server is taken to give no answer, or an answer to have no end. */
const patience = 8_000;

/** One of the servers that are compared. */
export class Side {
  readonly name: string;
  /** Headers that are compared, in lower case. */
  readonly headers: readonly string[];
  readonly #transport: Transport;
  #ids = new IdNames();
  /** Resource versions and uids by names of objects, and the last continue token. */
  #known = new Map<string, string>();

  constructor(name: string, transport: Transport, headers: readonly string[]) {
    this.name = name;
    this.#transport = transport;
    this.headers = headers;
  }

  /** Forgets what it was told: an episode begins. */
  forget(): void {
    this.#ids = new IdNames();
    this.#known = new Map();
  }

  /** The answer, or one with the code 0 where none came. */
  async ask(request: GrammarRequest): Promise<Answer> {
    const abort = new AbortController();
    const late = setTimeout(() => {
      abort.abort();
    }, patience);
    try {
      const sent = toTransport(request, (text) => this.#fill(text));
      const response = await this.#transport.send({ ...sent, signal: abort.signal });
      return await this.#read(response, request);
    } catch (error) {
      const why = abort.signal.aborted ? "nothing" : String(error).replace(/^.*?: (?=\w)/, "");
      return { code: 0, headers: {}, warnings: [], body: `no answer: ${why}` };
    } finally {
      clearTimeout(late);
    }
  }

  async #read(response: TransportResponse, request: GrammarRequest): Promise<Answer> {
    const type = response.header("content-type") ?? "";
    const text = bodyText(await bytesOf(response), type);
    this.#remember(text);
    const read = (given: string): string =>
      normaliseText(this.#unfill(given, request), request, this.#ids);
    const normal = orderFaults(read(text));
    const headers = this.headers.flatMap((name): [string, string][] => {
      const value = response.header(name);
      // Each has another one.
      const shown = name === "audit-id" ? "<id>" : read(value ?? "");
      return value === null ? [] : [[name, shown]];
    });
    return {
      code: response.status,
      headers: Object.fromEntries(headers),
      warnings: parseWarnings(response.header("warning")).map(read),
      // A server that is called directly leaves it to HTTP to send none.
      body: request.method === "HEAD" ? "" : isWatch(request) ? changesOnly(normal) : normal,
    };
  }

  #fill(text: string): string {
    return text
      .replace(/\$(rv|uid)\(([^)]*)\)/g, (_, kind: string, key: string) => {
        return this.#known.get(`${kind} ${key}`) ?? (kind === "rv" ? "0" : "none");
      })
      .replaceAll("$continue", this.#known.get("continue") ?? "");
  }

  /** What a body referred to stays a reference where an answer cites the body. */
  #unfill(text: string, { body = "" }: GrammarRequest): string {
    const references = body.match(/\$(?:rv|uid)\([^)]*\)/g) ?? [];
    return text.replace(/(?<= is missing in ''?).*?(?=''?\s+\()|(?<=Value:)\d+(?=\})/gs, (cited) =>
      references.reduce((rest, one) => rest.replace(this.#fill(one), () => one), cited),
    );
  }

  #remember(text: string): void {
    for (const line of text.startsWith('{"type":') ? text.trim().split("\n") : [text]) {
      if (!line.startsWith("{")) continue;
      try {
        this.#note(JSON.parse(line) as Json); // what was parsed
      } catch {
        // Not all that begins so is JSON.
      }
    }
  }

  #note(value: Json): void {
    if (Array.isArray(value)) for (const item of value) this.#note(item);
    if (!isObject(value)) return;
    const { name, resourceVersion, uid, continue: next } = metadataOf(value);
    if (typeof next === "string" && next !== "") this.#known.set("continue", next);
    const key = typeof name === "string" ? name : "list";
    if (typeof resourceVersion === "string") this.#known.set(`rv ${key}`, resourceVersion);
    if (typeof uid === "string") this.#known.set(`uid ${key}`, uid);
    for (const member of [value["items"], value["object"], value["rows"]]) {
      if (member !== undefined) this.#note(member);
    }
  }

  /**
   * Deletes all objects of a resource, so that another episode finds none. Whether that was done:
   * there are rules by which an object can never be changed, and its finalizers hold it for ever.
   */
  async clear(resource: ApiResource): Promise<boolean> {
    const { group, versions, plural, isNamespaced } = resource;
    if (resource.isAsked === true) return true;
    const root = `${group === "" ? "/api" : `/apis/${group}`}/${versions[0] ?? ""}`;
    const send: SendText = async (method, path, body) => {
      const headers: [string, string][] = [["accept", "application/json"]];
      const type = method === "PATCH" ? "application/merge-patch+json" : "application/json";
      if (body !== undefined) headers.push(["content-type", type]);
      const response = await this.#transport.send({ method, path, headers, body });
      return response.text();
    };
    for (let round = 0; round < 10; round++) {
      // The garbage collector takes its finalizers away in its own time.
      if (round > 2) await sleep(200);
      const { items = [] } = JSON.parse(await send("GET", `${root}/${plural}`)) as ObjectList; // a list
      const mine = items.filter(({ metadata }) => !kept.test(metadata.name));
      if (mine.length === 0) {
        // Controllers may have come too late.
        if (plural === "namespaces") await this.#emptyNamespaces(send);
        return true;
      }
      for (const { metadata } of mine) {
        const place = isNamespaced ? `/namespaces/${metadata.namespace ?? ""}` : "";
        const path = `${root}${place}/${plural}/${metadata.name}`;
        if (metadata.finalizers !== undefined) {
          await send("PATCH", path, '{"metadata":{"finalizers":null}}');
        }
        await send("DELETE", path);
        if (plural === "namespaces") await this.#finishNamespace(path, send);
      }
    }
    return false;
  }

  /** Controllers take their time; what they put there would stay, as nobody looks for it. */
  async #finishNamespace(path: string, send: SendText): Promise<void> {
    const name = path.replace(/^.*\//, "");
    const object = { apiVersion: "v1", kind: "Namespace", metadata: { name } };
    await send("PUT", `${path}/finalize`, JSON.stringify({ ...object, spec: { finalizers: [] } }));
  }

  async #emptyNamespaces(send: SendText): Promise<void> {
    for (const plural of ["serviceaccounts", "configmaps"]) {
      const { items = [] } = JSON.parse(await send("GET", `/api/v1/${plural}`)) as ObjectList; // a list
      for (const { metadata } of items) {
        const { name, namespace = "" } = metadata;
        if (kept.test(namespace)) continue;
        await send("DELETE", `/api/v1/namespaces/${namespace}/${plural}/${name}`);
      }
    }
  }
}

type SendText = (method: string, path: string, body?: string) => Promise<string>;

/** What a cluster has by itself, and the namespaces of the grammar. */
const kept =
  /^(?:kube-.*|default|grammar-[ab]|extension-apiserver-authentication|apiserver-.*|bootstrap-.*)$/;

interface ObjectList {
  readonly items?: readonly {
    readonly metadata: {
      readonly name: string;
      readonly namespace?: string;
      readonly finalizers?: readonly string[];
    };
  }[];
}

async function bytesOf(response: TransportResponse): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of response.chunks()) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Bookmarks come when a server has time for them, and the system writes its own objects. */
function changesOnly(text: string): string {
  const lines = text.split("\n");
  const isRoutine = (line: string): boolean => {
    if (line.startsWith('{"type":"MODIFIED"')) return line.includes('"namespace":"kube-system"');
    return line.startsWith('{"type":"BOOKMARK"') && !line.includes("k8s.io/initial-events-end");
  };
  return lines.filter((line) => !isRoutine(line)).join("\n");
}
