import { selectKinds } from "../../builtin/select-kinds.js";
import { createQuietLinter } from "../../codegen/pipeline/crd-linter.js";
import { lintSources } from "../../codegen/pipeline/lint-sources.js";
import { readManifests } from "../../codegen/pipeline/manifests/read-manifests.js";
import type { ObjectDocument } from "../../codegen/pipeline/objects/find-objects.js";
import { findObjects } from "../../codegen/pipeline/objects/find-objects.js";
import type { JudgedCrd } from "../../codegen/pipeline/read-source.js";
import { Diagnostics } from "../../crd/diagnostics/diagnostics.js";
import { plural } from "../../crd/diagnostics/wording.js";
import type { ResourceRow } from "../../runtime/v1/built-in/table/kind-table.js";
import { kindTable } from "../../runtime/v1/built-in/table/kind-table.js";
import { nameOfKind } from "../../runtime/v1/built-in/table/match-kinds.js";
import type { KubernetesMinor } from "../../runtime/v1/values/kubernetes-version.js";
import { Cluster } from "../../server/cluster.js";
import { ProtobufTransport } from "../../server/protobuf/protobuf-transport.js";
import type { Simulation } from "../../server/simulate/simulation.js";
import { objectAdvice } from "../advice.js";
import { checkInputs, checkStandardInput } from "../find-inputs.js";
import type { Host } from "../host.js";
import { openInputs } from "../open-inputs.js";
import { untilSignal } from "../process/signals.js";
import type { CrdFlags } from "../read-config.js";
import { readCrdSettings } from "../read-config.js";
import type { CommonOptions } from "../report/options.js";
import { printDiagnostics } from "../report/print-diagnostics.js";
import { faultText, printNothing, printSummary } from "../report/summary.js";
import { withProgress } from "../terminal/progress.js";
import type { ExitCode } from "../usage-error.js";
import { exitCode, UsageError } from "../usage-error.js";
import type { PlaceWatcher } from "../watch/watch-places.js";
import { placesToWatch } from "../watch/watch-runs.js";
import { isOpen } from "./authentication.js";
import { callWebhook, readWebhookServices } from "./call-webhook.js";
import type { Certificates } from "./certificates.js";
import { DataFile } from "./data-file.js";
import { isLoopback } from "./gate.js";
import { KubeconfigFile } from "./kubeconfig-file.js";
import type { Listener } from "./listen.js";
import { listen } from "./listen.js";
import { CrdReloader, Loader } from "./loader.js";
import { MeteredTransport } from "./metered-transport.js";
import { SecondThread } from "./second-thread.js";
import { letOthersWork } from "./send-answer.js";
import type { NamedTokens } from "./token-file.js";
import { readTokenFile } from "./token-file.js";

/** The flags of the command line; `kubernetesVersion` as typed, the newest if absent. */
export interface ServeFlags extends CommonOptions, Omit<CrdFlags, "crd"> {
  /** Names of Kubernetes' own kinds that are stored too. */
  readonly builtIn?: readonly string[];
  /** Milliseconds after which a simulated cluster has done its work; true: half a second. */
  readonly simulate?: string | true;
  /** The server does what it can of their work; else those beside it do all of it. */
  readonly controllers: boolean;
  /** Where the objects are that are there from the beginning. */
  readonly objects?: readonly string[];
  readonly host: string;
  readonly port: number;
  readonly tls: boolean;
  /** The folder that keeps the authority of `tls`. */
  readonly certDir?: string;
  readonly token?: string;
  /** A file of users and their tokens. */
  readonly tokenFile?: string;
  /** Rights are asked. */
  readonly authorization?: "rbac";
  /** Sites whose pages may write. */
  readonly allowOrigin?: readonly string[];
  /** Where webhooks are that are services: `namespace/name[:port]=https://host:port`. */
  readonly webhookService?: readonly string[];
  /** The file that keeps the objects. */
  readonly data?: string;
  /** Say what is wrong with that file, and no more. */
  readonly checkData: boolean;
  /** Where to write the kubeconfig. */
  readonly kubeconfig: string;
  /** Apply CRDs whose files change. */
  readonly watch: boolean;
  /** Log each request. */
  readonly log: boolean;
}

/**
 * `crdgen serve`: a Kubernetes API server for CRDs, in memory or in one file, until a signal ends
 * it.
 */
