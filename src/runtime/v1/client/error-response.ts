import type { Status } from "../values/kubernetes.js";
import { ApiError, isNotFound } from "./api-error.js";
import type { Target } from "./request.js";
import type { TransportResponse } from "./transport.js";

/**
 * The error that an answer with a failing status stands for. An answer that is no Status (a proxy's
 * page, the plain text of an unknown path) gets one made up, with the texts that client-go uses
 * (apimachinery `api/errors/errors.go`, NewGenericServerResponse) and the body as its only cause.
 */
export function errorFromResponse(
  target: Target,
  method: string,
  response: TransportResponse,
  body: string,
): ApiError {
  const retryAfter = parseRetryAfter(response.header("retry-after"));
  const status = parseStatus(body) ?? makeStatus(target, method, response, body);
  return new ApiError(status, response.status, retryAfter);
}

/** Tells whether the server knows the resource, but has no object of that name. */
export function isObjectMissing(error: unknown): boolean {
  return isNotFound(error) && !error.causes.some(({ reason }) => reason === noStatus);
}

/**
 * Tells whether a value is a Status, and no custom resource of that kind (which would have a
 * group).
 */
export function isStatus(value: unknown): value is Status {
  if (typeof value !== "object" || value === null) return false;
  return (
    "kind" in value && value.kind === "Status" && "apiVersion" in value && value.apiVersion === "v1"
  );
}

const noStatus = "UnexpectedServerResponse";

function parseStatus(body: string): Status | undefined {
  if (!body.trimStart().startsWith("{")) return undefined;
  try {
    const value: unknown = JSON.parse(body);
    return isStatus(value) && value.status !== "Success" ? value : undefined;
  } catch {
    return undefined;
  }
}

function makeStatus(
  { resource, name }: Target,
  method: string,
  response: TransportResponse,
  body: string,
): Status {
  const text = textOfBody(response, body);
  const [reason, message] = genericReason(response.status, method, text);
  const qualifiedName = `${resource.plural}.${resource.group}`;
  const object = name === undefined ? qualifiedName : `${qualifiedName} ${name}`;
  return {
    apiVersion: "v1",
    kind: "Status",
    metadata: {},
    status: "Failure",
    message: `${message} (${method.toLowerCase()} ${object})`,
    reason,
    details: {
      name,
      group: resource.group,
      kind: resource.plural,
      causes: [{ reason: noStatus, message: text }],
    },
    code: response.status,
  };
}

/** The part of a body to show: text of at most 2,048 characters. */
function textOfBody(response: TransportResponse, body: string): string {
  const type = response.header("content-type");
  if (type !== null && type !== "" && !/^\s*text\//i.test(type)) return "unknown";
  return body.slice(0, 2048).trim();
}

function genericReason(code: number, method: string, text: string): [string, string] {
  if (code === 409 && method === "POST") return ["AlreadyExists", "the server reported a conflict"];
  if (code === 403) return ["Forbidden", text];
  if (code === 415) return ["UnsupportedMediaType", text];
  if (code === 406 && text !== "" && text !== "unknown") return ["NotAcceptable", text];
  const known = genericReasons.get(code);
  if (known !== undefined) return [known[0], known[1]];
  if (code < 500) {
    return [
      "",
      `the server responded with the status code ${code} but did not return more information`,
    ];
  }
  const quoted = JSON.stringify(text);
  return [
    "InternalError",
    `an error on the server (${quoted}) has prevented the request from succeeding`,
  ];
}

// prettier-ignore
const genericReasons: ReadonlyMap<number, readonly [reason: string, message: string]> = /* @__PURE__ */ new Map([
  [400, ["BadRequest", "the server rejected our request for an unknown reason"]],
  [401, ["Unauthorized", "the server has asked for the client to provide credentials"]],
  [404, ["NotFound", "the server could not find the requested resource"]],
  [405, ["MethodNotAllowed", "the server does not allow this method on the requested resource"]],
  [406, ["NotAcceptable", "the server was unable to respond with a content type that the client supports"]],
  [409, ["Conflict", "the server reported a conflict"]],
  [422, ["Invalid", "the server rejected our request due to an error in our request"]],
  [429, ["TooManyRequests", "the server has received too many requests and has asked us to try again later"]],
  [503, ["ServiceUnavailable", "the server is currently unable to handle the request"]],
  [504, ["Timeout", "the server was unable to return a response in the time allotted, but may still be processing the request"]],
]);

/** Seconds; the header holds a number or, from proxies, a date. */
export function parseRetryAfter(header: string | null): number | undefined {
  if (header === null) return undefined;
  if (/^\s*\d+\s*$/.test(header)) return Number(header);
  // What has no letters is no date, though Date.parse makes one of it.
  const time = /[a-z]/i.test(header) ? Date.parse(header) : NaN;
  return Number.isNaN(time) ? undefined : Math.max(0, Math.ceil((time - Date.now()) / 1000));
}
