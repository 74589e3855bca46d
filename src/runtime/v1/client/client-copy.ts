import type { Caller } from "./caller.js";

/** What calls one subresource. */
export class SubresourceClient {
  protected readonly caller: Caller;

  constructor(caller: Caller) {
    this.caller = caller;
  }
}

/**
 * A client like another one that calls by another caller, and so do its subresources. It has the
 * fields of a class on top of the client's, but not what begins with `#`.
 */
export function copyClient<Client extends object>(client: Client, caller: Caller): Client {
  const members = Object.entries(client).map(([name, value]: [string, unknown]) => [
    name,
    name === "caller" ? caller : reboundMember(value, caller),
  ]);
  const copy = Object.create(Object.getPrototypeOf(client) as object) as Client; // of its class
  return Object.assign(copy, Object.fromEntries(members) as object); // `members` has pairs
}

function reboundMember(value: unknown, caller: Caller): unknown {
  if (!(value instanceof SubresourceClient)) return value;
  const { constructor } = Object.getPrototypeOf(value) as { constructor: typeof SubresourceClient }; // of its class
  return new constructor(caller);
}
