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
