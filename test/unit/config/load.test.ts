import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import type { Config } from "../../../src/config/schema.js";
import { loadConfig } from "../../../src/config/load.js";
import { Diagnostics } from "../../../src/diagnostics/diagnostics.js";

const scratch = mkdtempSync(join(tmpdir(), "crdgen-config-"));

afterAll(() => {
  rmSync(scratch, { recursive: true });
});

async function load(
  name: string,
  text: string,
): Promise<{ readonly config: Config | undefined; readonly messages: readonly string[] }> {
  const path = join(scratch, name);
  writeFileSync(path, text);
  const diagnostics = new Diagnostics();
  const config = await loadConfig(path, diagnostics);
  const messages = diagnostics.list.map(
    ({ code, message }) => `${code}: ${message.replace(path, name)}`,
  );
  return { config, messages };
}

describe("the configuration", () => {
  it.each([
    ["good.yaml", "importExtension: .ts\n"],
    ["good.json", '{ "importExtension": ".ts" }'],
    ["good.mjs", 'export default { importExtension: ".ts" };'],
    ["good.ts", 'const importExtension: string = ".ts"; export default { importExtension };'],
  ])("is read from %s", async (name, text) => {
    expect(await load(name, text)).toEqual({ config: { importExtension: ".ts" }, messages: [] });
  });

  it.each([
    ["wrong.yaml", "importExtension: 1\n", /^config\/invalid: wrong\.yaml: importExtension: /],
    ["misspelt.yaml", "importExtensions: .ts\n", /importExtensions: there is no such option$/],
    ["part.yaml", "parts: [types, a]\n", /^config\/invalid: part\.yaml: parts\[1\]: /],
    ["number.yaml", "kubernetesVersion: 1.30\n", /kubernetesVersion: must be a text in quotes/],
    ["list.json", "[]", /^config\/invalid: list\.json: /],
  ])("%s is refused with the reason", async (name, text, reason) => {
    const { config, messages } = await load(name, text);
    expect(config).toBeUndefined();
    expect(messages).toEqual([expect.stringMatching(reason)]);
  });
});
