/*
 * What is known of formats without asking their checks: some texts of each, and a pattern that all
 * texts of a format match. Formats by their names without dashes.
 */

interface FormatTexts {
  /** Texts as people write them, the likeliest first. */
  readonly usual: readonly string[];
  /** The other forms that the checks accept. */
  readonly odd: readonly string[];
}

const texts: ReadonlyMap<string, FormatTexts> = new Map([
  [
    "bsonobjectid",
    {
      usual: ["507f1f77bcf86cd799439011", "507f1f77bcf86cd799439012"],
      odd: ["507F1F77BCF86CD799439011"],
    },
  ],
  [
    "byte",
    { usual: ["ZXhhbXBsZQ==", "ZXhhbXBsZS0y", "YQ=="], odd: ["YWJj", "YWI=", "YWJjZGVmZ2g="] },
  ],
  [
    "cidr",
    {
      usual: ["192.0.2.0/24", "198.51.100.0/24", "2001:db8::/32"],
      odd: ["10.0.0.0/8", "fd00::/64", "::/0"],
    },
  ],
  [
    "creditcard",
    {
      usual: ["4242424242424242", "5555555555554444"],
      odd: ["4111111111111111", "378282246310005"],
    },
  ],
  ["date", { usual: ["2030-01-31", "2031-01-31"], odd: ["2024-02-29", "0000-01-01"] }],
  [
    "datetime",
    {
      usual: ["2030-01-31T12:00:00Z", "2031-01-31T12:00:00Z"],
      odd: ["2024-01-02T03:04:05Z", "2024-01-02t03:04:05.123+01:00"],
    },
  ],
  ["duration", { usual: ["1h", "30s", "2m"], odd: ["1h30m", "-1.5h", "0", "5 days", "1 wk"] }],
  [
    "email",
    {
      usual: ["name@example.com", "other@example.com"],
      odd: ["a@b", "Jane <jane@example.com>", "a@example.com"],
    },
  ],
  ["hexcolor", { usual: ["#ff8800", "#0088ff"], odd: ["#fff", "fff", "#A0B1C2"] }],
  [
    "hostname",
    {
      usual: ["www.example.com", "api.example.com", "example"],
      odd: ["localhost", "a.example.com", "a-b"],
    },
  ],
  [
    "ipv4",
    { usual: ["192.0.2.1", "192.0.2.2"], odd: ["10.0.0.1", "::ffff:1.2.3.4", "255.255.255.255"] },
  ],
  ["ipv6", { usual: ["2001:db8::1", "2001:db8::2"], odd: ["::1", "fd00::1", "::ffff:1.2.3.4"] }],
  ["isbn", { usual: ["9780306406157", "0306406152"], odd: ["978-0-306-40615-7"] }],
  ["isbn10", { usual: ["0306406152", "0198526636"], odd: ["0-306-40615-2"] }],
  ["isbn13", { usual: ["9780306406157", "9780198526636"], odd: ["978-0-306-40615-7"] }],
  ["k8slongname", { usual: ["example.com", "example"], odd: ["a.example", "a", "a-b.c"] }],
  ["k8sshortname", { usual: ["example", "example-2"], odd: ["a", "a-b", "0"] }],
  [
    "mac",
    {
      usual: ["00:00:5e:00:53:01", "00:00:5e:00:53:02"],
      odd: ["01:23:45:67:89:ab", "0123.4567.89ab", "01-23-45-67-89-AB"],
    },
  ],
  ["password", { usual: ["example"], odd: ["", "secret"] }],
  [
    "rgbcolor",
    { usual: ["rgb(255,136,0)", "rgb(0,136,255)"], odd: ["rgb(0,0,0)", "rgb( 255, 0, 12 )"] },
  ],
  ["ssn", { usual: ["111-11-1111", "222-22-2222"], odd: ["123-45-6789", "123 45 6789"] }],
  [
    "uri",
    {
      usual: ["https://example.com/path", "https://example.com", "/path"],
      odd: ["http://example.com", "/a", "*", "mailto:x"],
    },
  ],
  [
    "uuid",
    {
      usual: ["123e4567-e89b-42d3-a456-426614174000", "123e4567-e89b-42d3-a456-426614174001"],
      odd: ["f81d4fae-7dec-11d0-a765-00a0c91e6bf6", "F81D4FAE7DEC11D0A76500A0C91E6BF6"],
    },
  ],
  [
    "uuid3",
    {
      usual: ["6fa459ea-ee8a-3ca4-894e-db77e160355e"],
      odd: ["f81d4fae-7dec-31d0-a765-00a0c91e6bf6"],
    },
  ],
  [
    "uuid4",
    {
      usual: ["123e4567-e89b-42d3-a456-426614174000", "123e4567-e89b-42d3-a456-426614174001"],
      odd: ["f81d4fae-7dec-41d0-a765-00a0c91e6bf6"],
    },
  ],
  [
    "uuid5",
    {
      usual: ["886313e1-3b8a-5372-9b90-0c9aee199e5d"],
      odd: ["f81d4fae-7dec-51d0-a765-00a0c91e6bf6"],
    },
  ],
]);

/**
 * Texts as people write them that have a format, which is spelled as in a schema; none for what is
 * no format of texts. All servers that know the format accept them.
 */
export function formatTexts(format: string): readonly string[] {
  return texts.get(nameOf(format))?.usual ?? [];
}

/** Texts of all forms that a format has, the odd ones first; otherwise as `formatTexts`. */
export function variedFormatTexts(format: string): readonly string[] {
  const { usual, odd } = texts.get(nameOf(format)) ?? { usual: [], odd: [] };
  return [...odd, ...usual];
}

function nameOf(format: string): string {
  return format.replaceAll("-", "");
}

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
