import { invalidStatus } from "../runtime/v1/admission/admission-status.js";
import { otherNamespaceText } from "../runtime/v1/admission/object-write.js";
import { tokenRequest } from "../runtime/v1/built-in/strategies/service-account.js";
import { mapAt } from "../runtime/v1/built-in/strategies/strategy.js";
import type { TransportRequest } from "../runtime/v1/client/transport.js";
import type { GroupVersionKind } from "../runtime/v1/operators/webhooks/webhook.js";
import type { ServerRights } from "../runtime/v1/testing/authorization/server-rights.js";
import { userOf } from "../runtime/v1/testing/authorization/user.js";
import { badRequestFailure, conflicting, Failure, missing } from "../runtime/v1/testing/failure.js";
import { structJson } from "../runtime/v1/testing/json-texts.js";
import { negotiateOutput } from "../runtime/v1/testing/media-types.js";
import { ObjectOutput } from "../runtime/v1/testing/output.js";
import type { ServerAnswer } from "../runtime/v1/testing/server-call.js";
import { ServerCall } from "../runtime/v1/testing/server-call.js";
import { invalidError } from "../runtime/v1/values/field-errors.js";
import type { JsonObject } from "../runtime/v1/values/json/json.js";
import { isObject } from "../runtime/v1/values/json/json.js";
import { metadataOf } from "../runtime/v1/values/metadata/resource-metadata.js";
import { textOf } from "../runtime/v1/values/metadata/rules.js";
import type { AccountTokens, TokenUser } from "./builtins/account-tokens.js";
import { fillDuration } from "./builtins/account-tokens.js";
import { answerReview, printed } from "./builtins/reviews.js";
import type { SentSurroundings } from "./sent-object.js";
import { readSentObject } from "./sent-object.js";
import type { ChainOf } from "./webhooks/part-admission.js";
import { admitPart } from "./webhooks/part-admission.js";

/** The surroundings in which requests are answered that store nothing. */
export interface AskedOptions extends SentSurroundings {
  /** Finds the webhooks that a request concerns. */
  readonly chainOf: ChainOf;
  /** Reads an object, or the Status that says why not. */
  readonly read: (path: string) => Promise<JsonObject>;
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

  /** @throws Failure 400, 415 or 422 */
  #sent(call: ServerCall, kind: GroupVersionKind): JsonObject {
    const isToken = kind === tokenRequest;
    const fill = isToken ? fillDuration : undefined;
    return readSentObject(call, { kind, fill, keepsIdentity: isToken }, this.#options);
  }

  /** @throws Failure 400, 404, 409 or 422 */
  async #issueToken(call: ServerCall): Promise<JsonObject> {
    const { path, name, namespace } = call.info;
    const { now, read } = this.#options;
    const sent = this.#sent(call, tokenRequest);
    const part = { kind: tokenRequest, name, operation: "CREATE" } as const;
    const given = textOf(metadataOf(sent), "namespace");
    const placed = given === "" ? withNamespace(sent, namespace) : sent;
    const admitted = await admitPart(this.#options.chainOf, call, part, placed);
    const owned = admitted.object;
    checkNamed(owned, name, namespace);
    const account = await read(path.replace(/\/token\/*$/, ""));
    if (account["kind"] !== "ServiceAccount") {
      throw missing({ group: "", plural: "serviceaccounts" }, name);
    }
    checkUid(owned, account);
    const { asked, issue } = this.#tokens.prepare(account, owned, now());
    await admitted.validate(printed(tokenRequest, asked));
    await this.#checkBound(owned, namespace, name);
    return printed(tokenRequest, issue());
  }

  /** A token may end with an object. @throws Failure 400, 404 or 409 */
  async #checkBound(request: JsonObject, namespace: string, account: string): Promise<void> {
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
    const place = kind === "Node" ? "" : `/namespaces/${namespace}`;
    const found = await this.#options.read(
      `/api/v1${place}/${plural}/${encodeURIComponent(name ?? "")}`,
    );
    if (found["kind"] !== kind) throw missing({ group, plural }, name ?? "");
    if (kind === "Pod" && textOf(mapAt(found, "spec"), "serviceAccountName") !== account) {
      const fault = `cannot bind token for serviceaccount "${account}" to pod running with different serviceaccount name.`;
      throw badRequestFailure(fault);
    }
    const uid = textOf(boundObjectRef, "uid");
    if (uid === "" || uid === textOf(metadataOf(found), "uid")) return;
    const fault = `the UID in the bound object reference (${uid}) does not match the UID in record. The object might have been deleted and then recreated`;
    throw conflicting({ group, plural: kind ?? "" }, name ?? "", fault);
  }
}

function withNamespace(object: JsonObject, namespace: string): JsonObject {
  return { ...object, metadata: { ...metadataOf(object), namespace } };
}

/** The kinds that a token may be bound to, with the names of their resources. */
const boundKinds: { readonly [kind: string]: string | undefined } = {
  Pod: "pods",
  Node: "nodes",
  Secret: "secrets",
};

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
