import { expect, it } from "vitest";

import { isDateTime } from "../../../../src/runtime/v1/formats/date-time.js";
import { isDate } from "../../../../src/runtime/v1/formats/date.js";
import { isDuration } from "../../../../src/runtime/v1/formats/duration.js";
import { isEmail } from "../../../../src/runtime/v1/formats/email.js";
import { isHostname } from "../../../../src/runtime/v1/formats/hostname.js";
import { isMac } from "../../../../src/runtime/v1/formats/mac.js";
import { isUri, isUriWithStrayColons } from "../../../../src/runtime/v1/formats/uri.js";

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
  [isEmail, "a@[1.2.3.4]", true],
  [isEmail, "g: a@b;", true],
  [isEmail, "g: a@b, c@d;", false],
  [isEmail, "=?koi8-r?Q?x?= <a@b>", false],
  [isEmail, "=?utf-8?Q?x?= <a@b>", true],
  [isEmail, "a@b (c)", true],
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
