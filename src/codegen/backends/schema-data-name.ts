import type { NameTable } from "./names.js";

/**
 * The function that gives the schema of a unit as data, which `validate.ts` exports to the other
 * files.
 */
export function schemaDataName({ value }: NameTable): string {
  return `${value}SchemaData`;
}
