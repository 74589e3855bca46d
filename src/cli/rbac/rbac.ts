import { basename, join, relative, resolve } from "node:path";
import { printableName } from "../../crd/diagnostics/render/printable.js";
import { chartRoles, chartWebhooks } from "../../tools/rbac/chart-manifests.js";
import { compareLines } from "../../tools/rbac/compare-lines.js";
import { findRights } from "../../tools/rbac/find-rights.js";
import { findWebhooks } from "../../tools/rbac/find-webhooks.js";
import type { RoleNames } from "../../tools/rbac/manifests.js";
import { roleManifests } from "../../tools/rbac/manifests.js";
import type { OperatorProgram } from "../../tools/rbac/operator-program.js";
import type { Untold } from "../../tools/rbac/rights.js";
import { rolesOf } from "../../tools/rbac/roles.js";
import { webhookManifests } from "../../tools/rbac/webhook-manifests.js";
import type { Host } from "../host.js";
import type { ExitCode } from "../usage-error.js";
import { exitCode, UsageError } from "../usage-error.js";
import { chartName } from "./chart-name.js";
import { loadOperator } from "./load-operator.js";

/** The flags of the command line. */
export interface RbacFlags {
  /** The name of the roles; the default is the name of the package, or of the folder. */
  readonly name?: string;
  /** Where the operator runs. */
  readonly namespace: string;
  /** The default is `name`. */
  readonly serviceAccount?: string;
  /** Files of the program; the default is all that tsconfig.json names, but for tests. */
  readonly entry?: readonly string[];
  /** Where to write; standard output if absent. */
  readonly out?: string;
  /** The folder of a Helm chart, which gets the same as a template. */
  readonly chart?: string;
  /** Write nothing; say whether the files of `out` and `chart` are up to date. */
  readonly check: boolean;
  /** The configurations of webhooks in place of roles. */
  readonly webhooks: boolean;
  readonly quiet: boolean;
}

/** `crdgen rbac`: writes the roles that an operator needs, or its webhooks, by its code. */
export async function rbacCommand(folder: string, flags: RbacFlags, host: Host): Promise<ExitCode> {
  const { out, chart } = flags;
  if (flags.check && out === undefined && chart === undefined) {
    throw new UsageError("--check needs --out, the file to compare with, or --chart");
  }
  const name = kubernetesName("--name", flags.name ?? (await projectName(folder, host)));
  const namespace = kubernetesName("--namespace", flags.namespace);
  const serviceAccount = kubernetesName("--service-account", flags.serviceAccount ?? name);
  const inChart = chart === undefined ? undefined : await chartName(chart, host);
  const program = await loadOperator(folder, flags.entry ?? []);
  const found = (flags.webhooks ? webhooksOf : rolesOfProgram)(program);
  for (const each of found.untold) host.warn(`${untoldText(each)}\n`);
  // What is written with a gap would be taken for the whole.
  if (found.untold.length > 0) return exitCode.notGood;
  const files: File[] = [];
  const names = { name, namespace, serviceAccount };
  if (out !== undefined) files.push({ path: out, text: found.manifests(names) });
  if (chart !== undefined && inChart !== undefined) {
    const path = join(chart, "templates", flags.webhooks ? "webhooks.yaml" : "rbac.yaml");
    files.push({ path, text: found.templates(inChart) });
  }
  if (files.length === 0) host.print(found.manifests(names));
  let code: ExitCode = exitCode.good;
  for (const file of files) {
    if (!flags.check) await write(file, flags, host);
    else if (!(await isUpToDate(file, host))) code = exitCode.notGood;
  }
  return code;
}

interface File {
  readonly path: string;
  readonly text: string;
}

/** What was found in a program, to be written in one form or another. */
interface Found {
  readonly untold: readonly Untold[];
  manifests(names: RoleNames): string;
  /** The template of a chart of that name. */
  templates(chart: string): string;
}

function rolesOfProgram(program: OperatorProgram): Found {
  const { rights, untold } = findRights(program);
  return {
    untold,
    manifests: (names) => roleManifests(rolesOf(rights, names.namespace), names),
    templates: (chart) => chartRoles(rights, chart),
  };
}

/** @throws UsageError where there are none */
function webhooksOf(program: OperatorProgram): Found {
  const { webhooks, untold } = findWebhooks(program);
  if (webhooks.length + untold.length === 0) {
    throw new UsageError("--webhooks: the program serves no webhooks that admit objects");
  }
  return {
    untold,
    manifests: (names) => webhookManifests(webhooks, names),
    templates: (chart) => chartWebhooks(webhooks, chart),
  };
}

function untoldText({ path, line, column, message }: Untold): string {
  const place = `${printableName(relative(resolve("."), path))}:${line}:${column}`;
  return `${place}: error: ${message}`;
}

async function isUpToDate({ path, text }: File, host: Host): Promise<boolean> {
  const old = await textAt(path, host);
  if (old === text) return true;
  const state = old === undefined ? "does not exist" : "is out of date";
  host.warn(`'${printableName(path)}' ${state}; run crdgen rbac without --check\n`);
  for (const line of old === undefined ? [] : compareLines(old, text)) host.print(`${line}\n`);
  return false;
}

async function write({ path, text }: File, { quiet }: RbacFlags, host: Host): Promise<void> {
  const old = await textAt(path, host);
  if (old !== text) {
    await host.makeFolder(join(path, ".."));
    await host.writeFile(path, text);
  }
  if (!quiet) host.print(`${old === text ? "unchanged" : "wrote"} ${printableName(path)}\n`);
}

async function textAt(path: string, host: Host): Promise<string | undefined> {
  if ((await host.kindOf(path)) !== "file") return undefined;
  return Buffer.from(await host.readFile(path)).toString("utf8");
}

/** @throws UsageError for what cannot name a role, a namespace and an account */
function kubernetesName(option: string, name: string): string {
  if (/^[a-z0-9](?:[-a-z0-9]{0,61}[a-z0-9])?$/.test(name)) return name;
  throw new UsageError(
    `${option}: '${printableName(name)}' is no name of Kubernetes: lower-case letters, digits and hyphens`,
  );
}

/** The name of the package, without its scope, else that of the folder. */
async function projectName(folder: string, host: Host): Promise<string> {
  const text = await textAt(join(folder, "package.json"), host);
  const [, named] = /^\s*"name":\s*"(?:@[^/"]*\/)?([^"]+)"/m.exec(text ?? "") ?? [];
  return (named ?? basename(resolve(folder))).toLowerCase();
}
