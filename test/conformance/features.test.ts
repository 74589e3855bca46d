import { join } from "node:path";
import { expect, it } from "vitest";
import { askedAnswers } from "../support/asked-answers.js";
import { featuresPage } from "../support/features-page.js";
import type { RecordedFile } from "../support/features.js";
import { describeShared } from "../support/shared.js";
import { readTallies } from "../support/tally.js";
import { expectedFailures } from "./crd-expected-failures.js";
import { probeExpectedFailures } from "./probe-expected-failures.js";

const page = join(import.meta.dirname, "../../docs/features.md");

function isListed(file: RecordedFile, id: string, minor: number): boolean {
  if (file === "probes") return probeExpectedFailures.has(id);
  return expectedFailures.some((failure) => failure.id === id && failure.versions.includes(minor));
}

/**
 * `npm run features` compares all answers, and lets this suite write the page with what came out.
 * Otherwise the page is held against the number of answers that there are: that crdgen gives them
 * is what the other suites check.
 */
describeShared("the table of features", () => {
  it("has all recorded answers", async () => {
    const folder = process.env["TALLY"];
    const tally = folder === undefined ? askedAnswers(isListed) : readTallies(folder);
    await expect(await featuresPage(tally)).toMatchFileSnapshot(page);
  });
});
