import { loadExplainer } from "../cel/recovery/load-explainer.js";
import { Diagnostics } from "../diagnostics/diagnostics.js";
import { objectAt, objectsAt, textAt, textsAt } from "../frontend/raw-fields.js";
import { compileResources } from "../pipeline/compile.js";
import { createJudges } from "../pipeline/create-judges.js";
import { readResources } from "../pipeline/read-resources.js";
import type {
  Transport,
  TransportRequest,
  TransportResponse,
} from "../runtime/v1/client/transport.js";
import { goJson } from "../runtime/v1/go/json.js";
import type { Json, JsonObject } from "../runtime/v1/json/json.js";
import { isObject } from "../runtime/v1/json/json.js";
import { builtinVersions } from "../runtime/v1/testing/builtin-resources.js";
import type { MemoryApiServerOptions } from "../runtime/v1/testing/memory-api-server.js";
import { MemoryApiServer } from "../runtime/v1/testing/memory-api-server.js";
import { readDocuments } from "../source/read.js";
import type { KubernetesMinor } from "../versions/kubernetes-version.js";
import { typedVersion } from "./builtins/typed-version.js";
import { conversionWebhook } from "./conversion-webhook.js";
import { cleanupFinalizer, definitionVersion } from "./definitions/definition-version.js";
import {
  acceptedNames,
  conditionOf,
  groupOf,
  hasCondition,
  withCondition,
} from "./definitions/definition.js";
import { settleDefinition } from "./definitions/settle-definition.js";
import { OpenApiDocuments } from "./openapi-documents.js";

/** How a cluster behaves. */
export interface ClusterOptions extends Omit<
  MemoryApiServerOptions,
  "convert" | "parseYaml" | "version"
> {
  readonly minor: KubernetesMinor;
}

const definitionsPath = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

/**
 * A Kubernetes API server in memory whose resources are CRDs that are created, changed and deleted
 * at run time, as in a real cluster: what the controllers of the API server do is done before the
 * answer to a write is given.
 */
export class Cluster implements Transport {
  readonly defaultNamespace: string = "default";
  readonly server: MemoryApiServer;
  readonly #minor: KubernetesMinor;
  /** The specs that are served now, by the names of their CRDs. */
  readonly #served = new Map<string, string>();
  readonly #documents = new OpenApiDocuments();
  /** Settled when the CRDs are as their controllers leave them. */
  #settling: Promise<void> = Promise.resolve();

  private constructor(server: MemoryApiServer, minor: KubernetesMinor) {
    this.server = server;
    this.#minor = minor;
  }

  static async create(options: ClusterOptions): Promise<Cluster> {
    const { minor, ...rest } = options;
    await loadExplainer();
    const version = { major: "1", minor: String(minor), gitVersion: `v1.${minor}.0` };
    const definitions = definitionVersion(minor, createJudges(minor));
    const server = new MemoryApiServer([definitions], { ...rest, version, parseYaml });
    server.serve(builtinVersions().map(typedVersion));
    return new Cluster(server, minor);
  }

