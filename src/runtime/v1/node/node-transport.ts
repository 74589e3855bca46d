import { isTransportError, TransportError } from "../client/api-error.js";
import type { Impersonation, Token } from "../client/authentication.js";
import { bearerToken, impersonation } from "../client/authentication.js";
import { baseUrlOf, httpUrl } from "../client/base-url.js";
import { errorText } from "../client/error-text.js";
import type { Middleware, Transport, TransportRequest } from "../client/transport.js";
import { withHeader, withMiddleware } from "../client/transport.js";
import type { Origin } from "./exchange.js";
import { exchange } from "./exchange.js";
import type { HttpAgent, HttpModule, TlsModule, TlsOptions } from "./http-module.js";
import { loadHttpModule, loadModule } from "./http-module.js";
import { tunnelThrough } from "./proxy.js";

/** Text of certificates or keys. */
export type Pem = string | Uint8Array;

/** Options of `nodeTransport`. */
export interface NodeTransportOptions {
  /** Such as `https://10.0.0.1:6443`; a path in it is put before all others. */
  readonly baseUrl: string;
  readonly token?: Token | undefined;
  /**
   * Certificate authorities, in PEM, or a function that is asked for them by the first request; the
   * default is the list of the JavaScript runtime.
   */
  readonly ca?: Pem | (() => Pem | Promise<Pem>) | undefined;
  /** Client certificate, in PEM. */
  readonly cert?: Pem | undefined;
  /** Private key of the client certificate, in PEM. */
  readonly key?: Pem | undefined;
  /** Take any certificate. The token is then sent to whoever answers. */
  readonly insecureSkipTlsVerify?: boolean | undefined;
  /** The name in the server's certificate, where it is not the host of `baseUrl`. */
  readonly tlsServerName?: string | undefined;
  /**
   * An HTTP proxy, such as `http://user:password@proxy:3128`. What goes to https passes it in a
   * tunnel. There is none by default: variables of the environment are not looked at.
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
  /** Close all connections, those of running calls too. */
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
  const bare: Transport = {
    send: async (request) => exchange(await connections.origin(request), request),
  };
  const transport = withMiddleware(bare, ...middlewaresOf(options));
  return {
    send: (request) => transport.send(request),
    close() {
      connections.close();
    },
  };
}

/** The connections of a transport; the module that makes them is loaded by the first request. */
class Connections {
  readonly #url: URL;
  readonly #proxy: URL | undefined;
  readonly #options: NodeTransportOptions;
  #origin: Origin | undefined;
  /** How often the connections were closed: a request that was waiting at that time is not sent. */
  #closed = 0;

  constructor(url: URL, proxy: URL | undefined, options: NodeTransportOptions) {
    this.#url = url;
    this.#proxy = proxy;
    this.#options = options;
  }

  async origin({ method, path }: TransportRequest): Promise<Origin> {
    if (this.#origin !== undefined) return this.#origin;
    const closed = this.#closed;
    const origin = await createOrigin(this.#url, this.#proxy, this.#options).catch(
      (error: unknown) => {
        if (isTransportError(error)) throw error;
        throw new TransportError(`${method} ${path}: ${errorText(error)}`, error);
      },
    );
    if (closed !== this.#closed) {
      throw new TransportError(`${method} ${path}: the transport was closed`, undefined);
    }
    this.#origin ??= origin;
    return this.#origin;
  }

  close(): void {
    this.#closed++;
    if (this.#origin === undefined) return;
    const { running, agent, streamAgent } = this.#origin;
    // First, since what waits for a connection would get a new one when another is closed.
    for (const end of running) end();
    agent.destroy();
    streamAgent.destroy();
  }
}

async function createOrigin(
  url: URL,
  proxy: URL | undefined,
  options: NodeTransportOptions,
): Promise<Origin> {
  const isSecure = url.protocol === "https:";
  const forwarder = isSecure ? undefined : proxy;
  const http = await loadHttpModule((forwarder ?? url).protocol);
  const running = new Set<() => void>();
  const tls = isSecure ? await tlsOptions(options) : {};
  const agent = createAgent(http, tls, options.maxConnections ?? 16);
  // Watches stay for minutes and must not take the connections of other requests.
  const streamAgent = createAgent(http, tls, Infinity);
  if (isSecure && proxy !== undefined) {
    const sockets = await loadModule<TlsModule>("node:tls");
    const tunnel = { url: proxy, http: await loadHttpModule(proxy.protocol) };
    for (const one of [agent, streamAgent]) tunnelThrough(tunnel, url, one, sockets, running);
  }
  return { url, forwarder, http, agent, streamAgent, running };
}

async function tlsOptions({
  ca,
  cert,
  key,
  tlsServerName,
  insecureSkipTlsVerify,
}: NodeTransportOptions): Promise<TlsOptions> {
  return {
    ca: typeof ca === "function" ? await ca() : ca,
    cert,
    key,
    rejectUnauthorized: insecureSkipTlsVerify !== true,
    ...(tlsServerName === undefined ? {} : { servername: tlsServerName }),
  };
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
