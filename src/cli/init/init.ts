import { basename, dirname, join, posix, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { OutputFile } from "../../codegen/emit/generated-file.js";
import type { RefusedCrd } from "../../codegen/pipeline/refused-crd.js";
import { isPublished, version } from "../../codegen/pipeline/settings.js";
import { Diagnostics } from "../../crd/diagnostics/diagnostics.js";
import { printableName } from "../../crd/diagnostics/render/printable.js";
import { crdName, findCrds } from "../../crd/frontend/find-crds.js";
import { compareVersionNames } from "../../crd/frontend/read-resource.js";
import { readDocuments } from "../../crd/source/read.js";
import type { Json } from "../../runtime/v1/values/json/json.js";
import { isObject } from "../../runtime/v1/values/json/json.js";
import { configNames } from "../config/find.js";
import { readsTypeScript } from "../config/import-module.js";
import { findInputs } from "../find-inputs.js";
import type { Host } from "../host.js";
import type { Input } from "../input.js";
import { refuseToWrite } from "../plan-output.js";
import type { CommonOptions } from "../report/options.js";
import { leftOutText, printBesideLeftOut, reportRefused } from "../report/refused.js";
import type { ExitCode } from "../usage-error.js";
import { exitCode, UsageError } from "../usage-error.js";
import { writeOutput } from "../write-output.js";
import { operatorFiles } from "./operator-files.js";
import type { ConfiguredInputs, Packaged, PackagedResource } from "./packaged-resources.js";
import { findPackagedResources, inputFrom } from "./packaged-resources.js";
import type { Project } from "./templates.js";
import { fillTemplate, packageFiles } from "./templates.js";

/** The flags of the command line. */
export interface InitFlags extends CommonOptions {
  /** Absent: a configuration alone. */
  readonly template?: "package" | "operator";
  /** Where the CRDs are; searched for if absent. Relative to the working folder. */
  readonly crd?: readonly string[];
  /** The name of the package; that of its folder if absent. */
  readonly name?: string;
  /** Add a Helm chart to an operator. */
  readonly helm: boolean;
  /** Leave out CRDs that the API server refuses, now and in every later run. */
  readonly skipInvalid: boolean;
  /** List the files, and write nothing. */
  readonly dryRun: boolean;
}

/** Files to write below a folder, and what to do then. */
interface Start {
  readonly files: readonly OutputFile[];
  readonly next: readonly string[];
  /** CRDs that are no part of it. */
  readonly leftOut: readonly RefusedCrd[];
}

/** Why there is nothing to write, beside the diagnostics. */
interface NothingStarted {
  readonly refused: readonly RefusedCrd[];
  /** There are CRDs that are not refused. */
  readonly hasOthers: boolean;
}

const waysOut = "--skip-invalid leaves them out, now and in every later run";

/**
 * `crdgen init`: writes the files that a project starts with. Nothing is written if one of them
 * exists.
 */
export async function initCommand(
  folderGiven: string | undefined,
  flags: InitFlags,
  host: Host,
): Promise<ExitCode> {
  const folder = posix.normalize(folderGiven ?? ".").replace(/(.)\/+$/, "$1");
  if (flags.crd?.includes("-") === true) {
    throw new UsageError(
      "--crd: every later run reads the CRDs again; save standard input to a file",
    );
  }
  if (flags.helm && flags.template !== "operator") {
    throw new UsageError("--helm is for --template operator: add that, or leave --helm out");
  }
  const diagnostics = new Diagnostics();
  const start =
    flags.template === undefined
      ? await startConfig(folder, flags, host)
      : await startProject(flags.template, folder, flags, diagnostics, host);
  if ("refused" in start) {
    const code = refuseToWrite(diagnostics, flags, host);
    const beside = { waysOut: start.hasOthers ? waysOut : undefined, hasConflicts: false };
    reportRefused(start.refused, flags, beside, host);
    return code;
  }
  printBesideLeftOut(diagnostics.list, start.leftOut, flags, host);
  await refuseExisting(start.files, folder, host);
  if (!flags.dryRun) await writeNew(start.files, folder, host);
  const verb = flags.dryRun ? "would write" : "wrote";
  for (const { path } of start.files)
    host.print(`${verb} ${printableName(posix.join(folder, path))}\n`);
  const remark = leftOutText(start.leftOut, flags).replace(/^; /, "");
  if (remark !== "" && !flags.quiet) host.warn(`${remark}\n`);
  if (flags.crd?.includes("cluster") === true && !flags.quiet) host.warn(`${currentContext}\n`);
  if (!flags.dryRun && !flags.quiet) host.print(nextSteps(folder, start.next));
  return exitCode.good;
}

/** Contexts are called as each of a team likes, so that none can be written for all. */
const currentContext =
  "note: 'cluster' is the cluster of the current context, whichever that is when the CRDs are read; --crd cluster:CONTEXT names one for good";

async function startConfig(folder: string, flags: InitFlags, host: Host): Promise<Start> {
  if (flags.name !== undefined) throw new UsageError("--name is for --template");
  const inputs =
    flags.crd === undefined
      ? await findCrdPlaces(folder, host)
      : await inputsFrom(folder, flags.crd, host);
  const out = `${(await sourceFolder(folder, host)) ?? ""}generated`;
  const installed = await host.kindOf(posix.join(folder, "node_modules/crdgen"));
  const extension = (await readsTypeScript(resolve(folder))) ? "ts" : "json";
  const template = `config/crdgen.config.${extension}`;
  const skipInvalid = flags.skipInvalid ? true : undefined;
  const values = { INPUTS: inputs, SKIPINVALID: skipInvalid, OUT: out };
  return {
    files: [await fillTemplate(template, values, host)],
    leftOut: [],
    next: [
      ...(installed === undefined ? [await installStep(folder, host)] : []),
      `npx crdgen generate           # writes ${printableName(out)}`,
      "npx crdgen generate --check   # in CI: exit code 1 if the output is out of date",
    ],
  };
}

async function installStep(folder: string, host: Host): Promise<string> {
  const source = installArgument(await installedFrom(folder, host));
  return `npm install --save-dev ${shellWord(source)}`;
}

/** Where a project has its sources, with a slash behind it. */
async function sourceFolder(folder: string, host: Host): Promise<string | undefined> {
  for (const name of ["src", "lib"]) {
    if ((await host.kindOf(posix.join(folder, name))) === "folder") return `${name}/`;
  }
  return undefined;
}

async function startProject(
  template: "package" | "operator",
  folder: string,
  flags: InitFlags,
  diagnostics: Diagnostics,
  host: Host,
): Promise<Start | NothingStarted> {
  const name = packageName(folder, flags);
  const given = flags.crd ?? (await findCrdPlaces(".", host));
  const packaged = await findPackagedResources(given, flags, diagnostics, host);
  if (packaged.resources === undefined) return packaged;
  const { skipInvalid, helm } = flags;
  const inputs = { inputs: await inputsFrom(folder, given, host), given, skipInvalid };
  const leftOut = packaged.refused;
  const project = { name, crdgen: await installedFrom(folder, host) };
  return template === "operator"
    ? { ...(await startOperator(project, inputs, { ...packaged, helm }, host)), leftOut }
    : { ...(await startPackage(project, inputs, packaged, host)), leftOut };
}

async function startOperator(
  { name, crdgen }: Project,
  inputs: ConfiguredInputs,
  { resources, crds, helm }: Packaged & { readonly helm: boolean },
  host: Host,
): Promise<Omit<Start, "leftOut">> {
  const project = { name: operatorName(name), crdgen };
  const resource = onlyResource(resources);
  const crd = crds.find((one) => one.name === `${resource.plural}.${resource.group}`);
  if (crd === undefined) throw new Error("a resource without a CRD");
  const sample = await sampleOf(resource, inputs.given, host);
  const operated = { resource, crd: crd.value, sample, helm };
  return {
    files: await operatorFiles(project, inputs, operated, host),
    next: ["npm install", "npm run dev   # an API server, and the operator", "npm test"],
  };
}

/** An object that the server accepts, as JSON; one without a specification if none is found. */
async function sampleOf(
  resource: PackagedResource,
  crd: readonly string[],
  host: Host,
): Promise<string> {
  const { exampleCommand } = await import("../example.js");
  let text = "";
  const silent: Host = { ...host, print: (more) => (text += more), warn: () => undefined };
  const flags = { full: false, seed: 0, output: "json", comments: false } as const;
  const common = { format: "text", quiet: true, color: "never", verbose: false } as const;
  const { group, kind, plural } = resource;
  const apiVersion = `${group}/${resource.version}`;
  const code = await exampleCommand(
    `${plural}.${group}`,
    { ...flags, ...common, apiVersion, crd },
    silent,
  );
  const empty = { apiVersion, kind, metadata: { name: "example" } };
  const sample: unknown = code === exitCode.good ? JSON.parse(text) : empty;
  return `${JSON.stringify(sample, undefined, 2)}\n`;
}

async function startPackage(
  project: Project,
  inputs: ConfiguredInputs,
  packaged: Packaged,
  host: Host,
): Promise<Omit<Start, "leftOut">> {
  return {
    files: await packageFiles(project, inputs, packaged, host),
    next: [
      "npm install",
      "npm run build   # generates dist",
      "npm test",
      "npm publish     # once a licence is chosen: see README.md",
    ],
  };
}

function inputsFrom(
  folder: string,
  inputs: readonly string[],
  host: Host,
): Promise<readonly string[]> {
  return Promise.all(inputs.map((input) => inputFrom(folder, input, host)));
}

/** @throws UsageError for what cannot name objects of Kubernetes */
function operatorName(name: string): string {
  if (name.length <= 63 && /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/.test(name)) return name;
  throw new UsageError(
    `'${name}' cannot name a Deployment: use lower case letters, digits and '-', with --name`,
  );
}

/** The preferred version of the only kind. @throws UsageError where there are several kinds */
function onlyResource(resources: readonly PackagedResource[]): PackagedResource {
  const kinds = [...new Set(resources.map(({ group, kind }) => `${group}/${kind}`))];
  const [preferred] = [...resources].sort((left, right) =>
    compareVersionNames(left.version, right.version),
  );
  if (preferred !== undefined && kinds.length === 1) return preferred;
  throw new UsageError(
    `an operator begins with one kind, and the CRDs have ${kinds.length}: ${kinds.join(", ")}; name the file of one with --crd`,
  );
}

/** @throws UsageError for what npm does not take (docs.npmjs.com, package.json, name) */
function packageName(folder: string, flags: InitFlags): string {
  const name = flags.name ?? basename(resolve(folder));
  if (name.length <= 214 && /^(?:@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*$/.test(name))
    return name;
  const proposal = name
    .toLowerCase()
    .replace(/[^a-z0-9@/]+/g, "-")
    .replace(/^-+|-+$/g, "");
  const help =
    flags.name === undefined
      ? `; name it with --name, such as --name ${proposal || "my-client"}`
      : "";
  throw new UsageError(`'${name}' is not a valid name for an npm package${help}`);
}

/** A text as one word of a shell. */
function shellWord(text: string): string {
  const quoted = /^[\w./@~:+#^-]+$/.test(text)
    ? text
    : `'${text.replaceAll("'", String.raw`'\''`)}'`;
  return printableName(quoted);
}

function nextSteps(folder: string, steps: readonly string[]): string {
  const all = folder === "." ? steps : [`cd ${shellWord(folder)}`, ...steps];
  return `\nNext:\n${all.map((step) => `  ${step}\n`).join("")}`;
}

/**
 * Makes sure that files can be written without anything being overwritten, not even a link that
 * leads nowhere. Any configuration would be in the way of another.
 *
 * @throws UsageError that names all that is in the way
 */
export async function refuseExisting(
  files: readonly OutputFile[],
  folder: string,
  host: Host,
): Promise<void> {
  const existing = new Set<string>();
  const above = await fileAbove(folder, host);
  if (above !== undefined) {
    throw new UsageError(
      `nothing was written, since '${printableName(above)}' is a file, not a folder; name another folder`,
    );
  }
  for (const path of await existingConfigs(folder, host)) existing.add(path);
  for (const { path } of files) {
    const found = await inTheWay(folder, path, host);
    if (found !== undefined) existing.add(found);
  }
  if (existing.size === 0) return;
  const names = [...existing].map(printableName).join(", ");
  const it = existing.size === 1 ? "it" : "them";
  throw new UsageError(
    `nothing was written, since there is already: ${names}; move ${it} away, or name another folder`,
  );
}

/** Writes files that `refuseExisting` let pass: all of them or none. */
export async function writeNew(
  files: readonly OutputFile[],
  folder: string,
  host: Host,
): Promise<void> {
  const isNew = (await host.kindOf(folder)) === undefined;
  const plan = { write: files, remove: [], foreign: [], unchanged: 0, isNew, leftovers: [] };
  await writeOutput(plan, folder, host);
}

/** A file where a folder, or one above it, would have to be. */
async function fileAbove(folder: string, host: Host): Promise<string | undefined> {
  for (let at = folder; ; at = posix.dirname(at)) {
    const kind = await host.kindOf(at);
    if (kind === "file") return at;
    if (kind === "folder" || at === posix.dirname(at)) return undefined;
  }
}

/** Finds an entry at a path below a folder, or in the place of a folder on the way to it. */
async function inTheWay(folder: string, path: string, host: Host): Promise<string | undefined> {
  const target = posix.join(folder, path);
  // Names may differ in upper and lower case from those that a folder lists.
  if ((await host.kindOf(target)) !== undefined) return target;
  const names = path.split("/");
  let at = folder;
  for (const [index, name] of names.entries()) {
    if ((await host.kindOf(at)) !== "folder") return undefined;
    const entry = (await host.list(at)).find((one) => one.name === name);
    if (entry === undefined) return undefined;
    at = posix.join(at, name);
    const isFolder = entry.kind === "folder" || entry.kind === "linked folder";
    if (!isFolder || index === names.length - 1) return at;
  }
  return undefined;
}

async function existingConfigs(folder: string, host: Host): Promise<readonly string[]> {
  const found = (await host.kindOf(folder)) === "folder" ? await host.list(folder) : [];
  const names = found.map(({ name }) => name).filter((name) => configNames.includes(name));
  return names.map((name) => posix.join(folder, name));
}

/** The repository, as npm installs from it; a fork changes it with all other addresses. */
export const repositoryAddress = "git+https://github.com/crdgen/crdgen.git";

/** Seen from `dist/cli`, where the bundle lies. */
const ownFolder = fileURLToPath(new URL("../../", import.meta.url));

/**
 * Where the running crdgen was installed from, as the `package.json` of a folder names it: a
 * tarball, a folder, a git address or a version. A project that has crdgen says so in its own
 * `package.json`, whichever package manager wrote it; a checkout of the repository is named as a
 * folder. What nobody names, such as a global installation, comes from the registry, or from the
 * repository as long as the registry has none.
 *
 * @param folder whose `package.json` it is for, from the working folder
 * @param own the folder of the running package, free of links
 */
export async function installedFrom(
  folder: string,
  host: Host,
  own: string = ownFolder,
): Promise<string> {
  if (!/[/\\]node_modules[/\\]/.test(own)) return `file:${pathFrom(folder, own)}`;
  for (const place of [...foldersAbove(resolve(".")), ...foldersAbove(dirname(own))]) {
    const named = await namedIn(place, host);
    if (named !== undefined) return seenFrom(folder, named, place);
  }
  return isPublished ? `^${version}` : repositoryAddress;
}

/** The same as an argument of `npm install`. */
export function installArgument(source: string): string {
  return /^(?:[\^~]?\d|latest$|\*$)/.test(source) ? `crdgen@${source}` : source;
}

function foldersAbove(folder: string): readonly string[] {
  const parent = dirname(folder);
  return parent === folder ? [folder] : [folder, ...foldersAbove(parent)];
}

/**
 * Returns the specifier of crdgen in a `package.json`; `undefined` for what has a meaning in its
 * place alone.
 */
async function namedIn(folder: string, host: Host): Promise<string | undefined> {
  const manifest = await readManifest(join(folder, "package.json"), host);
  for (const kind of ["devDependencies", "dependencies", "optionalDependencies"]) {
    const packages = isObject(manifest) ? manifest[kind] : undefined;
    const named = isObject(packages) ? packages["crdgen"] : undefined;
    if (typeof named === "string" && !/^(?:workspace|catalog):/.test(named)) return named;
  }
  return undefined;
}

async function readManifest(path: string, host: Host): Promise<Json | undefined> {
  try {
    const text = new TextDecoder().decode(await host.readFile(path));
    return JSON.parse(text) as Json; // what JSON.parse returns
  } catch {
    // Its own tool says what is wrong with it.
    return undefined;
  }
}

/** Paths are relative to the folder of their `package.json`; all else is the same everywhere. */
function seenFrom(folder: string, named: string, place: string): string {
  const [, protocol = "file:", path] =
    /^(file:|link:|portal:)(.*)$/s.exec(named) ?? /^()(\.{0,2}\/.*)$/s.exec(named) ?? [];
  if (path === undefined) return named;
  return (protocol || "file:") + pathFrom(folder, resolve(place, path));
}

function pathFrom(folder: string, path: string): string {
  return relative(resolve(folder), path).replaceAll("\\", "/") || ".";
}

/**
 * Where projects keep their CRDs, the likeliest first: those of controller-gen before what
 * kustomize adds to them.
 */
const usualFolders = [
  "config/crd/bases",
  "config/crd",
  "config/crds",
  "crds",
  "crd",
  "deploy/crds",
  "deploy/crd",
  "manifests/crds",
  "package/crds",
];

/** Folders of Helm charts, each of which may have `crds`. */
const chartFolders = ["charts", "helm", "deploy/charts", "deploy/helm"];

/** Reading more would take longer than naming the place. */
const mostFiles = 2_000;

/**
 * Finds the CRDs of a project: in the first of the usual folders that holds one, else in the
 * charts, else anywhere.
 *
 * @returns paths relative to the folder; at least one
 * @throws UsageError where there are none
 */
export async function findCrdPlaces(folder: string, host: Host): Promise<readonly string[]> {
  for (const place of usualFolders) {
    if (await holdsCrd(posix.join(folder, place), host)) return [place];
  }
  const places = [...(await crdsOfCharts(folder, host))];
  if (places.length === 0) places.push(...(await placesAnywhere(folder, host)));
  if (places.length > 0) return places;
  throw new UsageError(
    `no CustomResourceDefinition below '${folder}'; name the CRDs with --crd, such as --crd ../operator/config/crd or --crd cluster`,
  );
}

async function crdsOfCharts(folder: string, host: Host): Promise<readonly string[]> {
  const candidates = ["chart/crds", "helm/crds"];
  for (const charts of chartFolders) {
    const path = posix.join(folder, charts);
    if ((await host.kindOf(path)) !== "folder") continue;
    const entries = await host.list(path);
    const names = entries.filter(({ kind }) => kind === "folder").map(({ name }) => name);
    candidates.push(...names.map((name) => `${charts}/${name}/crds`));
  }
  const found: string[] = [];
  for (const place of new Set(candidates)) {
    if (await holdsCrd(posix.join(folder, place), host)) found.push(place);
  }
  return found;
}

/**
 * The folders of files with CRDs, without those within another; of the project's own folder the
 * files themselves.
 */
async function placesAnywhere(folder: string, host: Host): Promise<readonly string[]> {
  const places = new Set<string>();
  for (const input of (await inputsBelow(folder, host)).slice(0, mostFiles)) {
    if (!(await isCrd(input))) continue;
    const file = posix.relative(folder, input.path);
    places.add(file.includes("/") ? posix.dirname(file) : file);
  }
  const sorted = [...places].sort();
  return sorted.filter((place) => !sorted.some((other) => place.startsWith(`${other}/`)));
}

async function holdsCrd(folder: string, host: Host): Promise<boolean> {
  for (const input of (await inputsBelow(folder, host)).slice(0, mostFiles)) {
    if (await isCrd(input)) return true;
  }
  return false;
}

async function inputsBelow(folder: string, host: Host): ReturnType<typeof findInputs> {
  return (await host.kindOf(folder)) === "folder" ? findInputs([folder], host) : [];
}

/** Templates have to be rendered first; there is no use in naming them. */
async function isCrd(input: Input): Promise<boolean> {
  const text = Buffer.from(await input.read()).toString("utf8");
  if (!/\bkind"?:\s*["']?CustomResourceDefinition\b/.test(text)) return false;
  if (!text.includes("{{")) return true;
  if (input.place?.chart === "templates") return false;
  // Descriptions may be about templates: those of a CRD are texts within YAML.
  const diagnostics = new Diagnostics();
  const { crds } = findCrds(
    await readDocuments({ path: input.path, text }, diagnostics),
    diagnostics,
  );
  return !diagnostics.hasErrors && crds.every((crd) => !crdName(crd).includes("{{"));
}
