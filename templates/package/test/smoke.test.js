// Imports the package as its users do, and looks for every resource. Built first: npm run build
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, it } from "node:test";

/**
 * @typedef {{ name: string, exports: Record<string, unknown> }} Manifest
 * @type {Manifest}
 */
const manifest = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
const provenance = readFileSync(new URL("../PROVENANCE.md", import.meta.url), "utf8");
const dist = new URL("../dist/", import.meta.url);

/** @param {URL} folder */
function foldersIn(folder) {
  const entries = readdirSync(folder, { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
}

const versions = foldersIn(dist)
  .filter((group) => group !== "runtime")
  .flatMap((group) => foldersIn(new URL(`${group}/`, dist)).map((version) => `${group}/${version}`))
  .filter((version) => existsSync(new URL(`${version}/index.js`, dist)));

it("has API versions", () => {
  assert.notEqual(versions.length, 0);
});

it("has no CRDs in PROVENANCE.md of which nothing is generated", () => {
  const made = versions.flatMap((version) => {
    const [group] = version.split("/");
    return foldersIn(new URL(`${version}/`, dist)).map((plural) => `${plural}.${group}`);
  });
  for (const [, name = ""] of provenance.matchAll(/^\| `([^`]+)` /gm)) {
    assert.ok(made.includes(name), `remove ${name}`);
  }
});

for (const version of versions) {
  describe(version, () => {
    it("has an entry in the exports of package.json", () => {
      assert.ok(`./${version}` in manifest.exports, `add "./${version}" and "./${version}/*"`);
    });

    it("can be imported, and has a client for each resource", async () => {
      for (const plural of foldersIn(new URL(`${version}/`, dist))) {
        const resource = await import(`${manifest.name}/${version}/${plural}`);
        const definition = Object.values(resource).find((value) => value?.plural === plural);
        assert.equal(`${definition.group}/${definition.version}`, version);
        const clients = Object.keys(resource).filter((name) => name.endsWith("Client"));
        assert.notEqual(clients.length, 0);
      }
      assert.notDeepEqual(Object.keys(await import(`${manifest.name}/${version}`)), []);
    });

    it("has the CRDs of its resources in PROVENANCE.md", () => {
      const [group] = version.split("/");
      for (const plural of foldersIn(new URL(`${version}/`, dist))) {
        assert.ok(provenance.includes(`| \`${plural}.${group}\` `), `add ${plural}.${group}`);
      }
    });

    it("judges objects", async () => {
      for (const plural of foldersIn(new URL(`${version}/`, dist))) {
        const resource = await import(`${manifest.name}/${version}/${plural}`);
        const guards = Object.entries(resource).filter(([name]) => /^is[A-Z]/.test(name));
        assert.notEqual(guards.length, 0);
        for (const [name, is] of guards) assert.equal(is({}), false, `${name}({})`);
      }
    });
  });
}
