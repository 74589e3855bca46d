import { statSync } from "node:fs";
import { isBuiltin } from "node:module";
import { beforeAll, describe, expect, it } from "vitest";
import type { Manifest } from "./packed.js";
import { packed, readArchive, readManifest } from "./packed.js";

describe("the packed extension", () => {
  let files: ReadonlyMap<string, string>;
  let manifest: Manifest;

  beforeAll(() => {
    files = readArchive(packed);
    manifest = JSON.parse(files.get("extension/package.json") ?? "") as Manifest; // ours
  });

  it("is small, and holds what it needs alone", () => {
    expect(statSync(packed).size).toBeLessThan(160_000);
    expect([...files.keys()].sort()).toEqual([
      "[Content_Types].xml",
      "extension.vsixmanifest",
      "extension/LICENSE.txt",
      "extension/THIRD-PARTY-NOTICES.txt",
      "extension/changelog.md",
      "extension/dist/extension.cjs",
      "extension/package.json",
      "extension/readme.md",
    ]);
  });

  it("has the version of crdgen, and nothing of the checkout", () => {
    expect(manifest.version).toBe(readManifest("package.json").version);
    expect(readManifest("editors/vscode/package.json").version).toBe(manifest.version);
    expect(manifest).not.toHaveProperty("devDependencies");
    expect(manifest).not.toHaveProperty("private");
  });

  it("requires the editor and Node.js alone", () => {
    const code = files.get("extension/dist/extension.cjs") ?? "";
    const required = [...code.matchAll(/\brequire\("([^"]+)"\)/g)].map(([, name]) => name ?? "");
    expect(required).toContain("vscode");
    expect(required.filter((name) => name !== "vscode" && !isBuiltin(name))).toEqual([]);
  });

  it("names the licences of what it bundles", () => {
    const notices = files.get("extension/THIRD-PARTY-NOTICES.txt");
    for (const name of ["vscode-languageclient", "vscode-languageserver-protocol", "semver"]) {
      expect(notices).toContain(`${name} `);
    }
  });

  it("takes nothing of a workspace without trust that starts or reads something", () => {
    const { supported, restrictedConfigurations } = manifest.capabilities.untrustedWorkspaces;
    const settings = Object.keys(manifest.contributes.configuration.properties);
    expect(supported).toBe("limited");
    expect(restrictedConfigurations).toEqual(
      expect.arrayContaining(settings.filter((name) => name !== "crdgen.trace.server")),
    );
  });
});
