import { TransportError } from "../client/api-error.js";
import type { Impersonation, Token } from "../client/authentication.js";
import { bearerToken, impersonation } from "../client/authentication.js";
import { errorText } from "../client/error-text.js";
import type {
  Middleware,
  Transport,
  TransportRequest,
  TransportResponse,
} from "../client/transport.js";
import { baseUrlOf, hostOf, httpUrl, withHeader, withMiddleware } from "../client/transport.js";
import type { Origin } from "./exchange.js";
import { exchange, failure } from "./exchange.js";
import type { HttpAgent, HttpModule, TlsModule, TlsOptions } from "./http-module.js";
import { loadHttpModule, loadModule } from "./http-module.js";
import { addressOf, tunnelThrough } from "./proxy.js";

/** Text of certificates or keys. */
export type Pem = string | Uint8Array;

/**
 * A PEM, or a function that is asked for it by the first request, and again by requests that come
 * ten seconds later, or after a 401 or a connection that failed. New connections are made when the
 * answer has changed; where the function fails, the old answer has to do.
 */
export type PemSource = Pem | (() => Pem | undefined | Promise<Pem | undefined>);

/** Options of `nodeTransport`. */
export interface NodeTransportOptions {
  /** Such as `https://10.0.0.1:6443`; a path in it is put before all others. */
  readonly baseUrl: string;
  readonly token?: Token | undefined;
  /** Certificate authorities, in PEM; the default is the list of the JavaScript runtime. */
  readonly ca?: PemSource | undefined;
  /** Client certificate, in PEM. */
  readonly cert?: PemSource | undefined;
  /** Private key of the client certificate, in PEM. */
  readonly key?: PemSource | undefined;
  /** Take any certificate. The token is then sent to whoever answers. */
  readonly insecureSkipTlsVerify?: boolean | undefined;
  /** The name in the server's certificate, where it is not the host of `baseUrl`. */
  readonly tlsServerName?: string | undefined;
  /**
   * An HTTP proxy, such as `http://user:password@proxy:3128`. What goes to https passes it in a
   * tunnel. There is none by default: `HTTPS_PROXY` is for `connect`, `fromKubeconfig` and
   * `inCluster`.
   */
  readonly proxyUrl?: string | undefined;
  readonly impersonate?: Impersonation | undefined;
  /**
   * The default is `crdgen`. The server takes what is before a `/` as the field manager where none
   * is given.
   */
  readonly userAgent?: string | undefined;
  /** Connections for everything but watches, which have one each. The default is 16. */
  readonly maxConnections?: number | undefined;
}

/** A transport that holds connections. Idle ones keep no process alive. */
export interface NodeTransport extends Transport {
  /** Close all connections, those of running calls too. Later calls reject. */
  close(): void;
}

/**
 * A transport on `node:http` or `node:https`, with connections that are kept and used again. It
 * follows no redirects.
 *
 * @throws TypeError if `baseUrl` or `proxyUrl` is no http or https URL
 */
export function nodeTransport(options: NodeTransportOptions): NodeTransport {
  const url = baseUrlOf(options, "nodeTransport");
  const { proxyUrl } = options;
  const proxy =
    proxyUrl === undefined ? undefined : httpUrl(proxyUrl, "proxyUrl", '"http://proxy:3128"');
  const connections = new Connections(url, proxy, options);
  const bare: NodeTransport = {
    host: hostOf(url),
    send: (request) => connections.send(request),
    close() {
      connections.close();
    },
  };
  return withMiddleware(bare, ...middlewaresOf(options));
}

/** Milliseconds after which functions are asked for their PEM again. */
const pemAge = 10_000;

/** The connections of a transport; the modules that make them are loaded by the first request. */
class Connections {
  readonly #url: URL;
  readonly #proxy: URL | undefined;
  readonly #options: NodeTransportOptions;
  readonly #changes: boolean;
  /** Of former origins too. */
  readonly #running = new Set<() => void>();
  #origin: Origin | undefined;
  #tls: TlsOptions = {};
  #asked = 0;
  #renewing: Promise<Origin> | undefined;
  #isClosed = false;

  constructor(url: URL, proxy: URL | undefined, options: NodeTransportOptions) {
    this.#url = url;
    this.#proxy = proxy;
    this.#options = options;
    this.#changes = [options.ca, options.cert, options.key].some(isFunction);
  }

