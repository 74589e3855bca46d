import { mapAt } from "../runtime/v1/built-in/strategies/strategy.js";
import type { TransportRequest } from "../runtime/v1/client/transport.js";
import type { GroupVersionKind } from "../runtime/v1/operators/webhooks/webhook.js";
import { serverTime } from "../runtime/v1/testing/environment.js";
import {
  badRequestFailure,
  conflicting,
  failed,
  Failure,
  internalFailure,
  missing,
} from "../runtime/v1/testing/failure.js";
import type { MemoryApiServer } from "../runtime/v1/testing/memory-api-server.js";
import { writeSettings } from "../runtime/v1/testing/options-of-request.js";
import type { ServerAnswer } from "../runtime/v1/testing/server-call.js";
import { plainAnswer, ServerCall } from "../runtime/v1/testing/server-call.js";
import { parseStored } from "../runtime/v1/testing/store.js";
import { goJson } from "../runtime/v1/values/go/json.js";
import type { JsonObject } from "../runtime/v1/values/json/json.js";
import { metadataOf } from "../runtime/v1/values/metadata/resource-metadata.js";
import { textOf } from "../runtime/v1/values/metadata/rules.js";
import { budgetFault, budgetsOf, withDisruption } from "./builtins/disruption-budgets.js";
import { connectOptions } from "./connect-options.js";
import { bindingFault, boundPod, numbered, targetFault } from "./pod-binding.js";
import type { SentSurroundings } from "./sent-object.js";
import { readSentObject } from "./sent-object.js";
import type { AdmittedPart, ChainOf } from "./webhooks/part-admission.js";
import { admitPart } from "./webhooks/part-admission.js";

/** The surroundings in which requests about pods are answered. */
export interface PodRequestOptions extends SentSurroundings {
  readonly server: MemoryApiServer;
  /** Finds the webhooks that a request concerns. */
  readonly chainOf: ChainOf;
  /** Sends a request of the server's own, of which no webhook hears. */
  readonly send: (
    method: string,
    path: string,
    body?: JsonObject,
  ) => Promise<{ readonly status: number; readonly object: JsonObject }>;
}

const podPath =
  /^\/api\/v1\/namespaces\/([^/]+)\/pods\/([^/]+)\/(binding|eviction|log|attach|exec|portforward|proxy)(?:\/.*)?$/;
const bindingsPath = /^\/api\/v1\/namespaces\/([^/]+)\/(bindings)\/*$/;
const proxyPath =
  /^\/api\/v1\/(?:namespaces\/[^/]+\/(services)|(nodes))\/([^/]+)\/(proxy)(?:\/.*)?$/;

const podsName = "pods.";
const pods = { group: "", plural: "pods" };

const bindingKind: GroupVersionKind = { group: "", version: "v1", kind: "Binding" };
const evictionKind: GroupVersionKind = { group: "policy", version: "v1", kind: "Eviction" };

/**
 * Answers what is sent to pods beside writes of them: they are bound to nodes and evicted
 * (Kubernetes `pkg/registry/core/pod/storage`). There are no containers to connect to.
 */
export class PodRequests {
  readonly #options: PodRequestOptions;

  constructor(options: PodRequestOptions) {
    this.#options = options;
  }

  /** Undefined for all other requests. */
  async answer(request: TransportRequest): Promise<ServerAnswer | undefined> {
    const { path, method } = request;
    const [, namespace = "", name = "", part = ""] =
      podPath.exec(path) ?? (method === "POST" ? bindingsPath.exec(path) : undefined) ?? [];
    const isProxy = proxyPath.test(path);
    if (namespace === "" && !isProxy) return undefined;
    const call = new ServerCall(request);
    try {
      if (isProxy) return await this.#connect(call);
      return await this.#ofPod(call, namespace, name, part === "" ? name : part);
    } catch (error) {
      if (error instanceof Failure) return call.refusal(error);
      throw error;
    }
  }