  async send(request: TransportRequest): Promise<TransportResponse> {
    if (request.path.startsWith("/openapi/")) {
      await this.#settling;
      const text = await this.#documents.text(request.path);
      if (text !== undefined) return jsonResponse(text);
    }
    const response = await this.server.send(await withJsonBody(request));
    if (request.method !== "GET" && this.#concernsDefinitions(request.path)) await this.settle();
    return response;
  }

  close(): void {
    this.server.close();
  }

  /** Writes many CRDs, for which their controllers work once, when all are written. */
  async together(write: () => Promise<void>): Promise<void> {
    this.#isHeld = true;
    try {
      await write();
    } finally {
      this.#isHeld = false;
      await this.settle();
    }
  }

  /** Does what the controllers of CRDs have left to do. */
  settle(): Promise<void> {
    this.#settling = this.#settling.then(async () => {
      this.#isUnsettled = false;
      await this.#settle().catch((error: unknown) => {
        if (!(error instanceof NotStored)) throw error;
        this.#isUnsettled = true;
      });
    });
    return this.#settling;
  }

  /** While a CRD is being deleted, each deletion of an object may be the last. */
  #concernsDefinitions(path: string): boolean {
    const isWaiting = this.#isTerminating || this.#isUnsettled;
    return !this.#isHeld && (path.startsWith(definitionsPath) || isWaiting);
  }

  #isHeld = false;

  /** What the controllers wrote could not be stored: they try again with the next write. */
  #isUnsettled = false;

  #isTerminating = false;

  async #settle(): Promise<void> {
    for (let isChanged = true; isChanged;) {
      isChanged = false;
      const definitions = [...(await this.#definitions())];
      for (const [index, definition] of definitions.entries()) {
        if (isBeingDeleted(definition)) {
          isChanged = (await this.#finishDeletion(definition)) || isChanged;
          continue;
        }
        const settled = await this.#settleOne(definition, definitions);
        isChanged ||= settled !== definition;
        definitions[index] = settled;
      }
      this.#isTerminating = definitions.some((definition) => isBeingDeleted(definition));
      this.#forgetOthers(definitions);
    }
  }

  /** The definition as it is then: the same one if nothing was to be done. */
  async #settleOne(definition: JsonObject, stored: readonly JsonObject[]): Promise<JsonObject> {
    const now = new Date(this.server.now()).toISOString().replace(/\.\d+/, "");
    const steps = settleDefinition(definition, { stored, minor: this.#minor, now });
    let current = definition;
    for (const step of steps) {
      current = await this.#writeStatus({ ...step, metadata: current["metadata"] ?? null });
    }
    if (hasCondition(current, "Established")) await this.#serve(current);
    return current;
  }

  async #definitions(): Promise<readonly JsonObject[]> {
    const list = await this.#request("GET", definitionsPath);
    const typed = { apiVersion: "apiextensions.k8s.io/v1", kind: "CustomResourceDefinition" };
    return objectsAt(list, "items").map((item) => ({ ...item, ...typed }));
  }

  /** @throws NotStored where the storage fails */
  async #writeStatus(definition: JsonObject): Promise<JsonObject> {
    const path = `${definitionsPath}/${nameOf(definition)}/status`;
    const written = await this.#request("PUT", path, definition);
    if (written["kind"] === "Status" && Number(written["code"]) >= 500) throw new NotStored();
    return written;
  }

  /** Compiles a definition and serves it, unless that was done for the same spec. */
  async #serve(definition: JsonObject): Promise<void> {
    const name = nameOf(definition);
    const spec = JSON.stringify([definition["spec"], acceptedNames(definition)]);
    if (this.#served.get(name) === spec) return;
    const source = { path: `${name}.json`, text: JSON.stringify(definition) };
    const resources = await readResources([source], this.#minor, true, new Diagnostics());
    const compiled = await compileResources(resources, this.#minor);
    const versions = compiled.flatMap((resource) => Object.values(resource.versions));
    const convert = conversionWebhook(objectAt(definition, "spec") ?? {});
    this.server.serve(
      versions.map(({ served }) => served),
      convert,
    );
    this.#served.set(name, spec);
    this.#documents.set(name, resources);
  }

  /** `controller/finalizer/crd_finalizer.go`; whether there is more to do. */
  async #finishDeletion(definition: JsonObject): Promise<boolean> {
    const metadata = objectAt(definition, "metadata") ?? {};
    if (!textsAt(metadata, "finalizers").includes(cleanupFinalizer)) return false;
    let current = definition;
    if (conditionOf(definition, "Terminating")?.reason === "InstanceDeletionPending") {
      const message = "CustomResource deletion is in progress";
      current = await this.#terminate(current, "True", "InstanceDeletionInProgress", message);
    }
    if (!hasCondition(current, "Established")) {
      const message = "resource was never established";
      await this.#release(current, "NeverEstablished", message);
      return true;
    }
    const { plural } = acceptedNames(current);
    const storage = objectsAt(objectAt(current, "spec") ?? {}, "versions").find(
      (version) => version["storage"] === true,
    );
    const path = `/apis/${groupOf(current)}/${textAt(storage ?? {}, "name")}/${plural}`;
    if (!(await this.#deleteInstances(path))) return false;
    await this.#release(current, "InstanceDeletionCompleted", "removed all instances");
    this.server.remove(plural, groupOf(current));
    return true;
  }

  /** Whether all objects of a resource are gone. */
  async #deleteInstances(path: string): Promise<boolean> {
    const { items } = await this.#request("GET", path);
    if (!Array.isArray(items)) return true;
    const namespaces = new Set(items.map((item) => namespaceOf(item)));
    for (const namespace of namespaces) {
      const [root, plural] = [path.slice(0, path.lastIndexOf("/")), path.split("/").pop() ?? ""];
      const collection = namespace === "" ? path : `${root}/namespaces/${namespace}/${plural}`;
      await this.#request("DELETE", collection);
    }
    const left = await this.#request("GET", path);
    return objectsAt(left, "items").length === 0;
  }

  #terminate(
    definition: JsonObject,
    status: "True" | "False",
    reason: string,
    message: string,
  ): Promise<JsonObject> {
    const now = new Date(this.server.now()).toISOString().replace(/\.\d+/, "");
    const condition = { type: "Terminating", status, reason, message } as const;
    return this.#writeStatus(withCondition(definition, condition, now));
  }

  async #release(definition: JsonObject, reason: string, message: string): Promise<void> {
    const metadata = objectAt(definition, "metadata") ?? {};
    const finalizers = textsAt(metadata, "finalizers").filter((one) => one !== cleanupFinalizer);
    const released = { ...definition, metadata: { ...metadata, finalizers } };
    await this.#terminate(released, "False", reason, message);
  }

  /** What was deleted may come again. */
  #forgetOthers(definitions: readonly JsonObject[]): void {
    const names = new Set(definitions.map(nameOf));
    for (const name of this.#served.keys()) {
      if (names.has(name)) continue;
      this.#served.delete(name);
      this.#documents.delete(name);
    }
  }

  async #request(method: string, path: string, body?: JsonObject): Promise<JsonObject> {
    const response = await this.server.send({
      method,
      path,
      headers: [
        ["content-type", "application/json"],
        ["user-agent", "kube-apiserver"],
      ],
      ...(body && { body: JSON.stringify(body) }),
    });
    const answer = JSON.parse(await response.text()) as Json; // of the server in memory
    return isObject(answer) ? answer : {};
  }
}

