/** Whether a value lists several good ones, as samples do: `Always | Never`. */
export function areAlternatives(value: string, isGood: (text: string) => boolean): boolean {
  if (value.length > longestList) return false;
  const parts = value.split(/\s*[|/]\s*/);
  return parts.length > 1 && parts.every(isGood);
}

const longestList = 200;

/** What to do about a list of good values. */
export const oneOfThem = "keep one of them";
