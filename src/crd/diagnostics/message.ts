/** A message with named holes; the type of the values follows from the template. */
export type Message<Key extends string> = (values: { readonly [K in Key]: string }) => string;

/**
 * One row of a catalogue. `never` lets entries with different values stand in one type; each code
 * knows its own.
 */
export interface CatalogEntry {
  readonly severity: "error" | "warning" | "notice";
  readonly message: (values: never) => string;
}

/** Template tag: message`version ${"version"} has no schema`. */
export function message<const Keys extends readonly string[]>(
  strings: TemplateStringsArray,
  ...keys: Keys
): Message<Keys[number]> {
  return (values) =>
    strings.reduce((text, part, index) => text + values[keys[index - 1] as Keys[number]] + part); // index ≥ 1 in reduce
}

/** A rule of the API server: where it is broken, and the server's own words. */
export const rule = { severity: "error", message: message`${"at"}: ${"fault"}` } as const;
