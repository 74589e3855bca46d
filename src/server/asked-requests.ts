import { withoutKeys } from "../crd/frontend/raw-fields.js";
import { invalidStatus } from "../runtime/v1/admission/admission-status.js";
import { otherNamespaceText } from "../runtime/v1/admission/object-write.js";
import { managerOfUserAgent } from "../runtime/v1/apply/field-managers.js";
import { updateManagedFields } from "../runtime/v1/apply/update-managed-fields.js";
import type { TransportRequest } from "../runtime/v1/client/transport.js";
import type { GroupVersionKind } from "../runtime/v1/operators/webhooks/webhook.js";
import type { ServerRights } from "../runtime/v1/testing/authorization/server-rights.js";
import { userOf } from "../runtime/v1/testing/authorization/user.js";
import { serverTime } from "../runtime/v1/testing/environment.js";
import { badRequestFailure, conflicting, Failure, missing } from "../runtime/v1/testing/failure.js";
import { structJson } from "../runtime/v1/testing/json-texts.js";
import { negotiateInput, negotiateOutput } from "../runtime/v1/testing/media-types.js";
import { writeSettings } from "../runtime/v1/testing/options-of-request.js";
import { ObjectOutput } from "../runtime/v1/testing/output.js";
import { readBody } from "../runtime/v1/testing/resource-writes.js";
import type { ServerAnswer } from "../runtime/v1/testing/server-call.js";
import { ServerCall } from "../runtime/v1/testing/server-call.js";
import type { ReadYamlBody } from "../runtime/v1/testing/yaml-body.js";
import { invalidError } from "../runtime/v1/values/field-errors.js";
import type { JsonObject } from "../runtime/v1/values/json/json.js";
import { isObject } from "../runtime/v1/values/json/json.js";
import { metadataOf, withEntries } from "../runtime/v1/values/metadata/resource-metadata.js";
import { textOf } from "../runtime/v1/values/metadata/rules.js";
import { dedupOwnerReferences } from "../runtime/v1/values/metadata/validate.js";
import { apiVersionOf } from "../runtime/v1/values/names.js";
import type { KubernetesMinor } from "../runtime/versions/kubernetes-version.js";
import type { AccountTokens, TokenUser } from "./builtins/account-tokens.js";
import { fillDuration } from "./builtins/account-tokens.js";
import { readKind } from "./builtins/kind-admission.js";
import { goTypeOf, structNameOf } from "./builtins/kind-types.js";
import { kindMergeType } from "./builtins/patch-schema.js";
import { answerReview, printed } from "./builtins/reviews.js";
import { tokenRequest } from "./builtins/strategies/service-account.js";
import { mapAt } from "./builtins/strategies/strategy.js";
import { emptyOf } from "./builtins/typed-version.js";

/** The surroundings in which requests are answered that store nothing. */
export interface AskedOptions {
  readonly minor: KubernetesMinor;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Reads an object, or the Status that says why not. */
  readonly read: (path: string) => Promise<JsonObject>;
  readonly readYaml: ReadYamlBody;
  /** Undefined where everybody may do everything. */
  readonly rights: ServerRights | undefined;
  /** Who sends a token; undefined for one that nobody knows. */
  readonly tokenUser: (token: string) => TokenUser | undefined;
}

const reviewPath = /^\/apis\/auth(?:entication|orization)\.k8s\.io\/v1\//;
const tokenPath = /^\/api\/v1\/namespaces\/[^/]+\/serviceaccounts\/[^/]+\/token\/*$/;

/** Answers what is asked for and not stored: reviews, and tokens of ServiceAccounts. */
export class AskedRequests {
  readonly #options: AskedOptions;
  readonly #tokens: AccountTokens;

  constructor(options: AskedOptions, tokens: AccountTokens) {
    this.#options = options;
    this.#tokens = tokens;
  }

