import type { AccessRule } from "../../runtime/v1/client/missing-rule.js";
import { accessRuleText } from "../../runtime/v1/client/missing-rule.js";
import type { Roles } from "./roles.js";

/** What the objects are called, and where the program runs. */
export interface RoleNames {
  /** That of the roles and their bindings. */
  readonly name: string;
  readonly namespace: string;
  readonly serviceAccount: string;
}

const rbacGroup = "rbac.authorization.k8s.io";

/**
 * The account, its roles and their bindings as documents of YAML. The texts of `names` must be
 * names of Kubernetes.
 */
export function roleManifests(roles: Roles, names: RoleNames): string {
  const { name, namespace, serviceAccount } = names;
  const account = [
    "apiVersion: v1",
    "kind: ServiceAccount",
    ...metadata(serviceAccount, namespace),
  ];
  const documents = [account.join("\n")];
  if (roles.cluster.length > 0) {
    documents.push(role("ClusterRole", name, undefined, roles.cluster));
    documents.push(binding("ClusterRole", undefined, names));
  }
  for (const [place, rules] of roles.namespaces) {
    documents.push(role("Role", name, place, rules), binding("Role", place, names));
  }
  const head = "# Written by `crdgen rbac`, by what the code calls. Changes belong there.\n";
  return `${head}${documents.join("\n---\n")}\n`;
}

function metadata(name: string, namespace: string | undefined): readonly string[] {
  const place = namespace === undefined ? [] : [`  namespace: ${yamlName(namespace)}`];
  return ["metadata:", `  name: ${yamlName(name)}`, ...place];
}

function role(
  kind: string,
  name: string,
  namespace: string | undefined,
  rules: readonly AccessRule[],
): string {
  const lines = rules.flatMap((rule) => accessRuleText(rule).split("\n"));
  return [
    `apiVersion: ${rbacGroup}/v1`,
    `kind: ${kind}`,
    ...metadata(name, namespace),
    "rules:",
    ...lines.map((line) => `  ${line}`),
  ].join("\n");
}

function binding(kind: string, place: string | undefined, names: RoleNames): string {
  const { name, namespace, serviceAccount } = names;
  return [
    `apiVersion: ${rbacGroup}/v1`,
    `kind: ${kind}Binding`,
    ...metadata(name, place),
    "roleRef:",
    `  apiGroup: ${rbacGroup}`,
    `  kind: ${kind}`,
    `  name: ${yamlName(name)}`,
    "subjects:",
    "  - kind: ServiceAccount",
    `    name: ${yamlName(serviceAccount)}`,
    `    namespace: ${yamlName(namespace)}`,
  ].join("\n");
}

/** Names of Kubernetes, of which some are numbers or truths for YAML. */
export function yamlName(name: string): string {
  return /^[a-z][a-z0-9-]*$/.test(name) && !/^(?:true|false|null|yes|no|on|off|y|n)$/.test(name)
    ? name
    : JSON.stringify(name);
}
