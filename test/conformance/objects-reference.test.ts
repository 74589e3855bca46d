import { beforeAll, expect, it } from "vitest";
import { createAdmission } from "../support/interpreted-admission.js";
import type { Comparisons } from "../support/recorded-objects.js";
import { compareObjects, expectAgreement, objectFiles } from "../support/recorded-objects.js";
import { isWhole } from "../support/scope.js";
import { describeShared } from "../support/shared.js";

describeShared("interpreters answer as a recorded API server, but for rules", () => {
  let found: Comparisons;
  beforeAll(async () => {
    found = await compareObjects(
      objectFiles,
      (resource, version) => createAdmission(resource, version, 37, undefined),
      { rules: false, every: 4 },
    );
  }, 900_000);

  it.each(objectFiles)("%s", (file) => {
    expect(expectAgreement(found, file)).toBeGreaterThan(isWhole ? 1000 : 100);
  });
});
