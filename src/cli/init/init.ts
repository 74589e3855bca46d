import { basename, posix, relative, resolve } from "node:path";
import { configNames } from "../../config/find.js";
import { readsTypeScript } from "../../config/strip-types.js";
import { Diagnostics } from "../../diagnostics/diagnostics.js";
import { printableName } from "../../diagnostics/render/printable.js";
import type { OutputFile } from "../../emit/generated-file.js";
import { compareVersionNames } from "../../frontend/version-order.js";
import type { ExitCode } from "../exit-code.js";
import { exitCode } from "../exit-code.js";
import type { Host } from "../host.js";
import type { CommonOptions } from "../report.js";
import { printDiagnostics } from "../report.js";
import { UsageError } from "../usage-error.js";
import { writeOutput } from "../write-output.js";
import { findCrdPlaces } from "./crd-places.js";
import { operatorFiles } from "./operator-template.js";
import { packageFiles } from "./package-template.js";
import type { PackagedResource } from "./packaged-resources.js";
import { findPackagedResources } from "./packaged-resources.js";
import { fillTemplate } from "./template.js";

/** What the command line says. */
export interface InitFlags extends CommonOptions {
  /** Absent: a configuration alone. */
  readonly template?: "package" | "operator";
  /** Where the CRDs are; searched for if absent. Relative to the working folder. */
  readonly crd?: readonly string[];
  /** The name of the package; that of its folder if absent. */
  readonly name?: string;
  /** List the files, and write nothing. */
  readonly dryRun: boolean;
}

/** Files to write below a folder, and what to do then. */
interface Start {
  readonly files: readonly OutputFile[];
  readonly next: readonly string[];
}

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
  const diagnostics = new Diagnostics();
  const start =
    flags.template === undefined
      ? await startConfig(folder, flags, host)
      : await startProject(flags.template, folder, flags, diagnostics, host);
  printDiagnostics(diagnostics.list, flags, host);
  if (start === undefined) {
    host.warn("nothing was written\n");
    return exitCode.notGood;
  }
  await refuseExisting(start.files, folder, host);
  if (!flags.dryRun) await writeNew(start.files, folder, host);
  const verb = flags.dryRun ? "would write" : "wrote";
  for (const { path } of start.files)
    host.print(`${verb} ${printableName(posix.join(folder, path))}\n`);
  if (!flags.dryRun && !flags.quiet) host.print(nextSteps(folder, start.next));
  return exitCode.good;
}

async function startConfig(folder: string, flags: InitFlags, host: Host): Promise<Start> {
  if (flags.name !== undefined) throw new UsageError("--name is for --template");
  const inputs =
    flags.crd?.map((input) => inputFrom(folder, input)) ?? (await findCrdPlaces(folder, host));
  const out = `${(await sourceFolder(folder, host)) ?? ""}generated`;
  const installed = await host.kindOf(posix.join(folder, "node_modules/crdgen"));
  const extension = (await readsTypeScript(resolve(folder))) ? "ts" : "json";
  const template = `config/crdgen.config.${extension}`;
  return {
    files: [await fillTemplate(template, { INPUTS: inputs, OUT: out }, host)],
    next: [
      ...(installed === undefined ? ["npm install --save-dev crdgen"] : []),
      `npx crdgen generate           # writes ${printableName(out)}`,
      "npx crdgen generate --check   # in CI: exit code 1 if the output is out of date",
    ],
  };
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
): Promise<Start | undefined> {
  const name = packageName(folder, flags);
  const inputs = flags.crd ?? (await findCrdPlaces(".", host));
  const resources = await findPackagedResources(inputs, flags.quiet, diagnostics, host);
  if (resources === undefined) return undefined;
  const fromFolder = inputs.map((input) => inputFrom(folder, input));
  if (template === "operator") {
    return {
      files: await operatorFiles(operatorName(name), fromFolder, onlyResource(resources), host),
      next: [
        "npm install",
        "npm run build   # generates src/generated, and compiles",
        "npm start       # on the cluster of your kubeconfig",
      ],
    };
  }
  return {
    files: await packageFiles(name, fromFolder, resources, host),
    next: [
      "npm install",
      "npm run build   # generates dist",
      "npm test",
      "npm publish     # once a licence is chosen: see README.md",
    ],
  };
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

/**
 * An input of the command line as seen from a folder; URLs and clusters are the same from
 * everywhere.
 */
function inputFrom(folder: string, input: string): string {
  if (/^https?:\/\//i.test(input) || /^cluster(?::|$)/.test(input)) return input;
  return relative(resolve(folder), resolve(input)).replaceAll("\\", "/") || ".";
}

/** Any configuration would be in the way of another. */
async function refuseExisting(
  files: readonly OutputFile[],
  folder: string,
  host: Host,
): Promise<void> {
  const existing = await existingConfigs(folder, host);
  for (const { path } of files) {
    const target = posix.join(folder, path);
    if ((await host.kindOf(target)) !== undefined) existing.add(target);
  }
  if (existing.size === 0) return;
  throw new UsageError(`nothing was written, since there is already: ${[...existing].join(", ")}`);
}

async function existingConfigs(folder: string, host: Host): Promise<Set<string>> {
  const found = (await host.kindOf(folder)) === "folder" ? await host.list(folder) : [];
  const names = found.map(({ name }) => name).filter((name) => configNames.includes(name));
  return new Set(names.map((name) => posix.join(folder, name)));
}

async function writeNew(files: readonly OutputFile[], folder: string, host: Host): Promise<void> {
  const isNew = (await host.kindOf(folder)) === undefined;
  const plan = { write: files, remove: [], foreign: [], unchanged: 0, isNew, leftovers: [] };
  await writeOutput(plan, folder, host);
}

function nextSteps(folder: string, steps: readonly string[]): string {
  const quoted = /^[\w./@~-]+$/.test(folder)
    ? folder
    : `'${folder.replaceAll("'", String.raw`'\''`)}'`;
  const all = folder === "." ? steps : [`cd ${printableName(quoted)}`, ...steps];
  return `\nNext:\n${all.map((step) => `  ${step}\n`).join("")}`;
}
