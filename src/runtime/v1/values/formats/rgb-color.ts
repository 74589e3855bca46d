const rgbColorPattern =
  /^rgb\([\t\n\f\r ]*(?:0|[1-9][0-9]?|1[0-9][0-9]?|2[0-4][0-9]|25[0-5])[\t\n\f\r ]*,[\t\n\f\r ]*(?:0|[1-9][0-9]?|1[0-9][0-9]?|2[0-4][0-9]|25[0-5])[\t\n\f\r ]*,[\t\n\f\r ]*(?:0|[1-9][0-9]?|1[0-9][0-9]?|2[0-4][0-9]|25[0-5])[\t\n\f\r ]*\)$/;

/** Format `rgbcolor`: `rgb(1, 2, 255)` (govalidator `IsRGBcolor`). */
export function isRgbColor(value: string): boolean {
  return rgbColorPattern.test(value);
}
