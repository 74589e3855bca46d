import { expect, it } from "vitest";
import { createAdmission } from "../support/interpreted-admission.js";
import type { ObjectFile } from "../support/recorded-objects.js";
import { compareObjects, objectFiles } from "../support/recorded-objects.js";
import { describeShared } from "../support/shared.js";

describeShared("interpreters answer as a recorded API server, but for rules", () => {
  it.each(objectFiles)(
    "%s",
    async (file: ObjectFile) => {
      const { differences, compared } = await compareObjects(
        file,
        (resource, version) => createAdmission(resource, version, 37, undefined),
        { rules: false },
      );
      console.info(`${file}: ${compared} records, ${differences.length} differ`);
      expect(differences).toEqual([]);
      expect(compared).toBeGreaterThan(1000);
    },
    900_000,
  );
});
