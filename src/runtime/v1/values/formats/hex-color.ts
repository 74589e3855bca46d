/** Format `hexcolor`: three or six hexadecimal digits, with or without `#`. */
export function isHexColor(value: string): boolean {
  return /^#?(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})$/.test(value);
}
