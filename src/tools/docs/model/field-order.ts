import type { FieldEntry } from "./page.js";

/** The fields of an object as pages list them: required ones lead. */
export function inOrder(fields: readonly FieldEntry[]): readonly FieldEntry[] {
  return [
    ...fields.filter(([, , required]) => required === 1),
    ...fields.filter(([, , required]) => required !== 1),
  ];
}