  /** Undefined for all other requests. */
  async answer(request: TransportRequest): Promise<ServerAnswer | undefined> {
    const { method } = request;
    const path = request.path.replace(/%2f/gi, "/");
    const isToken = tokenPath.test(path);
    if (method !== "POST" || (!isToken && !reviewPath.test(path))) return undefined;
    const call = new ServerCall(request);
    try {
      // There are no tables of them.
      call.form = negotiateOutput(call.header("accept"), call.isPretty, false, true, false);
      const answer = isToken ? await this.#issueToken(call) : this.#review(call);
      return answer && shown(call, answer);
    } catch (error) {
      if (error instanceof Failure) return call.refusal(error);
      throw error;
    }
  }

  #review(call: ServerCall): JsonObject | undefined {
    const { resource = "", group, namespace, path } = call.info;
    // A namespace without a name is one.
    const isNamespaced = namespace !== "" || path.includes("/namespaces//");
    const asked = {
      now: this.#options.now(),
      rights: this.#options.rights,
      tokenUser: this.#options.tokenUser,
      user: userOf(call.request),
    };
    return answerReview({ group, resource, namespace, isNamespaced }, asked, (kind) =>
      this.#sent(call, kind),
    );
  }

  /**
   * Reads the object that was sent, with its owner.
   *
   * @throws Failure 400, 415 or 422
   */
  #sent(call: ServerCall, kind: GroupVersionKind): JsonObject {
    const { minor, now, readYaml } = this.#options;
    const type = goTypeOf(kind, minor);
    if (type === undefined) throw new TypeError(`no type of ${kind.kind}`);
    const contentType = negotiateInput(call.header("content-type"));
    call.rawBody();
    const given = writeSettings(call.query, "CreateOptions");
    const source = { call, environment: { readYaml }, version: kind };
    const { body, settings } = readBody(source, contentType, given);
    const strategy = kind === tokenRequest ? { fill: fillDuration } : {};
    const read = readKind({ version: kind, type, strategy, minor }, body, settings);
    call.warn(read.warnings);
    if (!read.allowed) throw new Failure(read.status);
    const object = read.object;
    const asked = kind === tokenRequest ? object : withoutSystemFields(object);
    const warning = dedupOwnerReferences(metadataOf(asked));
    if (warning !== undefined) call.warn([warning]);
    return withOwner(kind, asked, call, now());
  }

  /** @throws Failure 400, 404, 409 or 422 */
  async #issueToken(call: ServerCall): Promise<JsonObject> {
    const { path, name, namespace } = call.info;
    const { now, read } = this.#options;
    const owned = this.#sent(call, tokenRequest);
    checkNamed(owned, name, namespace);
    const account = await read(path.replace(/\/token\/*$/, ""));
    if (account["kind"] !== "ServiceAccount") {
      throw missing({ group: "", plural: "serviceaccounts" }, name);
    }
    checkUid(owned, account);
    const issue = this.#tokens.prepare(account, owned, now());
    await this.#checkBound(owned, namespace);
    return printed(tokenRequest, issue());
  }

  /** A token may end with an object. @throws Failure 400, 404 or 409 */
  async #checkBound(request: JsonObject, namespace: string): Promise<void> {
    const { boundObjectRef = null } = mapAt(request, "spec");
    if (!isObject(boundObjectRef)) return;
    const [apiVersion, kind, name] = ["apiVersion", "kind", "name"].map((key) =>
      textOf(boundObjectRef, key),
    );
    const [version = "", group = ""] = (apiVersion ?? "").split("/").reverse();
    const plural = boundKinds[kind ?? ""];
    if (group !== "" || plural === undefined) {
      const type = `${group}/${version}, Kind=${kind ?? ""}`;
      throw badRequestFailure(`cannot bind token to object of type ${type}`);
    }
    const place = `/api/v1/namespaces/${namespace}/${plural}/${encodeURIComponent(name ?? "")}`;
    // Of the others there are none.
    const found = kind === "Secret" ? await this.#options.read(place) : {};
    if (found["kind"] !== kind) throw missing({ group, plural }, name ?? "");
    const uid = textOf(boundObjectRef, "uid");
    if (uid === "" || uid === textOf(metadataOf(found), "uid")) return;
    const fault = `the UID in the bound object reference (${uid}) does not match the UID in record. The object might have been deleted and then recreated`;
    throw conflicting({ group, plural: kind ?? "" }, name ?? "", fault);
  }
}

