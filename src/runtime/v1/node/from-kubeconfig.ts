import type { Impersonation } from "../client/authentication.js";
import { errorText } from "../client/error-text.js";
import type { Middleware } from "../client/transport.js";
import { withHeader, withMiddleware } from "../client/transport.js";
import type { Credentials, CredentialSource, FileModule } from "./credentials.js";
import {
  basicAuthentication,
  fileFault,
  FreshFile,
  isMissingFile,
  renewingToken,
  tokenInFile,
} from "./credentials.js";
import { ExecPlugin, execVersions } from "./exec-plugin.js";
import { loadModule } from "./http-module.js";
import { accountFolder, inClusterUrl, serviceAccountTransport } from "./in-cluster.js";
import type { KubeconfigContext, KubeconfigPart, ParseYaml } from "./kubeconfig.js";
import { Kubeconfig, KubeconfigError, readKubeconfig } from "./kubeconfig.js";
import type { NodeTransport, NodeTransportOptions, PemSource } from "./node-transport.js";
import { nodeTransport } from "./node-transport.js";
import type { Environment, ProxyUrl } from "./proxy-environment.js";
import { chosenProxy } from "./proxy-environment.js";

/** Options of `fromKubeconfig` and `connect`. */
export interface KubeconfigOptions extends Pick<
  NodeTransportOptions,
  "userAgent" | "maxConnections"
> {
  /** A file; the default is what `KUBECONFIG` lists, else `~/.kube/config`. */
  readonly path?: string | undefined;
  /** The name of a context; the default is the current one. */
  readonly context?: string | undefined;
  /** A kubeconfig itself, in place of files. Paths in it are relative to the working directory. */
  readonly text?: string | undefined;
  /**
   * Reads YAML, such as `parse` of the package `yaml`. The default reads what tools write, with
   * anchors, aliases and tags before values, but not within brackets. Of what this function throws
   * only the line is shown, because the text has secrets in it; the message of a KubeconfigError is
   * shown.
   */
  readonly parse?: ParseYaml | undefined;
  /** The default is that of the process. Credential plugins get it too. */
  readonly environment?: Environment | undefined;
  /**
   * An HTTP proxy where the cluster names none, or a function that finds it for the address of the
   * server. The default is that of the environment (`HTTPS_PROXY`, `NO_PROXY`), as for client-go.
   */
  readonly proxyUrl?: ProxyUrl | undefined;
}

/**
 * A transport to the cluster of a context of the kubeconfig, as its user. Certificates and tokens
 * in files are read again when they change, credential plugins run again when theirs expire or are
 * refused. Clients without a namespace use the one of the context.
 *
 * @throws KubeconfigError if there is no such context, or the kubeconfig cannot be used
 */
export async function fromKubeconfig(options: KubeconfigOptions = {}): Promise<NodeTransport> {
  const { config, looked } = await loadKubeconfig(options);
  if (config !== undefined) return contextTransport(config.context(options.context), options);
  throw new KubeconfigError(`there is no kubeconfig: ${looked}`);
}

/**
 * A transport to the cluster that client-go would choose: that of the kubeconfig, as
 * `fromKubeconfig`, else that of the pod in which the process runs, as `inCluster`.
 *
 * @throws KubeconfigError that says what was looked for where there is neither
 */
export async function connect(options: KubeconfigOptions = {}): Promise<NodeTransport> {
  const { config, looked } = await loadKubeconfig(options);
  if (config !== undefined) return contextTransport(config.context(options.context), options);
  const {
    context,
    environment = processScope().env,
    userAgent,
    maxConnections,
    proxyUrl,
  } = options;
  const isPod = inClusterUrl(environment) !== undefined;
  if (isPod && context === undefined) {
    try {
      const account = { userAgent, maxConnections, proxyUrl };
      return serviceAccountTransport(accountFolder, environment, account);
    } catch (error) {
      throw new KubeconfigError(`the service account: ${errorText(error)}`, error);
    }
  }
  const account = isPod
    ? `the service account of this pod has no context '${context ?? ""}'`
    : "this is no pod either, as KUBERNETES_SERVICE_HOST and KUBERNETES_SERVICE_PORT are not set";
  throw new KubeconfigError(`there is no kubeconfig: ${looked}; ${account}`);
}

