import { expect, it } from "vitest";
import { formatTexts } from "../../../src/example/format-texts.js";
import { registeredFormat } from "../../../src/interpret/format-check.js";
import { newestMinor } from "../../../src/versions/kubernetes-version.js";

const formats = [
  "bsonobjectid", "byte", "cidr", "creditcard", "date", "date-time", "datetime", "duration", "email", "hexcolor", "hostname",
  "ipv4", "ipv6", "isbn", "isbn10", "isbn13", "k8s-long-name", "k8s-short-name", "mac", "password", "rgbcolor", "ssn", "uri",
  "uuid", "uuid3", "uuid4", "uuid5",
]; // prettier-ignore

it.each(formats)("has texts of format %s", (format) => {
  const check = registeredFormat(format, newestMinor);
  const texts = formatTexts(format);
  expect(texts.length).toBeGreaterThan(0);
  expect(check).toBeDefined();
  expect(texts.filter((text) => check?.(text) !== true)).toEqual([]);
});

it("has none of what is no format of texts", () => {
  expect(formatTexts("int32")).toEqual([]);
});
