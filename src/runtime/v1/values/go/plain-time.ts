const dash = 45;
const colon = 58;
const letterT = 84;
const letterZ = 90;

/**
 * A time as the server writes it, `2024-05-01T12:34:56Z`, for sure: what is left for a closer look
 * are days that not every month has, fractions and offsets.
 */
export function isPlainTime(value: string): boolean {
  return (
    value.length === 20 &&
    value.charCodeAt(10) === letterT &&
    value.charCodeAt(19) === letterZ &&
    isPlainDate(value) &&
    value.charCodeAt(13) === colon &&
    value.charCodeAt(16) === colon &&
    isPairUpTo(value, 11, 23) &&
    isPairUpTo(value, 14, 59) &&
    isPairUpTo(value, 17, 59)
  );
}

/** A text that begins with a date as `2024-05-01` for sure: not on a day that some months lack. */
export function isPlainDate(value: string): boolean {
  const month = pair(value, 5);
  const day = pair(value, 8);
  return (
    value.charCodeAt(4) === dash &&
    value.charCodeAt(7) === dash &&
    isPairUpTo(value, 0, 99) &&
    isPairUpTo(value, 2, 99) &&
    month >= 1 &&
    month <= 12 &&
    day >= 1 &&
    day <= 28
  );
}

function isPairUpTo(text: string, index: number, limit: number): boolean {
  const value = pair(text, index);
  return value >= 0 && value <= limit;
}

/** The number that two digits make; -1 where something else stands in their place. */
function pair(text: string, index: number): number {
  const tens = text.charCodeAt(index) - 48;
  const ones = text.charCodeAt(index + 1) - 48;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? 10 * tens + ones : -1;
}
