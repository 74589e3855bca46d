/*
 * What is known of formats without asking their checks: a pattern that all texts of a format match,
 * and some texts of each. Formats by their names without dashes.
 */

/** A pattern in the syntax of RE2. */
export interface FormatPattern {
  readonly pattern: string;
  /** All texts that match have the format, too. */
  readonly isExact: boolean;
}

const hex = "[0-9a-f]";

function uuid(third: string, fourth: string): FormatPattern {
  const pattern = `(?i)^${hex}{8}-?${hex}{4}-?${third}-?${fourth}-?${hex}{12}$`;
  return { pattern, isExact: true };
}

/** Patterns of the formats that have one (kube-openapi `validation/strfmt`). */
export const formatPatterns: ReadonlyMap<string, FormatPattern> = new Map([
  ["uuid", uuid(`${hex}{4}`, `${hex}{4}`)],
  ["uuid3", uuid(`3${hex}{3}`, `${hex}{4}`)],
  ["uuid4", uuid(`4${hex}{3}`, `[89ab]${hex}{3}`)],
  ["uuid5", uuid(`5${hex}{3}`, `[89ab]${hex}{3}`)],
  ["bsonobjectid", { pattern: "^[0-9a-fA-F]{24}$", isExact: true }],
  ["hexcolor", { pattern: "^#?([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$", isExact: true }],
  ["k8sshortname", { pattern: "^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$", isExact: true }],
  [
    "k8slongname",
    { pattern: "^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$", isExact: false },
  ],
  ["ssn", { pattern: "^[0-9]{3}[- ][0-9]{2}[- ][0-9]{4}$", isExact: true }],
  ["byte", { pattern: "^([A-Za-z0-9+/]{4})*[A-Za-z0-9+/]{2}[A-Za-z0-9+/=]{2}$", isExact: false }],
  ["date", { pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}$", isExact: false }],
  ["datetime", { pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}[tT][0-9]{2}:[0-9]{2}:[0-9]{2}", isExact: false }],
  ["ipv4", { pattern: "^[0-9a-fA-F:]*[0-9.]+$", isExact: false }],
  ["ipv6", { pattern: "^[0-9a-fA-F:.]+$", isExact: false }],
  ["cidr", { pattern: "^[0-9a-fA-F:.]+/[0-9]+$", isExact: false }],
  ["mac", { pattern: "^[0-9a-fA-F:.-]+$", isExact: false }],
  ["rgbcolor", { pattern: "^rgb\\(.*\\)$", isExact: false }],
]); // prettier-ignore

/** Texts that have a format, those of more than one form first. */
export const formatExamples: ReadonlyMap<string, readonly string[]> = new Map([
  ["bsonobjectid", ["507f1f77bcf86cd799439011", "507F1F77BCF86CD799439011"]],
  ["byte", ["YWJj", "YQ==", "YWI=", "YWJjZGVmZ2g="]],
  ["cidr", ["10.0.0.0/8", "fd00::/64", "::/0"]],
  ["creditcard", ["4111111111111111", "378282246310005"]],
  ["date", ["2024-02-29", "0000-01-01"]],
  ["datetime", ["2024-01-02T03:04:05Z", "2024-01-02t03:04:05.123+01:00"]],
  ["duration", ["1h30m", "-1.5h", "0", "5 days", "1 wk"]],
  ["email", ["a@b", "Jane <jane@example.com>", "a@example.com"]],
  ["hexcolor", ["#fff", "fff", "#A0B1C2"]],
  ["hostname", ["localhost", "a.example.com", "a-b"]],
  ["ipv4", ["10.0.0.1", "::ffff:1.2.3.4", "255.255.255.255"]],
  ["ipv6", ["::1", "fd00::1", "::ffff:1.2.3.4"]],
  ["isbn", ["0306406152", "978-0-306-40615-7"]],
  ["isbn10", ["0306406152", "0-306-40615-2"]],
  ["isbn13", ["978-0-306-40615-7", "9780306406157"]],
  ["k8slongname", ["a.example", "a", "a-b.c"]],
  ["k8sshortname", ["a", "a-b", "0"]],
  ["mac", ["01:23:45:67:89:ab", "0123.4567.89ab", "01-23-45-67-89-AB"]],
  ["password", ["", "secret"]],
  ["rgbcolor", ["rgb(0,0,0)", "rgb( 255, 0, 12 )"]],
  ["ssn", ["123-45-6789", "123 45 6789"]],
  ["uri", ["http://example.com", "/a", "*", "mailto:x"]],
  ["uuid", ["f81d4fae-7dec-11d0-a765-00a0c91e6bf6", "F81D4FAE7DEC11D0A76500A0C91E6BF6"]],
  ["uuid3", ["f81d4fae-7dec-31d0-a765-00a0c91e6bf6"]],
  ["uuid4", ["f81d4fae-7dec-41d0-a765-00a0c91e6bf6"]],
  ["uuid5", ["f81d4fae-7dec-51d0-a765-00a0c91e6bf6"]],
]);
