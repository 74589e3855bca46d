import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { loadConfig } from "../../../../src/cli/config/load.js";
import type { ParsedConfig } from "../../../../src/cli/config/schema.js";
import { Diagnostics } from "../../../../src/crd/diagnostics/diagnostics.js";

const scratch = mkdtempSync(join(tmpdir(), "crdgen-config-"));

afterAll(() => {
  rmSync(scratch, { recursive: true });
});

async function load(
  name: string,
  text: string,
  encoding: BufferEncoding = "utf8",
): Promise<{ readonly config: ParsedConfig | undefined; readonly messages: readonly string[] }> {
  const path = join(scratch, name);
  writeFileSync(path, text, encoding);
  const diagnostics = new Diagnostics();
  const config = (await loadConfig(path, diagnostics))?.config;
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

  it.each<[string, string, RegExp, BufferEncoding?]>([
    ["wrong.yaml", "importExtension: 1\n", /^config\/invalid: wrong\.yaml: importExtension: /],
    ["misspelt.yaml", "importExtensions: .ts\n", /importExtensions: there is no such option$/],
    ["flag.yaml", "check: true\n", /check: can be set only on the command line$/],
    ["part.yaml", "parts: [types, a]\n", /^config\/invalid: part\.yaml: parts\[1\]: /],
    ["number.yaml", "kubernetesVersion: 1.30\n", /kubernetesVersion: must be a string in quotes/],
    ["list.json", "[]", /^config\/invalid: list\.json: /],
    ["two.yaml", "out: a\n---\nout: b\n", /^config\/invalid: two\.yaml: .* one document/],
    ["version.yaml", 'kubernetesVersion: "1.99"\n', /kubernetesVersion: must be one of 1\.28 to /],
    ["nothing.yaml", "parts: []\n", /parts: must name at least one$/],
    ["utf16.yaml", "\uFEFFout: a\n", /^source\/not-utf8: /, "utf16le"],
    ["latin1.yaml", "out: caf\u00E9\n", /^source\/not-utf8: /, "latin1"],
  ])("%s is refused with the reason", async (name, text, reason, encoding) => {
    const { config, messages } = await load(name, text, encoding);
    expect(config).toBeUndefined();
    expect(messages).toEqual([expect.stringMatching(reason)]);
  });

  it("may begin with a byte order mark", async () => {
    expect(await load("mark.yaml", "\uFEFFout: a\nemit: js\n")).toEqual({
      config: { out: "a", emit: "js" },
      messages: [],
    });
  });

  it.each([
    ["twice.yaml", "out: a\nout: b\n"],
    ["twice.json", '{ "out": "a", "out": "b" }'],
  ])("may not set a thing twice: %s", async (name, text) => {
    const diagnostics = new Diagnostics();
    writeFileSync(join(scratch, name), text);
    expect(await loadConfig(join(scratch, name), diagnostics)).toBeUndefined();
    expect(diagnostics.list).toMatchObject([{ code: "source/duplicate-key", severity: "error" }]);
  });

  it("is named where it is code, whose places are not known", async () => {
    const path = join(scratch, "wrong.mjs");
    writeFileSync(path, "export default { out: 1 };");
    const diagnostics = new Diagnostics();
    await loadConfig(path, diagnostics);
    expect(diagnostics.list).toMatchObject([{ code: "config/invalid", span: undefined, path }]);
  });

  it("says what to do where nothing can be written beside TypeScript", async () => {
    // There is no room for what would be added to this name.
    const loading = load(`${"x".repeat(250)}.ts`, "export default {};");
    if ("typescript" in process.features) expect((await loading).config).toEqual({});
    else await expect(loading).rejects.toThrow(/ENAMETOOLONG.*; write the configuration as \.mjs/);
  });

  it("says where TypeScript is none", async () => {
    const text = "export default {\n  out: ,\n};\n";
    expect(await load("broken.ts", text)).toEqual({
      config: undefined,
      messages: ["config/invalid: broken.ts: Expression expected."],
    });
  });
});
