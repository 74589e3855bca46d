import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import type { OutputFile } from "../../codegen/emit/generated-file.js";
import { assetMark } from "../../codegen/emit/jsdoc.js";
import { resolveKubernetes, version } from "../../codegen/pipeline/settings.js";
import { Diagnostics } from "../../crd/diagnostics/diagnostics.js";
import { printableName } from "../../crd/diagnostics/render/printable.js";
import { nameSome, plural } from "../../crd/diagnostics/wording.js";
import type { KubernetesMinor } from "../../runtime/v1/values/kubernetes-version.js";
import type { SiteFrame } from "../../tools/docs/html/page-frame.js";
import { markdownFiles } from "../../tools/docs/markdown/markdown-files.js";
import { CrdDocumenter } from "../../tools/docs/model/document-crds.js";
import { siteFiles } from "../../tools/docs/site.js";
import { checkStandardInput, placesOfInputs } from "../find-inputs.js";
import type { Host } from "../host.js";
import { errorCode } from "../host.js";
import { openInputs } from "../open-inputs.js";
import { refuseToWrite, reportForeignFile } from "../plan-output.js";
import { dieBy, untilSignal } from "../process/signals.js";
import { readConfig } from "../read-config.js";
import type { CommonOptions } from "../report/options.js";
import { leftOutText, printBesideLeftOut, reportRefused } from "../report/refused.js";
import { printSkipped, skippedHints, skippedInstead, skippedText } from "../report/skipped.js";
import type { Summary } from "../report/summary.js";
import { printSummary } from "../report/summary.js";
import type { ExitCode } from "../usage-error.js";
import { exitCode, UsageError } from "../usage-error.js";
import type { WatchPlan } from "../watch/watch-runs.js";
import { placesToWatch, watchRuns } from "../watch/watch-runs.js";
import { clearsScreen } from "../watch/watch-screen.js";
import type { StreamedOutput } from "./stream-output.js";
import { streamOutput } from "./stream-output.js";

/** The flags of the command line; `kubernetesVersion` as typed, the newest if absent. */
export interface DocsFlags extends CommonOptions {
  readonly as: "html" | "md";
  readonly out?: string;
  readonly title?: string;
  /** Patterns of the files whose variants of a CRD count. */
  readonly prefer?: readonly string[];
  readonly kubernetesVersion?: string;
  /** The configuration, in place of the one of the working folder. */
  readonly config?: string;
  /** Show the site to browsers of this machine. */
  readonly serve: boolean;
  readonly port: number;
  /** The port is not the usual one. */
  readonly portIsGiven: boolean;
  /** Leave out CRDs that the API server refuses, with warnings. */
  readonly skipInvalid: boolean;
  /** Go on until a signal or a key ends it, and make it anew when inputs change. */
  readonly watch: boolean;
  /** False keeps what stands on the terminal when a watch begins a run. */
  readonly clear?: boolean;
  /** False leaves crdgen's version out of the files. */
  readonly versionInBanner: boolean;
}

interface DocsCommand extends CommonOptions {
  readonly inputs: readonly string[];
  readonly prefer: readonly string[];
  readonly out: string | undefined;
  readonly isMarkdown: boolean;
  readonly skipInvalid: boolean;
  readonly minor: KubernetesMinor;
  readonly frame: SiteFrame;
  /** The files of the configuration. */
  readonly configFiles: readonly string[];
}

/**
 * `crdgen docs`: a site, or Markdown, that describes CRDs. CRDs that the API server refuses are
 * shown with their faults; nothing is written where an input cannot be read.
 *
 * @throws UsageError where there is no CRD, or nowhere to write to
 */
export async function docsCommand(
  inputs: readonly string[],
  flags: DocsFlags,
  host: Host,
): Promise<ExitCode> {
  checkUsage(flags);
  const read: ReadCommand = () => readCommand(inputs, flags, host);
  if (flags.watch && !flags.serve) return watchDocs(read, flags, host);
  const command = await read();
  if (command === undefined) return exitCode.usage;
  return flags.serve ? serve(command, read, flags, host) : writeDocs(command, host);
}

type ReadCommand = () => Promise<DocsCommand | undefined>;

/** `undefined` where the configuration has faults, which are printed. */
async function readCommand(
  inputs: readonly string[],
  flags: DocsFlags,
  host: Host,
): Promise<DocsCommand | undefined> {
  const diagnostics = new Diagnostics();
  const command = await withConfig(inputs, flags, diagnostics, host);
  if (command === undefined) refuseToWrite(diagnostics, flags, host);
  return command;
}

