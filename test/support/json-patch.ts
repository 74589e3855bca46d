/** One operation of RFC 6902, of the kinds that the recordings use. */
export interface PatchOperation {
  readonly op: "add" | "remove" | "replace";
  readonly path: string;
  readonly value?: unknown;
}

/** The document after the operations; the original stays as it is. */
export function applyPatch(document: unknown, operations: readonly PatchOperation[]): unknown {
  const root = { document: structuredClone(document) };
  for (const operation of operations) apply(root, operation);
  return root.document;
}

function apply(root: { document: unknown }, { op, path, value }: PatchOperation): void {
  const steps = path
    .split("/")
    .slice(1)
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
  const last = steps.pop() ?? "document";
  let parent: unknown = steps.length === 0 && path === "" ? root : root.document;
  for (const step of steps) parent = (parent as Record<string, unknown>)[step]; // the recording says so
  if (Array.isArray(parent)) {
    const index = last === "-" ? parent.length : Number(last);
    const copy = structuredClone(value);
    if (op === "remove") parent.splice(index, 1);
    else if (op === "add") parent.splice(index, 0, copy);
    else parent[index] = copy;
    return;
  }
  const object = parent as Record<string, unknown>; // the recording says so
  if (op === "remove") Reflect.deleteProperty(object, last);
  else object[last] = structuredClone(value);
}
