import { expect, it } from "vitest";
import {
  isCidr,
  isHostname,
  isMac,
  isUri,
  isUriWithStrayColons,
} from "../../../../../src/runtime/v1/values/formats/addresses.js";
import {
  isCreditCard,
  isIsbn,
  isK8sLongName,
} from "../../../../../src/runtime/v1/values/formats/codes.js";
import { isEmail } from "../../../../../src/runtime/v1/values/formats/email.js";
import {
  isDate,
  isDateTime,
  isDuration,
} from "../../../../../src/runtime/v1/values/formats/times.js";

/** Facts of the Go functions, compiled with Go 1.26. */
it.each<[(value: string) => boolean, string, boolean]>([
  [isDate, "2024-02-29", true],
  [isDate, "2023-02-29", false],
  [isDate, "1900-02-29", false],
  [isDate, "0000-01-01", true],
  [isDateTime, "2020-01-01t00:00:00z", true],
  [isDateTime, "2020-01-01T00:00:00x5+99:99", true],
  [isDateTime, "2020-01-01T23:59:60Z", false],
  [isDateTime, "2020-01-01T00:00:00Z and trailing", false],
  [isDateTime, "2020-01-01T00:00:00Zt anything", true],
  [isDateTime, "2020-01-01T00:00:00İ5Z", true],
  [isDuration, "-1.5h", true],
  [isDuration, "xx 1 d yy", true],
  [isDuration, "1", false],
  [isDuration, "9999999999999999999.h", false],
  [isDuration, "2562047.h", true],
  [isDuration, "2562048.h", false],
  [isDuration, "0.9999999999999999999m", true],
  [isDuration, "153722867m0.9999999999999999999m", false],
  [isEmail, "a@[1.2.3.4]", true],
  [isEmail, "g: a@b;", true],
  [isEmail, "g: a@b, c@d;", false],
  [isEmail, "=?koi8-r?Q?x?= <a@b>", false],
  [isEmail, "=?utf-8?Q?x?= <a@b>", true],
  [isEmail, "a@b (c)", true],
  [isEmail, '"a b"@c.d', true],
  [isEmail, '"a\\"b"@c', true],
  [isEmail, '""@c', false],
  [isEmail, '"a\u0001"@c', false],
  [isEmail, '"a@c', false],
  [isEmail, "a@b (c (d\\) e) f)", true],
  [isEmail, "a@b (c", false],
  [isEmail, "=?utf-8?B?YQ==?= <a@b>", true],
  [isEmail, "=?utf-8?Q??= <a@b>", false],
  [isEmail, "=?koi8-r?B?YQ==?= <a@b>", false],
  [isEmail, "=?koi8-r?B?YQ=?= <a@b>", true],
  [isHostname, "a-b", true],
  [isHostname, "abc-def", false],
  [isHostname, "☃.com", true],
  [isMac, "0123456789ab", true],
  [isMac, "01:23:45-67:89:ab", false],
  [isUri, "http://a:1:2", false],
  [isUriWithStrayColons, "http://a:1:2", true],
  [isUri, "ftp://a:1:2", true],
  [isUri, "http://[::1%25eth0]:80/", true],
  [isUri, "http://[1.2.3.4]/", false],
  [isUri, "http://a#b", false],
  [isUri, "/a b", true],
  [isUri, "a", false],
  [isUri, "http://us%65r:p@h/", true],
  [isUri, "http://us%6@h/", false],
  [isUri, "http://u:%zz@h/", false],
  [isUri, "http://u[@h/", false],
  [isUri, "http://h/%2", false],
  [isUri, "http://h%20x/", false],
  [isUri, "http://[::1%25]/", false],
  [isUri, "http://[::1%25a%20b]/", true],
  [isCidr, "10.0.0.0/32", true],
  [isCidr, "10.0.0.0/33", false],
  [isCidr, "010.0.0.0/008", true],
  [isCidr, "::/128", true],
  [isCidr, "::/129", false],
  [isCidr, "::", false],
  [isCreditCard, "4111 1111-1111 1111", true],
  [isCreditCard, "378282246310005", true],
  [isCreditCard, "4111111111111112", false],
  [isCreditCard, "1111111111111117", false],
  [isIsbn, "0-306-40615-2", true],
  [isIsbn, "080442957X", true],
  [isIsbn, "0306406153", false],
  [isIsbn, "978-0-306-40615-7", true],
  [isIsbn, "9780306406158", false],
  [isK8sLongName, "a".repeat(253), true],
  [isK8sLongName, "a".repeat(254), false],
])("%o(%j) is %s", (check, value, valid) => {
  expect(check(value)).toBe(valid);
});

it("answers long texts at once", () => {
  const digits = "1".repeat(200_000);
  expect(isDuration(digits)).toBe(false);
  expect(isHostname(`${"a".repeat(200_000)}!`)).toBe(false);
  expect(isEmail(`${"(".repeat(100_000)}a@b`)).toBe(false);
  expect(isUri(`http://${"a".repeat(200_000)}`)).toBe(true);
});
