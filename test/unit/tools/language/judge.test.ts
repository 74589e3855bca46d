import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { createLanguageService } from "../../../../src/tools/language/service.js";
import { boatCrd, boatService, head } from "./language-crd.js";

it("accepts, and gives the object as it would be stored", async () => {
  const service = await boatService();
  const judgement = await service.judge(`${head}spec:\n  crew: [{ name: Ann }]\n`);
  expect(judgement).toMatchObject({ verdict: "accepted", diagnostics: [], elsewhere: [] });
  expect(judgement.stored).toContain("hull: wood");
  expect(judgement.stored).toContain("awake: true");
});

it("refuses, and says where and why", async () => {
  const service = await boatService();
  const text = `${head}spec:\n  hull: glass\n  engin: {}\n`;
  const { verdict, diagnostics: all, stored } = await service.judge(text);
  // That the rules were not asked follows from the first.
  const diagnostics = all.filter(({ message }) => !message.includes("were not checked"));
  expect(verdict).toBe("refused");
  expect(stored).toBeUndefined();
  expect(diagnostics.map(({ from, to }) => text.slice(from, to))).toEqual(["glass", "engin"]);
  expect(diagnostics[1]).toMatchObject({
    line: 7,
    column: 3,
    severity: "warning",
    code: "object/unknown-field",
    help: "there is a field 'engine'",
  });
});

it("judges an update by the object that is replaced", async () => {
  const service = await boatService();
  const [wood, steel] = ["wood", "steel"].map((hull) => `${head}spec:\n  hull: ${hull}\n`);
  const { verdict, diagnostics } = await service.judge(steel ?? "", wood);
  expect(verdict).toBe("refused");
  expect(diagnostics[0]?.message).toContain("a hull is for life");
  expect((await service.judge(wood ?? "", wood)).verdict).toBe("accepted");
});

it("judges several documents, and lists", async () => {
  const service = await boatService();
  const boat = `${head}spec: { hull: steel }\n`;
  const two = await service.judge(`${boat}---\n${boat}`);
  expect(two.verdict).toBe("accepted");
  expect(two.stored?.split("---\n")).toHaveLength(2);
  const list = `apiVersion: v1\nkind: List\nitems:\n${boat.replace(/^(?=.)/gm, "    ").replace("    api", "  - api")}`;
  expect((await service.judge(list)).verdict).toBe("accepted");
  expect((await service.judge(`${boat}---\n${head}spec: 1\n`)).verdict).toBe("refused");
});

it("cannot tell without an object, a CRD, or a text that can be read", async () => {
  const service = await boatService();
  expect(await service.judge("")).toMatchObject({ verdict: "unknown", diagnostics: [] });
  expect(await service.judge("a: [")).toMatchObject({ verdict: "unknown" });
  const unknown = await service.judge("apiVersion: a.example.com/v1\nkind: Boot\n");
  expect(unknown).toMatchObject({
    verdict: "unknown",
    diagnostics: [{ code: "object/unknown-kind" }],
  });
});

it("says of a CRD that is refused, elsewhere, why", async () => {
  const service = createLanguageService();
  const text = boatCrd.replace("type: integer, minimum", "type: int, minimum");
  await service.use([{ path: "boats.yaml", text }], "1.37");
  const { verdict, diagnostics, elsewhere } = await service.judge(`${head}spec: {}\n`);
  expect(verdict).toBe("unknown");
  expect(diagnostics).toMatchObject([{ code: "object/crd-refused" }]);
  expect(elsewhere[0]).toMatchObject({ path: "boats.yaml", severity: "error" });
});

it("takes the CRDs of the text too, and the old object's faults apart", async () => {
  const service = createLanguageService();
  const { verdict, elsewhere } = await service.judge(`${boatCrd}---\n${head}spec: {}\n`, "a: [");
  expect(verdict).toBe("unknown");
  expect(elsewhere).toMatchObject([{ path: "the old object", code: "source/not-yaml" }]);
  expect((await service.judge(`${boatCrd}---\n${head}spec: {}\n`)).verdict).toBe("accepted");
});

it("does not judge CRDs that the version is known to accept", async () => {
  const service = createLanguageService();
  const text = boatCrd.replace("name: boats.sea", "name: boots.sea");
  const object = `${head}spec: {}\n`;
  await service.use([{ path: "boats.yaml", text, acceptedBy: "1.37" }], "1.37");
  expect((await service.judge(object)).verdict).toBe("accepted");
  await service.use([{ path: "boats.yaml", text, acceptedBy: "1.37" }], "1.36");
  expect((await service.judge(object)).verdict).toBe("unknown");
});

it("judges as the version of Kubernetes does, and knows no other", async () => {
  const service = await boatService();
  await expect(service.use([], "1.5")).rejects.toThrow(RangeError);
});

it("lints CRDs", async () => {
  const service = await boatService();
  const text = boatCrd.replace("scope: Namespaced", "scope: Everywhere");
  const [first] = await service.lint({ path: "boats.yaml", text });
  expect(first).toMatchObject({ severity: "error", line: 7 });
  expect(text.slice(first?.from, first?.to)).toBe("Everywhere");
});

it("shows the file of types that generate writes", async () => {
  const service = createLanguageService();
  const sample = join(import.meta.dirname, "../../../../generated-samples/crontab");
  const text = readFileSync(join(sample, "crd.yaml"), "utf8");
  await service.use([{ path: "crd.yaml", text }], "1.37");
  const expected = readFileSync(join(sample, "stable.example.com/v1/crontabs/types.ts"), "utf8");
  const types = await service.typescript("stable.example.com", "CronTab", "v1");
  expect(withoutVersion(types)).toBe(withoutVersion(expected));
  expect(await service.typescript("stable.example.com", "CronTab", "v9")).toBe("");
});

/** The samples do not name it. */
function withoutVersion(text: string): string {
  return text.replace(/ v\d+\.\d+\.\d+\S*/, "");
}
