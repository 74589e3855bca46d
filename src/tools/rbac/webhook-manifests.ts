import type { ManifestForm } from "./manifests.js";
import { joinDocuments, metadataLines, plainForm, yamlName } from "./manifests.js";
import type { ServedWebhook } from "./rights.js";

/** What the objects are called, and where the program runs. */
export interface WebhookNames {
  /** That of the Service, and of all that is beside it. */
  readonly service: string;
  readonly namespace: string;
  /** Lines that select the pods of the program. */
  readonly selector: readonly string[];
}

/** The port that `serveWebhooks` takes unless it is told another one. */
const usualPort = 9443;

/**
 * The configurations of webhooks, the Service that they are called by, and its certificate, which
 * cert-manager makes, renews, and tells the API server of, as documents of YAML.
 *
 * @param name that of the program: its pods have it as the label `app`
 */
export function webhookManifests(
  webhooks: readonly ServedWebhook[],
  { name, namespace }: { readonly name: string; readonly namespace: string },
): string {
  const selector = [`app: ${plainForm.scalar(name)}`];
  const names = { service: `${name}-webhooks`, namespace, selector };
  const documents = webhookDocuments(webhooks, names, plainForm);
  return joinDocuments("crdgen rbac --webhooks", "serves", documents);
}

/** The same in any form. */
export function webhookDocuments(
  webhooks: readonly ServedWebhook[],
  names: WebhookNames,
  form: ManifestForm,
): readonly string[] {
  const { service, namespace, selector } = names;
  const metadata = metadataLines(service, namespace, form);
  const documents = [
    [
      ...["apiVersion: v1", "kind: Service", ...metadata, "spec:"],
      ...["  selector:", ...selector.map((line) => `    ${line}`)],
      ...["  ports:", "    - port: 443", `      targetPort: ${usualPort}`],
    ],
    [
      ...["apiVersion: cert-manager.io/v1", "kind: Issuer", ...metadata],
      ...["spec:", "  selfSigned: {}"],
    ],
    [
      ...["apiVersion: cert-manager.io/v1", "kind: Certificate", ...metadata, "spec:"],
      ...[`  secretName: ${form.scalar(`${service}-certificate`)}`],
      ...["  dnsNames:", `    - ${form.scalar(`${service}.${namespace}.svc`)}`],
      ...["  issuerRef:", `    name: ${form.scalar(service)}`],
    ],
  ];
  for (const kind of ["mutating", "validating"] as const) {
    const some = webhooks.filter((webhook) => webhook.kind === kind);
    if (some.length > 0) documents.push(configuration(kind, some, names, form));
  }
  return documents.map((lines) => lines.join("\n"));
}

const namesOfKinds = {
  mutating: ["MutatingWebhookConfiguration", "mutate"],
  validating: ["ValidatingWebhookConfiguration", "validate"],
} as const;

function configuration(
  kind: ServedWebhook["kind"],
  webhooks: readonly ServedWebhook[],
  { service, namespace }: WebhookNames,
  form: ManifestForm,
): string[] {
  const [configurationKind, verb] = namesOfKinds[kind];
  const client = [
    ...["    admissionReviewVersions: [v1]", "    sideEffects: None", "    clientConfig:"],
    ...["      service:", `        name: ${form.scalar(service)}`],
    `        namespace: ${form.scalar(namespace)}`,
  ];
  return [
    "apiVersion: admissionregistration.k8s.io/v1",
    `kind: ${configurationKind}`,
    // The configurations of a cluster share their names with those of all namespaces.
    ...metadataLines(`${namespace}-${service}`, undefined, form),
    "  annotations:",
    `    cert-manager.io/inject-ca-from: ${form.scalar(`${namespace}/${service}`)}`,
    "webhooks:",
    ...webhooks.flatMap(({ path, resource }, index) => {
      const { group, version, plural, isNamespaced } = resource;
      // Names have three parts at least, and each is there once.
      const number = index === 0 ? "" : `-${index + 1}`;
      return [
        form.line(`  - name: ${verb}${number}.${plural}.${group || "core"}`),
        ...client,
        form.line(`        path: ${JSON.stringify(path)}`),
        ...["    rules:", form.line(`      - apiGroups: [${yamlName(group)}]`)],
        form.line(`        apiVersions: [${yamlName(version)}]`),
        form.line(`        resources: [${yamlName(plural)}]`),
        "        operations: [CREATE, UPDATE]",
        `        scope: ${isNamespaced ? "Namespaced" : "Cluster"}`,
      ];
    }),
  ];
}
