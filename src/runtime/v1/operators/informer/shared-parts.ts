/** More different ones than a resource has writers, versions and namespaces. */
const mostParts = 1_000;

/**
 * What many objects of a resource have in common, once: the sets of managed fields, which are a
 * third of what objects take in memory and which nobody changes, and the texts of their type,
 * namespace and managers.
 */
export class SharedParts {
  readonly #fieldSets = new Map<string, unknown>();
  readonly #texts = new Map<string, unknown>();

  /** Puts the shared parts into an object that nobody else has yet. */
  putInto(object: object): void {
    const any = object as AnyObject; // of the API
    this.#shareText(any, "apiVersion");
    this.#shareText(any, "kind");
    const { metadata } = any;
    if (typeof metadata !== "object" || metadata === null) return;
    this.#shareText(metadata, "namespace");
    if (!Array.isArray(metadata.managedFields)) return;
    const entries = metadata.managedFields as readonly ManagedFields[]; // by the API's types
    for (const entry of entries) {
      for (const name of ["manager", "apiVersion", "time"] as const) this.#shareText(entry, name);
      const { fieldsV1 } = entry;
      if (typeof fieldsV1 !== "object") continue;
      entry.fieldsV1 = known(this.#fieldSets, JSON.stringify(fieldsV1), fieldsV1);
    }
  }

  #shareText<Name extends string>(of: { [name in Name]?: unknown }, name: Name): void {
    const text = of[name];
    if (typeof text === "string") of[name] = known(this.#texts, text, text);
  }
}

/** What is known under this text; the value itself where nothing is. */
function known(parts: Map<string, unknown>, text: string, value: unknown): unknown {
  const found = parts.get(text);
  if (found !== undefined) return found;
  if (parts.size >= mostParts) parts.clear();
  parts.set(text, value);
  return value;
}

interface AnyObject {
  apiVersion?: unknown;
  kind?: unknown;
  readonly metadata?: { namespace?: unknown; readonly managedFields?: unknown } | null;
}

interface ManagedFields {
  manager?: unknown;
  apiVersion?: unknown;
  time?: unknown;
  fieldsV1?: unknown;
}
