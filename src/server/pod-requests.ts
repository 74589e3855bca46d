import { encodeAs } from "../crd/frontend/decode/encode-as.js";
import { objectAt, objectsAt } from "../crd/frontend/raw-fields.js";
import type { TransportRequest } from "../runtime/v1/client/transport.js";
import { serverTime } from "../runtime/v1/testing/environment.js";
import {
  badRequestFailure,
  conflicting,
  failed,
  Failure,
  internalFailure,
  missing,
} from "../runtime/v1/testing/failure.js";
import { negotiateInput } from "../runtime/v1/testing/media-types.js";
import type { MemoryApiServer } from "../runtime/v1/testing/memory-api-server.js";
import { writeSettings } from "../runtime/v1/testing/options-of-request.js";
import { readBody } from "../runtime/v1/testing/resource-writes.js";
import type { ServerAnswer } from "../runtime/v1/testing/server-call.js";
import { plainAnswer, ServerCall } from "../runtime/v1/testing/server-call.js";
import { parseStored } from "../runtime/v1/testing/store.js";
import type { ReadYamlBody } from "../runtime/v1/testing/yaml-body.js";
import { goJson } from "../runtime/v1/values/go/json.js";
import type { JsonObject } from "../runtime/v1/values/json/json.js";
import { isObject } from "../runtime/v1/values/json/json.js";
import { metadataOf } from "../runtime/v1/values/metadata/resource-metadata.js";
import { textOf } from "../runtime/v1/values/metadata/rules.js";
import { budgetFault, budgetsOf, withDisruption } from "./builtins/disruption-budgets.js";
import { goStruct } from "./builtins/kind-types.js";
import { mapAt } from "./builtins/strategies/strategy.js";

/** The surroundings in which requests about pods are answered. */
export interface PodRequestOptions {
  readonly server: MemoryApiServer;
  readonly readYaml: ReadYamlBody;
  /** Sends a request of the server's own. */
  readonly send: (
    method: string,
    path: string,
    body?: JsonObject,
  ) => Promise<{ readonly status: number; readonly object: JsonObject }>;
}

const podPath =
  /^\/api\/v1\/namespaces\/([^/]+)\/pods\/([^/]+)\/(binding|eviction|log|attach|exec|portforward|proxy)\/*$/;
const proxyPath = /^\/api\/v1\/(?:namespaces\/[^/]+\/services|nodes)\/[^/]+\/proxy\/*$/;

const podsName = "pods.";
const pods = { group: "", plural: "pods" };

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
    const [, namespace = "", name = "", part = "proxy"] = podPath.exec(request.path) ?? [];
    if (name === "" && !proxyPath.test(request.path)) return undefined;
    const call = new ServerCall(request);
    try {
      if (name === "") throw unconnected("proxy");
      return await this.#ofPod(call, namespace, name, part);
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
    const seen = this.#options.server.storedText(podsName, `${namespace}/${name}`);
    if (seen === undefined) throw missing(pods, name);
    switch (part) {
      case "binding":
        this.#bind(call, `${namespace}/${name}`, seen);
        return call.answerObject(201, done);
      case "eviction":
        return this.#evict(call, namespace, parseStored(seen));
      case "log":
        return plainAnswer(200, "");
      default:
        throw unconnected(part);
    }
  }

  #body(call: ServerCall, kind: string): { readonly object: JsonObject; readonly dryRun: boolean } {
    const type = negotiateInput(call.header("content-type"));
    const given = writeSettings(call.query, "CreateOptions");
    const source = { call, environment: { readYaml: this.#options.readYaml }, version: { kind } };
    const { body } = readBody(source, type, given);
    const object = parseStored(body);
    const sent = textOf(object, "kind");
    if (sent !== kind) throw badRequestFailure(`${kind} expected, but ${sent} was sent`);
    return { object, dryRun: given.dryRun };
  }

  /** @throws Failure 400 or 409 */
  #bind(call: ServerCall, key: string, seen: string): void {
    const { object: binding, dryRun } = this.#body(call, "Binding");
    const pod = parseStored(seen);
    const node = textOf(mapAt(binding, "target"), "name");
    const fault = bindingFault(pod, binding);
    const name = textOf(metadataOf(pod), "name");
    if (fault !== undefined) throw conflicting({ group: "", plural: "pods/binding" }, name, fault);
    if (dryRun) return;
    const bound = boundPod(pod, binding, node, serverTime(this.#options.server.now()));
    const kept = this.#options.server.exchange(podsName, key, seen, (version) =>
      goJson(numbered(bound, version)),
    );
    if (kept instanceof Failure) throw kept;
    if (kept === undefined) throw internalFailure("the pod has changed");
  }

  /** @throws Failure 400, 429 or 500 */
  async #evict(call: ServerCall, namespace: string, pod: JsonObject): Promise<ServerAnswer> {
    const { object: eviction, dryRun } = this.#body(call, "Eviction");
    const name = textOf(metadataOf(pod), "name");
    const given = textOf(metadataOf(eviction), "name");
    if (given !== name) {
      throw badRequestFailure("name in URL does not match name in Eviction object");
    }
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

function bindingFault(pod: JsonObject, binding: JsonObject): string | undefined {
  const metadata = metadataOf(pod);
  const [name, spec] = [textOf(metadata, "name"), mapAt(pod, "spec")];
  const [uid, wanted] = [textOf(metadata, "uid"), textOf(metadataOf(binding), "uid")];
  if (wanted !== "" && wanted !== uid) {
    return `Precondition failed: UID in precondition: ${wanted}, UID in object meta: ${uid}`;
  }
  if (metadata["deletionTimestamp"] !== undefined) {
    return `pod ${name} is being deleted, cannot be assigned to a host`;
  }
  const node = textOf(spec, "nodeName");
  if (node !== "") return `pod ${name} is already assigned to node "${node}"`;
  const isGated = objectsAt(spec, "schedulingGates").length > 0;
  return isGated ? `pod ${name} has non-empty .spec.schedulingGates` : undefined;
}

/** `setPodNodeAndMetadata` */
function boundPod(pod: JsonObject, binding: JsonObject, nodeName: string, now: string): JsonObject {
  const [metadata, added] = [metadataOf(pod), metadataOf(binding)];
  const status = { ...mapAt(pod, "status") };
  delete status["nominatedNodeName"];
  const conditions = objectsAt(status, "conditions").filter(({ type }) => type !== "PodScheduled");
  const scheduled = { type: "PodScheduled", status: "True", lastTransitionTime: now };
  const joined = (key: string): JsonObject => ({
    ...objectAt(metadata, key),
    ...objectAt(added, key),
  });
  const changed = {
    ...pod,
    metadata: { ...metadata, annotations: joined("annotations"), labels: joined("labels") },
    spec: { ...mapAt(pod, "spec"), nodeName },
    status: { ...status, conditions: [...conditions, scheduled] },
  };
  const printed = encodeAs(goStruct("core/v1.Pod"), changed);
  return isObject(printed) ? printed : changed;
}

function numbered(object: JsonObject, version: number): JsonObject {
  const metadata = { ...metadataOf(object), resourceVersion: String(version) };
  return { ...object, metadata };
}
