/** Texts that have a format of Kubernetes, by its name without dashes. */
const texts: ReadonlyMap<string, readonly string[]> = new Map([
  ["bsonobjectid", ["507f1f77bcf86cd799439011", "507f1f77bcf86cd799439012"]],
  ["byte", ["ZXhhbXBsZQ==", "ZXhhbXBsZS0y", "YQ=="]],
  ["cidr", ["192.0.2.0/24", "198.51.100.0/24", "2001:db8::/32"]],
  ["creditcard", ["4242424242424242", "5555555555554444"]],
  ["date", ["2030-01-31", "2031-01-31"]],
  ["datetime", ["2030-01-31T12:00:00Z", "2031-01-31T12:00:00Z"]],
  ["duration", ["1h", "30s", "2m"]],
  ["email", ["name@example.com", "other@example.com"]],
  ["hexcolor", ["#ff8800", "#0088ff"]],
  ["hostname", ["www.example.com", "api.example.com", "example"]],
  ["ipv4", ["192.0.2.1", "192.0.2.2"]],
  ["ipv6", ["2001:db8::1", "2001:db8::2"]],
  ["isbn", ["9780306406157", "0306406152"]],
  ["isbn10", ["0306406152", "0198526636"]],
  ["isbn13", ["9780306406157", "9780198526636"]],
  ["k8slongname", ["example.com", "example"]],
  ["k8sshortname", ["example", "example-2"]],
  ["mac", ["00:00:5e:00:53:01", "00:00:5e:00:53:02"]],
  ["password", ["example"]],
  ["rgbcolor", ["rgb(255,136,0)", "rgb(0,136,255)"]],
  ["ssn", ["111-11-1111", "222-22-2222"]],
  ["uri", ["https://example.com/path", "https://example.com", "/path"]],
  ["uuid", ["123e4567-e89b-42d3-a456-426614174000", "123e4567-e89b-42d3-a456-426614174001"]],
  ["uuid3", ["6fa459ea-ee8a-3ca4-894e-db77e160355e"]],
  ["uuid4", ["123e4567-e89b-42d3-a456-426614174000", "123e4567-e89b-42d3-a456-426614174001"]],
  ["uuid5", ["886313e1-3b8a-5372-9b90-0c9aee199e5d"]],
]);

/** Texts of a format as it is spelled in a schema; none for what is no format of texts. */
export function formatTexts(format: string): readonly string[] {
  return texts.get(format.replaceAll("-", "")) ?? [];
}

/**
 * Texts that something in a rule may ask for: numbers with units, addresses, names, versions,
 * times.
 */
export const commonTexts: readonly string[] = [
  "example",
  "a",
  "1",
  "",
  "https://example.com",
  "example.com",
  "192.0.2.1",
  "192.0.2.0/24",
  "2001:db8::1",
  "2001:db8::/64",
  "1Gi",
  "1h",
  "10m",
  "2030-01-31T12:00:00Z",
  "1.2.3",
  "v1.2.3",
  "example/example",
  "/example",
  "name@example.com",
];