  async #ofPod(
    call: ServerCall,
    namespace: string,
    name: string,
    part: string,
  ): Promise<ServerAnswer> {
    switch (part) {
      case "bindings":
      case "binding":
        return this.#bind(call, namespace, part === "binding" ? name : undefined);
      case "eviction":
        return this.#evict(call, namespace, name);
      case "log":
        this.#pod(namespace, name);
        return plainAnswer(200, "");
      default:
        return this.#connect(call);
    }
  }

  /** The stored text of a pod. @throws Failure 404 */
  #pod(namespace: string, name: string, plural = "pods"): string {
    const seen = this.#options.server.storedText(podsName, `${namespace}/${name}`);
    if (seen === undefined) throw missing({ ...pods, plural }, name);
    return seen;
  }

  /** Webhooks are asked before anybody looks whether there is a pod. @throws Failure */
  async #connect(call: ServerCall): Promise<ServerAnswer> {
    const { resource = "", name, namespace, subresource } = call.info;
    const { kind, object } = connectOptions(call);
    const part = { kind, name, operation: "CONNECT" } as const;
    const admitted = await admitPart(this.#options.chainOf, call, part, object);
    await admitted.validate(admitted.object);
    if (resource === "pods") this.#pod(namespace, name);
    throw unconnected(subresource);
  }

  /** Reads what is sent, and asks mutating webhooks about it. @throws Failure */
  async #sent(
    call: ServerCall,
    kind: GroupVersionKind,
    name: string | undefined,
  ): Promise<AdmittedPart & { readonly name: string; readonly dryRun: boolean }> {
    const keepsIdentity = kind === bindingKind;
    const sent = readSentObject(call, { kind, keepsIdentity }, this.#options);
    const { namespace } = call.info;
    const placed = { ...sent, metadata: { ...metadataOf(sent), namespace } };
    const { dryRun } = writeSettings(call.query, "CreateOptions");
    const asked = name ?? textOf(metadataOf(sent), "name");
    const part = { kind, name: asked, operation: "CREATE" } as const;
    const admitted = await admitPart(this.#options.chainOf, call, part, placed);
    return { ...admitted, name: asked, dryRun };
  }

  /** @throws Failure 400, 404, 409 or 500 */
  async #bind(call: ServerCall, namespace: string, asked?: string): Promise<ServerAnswer> {
    const sent = await this.#sent(call, bindingKind, asked);
    const { object: binding, name, dryRun } = sent;
    if (textOf(metadataOf(binding), "name") !== name) {
      throw badRequestFailure("name in URL does not match name in Binding object");
    }
    const wrong = targetFault(binding);
    if (wrong !== undefined) throw failed(500, undefined, wrong);
    await sent.validate(binding);
    const key = `${namespace}/${name}`;
    const seen = this.#pod(namespace, name, "pods");
    const pod = parseStored(seen);
    const fault = bindingFault(pod, binding);
    if (fault !== undefined) throw conflicting({ group: "", plural: "pods/binding" }, name, fault);
    if (dryRun) return call.answerObject(201, done);
    const node = textOf(mapAt(binding, "target"), "name");
    const bound = boundPod(pod, binding, node, serverTime(this.#options.server.now()));
    const kept = this.#options.server.exchange(podsName, key, seen, (version) =>
      goJson(numbered(bound, version)),
    );
    if (kept instanceof Failure) throw kept;
    if (kept === undefined) throw internalFailure("the pod has changed");
    return call.answerObject(201, done);
  }

  /** @throws Failure 400, 404, 429 or 500 */
  async #evict(call: ServerCall, namespace: string, name: string): Promise<ServerAnswer> {
    const sent = await this.#sent(call, evictionKind, name);
    const { object: eviction, dryRun } = sent;
    if (textOf(metadataOf(eviction), "name") !== name) {
      throw badRequestFailure("name in URL does not match name in Eviction object");
    }
    await sent.validate(eviction);
    const pod = parseStored(this.#pod(namespace, name));
    const budgets = this.#options.server.storedTexts("poddisruptionbudgets.policy");
    const [budget, ...others] = budgetsOf(pod, budgets.map(parseStored));
    if (others.length > 0) throw failed(500, undefined, manyBudgets);
    if (budget !== undefined) await this.#disrupt(budget, pod, namespace, dryRun);
    const path = `/api/v1/namespaces/${namespace}/pods/${encodeURIComponent(name)}`;
    const { status, object } = await this.#options.send("DELETE", path, {
      ...mapAt(eviction, "deleteOptions"),
      ...(dryRun && { dryRun: ["All"] }),
      kind: "DeleteOptions",
      apiVersion: "v1",
    });
    return status < 300 ? call.answerObject(201, done) : call.answerObject(status, object);
  }

  /** @throws Failure 429 */
  async #disrupt(
    budget: JsonObject,
    pod: JsonObject,
    namespace: string,
    dryRun: boolean,
  ): Promise<void> {
    const fault = budgetFault(budget, pod);
    if (fault !== undefined) throw fault;
    const name = textOf(metadataOf(budget), "name");
    const path = `/apis/policy/v1/namespaces/${namespace}/poddisruptionbudgets/${name}/status`;
    const changed = withDisruption(budget, pod, serverTime(this.#options.server.now()));
    if (!dryRun && changed !== undefined) await this.#options.send("PUT", path, changed);
  }
}

const done = {
  kind: "Status",
  apiVersion: "v1",
  metadata: {},
  status: "Success",
  code: 201,
};

const manyBudgets =
  "This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.";

function unconnected(part: string): Failure {
  const message = `there are no containers and no addresses behind this server: ${part} is not supported`;
  return failed(501, "NotImplemented", message, {});
}
