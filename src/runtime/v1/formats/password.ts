/** Format `password`: any text. */
export function isPassword(_value: string): boolean {
  return true;
}
