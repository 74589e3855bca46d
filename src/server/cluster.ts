import type { CompileUnit } from "../codegen/pipeline/compile-unit.js";
import { loadUnitCompiler } from "../codegen/pipeline/compile-unit.js";
import { createJudges } from "../codegen/pipeline/judges.js";
import type { LintResult } from "../crd/frontend/lint-crd.js";
import type { Resource } from "../crd/ir/resource.js";
import { eventVersions, isEvent, withOneEventStore } from "../runtime/v1/built-in/event-forms.js";
import type { SendAs } from "../runtime/v1/built-in/namespace-controller.js";
import {
  furnishNamespace,
  isFurniture,
  unfurnishedBy,
} from "../runtime/v1/built-in/namespace-controller.js";
import { tableVersions } from "../runtime/v1/built-in/table-versions.js";
import type { ResourceRow } from "../runtime/v1/built-in/table/kind-table.js";
import { kindTable } from "../runtime/v1/built-in/table/kind-table.js";
import { typedVersion } from "../runtime/v1/built-in/typed-version.js";
import type { AskAuthorizer } from "../runtime/v1/cel/libraries/authorizer.js";
import type {
  Transport,
  TransportRequest,
  TransportResponse,
} from "../runtime/v1/client/transport.js";
import type { GroupVersionKind } from "../runtime/v1/operators/webhooks/webhook.js";
import { rbacVersions } from "../runtime/v1/testing/authorization/rbac-resources.js";
import { notLetIn } from "../runtime/v1/testing/authorization/server-rights.js";
import type { RequestUser } from "../runtime/v1/testing/authorization/user.js";
import { builtinVersions } from "../runtime/v1/testing/builtin-resources.js";
import { serverTime } from "../runtime/v1/testing/environment.js";
import { Failure } from "../runtime/v1/testing/failure.js";
import type {
  MemoryApiServerOptions,
  ServerSnapshot,
  StoredChange,
} from "../runtime/v1/testing/memory-api-server.js";
import { MemoryApiServer } from "../runtime/v1/testing/memory-api-server.js";
import { ServerCall } from "../runtime/v1/testing/server-call.js";
import { parseStored } from "../runtime/v1/testing/store.js";
import type { YamlBody } from "../runtime/v1/testing/yaml-body.js";
import { plainYaml } from "../runtime/v1/testing/yaml-body.js";
import { JsonFault, parseJson } from "../runtime/v1/values/go/parse-json.js";
import type { Json, JsonObject } from "../runtime/v1/values/json/json.js";
import { isObject } from "../runtime/v1/values/json/json.js";
import { objectAt, objectsAt, textAt, textsAt } from "../runtime/v1/values/json/raw-fields.js";
import type { KubernetesMinor } from "../runtime/v1/values/kubernetes-version.js";
import { newestMinor } from "../runtime/v1/values/kubernetes-version.js";
import { metadataOf } from "../runtime/v1/values/metadata/resource-metadata.js";
import { textOf } from "../runtime/v1/values/metadata/rules.js";
import type { ResourceDefinition } from "../runtime/v1/values/resource-definition.js";
import { AskedRequests } from "./asked-requests.js";
import { askRights } from "./authorization/ask-rights.js";
import { systemPolicy } from "./authorization/system-policy.js";
import type { TokenUser } from "./builtins/account-tokens.js";
import { AccountTokens, issuer } from "./builtins/account-tokens.js";
import { firstObjects } from "./builtins/first-objects.js";
import { reviewVersions } from "./builtins/reviews.js";
import { BuiltinRoutes } from "./builtins/routes.js";
import { webhookStrategyOf } from "./builtins/strategies/webhook-configuration.js";
import { makeSystemMaps } from "./builtins/system-maps.js";
import { Compaction } from "./compaction.js";
import { conversionWebhook } from "./conversion-webhook.js";
import type { KnownVerdicts } from "./definitions/definition-judge.js";
import { cleanupFinalizer, definitionVersion } from "./definitions/definition-judge.js";
import {
  acceptedNames,
  conditionOf,
  hasCondition,
  isBeingDeleted,
  withCondition,
} from "./definitions/definition.js";
import { settleDefinition } from "./definitions/settle-definition.js";
import {
  StoredDefinitions,
  resourceOf,
  versionsOf,
  withDefinitionsOfToday,
} from "./definitions/stored-definitions.js";
import { healthAnswer } from "./health.js";
import { DiscoveryTags, openApiAnswer, OpenApiDocuments } from "./openapi-documents.js";
import { PartForms } from "./part-forms.js";
import { PodRequests } from "./pod-requests.js";
import { textResponse } from "./text-response.js";
import type { CallWebhook, WebhookServices } from "./webhooks/call-webhook.js";
import { ClusterWebhooks } from "./webhooks/cluster-webhooks.js";
import { isConfiguration } from "./webhooks/configurations.js";
import type { RunApart } from "./writes-apart.js";
import { WritesApart } from "./writes-apart.js";
import { readYaml } from "./yaml/read-yaml.js";

