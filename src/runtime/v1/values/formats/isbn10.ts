/**
 * Format `isbn10`: ten digits (the last may be `X`) but for blanks and dashes, with their check
 * digit (govalidator).
 */
export function isIsbn10(value: string): boolean {
  const digits = value.replace(/[\t\n\f\r -]+/g, "");
  if (!/^[0-9]{9}[0-9X]$/.test(digits)) return false;
  let sum = 0;
  for (let i = 0; i < 10; i++) sum += (i + 1) * (digits[i] === "X" ? 10 : Number(digits[i]));
  return sum % 11 === 0;
}
