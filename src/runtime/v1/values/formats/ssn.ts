/** Format `ssn`: a social security number of the U.S. with both separators, dash or blank. */
export function isSsn(value: string): boolean {
  return /^[0-9]{3}[- ][0-9]{2}[- ][0-9]{4}$/.test(value);
}