function watchDocs(read: ReadCommand, flags: DocsFlags, host: Host): Promise<ExitCode> {
  const makePlan = async (): Promise<WatchPlan | undefined> => {
    const command = await read();
    if (command === undefined) return undefined;
    const places = await placesToWatch(command.inputs, host);
    return planOf(command, places, (diagnostics) => writeDocs(command, host, { diagnostics }));
  };
  return watchRuns(makePlan, flags, host);
}

function planOf(
  { out, configFiles }: DocsCommand,
  places: readonly string[],
  run: WatchPlan["run"],
): WatchPlan {
  return { places, planFiles: configFiles, ignored: out === undefined ? [] : [out], run };
}

function checkUsage({ out, serve: serves, as, port, portIsGiven }: DocsFlags): void {
  if (out === undefined && !serves) {
    throw new UsageError("name a folder with --out, or ask for a preview with --serve");
  }
  if (out === "") throw new UsageError("--out: name a folder");
  if (serves && as === "md") {
    throw new UsageError("--serve shows a site: leave out --as md");
  }
  if (portIsGiven && !serves) {
    throw new UsageError("--port: nothing listens without --serve", { help: "add --serve" });
  }
  if (port > 65_535) {
    throw new UsageError(`--port: ${port} is not a port; use 1 to 65535, or 0 for any free port`);
  }
}

async function withConfig(
  given: readonly string[],
  flags: DocsFlags,
  diagnostics: Diagnostics,
  host: Host,
): Promise<DocsCommand | undefined> {
  const found = await readConfig(flags.config, diagnostics, host);
  if (found === undefined) return undefined;
  const { config } = found;
  const inputs = given.length > 0 ? given : (config.inputs ?? []);
  if (inputs.length === 0) {
    throw new UsageError("name at least one input, or - for standard input");
  }
  checkStandardInput(inputs, []);
  const { out, title = "Custom resources" } = flags;
  return {
    ...commonOf(flags),
    inputs,
    out,
    prefer: flags.prefer ?? config.prefer ?? [],
    configFiles: found.files,
    isMarkdown: flags.as === "md",
    skipInvalid: flags.skipInvalid || config.skipInvalid === true,
    minor: resolveKubernetes(flags.kubernetesVersion ?? config.kubernetesVersion),
    frame: {
      title,
      generatorVersion: flags.versionInBanner ? version : undefined,
      hasEditor: true,
    },
  };
}

function commonOf({ format, quiet, color, verbose, maxDiagnostics }: DocsFlags): CommonOptions {
  return { format, quiet, color, verbose, ...(maxDiagnostics !== undefined && { maxDiagnostics }) };
}

/** Shows the site from memory; `--out` writes it as well. */
async function serve(
  command: DocsCommand,
  read: ReadCommand,
  flags: DocsFlags,
  host: Host,
): Promise<ExitCode> {
  let current: ReadonlyMap<string, string> = new Map();
  let noteFirst: () => void = () => undefined;
  const first = new Promise<void>((resolve) => {
    noteFirst = resolve;
  });
  const preview = await startPreview(async () => {
    await first;
    return current;
  }, flags.port);
  const clears = clearsScreen(flags, host);
  const tellUrl = (): void => {
    if (!command.quiet) host.warn(`showing ${preview.url}\n`);
  };
  const show = async (shown: DocsCommand, diagnostics = new Diagnostics()): Promise<ExitCode> => {
    const kept = new Map<string, string>();
    const code = await writeDocs(shown, host, { diagnostics, kept }).finally(noteFirst);
    if (code === exitCode.good) current = kept;
    if (clears) tellUrl();
    return code;
  };
  const makePlan = async (): Promise<WatchPlan | undefined> => {
    const planned = await read();
    if (planned === undefined) return undefined;
    const places = await placesOfInputs(planned.inputs, host);
    return planOf(planned, places, (diagnostics) => show(planned, diagnostics));
  };
  try {
    if (!clears) tellUrl();
    const { inputs } = command;
    const places = inputs.includes("-") ? [] : await placesOfInputs(inputs, host);
    if (places.length > 0) return await watchRuns(makePlan, flags, host);
    const ended = untilSignal();
    const code = await show(command);
    if (code === exitCode.good) dieBy(await ended);
    return code;
  } finally {
    await preview.close();
  }
}

/** What a run of several needs beside its command. */
interface DocsRun {
  readonly diagnostics: Diagnostics;
  /** Takes the files, if they are wanted in memory. */
  readonly kept?: Map<string, string>;
}

