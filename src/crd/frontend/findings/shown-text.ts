/**
 * What a message of the server shows as the bad value, if that is a text:
 * `Invalid value: "a b": …`.
 */
export function shownText(message: string): string | undefined {
  const quoted = /: ("(?:[^"\\]|\\.)*"):/.exec(message)?.[1];
  if (quoted === undefined) return undefined;
  try {
    return JSON.parse(quoted) as string; // of a text in quotes
  } catch {
    return quoted.slice(1, -1);
  }
}
