import type { Random } from "./random.js";

/** Texts that have a format, or nearly have it. */
const examples = {
  bsonobjectid: ["507f1f77bcf86cd799439011"],
  byte: ["aGVsbG8=", "aGVsbG8", "", "=", "a===", "YQ==", "YWI=", "YW\n I=", "-_==", "YR=="],
  cidr: ["192.0.2.0/24", "10.0.0.1/8", "::/0", "2001:db8::/32", "1.2.3.4/33", "01.2.3.4/8", "::ffff:1.2.3.4/96", "fe80::1%eth0/64", "1.2.3.4/08"],
  creditcard: ["4111111111111111", "4111 1111 1111 1111", "378282246310005", "4111111111111112", "6011111111111117"],
  date: ["2030-01-31", "2024-02-29", "2023-02-29", "0000-01-01", "2030-1-1"],
  "date-time": ["2030-01-31T00:00:00Z", "2030-01-31t00:00:00z", "2030-01-31T24:00:00Z", "2030-01-31T23:59:60Z", "2030-01-31T00:00:00.123456789Z", "2030-01-31T00:00:00+14:00", "2030-01-31T00:00:00+0100", "2030-01-31T00:00:00,5Z", "2030-02-30T00:00:00Z", "2030-01-31T00:00Z", "2030-01-31 00:00:00Z", "2030-01-31T00:00:00-24:00"],
  duration: ["1h30m", "1.5h", "-1h", "1", "", "1d", "3 days", "1w2d", "1µs", "1us", "1ms 2s", "2 hours", ".5s", "1e3s", "99999999999h", "0", "+5m", "1 min"],
  email: ["name@example.com", "a@b", "A <a@b.c>", "a@b@c", '"a b"@c.d', "a@[1.2.3.4]", "ü@example.com", "a@", "@b", "a..b@c.d", "a@b..c", "(c)a@b.c", "a@b.c (x)", "=?utf-8?q?a?= <a@b>"],
  hexcolor: ["#ff8800", "#fff", "fff", "#ggg", "#ffff", "#FF8800"],
  hostname: ["www.example.com", "a", "-a.b", "a-.b", "a_b.c", "ü.de", "xn--a", "a.b.", "1.2.3.4", "A.B", `${"a".repeat(64)}.b`, `${"a".repeat(63)}.b`, "a..b", "a.1"],
  ipv4: ["192.0.2.1", "1.2.3", "01.2.3.4", "256.1.1.1", "::ffff:1.2.3.4", "1.2.3.4 ", "0.0.0.0"],
  ipv6: ["2001:db8::1", "::", "::1", "1::2::3", "fe80::1%eth0", "::ffff:1.2.3.4", "2001:db8::g", "1:2:3:4:5:6:7:8", "1:2:3:4:5:6:7:8:9", "[::1]", "1:2:3:4:5:6:1.2.3.4"],
  isbn: ["0-306-40615-2", "978-3-16-148410-0", "0306406152", "080442957X", "080442957x", "9783161484100", "1234567890"],
  isbn10: ["0306406152", "080442957X", "0-8044-2957-X", "03 0640 6152"],
  isbn13: ["9783161484100", "978-3-16-148410-0", "978 3 16 148410 0"],
  "k8s-long-name": ["a.b", "my-name.example.com", "A.b", "a..b"],
  "k8s-short-name": ["my-name", "My", "a.b", "a".repeat(63), "a".repeat(64), "-a"],
  mac: ["00:00:5e:00:53:01", "00-00-5E-00-53-01", "0000.5e00.5301", "02:00:5e:10:00:00:00:01", "00:00:5e:00:53", "0:0:0:0:0:0", "00:00:00:00:fe:80:00:00:00:00:00:00:02:00:5e:10:00:00:00:01"],
  password: ["x"],
  rgbcolor: ["rgb(255,136,0)", "rgb(256,0,0)", "rgb( 1 , 2 , 3 )", "rgb(1%,2%,3%)", "RGB(1,2,3)", "rgba(1,2,3,1)"],
  ssn: ["123-45-6789", "123 45 6789", "123456789", "000-00-0000"],
  uri: ["https://example.com/path", "/a", "a", "http://", "http://[::1]:80/", "http://a b", "mailto:a@b", "urn:x", "//a/b", "http://a/%zz", "http://ü", "http://a:99999/", "http://[::1%25eth0]/", "http://a:b/", "ht tp://a", "?a", "#a", "http://a/#%zz", "*", ":a", "http://user:p@ss@h/", "a:b", "http://[fe80::1%25]/", "http://a\\b"],
  uuid: ["123e4567-e89b-42d3-a456-426614174000", "123e4567e89b42d3a456426614174000", "{123e4567-e89b-42d3-a456-426614174000}", "urn:uuid:123e4567-e89b-42d3-a456-426614174000", "123E4567-E89B-42D3-A456-426614174000"],
  uuid3: ["6fa459ea-ee8a-3ca4-894e-db77e160355e"],
  uuid4: ["123e4567-e89b-42d3-a456-426614174000"],
  uuid5: ["886313e1-3b8a-5372-9b90-0c9aee199e5d"],
} as const satisfies Record<string, readonly string[]>; // prettier-ignore

const pieces = [
  "", " ", ".", ":", "-", "/", "%", "@", "0", "1", "9", "a", "f", "g", "Z", "T", "+", "é", "\0", "\n", "\t", "[", "]", "::", "..", "//", "%41",
  "%zz", "\u2028", "😀", '"', "\\", "(", ")", "<", ">", ",", ";", "_", "=", "#", "?", "x".repeat(70), "255", "00", "1e9", "h", "µs", "ms",
]; // prettier-ignore

const everyExample: readonly string[] = Object.values(examples).flat();

/** Every format that servers know, and some that they take for nothing. */
export const formatNames = Object.keys(examples) as readonly (keyof typeof examples)[]; // of a literal

/** A text near to those of a format. */
export function madeUpFormat(format: keyof typeof examples, random: Random): string {
  let text: string = random.pick(random.chance(0.1) ? everyExample : examples[format]);
  for (let count = random.below(4); count > 0; count--) text = changed(text, random);
  return text.replace(/\p{Surrogate}/gu, ""); // halves of characters, which cannot be sent
}

function changed(text: string, random: Random): string {
  const at = random.below(text.length + 1);
  const behind = text.slice(at + random.below(3));
  switch (random.below(4)) {
    case 0:
      return text.slice(0, at) + behind;
    case 1:
      return text.slice(0, at) + random.pick(pieces) + behind;
    case 2:
      return random.chance(0.5) ? text.toUpperCase() : text.toLowerCase();
    default: {
      const other = random.pick(everyExample);
      return text.slice(0, at) + other.slice(random.below(other.length + 1));
    }
  }
}
