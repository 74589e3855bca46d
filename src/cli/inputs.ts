import { isPattern, matcher } from "../pipeline/pattern.js";
import type { Host } from "./host.js";
import { errorCode } from "./host.js";
import type { Input } from "./input.js";
import { UsageError } from "./usage-error.js";

/**
 * Finds what the command line names: files, folders (recursively, `.yaml`, `.yml` and `.json`), patterns,
 * `-`, URLs, and `cluster[:context]`.
 * Inputs keep the order of the arguments; below a folder they are sorted. Nothing is read yet.
 *
 * @throws UsageError for an argument that leads nowhere
 */
export async function findInputs(
  argumentsGiven: readonly string[],
  host: Host,
): Promise<readonly Input[]> {
  const found: Input[] = [];
  const seen = new Set<string>();
  for (const argument of argumentsGiven) {
    for (const input of await findInput(argument, host)) {
      if (seen.has(input.path)) continue;
      seen.add(input.path);
      found.push(input);
    }
  }
  return found;
}

async function findInput(argument: string, host: Host): Promise<readonly Input[]> {
  if (argument === "-") return [standardInput(host)];
  if (/^https?:\/\//.test(argument)) return [remoteFile(argument, host)];
  const cluster = /^cluster(?::(.+))?$/.exec(argument);
  // Loaded only here: most runs need neither a connection nor what reads a kubeconfig.
  if (cluster !== null) {
    return (await import("./cluster/cluster-inputs.js")).clusterInputs(argument, cluster[1], host);
  }
  const path = argument.replace(/(.)\/+$/, "$1");
  const kind = await host.kindOf(path);
  if (kind === "file") return [localFile(path, host)];
  if (kind === "folder") return filesBelow(path, host, () => true);
  if (isPattern(path)) return matchPattern(path, host);
  throw new UsageError(`'${argument}': no such file or folder`);
}

async function matchPattern(pattern: string, host: Host): Promise<readonly Input[]> {
  const segments = pattern.split("/");
  const fixed = segments.slice(0, segments.findIndex(isPattern));
  const base = fixed.length === 0 ? "." : fixed.join("/") || "/";
  const normalised = pattern.replace(/^\.\//, "");
  if ((await host.kindOf(base)) !== "folder") throw new UsageError(`'${pattern}': nothing matches`);
  const found = await filesBelow(base, host, matcher(normalised), /^/);
  if (found.length === 0) throw new UsageError(`'${pattern}': nothing matches`);
  return found;
}

async function filesBelow(
  folder: string,
  host: Host,
  wanted: (path: string) => boolean,
  name = /\.(?:ya?ml|json)$/i,
): Promise<Input[]> {
  const found: Input[] = [];
  for (const entry of await host.list(folder)) {
    const path = folder === "." ? entry.name : `${folder === "/" ? "" : folder}/${entry.name}`;
    if (entry.kind === "folder") {
      if (entry.name !== "node_modules" && entry.name !== ".git") {
        for (const file of await filesBelow(path, host, wanted, name)) found.push(file);
      }
    } else if (name.test(entry.name) && wanted(path)) {
      found.push(localFile(path, host));
    }
  }
  return found;
}

function localFile(path: string, host: Host): Input {
  return {
    path,
    async read() {
      try {
        return await host.readFile(path);
      } catch (error) {
        const code = errorCode(error);
        if (code === undefined) throw error;
        throw new UsageError(`'${path}': cannot be read (${code})`);
      }
    },
  };
}

function standardInput(host: Host): Input {
  return { path: "<stdin>", read: () => host.readInput() };
}

function remoteFile(url: string, host: Host): Input {
  return {
    path: url,
    async read() {
      const answer = await host.fetch(url).catch((error: unknown) => {
        const reason = error instanceof Error ? (error.cause ?? error) : error;
        throw new UsageError(
          `'${url}': cannot be fetched (${reason instanceof Error ? reason.message : String(reason)})`,
        );
      });
      if (answer.status !== 200)
        throw new UsageError(`'${url}': the server answered ${answer.status}`);
      return answer.body;
    },
  };
}
