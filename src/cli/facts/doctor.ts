import { createRequire } from "node:module";
import { findConfigs } from "../config/find.js";
import type { Host } from "../host.js";
import type { ExitCode } from "../usage-error.js";
import { exitCode } from "../usage-error.js";
import type { Fact } from "./run-facts.js";
import { bugsUrl, factLines, programFacts } from "./run-facts.js";

/** The packages that crdgen uses if a project has them: see `peerDependencies` of package.json. */
const optionalPackages = ["prettier", "ts-morph", "typescript"] as const;

/**
 * `crdgen doctor`: prints what crdgen finds here, for those who wonder and for reports of bugs. No
 * configuration is run, and no server is asked.
 */
export async function doctorCommand(host: Host): Promise<ExitCode> {
  const facts: Fact[] = [
    ...programFacts(host.environment),
    ["configuration", await configText()],
    ...(await Promise.all(optionalPackages.map(async (name) => packageFact(name, host)))),
    ["git", await gitText(host)],
    ["kubeconfig", await kubeconfigText(host)],
    ["terminal", terminalText(host)],
  ];
  host.print(`${factLines(facts)}\nReport bugs at ${bugsUrl}\n`);
  return exitCode.good;
}

async function configText(): Promise<string> {
  const found = await findConfigs();
  if (found.length > 1) return `${found.join(", ")}: more than one; choose one with --config`;
  return found[0] ?? "none in this folder";
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

function terminalText({ errorIsTerminal, environment }: Host): string {
  const names = ["TERM", "TERM_PROGRAM", "NO_COLOR", "FORCE_COLOR", "FORCE_HYPERLINK", "CI"];
  const set = names.flatMap((name) => {
    const value = environment[name];
    return value === undefined ? [] : [`${name}=${value}`];
  });
  return [errorIsTerminal ? "yes" : "no", ...set].join(", ");
}
