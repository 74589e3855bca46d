import type { TransportRequest } from "../../runtime/v1/client/transport.js";
import type { Failure } from "../../runtime/v1/testing/failure.js";
import { badRequestFailure } from "../../runtime/v1/testing/failure.js";
import { quote } from "../../runtime/v1/values/go/quote.js";
import { goStringsSyntax } from "../../runtime/v1/values/go/render-tree.js";
import type { User } from "../../server/user.js";
import { valuesOf } from "./request-head.js";

const extraPrefix = "impersonate-extra-";

/**
 * As whom a request is to be answered (`kubectl --as`), of someone who may be anybody (apiserver
 * `endpoints/filters/impersonation`). Undefined if it does not say.
 */
export function impersonatedUser(request: TransportRequest): User | Failure | undefined {
  const [username = ""] = valuesOf(request, "impersonate-user");
  const [uid = ""] = valuesOf(request, "impersonate-uid");
  const groups = valuesOf(request, "impersonate-group");
  const extra = extraOf(request);
  const wanted = { username, uid, groups, extra };
  if (username !== "") return { ...wanted, groups: groupsOf(username, groups) };
  const isAnything = uid !== "" || groups.length > 0 || Object.keys(extra).length > 0;
  if (!isAnything) return undefined;
  return badRequestFailure(`requested ${goSyntax(wanted)} without impersonating a user name`);
}

function extraOf({ headers }: TransportRequest): User["extra"] {
  const extra: { [key: string]: string[] } = {};
  for (const [name, value] of headers) {
    if (!name.startsWith(extraPrefix)) continue;
    const key = unescapeKey(name.slice(extraPrefix.length));
    (extra[key] ??= []).push(value);
  }
  return extra;
}

function unescapeKey(key: string): string {
  try {
    return decodeURIComponent(key);
  } catch {
    return key;
  }
}

const anonymous = "system:anonymous";
const authenticated = "system:authenticated";
const unauthenticated = "system:unauthenticated";

/** Those of service accounts follow from their names; everybody is one or the other. */
function groupsOf(username: string, named: readonly string[]): readonly string[] {
  const groups = named.length > 0 ? named : groupsOfServiceAccount(username);
  const isDecided = groups.includes(authenticated) || groups.includes(unauthenticated);
  if (username !== anonymous) return isDecided ? groups : [...groups, authenticated];
  return groups.includes(unauthenticated) ? groups : [...groups, unauthenticated];
}

function groupsOfServiceAccount(username: string): readonly string[] {
  const [, namespace] = /^system:serviceaccount:([^:]+):[^:]+$/.exec(username) ?? [];
  if (namespace === undefined) return [];
  return ["system:serviceaccounts", `system:serviceaccounts:${namespace}`];
}

/** As Go prints it with `%#v`. */
function goSyntax({ username, uid, groups, extra }: User): string {
  const keys = Object.keys(extra).sort();
  const pairs = keys.map((key) => `${quote(key)}:${goStringsSyntax(extra[key] ?? [])}`);
  const map = `map[string][]string${pairs.length === 0 ? "(nil)" : `{${pairs.join(", ")}}`}`;
  const list = groups.length === 0 ? "[]string(nil)" : goStringsSyntax(groups);
  const fields = `Name:${quote(username)}, UID:${quote(uid)}, Groups:${list}, Extra:${map}`;
  return `&user.DefaultInfo{${fields}}`;
}
