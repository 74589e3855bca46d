import type { NameTable } from "../../backends/names.js";
import type { Schema } from "../../ir/schema.js";

/**
 * Names for code that runs in memory, where nobody reads them: numbers, in the order in which they
 * are asked for. Such code has no types, so no schema has a type's name.
 */
export function createShortNames(): NameTable {
  const numbers = new Map<Schema, number>();
  return {
    type: "Judged",
    value: "judged",
    clientTypes: "JudgedTypes",
    tableRow: "JudgedRow",
    types: [],
    typeName: () => undefined,
    localName(schema) {
      let number = numbers.get(schema);
      if (number === undefined) numbers.set(schema, (number = numbers.size));
      return `JudgedN${number}`;
    },
    declares: () => false,
    shapeOf: (schema) => schema,
    // Back ends use them under other verbs.
    forVersion: createShortNames,
  };
}