/** A controller's write that the storage did not take. */
class NotStored extends Error {
  override readonly name = "NotStored";
}

function isBeingDeleted(definition: JsonObject): boolean {
  const { deletionTimestamp } = objectAt(definition, "metadata") ?? {};
  return deletionTimestamp !== undefined;
}

function nameOf(definition: JsonObject): string {
  return textAt(objectAt(definition, "metadata") ?? {}, "name");
}

function namespaceOf(item: Json): string {
  return isObject(item) ? textAt(objectAt(item, "metadata") ?? {}, "namespace") : "";
}

function jsonResponse(text: string): TransportResponse {
  return {
    status: 200,
    header: (name) => (name.toLowerCase() === "content-type" ? "application/json" : null),
    text: () => Promise.resolve(text),
    async *chunks() {
      yield await Promise.resolve(new TextEncoder().encode(text));
    },
    close: () => undefined,
  };
}

/** Bodies in YAML are read before: what still is none is what could not be read. */
function parseYaml(): never {
  throw new Error("the body cannot be read");
}

const yamlType = /^application\/(yaml|apply-patch\+yaml)\b/;

/** A body in YAML as JSON, which is YAML too; one that cannot be read stays as it is. */
async function withJsonBody(request: TransportRequest): Promise<TransportRequest> {
  const [, type = ""] = request.headers.find(([name]) => /^content-type$/i.test(name)) ?? [];
  if (request.body === undefined || !yamlType.test(type)) return request;
  const { body } = request;
  const text = typeof body === "string" ? body : new TextDecoder().decode(body);
  const [document] = await readDocuments({ path: "body", text }, new Diagnostics());
  return document === undefined ? request : { ...request, body: goJson(document.value) };
}
