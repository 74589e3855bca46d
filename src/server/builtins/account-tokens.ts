import { invalidStatus } from "../../runtime/v1/admission/admission-status.js";
import { mapAt } from "../../runtime/v1/built-in/strategies/strategy.js";
import type { RequestUser } from "../../runtime/v1/testing/authorization/user.js";
import { serverTime } from "../../runtime/v1/testing/environment.js";
import { Failure } from "../../runtime/v1/testing/failure.js";
import type { FieldError } from "../../runtime/v1/values/field-error.js";
import { invalidError } from "../../runtime/v1/values/field-errors.js";
import type { JsonObject } from "../../runtime/v1/values/json/json.js";
import { withoutKeys } from "../../runtime/v1/values/json/raw-fields.js";
import { metadataOf } from "../../runtime/v1/values/metadata/resource-metadata.js";
import { textOf, textsOf } from "../../runtime/v1/values/metadata/rules.js";

/** Who issues the tokens, and for whom they are unless somebody else is named. */
export const issuer = "https://kubernetes.default.svc";

/** Whom a token stands for. */
export interface TokenUser {
  readonly info: RequestUser;
  readonly audiences: readonly string[];
}

interface IssuedToken extends TokenUser {
  /** The account, `namespace/name`, and its uid. */
  readonly account: string;
  readonly uid: string;
  /** Milliseconds since 1970. */
  readonly until: number;
}

const defaultSeconds = 3600;
const minSeconds = 600;
const maxSeconds = 2 ** 32;

/** Makes a TokenRequest say for how long the token is to be good, in place. */
export function fillDuration(request: JsonObject): void {
  const spec = mapAt(request, "spec");
  const { expirationSeconds = null } = spec;
  request["spec"] = { ...spec, expirationSeconds: expirationSeconds ?? defaultSeconds };
}

/** A request for a token that can be granted. */
interface PreparedToken {
  /** What is asked for, in full. */
  readonly asked: JsonObject;
  /** Issues the token. */
  readonly issue: () => JsonObject;
}

/** The tokens of ServiceAccounts that were asked for (Kubernetes `pkg/serviceaccount`). */
export class AccountTokens {
  readonly #issued = new Map<string, IssuedToken>();

  /**
   * Undefined for a token that was not issued here, has expired, or whose account is gone.
   *
   * @param uidOf gives the uid of an account, `namespace/name`, that there is
   */
  userOf(
    token: string,
    now: number,
    uidOf: (account: string) => string | undefined,
  ): TokenUser | undefined {
    const issued = this.#issued.get(token);
    if (issued === undefined || issued.until <= now) return undefined;
    return uidOf(issued.account) === issued.uid ? issued : undefined;
  }

  /**
   * Returns a TokenRequest in full, and a function that issues a token for it and answers that.
   *
   * @param account the ServiceAccount
   * @throws Failure 422
   */
  prepare(account: JsonObject, request: JsonObject, now: number): PreparedToken {
    const spec = mapAt(request, "spec");
    const { expirationSeconds = null, boundObjectRef = null } = spec;
    const seconds = Number(expirationSeconds);
    const errors = durationErrors(seconds);
    if (errors.length > 0) {
      const identity = { group: "authentication.k8s.io", kind: "TokenRequest", name: "" };
      throw new Failure(invalidStatus(identity, errors));
    }
    const given = textsOf(spec, "audiences");
    const audiences = given.length === 0 ? [issuer] : [...given];
    const until = now + seconds * 1000;
    const { name = "", namespace = "", uid = "" } = metadataOf(account);
    const metadata = { name, namespace, uid, creationTimestamp: serverTime(now) };
    const asked = {
      ...withoutKeys(request, "status"),
      metadata: { ...metadataOf(request), ...metadata },
      spec: { audiences, expirationSeconds: seconds, boundObjectRef },
    };
    const issue = (): JsonObject => ({
      ...asked,
      status: {
        token: this.#sign(account, audiences, now, until),
        expirationTimestamp: serverTime(until),
      },
    });
    return { asked, issue };
  }

  /** A token in the form of the server's; nobody but this server can tell that it is genuine. */
  #sign(account: JsonObject, audiences: string[], now: number, until: number): string {
    const metadata = metadataOf(account);
    const [name, namespace, uid] = ["name", "namespace", "uid"].map((key) => textOf(metadata, key));
    const username = `system:serviceaccount:${namespace ?? ""}:${name ?? ""}`;
    const start = Math.floor(now / 1000);
    const jti = crypto.randomUUID();
    const claims = {
      aud: audiences,
      exp: Math.floor(until / 1000),
      iat: start,
      iss: issuer,
      jti,
      "kubernetes.io": { namespace, serviceaccount: { name, uid } },
      nbf: start,
      sub: username,
    };
    const header = base64Url(JSON.stringify({ alg: "RS256", kid: "" }));
    const signature = base64Url(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(32))));
    const token = `${header}.${base64Url(JSON.stringify(claims))}.${signature}`;
    const groups = [
      "system:serviceaccounts",
      `system:serviceaccounts:${namespace ?? ""}`,
      "system:authenticated",
    ];
    const extra = { "authentication.kubernetes.io/credential-id": [`JTI=${jti}`] };
    this.#issued.set(token, {
      info: { username, uid: uid ?? "", groups, extra },
      account: `${namespace ?? ""}/${name ?? ""}`,
      uid: uid ?? "",
      audiences,
      until,
    });
    return token;
  }
}

function durationErrors(seconds: number): readonly FieldError[] {
  const field = "spec.expirationSeconds";
  if (seconds < minSeconds) {
    return [invalidError(field, seconds, "may not specify a duration less than 10 minutes")];
  }
  if (seconds <= maxSeconds) return [];
  return [invalidError(field, seconds, "may not specify a duration larger than 2^32 seconds")];
}

function base64Url(text: string): string {
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}
