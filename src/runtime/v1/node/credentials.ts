import { bearerToken } from "../client/authentication.js";
import type { Middleware } from "../client/transport.js";

/** Where a bearer token comes from that can be asked for anew. */
export interface TokenSource {
  /** The token; `""` = none. */
  text(): Promise<string>;
  /** A newer one, after the server has refused the last one. */
  renew(): Promise<unknown>;
}

/**
 * Sends the token of a source. After a 401 the source renews it once, and the request, which the
 * server did not carry out, is sent again.
 */
export function renewingToken(source: TokenSource): Middleware {
  return (next) => {
    const send = bearerToken(() => source.text())(next);
    return async (request) => {
      const response = await send(request);
      if (response.status !== 401 || request.headers.some(isAuthorization)) return response;
      try {
        await source.renew();
      } catch {
        return response;
      }
      response.close();
      return send(request);
    };
  };
}

function isAuthorization([name]: readonly [string, string]): boolean {
  return name.toLowerCase() === "authorization";
}
