import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { generate, OptionError } from "../../../../src/index.js";

const path = "generated-samples/crontab/crd.yaml";
const text = readFileSync(join(import.meta.dirname, "../../../..", path), "utf8");
const sources = [{ path, text }];

describe("overrides of the library", () => {
  it("rename types by the names that they have with either kind", async () => {
    for (const key of ["CronTabSpecEnv", "CronSpecEnv"]) {
      const rename = { kind: "Cron", types: { [key]: "Env" } };
      const overrides = [{ resources: "CronTab", rename }];
      const { files, diagnostics } = await generate({ sources, parts: ["types"], overrides });
      expect(diagnostics).toEqual([]);
      const types = files.find((file) => file.path.endsWith("/types.ts"))?.text;
      expect(types).toContain("export interface Env {");
      expect(types).toContain("export interface Cron extends");
    }
  });

  it("let later entries win, for each name", async () => {
    const overrides = [
      { resources: "*", rename: { types: { CronTabSpec: "A", CronTabStatus: "B" } } },
      { resources: "CronTab", rename: { fields: { spec: "C" } } },
    ];
    const { files, diagnostics } = await generate({ sources, parts: ["types"], overrides });
    expect(diagnostics).toEqual([]);
    const types = files.find((file) => file.path.endsWith("/types.ts"))?.text;
    expect(types).toMatch(/spec: C;\n[^]*status\?: B/);
  });

  it("tell what has no effect, without a place", async () => {
    const overrides = [{ resources: "Boat" }];
    const { diagnostics } = await generate({ sources, parts: ["types"], overrides });
    expect(diagnostics).toMatchObject([
      {
        code: "overrides/unmatched",
        severity: "warning",
        message: "overrides[0].resources: 'Boat' matches no CRD of the input",
      },
    ]);
  });

  it.each([
    [{}, "overrides[0]: must have resources: patterns of group/Kind"],
    [
      { resources: "*", renam: {} },
      "overrides[0].renam: there is no such option; did you mean 'rename'?",
    ],
    [{ resources: "*", rename: { kind: "cron" } }, "overrides[0].rename.kind: must be letters"],
    [{ resources: [] }, "overrides[0].resources: must be a pattern of group/Kind, or a list"],
  ])("refuse %j", async (override, reason) => {
    const overrides = [override] as never; // no compiler has told
    const fault: unknown = await generate({ sources, overrides }).catch((error: unknown) => error);
    expect(fault).toBeInstanceOf(OptionError);
    expect(String(fault)).toContain(reason);
  });
});
