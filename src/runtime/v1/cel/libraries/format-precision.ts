/**
 * Why the precision of a formatting clause cannot be read, by its digits (cel-go
 * `ext/formatting.go`, parsePrecision); `undefined`: it can.
 */
export function precisionFault(digits: string, isAtEnd: boolean): string | undefined {
  if (isAtEnd) return "could not find end of precision specifier";
  const failure = "error while converting precision to integer: strconv.Atoi: parsing";
  if (digits === "") return `${failure} "": invalid syntax`;
  if (BigInt(digits) >= 2n ** 63n) return `${failure} "${digits}": value out of range`;
  return undefined;
}
