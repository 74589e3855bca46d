import { readFileSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { Diagnostics } from "../../crd/diagnostics/diagnostics.js";
import { readDocuments } from "../../crd/source/read.js";
import { writeYaml } from "../../crd/source/write-yaml.js";
import type { JsonObject } from "../../runtime/v1/values/json/json.js";
import { isObject } from "../../runtime/v1/values/json/json.js";
import { objectsAt } from "../../runtime/v1/values/json/raw-fields.js";
import { errorCode } from "../host.js";
import { UsageError } from "../usage-error.js";
import type { Certificates } from "./certificates.js";

/**
 * The file that tells clients how to reach a server. A kubeconfig that is there already keeps its
 * other clusters, users and contexts, as with other tools that start clusters; anything else that
 * is there is refused.
 */
export class KubeconfigFile {
  readonly #path: string;
  readonly #mode: number;
  /** Pipes and devices hold nothing that could be lost, and cannot be renamed. */
  readonly #isDevice: boolean;
  readonly #found: JsonObject;

  private constructor(path: string, mode: number, isDevice: boolean, found: JsonObject) {
    this.#path = path;
    this.#mode = mode;
    this.#isDevice = isDevice;
    this.#found = found;
  }

  /**
   * Looks at what is there, and writes nothing.
   *
   * @throws UsageError for what is no kubeconfig, for a folder, and where there is no folder to
   *   write to
   */
  static async open(path: string): Promise<KubeconfigFile> {
    try {
      const stats = statSync(path, { throwIfNoEntry: false });
      if (stats === undefined) {
        statSync(dirname(path));
        return new KubeconfigFile(path, ownersOnly, false, {});
      }
      if (stats.isDirectory()) throw new UsageError(`--kubeconfig: ${path} is a folder`);
      if (!stats.isFile()) return new KubeconfigFile(path, ownersOnly, true, {});
      const found = await readKubeconfig(path, readFileSync(path, "utf8"));
      // A link stays one.
      return new KubeconfigFile(realpathSync(path), stats.mode & 0o777, false, found);
    } catch (error) {
      throw faultOfUse(path, error);
    }
  }

  /**
   * Writes how to reach a server, as the current context.
   *
   * @throws UsageError if that is not possible; what was there stays then
   */
  write(access: Access): void {
    const text = writeYaml(merged(this.#found, kubeconfigOf(access)));
    try {
      if (this.#isDevice) writeFileSync(this.#path, text);
      else this.#replace(text);
    } catch (error) {
      throw faultOfUse(this.#path, error);
    }
  }

  #replace(text: string): void {
    const unfinished = `${this.#path}.${process.pid}.crdgen-new`;
    try {
      writeFileSync(unfinished, text, { mode: this.#mode });
      renameSync(unfinished, this.#path);
    } catch (error) {
      rmSync(unfinished, { force: true });
      throw error;
    }
  }
}

/** A kubeconfig has keys and tokens. */
const ownersOnly = 0o600;

function faultOfUse(path: string, error: unknown): unknown {
  if (error instanceof UsageError || errorCode(error) === undefined) return error;
  const reason = error instanceof Error ? error.message : String(error);
  return new UsageError(`--kubeconfig: ${path} cannot be written: ${reason}`);
}

async function readKubeconfig(path: string, text: string): Promise<JsonObject> {
  if (text.trim() === "") return {};
  const diagnostics = new Diagnostics();
  const documents = await readDocuments({ path, text }, diagnostics);
  const [{ value } = { value: null }] = documents;
  if (documents.length === 1 && !diagnostics.hasErrors && isObject(value) && isKubeconfig(value)) {
    return value;
  }
  const advice = "name another one, or one that does not exist yet";
  throw new UsageError(`--kubeconfig: ${path} is there already, and no kubeconfig; ${advice}`);
}

/** clientcmd reads what does not say what it is too; we do not take that for a kubeconfig. */
function isKubeconfig({ kind, apiVersion }: JsonObject): boolean {
  return kind === "Config" && apiVersion === "v1";
}

/** Entries of the same name make room for the new ones. */
function merged(found: JsonObject, own: JsonObject): JsonObject {
  const result: JsonObject = { ...found, ...own };
  for (const field of ["clusters", "users", "contexts"]) {
    const added = objectsAt(own, field);
    const names = new Set(added.map(({ name }) => name));
    const kept = objectsAt(found, field).filter(({ name }) => !names.has(name));
    result[field] = [...kept, ...added];
  }
  return result;
}

/** How clients reach a server. */
interface Access {
  readonly url: string;
  readonly certificates: Certificates | undefined;
  readonly token: string | undefined;
}

/** A kubeconfig with one context, which is called `crdgen`. */
export function kubeconfigOf({ url, certificates, token }: Access): JsonObject {
  const name = "crdgen";
  const encode = (text: string): string => Buffer.from(text).toString("base64");
  const cluster = {
    server: url,
    ...(certificates && { "certificate-authority-data": encode(certificates.authority) }),
  };
  const user = {
    ...(token !== undefined && { token }),
    ...(certificates &&
      token === undefined && {
        "client-certificate-data": encode(certificates.client.certificate),
        "client-key-data": encode(certificates.client.key),
      }),
  };
  return {
    apiVersion: "v1",
    kind: "Config",
    clusters: [{ name, cluster }],
    users: [{ name, user }],
    contexts: [{ name, context: { cluster: name, user: name, namespace: "default" } }],
    "current-context": name,
  };
}
