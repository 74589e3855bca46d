import type { WritingUser } from "../../admission/admission.js";
import type { TransportRequest } from "../../client/transport.js";

/** Who sends a request. */
export type RequestUser = WritingUser;

/** The group whose members may do everything (apiserver `authentication/user`). */
export const mastersGroup = "system:masters";
/** The group of all who have shown who they are. */
export const authenticatedGroup = "system:authenticated";
/** The group of those who have not. */
export const unauthenticatedGroup = "system:unauthenticated";

/** Who sends a request that says nothing of its sender: may do everything. */
export const administrator: RequestUser = {
  username: "admin",
  uid: "admin",
  groups: [mastersGroup, authenticatedGroup],
  extra: {},
};

/** The name of who does not show who they are. */
export const anonymousName = "system:anonymous";

/** Who does not show who they are. */
export const anonymousUser: RequestUser = {
  username: anonymousName,
  uid: "",
  groups: [unauthenticatedGroup],
  extra: {},
};

/** The groups of a ServiceAccount (apiserver `authentication/serviceaccount`). */
export function accountGroups(namespace: string): readonly string[] {
  return ["system:serviceaccounts", `system:serviceaccounts:${namespace}`];
}

/** The namespace and the name of the ServiceAccount that a user is; undefined for all others. */
export function accountOf(
  username: string,
): { readonly namespace: string; readonly name: string } | undefined {
  const [, namespace, name] = /^system:serviceaccount:([^:]+):([^:]+)$/.exec(username) ?? [];
  return namespace === undefined || name === undefined ? undefined : { namespace, name };
}

/** A user as tests name one. */
export interface UserOptions {
  readonly username: string;
  readonly uid?: string | undefined;
  /**
   * Default: none, and those of a ServiceAccount for its name,
   * `system:serviceaccount:NAMESPACE:NAME`. `system:authenticated` is added as in a cluster.
   */
  readonly groups?: readonly string[] | undefined;
  readonly extra?: RequestUser["extra"] | undefined;
}

/** A user with the groups that everybody has. */
export function completeUser({ username, uid = "", groups, extra = {} }: UserOptions): RequestUser {
  const account = accountOf(username);
  const own = groups ?? (account === undefined ? [] : accountGroups(account.namespace));
  return { username, uid, groups: withCommonGroup(username, own), extra };
}

/** The groups of a user with the one that tells whether it is known who they are. */
export function withCommonGroup(username: string, groups: readonly string[]): readonly string[] {
  if (groups.includes(unauthenticatedGroup)) return groups;
  const common = username === anonymousName ? unauthenticatedGroup : authenticatedGroup;
  return groups.includes(common) ? groups : [...groups, common];
}

/*
 * A server hears who sends a request by these headers, those of an authenticating proxy of
 * Kubernetes. What clients send of them over the network never gets to it.
 */
const userHeaderPrefix = "x-remote-";

/** Tells whether a header, in lower case, says who sends a request. */
export function isOfUser(header: string): boolean {
  return header.startsWith(userHeaderPrefix);
}

/** The headers that say who sends a request. */
export function headersOfUser({ username, uid, groups, extra }: RequestUser): [string, string][] {
  const pairs = Object.entries(extra).flatMap(([key, values]) =>
    values.map((value): [string, string] => [`extra-${encodeURIComponent(key)}`, value]),
  );
  const told: [string, string][] = [
    ["user", username],
    ...(uid === "" ? [] : [["uid", uid] as [string, string]]), // a pair
    ...groups.map((group): [string, string] => ["group", group]),
    ...pairs,
  ];
  return told.map(([name, value]) => [userHeaderPrefix + name, value]);
}

/** Who sends a request, by what `headersOfUser` wrote. */
export function userOf({ headers }: TransportRequest): RequestUser {
  const told = headers
    .filter(([name]) => name.toLowerCase().startsWith(userHeaderPrefix))
    .map(([name, value]) => [name.slice(userHeaderPrefix.length).toLowerCase(), value] as const);
  const valuesOf = (name: string): readonly string[] =>
    told.filter(([key]) => key === name).map(([, value]) => value);
  const [username] = valuesOf("user");
  if (username === undefined) return administrator;
  const extra: { [key: string]: readonly string[] } = {};
  for (const [name] of told) {
    if (!name.startsWith("extra-")) continue;
    extra[decodeURIComponent(name.slice("extra-".length))] = valuesOf(name);
  }
  const [uid = ""] = valuesOf("uid");
  return { username, uid, groups: valuesOf("group"), extra };
}

/** A request that a user sends, whatever it said of its sender before. */
export function withUser(request: TransportRequest, user: RequestUser): TransportRequest {
  const others = request.headers.filter(([name]) => !isOfUser(name.toLowerCase()));
  return { ...request, headers: [...others, ...headersOfUser(user)] };
}
