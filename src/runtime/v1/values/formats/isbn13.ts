/**
 * Format `isbn13`: thirteen digits but for blanks and dashes, with their check digit (govalidator).
 */
export function isIsbn13(value: string): boolean {
  const digits = value.replace(/[\t\n\f\r -]+/g, "");
  if (!/^[0-9]{13}$/.test(digits)) return false;
  let sum = 0;
  for (let i = 0; i < 13; i++) sum += (i % 2 === 0 ? 1 : 3) * Number(digits[i]);
  return sum % 10 === 0;
}
