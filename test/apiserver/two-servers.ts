import { parse } from "yaml";
import { compile } from "../../src/index.js";
import type { Transport } from "../../src/runtime/v1/client/transport.js";
import { parseWarnings } from "../../src/runtime/v1/client/warnings.js";
import type { MemoryApiServer } from "../../src/runtime/v1/testing/memory-api-server.js";
import { memoryApiServer } from "../../src/runtime/v1/testing/memory-api-server.js";
import { goJson } from "../../src/runtime/v1/values/go/json.js";
import { readYaml } from "../../src/server/yaml/read-yaml.js";
import type { CrdObject } from "./server.js";

/** A request that both servers get. */
export interface TwinRequest {
  readonly method: string;
  /**
   * With the query. `$rv(key)`, `$uid(key)` and `$continue` stand for what a server answered
   * before; a key is the path of an object.
   */
  readonly path: string;
  readonly body?: string | undefined;
  readonly type?: string | undefined;
  readonly accept?: string | undefined;
}

/** What a server answered, without what differs from one to the next. */
export interface MaskedAnswer {
  readonly code: number;
  readonly type: string | null;
  readonly retryAfter: string | null;
  readonly warnings: readonly string[];
  readonly body: unknown;
}

/** A server, and what it said of its objects. */
export class Twin {
  readonly #transport: Transport;
  /** Resource versions and uids by names, and the last continue token. */
  #known = new Map<string, string>();
  /** What was known before the last request. */
  #before = new Map<string, string>();

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** @param isRepeated the same as the last request, of which nothing is remembered then */
  async ask(
    { method, path, body, type, accept }: TwinRequest,
    isRepeated = false,
  ): Promise<MaskedAnswer> {
    if (isRepeated) this.#known = new Map(this.#before);
    else this.#before = new Map(this.#known);
    const [pathname = "", query] = path.split("?").map((part) => this.#fill(part));
    const headers: [string, string][] = [["user-agent", "twin/1"]];
    if (accept !== "") headers.push(["accept", accept ?? "application/json"]);
    if (body !== undefined) headers.push(["content-type", type ?? "application/json"]);
    const sent = body === undefined ? undefined : this.#fill(body);
    const response = await this.#transport.send({
      method,
      path: pathname,
      query,
      headers,
      body: sent,
      stream: /[?&]watch=/.test(path),
    });
    const text = maskGenerated(await response.text(), body);
    const contentType = response.header("content-type");
    return {
      code: response.status,
      type: contentType,
      retryAfter: response.header("retry-after"),
      warnings: parseWarnings(response.header("warning")).map(maskText),
      body: this.#read(text, contentType ?? ""),
    };
  }

  /**
   * Begins a watch that goes on beside other requests; gives what ends it, some time after they
   * were answered, and what it had told until then. With a patience, in ms, also whether the server
   * ended it before that time was over.
   */
  async observe({
    path,
    accept = "application/json",
  }: TwinRequest): Promise<(patience?: number) => Promise<unknown>> {
    const [pathname = "", query] = path.split("?").map((part) => this.#fill(part));
    const headers: [string, string][] = [["accept", accept]];
    const abort = new AbortController();
    const { signal } = abort;
    const request = { method: "GET", path: pathname, query, headers, stream: true, signal };
    const response = await this.#transport.send(request);
    let text = "";
    const decoder = new TextDecoder();
    const read = async (): Promise<void> => {
      for await (const chunk of response.chunks()) text += decoder.decode(chunk, { stream: true });
    };
    let isEnded = false;
    const done = read()
      .then(() => (isEnded = true))
      .catch((error: unknown) => {
        if (!signal.aborted) throw error;
      });
    return async (patience) => {
      const late = new Promise((resolve) => setTimeout(resolve, patience ?? 300));
      await (patience === undefined ? late : Promise.race([late, done]));
      const wasEnded = isEnded;
      abort.abort();
      response.close();
      await done;
      const lines = text.trim().split("\n");
      const events = lines.filter((line) => line !== "").map((line) => mask(JSON.parse(line)));
      const told = changesOf(events);
      return patience === undefined ? told : { isEnded: wasEnded, told };
    };
  }

  #fill(text: string): string {
    return text
      .replace(/\$rv\(([^)]*)\)/g, (_, key: string) => this.#known.get(`rv ${key}`) ?? "0")
      .replace(/\$uid\(([^)]*)\)/g, (_, key: string) => this.#known.get(`uid ${key}`) ?? "none")
      .replaceAll("$continue", this.#known.get("continue") ?? "");
  }

  #read(text: string, type: string): unknown {
    if (type.startsWith("application/yaml")) return mask(parse(text));
    if (!type.startsWith("application/json")) return maskText(text);
    const lines =
      text.trim() === "" ? [] : text.startsWith('{"type":') ? text.trim().split("\n") : [text];
    const values = lines.map((line): unknown => JSON.parse(line));
    for (const value of values) this.#remember(value);
    if (text.startsWith('{"type":')) return changesOf(values.map(mask));
    return values.length === 0 ? [] : mask(values[0]);
  }

  #remember(value: unknown): void {
    if (typeof value !== "object" || value === null) return;
    if ("metadata" in value && typeof value.metadata === "object" && value.metadata !== null) {
      const {
        name,
        resourceVersion,
        uid,
        continue: next,
      } = value.metadata as Record<string, unknown>; // of answers
      if (typeof next === "string" && next !== "") this.#known.set("continue", next);
      const key = typeof name === "string" ? name : "list";
      if (typeof resourceVersion === "string") this.#known.set(`rv ${key}`, resourceVersion);
      if (typeof uid === "string") this.#known.set(`uid ${key}`, uid);
    }
    for (const member of Object.values(value)) this.#remember(member);
  }
}

