import { basename, join, relative, resolve } from "node:path";
import { printableName } from "../../crd/diagnostics/render/printable.js";
import { compareLines } from "../../tools/rbac/compare-lines.js";
import { findRights } from "../../tools/rbac/find-rights.js";
import { findWebhooks } from "../../tools/rbac/find-webhooks.js";
import type { RoleNames } from "../../tools/rbac/manifests.js";
import { roleManifests } from "../../tools/rbac/manifests.js";
import type { OperatorProgram } from "../../tools/rbac/operator-program.js";
import type { Untold } from "../../tools/rbac/rights.js";
import { rolesOf } from "../../tools/rbac/roles.js";
import type { WebhookNames } from "../../tools/rbac/webhook-manifests.js";
import { webhookManifests } from "../../tools/rbac/webhook-manifests.js";
import type { Host } from "../host.js";
import type { ExitCode } from "../usage-error.js";
import { exitCode, UsageError } from "../usage-error.js";
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
  /** Write nothing; say whether the file of `out` is up to date. */
  readonly check: boolean;
  /** The configurations of webhooks in place of roles. */
  readonly webhooks: boolean;
  readonly quiet: boolean;
}

/** `crdgen rbac`: writes the roles that an operator needs, or its webhooks, by its code. */
export async function rbacCommand(folder: string, flags: RbacFlags, host: Host): Promise<ExitCode> {
  if (flags.check && flags.out === undefined) {
    throw new UsageError("--check needs --out, the file to compare with");
  }
  const name = kubernetesName("--name", flags.name ?? (await projectName(folder, host)));
  const namespace = kubernetesName("--namespace", flags.namespace);
  const serviceAccount = kubernetesName("--service-account", flags.serviceAccount ?? name);
  const program = await loadOperator(folder, flags.entry ?? []);
  const { text, untold } = flags.webhooks
    ? webhooksOf(program, { name, namespace })
    : rolesOfProgram(program, { name, namespace, serviceAccount });
  for (const each of untold) host.warn(`${untoldText(each)}\n`);
  // What is written with a gap would be taken for the whole.
  if (untold.length > 0) return exitCode.notGood;
  if (flags.out === undefined) host.print(text);
  else if (flags.check) return check(flags.out, text, host);
  else await write(flags.out, text, flags, host);
  return exitCode.good;
}

interface Manifests {
  readonly text: string;
  readonly untold: readonly Untold[];
}

function rolesOfProgram(program: OperatorProgram, names: RoleNames): Manifests {
  const { rights, untold } = findRights(program);
  return { text: roleManifests(rolesOf(rights, names.namespace), names), untold };
}

/** @throws UsageError where there are none */
function webhooksOf(program: OperatorProgram, names: WebhookNames): Manifests {
  const { webhooks, untold } = findWebhooks(program);
  if (webhooks.length + untold.length === 0) {
    throw new UsageError("--webhooks: the program serves no webhooks that admit objects");
  }
  return { text: webhookManifests(webhooks, names), untold };
}

function untoldText({ path, line, column, message }: Untold): string {
  const place = `${printableName(relative(resolve("."), path))}:${line}:${column}`;
  return `${place}: error: ${message}`;
}

async function check(path: string, text: string, host: Host): Promise<ExitCode> {
  const old = await textAt(path, host);
  if (old === text) return exitCode.good;
  const state = old === undefined ? "does not exist" : "is out of date";
  host.warn(`'${printableName(path)}' ${state}; run crdgen rbac without --check\n`);
  for (const line of old === undefined ? [] : compareLines(old, text)) host.print(`${line}\n`);
  return exitCode.notGood;
}

async function write(path: string, text: string, flags: RbacFlags, host: Host): Promise<void> {
  const old = await textAt(path, host);
  if (old !== text) {
    await host.makeFolder(join(path, ".."));
    await host.writeFile(path, text);
  }
  if (!flags.quiet) {
    host.print(`${old === text ? "unchanged" : "wrote"} ${printableName(path)}\n`);
  }
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
