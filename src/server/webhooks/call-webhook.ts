import { goJson, jsonKind } from "../../runtime/v1/values/go/json.js";
import { JsonFault, parseJson } from "../../runtime/v1/values/go/parse-json.js";
import { quote } from "../../runtime/v1/values/go/quote.js";
import type { Json, JsonObject } from "../../runtime/v1/values/json/json.js";
import { isObject } from "../../runtime/v1/values/json/json.js";
import { objectAt, optionalTextAt, textAt } from "../../runtime/v1/values/json/raw-fields.js";
import { readYaml } from "../yaml/read-yaml.js";

/** A request to a webhook: a POST of JSON. */
export interface WebhookCall {
  /** `https://name.namespace.svc:443/path?timeout=10s` for a service. */
  readonly url: string;
  /** Where the service is, `https://127.0.0.1:9443`; undefined: where the URL says. */
  readonly address: string | undefined;
  /** The certificate authorities that are trusted, in PEM; undefined: those of the system. */
  readonly ca: string | undefined;
  readonly body: string;
  /** Milliseconds, after which the call is given up. */
  readonly timeout: number;
}

/** The answer of a webhook. */
export interface WebhookAnswer {
  readonly status: number;
  /** `""` if it has none. */
  readonly contentType: string;
  readonly body: string;
}

/**
 * Calls a webhook over the network.
 *
 * @throws WebhookUnreachable
 */
export type CallWebhook = (call: WebhookCall) => Promise<WebhookAnswer>;

/** A webhook that could not be reached. Its message is what Go says of that. */
export class WebhookUnreachable extends Error {
  override readonly name = "WebhookUnreachable";
}

/** Where webhooks are that are services: `namespace/name`, or `namespace/name:port`. */
export type WebhookServices = Readonly<Record<string, string>>;

/** Where a webhook is. */
export interface WebhookTarget {
  readonly url: string;
  readonly address: string | undefined;
  readonly ca: string | undefined;
  /** The name of a service of which nobody knows where it is. */
  readonly missingService?: string | undefined;
}

/**
 * Reads a `clientConfig` (apiserver `util/webhook/client.go`).
 *
 * @param services where services are
 */
export function webhookTarget(config: JsonObject, services: WebhookServices): WebhookTarget {
  const bundle = textAt(config, "caBundle").trim();
  const ca = bundle === "" ? undefined : new TextDecoder().decode(bytesOf(bundle));
  const service = objectAt(config, "service");
  if (service === undefined)
    return { url: cleanUrl(textAt(config, "url")), address: undefined, ca };
  const [name, namespace] = [textAt(service, "name"), textAt(service, "namespace")];
  const port = String(service["port"] ?? 443);
  const path = optionalTextAt(service, "path") ?? "";
  const url = cleanUrl(`https://${name}.${namespace}.svc:${port}${path}`);
  const key = `${namespace}/${name}`;
  const address = services[`${key}:${port}`] ?? services[key];
  return { url, address, ca, missingService: address === undefined ? name : undefined };
}

/** The path as client-go joins it: `//a/./b/` is `/a/b`, and nothing is `/` (`rest/request.go`). */
function cleanUrl(url: string): string {
  const [, origin = "", path = "", rest = ""] = /^(https:\/\/[^/?#]*)([^?#]*)(.*)$/.exec(url) ?? [];
  if (origin === "") return url;
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "" && part !== ".") parts.push(part);
  }
  return `${origin}/${parts.join("/")}${rest}`;
}

function bytesOf(base64: string): Uint8Array {
  return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
}

/**
 * Posts a review, and gives the answer of the webhook.
 *
 * @throws WebhookUnreachable with the words of client-go
 */
export async function postReview(
  call: CallWebhook | undefined,
  target: WebhookTarget,
  review: JsonObject,
  seconds: number,
): Promise<JsonObject> {
  const separator = target.url.includes("?") ? "&" : "?";
  const url = `${target.url}${separator}timeout=${seconds}s`;
  if (call === undefined) {
    throw new WebhookUnreachable(`Post ${quote(url)}: this server calls no webhooks`);
  }
  const { missingService } = target;
  if (missingService !== undefined) {
    const fault = `service ${quote(missingService)} not found`;
    throw new WebhookUnreachable(`Post ${quote(url)}: ${fault}`);
  }
  const body = goJson(review);
  const answer = await call({ ...target, url, body, timeout: seconds * 1000 });
  return reviewIn(answer, review);
}

