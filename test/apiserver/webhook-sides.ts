import type { Transport } from "../../src/runtime/v1/client/transport.js";
import type { KubernetesObject } from "../../src/runtime/v1/index.js";
import { firstLocal, secondLocal } from "../support/local-certificates.js";
import type { Answer } from "./server.js";
import { sendRequest, waitUntil } from "./server.js";
import type {
  DrawnCase,
  DrawnConfiguration,
  DrawnRequest,
  DrawnWebhook,
} from "./webhook-grammar.js";
import type { AskedWebhook, TestWebhooks } from "./webhook-server.js";

/** What one server makes of a request: its answer, and what webhooks were asked meanwhile. */
export interface SeenAnswer {
  readonly request: string;
  readonly status: number;
  readonly warnings: readonly string[];
  readonly body: unknown;
  readonly asked: readonly unknown[];
}

const registration = "/apis/admissionregistration.k8s.io/v1";

/** Runs cases against one server, whose webhooks are those of the test. */
export class WebhookSide {
  readonly #transport: Transport;
  readonly #webhooks: TestWebhooks;

  constructor(transport: Transport, webhooks: TestWebhooks) {
    this.#transport = transport;
    this.#webhooks = webhooks;
  }

  /** From the same client on each side. */
  send(method: string, path: string, body?: unknown, type?: string): Promise<Answer> {
    const transport: Transport = {
      defaultNamespace: "default",
      send: (request) =>
        this.#transport.send({ ...request, headers: [...request.headers, ["user-agent", "test"]] }),
    };
    return sendRequest(transport, method, path, body, type);
  }

  /** Asks for something of which no webhook hears. */
  async ask(method: string, path: string, body: object): Promise<SeenAnswer> {
    const { code, warnings, body: answer } = await this.send(method, path, body);
    const request = `${method} ${path} ${JSON.stringify(body)}`;
    const masked = new Names().masked(answer);
    return { request, status: code, warnings: [...warnings].sort(), body: masked, asked: [] };
  }

  /** @param paths of the webhooks, in their order */
  async run(
    drawn: DrawnCase,
    namespace: string,
    paths: readonly string[],
  ): Promise<readonly SeenAnswer[]> {
    await this.send("POST", "/api/v1/namespaces", { metadata: { name: namespace } });
    const left = [...paths];
    for (const configuration of drawn.configurations) {
      const own = left.splice(0, configuration.webhooks.length);
      const [path, body] = this.#configuration(configuration, own);
      const { code, body: answer } = await this.send("POST", path, body);
      if (code !== 201) throw new Error(JSON.stringify(answer));
      await this.#untilCalled(configuration);
    }
    const seen: SeenAnswer[] = [];
    for (const request of drawn.requests) seen.push(await this.#ask(request, namespace));
    for (const { isMutating, name } of drawn.configurations) {
      await this.send("DELETE", `${registration}/${pluralOf(isMutating)}/${name}`);
    }
    return seen;
  }

  #configuration(
    { isMutating, name, webhooks }: DrawnConfiguration,
    paths: readonly string[],
  ): [path: string, body: object] {
    const type = isMutating ? "Mutating" : "Validating";
    const marker = {
      name: `marker.${name}.example.com`,
      rules: [
        { apiGroups: [""], apiVersions: ["v1"], resources: ["configmaps"], operations: ["*"] },
      ],
      sideEffects: "None",
      admissionReviewVersions: ["v1"],
      namespaceSelector: { matchLabels: { "kubernetes.io/metadata.name": "default" } },
      objectSelector: { matchLabels: { marker: name } },
      clientConfig: this.#clientConfig("there", "/marker"),
    };
    const listed = webhooks.map(({ body, place }, index) => ({
      ...body,
      clientConfig: this.#clientConfig(place, paths[index] ?? ""),
    }));
    return [
      `${registration}/${pluralOf(isMutating)}`,
      {
        apiVersion: "admissionregistration.k8s.io/v1",
        kind: `${type}WebhookConfiguration`,
        metadata: { name },
        webhooks: [...listed, marker],
      },
    ];
  }

