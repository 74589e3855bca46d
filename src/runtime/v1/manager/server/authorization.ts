import { defineResource } from "../../client/define-resource.js";
import { missingRuleText } from "../../client/missing-rule.js";
import { ResourceClient } from "../../client/resource-client.js";
import type { Transport } from "../../client/transport.js";
import type { FailureLog } from "../../operators/log/failure-log.js";
import type {
  KubernetesList,
  KubernetesObject,
  KubernetesObjectApply,
  KubernetesObjectInput,
} from "../../values/kubernetes.js";
import type { ResourceDefinition } from "../../values/resource-definition.js";
import type { PlainAnswer } from "./answers.js";
import { textAnswer } from "./answers.js";

/** A request, as far as it decides about rights. */
export interface RequestAttributes {
  readonly method: string;
  readonly path: string;
  /** The header, which may be missing. */
  readonly authorization: string | undefined;
}

/**
 * Lets those in who may get the path, as controller-runtime's `WithAuthenticationAndAuthorization`
 * (`pkg/metrics/filters`): a bearer token is reviewed by the API server, and then whether its user
 * has the verb for the path (`nonResourceURLs`). The program needs `create` for `tokenreviews` and
 * `subjectaccessreviews`. Answers count for a minute, rights for five, refusals for 30 seconds.
 * Tokens are kept as hashes alone.
 */
export class RequestAuthorizer {
  readonly #tokens: ResourceClient<ReviewTypes<TokenReview>>;
  readonly #rights: ResourceClient<ReviewTypes<AccessReview>>;
  readonly #failures: FailureLog;
  readonly #users = new TimedCache<ReviewedUser | undefined>();
  readonly #allowed = new TimedCache<boolean>();

  constructor(transport: Transport, failures: FailureLog) {
    this.#tokens = new ResourceClient<ReviewTypes<TokenReview>>(tokenReview, transport);
    this.#rights = new ResourceClient<ReviewTypes<AccessReview>>(accessReview, transport);
    this.#failures = failures;
  }

  /** Gives the answer to who may not pass. */
  async refusal({
    method,
    path,
    authorization,
  }: RequestAttributes): Promise<PlainAnswer | undefined> {
    const token = bearerOf(authorization);
    if (token === undefined) return textAnswer(401, "Unauthorized\n");
    let user: ReviewedUser | undefined;
    try {
      user = await this.#userOf(token);
    } catch (error) {
      this.#report("the token of a request for metrics cannot be reviewed", error);
      return textAnswer(500, "Authentication failed\n");
    }
    if (user === undefined) return textAnswer(401, "Unauthorized\n");
    const { username = "" } = user;
    try {
      if (await this.#mayPass(user, method.toLowerCase(), path)) return undefined;
    } catch (error) {
      this.#report("the rights of a request for metrics cannot be reviewed", error);
      return textAnswer(500, `Authorization for user ${username} failed\n`);
    }
    return textAnswer(403, `Authorization denied for user ${username}\n`);
  }

  async #userOf(token: string): Promise<ReviewedUser | undefined> {
    const review = async (): Promise<ReviewedUser | undefined> => {
      const input = { ...tokenIdentity, metadata: {}, spec: { token } };
      const { status = {} } = await this.#tokens.create(input, { timeout: longestReview });
      return status.authenticated === true ? (status.user ?? {}) : undefined;
    };
    return this.#users.get(await hashOf(token), review, () => userAge);
  }

  #mayPass(user: ReviewedUser, verb: string, path: string): Promise<boolean> {
    const { username, uid, groups, extra } = user;
    const spec = { user: username, uid, groups, extra, nonResourceAttributes: { path, verb } };
    const review = async (): Promise<boolean> => {
      const input = { ...accessIdentity, metadata: {}, spec };
      const { status = {} } = await this.#rights.create(input, { timeout: longestReview });
      return status.allowed === true && status.denied !== true;
    };
    const age = (isAllowed: boolean): number => (isAllowed ? allowedAge : deniedAge);
    return this.#allowed.get(JSON.stringify(spec), review, age);
  }

  #report(what: string, error: unknown): void {
    this.#failures.report(what, error, { missingRule: missingRuleText(error) });
  }
}

/** Milliseconds, as controller-runtime has them. */
const userAge = 60_000;
const allowedAge = 300_000;
const deniedAge = 30_000;
const longestReview = 10_000;

/** The token of a header; undefined where there is none. */
function bearerOf(authorization: string | undefined): string | undefined {
  return /^bearer +(\S+)\s*$/i.exec(authorization ?? "")?.[1];
}

async function hashOf(token: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(token));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Answers that count for a while; a question that is being asked is not asked again. */
class TimedCache<Value> {
  readonly #entries = new Map<string, { readonly value: Promise<Value>; until: number }>();

  async get(
    key: string,
    ask: () => Promise<Value>,
    ageOf: (value: Value) => number,
  ): Promise<Value> {
    const known = this.#entries.get(key);
    if (known !== undefined && performance.now() < known.until) return known.value;
    const entry = { value: ask(), until: Infinity };
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    this.#dropOldest();
    try {
      const value = await entry.value;
      entry.until = performance.now() + ageOf(value);
      return value;
    } catch (error) {
      entry.until = -Infinity;
      throw error;
    }
  }

  #dropOldest(): void {
    if (this.#entries.size <= mostAnswers) return;
    for (const key of this.#entries.keys()) {
      this.#entries.delete(key);
      return;
    }
  }
}

/** Whoever sends made-up tokens must not fill the memory. */
const mostAnswers = 1_000;

/** `api/authentication/v1/types.go`, UserInfo. */
interface ReviewedUser {
  readonly username?: string | undefined;
  readonly uid?: string | undefined;
  readonly groups?: readonly string[] | undefined;
  readonly extra?: Readonly<Record<string, readonly string[]>> | undefined;
}

interface TokenReview {
  readonly spec: { readonly token: string };
  readonly status?: {
    readonly authenticated?: boolean;
    readonly user?: ReviewedUser;
  };
}

interface AccessReview {
  readonly spec: Omit<ReviewedUser, "username"> & {
    readonly user?: string | undefined;
    readonly nonResourceAttributes: { readonly path: string; readonly verb: string };
  };
  readonly status?: { readonly allowed?: boolean; readonly denied?: boolean };
}

interface ReviewTypes<Review> {
  readonly scope: "Cluster";
  readonly read: KubernetesObject & Review;
  readonly input: KubernetesObjectInput & Review;
  readonly apply: KubernetesObjectApply & Review;
  readonly list: KubernetesList<KubernetesObject & Review>;
  readonly field: never;
}

const tokenIdentity = { apiVersion: "authentication.k8s.io/v1", kind: "TokenReview" } as const;
const accessIdentity = {
  apiVersion: "authorization.k8s.io/v1",
  kind: "SubjectAccessReview",
} as const;

const tokenReview: ResourceDefinition = /* @__PURE__ */ defineResource({
  group: "authentication.k8s.io",
  version: "v1",
  kind: "TokenReview",
  plural: "tokenreviews",
  scope: "Cluster",
});

const accessReview: ResourceDefinition = /* @__PURE__ */ defineResource({
  group: "authorization.k8s.io",
  version: "v1",
  kind: "SubjectAccessReview",
  plural: "subjectaccessreviews",
  scope: "Cluster",
});
