import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { errorCode } from "../host.js";
import { UsageError } from "../usage-error.js";

/** The files of a site by their paths; asked for with each request. */
export type CurrentFiles = () => Promise<ReadonlyMap<string, string>>;

/** A server that listens. */
export interface Preview {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Serves files to this machine alone, and tells browsers to keep none of them.
 *
 * @param port 0 for a free one
 * @throws UsageError where the port cannot be had
 */
export async function startPreview(files: CurrentFiles, port: number): Promise<Preview> {
  const server = createServer((request, response) => {
    void answer(request, response, files);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error) => {
      const code = errorCode(error) ?? error.message;
      const reason = code === "EADDRINUSE" ? "is in use; name another one" : `fails (${code})`;
      reject(new UsageError(`--port: ${port} ${reason}`));
    });
    server.listen(port, "127.0.0.1", resolve);
  });
  const bound = server.address() as AddressInfo; // it listens to a port
  return {
    url: `http://127.0.0.1:${bound.port}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}

const types: Readonly<Record<string, string>> = {
  html: "text/html; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
};

async function answer(
  { method, url = "/" }: IncomingMessage,
  response: ServerResponse,
  files: CurrentFiles,
): Promise<void> {
  const path = pathOf(url);
  const text = path === undefined ? undefined : (await files()).get(path);
  const isRead = method === "GET" || method === "HEAD";
  response.setHeader("Cache-Control", "no-store");
  response.setHeader("X-Content-Type-Options", "nosniff");
  if (!isRead || path === undefined || text === undefined) {
    const status = isRead ? (path === undefined ? 400 : 404) : 405;
    response.writeHead(status, { "Content-Type": "text/plain; charset=utf-8" });
    response.end(`${status}\n`);
    return;
  }
  const type = types[path.slice(path.lastIndexOf(".") + 1)] ?? "text/plain; charset=utf-8";
  response.writeHead(200, { "Content-Type": type });
  response.end(method === "HEAD" ? undefined : text);
}

/** `undefined` where the URL is none. */
function pathOf(url: string): string | undefined {
  try {
    const path = decodeURIComponent(url.split(/[?#]/, 1)[0] ?? "").slice(1);
    return path === "" || path.endsWith("/") ? `${path}index.html` : path;
  } catch {
    return undefined;
  }
}
