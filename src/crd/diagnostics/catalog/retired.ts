/**
 * Codes that nothing reports any more. They have pages, and `--ignore` takes them, so that what
 * names them goes on working; none gets another meaning.
 */
export const retiredCodes: readonly string[] = ["portability/default-surprise"];