/** The part of `process` that is used. */
interface ProcessScope {
  readonly env: Environment;
  readonly platform?: string;
}

function processScope(): ProcessScope {
  const { process } = globalThis as { readonly process?: ProcessScope }; // of Node.js
  return process ?? { env: {} };
}

/** A kubeconfig with content; else what was looked for. */
interface LoadedKubeconfig {
  readonly config?: Kubeconfig;
  readonly looked: string;
}

/** The part of `node:path` that is used. */
interface PathModule {
  dirname(path: string): string;
  resolve(...paths: string[]): string;
}

async function loadKubeconfig(options: KubeconfigOptions): Promise<LoadedKubeconfig> {
  const paths = await loadModule<PathModule>("node:path");
  const { text, path, parse } = options;
  const looked: string[] = [];
  const parts =
    text === undefined
      ? await kubeconfigParts(options, paths, looked)
      : [await readKubeconfig({ name: "the kubeconfig", folder: paths.resolve("."), text }, parse)];
  const config = new Kubeconfig(parts);
  if (!config.isEmpty) return { config, looked: "" };
  const [part] = parts;
  if (part === undefined || (text === undefined && path === undefined)) {
    return { looked: looked.join(", ") };
  }
  const name = path === undefined ? "the kubeconfig" : `the kubeconfig '${path}'`;
  throw new KubeconfigError(`${name} ${whyUseless(part)}`);
}

/** Of a file without contexts. Tools leave its kind behind when they have removed all else. */
function whyUseless(part: KubeconfigPart): string {
  const isKubeconfig = part.keys().length === 0 || part.value("kind") === "Config";
  return `is ${isKubeconfig ? "empty" : "no kubeconfig"}: it has no clusters and no contexts`;
}

/** The files that are there; what was looked for goes into `looked`. */
async function kubeconfigParts(
  options: KubeconfigOptions,
  paths: PathModule,
  looked: string[],
): Promise<readonly KubeconfigPart[]> {
  const files = await loadModule<FileModule>("node:fs/promises");
  const parts: KubeconfigPart[] = [];
  const { names, source } = await kubeconfigPaths(options, paths);
  for (const name of names) {
    try {
      const text = await files.readFile(name, "utf8");
      const folder = paths.dirname(paths.resolve(name));
      const part = await readKubeconfig({ name, folder, text }, options.parse);
      parts.push(part);
      looked.push(`'${name}'${source} ${whyUseless(part)}`);
    } catch (error) {
      if (error instanceof KubeconfigError) throw error;
      const fault = fileFault(name, error);
      if (options.path !== undefined || !isMissingFile(error)) {
        throw new KubeconfigError(`the kubeconfig ${fault}`, error);
      }
      looked.push(fault.replace(/(?= does not exist$)/, source));
    }
  }
  if (source === "") looked.push("and KUBECONFIG is not set");
  return parts;
}

/** The files, and what names them; the latter is `""` for the one that nobody names. */
async function kubeconfigPaths(
  { path, environment }: KubeconfigOptions,
  paths: PathModule,
): Promise<{ readonly names: readonly string[]; readonly source: string }> {
  if (path !== undefined) return { names: [path], source: "" };
  const { env, platform } = processScope();
  const { KUBECONFIG = "", HOME, USERPROFILE } = environment ?? env;
  const listed = KUBECONFIG.split(platform === "win32" ? ";" : ":").filter((one) => one !== "");
  if (listed.length > 0) return { names: [...new Set(listed)], source: " of KUBECONFIG" };
  const home = HOME ?? USERPROFILE ?? homeOf(await loadModule<OsModule>("node:os"));
  return { names: [paths.resolve(home, ".kube", "config")], source: "" };
}

/** Containers may run under a number that belongs to no user: such have the root as their home. */
function homeOf(system: OsModule): string {
  try {
    return system.homedir();
  } catch {
    return "/";
  }
}

/** The part of `node:os` that is used. */
interface OsModule {
  homedir(): string;
}

