/** What a method of a client asks of a server. */
export interface MethodVerbs {
  readonly verbs: readonly string[];
  /** The position of its options among the arguments. */
  readonly options: number;
  /** What its first argument is; absent: neither. */
  readonly first?: "name" | "object";
}

const read: MethodVerbs = { verbs: ["get"], options: 1, first: "name" };
const list: MethodVerbs = { verbs: ["list"], options: 0 };
const patch: MethodVerbs = { verbs: ["patch"], options: 2, first: "name" };
const update: MethodVerbs = { verbs: ["update"], options: 1, first: "object" };
const modify: MethodVerbs = { verbs: ["get", "update"], options: 2, first: "name" };

/** The methods of a client of a whole resource (`runtime/v1/client/resource-client.ts`). */
const clientMethods: ReadonlyMap<string, MethodVerbs> = new Map([
  ["get", read],
  ["exists", read],
  ["list", list],
  ["listAll", list],
  ["pages", list],
  ["create", { verbs: ["create"], options: 1, first: "object" }],
  ["update", update],
  ["modify", modify],
  ["patch", patch],
  // What does not exist is created (apiserver `endpoints/handlers/patch.go`).
  ["apply", { verbs: ["create", "patch"], options: 1, first: "object" }],
  ["delete", { verbs: ["delete"], options: 1, first: "name" }],
  ["deleteCollection", { verbs: ["deletecollection"], options: 0 }],
  ["watch", { verbs: ["watch"], options: 0 }],
]);

/** Those of a client of a subresource (`runtime/v1/client/subresource-clients.ts`). */
const partMethods: ReadonlyMap<string, MethodVerbs> = new Map([
  ["get", read],
  ["update", update],
  ["modify", modify],
  ["patch", patch],
  // A subresource of an object that does not exist is not found.
  ["apply", { verbs: ["patch"], options: 1, first: "object" }],
  ["lines", read],
]);

/** Functions of the runtime that take a client first, and what they ask of a server. */
export const functionVerbs: ReadonlyMap<string, MethodVerbs> = new Map<string, MethodVerbs>([
  ["waitFor", { verbs: ["list", "watch"], options: 3 }],
  ["createOrUpdate", { verbs: ["create", "get", "update"], options: 3 }],
  ["table", { verbs: ["list"], options: 1 }],
  ["addFinalizer", { verbs: ["get", "patch"], options: -1 }],
  ["removeFinalizer", { verbs: ["get", "patch"], options: -1 }],
]);

/**
 * What a method asks of a server; `undefined` for members that ask nothing.
 *
 * @param kind `client`, or the subresource
 */
export function methodVerbs(kind: string, name: string): MethodVerbs | undefined {
  if (kind === "client") return clientMethods.get(name);
  // Evictions, bindings and tokens, of pods and accounts that exist.
  if (name === "create") {
    return { verbs: ["create"], options: kind === "eviction" ? 1 : 2, first: "name" };
  }
  return partMethods.get(name);
}
