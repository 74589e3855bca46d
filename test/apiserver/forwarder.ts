import { createServer } from "node:http";
import { request as httpsRequest } from "node:https";
import { listen } from "../support/listen.js";
import type { ApiServer } from "./server.js";

/**
 * A plain HTTP port in front of an API server, for clients that cannot be given a certificate
 * authority.
 */
export interface Forwarder {
  readonly url: string;
  readonly stop: () => void;
}

/** Starts a forwarder on a free port. */
export async function startForwarder(server: ApiServer): Promise<Forwarder> {
  const forwarder = createServer((incoming, outgoing) => {
    const { method, headers, url } = incoming;
    const onward = httpsRequest(`${server.url}${url ?? "/"}`, { method, headers, ca: server.ca });
    onward.on("response", (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
      answer.pipe(outgoing);
    });
    onward.on("error", () => outgoing.destroy());
    outgoing.on("close", () => onward.destroy());
    incoming.pipe(onward);
  });
  const { host, stop } = await listen(forwarder);
  return { url: `http://${host}`, stop };
}
