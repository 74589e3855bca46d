/** Which object is meant, among those of one resource. */
export interface ObjectKey {
  readonly name: string;
  /** Absent for cluster-scoped resources. */
  readonly namespace?: string | undefined;
}

/** A key as text: `default/a`, or `a` where there is no namespace. */
export function objectKeyText({ name, namespace }: ObjectKey): string {
  return namespace === undefined || namespace === "" ? name : `${namespace}/${name}`;
}

/** The key that a text stands for. */
export function parseKey(text: string): ObjectKey {
  const slash = text.indexOf("/");
  if (slash < 0) return { name: text };
  return { name: text.slice(slash + 1), namespace: text.slice(0, slash) };
}
