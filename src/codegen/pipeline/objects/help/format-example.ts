/** A text that has the format, by the format's name without dashes. */
const examples: ReadonlyMap<string, string> = new Map([
  ["byte", "aGVsbG8="],
  ["cidr", "192.0.2.0/24"],
  ["date", "2030-01-31"],
  ["datetime", "2030-01-31T00:00:00Z"],
  ["duration", "1h30m"],
  ["email", "name@example.com"],
  ["hexcolor", "#ff8800"],
  ["hostname", "www.example.com"],
  ["ipv4", "192.0.2.1"],
  ["ipv6", "2001:db8::1"],
  ["k8slongname", "my-name.example.com"],
  ["k8sshortname", "my-name"],
  ["mac", "00:00:5e:00:53:01"],
  ["rgbcolor", "rgb(255,136,0)"],
  ["uri", "https://example.com/path"],
  ["uuid", "123e4567-e89b-42d3-a456-426614174000"],
  ["uuid3", "6fa459ea-ee8a-3ca4-894e-db77e160355e"],
  ["uuid4", "123e4567-e89b-42d3-a456-426614174000"],
  ["uuid5", "886313e1-3b8a-5372-9b90-0c9aee199e5d"],
]);

/**
 * A text of a format, for those who do not know how it is written; undefined for formats that
 * nobody takes for a text.
 */
export function formatExample(format: string): string | undefined {
  return examples.get(format.replaceAll("-", ""));
}
