import type { AccessRule } from "../../runtime/v1/client/missing-rule.js";
import { accessRuleText } from "../../runtime/v1/client/missing-rule.js";
import type { Roles } from "./roles.js";

/** How manifests are written: as they are applied, or as templates that something else fills in. */
export interface ManifestForm {
  /** A name, or a text that stands for one, as a scalar of YAML. */
  readonly scalar: (name: string) => string;
  /** A line of YAML with texts of the program in it. */
  readonly line: (line: string) => string;
  /** Further lines of every `metadata`. */
  readonly metadata: readonly string[];
}

/** Manifests that are applied as they are. */
export const plainForm: ManifestForm = {
  scalar: (name) => (joinedNames.test(name) ? name : yamlName(name)),
  line: (line) => line,
  metadata: [],
};

/** Such as the name of a host, which YAML takes for nothing else. */
const joinedNames = /^[a-z][a-z0-9-]*(?:[./][a-z0-9-]+)+$/;

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
  const account = [
    "apiVersion: v1",
    "kind: ServiceAccount",
    ...metadataLines(names.serviceAccount, names.namespace, plainForm),
  ].join("\n");
  const documents = roleDocuments(roles, names, plainForm, () => names.name);
  return joinDocuments("crdgen rbac", "calls", [account, ...documents]);
}

/**
 * The roles and their bindings, without the account.
 *
 * @param nameIn what a role and its binding are called, by their namespace
 */
export function roleDocuments(
  roles: Roles,
  names: RoleNames,
  form: ManifestForm,
  nameIn: (namespace: string) => string,
): readonly string[] {
  const { name } = names;
  const documents: string[] = [];
  if (roles.cluster.length > 0) {
    documents.push(role("ClusterRole", { name }, roles.cluster, form));
    documents.push(binding("ClusterRole", { name }, names, form));
  }
  for (const [namespace, rules] of roles.namespaces) {
    const place = { name: nameIn(namespace), namespace };
    documents.push(role("Role", place, rules, form), binding("Role", place, names, form));
  }
  return documents;
}

/** Documents as a file that says who writes it, and by what. */
export function joinDocuments(
  command: string,
  by: "calls" | "serves",
  documents: readonly string[],
): string {
  const head = `# Written by \`${command}\`, by what the code ${by}. Changes belong there.\n`;
  return documents.length === 0 ? head : `${head}${documents.join("\n---\n")}\n`;
}

/** The metadata of an object, without a namespace where it has none. */
export function metadataLines(
  name: string,
  namespace: string | undefined,
  form: ManifestForm,
): readonly string[] {
  const place = namespace === undefined ? [] : [`  namespace: ${form.scalar(namespace)}`];
  return ["metadata:", `  name: ${form.scalar(name)}`, ...place, ...form.metadata];
}

/** Where a role is; in no namespace if that is absent. */
interface RolePlace {
  readonly name: string;
  readonly namespace?: string;
}

function role(
  kind: string,
  { name, namespace }: RolePlace,
  rules: readonly AccessRule[],
  form: ManifestForm,
): string {
  const lines = rules.flatMap((rule) => accessRuleText(rule).split("\n"));
  return [
    `apiVersion: ${rbacGroup}/v1`,
    `kind: ${kind}`,
    ...metadataLines(name, namespace, form),
    "rules:",
    ...lines.map((line) => `  ${form.line(line)}`),
  ].join("\n");
}

function binding(
  kind: string,
  { name, namespace }: RolePlace,
  names: RoleNames,
  form: ManifestForm,
): string {
  return [
    `apiVersion: ${rbacGroup}/v1`,
    `kind: ${kind}Binding`,
    ...metadataLines(name, namespace, form),
    "roleRef:",
    `  apiGroup: ${rbacGroup}`,
    `  kind: ${kind}`,
    `  name: ${form.scalar(name)}`,
    "subjects:",
    "  - kind: ServiceAccount",
    `    name: ${form.scalar(names.serviceAccount)}`,
    `    namespace: ${form.scalar(names.namespace)}`,
  ].join("\n");
}

/** Names of Kubernetes, of which some are numbers or truths for YAML. */
export function yamlName(name: string): string {
  return /^[a-z][a-z0-9-]*$/.test(name) && !/^(?:true|false|null|yes|no|on|off|y|n)$/.test(name)
    ? name
    : JSON.stringify(name);
}
