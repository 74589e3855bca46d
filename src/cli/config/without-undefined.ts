/** An object whose fields are there or not, and never `undefined`. */
export type WithoutUndefined<T> = { readonly [Key in keyof T]: Exclude<T[Key], undefined> };

/** Leaves out the fields that are `undefined`, which is as good as absent. */
export function withoutUndefined<T extends object>(value: T): WithoutUndefined<T> {
  const fields: readonly (readonly [string, unknown])[] = Object.entries(value);
  const defined = fields.filter(([, field]) => field !== undefined);
  return Object.fromEntries(defined) as WithoutUndefined<T>; // the same fields, but for those
}