export async function serveCommand(
  given: readonly string[],
  flags: ServeFlags,
  host: Host,
): Promise<ExitCode> {
  if (flags.checkData) return checkDataOf(flags, host);
  checkPort(flags.port);
  checkAccess(flags);
  const webhookServices = readWebhookServices(flags.webhookService ?? []);
  const diagnostics = new Diagnostics();
  const crdFlags = given.length > 0 ? { ...flags, crd: given } : flags;
  const settings = await readCrdSettings(crdFlags, diagnostics, host);
  if (settings === undefined) {
    printDiagnostics(diagnostics.list, flags, host);
    printNothing("nothing is served", diagnostics.list, flags, host);
    return exitCode.usage;
  }
  const { crds: inputs, minor, prefer } = settings;
  const delay = delayOf(flags);
  const simulated = delay === undefined ? [] : ["workloads"];
  const builtIns = storedKinds([...(flags.builtIn ?? []), ...simulated], minor);
  checkStandardInput(inputs, flags.objects ?? []);
  await checkInputs([...inputs, ...(flags.objects ?? [])], host);
  const kubeconfig = await KubeconfigFile.open(flags.kubeconfig);
  const places = flags.watch ? await placesToWatch(inputs, host) : [];
  const source: CrdSource = { inputs, minor, prefer };
  const crds = await readCrds(source, flags.quiet, host, diagnostics);
  const objects = await readObjects(flags, host, diagnostics);
  printDiagnostics(diagnostics.list, flags, host);
  if (diagnostics.hasErrors) return notStarted(faultText(diagnostics.list), flags, host);
  const tokens = flags.tokenFile === undefined ? undefined : readTokenFile(flags.tokenFile);
  const certificates = flags.tls ? await certificatesFor(flags) : undefined;
  const data = flags.data === undefined ? undefined : await DataFile.open(flags.data, host);
  const thread = new SecondThread(minor);
  try {
    if (data?.warning !== undefined) host.warn(`${data.warning}\n`);
    const { authorization } = flags;
    const around = { data, thread, certificates, webhookServices, builtIns };
    const kept = { ...around, authorization, tokens, controllersBeside: !flags.controllers };
    const cluster = await startCluster(minor, kept);
    const beginning = { crds, objects, places, source, kubeconfig, certificates, delay, builtIns };
    return await serve(cluster, beginning, flags, host);
  } finally {
    thread.end();
    data?.close();
  }
}

function notStarted(more: string, flags: ServeFlags, host: Host): ExitCode {
  printSummary({ isGood: false, verdict: "no server was started", more }, flags, host);
  return exitCode.notGood;
}

/** @throws UsageError for what is no number of milliseconds */
function delayOf({ simulate }: ServeFlags): number | undefined {
  if (simulate === undefined) return undefined;
  if (simulate === true) return 500;
  const delay = Number(simulate);
  if (Number.isInteger(delay) && delay >= 0 && /^\d+$/.test(simulate)) return delay;
  throw new UsageError(`--simulate: '${simulate}' is no number of milliseconds`);
}

/** @throws UsageError for a name that means no kind */
function storedKinds(names: readonly string[], minor: KubernetesMinor): readonly ResourceRow[] {
  const { resources, faults } = selectKinds(kindTable(minor), names);
  const [fault] = faults;
  if (fault !== undefined) throw new UsageError(`--built-in: ${fault.message}`);
  return resources;
}

/** @throws UsageError where no file is named */
async function checkDataOf({ data }: ServeFlags, host: Host): Promise<ExitCode> {
  if (data === undefined) throw new UsageError("--check-data: name a data file, with --data FILE");
  // Loaded only here: servers check their files as they read them.
  const { checkData } = await import("./check-data.js");
  return checkData(data, host);
}

/** Where the CRDs come from, also when they change. */
interface CrdSource {
  readonly inputs: readonly string[];
  readonly minor: KubernetesMinor;
  readonly prefer: readonly string[];
}

/** The state that a server begins with. */
interface Beginning {
  readonly source: CrdSource;
  readonly crds: readonly JudgedCrd[];
  readonly objects: readonly ObjectDocument[];
  /** The places that are watched. */
  readonly places: readonly string[];
  readonly kubeconfig: KubeconfigFile;
  /** Of a simulation, if there is one. */
  readonly delay: number | undefined;
  readonly builtIns: readonly ResourceRow[];
  /** Undefined without TLS. */
  readonly certificates: Certificates | undefined;
}

