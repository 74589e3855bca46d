/** Freezes a value of JSON and all that is in it. */
export function deepFreeze<T>(value: T): T {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
    for (const member of Object.values(value)) deepFreeze(member);
    Object.freeze(value);
  }
  return value;
}

/** Tells whether `NODE_ENV` says anything but `production`; true where there is no such thing. */
export function isInDevelopment(): boolean {
  const scope = globalThis as {
    readonly process?: { readonly env?: Readonly<Record<string, string | undefined>> };
  }; // of Node.js
  return scope.process?.env?.["NODE_ENV"] !== "production";
}