  async send(request: TransportRequest): Promise<TransportResponse> {
    this.#refuseClosed(request);
    const isOld = this.#changes && Date.now() - this.#asked >= pemAge;
    let origin = isOld ? undefined : this.#origin;
    if (origin === undefined) {
      this.#renewing ??= this.#renew();
      origin = await this.#renewing.catch((error: unknown) => {
        throw error instanceof TransportError ? error : failure(request, error);
      });
      this.#refuseClosed(request);
    }
    try {
      const response = await exchange(origin, request);
      if (response.status === 401) this.#asked = 0;
      return response;
    } catch (error) {
      // The server may have a certificate of a new authority, whose PEM is there by now.
      if (error instanceof TransportError) this.#asked = 0;
      throw error;
    }
  }

  close(): void {
    this.#isClosed = true;
    // First, since what waits for a connection would get a new one when another is closed.
    for (const end of this.#running) end();
    this.#origin?.agent.destroy();
    this.#origin?.streamAgent.destroy();
  }

  #refuseClosed(request: TransportRequest): void {
    if (this.#isClosed) throw failure(request, new Error("the transport was closed"));
  }

  async #renew(): Promise<Origin> {
    try {
      const origin = await this.#current();
      this.#asked = Date.now();
      return origin;
    } finally {
      this.#renewing = undefined;
    }
  }

  /** The same origin as before unless a PEM has changed. */
  async #current(): Promise<Origin> {
    const old = this.#origin;
    try {
      const isSecure = this.#url.protocol === "https:";
      const tls = isSecure ? await tlsOptions(this.#options) : {};
      if (old !== undefined && isSameIdentity(tls, this.#tls)) return old;
      if (isSecure) await checkPem(tls);
      const { maxConnections = 16 } = this.#options;
      const agents = await createAgents(this.#url, this.#proxy, tls, maxConnections, this.#running);
      if (old !== undefined) retire(old);
      this.#tls = tls;
      const hasCa = tls.ca !== undefined;
      this.#origin = { ...agents, url: this.#url, hasCa, running: this.#running };
      return this.#origin;
    } catch (error) {
      if (old === undefined) throw error;
      return old;
    }
  }
}

function isFunction(source: PemSource | undefined): boolean {
  return typeof source === "function";
}

function isSameIdentity(one: TlsOptions, other: TlsOptions): boolean {
  return one.ca === other.ca && one.cert === other.cert && one.key === other.key;
}

/** Throws a TransportError for what is no PEM, and for a key that belongs to something else. */
async function checkPem({ ca, cert, key }: TlsOptions): Promise<void> {
  if (ca === undefined && cert === undefined && key === undefined) return;
  const tls = await loadModule<TlsModule>("node:tls");
  const parts = { ca: { ca }, "client certificate": { cert }, "client certificate's key": { key } };
  // OpenSSL takes a list without a certificate for one that trusts nobody.
  if (typeof ca === "string" && !/-----BEGIN [A-Z0-9 ]*CERTIFICATE-----/.test(ca)) {
    throw new TransportError("the ca is no usable PEM: there is no certificate in it");
  }
  for (const [name, part] of Object.entries(parts)) {
    try {
      tls.createSecureContext?.(part);
    } catch (error) {
      throw new TransportError(`the ${name} is no usable PEM: ${errorText(error)}`, error);
    }
  }
  try {
    tls.createSecureContext?.({ cert, key });
  } catch (error) {
    const text = "the client certificate and its key do not belong together";
    throw new TransportError(`${text}: ${errorText(error)}`, error);
  }
}

/** Closes idle connections at once, and the others when their requests are done. */
function retire({ agent, streamAgent }: Origin): void {
  for (const one of [agent, streamAgent]) {
    one.keepAlive = false;
    for (const sockets of Object.values(one.freeSockets ?? {})) {
      for (const socket of sockets ?? []) socket.destroy();
    }
  }
}

async function createAgents(
  url: URL,
  proxy: URL | undefined,
  tls: TlsOptions,
  maxConnections: number,
  running: Set<() => void>,
): Promise<Omit<Origin, "url" | "hasCa" | "running">> {
  const isSecure = url.protocol === "https:";
  const forwarder = isSecure ? undefined : proxy;
  const http = await loadHttpModule((forwarder ?? url).protocol);
  const agent = createAgent(http, tls, maxConnections);
  // Watches stay for minutes and must not take the connections of other requests.
  const streamAgent = createAgent(http, tls, Infinity);
  if (isSecure && proxy !== undefined) {
    const sockets = await loadModule<TlsModule>("node:tls");
    const tunnel = { url: proxy, http: await loadHttpModule(proxy.protocol) };
    for (const one of [agent, streamAgent]) tunnelThrough(tunnel, url, one, sockets, running);
  }
  const address = addressOf(forwarder ?? url);
  const basePath = url.pathname.replace(/\/+$/, "");
  return { forwarder, address, basePath, http, agent, streamAgent };
}

async function tlsOptions({
  ca,
  cert,
  key,
  tlsServerName,
  insecureSkipTlsVerify,
}: NodeTransportOptions): Promise<TlsOptions> {
  return {
    ca: await pemFrom(ca),
    cert: await pemFrom(cert),
    key: await pemFrom(key),
    ...(ca !== undefined && { allowPartialTrustChain: true }),
    rejectUnauthorized: insecureSkipTlsVerify !== true,
    ...(tlsServerName === undefined ? {} : { servername: tlsServerName }),
  };
}

async function pemFrom(source: PemSource | undefined): Promise<Pem | undefined> {
  if (typeof source !== "function") return source;
  const pem = await source();
  return pem instanceof Uint8Array ? new TextDecoder().decode(pem) : pem;
}

function createAgent({ Agent }: HttpModule, tls: TlsOptions, maxSockets: number): HttpAgent {
  return new Agent({ keepAlive: true, maxSockets, ...tls });
}

function middlewaresOf(options: NodeTransportOptions): Middleware[] {
  const userAgent = options.userAgent ?? "crdgen";
  const middlewares: Middleware[] = [
    (next) => (request) => next(withHeader(request, "user-agent", userAgent)),
  ];
  if (options.token !== undefined) middlewares.push(bearerToken(options.token));
  if (options.impersonate !== undefined) middlewares.push(impersonation(options.impersonate));
  return middlewares;
}