/**
 * The messages of client-go about answers that are no success (apimachinery `api/errors/errors.go`,
 * NewGenericServerResponse).
 */
const statusTexts: { readonly [status: number]: string | undefined } = {
  400: "the server rejected our request for an unknown reason",
  401: "the server has asked for the client to provide credentials",
  404: "the server could not find the requested resource",
  405: "the server does not allow this method on the requested resource",
  409: "the server reported a conflict",
  422: "the server rejected our request due to an error in our request",
  429: "the server has received too many requests and has asked us to try again later",
  503: "the server is currently unable to handle the request",
  504: "the server was unable to return a response in the time allotted, but may still be processing the request",
};

/** @throws WebhookUnreachable with what client-go says of such an answer */
function reviewIn({ status, contentType, body }: WebhookAnswer, review: JsonObject): JsonObject {
  const parsed = readBody(body);
  const value = typeof parsed === "string" ? null : parsed.value;
  if (status < 200 || status > 206) {
    const isStatus = isObject(value) && value["kind"] === "Status" && isFailure(value);
    throw new WebhookUnreachable(
      isStatus ? textAt(value, "message") : statusText(status, contentType, body),
    );
  }
  if (body === "") {
    const facts = `status code: ${status} and content type: ${contentType}`;
    throw new WebhookUnreachable(`0-length response with ${facts}`);
  }
  if (typeof parsed === "string") throw new WebhookUnreachable(parsed);
  if (!isObject(value)) {
    const wrong = `json: cannot unmarshal ${jsonKind(value)} into Go value of type ${typeMeta}`;
    throw new WebhookUnreachable(`couldn't get version/kind; json parse error: ${wrong}`);
  }
  const [apiVersion, kind] = [textAt(value, "apiVersion"), textAt(value, "kind")];
  const fault = kindFault(apiVersion, kind, textAt(review, "apiVersion"));
  if (fault !== undefined) throw new WebhookUnreachable(fault);
  return value;
}

/** What begins as no JSON is read as YAML; a text is the fault of what can be neither. */
function readBody(body: string): { readonly value: Json } | string {
  let text = body;
  if (!/^\s*\{/.test(body)) {
    try {
      text = readYaml(body).json;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }
  const parsed = parseJson(text);
  if (!(parsed instanceof JsonFault)) return { value: parsed.value };
  return `couldn't get version/kind; json parse error: ${parsed.message}`;
}

const group = "admission.k8s.io";

/** Of the kinds of answers a server knows one; what says nothing of its kind is of that. */
function kindFault(apiVersion: string, kind: string, asked: string): string | undefined {
  const version = apiVersion === "" ? asked : apiVersion;
  const isKnown = version === `${group}/v1` || version === `${group}/v1beta1`;
  if (!isKnown || (kind !== "" && kind !== "AdmissionReview")) {
    const scheme = "pkg/runtime/scheme.go:111";
    const [name] = asked.split("/").reverse();
    return kind === "Status" && apiVersion === "v1"
      ? `converting (v1.Status) to (${name ?? ""}.AdmissionReview): unknown conversion`
      : `no kind ${quote(kind === "" ? "AdmissionReview" : kind)} is registered for version ${quote(version)} in scheme ${quote(scheme)}`;
  }
  if (version === asked) return undefined;
  const [from, to] = [version, asked].map((one) => one.replace(`${group}/`, ""));
  return `converting (${from ?? ""}.AdmissionReview) to (${to ?? ""}.AdmissionReview): unknown conversion`;
}

/** The struct into which Go reads the type of an object. */
const typeMeta =
  'struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }';

function isFailure(status: JsonObject): boolean {
  return textAt(status, "status") === "Failure";
}

/** How much of an answer is told, in characters. */
const mostTold = 2048;

function statusText(status: number, contentType: string, body: string): string {
  const isText = contentType === "" || contentType.startsWith("text/");
  const said = isText ? body.slice(0, mostTold).trim() : "unknown";
  switch (status) {
    case 403:
    case 415:
      return said;
    case 406: {
      const known = "the server was unable to respond with a content type that the client supports";
      return said === "" || said === "unknown" ? known : said;
    }
  }
  const unknown =
    status >= 500
      ? `an error on the server (${quote(said)}) has prevented the request from succeeding`
      : `the server responded with the status code ${status} but did not return more information`;
  return statusTexts[status] ?? unknown;
}
