import { expect, it } from "vitest";
import { compile } from "../../../../../src/index.js";
import { boatSource } from "../../../../support/boat.js";

const words = { type: "array", maxItems: 100_000, items: { type: "string", maxLength: 100_000 } };

/** Whether a server of a version comes to an end with a rule over words. */
async function finishes(kubernetesVersion: string, rule: string, l: string[]): Promise<boolean> {
  const spec = {
    type: "object",
    properties: { l: words },
    "x-kubernetes-validations": [{ rule }],
  };
  const source = boatSource({ schema: { type: "object", properties: { spec } } });
  const { resources } = await compile({ sources: [source], kubernetesVersion, allowInvalid: true });
  const boat = { apiVersion: "sea.example.com/v1", kind: "Boat", metadata: { name: "a" } };
  const errors = resources[0]?.versions["v1"]?.validate({ ...boat, spec: { l } }) ?? [];
  return errors.every(({ message }) => !message.includes("cost limit exceeded"));
}

it("startsWith and endsWith cost by the text up to 1.36, by the prefix from 1.37 on", async () => {
  const tests = Array.from("bcdefghijklmnop", (letter) => `x.startsWith('${letter}')`);
  const rule = `self.l.all(x, ${tests.join(" || ")} || x.endsWith('a'))`;
  const list = Array<string>(90).fill("a".repeat(28_000));
  expect(await finishes("1.36", rule, list)).toBe(false);
  expect(await finishes("1.37", rule, list)).toBe(true);
});

it("matches(text, pattern) costs nothing of its own up to 1.36", async () => {
  const rule = "self.l.all(x, matches(x, '^[a-z]{1,40}$'))";
  const list = Array<string>(90_000).fill("a".repeat(20));
  expect(await finishes("1.36", rule, list)).toBe(true);
  expect(await finishes("1.37", rule, list)).toBe(false);
});
