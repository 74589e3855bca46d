import type { TransportResponse } from "../runtime/v1/client/transport.js";
import { nodeTransport } from "../runtime/v1/node/node-transport.js";
import type { Environment } from "../runtime/v1/node/proxy-environment.js";
import { proxyFor } from "../runtime/v1/node/proxy-environment.js";
import { readBeginning } from "./read-beginning.js";

/** The answer of a server. */
export interface Fetched {
  readonly status: number;
  readonly body: Uint8Array;
}

const mostRedirects = 10;

/** Milliseconds for everything. */
const patience = 60_000;

/**
 * Fetches what an http(s) URL leads to, with redirects, through the proxy that the environment
 * names: as Go's `http.Get` does, by which kubectl reads URLs. Of a body longer than `longest`
 * bytes only the beginning is read.
 *
 * @throws Error if there is no answer, or no end of redirects
 */
export async function fetchUrl(
  url: string,
  longest: number,
  environment: Environment,
): Promise<Fetched> {
  const signal = AbortSignal.timeout(patience);
  let target = new URL(url);
  if (target.username !== "" || target.password !== "") {
    throw new Error(
      "it contains credentials, which diagnostics would show; pipe the file into '-' instead",
    );
  }
  try {
    for (let redirects = 0; redirects <= mostRedirects; redirects++) {
      const answer = await ask(target, longest, environment, signal);
      if (!(answer instanceof URL)) return answer;
      target = answer;
    }
  } catch (error) {
    throw signal.aborted ? new Error("it took longer than a minute") : error;
  }
  throw new Error(`more than ${mostRedirects} redirects`);
}

/** The answer, or where it sends us. */
async function ask(
  target: URL,
  longest: number,
  environment: Environment,
  signal: AbortSignal,
): Promise<Fetched | URL> {
  const proxyUrl = proxyFor(target, environment);
  const transport = nodeTransport({ baseUrl: target.origin, proxyUrl });
  try {
    const response = await transport.send({
      method: "GET",
      path: target.pathname,
      ...(target.search === "" ? {} : { query: target.search.slice(1) }),
      headers: [["accept", "*/*"]],
      signal,
    });
    const next = redirectOf(response, target);
    if (next !== undefined) return next;
    return { status: response.status, body: await readBeginning(response.chunks(), longest) };
  } finally {
    transport.close();
  }
}

const redirecting: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** Where an answer sends us; not every one says it. */
function redirectOf(response: TransportResponse, from: URL): URL | undefined {
  const location = redirecting.has(response.status) ? response.header("location") : null;
  if (location === null) return undefined;
  const target = URL.canParse(location, from.href) ? new URL(location, from) : undefined;
  if (target?.protocol === "http:" || target?.protocol === "https:") return target;
  throw new Error(`it redirects to '${location}', which is not an http or https URL`);
}