async function writeDocs(
  command: DocsCommand,
  host: Host,
  { diagnostics, kept }: DocsRun = { diagnostics: new Diagnostics() },
): Promise<ExitCode> {
  const { inputs, prefer, quiet, minor, out } = command;
  const documenter = new CrdDocumenter(minor, diagnostics, command.skipInvalid);
  const sources = await openInputs(inputs, "documenting", quiet, diagnostics, host, prefer);
  const files = keeping(filesOf(documenter.document(sources), command, host), kept);
  const isGood = (): boolean => documenter.crds > 0 && !diagnostics.hasErrors;
  const output =
    out === undefined ? await countFiles(files) : await streamOutput(files, out, isGood, host);
  const { skipped, crds, refused } = documenter;
  printSkipped(skipped, command, host);
  for (const path of output.foreign) reportForeignFile(`${out ?? ""}/${path}`, diagnostics);
  if (diagnostics.hasErrors) return refuseToWrite(diagnostics, command, host);
  if (crds === 0 && !(command.skipInvalid && refused.length > 0)) {
    const others = skippedInstead(skipped);
    throw new UsageError(`no CustomResourceDefinition in ${inputs.join(", ")}${others}`);
  }
  printBesideLeftOut(diagnostics.list, refused, command, host);
  if (crds === 0) {
    reportRefused(refused, command, { waysOut: undefined, hasConflicts: false }, host);
    return exitCode.notGood;
  }
  printSummary(summaryOf(output, documenter, command), command, host);
  if (!quiet) host.warn(skippedHints(skipped));
  return exitCode.good;
}

async function* filesOf(
  crds: ReturnType<CrdDocumenter["document"]>,
  { isMarkdown, frame }: DocsCommand,
  host: Host,
): AsyncGenerator<OutputFile> {
  if (isMarkdown) yield* markdownFiles(crds, frame);
  else {
    yield* siteFiles(crds, frame);
    yield* siteAssets(frame.generatorVersion, host);
  }
}

async function* keeping(
  files: AsyncGenerator<OutputFile>,
  kept: Map<string, string> | undefined,
): AsyncGenerator<OutputFile> {
  for await (const file of files) {
    kept?.set(file.path, file.text);
    yield file;
  }
}

async function countFiles(files: AsyncIterable<OutputFile>): Promise<StreamedOutput> {
  let written = 0;
  for await (const file of files) if (file.text !== "") written++;
  return { written, unchanged: 0, removed: 0, foreign: [] };
}

const namedAtMost = 20;

function summaryOf(
  { written, unchanged, removed }: StreamedOutput,
  { crds, refused, skipped }: CrdDocumenter,
  { out, skipInvalid }: DocsCommand,
): Summary {
  const verdict =
    out === undefined
      ? `${plural(crds, "CRD")}: ${plural(written, "file")} made`
      : `${printableName(out)}: ${plural(crds, "CRD")}: ${plural(written, "file")} written, ${unchanged} unchanged, ${removed} removed`;
  if (skipInvalid) {
    const more = leftOutText(refused, { quiet: false, skipInvalid }) + skippedText(skipped);
    return { isGood: true, verdict, more };
  }
  const names = refused.map(({ name }) =>
    name === "" ? "one without a name" : printableName(name),
  );
  const faulty =
    names.length === 0
      ? ""
      : `; the API server refuses ${nameSome(names, namedAtMost)}: the faults are on the pages`;
  return { isGood: true, verdict, more: faulty + skippedText(skipped) };
}

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

/** Beside the bundled command line. */
const source = new URL("../site/", import.meta.url);

/** The scripts and styles of a site, marked as files of crdgen. */
export async function* siteAssets(
  generatorVersion: string | undefined,
  host: Host,
): AsyncGenerator<OutputFile> {
  const root = fileURLToPath(source);
  const pending = [""];
  for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
    for (const { name, kind } of await host.list(root + folder)) {
      if (kind === "folder") pending.push(`${folder}${name}/`);
      else if (kind === "file") yield await assetOf(folder + name, root, generatorVersion, host);
    }
  }
}

async function assetOf(
  path: string,
  root: string,
  generatorVersion: string | undefined,
  host: Host,
): Promise<OutputFile> {
  const text = Buffer.from(await host.readFile(root + path)).toString("utf8");
  const mark = assetMark(path.endsWith(".css") ? "css" : "js", generatorVersion);
  return { path: `assets/${path}`, text: `${mark}\n${text}` };
}
