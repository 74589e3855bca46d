import { errorText } from "../client/error-text.js";
import { basicCredentials } from "./credentials.js";
import type { HttpAgent, HttpModule, RequestOptions, Socket, TlsModule } from "./http-module.js";

/** An HTTP proxy: where it is, and the module for its protocol. */
export interface Proxy {
  readonly url: URL;
  readonly http: HttpModule;
}

/** Milliseconds; Go's `http.Transport` waits as long for a proxy. */
const patience = 60_000;

/**
 * Lets an agent of `node:https` connect to the server of a URL through a proxy: it asks for a
 * tunnel (`CONNECT`) and speaks TLS with the server through that, so that the proxy sees nothing.
 * `running` holds what ends tunnels that are not there yet.
 */
export function tunnelThrough(
  proxy: Proxy,
  url: URL,
  agent: HttpAgent,
  tls: TlsModule,
  running: Set<() => void>,
): void {
  const target = `${url.hostname}:${portOf(url)}`;
  agent.createConnection = (options, done) => {
    openTunnel(proxy, target, running).then(
      (socket) => {
        done(null, tls.connect({ ...options, socket }));
      },
      (error: unknown) => {
        done(new Error(`the proxy ${proxy.url.host}: ${errorText(error)}`, { cause: error }));
      },
    );
  };
}

/** The headers by which the proxy of a request knows who sends it. */
export function proxyHeaders({ username, password }: URL): RequestOptions["headers"] {
  if (username === "" && password === "") return {};
  const value = basicCredentials(decodeURIComponent(username), decodeURIComponent(password));
  return { "proxy-authorization": value };
}

function openTunnel(
  { url, http }: Proxy,
  target: string,
  running: Set<() => void>,
): Promise<Socket> {
  return new Promise<Socket>((resolve, reject) => {
    const request = http.request({
      ...addressOf(url),
      method: "CONNECT",
      path: target,
      headers: { host: target, ...proxyHeaders(url) },
      agent: false,
    });
    const end = (why: string): void => {
      reject(new Error(why));
      request.destroy();
    };
    const closed = (): void => {
      end("the transport was closed");
    };
    const timer = setTimeout(end, patience, "no answer within a minute");
    running.add(closed);
    request.on("connect", ({ statusCode = 0 }, socket) => {
      if (statusCode === 200) resolve(socket);
      else {
        const help = statusCode === 407 ? ": it wants a user and a password in its URL" : "";
        reject(new Error(`the answer to CONNECT ${target} was ${statusCode}${help}`));
        socket.destroy();
      }
    });
    request.on("error", reject);
    request.on("close", () => {
      clearTimeout(timer);
      running.delete(closed);
      reject(new Error("the connection was closed without an answer"));
    });
    request.end();
  });
}

/** The port of an http or https URL, which names it only where it is not the usual one. */
export function portOf({ protocol, port }: URL): string {
  if (port !== "") return port;
  return protocol === "https:" ? "443" : "80";
}

/** Where a connection leads to. */
export type HostAddress = Pick<RequestOptions, "protocol" | "hostname" | "port">;

/** Whom a request is sent to. */
export function addressOf(url: URL): HostAddress {
  return {
    protocol: url.protocol,
    // A URL writes IPv6 addresses in brackets, a socket does not.
    hostname: url.hostname.replace(/^\[|\]$/g, ""),
    port: url.port,
  };
}