async function contextTransport(
  { name, namespace, cluster, user }: KubeconfigContext,
  options: KubeconfigOptions,
): Promise<NodeTransport> {
  const where = `context '${name}'`;
  const paths = await loadModule<PathModule>("node:path");
  const pem = (part: KubeconfigPart, member: string): Promise<PemSource | undefined> =>
    pemOf(part, member, where, paths);
  const server = cluster.text("server") ?? "";
  const plugin = await pluginOf(user, cluster, where, paths, options);
  const ca = await pem(cluster, "certificate-authority");
  const insecureSkipTlsVerify = cluster.flag("insecure-skip-tls-verify");
  // As client-go (`transport/transport.go`, TLSConfigFor): nobody would look at the authority.
  if (ca !== undefined && insecureSkipTlsVerify)
    throw new KubeconfigError(`${where}: ${bothGiven}`);
  const cert = await pem(user, "client-certificate");
  const key = await pem(user, "client-key");
  if ((cert === undefined) !== (key === undefined)) {
    const [given, missing] = cert ? ["certificate", "key"] : ["key", "certificate"];
    throw new KubeconfigError(`${where}: the user has a client-${given}, but no client-${missing}`);
  }
  const granted = (member: "cert" | "key") => async () => (await plugin?.current())?.[member];
  const { userAgent, maxConnections, environment = processScope().env } = options;
  let transport: NodeTransport;
  try {
    transport = nodeTransport({
      baseUrl: server,
      userAgent,
      maxConnections,
      ca,
      cert: cert ?? (plugin && granted("cert")),
      key: key ?? (plugin && granted("key")),
      insecureSkipTlsVerify,
      tlsServerName: cluster.text("tls-server-name"),
      proxyUrl: cluster.text("proxy-url") ?? chosenProxy(options.proxyUrl, server, environment),
      impersonate: impersonationOf(user, where),
    });
  } catch (error) {
    if (error instanceof KubeconfigError) throw error;
    const fault = urlFault(errorText(error));
    const advice = /^the '?proxy/.test(fault) ? "name an HTTP proxy, or none" : undefined;
    throw new KubeconfigError(`${where}: ${fault}`, error, advice);
  }
  const middlewares = await authentication(user, plugin, where, paths);
  if (cluster.flag("disable-compression")) middlewares.push(uncompressed);
  return { ...withMiddleware(transport, ...middlewares), defaultNamespace: namespace };
}

const bothGiven =
  "the cluster has both a certificate-authority and insecure-skip-tls-verify: leave one of them out";

const uncompressed: Middleware = (next) => (request) =>
  next(withHeader(request, "accept-encoding", "identity"));

/** In the words of a kubeconfig. */
function urlFault(text: string): string {
  return text
    .replace(/^nodeTransport needs .*/, "the cluster has no 'server'")
    .replace(/^baseUrl /, "the 'server' of the cluster ")
    .replace(/^proxyUrl /, "the 'proxy-url' of the cluster ");
}

/** A PEM that stands in the kubeconfig in base64, which wins, or in a file. */
async function pemOf(
  part: KubeconfigPart,
  member: string,
  where: string,
  paths: PathModule,
): Promise<PemSource | undefined> {
  const data = part.text(`${member}-data`);
  if (data !== undefined) return decodeBase64(data, `${where}: ${member}-data`);
  const path = part.text(member);
  if (path === undefined) return undefined;
  const file = new FreshFile(paths.resolve(part.folder, path), `${where}: ${member}`);
  await readFirst(file);
  return () => file.text(0);
}

function decodeBase64(data: string, what: string): string {
  try {
    return new TextDecoder().decode(Uint8Array.from(atob(data), (byte) => byte.charCodeAt(0)));
  } catch {
    throw new KubeconfigError(`${what} is not base64`);
  }
}

/** Reads a file at the start, so that a missing one is reported before anything is sent. */
async function readFirst(file: FreshFile): Promise<void> {
  try {
    await file.text();
  } catch (error) {
    throw new KubeconfigError(errorText(error), error);
  }
}

