import type { Middleware, TransportResponse } from "../../runtime/v1/client/transport.js";

const mostRetries = 10;

/** Seconds. */
const longestWait = 60;

/**
 * Asks again when the server says so: it answers 429 or 5xx with the seconds to wait for in
 * `Retry-After`. As client-go does (`rest/with_retry.go`), at most ten times; a server that wants
 * more than a minute is not waited for.
 */
export const retryAsAsked: Middleware = (next) => async (request) => {
  for (let retries = 0; ; retries++) {
    const response = await next(request);
    const seconds = secondsToWait(response);
    if (seconds === undefined || retries === mostRetries) return response;
    response.close();
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  }
};

function secondsToWait(response: TransportResponse): number | undefined {
  const { status } = response;
  const seconds = response.header("retry-after") ?? "";
  if ((status !== 429 && status < 500) || !/^\d{1,9}$/.test(seconds)) return undefined;
  return Number(seconds) <= longestWait ? Number(seconds) : undefined;
}
