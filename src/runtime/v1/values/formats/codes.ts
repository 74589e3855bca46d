/** Format `uuid`: a UUID with or without dashes, in either case. */
export function isUuid(value: string): boolean {
  return /^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i.test(value);
}

/** Format `uuid3`: a UUID of version 3, with or without dashes, in either case. */
export function isUuid3(value: string): boolean {
  return /^[0-9a-f]{8}-?[0-9a-f]{4}-?3[0-9a-f]{3}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i.test(value);
}

/** Format `uuid4`: a UUID of version 4, with or without dashes, in either case. */
export function isUuid4(value: string): boolean {
  return /^[0-9a-f]{8}-?[0-9a-f]{4}-?4[0-9a-f]{3}-?[89ab][0-9a-f]{3}-?[0-9a-f]{12}$/i.test(value);
}

/** Format `uuid5`: a UUID of version 5, with or without dashes, in either case. */
export function isUuid5(value: string): boolean {
  return /^[0-9a-f]{8}-?[0-9a-f]{4}-?5[0-9a-f]{3}-?[89ab][0-9a-f]{3}-?[0-9a-f]{12}$/i.test(value);
}

/** Format `bsonobjectid`: 24 hexadecimal digits of either case. */
export function isBsonObjectId(value: string): boolean {
  return /^[0-9A-Fa-f]{24}$/.test(value);
}

/**
 * Format `byte`: base64 of the standard alphabet with padding; the empty string is none
 * (govalidator `IsBase64`).
 */
export function isByte(value: string): boolean {
  return value.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(value);
}

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

/** Format `isbn`: either kind. */
export function isIsbn(value: string): boolean {
  return isIsbn10(value) || isIsbn13(value);
}

const issuers =
  /^(?:4[0-9]{12}(?:[0-9]{3})?|5[1-5][0-9]{14}|6(?:011|5[0-9][0-9])[0-9]{12}|3[47][0-9]{13}|3(?:0[0-5]|[68][0-9])[0-9]{11}|(?:2131|1800|35[0-9]{3})[0-9]{11})$/;

/**
 * Format `creditcard`: what is left without all but digits has a known prefix, its length and
 * Luhn's check digit (govalidator).
 */
export function isCreditCard(value: string): boolean {
  const digits = value.replace(/[^0-9]+/g, "");
  if (!issuers.test(digits)) return false;
  let sum = 0;
  for (let i = 0; i < digits.length; i++) {
    const digit = Number(digits[digits.length - 1 - i]);
    const doubled = 2 * digit;
    sum += i % 2 === 0 ? digit : doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

/** Format `ssn`: a social security number of the U.S. with both separators, dash or blank. */
export function isSsn(value: string): boolean {
  return /^[0-9]{3}[- ][0-9]{2}[- ][0-9]{4}$/.test(value);
}

/** Format `hexcolor`: three or six hexadecimal digits, with or without `#`. */
export function isHexColor(value: string): boolean {
  return /^#?(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})$/.test(value);
}

const rgbColorPattern =
  /^rgb\([\t\n\f\r ]*(?:0|[1-9][0-9]?|1[0-9][0-9]?|2[0-4][0-9]|25[0-5])[\t\n\f\r ]*,[\t\n\f\r ]*(?:0|[1-9][0-9]?|1[0-9][0-9]?|2[0-4][0-9]|25[0-5])[\t\n\f\r ]*,[\t\n\f\r ]*(?:0|[1-9][0-9]?|1[0-9][0-9]?|2[0-4][0-9]|25[0-5])[\t\n\f\r ]*\)$/;

/** Format `rgbcolor`: `rgb(1, 2, 255)` (govalidator `IsRGBcolor`). */
export function isRgbColor(value: string): boolean {
  return rgbColorPattern.test(value);
}

/** Format `k8s-short-name` (1.35): a DNS label in lower case, at most 63 bytes. */
export function isK8sShortName(value: string): boolean {
  return value.length <= 63 && /^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?$/.test(value);
}

/**
 * Format `k8s-long-name` (1.35): DNS labels in lower case with dots between, at most 253 bytes in
 * all.
 */
export function isK8sLongName(value: string): boolean {
  const pattern = /^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?(?:\.[a-z0-9](?:[-a-z0-9]*[a-z0-9])?)*$/;
  return value.length <= 253 && pattern.test(value);
}
