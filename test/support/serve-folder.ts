import { readFileSync } from "node:fs";
import type { OutgoingHttpHeaders } from "node:http";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { listen } from "./listen.js";

const types: Readonly<Record<string, string>> = {
  ".js": "text/javascript",
  ".css": "text/css",
  ".html": "text/html",
};

/** A folder on a server. */
export interface ServedFolder {
  /** With a slash at its end. */
  readonly url: string;
  readonly stop: () => void;
}

/** Serves a folder as a static host does, below a path such as `/docs/`. */
export async function serveFolder(
  folder: string,
  path: string,
  headers: OutgoingHttpHeaders = {},
): Promise<ServedFolder> {
  const server = createServer((request, response) => {
    const name = decodeURIComponent(new URL(request.url ?? "/", "http://localhost").pathname);
    if (!name.startsWith(path)) {
      response.writeHead(404).end();
      return;
    }
    const type = types[extname(name)] ?? "text/plain";
    response.writeHead(200, { "content-type": type, ...headers });
    response.end(readFileSync(join(folder, name.slice(path.length))));
  });
  const { host, stop } = await listen(server);
  return { url: `http://${host}${encodeURI(path)}`, stop };
}