/** How a cluster behaves. */
export interface ClusterOptions extends Omit<
  MemoryApiServerOptions,
  "convert" | "parseYaml" | "readYaml" | "version"
> {
  readonly minor: KubernetesMinor;
  /** Controllers put a ServiceAccount and a ConfigMap into each namespace. Default: false. */
  readonly furnishesNamespaces?: boolean | undefined;
  /**
   * Controllers run beside the server, which leaves their work to them: namespaces that are
   * deleted, garbage, and what controllers put into each namespace. Default: false.
   */
  readonly controllersBeside?: boolean | undefined;
  /** Which clients of it trust, in PEM; controllers put it into each namespace. Default: none. */
  readonly rootCertificate?: string | undefined;
  /** Works out long writes elsewhere, so that others do not wait for them. */
  readonly runApart?: RunApart | undefined;
  /** Kinds of the table that it serves beside those that it always does. Default: none. */
  readonly builtIns?: readonly ResourceRow[] | undefined;
  /** Who sends a token that a file names, beside those of ServiceAccounts. Default: nobody. */
  readonly staticTokens?: ((token: string) => RequestUser | undefined) | undefined;
  /** Where it runs, as Go names it; `linux/amd64` unless given. */
  readonly platform?: string | undefined;
  /** Calls a webhook over the network. Default: each call fails. */
  readonly callWebhook?: CallWebhook | undefined;
  /** Where webhooks are that are services, by `namespace/name` or `namespace/name:port`. */
  readonly webhookServices?: WebhookServices | undefined;
}

function readBodyYaml(body: string | Uint8Array): YamlBody {
  return plainYamlOf(body) ?? readYaml(body);
}

/** The resource of CRDs. */
export const definitionsName = "customresourcedefinitions.apiextensions.k8s.io";

const definitionsPath = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

/** Milliseconds for requests that began before their CRD changed. */
const timeToDrain = 1000;

/**
 * A Kubernetes API server in memory whose resources are CRDs that are created, changed and deleted
 * at run time, as in a real cluster: what the controllers of the API server do is done before the
 * answer to a write is given.
 */
export class Cluster implements Transport {
  readonly defaultNamespace: string = "default";
  readonly server: MemoryApiServer;
  readonly #minor: KubernetesMinor;
  readonly #routes: BuiltinRoutes;
  #stored = new StoredDefinitions();
  /** The state in which definitions are served now, by the names of the CRDs. */
  readonly #served = new Map<string, ServedState>();
  readonly #documents: OpenApiDocuments;
  readonly #apart: WritesApart | undefined;
  readonly #asked: AskedRequests;
  readonly #pods: PodRequests;
  readonly #webhooks: ClusterWebhooks;
  readonly #compaction: Compaction;
  readonly #services: WebhookServices;
  readonly #tokens = new AccountTokens();
  readonly #staticTokens: ClusterOptions["staticTokens"];
  readonly #furnishes: boolean;
  readonly #controllersBeside: boolean;
  readonly #rootCertificate: string;
  /** Settled when all is there that is there from the beginning; undefined before. */
  #furnished: Promise<void> | undefined;
  /** `<plural>.<group>` of the kinds of Kubernetes that it stores. */
  readonly #stores: ReadonlySet<string>;
  /** Namespaces that have lost something that controllers put there. */
  readonly #robbed = new Set<string>();
  /** Half of crdgen: loaded by the first request that may need it. */
  #compileUnit: CompileUnit | undefined;
  readonly #discovery: DiscoveryTags = new DiscoveryTags();
  readonly #verdicts = new Map<string, LintResult>();
  #controllers: ControllerState = "idle";
  /** Settled when the CRDs are as their controllers leave them. */
  #settling: Promise<void> = Promise.resolve();

