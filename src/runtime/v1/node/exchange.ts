import { TransportError } from "../client/api-error.js";
import { textOfChunks } from "../client/chunks-text.js";
import { errorText } from "../client/error-text.js";
import type { TransportRequest, TransportResponse } from "../client/transport.js";
import type {
  BodyStream,
  HttpAgent,
  HttpModule,
  IncomingResponse,
  OutgoingRequest,
  RequestOptions,
  SystemError,
} from "./http-module.js";
import { loadModule } from "./http-module.js";
import type { HostAddress } from "./proxy.js";
import { proxyHeaders } from "./proxy.js";

/** Where requests go, and the connections that they use. */
export interface Origin {
  readonly url: URL;
  /** Certificate authorities were named. */
  readonly hasCa: boolean;
  /** A proxy to which requests go as they are, with their whole URL. */
  readonly forwarder: URL | undefined;
  /** Of the forwarder, else of the server. */
  readonly address: HostAddress;
  /** The prefix of all paths. */
  readonly basePath: string;
  readonly http: HttpModule;
  readonly agent: HttpAgent;
  /** For watches. */
  readonly streamAgent: HttpAgent;
  /** Ends the requests that are not done, those that wait for a connection among them. */
  readonly running: Set<() => void>;
}

const wasAborted = "the call was aborted";

/**
 * Milliseconds of silence on a watch after which the system looks whether the server is still
 * there.
 */
const silence = 30_000;

/** Sends one request over `node:http(s)`; resolves when the head of the answer is there. */
export function exchange(origin: Origin, request: TransportRequest): Promise<TransportResponse> {
  return new Promise((resolve, reject) => {
    if (request.signal?.aborted === true) {
      reject(failure(request, undefined));
      return;
    }
    const { body, signal } = request;
    const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
    const outgoing = tryOutgoing(origin, request, bytes);
    // A connection that breaks within the answer is an error of the request too: it must not be
    // sent again.
    let settled = false;
    let answer: IncomingResponse | undefined;
    const end = (why: string): void => {
      settled = true;
      reject(failure(request, new Error(why)));
      // Without an error: nobody listens any more for one of the connection of an answer that came
      // whole.
      (answer ?? outgoing).destroy();
    };
    endEarly(origin, request, outgoing, end);
    outgoing.on("response", (incoming) => {
      settled = true;
      answer = incoming;
      resolve(wrapResponse(request, incoming));
    });
    let sentBefore = NaN;
    outgoing.on("socket", (socket) => {
      sentBefore = socket.bytesWritten ?? NaN;
      // It may have waited for a connection, and nothing has gone out yet.
      if (signal?.aborted === true) end(wasAborted);
    });
    outgoing.on("error", (error) => {
      const isUnsent = outgoing.socket?.bytesWritten === sentBefore;
      if (!settled && isStale(outgoing, request, error) && (isUnsent || isRepeatable(request))) {
        resolve(exchange(origin, request));
      } else reject(sendFailure(origin, request, error));
    });
    outgoing.on("close", () => {
      // Errors cost their stack, and most requests need none.
      if (settled) return;
      reject(failure(request, new Error("the connection was closed without an answer")));
    });
    if (request.stream === true) outgoing.setSocketKeepAlive?.(true, silence);
    outgoing.end(bytes);
  });
}

function sendFailure(origin: Origin, request: TransportRequest, cause: Error): Error {
  const { forwarder } = origin;
  if (forwarder === undefined) return failure(request, cause, origin);
  return failure(request, new Error(`the proxy ${forwarder.host}: ${errorText(cause)}`, { cause }));
}

/** Ends a request with its signal and with its origin, unless it is done by then. */
function endEarly(
  { running }: Origin,
  { signal }: TransportRequest,
  outgoing: OutgoingRequest,
  end: (why: string) => void,
): void {
  const closed = (): void => {
    end("the transport was closed");
  };
  const aborted = (): void => {
    end(wasAborted);
  };
  running.add(closed);
  signal?.addEventListener("abort", aborted);
  outgoing.on("close", () => {
    running.delete(closed);
    signal?.removeEventListener("abort", aborted);
  });
}