async function serve(
  cluster: Cluster,
  beginning: Beginning,
  flags: ServeFlags,
  host: Host,
): Promise<ExitCode> {
  const { crds, objects } = beginning;
  const loader = new Loader(cluster);
  const refused = await withProgress("starting", flags.quiet, host, async (progress) => {
    const tick = (): void => {
      progress.tick();
    };
    return [...(await loader.addCrds(crds, tick)), ...(await loader.addObjects(objects, tick))];
  });
  for (const { place, message } of refused) host.warn(`${place}: ${message}\n`);
  if (refused.length > 0) return notStarted(`: ${refused.length} refused`, flags, host);
  const watcher = await startWatcher(beginning.places, host, () => {
    const reloader = new CrdReloader(loader, crds, (line) => {
      host.warn(`${line}\n`);
    });
    return () => reload(beginning.source, flags, host, reloader);
  });
  try {
    // Heard from before it says that it listens.
    const ends = [untilSignal(), ...(watcher === undefined ? [] : [watcher.failed])];
    const listener = await startListener(cluster, beginning, flags, host);
    // If that fails, the first request fails by it.
    void cluster.prepare().catch(() => undefined);
    const simulation = await startSimulation(cluster, beginning);
    await Promise.race(ends).finally(() => closeListener(cluster, listener));
    await simulation?.stop();
    return exitCode.good;
  } finally {
    await watcher?.close();
  }
}

/** What a cluster does is loaded only where it is wanted. */
async function startSimulation(
  cluster: Cluster,
  { delay, builtIns, source: { minor } }: Beginning,
): Promise<Simulation | undefined> {
  if (delay === undefined) return undefined;
  const { Simulation } = await import("../../server/simulate/simulation.js");
  const stored = new Set(builtIns.map(nameOfKind));
  const simulation = new Simulation(cluster, { minor, delay, stores: (kind) => stored.has(kind) });
  await simulation.start();
  return simulation;
}

/** Watches end before their connections are cut off. */
async function closeListener(cluster: Cluster, listener: Listener): Promise<void> {
  cluster.close();
  for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve));
  await listener.close();
}

/** @throws UsageError where others could get in, and for what would have no effect */
function checkAccess(flags: ServeFlags): void {
  const { host, tls, certDir, allowOrigin = [] } = flags;
  if (certDir !== undefined && !tls) throw new UsageError("--cert-dir: nothing to keep; add --tls");
  if (flags.authorization !== undefined && !tls) {
    throw new UsageError("--authorization: clients say who they are over TLS alone; add --tls");
  }
  if (isOpen({ ...flags, hasTokens: flags.tokenFile !== undefined }) && !isLoopback(host)) {
    throw new UsageError(
      `--host: others can reach ${host}, and could read and write everything; add --token TEXT`,
    );
  }
  for (const origin of allowOrigin) {
    if (URL.canParse(origin) && new URL(origin).origin === origin) continue;
    throw new UsageError(
      `--allow-origin: '${origin}' is not a site; write it like https://example.com`,
    );
  }
}

/** @throws UsageError for what is no port */
function checkPort(port: number): void {
  if (port <= 65_535) return;
  throw new UsageError(`--port: ${port} is not a port; use 1 to 65535, or 0 for any free port`);
}

async function startWatcher(
  places: readonly string[],
  host: Host,
  prepare: () => () => Promise<void>,
): Promise<PlaceWatcher | undefined> {
  if (places.length === 0) return undefined;
  // Loaded and prepared only here: most servers watch nothing.
  const { watchPlaces } = await import("../watch/watch-places.js");
  return watchPlaces(places, { react: prepare() }, host);
}

/** Files that cannot be read, or have errors, leave their CRDs as they were. */
async function reload(
  source: CrdSource,
  flags: ServeFlags,
  host: Host,
  reloader: CrdReloader,
): Promise<void> {
  const diagnostics = new Diagnostics();
  try {
    const crds = await readCrds(source, true, host, diagnostics);
    printDiagnostics(diagnostics.list, flags, host);
    await reloader.reload(crds, !diagnostics.hasErrors);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    host.warn(`${error.message}\n`);
  }
}

async function readCrds(
  { inputs, minor, prefer }: CrdSource,
  quiet: boolean,
  host: Host,
  diagnostics: Diagnostics,
): Promise<readonly JudgedCrd[]> {
  const crds: JudgedCrd[] = [];
  const sources = await openInputs(inputs, "reading CRDs", quiet, diagnostics, host, prefer);
  await lintSources(sources, createQuietLinter(minor), diagnostics, (judged) => {
    crds.push(judged);
  });
  return crds;
}

async function readObjects(
  { objects = [], quiet }: ServeFlags,
  host: Host,
  diagnostics: Diagnostics,
): Promise<readonly ObjectDocument[]> {
  const documents: ObjectDocument[] = [];
  const sources = await openInputs(objects, "reading objects", quiet, diagnostics, host);
  for await (const source of sources) {
    const manifests = await readManifests(source, "objects", diagnostics);
    documents.push(...findObjects(manifests.documents, objectAdvice, diagnostics));
  }
  return documents;
}

