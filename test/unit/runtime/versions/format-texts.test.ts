import { expect, it } from "vitest";
import { registeredFormat } from "../../../../src/crd/interpret/value-schema.js";
import { newestMinor } from "../../../../src/runtime/v1/values/kubernetes-version.js";
import { re2Matcher } from "../../../../src/runtime/v1/values/re2/compile.js";
import {
  formatPatterns,
  formatTexts,
  variedFormatTexts,
} from "../../../../src/runtime/versions/format-texts.js";

const formats = [
  "bsonobjectid", "byte", "cidr", "creditcard", "date", "date-time", "datetime", "duration", "email", "hexcolor", "hostname",
  "ipv4", "ipv6", "isbn", "isbn10", "isbn13", "k8s-long-name", "k8s-short-name", "mac", "password", "rgbcolor", "ssn", "uri",
  "uuid", "uuid3", "uuid4", "uuid5",
]; // prettier-ignore

it.each(formats)("has texts of format %s", (format) => {
  const check = registeredFormat(format, newestMinor);
  const texts = variedFormatTexts(format);
  expect(formatTexts(format).length).toBeGreaterThan(0);
  expect(texts).toEqual(expect.arrayContaining([...formatTexts(format)]));
  expect(check).toBeDefined();
  expect(texts.filter((text) => check?.(text) !== true)).toEqual([]);
});

it.each([...formatPatterns])(
  "has a pattern of format %s that all its texts match",
  (format, { pattern }) => {
    const matcher = re2Matcher(pattern);
    expect(variedFormatTexts(format).filter((text) => !matcher.test(text))).toEqual([]);
  },
);

it("has none of what is no format of texts", () => {
  expect(formatTexts("int32")).toEqual([]);
});