/** Throws a TransportError for headers that cannot be sent. */
function tryOutgoing(
  origin: Origin,
  request: TransportRequest,
  body: Uint8Array | undefined,
): OutgoingRequest {
  try {
    return createOutgoing(origin, request, body);
  } catch (error) {
    throw failure(request, error);
  }
}

function createOutgoing(
  { url, forwarder, address, basePath, http, agent, streamAgent }: Origin,
  request: TransportRequest,
  body: Uint8Array | undefined,
): OutgoingRequest {
  const query = request.query === undefined ? "" : `?${request.query}`;
  const path = basePath + request.path + query;
  const headers = headersOf(request, body);
  return http.request({
    ...address,
    method: request.method,
    path: forwarder === undefined ? path : url.origin + path,
    headers: forwarder ? { ...headers, host: url.host, ...proxyHeaders(forwarder) } : headers,
    agent: request.stream === true ? streamAgent : agent,
  });
}

/**
 * The values of each header. All of them at once: a header that is refused later would leave a
 * request behind.
 */
function headersOf(
  { headers, stream }: TransportRequest,
  body: Uint8Array | undefined,
): RequestOptions["headers"] {
  const groups = new Map<string, string | string[]>();
  for (const [name, value] of headers) {
    const key = name.toLowerCase();
    const before = groups.get(key);
    groups.set(key, before === undefined ? value : [before, value].flat());
  }
  if (!groups.has("accept-encoding")) {
    // To compress a watch event by event gains little; to say nothing would allow every coding.
    groups.set("accept-encoding", stream === true ? "identity" : acceptedCodings);
  }
  if (body !== undefined) groups.set("content-length", String(body.byteLength));
  return Object.fromEntries(groups);
}

/** Tells whether the server closed an idle connection just when the request went out on it. */
function isStale(
  { reusedSocket }: OutgoingRequest,
  { signal }: TransportRequest,
  { code }: SystemError,
): boolean {
  return signal?.aborted !== true && reusedSocket && (code === "ECONNRESET" || code === "EPIPE");
}

/**
 * Tells whether a request of which nobody knows if it was carried out may be sent again: reads,
 * deletions, server-side apply, and a PUT that the server refuses once the object has changed.
 */
function isRepeatable({ method, headers, body }: TransportRequest): boolean {
  if (method === "PUT") return hasVersion(body);
  const isApply = headers.some(
    ([name, value]) =>
      name.toLowerCase() === "content-type" && value.startsWith("application/apply-patch"),
  );
  return isApply || method === "GET" || method === "HEAD" || method === "DELETE";
}

function hasVersion(body: string | Uint8Array | undefined): boolean {
  if (typeof body !== "string") return false;
  try {
    const object = JSON.parse(body) as { metadata?: { resourceVersion?: unknown } } | null; // or so
    return Boolean(object?.metadata?.resourceVersion);
  } catch {
    return false;
  }
}

function wrapResponse(request: TransportRequest, incoming: IncomingResponse): TransportResponse {
  return {
    status: incoming.statusCode ?? 0,
    header(name) {
      const value = incoming.headers[name.toLowerCase()];
      return Array.isArray(value) ? value.join(", ") : (value ?? null);
    },
    async text() {
      try {
        return await readText(await decodedBody(incoming));
      } catch (error) {
        throw readFailure(request, error);
      }
    },
    async *chunks() {
      try {
        yield* await decodedBody(incoming);
        // What was given up ends like what is whole.
        if (!incoming.complete) throw broken();
      } catch (error) {
        throw readFailure(request, error);
      }
    },
    close() {
      // What came whole but was not read would keep its connection from being used again.
      if (incoming.complete) incoming.resume();
      else incoming.destroy();
    },
  };
}

function readText(body: BodyStream): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = [];
    let isWhole = false;
    const breakOff = (): void => {
      if (!isWhole) reject(broken());
    };
    // What broke before anybody listened says nothing any more.
    if (body.destroyed) breakOff();
    body.on("close", breakOff);
    body.on("data", (chunk) => {
      chunks.push(chunk);
    });
    body.on("end", () => {
      isWhole = true;
      resolve(textOfChunks(chunks));
    });
    body.on("error", reject);
  });
}

