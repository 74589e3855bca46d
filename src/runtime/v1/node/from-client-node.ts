import { TransportError } from "../client/api-error.js";
import { errorText } from "../client/error-text.js";
import type { Middleware } from "../client/transport.js";
import { withMiddleware } from "../client/transport.js";
import { basicAuthentication } from "./credentials.js";
import type { NodeTransport, Pem } from "./node-transport.js";
import { nodeTransport } from "./node-transport.js";

/** The part of a `KubeConfig` of @kubernetes/client-node that is used: of 1.x and 2.x. */
export interface ClientNodeConfig {
  getCurrentCluster(): ClientNodeCluster | null;
  getCurrentContext(): string;
  getContextObject(name: string): { readonly namespace?: string | undefined } | null;
  /** Puts certificates, headers and passwords into options of `node:https`. */
  applyToHTTPSOptions(options: object): Promise<void>;
}

/** A cluster of a `KubeConfig`. */
export interface ClientNodeCluster {
  readonly server: string;
  readonly proxyUrl?: string | undefined;
  readonly skipTLSVerify?: boolean | undefined;
  readonly tlsServerName?: string | undefined;
}

/** The options that client-node fills in. */
interface AppliedOptions {
  readonly headers?: Readonly<Record<string, unknown>>;
  /** A name and a password, with a colon between them. */
  readonly auth?: string;
  readonly ca?: Pem;
  readonly cert?: Pem;
  readonly key?: Pem;
}

/** Milliseconds for which what client-node gave is used; it keeps tokens itself. */
const appliedAge = 10_000;

/**
 * A transport to the current cluster of a `KubeConfig` of @kubernetes/client-node, with its ways to
 * authenticate, such as OpenID Connect.
 *
 * @throws Error if the configuration has no current cluster
 */
export function fromClientNode(config: ClientNodeConfig): NodeTransport {
  const cluster = config.getCurrentCluster();
  if (cluster === null) throw new Error("the KubeConfig has no current cluster: load one first");
  const applied = new Applied(config);
  const pem = (name: "ca" | "cert" | "key") => async () => (await applied.options())[name];
  const transport = nodeTransport({
    baseUrl: cluster.server,
    ca: pem("ca"),
    cert: pem("cert"),
    key: pem("key"),
    insecureSkipTlsVerify: cluster.skipTLSVerify,
    tlsServerName: cluster.tlsServerName,
    proxyUrl: cluster.proxyUrl,
  });
  const authenticate: Middleware = (next) => async (request) => {
    const options = await applied.options();
    const headers = headersOfOptions(options);
    const response = await send(
      next,
      options.auth,
    )({
      ...request,
      headers: [...request.headers, ...headers],
    });
    if (response.status === 401) applied.forget();
    return response;
  };
  return {
    ...withMiddleware(transport, authenticate),
    defaultNamespace: config.getContextObject(config.getCurrentContext())?.namespace,
  };
}

function send(next: Parameters<Middleware>[0], auth: string | undefined): ReturnType<Middleware> {
  if (auth === undefined) return next;
  const colon = auth.indexOf(":");
  return basicAuthentication(auth.slice(0, colon), auth.slice(colon + 1))(next);
}

function headersOfOptions({ headers }: AppliedOptions): [string, string][] {
  return Object.entries(headers ?? {}).flatMap(([name, value]) =>
    [value].flat().map((one): [string, string] => [name.toLowerCase(), String(one)]),
  );
}

/** The options that client-node fills in, asked once for many requests. */
class Applied {
  readonly #config: ClientNodeConfig;
  #last: Promise<AppliedOptions> | undefined;
  #time = 0;

  constructor(config: ClientNodeConfig) {
    this.#config = config;
  }

  options(): Promise<AppliedOptions> {
    if (this.#last === undefined || Date.now() - this.#time >= appliedAge) {
      this.#time = Date.now();
      this.#last = this.#apply();
      this.#last.catch(() => {
        this.forget();
      });
    }
    return this.#last;
  }

  forget(): void {
    this.#last = undefined;
  }

  async #apply(): Promise<AppliedOptions> {
    const options = { headers: {} };
    try {
      await this.#config.applyToHTTPSOptions(options);
    } catch (error) {
      throw new TransportError(`the KubeConfig: ${errorText(error)}`, error);
    }
    return options;
  }
}