/** The kinds that a token may be bound to, with the names of their resources. */
const boundKinds: { readonly [kind: string]: string | undefined } = {
  Pod: "pods",
  Node: "nodes",
  Secret: "secrets",
};

/**
 * Leaves out the fields that only the server sets in a new object (apiserver
 * `registry/rest/meta.go`).
 */
function withoutSystemFields(object: JsonObject): JsonObject {
  const names = ["uid", "creationTimestamp", "deletionTimestamp", "selfLink"] as const;
  const metadata = withoutKeys(metadataOf(object), ...names, "deletionGracePeriodSeconds");
  return { ...object, metadata };
}

/** Checks that a request for a token names its account rightly. @throws Failure 400 or 422 */
function checkNamed(request: JsonObject, name: string, namespace: string): void {
  const metadata = metadataOf(request);
  const otherNamespace = textOf(metadata, "namespace");
  if (otherNamespace !== "" && otherNamespace !== namespace) {
    throw badRequestFailure(otherNamespaceText);
  }
  const otherName = textOf(metadata, "name");
  if (otherName === "" || otherName === name) return;
  const detail = "must match the service account name if specified";
  const error = invalidError("metadata.name", otherName, detail);
  throw new Failure(invalidStatus({ ...tokenRequest, name }, [error]));
}

/** @throws Failure 409 */
function checkUid(request: JsonObject, account: JsonObject): void {
  const [given, own] = [request, account].map((one) => textOf(metadataOf(one), "uid"));
  if (given === "" || given === own) return;
  const { group, kind: plural } = tokenRequest;
  const fault = `the UID in the token request (${given ?? ""}) does not match the UID of the service account (${own ?? ""})`;
  throw conflicting({ group, plural }, textOf(metadataOf(account), "name"), fault);
}

/** @throws Failure 406 */
function shown(call: ServerCall, object: JsonObject): ServerAnswer {
  const { apiVersion = "", kind = "" } = object;
  const goType = `${String(apiVersion).replace(/\..*/, "")}.${String(kind)}`;
  return new ObjectOutput(call, noTable, environment, { goType }).object(201, structJson(object));
}

const environment = { now: Date.now, pause: undefined };

function noTable(): never {
  throw new TypeError("who negotiates refuses tables");
}

/**
 * An object that is asked, with its owner: who sends one owns what is in it, even though it is not
 * kept (apiserver `endpoints/handlers/create.go`).
 *
 * @param now milliseconds since 1970
 * @throws Failure 422 for options that a creation does not have
 */
function withOwner(
  asked: GroupVersionKind,
  object: JsonObject,
  call: ServerCall,
  now: number,
): JsonObject {
  const apiVersion = apiVersionOf(asked);
  const [type, struct] = [goTypeOf(asked), structNameOf(apiVersion, asked.kind)];
  const { fieldManager } = writeSettings(call.query, "CreateOptions");
  if (type === undefined || struct === undefined) return object;
  const empty = { apiVersion, kind: asked.kind, ...emptyOf(type) };
  const schema = { type: kindMergeType(struct) };
  return updateManagedFields(empty, withKnownEntries(object, apiVersion), {
    schema,
    convert: (other, version) => (version === apiVersion ? { object: other, schema } : undefined),
    apiVersion,
    manager: fieldManager === "" ? managerOfUserAgent(call.header("user-agent")) : fieldManager,
    subresource: call.info.subresource,
    time: serverTime(now),
  });
}

/** Owners in versions that the kind has not are forgotten; what is no version is another fault. */
function withKnownEntries(object: JsonObject, apiVersion: string): JsonObject {
  const { managedFields } = metadataOf(object);
  if (!Array.isArray(managedFields)) return object;
  const known = managedFields.filter((entry) => {
    const version = isObject(entry) ? textOf(entry, "apiVersion") : "";
    return version === "" || version === apiVersion || version.split("/").length > 2;
  });
  return known.length === managedFields.length ? object : withEntries(object, known);
}