function broken(): Error {
  return new Error("the connection broke within the answer");
}

/** Of a connection that breaks Node.js says `aborted`, as if the caller had done that. */
function readFailure(request: TransportRequest, error: unknown): Error {
  const isReset = error instanceof Error && "code" in error && error.code === "ECONNRESET";
  return failure(request, isReset ? broken() : error);
}

/** The signal's reason if it was aborted, else a TransportError that says what to try. */
export function failure(
  { method, path, signal }: TransportRequest,
  error: unknown,
  origin?: Pick<Origin, "url" | "hasCa">,
): Error {
  if (signal?.aborted === true) return signal.reason as Error; // or whatever it was aborted with
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const text = errorText(error).trim();
  // What a proxy says is not about the server.
  const isProxy = text.startsWith("the proxy ");
  const advice = isProxy ? undefined : adviceFor(`${code} ${text}`, origin?.hasCa === true);
  const more = origin && advice !== undefined ? `; ${origin.url.origin} ${advice}` : "";
  return new TransportError(`${method} ${path}: ${text}${more}`, error);
}

/**
 * Returns a text that says what is wrong with a server, and what to do about it. Older Node.js has
 * no codes of TLS.
 */
function adviceFor(fault: string, hasCa: boolean): string | undefined {
  const advice = advices.find(([pattern]) => pattern.test(fault))?.[1];
  return advice === otherAuthority && !hasCa ? noAuthority : advice;
}

const otherAuthority =
  "has a certificate of another authority than those of 'ca' (in a kubeconfig: certificate-authority)";
const noAuthority =
  "has a certificate of an authority that is not known here: name it with 'ca' (in a kubeconfig: certificate-authority)";

// prettier-ignore
const advices: readonly (readonly [RegExp, string])[] = [
  [/SELF_SIGNED|UNABLE_TO_(VERIFY|GET)/, otherAuthority],
  [/CERT_HAS_EXPIRED/, "has a certificate that has expired: renew it, and check the clock of this machine"],
  [/CERT_NOT_YET_VALID/, "has a certificate that is not valid yet: check the clock of this machine"],
  [/ALTNAME_INVALID/, "has a certificate for other names: set 'tlsServerName' (in a kubeconfig: tls-server-name) to one of them"],
  [/WRONG.VERSION.NUMBER|PACKET.LENGTH.TOO.LONG/i, "does not speak TLS: is it an http address, or the port of something else?"],
  [/ALERT.(UNKNOWN.CA|(BAD.)?CERTIFICATE)/i, "does not take the client certificate: it may have expired, or be of another cluster"],
  [/ECONNREFUSED/, "refuses connections: is the cluster running, and is this its address?"],
  [/ENOTFOUND|EAI_AGAIN/, "cannot be found: check the name and the network"],
];

/**
 * The codings that answers may come in: the API server compresses those above 128 KiB for whoever
 * takes gzip.
 */
const acceptedCodings = "gzip";

/**
 * The body of an answer as it was before it was compressed. Throws for a coding that nobody asked
 * for.
 */
async function decodedBody(incoming: IncomingResponse): Promise<BodyStream> {
  // Codings have no case, and an old name is as good (RFC 9110, section 8.4.1).
  const coding = String(incoming.headers["content-encoding"] ?? "identity").toLowerCase();
  if (coding === "identity") return incoming;
  if (coding !== "gzip" && coding !== "x-gzip") {
    throw new Error(`the answer is coded as ${coding}`);
  }
  const [zlib, stream] = await Promise.all([
    loadModule<ZlibModule>("node:zlib"),
    loadModule<StreamModule>("node:stream"),
  ]);
  // Whoever reads the result hears of all errors.
  return stream.pipeline(incoming, zlib.createGunzip(), () => undefined);
}

/** The part of `node:zlib` that is used. */
interface ZlibModule {
  createGunzip(): BodyStream;
}

/**
 * The part of `node:stream` that is used: errors and ends go from one stream to the other, both
 * ways.
 */
interface StreamModule {
  pipeline(source: BodyStream, target: BodyStream, done: () => void): BodyStream;
}
