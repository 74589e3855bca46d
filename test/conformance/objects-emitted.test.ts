import { beforeAll, expect, it } from "vitest";

import { admitBackend } from "../../src/backends/admit.js";
import { defaultsBackend } from "../../src/backends/defaults.js";
import { pruneBackend } from "../../src/backends/prune.js";
import { rulesBackend } from "../../src/backends/rules.js";
import { createValidateBackend } from "../../src/backends/validate/backend.js";
import type { Resource, Version } from "../../src/ir/resource.js";
import { emitUnit, evaluateUnit, loadRuntime } from "../support/emit-unit.js";
import type { Admit, ObjectFile } from "../support/recorded-objects.js";
import { compareObjects, objectFiles } from "../support/recorded-objects.js";
import { describeShared } from "../support/shared.js";

const backends = [
  pruneBackend,
  defaultsBackend,
  createValidateBackend({ rules: true }),
  rulesBackend,
  admitBackend,
];

/** Generated code, run in memory. */
function compile(resource: Resource, version: Version): Admit {
  const exports = evaluateUnit(emitUnit(resource, version, backends));
  const name = Object.keys(exports).find((key) => key.startsWith("admit")) ?? "";
  return exports[name] as Admit; // what the back end writes
}

describeShared("generated code answers as a recorded API server", () => {
  beforeAll(loadRuntime, 60_000);

  it.each(objectFiles)(
    "%s",
    async (file: ObjectFile) => {
      const { differences, compared } = await compareObjects(file, compile);
      console.info(`${file}: ${compared} records, ${differences.length} differ`);
      expect(differences).toEqual([]);
      expect(compared).toBeGreaterThan(1000);
    },
    900_000,
  );
});
