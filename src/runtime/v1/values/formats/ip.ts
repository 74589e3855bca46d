/*
 * IP addresses as Go reads them: strictly (`net/netip.ParseAddr`), or sloppily as Kubernetes does
 * for what was stored before Go 1.17 (`k8s.io/utils/internal/third_party/forked/golang/net`):
 * numbers may have leading zeros.
 */

/** Dotted decimal, four numbers up to 255. */
export function isIpv4Text(text: string, sloppy: boolean): boolean {
  const numbers = text.split(".");
  const number = sloppy ? /^[0-9]+$/ : /^(?:0|[1-9][0-9]*)$/;
  return numbers.length === 4 && numbers.every((part) => number.test(part) && Number(part) <= 255);
}

/**
 * Eight groups of hexadecimal digits, one `::` for groups of zero; the last two may be an IPv4
 * address. No zone.
 */
export function isIpv6Text(text: string, sloppy: boolean): boolean {
  const halves = text.split("::");
  if (halves.length > 2) return false;
  const groups = halves.flatMap((half) => (half === "" ? [] : half.split(":")));
  let count = groups.length;
  const last = text.endsWith("::") ? undefined : groups[count - 1];
  if (last?.includes(".") === true) {
    if (!isIpv4Text(last, sloppy)) return false;
    groups.pop();
    count++;
  }
  const group = sloppy ? /^0*[0-9A-Fa-f]{1,4}$/ : /^[0-9A-Fa-f]{1,4}$/;
  if (!groups.every((part) => group.test(part))) return false;
  return halves.length === 2 ? count < 8 : count === 8;
}

/** Either, told apart as Go does by which of `.` and `:` comes first. */
export function isIpText(text: string, sloppy: boolean): boolean {
  const [separator] = /[.:]/.exec(text) ?? [];
  if (separator === undefined) return false;
  return separator === "." ? isIpv4Text(text, sloppy) : isIpv6Text(text, sloppy);
}
