import type { ManifestForm } from "./manifests.js";
import { joinDocuments, roleDocuments, yamlName } from "./manifests.js";
import type { Right, ServedWebhook } from "./rights.js";
import { rolesOf } from "./roles.js";
import { webhookDocuments } from "./webhook-manifests.js";

/*
 * The same manifests as templates of a Helm chart. Names follow the release, by the helpers that
 * `helm create` gives a chart: `CHART.fullname`, `CHART.labels`, `CHART.selectorLabels` and
 * `CHART.serviceAccountName`. The account is in a template of its own, since people annotate it.
 */

/** Where a release is; no namespace is called like that. */
const releaseNamespace = "{{ .Release.Namespace }}";

/**
 * The roles that rights need, and their bindings.
 *
 * @param chart the name of the chart: letters, digits, `.`, `_` and `-`
 */
export function chartRoles(rights: readonly Right[], chart: string): string {
  const name = call(chart, "fullname");
  const names = {
    name,
    namespace: releaseNamespace,
    serviceAccount: call(chart, "serviceAccountName"),
  };
  // A release may be in a namespace that the code names: each role needs a name of its own.
  const nameIn = (namespace: string): string =>
    namespace === releaseNamespace ? name : `${name}-${namespace}`;
  const { cluster, namespaces } = rolesOf(rights, releaseNamespace);
  const places = [...namespaces].map(([place, rules]) => [printed(place), rules] as const);
  const roles = { cluster, namespaces: new Map(places) };
  const documents = roleDocuments(roles, names, chartForm(chart), nameIn);
  return joinDocuments("crdgen rbac --chart", "calls", documents);
}

/**
 * The configurations of webhooks, their Service and its certificate.
 *
 * @param chart the name of the chart: letters, digits, `.`, `_` and `-`
 */
export function chartWebhooks(webhooks: readonly ServedWebhook[], chart: string): string {
  // Names of Services have 63 characters at most.
  const short = `{{ include "${chart}.fullname" . | trunc 54 | trimSuffix "-" }}`;
  const names = {
    service: `${short}-webhooks`,
    namespace: releaseNamespace,
    selector: [`{{- include "${chart}.selectorLabels" . | nindent 4 }}`],
  };
  const documents = webhookDocuments(webhooks, names, chartForm(chart));
  return joinDocuments("crdgen rbac --webhooks --chart", "serves", documents);
}

function call(chart: string, helper: string): string {
  return `{{ include "${chart}.${helper}" . }}`;
}

/** A namespace as text between quotes. */
function printed(namespace: string): string {
  if (namespace === releaseNamespace) return namespace;
  return withoutActions(JSON.stringify(namespace).slice(1, -1));
}

function chartForm(chart: string): ManifestForm {
  return {
    // What is filled in may be a number for YAML, so it stands in quotes.
    scalar: (name) => (name.includes("{{") ? `"${name}"` : yamlName(name)),
    line: withoutActions,
    metadata: ["  labels:", `    {{- include "${chart}.labels" . | nindent 4 }}`],
  };
}

/** A text that a template prints as it is. */
function withoutActions(text: string): string {
  return text.replaceAll("{{", '{{ "{{" }}');
}
