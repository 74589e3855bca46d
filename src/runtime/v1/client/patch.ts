/** A merge patch (RFC 7386) or a JSON patch (RFC 6902), told apart by their keys. */
export type Patch<T> =
  | { readonly merge: MergePatch<T>; readonly json?: undefined }
  | { readonly json: readonly JsonPatchOperation[]; readonly merge?: undefined };

/** Every field optional; `null` removes a field; lists are replaced whole. */
export type MergePatch<T> = T extends readonly unknown[]
  ? T
  : T extends object
    ? { [Key in keyof T]?: MergePatch<T[Key]> | null | undefined }
    : T;

/**
 * One step of a JSON patch. Paths are JSON pointers (RFC 6901): `/spec/env/0/name`, `~1` for `/`,
 * `~0` for `~`.
 */
export type JsonPatchOperation =
  | { readonly op: "add" | "replace" | "test"; readonly path: string; readonly value: unknown }
  | { readonly op: "remove"; readonly path: string }
  | { readonly op: "move" | "copy"; readonly from: string; readonly path: string };
