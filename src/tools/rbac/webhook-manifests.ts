import { yamlName } from "./manifests.js";
import type { ServedWebhook } from "./rights.js";

/** What the objects are called, and where the program runs. */
export interface WebhookNames {
  /** That of the program: its pods have it as the label `app`. */
  readonly name: string;
  readonly namespace: string;
}

/** The port that `serveWebhooks` takes unless it is told another one. */
const usualPort = 9443;

/**
 * The configurations of webhooks, the Service that they are called by, and its certificate, which
 * cert-manager makes, renews, and tells the API server of, as documents of YAML.
 */
export function webhookManifests(
  webhooks: readonly ServedWebhook[],
  { name, namespace }: WebhookNames,
): string {
  const service = `${name}-webhooks`;
  const place = { service, namespace };
  const documents = [
    [
      ...["apiVersion: v1", "kind: Service", ...metadata(place), "spec:"],
      ...["  selector:", `    app: ${yamlName(name)}`],
      ...["  ports:", "    - port: 443", `      targetPort: ${usualPort}`],
    ],
    [
      ...["apiVersion: cert-manager.io/v1", "kind: Issuer", ...metadata(place)],
      ...["spec:", "  selfSigned: {}"],
    ],
    [
      ...["apiVersion: cert-manager.io/v1", "kind: Certificate", ...metadata(place), "spec:"],
      ...[`  secretName: ${yamlName(`${service}-certificate`)}`],
      ...["  dnsNames:", `    - ${service}.${namespace}.svc`],
      ...["  issuerRef:", `    name: ${yamlName(service)}`],
    ],
  ];
  for (const kind of ["mutating", "validating"] as const) {
    const some = webhooks.filter((webhook) => webhook.kind === kind);
    if (some.length > 0) documents.push(configuration(kind, some, place));
  }
  const head =
    "# Written by `crdgen rbac --webhooks`, by what the code serves. Changes belong there.\n";
  return `${head}${documents.map((lines) => lines.join("\n")).join("\n---\n")}\n`;
}

interface ServicePlace {
  readonly service: string;
  readonly namespace: string;
}

function metadata({ service, namespace }: ServicePlace): readonly string[] {
  return ["metadata:", `  name: ${yamlName(service)}`, `  namespace: ${yamlName(namespace)}`];
}

const namesOfKinds = {
  mutating: ["MutatingWebhookConfiguration", "mutate"],
  validating: ["ValidatingWebhookConfiguration", "validate"],
} as const;

function configuration(
  kind: ServedWebhook["kind"],
  webhooks: readonly ServedWebhook[],
  { service, namespace }: ServicePlace,
): string[] {
  const [configurationKind, verb] = namesOfKinds[kind];
  return [
    "apiVersion: admissionregistration.k8s.io/v1",
    `kind: ${configurationKind}`,
    "metadata:",
    // The configurations of a cluster share their names with those of all namespaces.
    `  name: ${yamlName(`${namespace}-${service}`)}`,
    "  annotations:",
    `    cert-manager.io/inject-ca-from: ${namespace}/${service}`,
    "webhooks:",
    ...webhooks.flatMap(({ path, resource: { group, version, plural, isNamespaced } }, index) => [
      // Names have three parts at least, and each is there once.
      `  - name: ${verb}${index === 0 ? "" : `-${index + 1}`}.${plural}.${group || "core"}`,
      ...["    admissionReviewVersions: [v1]", "    sideEffects: None", "    clientConfig:"],
      ...["      service:", `        name: ${yamlName(service)}`],
      ...[`        namespace: ${yamlName(namespace)}`, `        path: ${JSON.stringify(path)}`],
      ...["    rules:", `      - apiGroups: [${yamlName(group)}]`],
      ...[
        `        apiVersions: [${yamlName(version)}]`,
        `        resources: [${yamlName(plural)}]`,
      ],
      ...["        operations: [CREATE, UPDATE]"],
      `        scope: ${isNamespaced ? "Namespaced" : "Cluster"}`,
    ]),
  ];
}