  #clientConfig(place: DrawnWebhook["place"], path: string): object {
    if (place === "no service") return { service: { namespace: "nowhere", name: "hook", path } };
    const port = place === "refused" ? 1 : this.#webhooks.port;
    const { cert } = place === "untrusted" ? secondLocal : firstLocal;
    return {
      url: `https://127.0.0.1:${port}${path}`,
      caBundle: Buffer.from(cert).toString("base64"),
    };
  }

  /** A server hears of a configuration some time after it was stored. */
  async #untilCalled({ name }: DrawnConfiguration): Promise<void> {
    const metadata = { generateName: "marker-", labels: { marker: name } };
    // No webhook of a case is called there.
    const path = "/api/v1/namespaces/default/configmaps?dryRun=All";
    await waitUntil(`${name} is called`, async () => {
      await this.send("POST", path, { apiVersion: "v1", kind: "ConfigMap", metadata });
      return this.#webhooks.asked.some((one) => one.path === "/marker" && isMarked(one, name));
    });
  }

  async #ask(
    { method, path, query, type, body }: DrawnRequest,
    namespace: string,
  ): Promise<SeenAnswer> {
    this.#webhooks.asked.length = 0;
    const whole = path.replaceAll("NS", namespace) + (query === "" ? "" : `?${query}`);
    const answer = await this.send(method, whole, body, type);
    const names = new Names();
    const asked = this.#webhooks.asked.filter((one) => one.path !== "/marker");
    const reviews = ofCurrentState(asked).map((one) => names.masked(factsOf(one)));
    return {
      request: `${method} ${whole} ${JSON.stringify(body)}`,
      status: answer.code,
      warnings: [...answer.warnings].sort(),
      body: names.masked(answer.body),
      // Validating webhooks are asked at once.
      asked: [...new Set(reviews.map((one) => JSON.stringify(one)))].sort(),
    };
  }
}

function pluralOf(isMutating: boolean): string {
  return isMutating ? "mutatingwebhookconfigurations" : "validatingwebhookconfigurations";
}

function isMarked({ review }: AskedWebhook, name: string): boolean {
  return JSON.stringify(review).includes(`"marker":${JSON.stringify(name)}`);
}

/**
 * Without those of states that had passed: a server that begins with what its cache holds asks
 * anew when the store has a newer state (apiserver `GuaranteedUpdate`).
 */
function ofCurrentState(asked: readonly AskedWebhook[]): readonly AskedWebhook[] {
  const newest = new Map<string, number>();
  for (const { name, revision } of asked.map(oldStateOf)) {
    newest.set(name, Math.max(revision, newest.get(name) ?? 0));
  }
  return asked.filter((one) => {
    const { name, revision } = oldStateOf(one);
    return revision === newest.get(name);
  });
}

/** Which state of which object a review tells of as the old one; revision 0 for none. */
function oldStateOf({ review }: AskedWebhook): {
  readonly name: string;
  readonly revision: number;
} {
  const { oldObject } = review.request as { oldObject?: KubernetesObject | null }; // of admission/v1
  const { name = "", resourceVersion = "0" } = oldObject?.metadata ?? {};
  return { name, revision: Number(resourceVersion) };
}

/** Who asks has another name on each side. */
function factsOf({ path, query, review }: AskedWebhook): object {
  const { uid, userInfo, ...request } = review.request;
  return {
    path,
    query,
    apiVersion: review["apiVersion"],
    hasUid: uid !== undefined,
    hasUser: userInfo !== undefined,
    request,
  };
}

/** What differs between two servers that say the same. */
class Names {
  masked(value: unknown): unknown {
    const text = JSON.stringify(value ?? null)
      .replace(/[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g, "<uid>")
      .replace(/20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, "<time>")
      .replace(/(resourceVersion[\\":]+)\d+/g, "$1<rv>")
      .replace(/\b([ab])-[a-z0-9]{5}\b/g, "$1-<random>");
    // The causes of a refusal come in no order; an apply of no labels leaves null for a webhook.
    return sorted(JSON.parse(text.replaceAll('"labels":null,', "")));
  }
}

/** Objects by keys; lists that come in no order, or in one that depends on the time, by texts. */
function sorted(value: unknown, name = ""): unknown {
  if (Array.isArray(value)) {
    const items = value.map((item) => sorted(item));
    if (name !== "causes" && name !== "managedFields") return items;
    return items.map((item) => JSON.stringify(item)).sort();
  }
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  const isMixed = Array.isArray((value as { details?: { causes?: unknown[] } }).details?.causes); // if it is a Status
  return Object.fromEntries(
    entries.map(([key, member]) => [
      key,
      isMixed && key === "message"
        ? String(member)
            .split(/[[\], ]+/)
            .sort()
        : sorted(member, key),
    ]),
  );
}
