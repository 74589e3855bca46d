import { describe, expect, it } from "vitest";
import type { UnitModules } from "../../../../src/codegen/backends/barrel.js";
import { planBarrels } from "../../../../src/codegen/backends/barrel.js";

/** The text of every index file, without its head. */
function barrels(...units: readonly UnitModules[]): Readonly<Record<string, string>> {
  const files = planBarrels(units).flatMap((plan) =>
    plan.make().file.print({ target: "ts", importExtension: ".js", banner: "" }),
  );
  return Object.fromEntries(files.map(({ path, text }) => [path, text.trim()]));
}

function unit(
  folder: `${string}/${string}/${string}`,
  modules: Readonly<Record<string, readonly string[]>> = {},
  kind = "Kind",
): UnitModules {
  const [group = "", version = "", plural = ""] = folder.split("/");
  const files = Object.entries(modules).map(([module, names]) => ({
    path: `${folder}/${module}`,
    exports: names.map((name) => ({ name, typeOnly: module === "types" })),
  }));
  return { group, version, plural, kind, files };
}

describe("index files", () => {
  it("lead from the output to groups and versions, to resources, to modules", () => {
    const jobs = unit("batch.io/v1/jobs", { types: ["Job"], client: ["job", "JobClient"] });
    expect(barrels(jobs, unit("batch.io/v1/crons"), unit("batch.io/v1beta1/crons"))).toEqual({
      "index.ts":
        'export * as batchIoV1 from "./batch.io/v1/index.js";\n' +
        'export * as batchIoV1beta1 from "./batch.io/v1beta1/index.js";',
      "batch.io/v1/index.ts": 'export * from "./crons/index.js";\nexport * from "./jobs/index.js";',
      "batch.io/v1beta1/index.ts": 'export * from "./crons/index.js";',
      "batch.io/v1/crons/index.ts": "export {};",
      "batch.io/v1beta1/crons/index.ts": "export {};",
      "batch.io/v1/jobs/index.ts": 'export * from "./types.js";\nexport * from "./client.js";',
    });
  });

  it("are the same whatever the order of the resources", () => {
    const units = [unit("b.io/v1/as"), unit("a.io/v1/bs"), unit("a.io/v1/as")];
    expect(barrels(...units.toReversed())).toEqual(barrels(...units));
  });

  it("export a name that two resources share from the longer plural", () => {
    const foos = unit("a.io/v1/foos", { types: ["Foo", "FooBarSpec"] });
    const bars = unit("a.io/v1/foobars", { types: ["FooBar", "FooBarSpec"] });
    const expected = [
      'export * from "./foobars/index.js";',
      'export * from "./foos/index.js";',
      'export type { FooBarSpec } from "./foobars/types.js";',
    ].join("\n");
    expect(barrels(foos, bars)["a.io/v1/index.ts"]).toBe(expected);
    expect(barrels(bars, foos)["a.io/v1/index.ts"]).toBe(expected);
  });

  it("export a type from the kind that is spelled like it", () => {
    const exact = unit("a.io/v1/bs", { types: ["Foo"] }, "Foo");
    const other = unit("a.io/v1/as", { types: ["Foo"] }, "foo");
    const longer = unit("a.io/v1/longer", { types: ["Foo"] }, "foo");
    for (const units of [
      [exact, other],
      [other, exact],
      [longer, exact],
    ] as const) {
      expect(barrels(...units)["a.io/v1/index.ts"]).toContain('{ Foo } from "./bs/types.js"');
    }
  });

  it("export shared values as values", () => {
    const one = unit("a.io/v1/longer", { client: ["same"] });
    const other = unit("a.io/v1/short", { client: ["same"] });
    expect(barrels(one, other)["a.io/v1/index.ts"]).toContain(
      'export { same } from "./longer/client.js";',
    );
  });

  it("export a shared name as what it is where it is taken from", () => {
    const cluster = unit("a.io/v1/clusters", { client: ["ClusterClient"] });
    const client = unit("a.io/v1/clusterclients", { types: ["ClusterClient"] });
    expect(barrels(cluster, client)["a.io/v1/index.ts"]).toContain(
      'export type { ClusterClient } from "./clusterclients/types.js";',
    );
  });

  it("leave names of different versions and groups alone", () => {
    const text = barrels(
      unit("a.io/v1/foos", { types: ["Foo"] }),
      unit("a.io/v2/foos", { types: ["Foo"] }),
      unit("b.io/v1/foos", { types: ["Foo"] }),
    );
    for (const folder of ["a.io/v1", "a.io/v2", "b.io/v1"]) {
      expect(text[`${folder}/index.ts`]).toBe('export * from "./foos/index.js";');
    }
  });

  it("are there for a resource with one module alone, too", () => {
    const text = barrels(unit("a.io/v1/foos", { types: ["Foo"] }));
    expect(text["a.io/v1/foos/index.ts"]).toBe('export * from "./types.js";');
  });

  it("give every group and version a namespace of its own, whatever its letters", () => {
    const folders = ["a-b.io/v1/x", "a.b.io/v1/x", "ab.io/v1/x", "1st.io/v1/x"] as const;
    const root = barrels(...folders.map((folder) => unit(folder)))["index.ts"] ?? "";
    const names = [...root.matchAll(/export \* as (\S+) from/g)].map(([, name = ""]) => name);
    expect(new Set(names).size).toBe(folders.length);
    for (const name of names) expect(name).toMatch(/^[A-Za-z_$][\w$]*$/);
  });

  it("make an output without resources a module", () => {
    expect(Object.keys(barrels())).toEqual(["index.ts"]);
  });
});
