import type { AdmittedObject } from "../../runtime/v1/admission/admission.js";
import type { TransportRequest } from "../../runtime/v1/client/transport.js";
import type { GroupVersionKind } from "../../runtime/v1/operators/webhooks/webhook.js";
import type {
  AdmissionChain,
  AdmissionPlugins,
  AdmissionSubject,
  PluggedRequest,
} from "../../runtime/v1/testing/admission-plugins.js";
import { userOf } from "../../runtime/v1/testing/authorization/user.js";
import type { Failure } from "../../runtime/v1/testing/failure.js";
import type { ServedResource } from "../../runtime/v1/testing/served-resource.js";
import type { RequestFacts } from "./attributes.js";
import type { Configurations, Webhook } from "./configurations.js";
import { askMutating } from "./mutating.js";
import { FormsOfResource, kindWritten } from "./resource-forms.js";
import { isExempt } from "./rules.js";
import { ruledInvocation } from "./should-call.js";
import type { Surroundings } from "./surroundings.js";
import { askValidating } from "./validating.js";
import type { ResourceForms, ReviewedRequest } from "./versioned.js";

/** The parts of a server that its webhooks need. */
export interface WebhookSurroundings extends Surroundings {
  readonly configurations: Configurations;
  /** How objects of a kind are decoded that are not stored. */
  readonly partForms: (kind: GroupVersionKind) => ResourceForms;
  /** The server sends it itself, as a part of another request. */
  readonly isOwn: (request: TransportRequest) => boolean;
  /** Resources that store the objects of another one. */
  readonly sharing: (resource: ServedResource) => readonly ServedResource[];
}

/** Webhooks as admission plugins of a server (apiserver `admission/plugin/webhook`). */
export class WebhookPlugins implements AdmissionPlugins {
  readonly #around: WebhookSurroundings;

  constructor(around: WebhookSurroundings) {
    this.#around = around;
  }

  concerning(plugged: PluggedRequest): AdmissionChain | undefined {
    const { configurations, sharing, isOwn } = this.#around;
    if (configurations.isEmpty || isOwn(plugged.call.request)) return undefined;
    const { resource, version, call } = plugged;
    const { subresource } = call.info;
    const forms = new FormsOfResource(resource, version, subresource, sharing(resource));
    return this.#chainOf({ facts: factsOf(plugged), forms });
  }

  /** Those that a request concerns which is not written as objects are; undefined if none. */
  concerningPart(facts: RequestFacts): AdmissionChain | undefined {
    const { configurations, partForms } = this.#around;
    if (configurations.isEmpty) return undefined;
    return this.#chainOf({ facts, forms: partForms(facts.kind) });
  }

  #chainOf(request: ReviewedRequest): AdmissionChain | undefined {
    const { configurations } = this.#around;
    if (isExempt(request.facts)) return undefined;
    const concerned = (webhooks: readonly Webhook[]): readonly Webhook[] =>
      webhooks.filter((one) => ruledInvocation(one, request) !== undefined);
    const mutating = concerned(configurations.webhooks("mutating"));
    const validating = concerned(configurations.webhooks("validating"));
    if (mutating.length + validating.length === 0) return undefined;
    return new WebhookChain({ mutating, validating }, request, this.#around);
  }
}

function factsOf({ version, call, operation, isDryRun, options }: PluggedRequest): RequestFacts {
  const { subresource, namespace, name } = call.info;
  const { group, plural } = version;
  return {
    kind: kindWritten(version, subresource),
    resource: { group, version: version.version, resource: plural },
    subresource,
    operation,
    namespace,
    name,
    isDryRun,
    user: userOf(call.request),
    options,
  };
}

interface ConcernedWebhooks {
  readonly mutating: readonly Webhook[];
  readonly validating: readonly Webhook[];
}

/** The webhooks that one request concerns by their rules. */
class WebhookChain implements AdmissionChain {
  readonly #webhooks: ConcernedWebhooks;
  readonly #request: ReviewedRequest;
  readonly #around: Surroundings;

  constructor(webhooks: ConcernedWebhooks, request: ReviewedRequest, around: Surroundings) {
    this.#webhooks = webhooks;
    this.#request = request;
    this.#around = around;
  }

  mutate(subject: AdmissionSubject): Promise<AdmittedObject | Failure> {
    const { object, old } = subject;
    const request = this.#named(subject);
    return askMutating(this.#webhooks.mutating, request, { object, old }, this.#around);
  }

  validate(subject: AdmissionSubject): Promise<readonly string[] | Failure> {
    const { object, old } = subject;
    const request = this.#named(subject);
    return askValidating(this.#webhooks.validating, request, { object, old }, this.#around);
  }

  /** A namespace that is created is in itself. */
  #named({ name }: AdmissionSubject): ReviewedRequest {
    const { facts, forms } = this.#request;
    const isNamespace = facts.resource.group === "" && facts.resource.resource === "namespaces";
    const namespace = isNamespace && facts.namespace === "" ? name : facts.namespace;
    return { facts: { ...facts, name, namespace }, forms };
  }
}
