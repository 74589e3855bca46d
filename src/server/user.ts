import type { TransportRequest } from "../runtime/v1/client/transport.js";

/** Who sends a request (apiserver `authentication/user`). */
export interface User {
  readonly username: string;
  /** `""` for most. */
  readonly uid: string;
  readonly groups: readonly string[];
  /** By keys in lower case. */
  readonly extra: { readonly [key: string]: readonly string[] };
}

/** Who sends a request that says nothing of its sender: may do everything. */
export const administrator: User = {
  username: "admin",
  uid: "admin",
  groups: ["system:masters", "system:authenticated"],
  extra: {},
};

/*
 * A server behind another one hears who sends a request by these headers, those of an
 * authenticating proxy of Kubernetes. What clients send of them never gets to it.
 */
const prefix = "x-remote-";

/** Tells whether a header, in lower case, says who sends a request. */
export function isOfUser(header: string): boolean {
  return header.startsWith(prefix);
}

/** The headers that say who sends a request. */
export function headersOfUser({ username, uid, groups, extra }: User): [string, string][] {
  const pairs = Object.entries(extra).flatMap(([key, values]) =>
    values.map((value): [string, string] => [`extra-${encodeURIComponent(key)}`, value]),
  );
  const told: [string, string][] = [
    ["user", username],
    ...(uid === "" ? [] : [["uid", uid] satisfies [string, string]]),
    ...groups.map((group): [string, string] => ["group", group]),
    ...pairs,
  ];
  return told.map(([name, value]) => [prefix + name, value]);
}

/** Who sends a request, by what `headersOfUser` wrote. */
export function userOf({ headers }: TransportRequest): User {
  const told = headers
    .filter(([name]) => name.toLowerCase().startsWith(prefix))
    .map(([name, value]) => [name.slice(prefix.length).toLowerCase(), value] as const);
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
