import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import {
  bugsUrl,
  maskCommandLine,
  maskOptions,
  maskUrls,
} from "../../../src/cli/facts/run-facts.js";

it.each([
  ["https://h/x.yaml", "https://h/x.yaml"],
  ["https://user:pass@h/x?token=a&b=c#d", "https://***@h/x?token=***&b=***#d"],
  ["cannot read HTTP://u@h/ and https://h/?q=1", "cannot read HTTP://***@h/ and https://h/?q=***"],
  ["https://h/a@b", "https://h/a@b"],
  ["https://u:p@q@h/", "https://***@h/"],
])("%s", (text, want) => {
  expect(maskUrls(text)).toBe(want);
});

it("masks tokens wherever they stand", () => {
  expect(maskCommandLine(["serve", "--token", "a", "--token=b\nc", "d"])).toEqual([
    "serve",
    "--token",
    "***",
    "--token=***",
    "d",
  ]);
  expect(maskOptions({ token: "a", crd: ["https://u:p@h/"], port: 1 })).toBe(
    '{"token":"***","crd":["https://***@h/"],"port":1}',
  );
});

it("reports of bugs go where package.json says", () => {
  const text = readFileSync(join(import.meta.dirname, "../../../package.json"), "utf8");
  expect((JSON.parse(text) as { bugs: string }).bugs).toBe(bugsUrl); // our own
});
