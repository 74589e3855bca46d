import { expect, it } from "vitest";
import { createLanguageService } from "../../../../src/tools/language/service.js";
import { boatCrd, boatService } from "./language-crd.js";

it.each(["minimal", "full"] as const)("makes a %s example that is accepted", async (size) => {
  const service = await boatService();
  const example = await service.example("sea.example.com", "Boat", "v1", size);
  if (example === undefined || !("yaml" in example)) throw new Error("no example");
  expect(await service.judge(example.yaml)).toMatchObject({ verdict: "accepted", diagnostics: [] });
  expect(example.yaml.includes("crew:")).toBe(size === "full");
});

it("makes none of a version that is not there, or of a CRD that is refused", async () => {
  const service = await boatService();
  expect(await service.example("sea.example.com", "Boat", "v9", "full")).toBeUndefined();
  expect(await service.example("sea.example.com", "Boot", "v1", "full")).toBeUndefined();
  const text = boatCrd.replace("type: integer, minimum", "type: int, minimum");
  await service.use([{ path: "boats.yaml", text }], "1.37");
  expect(await service.example("sea.example.com", "Boat", "v1", "full")).toBeUndefined();
});

it("says which rule stands in the way", async () => {
  const service = createLanguageService();
  const rule = 'self.spec.hull == "paper"';
  const text = boatCrd.replace("          required: [spec]\n", `          required: [spec]\n          x-kubernetes-validations: [{ rule: '${rule}' }]\n`); // prettier-ignore
  await service.use([{ path: "boats.yaml", text }], "1.37");
  const example = await service.example("sea.example.com", "Boat", "v1", "minimal");
  expect(example).toEqual({ faults: [expect.stringContaining(rule)] });
});