function mask(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(mask);
  if (typeof value === "string") return maskText(value);
  if (typeof value !== "object" || value === null) return value;
  // The server goes through maps in any order.
  if ("kind" in value && value.kind === "Status" && "message" in value) return maskStatus(value);
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, member]): [string, unknown][] => {
      if (key === "managedFields" && Array.isArray(member)) return [[key, maskEntries(member)]];
      if (key === "uid") return [[key, "<uid>"]];
      if (key === "resourceVersion")
        return [[key, typeof member === "string" && member !== "" ? "<rv>" : mask(member)]];
      if (key === "continue" && member !== "") return [[key, "<continue>"]];
      if (key.endsWith("Timestamp") && typeof member === "string") return [[key, "<time>"]];
      return [[key, mask(member)]];
    }),
  );
}

/**
 * The events of a watch without those in which nothing but the time of a manager changed: whether
 * an apply is such a change depends on the second in which it comes.
 */
function changesOf(events: readonly unknown[]): readonly unknown[] {
  const last = new Map<string, string>();
  return events.filter((event) => {
    const { type, object } = event as { type: string; object: unknown }; // of a watch
    const text = goJson(object);
    const [, name = ""] =
      /"name":"([^"]*)"/.exec(text.replace(/"managedFields":\[.*?\]/g, "")) ?? [];
    const isSame = type === "MODIFIED" && last.get(name) === text;
    last.set(name, text);
    return !isSame;
  });
}

/** What the server appended to the name that a body asks for. */
function maskGenerated(text: string, body = ""): string {
  const [, prefix] = /"generateName":"([^"]+)"/.exec(body) ?? [];
  if (prefix === undefined) return text;
  const base = prefix.slice(0, 58).replaceAll(".", "\\.");
  return text.replace(new RegExp(`(${base})[bcdfghjklmnpqrstvwxz2456789]{5}`, "g"), "$1<any>");
}

function maskStatus({
  message,
  details,
  ...status
}: {
  message?: unknown;
  details?: unknown;
}): unknown {
  const { causes = [], ...others } = (details ?? {}) as { causes?: unknown[] }; // as the server has it
  const sorted = causes.map((cause) => goJson(mask(cause))).sort();
  const text = maskText(String(message));
  const items = text.includes(" is invalid: [") ? text.split(/, |: \[|\]/).sort() : text;
  return {
    ...status,
    message: items,
    details: details === undefined ? undefined : { ...others, causes: sorted },
  };
}

/** The server goes through maps in any order; an unknown field hides other faults. */
function maskTypeFaults(text: string): string {
  if (!/failed to (?:create typed|convert)/.test(text)) return text;
  if (text.includes("field not declared in schema")) {
    return text.replace(/: (?:errors:|\.)[^]*/, ": <faults>");
  }
  const [first = "", ...lines] = text.split("\n");
  // So are maps that stand in the place of keys.
  if (/\[[^\]=]*=(?:\[|[^",\]]*=)/.test(text)) return Array.from(text).sort().join("");
  return [first, ...lines.sort()].join("\n");
}

function maskText(text: string): string {
  return maskTypeFaults(text)
    .replace(/[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g, "<uid>")
    .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/g, "<time>")
    .replace(/(Too large resource version: )\d+(, current: )\d+/g, "$1<rv>$2<rv>")
    .replace(/(too old resource version: )\d+ \(\d+\)/g, "$1<rv> (<rv>)")
    .replace(/(ResourceVersion in (?:the precondition|record)) \(\d+\)/g, "$1 (<rv>)")
    .replace(/(ResourceVersion in object meta: )\d+/g, "$1<rv>")
    .replace(/(Invalid value: )"\{.*\}"(: )/gs, '$1"<patched>"$2')
    .replace(/('Kind' is missing in )'\{"apiVersion.*\}'/gs, "$1<patched>")
    .replace(/(resourceVersion\\*":\\*")\d+/g, "$1<rv>")
    .replace("Key: /registry/apiextensions.kubernetes.io/", "Key: /")
    .replace(/^(\d+)(s|m\d*s?)$/, "<age>")
    .replace(/(\n\s*resourceVersion: )"\d+"/g, '$1"<rv>"');
}

/** The served and stored versions of CRDs. */
export async function memoryTwin(crds: readonly CrdObject[]): Promise<MemoryApiServer> {
  const sources = crds.map((crd, index) => ({ path: `${index}.json`, text: JSON.stringify(crd) }));
  const { resources } = await compile({ sources });
  const versions = resources.flatMap((resource) =>
    Object.values(resource.versions).map(({ served }) => served),
  );
  return memoryApiServer(versions, {
    readYaml,
  });
}

/** The order of entries follows from seconds that may differ; keys of owners hold uids. */
function maskEntries(entries: readonly unknown[]): readonly string[] {
  const texts = entries.map((entry) =>
    JSON.stringify(inOrder({ ...Object(entry), time: "<time>" })),
  ); // an object
  // Servers write as what their executables are called.
  return (
    texts
      .map((text) => text.replace('"manager":"server"', '"manager":"kube-apiserver"'))
      // Whether a time changes depends on the second in which the condition does.
      .map((text) =>
        text.replace(/("k:{[^{}]*Terminating[^{}]*}":{.*?)"f:lastTransitionTime":{},/, "$1"),
      )
      .map((text) => text.replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "<uid>"))
      .sort()
  );
}

/** A value with its keys sorted. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== "object" || value === null) return value;
  const sorted = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(sorted.map(([key, member]) => [key, inOrder(member)]));
}
