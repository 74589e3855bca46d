import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { Diagnostics } from "../../src/crd/diagnostics/diagnostics.js";
import { readDocuments } from "../../src/crd/source/read.js";
import type { CompiledVersion } from "../../src/index.js";
import { compile } from "../../src/index.js";
import type { Json, JsonObject } from "../../src/runtime/v1/values/json/json.js";

const samples = join(import.meta.dirname, "../../generated-samples");

/** An entry of a sample's `cases.yaml`: what a server of Kubernetes 1.37 answered. */
interface Case {
  readonly title: string;
  readonly object: JsonObject;
  /** The write is an update of this. */
  readonly old?: JsonObject;
  /** The HTTP status. */
  readonly answer: number;
  readonly warnings?: readonly string[];
  /** The object in the answer without apiVersion, kind and metadata. */
  readonly stored?: JsonObject;
  readonly causes?: readonly Json[];
  /** Of an answer without causes. */
  readonly message?: string;
}

const loaded = await Promise.all(
  readdirSync(samples)
    .filter((sample) => existsSync(join(samples, sample, "crd.yaml")))
    .sort()
    .map(async (sample) => [sample, await readCases(sample), await compileSample(sample)] as const),
);

describe.each(loaded)("%s", (_, cases, versions) => {
  it.each(cases.map((one) => [one.title, one] as const))("%s", (_title, one) => {
    const { admit } = versionOf(one.object, versions);
    const before = one.old === undefined ? undefined : admit(one.old);
    expect(before?.allowed).not.toBe(false);
    const oldObject = before?.allowed === true ? before.object : undefined;
    const admission = admit(one.object, { oldObject });
    expect(admission.warnings).toEqual(one.warnings ?? []);
    if (!admission.allowed) {
      expect(admission.status.code).toBe(one.answer);
      expect(sorted(admission.errors)).toEqual(sorted(one.causes ?? []));
      if (one.message !== undefined) expect(admission.status.message).toBe(one.message);
      return;
    }
    expect(one.answer).toBe(one.old === undefined ? 201 : 200);
    const { apiVersion, kind, metadata, ...stored } = admission.object;
    expect({ apiVersion, kind, metadata }).toMatchObject(identity(one.object));
    expect(stored).toEqual(one.stored);
  });

  it("tells the same by is, validate, prune and default", () => {
    for (const { object, old, answer, causes = [] } of cases) {
      if (old !== undefined || answer === 400) continue;
      const version = versionOf(object, versions);
      const copy = structuredClone(object);
      expect(version.is(object)).toBe(answer === 201);
      expect(sorted(version.validate(object))).toEqual(sorted(causes));
      expect(object).toEqual(copy);
      version.prune(copy);
      version.default(copy);
      expect(version.is(copy)).toBe(answer === 201);
      expect(sorted(version.validate(copy, { defaulted: true }))).toEqual(sorted(causes));
    }
  });
});

async function readCases(sample: string): Promise<readonly Case[]> {
  const path = join(samples, sample, "cases.yaml");
  const diagnostics = new Diagnostics();
  const [document] = await readDocuments({ path, text: readFileSync(path, "utf8") }, diagnostics);
  expect(diagnostics.list).toEqual([]);
  return document?.value as unknown as readonly Case[]; // as written beside the sample
}

async function compileSample(sample: string): Promise<Readonly<Record<string, CompiledVersion>>> {
  const path = join(samples, sample, "crd.yaml");
  const { resources } = await compile({ sources: [{ path, text: readFileSync(path, "utf8") }] });
  return resources[0]?.versions ?? {};
}

function versionOf(
  object: JsonObject,
  versions: Readonly<Record<string, CompiledVersion>>,
): CompiledVersion {
  const apiVersion = object["apiVersion"] as string; // every case has one
  const found = versions[apiVersion.split("/")[1] ?? ""];
  if (found === undefined) throw new Error(`no version for ${apiVersion}`);
  return found;
}

function identity({ apiVersion, kind, metadata }: JsonObject): object {
  return { apiVersion, kind, metadata: { name: (metadata as JsonObject)["name"] } }; // every case has one
}

/** The order of causes is the server's own matter: it walks Go maps. */
function sorted(causes: readonly unknown[]): unknown[] {
  return causes
    .map((cause) => cause as { readonly reason: string; readonly field: string })
    .sort((left, right) => (JSON.stringify(left) < JSON.stringify(right) ? -1 : 1));
}
