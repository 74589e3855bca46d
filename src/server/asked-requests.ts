import type { TransportRequest } from "../runtime/v1/client/transport.js";
import { stringifyJson } from "../runtime/v1/go/stringify-json.js";
import type { JsonObject } from "../runtime/v1/json/json.js";
import { Failure, missing } from "../runtime/v1/testing/failure.js";
import { negotiateOutput } from "../runtime/v1/testing/media-types.js";
import { ObjectOutput } from "../runtime/v1/testing/output.js";
import type { ServerAnswer } from "../runtime/v1/testing/server-call.js";
import { ServerCall } from "../runtime/v1/testing/server-call.js";
import type { KubernetesMinor } from "../versions/kubernetes-version.js";
import { AccountTokens, withDuration } from "./builtins/account-tokens.js";
import { withOwner } from "./builtins/asked-owner.js";
import { answerReview, printed, readKind } from "./builtins/reviews.js";
import { tokenRequest } from "./builtins/strategies/service-account.js";
import { userOf } from "./user.js";

/** What requests are answered by that store nothing. */
export interface AskedOptions {
  readonly minor: KubernetesMinor;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Reads an object, or the Status that says why not. */
  readonly read: (path: string) => Promise<JsonObject>;
}

const reviewPath = /^\/apis\/auth(?:entication|orization)\.k8s\.io\/v1\//;
const tokenPath = /^\/api\/v1\/namespaces\/[^/]+\/serviceaccounts\/[^/]+\/token$/;

/** Answers what is asked for and not stored: reviews, and tokens of ServiceAccounts. */
export class AskedRequests {
  readonly #options: AskedOptions;
  readonly #tokens = new AccountTokens();

  constructor(options: AskedOptions) {
    this.#options = options;
  }

  /** Undefined for all other requests. */
  async answer(request: TransportRequest): Promise<ServerAnswer | undefined> {
    const { method, path } = request;
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
    const { resource = "", group, namespace } = call.info;
    const { minor, now } = this.#options;
    const asked = { now: now(), tokens: this.#tokens, user: userOf(call.request), minor };
    return answerReview({ group, resource, namespace }, call.body(), asked, (kind, object) =>
      withOwner(kind, object, call, asked.now),
    );
  }

  /** @throws Failure 400, 404 or 422 */
  async #issueToken(call: ServerCall): Promise<JsonObject> {
    const { path, name } = call.info;
    const { minor, now, read } = this.#options;
    const account = await read(path.replace(/\/token$/, ""));
    if (account["kind"] !== "ServiceAccount") {
      throw missing({ group: "", plural: "serviceaccounts" }, name);
    }
    const request = withDuration(readKind(tokenRequest, call.body(), minor));
    const owned = withOwner(tokenRequest, request, call, now());
    return printed(tokenRequest, this.#tokens.issue(account, owned, now()));
  }
}

/** @throws Failure 406 */
function shown(call: ServerCall, object: JsonObject): ServerAnswer {
  const { apiVersion = "", kind = "" } = object;
  const goType = `${String(apiVersion).replace(/\..*/, "")}.${String(kind)}`;
  return new ObjectOutput(call, noTable, environment, { goType }).object(
    201,
    stringifyJson(object),
  );
}

const environment = { now: Date.now, pause: undefined };

function noTable(): never {
  throw new TypeError("who negotiates refuses tables");
}
