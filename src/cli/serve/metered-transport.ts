import type {
  Transport,
  TransportRequest,
  TransportResponse,
} from "../../runtime/v1/client/transport.js";
import type { RequestInfo } from "../../runtime/v1/testing/request-info.js";
import {
  decodePercents,
  optionIn,
  parseQuery,
  requestInfo,
} from "../../runtime/v1/testing/request-info.js";
import { quote } from "../../runtime/v1/values/go/quote.js";
import { compareUtf8 } from "../../runtime/v1/values/go/utf8.js";
import { plainResponse, valuesOf } from "./status-response.js";

const requestsHelp =
  "[STABLE] Counter of apiserver requests broken out for each verb, dry run value, group, version, resource, scope, component, and HTTP response code.";

/**
 * A server that counts what it answers, and tells it as Prometheus asks for it, at `/metrics`: of
 * the many metrics of an API server those of requests to resources and of the process (apiserver
 * `endpoints/metrics/metrics.go`, `server/routes/metrics.go`). A watch counts when it begins.
 */
export class MeteredTransport implements Transport {
  readonly #inner: Transport;
  /** By the values of their labels. */
  readonly #requests = new Map<string, number>();

  constructor(inner: Transport) {
    this.#inner = inner;
  }

  async send(request: TransportRequest): Promise<TransportResponse> {
    const response = await this.#inner.send(request);
    // The server inside has none, but may refuse them.
    if (request.path === "/metrics" && response.status !== 403) return this.#answer(request.method);
    // What nobody serves is not counted: anybody could make up names without end.
    if (await isServed(response)) this.#count(request, response.status);
    return response;
  }

  /** Any method will do, but for one that begins anew. */
  #answer(method: string): TransportResponse {
    if (method === "DELETE") {
      this.#requests.clear();
      const type = ["content-type", "text/plain; charset=utf-8"] as const;
      return plainResponse(200, [type], "metrics reset\n");
    }
    const type = "text/plain; version=0.0.4; charset=utf-8; escaping=underscores";
    const text = method === "HEAD" ? "" : this.#text();
    return plainResponse(200, [["content-type", type]], text);
  }

  #count(request: TransportRequest, status: number): void {
    const labels = labelsOf(request, status);
    if (labels !== undefined) this.#requests.set(labels, (this.#requests.get(labels) ?? 0) + 1);
  }

  #text(): string {
    const requests = [...this.#requests].map(([labels, count]) => `{${printed(labels)}} ${count}`);
    requests.sort(compareUtf8);
    const begin = "Start time of the process since unix epoch in seconds.";
    return (
      family("apiserver_request_total", "counter", requestsHelp, requests) +
      family("process_start_time_seconds", "gauge", begin, [` ${performance.timeOrigin / 1000}`])
    );
  }
}

async function isServed(response: TransportResponse): Promise<boolean> {
  const isPlain = response.header("content-type")?.startsWith("text/plain") === true;
  if (isPlain || response.status === 405) return false;
  if (response.status !== 404) return true;
  const text = await response.text();
  return text !== "" && !text.includes("the server could not find the requested resource");
}

/** A metric with its samples. */
function family(name: string, type: string, help: string, samples: readonly string[]): string {
  const lines = samples.map((sample) => `${name}${sample}\n`);
  return [`# HELP ${name} ${help}\n`, `# TYPE ${name} ${type}\n`, ...lines].join("");
}

/** Of objects that are not there, these parts may be asked for; others may be no parts of any. */
const foundParts = ["", "status", "scale", "finalize", "token"];

/** The values of the labels, one a line; undefined for requests that are not to a resource. */
function labelsOf(request: TransportRequest, code: number): string | undefined {
  if (decodePercents(request.path) === undefined) return undefined;
  const query = parseQuery(request.query);
  const info = requestInfo(request.method, request.path, optionIn(query, "watch"));
  const { group, version, resource, subresource } = info;
  if (resource === undefined || (code === 404 && !foundParts.includes(subresource))) {
    return undefined;
  }
  const dryRun = optionIn(query, "dryRun");
  const dry = dryRun.every((value) => value === "All") ? (dryRun[0] ?? "") : "invalid";
  const [scope, verb] = [scopeOf(info), verbOf(request, info)];
  return [code, "apiserver", dry, group, resource, scope, subresource, verb, version].join("\n");
}

const labelNames = "code component dry_run group resource scope subresource verb version".split(
  " ",
);

/** Labels as Prometheus reads them. What is served has no line end in its names. */
function printed(labels: string): string {
  const values = labels.split("\n");
  return labelNames.map((name, index) => `${name}=${quote(values[index] ?? "")}`).join();
}

function scopeOf({ name, namespace, verb }: RequestInfo): string {
  if (name !== "" || verb === "create") return "resource";
  return namespace === "" ? "cluster" : "namespace";
}

function verbOf(request: TransportRequest, { verb }: RequestInfo): string {
  if (verb === "watch") return "WATCH";
  if (request.method === "GET" || request.method === "HEAD")
    return verb === "list" ? "LIST" : "GET";
  const [type = ""] = valuesOf(request, "content-type");
  if (request.method === "PATCH" && type === "application/apply-patch+yaml") return "APPLY";
  return ["POST", "PUT", "PATCH", "DELETE"].includes(request.method) ? request.method : "other";
}
