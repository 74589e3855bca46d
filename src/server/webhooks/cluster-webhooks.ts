import type { AskAuthorizer } from "../../runtime/v1/cel/libraries/authorizer.js";
import type { TransportRequest } from "../../runtime/v1/client/transport.js";
import type { GroupVersionKind } from "../../runtime/v1/operators/webhooks/webhook.js";
import type { AdmissionPlugins } from "../../runtime/v1/testing/admission-plugins.js";
import type { RequestUser } from "../../runtime/v1/testing/authorization/user.js";
import { missing } from "../../runtime/v1/testing/failure.js";
import type {
  MemoryApiServer,
  ServerSnapshot,
  StoredChange,
} from "../../runtime/v1/testing/memory-api-server.js";
import { parseStored } from "../../runtime/v1/testing/store.js";
import type { KubernetesMinor } from "../../runtime/v1/values/kubernetes-version.js";
import type { CallWebhook, WebhookServices } from "./call-webhook.js";
import { configurationResources, Configurations } from "./configurations.js";
import type { ChainOf } from "./part-admission.js";
import type { ResourceForms } from "./versioned.js";
import { WebhookPlugins } from "./webhook-plugins.js";

/** How the webhooks of a cluster are called. */
export interface WebhookOptions {
  readonly minor: KubernetesMinor;
  /** Calls a webhook over the network; without it each call fails. */
  readonly call: CallWebhook | undefined;
  readonly services: WebhookServices | undefined;
  /** Namespaces must exist. */
  readonly hasNamespaces: boolean;
  /** What a user may do; without it, everything. */
  readonly askAuthorizer?: ((user: RequestUser) => AskAuthorizer) | undefined;
  readonly server: () => MemoryApiServer;
  /** How objects of a kind are decoded that are not stored. */
  readonly partForms: (kind: GroupVersionKind) => ResourceForms;
}

/** The webhooks of a cluster: what is stored of them, and the plugin that calls them. */
export class ClusterWebhooks {
  readonly plugins: AdmissionPlugins;
  /** Finds those that concern what is not written as objects are. */
  readonly chainOf: ChainOf;
  readonly #configurations: Configurations;
  readonly #own = new WeakSet<TransportRequest>();

  constructor({
    minor,
    call,
    services = {},
    hasNamespaces,
    server,
    partForms,
    ...options
  }: WebhookOptions) {
    this.#configurations = new Configurations(minor);
    const { askAuthorizer = () => () => ({ allowed: true, reason: "" }) } = options;
    const plugins = new WebhookPlugins({
      partForms,
      isOwn: (request) => this.#own.has(request),
      configurations: this.#configurations,
      call,
      services,
      askAuthorizer,
      sharing: (resource) => server().sharing(resource),
      namespaceOf: (name) => {
        const text = server().storedText("namespaces.", name);
        if (text !== undefined) return parseStored(text);
        if (hasNamespaces) return missing({ group: "", plural: "namespaces" }, name);
        return { metadata: { labels: { "kubernetes.io/metadata.name": name } } };
      },
    });
    this.plugins = plugins;
    this.chainOf = (facts) => plugins.concerningPart(facts);
  }

  /** A request that the server sends itself, as a part of another: no webhook hears of it. */
  asOwn(request: TransportRequest): TransportRequest {
    this.#own.add(request);
    return request;
  }

  /** No webhook is called for any write. */
  get isEmpty(): boolean {
    return this.#configurations.isEmpty;
  }

  note({ resource, key, text }: StoredChange): void {
    this.#configurations.note(resource, key, text);
  }

  /** Other objects are in the place of all. */
  restore({ objects }: ServerSnapshot): void {
    this.#configurations.forget();
    for (const resource of Object.values(configurationResources)) {
      for (const [key, text] of objects[resource] ?? []) {
        this.#configurations.note(resource, key, text);
      }
    }
  }
}
