import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { CodeGenerationForbiddenError, compile } from "../../../../src/index.js";

const samples = join(import.meta.dirname, "../../../../generated-samples");
const crontab = source("crontab/crd.yaml");

function source(path: string): { path: string; text: string } {
  return { path, text: readFileSync(join(samples, path), "utf8") };
}

function cronTab(spec: object): Record<string, unknown> {
  const metadata = { name: "nightly", namespace: "default" };
  return { apiVersion: "stable.example.com/v1", kind: "CronTab", metadata, spec };
}

describe("compile", () => {
  it("gives the functions of each version", async () => {
    const { resources, diagnostics } = await compile({ sources: [crontab] });
    expect(diagnostics).toEqual([]);
    expect(resources).toMatchObject([
      { group: "stable.example.com", kind: "CronTab", plural: "crontabs", scope: "Namespaced" },
    ]);
    const version = resources[0]?.versions["v1"];
    if (version === undefined) throw new Error("no version");
    const good = cronTab({ cronSpec: "* * * * *", image: "a", replicas: 1 });
    const bad = cronTab({ cronSpec: "* * * * *", image: "a", replicas: 7, concurrency: "Allow" });
    expect(version.is(good)).toBe(true);
    expect(version.is(bad)).toBe(false);
    expect(version.is(bad, { rules: false })).toBe(true);
    version.assert(good);
    const errors = [
      {
        reason: "FieldValueInvalid",
        field: "spec",
        message: expect.stringContaining("more than 5 replicas need concurrency Forbid") as string,
      },
    ];
    expect(() => {
      version.assert(bad);
    }).toThrow("more than 5 replicas need concurrency Forbid");
    expect(version.validate(bad)).toEqual(errors);
    expect(version.checkRules(bad)).toEqual(errors);
    expect(version.rules.map(({ path, rule }) => [path, rule])).toEqual([
      ["spec", "self.replicas <= 5 || self.concurrency == 'Forbid'"],
      ["spec", "self.image == oldSelf.image"],
    ]);
    const filled = cronTab({ cronSpec: "* * * * *", image: "a", none: 1 });
    expect(version.prune(filled)).toEqual(["spec.none"]);
    version.default(filled);
    expect(filled["spec"]).toEqual({
      cronSpec: "* * * * *",
      image: "a",
      replicas: 1,
      concurrency: "Allow",
    });
    expect(version.admit(good)).toMatchObject({ allowed: true, object: { spec: { replicas: 1 } } });
    expect(version.schema["~standard"].validate(bad)).toMatchObject({
      issues: [{ path: ["spec"] }],
    });
  });

  it("behaves as the server that is asked for", async () => {
    const image = (kubernetesVersion?: string) =>
      compile({
        sources: [crontab],
        ...(kubernetesVersion === undefined ? {} : { kubernetesVersion }),
      });
    const causes = async (kubernetesVersion?: string): Promise<unknown> => {
      const { resources } = await image(kubernetesVersion);
      const object = cronTab({
        cronSpec: "* * * * *",
        image: "a",
        env: Array.from({ length: 17 }, (_, index) => ({ name: `n${index}`, value: "" })),
      });
      return resources[0]?.versions["v1"]?.validate(object);
    };
    expect(await causes("1.28")).not.toEqual(await causes());
    await expect(image("1.12")).rejects.toThrow("1.28 to 1.37");
  });

  it("has every version, and every CRD of every source", async () => {
    const sources = [source("crontab-versions/crd.yaml"), source("rules/crd.yaml")];
    const { resources } = await compile({ sources });
    expect(resources).toHaveLength(2);
    expect(Object.keys(resources[0]?.versions ?? {}).length).toBeGreaterThan(1);
  });

  it("leaves out what the API server refuses, and says why", async () => {
    const faulty = {
      path: "faulty.yaml",
      text: crontab.text.replace("minimum: 0", "minimum: nought"),
    };
    const unruly = {
      path: "unruly.yaml",
      text: crontab.text.replace("self.replicas <= 5", "self.replica <= 5"),
    };
    const { resources, diagnostics } = await compile({
      sources: [faulty, source("rules/crd.yaml"), { path: "none.yaml", text: "a: [" }],
    });
    expect(resources).toHaveLength(1);
    expect(
      diagnostics.filter(({ severity }) => severity === "error").map((one) => one.source),
    ).toEqual(["faulty.yaml", "none.yaml"]);
    expect((await compile({ sources: [unruly] })).resources).toEqual([]);
    const forced = await compile({ sources: [unruly], allowInvalid: true });
    const version = forced.resources[0]?.versions["v1"];
    expect(version?.is(cronTab({ cronSpec: "* * * * *", image: "a" }), { rules: false })).toBe(
      true,
    );
  });

  it("does not take the same CRD twice", async () => {
    const { resources, diagnostics } = await compile({
      sources: [crontab, { ...crontab, path: "b.yaml" }],
    });
    expect(resources).toHaveLength(1);
    expect(diagnostics.map(({ code }) => code)).toEqual(["input/repeated-crd"]);
  });

  it("keeps the first of two CRDs that claim one kind, as the API server does", async () => {
    const text = crontab.text.replaceAll("crontabs", "tables");
    const { resources, diagnostics } = await compile({
      sources: [crontab, { path: "b.yaml", text }],
    });
    expect(resources.map(({ plural }) => plural)).toEqual(["crontabs"]);
    expect(diagnostics.map(({ code }) => code)).toEqual(["input/kind-claimed-twice"]);
  });

  it("makes nothing of hostile names but functions", async () => {
    const { resources } = await compile({ sources: [source("hostile-names/crd.yaml")] });
    for (const version of Object.values(resources[0]?.versions ?? {})) {
      expect(Object.values(version).every((member) => member !== undefined)).toBe(true);
      expect(version.is({})).toBe(false);
    }
  });

  it("says so where code generation from strings is forbidden", async () => {
    const original = globalThis.Function;
    const forbidden = function (): never {
      throw new EvalError("Code generation from strings disallowed for this context");
    };
    globalThis.Function = forbidden as unknown as FunctionConstructor; // as a content security policy does
    try {
      await expect(compile({ sources: [crontab] })).rejects.toThrow(CodeGenerationForbiddenError);
    } finally {
      globalThis.Function = original;
    }
  });
});