async function authentication(
  user: KubeconfigPart,
  plugin: CredentialSource | undefined,
  where: string,
  paths: PathModule,
): Promise<Middleware[]> {
  const token = user.text("token");
  const path = user.text("tokenFile");
  if (path !== undefined) {
    const file = new FreshFile(paths.resolve(user.folder, path), `${where}: tokenFile`);
    if (token === undefined) await readFirst(file);
    return [renewingToken(tokenInFile(file, token))];
  }
  if (token !== undefined) return [renewingToken(fixed({ token }))];
  const name = user.text("username");
  if (name !== undefined) return [basicAuthentication(name, user.text("password") ?? "")];
  if (plugin !== undefined) return [renewingToken(plugin)];
  const provider = user.part("auth-provider");
  if (provider === undefined || user.text("client-certificate-data") !== undefined) return [];
  throw new KubeconfigError(
    `${where}: the auth-provider '${provider.text("name") ?? ""}' is not supported`,
    undefined,
    "use a credential plugin ('exec'), or fromClientNode with @kubernetes/client-node",
  );
}

function fixed(credentials: Credentials): CredentialSource {
  return {
    current: () => Promise.resolve(credentials),
    renew: (refused) => Promise.resolve(refused),
  };
}

function impersonationOf(user: KubeconfigPart, where: string): Impersonation | undefined {
  const name = user.text("as");
  const uid = user.text("as-uid");
  const groups = user.texts("as-groups");
  const extra = user.part("as-user-extra");
  if (name !== undefined) return { user: name, uid, groups, extra: extraOf(extra) };
  if (uid === undefined && groups === undefined && extra === undefined) return undefined;
  throw new KubeconfigError(`${where}: as-uid, as-groups and as-user-extra need 'as'`);
}

function extraOf(part: KubeconfigPart | undefined): Impersonation["extra"] {
  if (part === undefined) return undefined;
  return Object.fromEntries(part.keys().map((key) => [key, part.texts(key) ?? []]));
}

async function pluginOf(
  user: KubeconfigPart,
  cluster: KubeconfigPart,
  where: string,
  paths: PathModule,
  { environment = processScope().env }: KubeconfigOptions,
): Promise<ExecPlugin | undefined> {
  const exec = user.part("exec");
  if (exec === undefined) return undefined;
  const command = exec.text("command");
  if (command === undefined) throw new KubeconfigError(`${where}: 'exec' has no command`);
  const [newest = ""] = execVersions;
  const apiVersion = exec.text("apiVersion") ?? newest;
  if (!execVersions.includes(apiVersion)) {
    const known = execVersions.join(" and ");
    throw new KubeconfigError(
      `${where}: 'exec' has the apiVersion '${apiVersion}', but only ${known} are supported`,
    );
  }
  const added = exec
    .parts("env")
    .map((one) => [one.text("name") ?? "", one.text("value") ?? ""] as const);
  return new ExecPlugin({
    // As in a shell, a name without a slash is looked up in the path.
    command: /[/\\]/.test(command) ? paths.resolve(exec.folder, command) : command,
    args: exec.texts("args") ?? [],
    environment: { ...environment, ...Object.fromEntries(added) },
    apiVersion,
    interactiveMode: exec.text("interactiveMode") ?? "IfAvailable",
    installHint: exec.text("installHint"),
    cluster: exec.flag("provideClusterInfo") ? await clusterInfo(cluster, where, paths) : undefined,
  });
}

/** `spec.cluster` of `ExecCredential` (client-go `tools/auth/exec`). */
async function clusterInfo(
  cluster: KubeconfigPart,
  where: string,
  paths: PathModule,
): Promise<object> {
  const ca = await pemOf(cluster, "certificate-authority", where, paths);
  const pem = typeof ca === "function" ? await ca() : ca;
  const bytes = new TextEncoder().encode(String(pem ?? ""));
  const data = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  const extension = cluster
    .parts("extensions")
    .find((one) => one.text("name") === "client.authentication.k8s.io/exec");
  return {
    server: cluster.text("server"),
    "tls-server-name": cluster.text("tls-server-name"),
    "insecure-skip-tls-verify": cluster.flag("insecure-skip-tls-verify") || undefined,
    "certificate-authority-data": data === "" ? undefined : btoa(data),
    "proxy-url": cluster.text("proxy-url"),
    "disable-compression": cluster.flag("disable-compression") || undefined,
    config: extension?.value("extension"),
  };
}