  constructor(options: ClusterOptions) {
    const {
      minor,
      onChange,
      runApart,
      furnishesNamespaces = false,
      controllersBeside = false,
      rootCertificate = "",
      platform = "linux/amd64",
      builtIns = [],
      callWebhook: call,
      webhookServices: services = {},
      staticTokens,
      ...rest
    } = options;
    this.#services = services;
    const hasNamespaces = rest.namespaces === true;
    const server = (): MemoryApiServer => this.server;
    const askAuthorizer = (user: RequestUser): AskAuthorizer => askRights(this.server.rights, user);
    const partForms = (kind: GroupVersionKind): PartForms => new PartForms(kind, minor);
    const called = { minor, call, services, hasNamespaces, server, askAuthorizer, partForms };
    this.#webhooks = new ClusterWebhooks(called);
    this.#furnishes = furnishesNamespaces;
    this.#controllersBeside = controllersBeside;
    this.#rootCertificate = rootCertificate;
    this.#staticTokens = staticTokens;
    const definitions = definitionVersion(minor, createJudges(minor), this.#verdicts);
    this.server = new MemoryApiServer([definitions], {
      ...rest,
      ...(controllersBeside && { garbageCollector: false, emptiesNamespaces: false }),
      version: versionFacts(minor, platform),
      readYaml: readBodyYaml,
      plugins: this.#webhooks.plugins,
      onChange: (change) => {
        onChange?.(change);
        this.#webhooks.note(change);
        if (change.text === undefined) this.#noteRemoval(change);
        if (change.resource === definitionsName) this.#stored.note(change.key, change.text);
      },
    });
    this.#compaction = new Compaction(this.server);
    const ofRights = options.authorization === "rbac" ? rbacVersions() : [];
    const plain = [...builtinVersions(), ...ofRights];
    const always = plain.map((builtin) => typedVersion(builtin, minor));
    const reviews = reviewVersions();
    const known = new Set([definitions, ...always, ...reviews].map(resourceName));
    const around = {
      now: () => serverTime(this.server.now()),
      texts: (resource: string) => this.server.storedTexts(resource),
      strategyOf: webhookStrategyOf,
    };
    const table = kindTable(minor);
    const rows = new Set([...table.resources.filter(isConfiguration), ...builtIns]);
    const builtins = [...always, ...tableVersions([...rows], known, minor, around)];
    const [events, others] = [builtins.filter(isEvent), builtins.filter((one) => !isEvent(one))];
    this.server.serve([...others, ...reviews]);
    for (const one of eventVersions(events)) this.server.serve([one]);
    this.server.makeRoles(systemPolicy);
    this.#routes = new BuiltinRoutes([definitions, ...builtins, ...reviews]);
    this.#minor = minor;
    const served = [definitions, ...builtins, ...reviews].flatMap((one) => table.ofKind(one) ?? []);
    this.#documents = new OpenApiDocuments(
      () => this.#published(),
      () => this.server.now(),
      { table, rows: served },
    );
    const asked = {
      minor,
      now: () => this.server.now(),
      read: (path: string) => this.#read(path),
      readYaml: readBodyYaml,
      rights: this.server.rights,
      tokenUser: (token: string) => this.#tokenUser(token),
      chainOf: this.#webhooks.chainOf,
    };
    this.#asked = new AskedRequests(asked, this.#tokens);
    this.#pods = new PodRequests({
      ...asked,
      server: this.server,
      send: async (method, path, body) => {
        const request = this.#webhooks.asOwn(requestOf(method, path, body));
        const response = await this.server.send(request);
        return { status: response.status, object: parseStored(await response.text()) };
      },
    });
    // What the controllers of CRDs do belongs to the write of a CRD.
    this.#stores = new Set(builtins.map(resourceName));
    // Whoever works apart knows of no rights.
    const mayRunApart = options.authorization === undefined ? runApart : undefined;
    this.#apart =
      mayRunApart &&
      new WritesApart({
        server: this.server,
        run: mayRunApart,
        isAlone: (resource) =>
          this.#webhooks.isEmpty && (this.#served.has(resource) || this.#stores.has(resource)),
        definitions: () => this.#stored.all,
      });
  }

  /** A cluster that answers its first request without delay. */
  static async create(options: ClusterOptions): Promise<Cluster> {
    const cluster = new Cluster(options);
    await cluster.prepare();
    return cluster;
  }

  /** Loads what judges and compiles, which otherwise the first request waits for. */
  async prepare(): Promise<void> {
    if (this.#compileUnit !== undefined) return;
    this.#compileUnit = await loadUnitCompiler(this.#minor);
  }

  /** Who sends a token; undefined for one that nobody knows, or that is not for this server. */
  userOfToken(token: string): RequestUser | undefined {
    const user = this.#tokenUser(token);
    return user?.audiences.includes(issuer) === true ? user.info : undefined;
  }

  #tokenUser(token: string): TokenUser | undefined {
    const named = this.#staticTokens?.(token);
    if (named !== undefined) return { info: named, audiences: [issuer] };
    return this.#tokens.userOf(token, this.server.now(), (account) => {
      const text = this.server.storedText("serviceaccounts.", account);
      return text === undefined ? undefined : textOf(metadataOf(parseStored(text)), "uid");
    });
  }

  /** Asks for the rights of whoever sends a request, if there are any to ask for. */
  async send(sent: TransportRequest): Promise<TransportResponse> {
    this.#compaction.work();
    const { rights } = this.server;
    if (rights === undefined) return this.#answer(sent);
    await this.server.settleRoles();
    const call = readableCall(sent);
    const admitted = call === undefined ? sent : rights.admit(call);
    if (call !== undefined && admitted instanceof Failure) {
      return textResponse(notLetIn(call, admitted));
    }
    return this.#answer(admitted instanceof Failure ? sent : admitted);
  }

  async #answer(request: TransportRequest): Promise<TransportResponse> {
    if (request.path.startsWith("/openapi/")) {
      await this.#settling;
      const document = await this.#documents.find(request.path);
      if (document !== undefined) {
        return textResponse(openApiAnswer(request, document, this.server.now()));
      }
      if (request.path.startsWith("/openapi/v3/")) {
        return textResponse({ status: 404, headers: [], body: "" });
      }
    }
    const health = healthAnswer(request.path, request.query);
    if (health !== undefined) return textResponse(health);
    const refused = this.#refused(request);
    if (refused !== undefined) return refused;
    const asked = await this.#asked.answer(request);
    if (asked !== undefined) return textResponse(asked);
    const ofPod = await this.#pods.answer(request);
    if (ofPod !== undefined) return textResponse(ofPod);
    // Definitions that are written together were judged before.
    if (this.#controllers !== "held" || !request.path.startsWith(definitionsPath))
      await this.prepare();
    await this.#furnish();
    const apart = await this.#apart?.answer(request);
    const response = apart === undefined ? await this.server.send(request) : textResponse(apart);
    if (request.method !== "GET") {
      if (this.#concernsDefinitions(request.path)) await this.settle();
      await this.#furnishAfter(request, response);
    }
    return this.#discovery.tagged(request, response);
  }

  /** Puts the objects of controllers into namespaces when something is asked first. */
  async #furnish(): Promise<void> {
    if (this.#controllers === "held" || !this.#furnishes) return;
    for (const name of this.#robbed) {
      this.#robbed.delete(name);
      await this.#furnishOne(name);
    }
    this.#furnished ??= this.#furnishAll().catch((error: unknown) => {
      // The next request tries again.
      this.#furnished = undefined;
      throw error;
    });
    await this.#furnished;
  }

  async #furnishAll(): Promise<void> {
    await this.#makeFirst();
    const list = await this.#read("/api/v1/namespaces");
    for (const namespace of objectsAt(list, "items")) {
      if (!isBeingDeleted(namespace)) await this.#furnishOne(nameOf(namespace));
    }
  }

  /** What is there is left as it is, but for what the ConfigMaps of the system say. */
  async #makeFirst(): Promise<void> {
    const objects = firstObjects(this.server.address, (name) => this.#stores.has(name));
    for (const { path, body } of objects) await this.#send("POST", path, body);
    const now = serverTime(this.server.now());
    await makeSystemMaps(this.#rootCertificate, now, this.#sendAs);
  }

  /** The garbage collector takes things away in its own time, behind all answers. */
  #noteRemoval({ resource, key }: StoredChange): void {
    const [name = "", object] = key.split("/");
    if (isFurniture(resource, object)) this.#robbed.add(name);
  }

  async #furnishAfter(
    { method, path }: TransportRequest,
    response: TransportResponse,
  ): Promise<void> {
    // A deletion that failed may have deleted something before.
    const isDone = response.status < 300 || method === "DELETE";
    if (!this.#furnishes || !isDone) return;
    const isCreated = method === "POST" && /^\/api\/v1\/namespaces\/?$/.test(path);
    const created = isCreated ? nameIn(await response.text()) : undefined;
    const name = created ?? unfurnishedBy(method, path);
    if (name !== undefined) await this.#furnishOne(name);
  }

  #furnishOne(name: string): Promise<void> {
    if (this.#controllersBeside) return Promise.resolve();
    return furnishNamespace(name, this.#rootCertificate, this.#sendAs);
  }

  readonly #sendAs: SendAs = async (agent, method, path, body) => {
    const response = await this.#send(method, path, body, agent);
    const { value = null } = readJson(await response.text());
    return { status: response.status, object: isObject(value) ? value : {} };
  };

  #refused(request: TransportRequest): TransportResponse | undefined {
    try {
      const call = new ServerCall(request);
      const refusal = this.#routes.refusal(call.info, request);
      if (refusal === undefined) return undefined;
      const answer = call.refusal(refusal);
      return textResponse(request.method === "HEAD" ? { ...answer, body: "" } : answer);
    } catch (error) {
      // A path that cannot be read is for the server to refuse.
      if (error instanceof Failure) return undefined;
      throw error;
    }
  }

  /** How many kinds CRDs add now. */
  get customKinds(): number {
    return this.#served.size;
  }

  close(): void {
    this.server.close();
  }

  /**
   * Writes many CRDs, for which their controllers work once, when all are written. The status of
   * each is then written once too, where a watch would otherwise see it step by step.
   *
   * @param verdicts on those of them that were judged already, so that this is done once
   */
  async together(verdicts: KnownVerdicts, write: () => Promise<void>): Promise<void> {
    for (const [text, verdict] of verdicts) this.#verdicts.set(text, verdict);
    this.#controllers = "held";
    try {
      await write();
    } finally {
      this.#controllers = "waiting";
      this.#verdicts.clear();
      await this.#settleIn(lastStep);
    }
  }

  /** Puts the objects of a snapshot in the place of all others. */
  async restore(snapshot: ServerSnapshot): Promise<void> {
    await this.prepare();
    await this.#restore(snapshot);
    // Only now that their CRDs are there, all objects are known.
    await this.#restore(snapshot);
  }

  async #restore(given: ServerSnapshot): Promise<void> {
    const now = serverTime(this.server.now());
    const snapshot = withDefinitionsOfToday(withOneEventStore(given), definitionsName, now);
    this.#furnished = undefined;
    this.server.restore(snapshot);
    this.#webhooks.restore(snapshot);
    this.server.makeRoles(systemPolicy);
    this.#stored = new StoredDefinitions();
    for (const [name, text] of snapshot.objects[definitionsName] ?? []) {
      this.#stored.note(name, text);
    }
    await this.settle();
  }

  /** Does what the controllers of CRDs have left to do. */
  settle(): Promise<void> {
    return this.#settleIn(allSteps);
  }

  #settleIn(choose: ChooseSteps): Promise<void> {
    this.#settling = this.#settling.then(async () => {
      const state = await this.#settle(choose).catch((error: unknown): ControllerState => {
        if (error instanceof NotStored) return "waiting";
        throw error;
      });
      if (this.#controllers !== "held") this.#controllers = state;
    });
    return this.#settling;
  }

  #concernsDefinitions(path: string): boolean {
    if (this.#controllers === "idle") return path.startsWith(definitionsPath);
    return this.#controllers === "waiting";
  }

  async #settle(choose: ChooseSteps): Promise<ControllerState> {
    for (let isChanged = true; isChanged;) {
      isChanged = false;
      for (const name of this.#stored.takeUnsettled()) {
        isChanged = (await this.#settleOne(name, choose)) || isChanged;
      }
    }
    return this.#stored.areSomeDeleted ? "waiting" : "idle";
  }

  /** Settles a definition, and tells whether it changed, so that others may have more to do. */
  async #settleOne(name: string, choose: ChooseSteps): Promise<boolean> {
    const head = this.#stored.head(name);
    if (head === undefined) return this.#forget(name);
    const now = serverTime(this.server.now());
    const stored = this.#stored.heads();
    const [before, minor] = [this.#stored.text(name), this.#minor];
    const whole = (): JsonObject => parseStored(before ?? "{}");
    const steps = settleDefinition(head, { stored, minor, now, whole });
    for (const step of choose(steps)) await this.#writeStatus(step);
    this.#serve(name);
    const settled = this.#stored.head(name);
    const isDeleted = settled !== undefined && isBeingDeleted(settled);
    const isOver = isDeleted && (await this.#finishDeletion(settled));
    // What was refused would be tried for ever.
    return (isOver || steps.length > 0) && this.#stored.text(name) !== before;
  }

  /**
   * The schemas, which are not there, stay as they are stored. Gives the definition then.
   *
   * @throws NotStored where the storage fails
   */
  async #writeStatus(definition: JsonObject): Promise<JsonObject> {
    const name = nameOf(definition);
    const { resourceVersion = "" } = objectAt(this.#stored.head(name) ?? {}, "metadata") ?? {};
    const metadata = { ...objectAt(definition, "metadata"), resourceVersion };
    const path = `${definitionsPath}/${name}/status`;
    const written = { ...definition, metadata };
    const { status } = await this.#send("PUT", path, written, apiServer, metadataWhereItCan);
    if (status >= 500) throw new NotStored();
    return this.#stored.head(name) ?? definition;
  }

  /**
   * Serves a definition, unless it has no names, or that was done for the same spec. With another
   * spec or other names, whoever watches has to begin anew (apiextensions
   * `apiserver/customresource_handler.go`).
   */
  #serve(name: string): void {
    const [text, head] = [this.#stored.text(name), this.#stored.head(name)];
    if (text === undefined || head === undefined || !isServed(head)) return;
    const [state, before] = [stateOf(head), this.#served.get(name)];
    if (before?.storage === state.storage && before.discovery === state.discovery) return;
    const convert = conversionWebhook(objectAt(head, "spec") ?? {}, this.#services);
    this.server.serve(versionsOf(text, head, this.#compile), convert);
    if (before?.storage !== state.storage) {
      this.server.endWatches({ resource: name, delay: timeToDrain });
    }
    this.#served.set(name, state);
    this.#documents.renew();
  }

  readonly #compile: CompileUnit = (resource, version) => {
    if (this.#compileUnit === undefined) throw new Error("the compiler is not loaded yet");
    return this.#compileUnit(resource, version);
  };

  /** Forgets a definition that was deleted, which may come again. */
  #forget(name: string): boolean {
    if (!this.#served.delete(name)) return false;
    const [plural = "", ...group] = name.split(".");
    this.server.remove(plural, group.join("."));
    this.#documents.renew();
    return false;
  }

  #published(): readonly Resource[] {
    const names = [...this.#served].flatMap(([name, { isListed }]) => (isListed ? [name] : []));
    const texts = names.flatMap((name) => this.#stored.text(name) ?? []);
    return texts.map((text) => resourceOf(parseStored(text)));
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
    if (!(await this.server.deleteObjects(nameOf(current)))) return false;
    await this.#release(current, "InstanceDeletionCompleted", "removed all instances");
    return true;
  }

  #terminate(
    definition: JsonObject,
    status: "True" | "False",
    reason: string,
    message: string,
  ): Promise<JsonObject> {
    const now = serverTime(this.server.now());
    const condition = { type: "Terminating", status, reason, message } as const;
    return this.#writeStatus(withCondition(definition, condition, now));
  }

  async #release(definition: JsonObject, reason: string, message: string): Promise<void> {
    const metadata = objectAt(definition, "metadata") ?? {};
    const finalizers = textsAt(metadata, "finalizers").filter((one) => one !== cleanupFinalizer);
    const released = { ...definition, metadata: { ...metadata, finalizers } };
    await this.#terminate(released, "False", reason, message);
  }

  /** An object of its own; an empty one for what is not there, or not served. */
  async #read(path: string): Promise<JsonObject> {
    const response = await this.#send("GET", path);
    if (response.status !== 200) return {};
    const answer = JSON.parse(await response.text()) as Json; // of the server in memory
    return isObject(answer) ? answer : {};
  }

  #send(...request: Parameters<typeof requestOf>): Promise<TransportResponse> {
    return this.server.send(requestOf(...request));
  }
}

/** A request of the server's own. */
function requestOf(
  method: string,
  path: string,
  body?: JsonObject,
  userAgent = apiServer,
  accept = "application/json",
): TransportRequest {
  return {
    method,
    path,
    headers: [
      ["content-type", "application/json"],
      ["accept", accept],
      ["user-agent", userAgent],
    ],
    ...(body && { body: JSON.stringify(body) }),
  };
}

const apiServer = "kube-apiserver";

/** For writes whose answers nobody reads: large objects take long to write out. */
export const metadataWhereItCan =
  "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1,application/json";

/** Undefined for a path that cannot be read, which is for the server to refuse. */
function readableCall(request: TransportRequest): ServerCall | undefined {
  try {
    return new ServerCall(request);
  } catch (error) {
    if (error instanceof Failure) return undefined;
    throw error;
  }
}

/** Without a value for what is no JSON, such as the answer for a kind that is not served. */
function readJson(text: string): { readonly value?: Json } {
  const parsed = parseJson(text);
  return parsed instanceof JsonFault ? {} : parsed;
}

/** The name of an object in an answer; undefined for what is no JSON. */
function nameIn(text: string): string | undefined {
  const { value = null } = readJson(text);
  return isObject(value) ? nameOf(value) : undefined;
}

/** Returns the facts in `/version`, besides those that are the same for all. */
function versionFacts(
  minor: KubernetesMinor,
  platform: string,
): { readonly [key: string]: string } {
  return {
    major: "1",
    minor: String(minor),
    emulationMinor: String(minor),
    minCompatibilityMinor: String(minor - 1),
    gitVersion: `v1.${minor}.${minor === newestMinor ? newestPatch : 0}`,
    compiler: "gc",
    platform,
  };
}

/** That of the server that was looked at. */
const newestPatch = 2;

/**
 * The work of the controllers of CRDs when something is written: nothing, as CRDs are written
 * together; their work, if it is a CRD; or their work in any case. They wait while a CRD is being
 * deleted, as each deletion of an object may be the last, and when something could not be stored.
 */
type ControllerState = "held" | "idle" | "waiting";

/** A controller's write that the storage did not take. */
class NotStored extends Error {
  override readonly name = "NotStored";
}

/** Which steps of a definition's status are written. */
type ChooseSteps = (steps: readonly JsonObject[]) => readonly JsonObject[];

const allSteps: ChooseSteps = (steps) => steps;
const lastStep: ChooseSteps = (steps) => steps.slice(-1);

/** Stands for all that decides how a definition is served. */
interface ServedState {
  /**
   * The facts by which objects are stored and shown: the generation changes with each spec, and the
   * uid when a definition is deleted and created again.
   */
  readonly storage: string;
  readonly isListed: boolean;
  /** The other facts that discovery shows. */
  readonly discovery: string;
}

function stateOf(definition: JsonObject): ServedState {
  const { uid = null, generation = null } = objectAt(definition, "metadata") ?? {};
  const isListed = hasCondition(definition, "Established");
  return {
    storage: JSON.stringify([uid, generation, acceptedNames(definition)]),
    isListed,
    discovery: JSON.stringify([isListed, isBeingDeleted(definition)]),
  };
}

/** A definition with names is served, even where it cannot be established. */
function isServed(definition: JsonObject): boolean {
  return hasCondition(definition, "Established") || hasCondition(definition, "NamesAccepted");
}

function resourceName({ plural, group }: ResourceDefinition): string {
  return `${plural}.${group}`;
}

function nameOf(definition: JsonObject): string {
  return textAt(objectAt(definition, "metadata") ?? {}, "name");
}

/** Reads YAML that is JSON, as nearly all clients send it, which is much faster. */
function plainYamlOf(body: string | Uint8Array): YamlBody | undefined {
  if (typeof body === "string") return plainYaml(body);
  try {
    return plainYaml(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(body));
  } catch {
    return undefined;
  }
}
