import { createRequire } from "node:module";
import { dirname, resolve } from "node:path";
import { printable } from "../../crd/diagnostics/render/printable.js";
import { usualFolder } from "../cache/source-cache.js";
import { findConfigs } from "../config/find.js";
import type { Fact } from "../facts/run-facts.js";
import { bugsUrl, factLines, programFacts } from "../facts/run-facts.js";
import type { Host } from "../host.js";
import { fitLines } from "../process/fit.js";
import type { CommonOptions } from "../report/options.js";
import type { ExitCode } from "../usage-error.js";
import { exitCode } from "../usage-error.js";
import { streamFacts, streamText, terminalVariables } from "./stream-facts.js";

/** The packages that crdgen uses if a project has them: see `peerDependencies` of package.json. */
const optionalPackages = ["prettier", "ts-morph", "typescript"] as const;

/** The flags of the command line. */
export interface DoctorFlags extends Pick<CommonOptions, "format" | "color"> {
  readonly config?: string;
}

/**
 * `crdgen doctor`: prints what crdgen finds here, for those who wonder and for reports of bugs. No
 * configuration is run, and no server is asked.
 */
export async function doctorCommand(flags: DoctorFlags, host: Host): Promise<ExitCode> {
  const packages = await Promise.all(optionalPackages.map(async (name) => packageFact(name, host)));
  const named: Facts = {
    configuration: await configText(flags.config, host),
    git: await gitText(host),
    kubeconfig: await kubeconfigText(host),
    cache: await cacheText(flags.config, host),
  };
  const output = streamFacts(flags.color, "output", host);
  const error = streamFacts(flags.color, "error", host);
  const environment = terminalVariables(host);
  if (flags.format === "json") {
    const program = Object.fromEntries(
      programFacts(host.environment).map(([name, value]) => [dataNames[name] ?? name, value]),
    );
    const data = {
      ...{ ...program, ...named, packages: Object.fromEntries(packages) },
      ...{ output, error, environment, bugs: bugsUrl },
    };
    host.print(`${printable(JSON.stringify(data))}\n`);
    return exitCode.good;
  }
  const variables = Object.entries(environment).map(([name, value]) => `${name}=${value}`);
  const facts: readonly Fact[] = [
    ...programFacts(host.environment),
    ["configuration", named.configuration],
    ...packages,
    ["git", named.git],
    ["kubeconfig", named.kubeconfig],
    ["cache", named.cache],
    ["standard output", streamText(output)],
    ["standard error", streamText(error)],
    ["environment", variables.length === 0 ? "nothing about terminals" : variables.join(", ")],
  ];
  host.print(`${fitLines(factLines(facts), host.outputColumns)}\nReport bugs at ${bugsUrl}\n`);
  return exitCode.good;
}

/** What is found in the working folder and on this machine. */
interface Facts {
  readonly configuration: string;
  readonly git: string;
  readonly kubeconfig: string;
  readonly cache: string;
}

/** The names that facts have as data, where they are others than in the text. */
const dataNames: Readonly<Record<string, string | undefined>> = {
  "Node.js": "node",
  "package manager": "packageManager",
};

async function configText(given: string | undefined, host: Host): Promise<string> {
  if (given !== undefined) {
    return (await host.kindOf(given)) === "file" ? given : `${given}: no such file`;
  }
  const found = await findConfigs();
  if (found.length > 1) return `${found.join(", ")}: more than one; choose one with --config`;
  return found[0] ?? "none in this folder";
}

/** What the configuration says of it is not read. */
async function cacheText(config: string | undefined, host: Host): Promise<string> {
  const folder = await usualFolder(resolve(config === undefined ? "." : dirname(config)), host);
  if (folder === undefined) return "none: there is no node_modules";
  return (await host.kindOf(folder)) === "folder" ? folder : `${folder}, which is not there yet`;
}

/** As a configuration in the working folder would find it. */
async function packageFact(name: string, host: Host): Promise<Fact> {
  for (const folder of createRequire(`${process.cwd()}/`).resolve.paths(name) ?? []) {
    const path = `${folder}/${name}/package.json`;
    if ((await host.kindOf(path)) === "file") return [name, await versionIn(path, host)];
  }
  return [name, "not installed"];
}

async function versionIn(path: string, host: Host): Promise<string> {
  try {
    const manifest: unknown = JSON.parse(Buffer.from(await host.readFile(path)).toString("utf8"));
    const isManifest = typeof manifest === "object" && manifest !== null && "version" in manifest;
    return isManifest ? String(manifest.version) : `no version in ${path}`;
  } catch {
    return `${path} cannot be read`;
  }
}

async function gitText(host: Host): Promise<string> {
  const { code, out } = await host.runGit(["--version"], 1_000);
  if (code !== 0) return "not found";
  return Buffer.from(out).toString("utf8").trim().replace("git version ", "");
}

/** Where it is, never what is in it. */
async function kubeconfigText(host: Host): Promise<string> {
  const { KUBECONFIG: given = "", HOME: home = "", USERPROFILE: profile = "" } = host.environment;
  if (given !== "") return `${given} ($KUBECONFIG)`;
  const usual = `${home === "" ? profile : home}/.kube/config`;
  return (await host.kindOf(usual)) === "file" ? usual : "none";
}
