import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { identityOf, SourceCache } from "../../../src/cli/cache/source-cache.js";
import { processHost } from "../../../src/cli/host.js";
import type { EmittedSource } from "../../../src/codegen/pipeline/emit-source.js";
import { createEmitSource } from "../../../src/codegen/pipeline/emit-source.js";
import { resolveSettings } from "../../../src/codegen/pipeline/settings.js";
import type { SourceFile } from "../../../src/crd/source/source-file.js";
import { Random } from "../../support/random.js";

const root = mkdtempSync(join(tmpdir(), "crdgen-cache-"));
afterAll(() => {
  rmSync(root, { recursive: true });
});

const settings = resolveSettings({ allowInvalid: true, parts: ["types"] });
const source: SourceFile = {
  path: "a.yaml",
  text: `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: boats.example.com }
spec:
  group: example.com
  scope: Namespaced
  names: { kind: Boat, plural: boats }
  versions:
    - name: v1
      served: true
      storage: true
      schema:
        openAPIV3Schema: { type: object, properties: { length: { type: string, pattern: '(?<ä' } } }
`,
};
const emitted = await (await createEmitSource(settings))(source);

/** What a cache gives for a source, and whether it had to be made. */
async function get(
  folder: string,
  { of = source, identity = "one" }: { of?: SourceFile; identity?: string } = {},
): Promise<{ isMade: boolean; given: EmittedSource }> {
  let isMade = false;
  const cache = new SourceCache(folder, identity, processHost());
  const through = cache.through(() => {
    isMade = true;
    return createEmitSource(settings);
  });
  return { given: await through(of), isMade };
}

function soleEntry(folder: string): string {
  const [name = "", ...others] = readdirSync(folder);
  expect(others).toEqual([]);
  return join(folder, name);
}

describe("the cache of sources", () => {
  it("gives what was put into it, diagnostics and their places too", async () => {
    const folder = join(root, "same");
    expect(await get(folder)).toEqual({ isMade: true, given: emitted });
    expect(await get(folder)).toEqual({ isMade: false, given: emitted });
    expect(emitted.diagnostics.map(({ code }) => code)).toContain("schema/pattern-invalid");
  });

  it("never gives anything else, whatever becomes of the bytes of an entry", async () => {
    const folder = join(root, "damaged");
    await get(folder);
    const path = soleEntry(folder);
    const whole = readFileSync(path);
    const random = new Random(20);
    for (let round = 0; round < 300; round++) {
      const damaged = damage(whole, random);
      writeFileSync(path, damaged);
      const { isMade, given } = await get(folder);
      expect(given).toEqual(emitted);
      expect(isMade).toBe(!damaged.equals(whole));
      // The bytes may be others: V8 writes one text in more than one way.
      expect(await get(folder)).toEqual({ isMade: false, given: emitted });
    }
  });

  it("does not take what was made under another identity, of another text or for another path", async () => {
    const folder = join(root, "others");
    await get(folder);
    const changed = { ...source, text: `${source.text}# more\n` };
    const moved = { ...source, path: "b.yaml" };
    const patch = { ...source, place: { inPatches: true } };
    for (const other of [{ identity: "two" }, { of: changed }, { of: moved }, { of: patch }]) {
      expect((await get(folder, other)).isMade).toBe(true);
      expect((await get(folder, other)).isMade).toBe(false);
    }
    expect(readdirSync(folder)).toHaveLength(5);
  });

  it("has an identity that changes with the build and with every setting", () => {
    const identities = [
      identityOf([settings], "a"),
      identityOf([settings], "b"),
      identityOf([{ ...settings, only: ["*.example.com/*"] }], "a"),
      identityOf([{ ...settings, kubernetes: 30 }], "a"),
      identityOf([{ ...settings, ignores: ["schema/pattern-invalid"] }], "a"),
      identityOf([{ ...settings, versionInBanner: false }], "a"),
    ];
    expect(new Set(identities).size).toBe(identities.length);
  });

  it("keeps the entries of the present run and the newest others", async () => {
    const folder = join(root, "trimmed");
    for (const [at, path] of ["old.yaml", "newer.yaml"].entries()) {
      await get(folder, { of: { ...source, path } });
      for (const name of readdirSync(folder)) {
        if (at === 0) utimesSync(join(folder, name), 1000, 1000);
      }
    }
    const byAge = readdirSync(folder);
    expect(byAge).toHaveLength(2);
    const sizes = byAge.map((name) => readFileSync(join(folder, name)).length);
    const cache = new SourceCache(folder, "one", processHost());
    await cache.through(() => createEmitSource(settings))(source);
    await cache.trim(Math.max(...sizes));
    const count = async (path: string): Promise<boolean> =>
      (await get(folder, { of: { ...source, path } })).isMade;
    expect(readdirSync(folder)).toHaveLength(2);
    expect([await count("a.yaml"), await count("newer.yaml")]).toEqual([false, false]);
    expect(await count("old.yaml")).toBe(true);
  });

  it("spares entries that another thread has used", async () => {
    const folder = join(root, "spared");
    const other = { ...source, path: "other.yaml" };
    await get(folder, { of: other });
    const cache = new SourceCache(folder, "one", processHost());
    await cache.through(() => createEmitSource(settings))(source);
    cache.noteUse(other);
    await cache.trim(0);
    expect(readdirSync(folder)).toHaveLength(2);
  });
});

/** Flips bits, cuts off, cuts out, adds or overwrites. */
function damage(whole: Buffer, random: Random): Buffer {
  const bytes = Buffer.from(whole);
  const at = random.below(bytes.length);
  const length = random.below(64) + 1;
  switch (random.below(5)) {
    case 0:
      bytes[at] = (bytes[at] ?? 0) ^ (1 << random.below(8));
      return bytes;
    case 1:
      return bytes.subarray(0, at);
    case 2:
      return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + length)]);
    case 3:
      return Buffer.concat([bytes.subarray(0, at), Buffer.alloc(length, 7), bytes.subarray(at)]);
    default:
      return bytes.fill(random.below(256), at, Math.min(at + length, bytes.length));
  }
}
