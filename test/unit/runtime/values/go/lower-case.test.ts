import { expect, it } from "vitest";
import { lowerCase } from "../../../../../src/runtime/v1/values/go/quote.js";

it.each([
  ["CronTab", "crontab"],
  ["İ", "i"],
  ["ΑΣ ΣΣ", "ασ σσ"],
  ["\u212a", "k"],
])("%s in lower case is %s", (text, expected) => {
  expect(lowerCase(text)).toBe(expected);
});
