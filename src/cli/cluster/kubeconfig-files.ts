import { dirname, resolve } from "node:path";
import { KubeconfigError } from "../../config/kubeconfig.js";
import type { Host } from "../host.js";
import { errorCode } from "../host.js";

/** A PEM that stands in the kubeconfig in base64, which wins, or in a file beside it. */
export async function pem<Name extends string>(
  holder: { readonly [key in Name | `${Name}-data`]?: string | undefined },
  name: Name,
  file: string,
  host: Host,
): Promise<string | undefined> {
  const data: string | undefined = holder[`${name}-data`];
  if (data !== undefined) return Buffer.from(data, "base64").toString();
  const path: string | undefined = holder[name];
  return path === undefined ? undefined : readText(besideOf(file, path), host);
}

/** A path in a kubeconfig is relative to the folder of the file. */
export function besideOf(file: string, path: string): string {
  return resolve(dirname(file), path);
}

/** A text beside the kubeconfig. Throws a KubeconfigError if it cannot be read. */
export async function readText(path: string, host: Host): Promise<string> {
  try {
    return new TextDecoder().decode(await host.readFile(path));
  } catch (error) {
    const code = errorCode(error);
    if (code === undefined) throw error;
    throw new KubeconfigError(`'${path}': cannot be read (${code})`);
  }
}