/** What a cluster has around it. */
interface ClusterSurroundings {
  readonly data: DataFile | undefined;
  readonly thread: SecondThread;
  readonly certificates: Certificates | undefined;
  readonly webhookServices: Readonly<Record<string, string>>;
  /** Kubernetes' own kinds that are stored beside those that are always there. */
  readonly builtIns: readonly ResourceRow[];
  readonly authorization: "rbac" | undefined;
  readonly tokens: NamedTokens | undefined;
  readonly controllersBeside: boolean;
}

async function startCluster(
  minor: KubernetesMinor,
  surroundings: ClusterSurroundings,
): Promise<Cluster> {
  const { data, thread, certificates, webhookServices, builtIns } = surroundings;
  const { authorization, tokens, controllersBeside } = surroundings;
  const cluster = new Cluster({
    minor,
    authorization,
    staticTokens: tokens && ((token) => tokens.userOf(token)),
    platform: goPlatform(),
    namespaces: true,
    furnishesNamespaces: true,
    controllersBeside,
    rootCertificate: certificates?.authority,
    garbageCollector: true,
    pause: letOthersWork,
    runApart: SecondThread.isThere ? thread.run : undefined,
    callWebhook,
    webhookServices,
    builtIns,
    onChange:
      data &&
      ((change) => {
        data.append(change);
      }),
  });
  if (data?.snapshot !== undefined) await cluster.restore(data.snapshot);
  data?.begin(() => cluster.server.snapshot());
  return cluster;
}

/** Go has other names for some. */
function goPlatform(): string {
  const system = process.platform === "win32" ? "windows" : process.platform;
  return `${system}/${process.arch === "x64" ? "amd64" : process.arch}`;
}

async function startListener(
  cluster: Cluster,
  { kubeconfig, certificates }: Beginning,
  flags: ServeFlags,
  host: Host,
): Promise<Listener> {
  const { tls, token, tokenFile, authorization, port, quiet, log } = flags;
  let listener: Listener;
  try {
    listener = await listen(new MeteredTransport(new ProtobufTransport(cluster, letOthersWork)), {
      host: flags.host,
      port,
      certificates,
      token,
      hasTokens: tokenFile !== undefined,
      tokenUser: (sent) => cluster.userOfToken(sent),
      authorization,
      allowedOrigins: flags.allowOrigin,
      log: log
        ? ({ method, url, status, duration }) => {
            host.warn(`${method} ${url} ${status} ${duration.toFixed(1)} ms\n`);
          }
        : undefined,
    });
  } catch (error) {
    throw listenFault(error, flags);
  }
  cluster.server.address = listener.url.replace(/^\w+:\/\//, "");
  try {
    kubeconfig.write({ url: listener.url, certificates, token });
  } catch (error) {
    await listener.close();
    throw error;
  }
  if (!quiet) host.print(introduction(listener.url, cluster.customKinds, flags));
  if (token !== undefined && !tls) host.warn(tokenlessClients);
  return listener;
}

/** Loaded only here: most servers have no TLS. */
async function certificatesFor({ host, certDir }: ServeFlags): Promise<Certificates> {
  const { makeCertificates } = await import("./certificates.js");
  if (certDir === undefined) return makeCertificates(host);
  const { authorityIn } = await import("./certificates.js");
  return makeCertificates(host, authorityIn(certDir));
}

/** client-go sends credentials over TLS alone (`tools/clientcmd/client_config.go`). */
const tokenlessClients = `--token without --tls: kubectl, Helm and other clients in Go send no token over HTTP, so they get 401; add --tls
`;

function listenFault(error: unknown, { host, port }: ServeFlags): unknown {
  if (!(error instanceof Error) || !("code" in error)) return error;
  const advice = {
    EADDRINUSE: `port ${port} is in use; name another one with --port, or 0 for a free one`,
    EACCES: `port ${port} needs rights that you do not have; name one from 1024 on`,
    EADDRNOTAVAIL: `${host} is no address of this machine; name another one with --host`,
    ENOTFOUND: `${host} is not known; name an address with --host`,
  }[String(error.code)];
  return advice === undefined ? error : new UsageError(`cannot listen: ${advice}`);
}

function introduction(
  url: string,
  kinds: number,
  { kubeconfig, builtIn = [] }: ServeFlags,
): string {
  const own = builtIn.length === 0 ? "" : `, and built-in kinds: ${builtIn.join(", ")}`;
  const served =
    kinds === 0
      ? "no kinds of CRDs yet: name their files, or create them with kubectl"
      : `${plural(kinds, "kind")} of CRDs`;
  return `A Kubernetes API server listens at ${url}
It serves ${served}${own}.

  export KUBECONFIG=${kubeconfig}
  kubectl api-resources

Ctrl-C ends it.
`;
}
