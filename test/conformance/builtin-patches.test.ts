import { expect, it } from "vitest";
import { kindTable } from "../../src/runtime/v1/built-in/table/kind-table.js";
import type { Json } from "../../src/runtime/v1/values/json/json.js";
import { Cluster } from "../../src/server/cluster.js";
import { answerDifferences, askCluster } from "../support/builtin-cases.js";
import { describeShared, readSharedLines } from "../support/shared.js";

interface PatchBase {
  readonly kind: string;
  readonly path: string;
  readonly body: Json;
}

interface PatchCase {
  readonly id: string;
  readonly kind: string;
  readonly path: string;
  readonly contentType: string;
  readonly fieldValidation: string;
  readonly patch: string;
  readonly status: number;
  readonly warnings?: readonly string[];
  readonly answer: Json;
}

/** What is answered otherwise, by the ids of cases, and why. */
const expectedDifferences: { readonly [id: string]: string | undefined } = {};

describeShared("built-in kinds are patched as by a whole server", () => {
  const cases = readSharedLines<PatchCase>("conformance/builtin/patches.jsonl.gz");
  const bases = readSharedLines<PatchBase>("conformance/builtin/patch-bases.jsonl.gz");
  it.each([...new Set(cases.map(({ kind }) => kind))])("%s", async (kind) => {
    const ofKind = bases.filter((base) => base.kind === kind);
    const clusters = await Promise.all(ofKind.map(clusterOf));
    const different: unknown[] = [];
    for (const one of cases.filter((each) => each.kind === kind && !isValidation(each))) {
      // Of kinds with two objects nothing says which one was patched.
      const compared = await Promise.all(clusters.map((each) => differencesOf(each, one)));
      const [found = ["no object"]] = compared.sort((a, b) => a.length - b.length);
      if (found.length > 0 !== (expectedDifferences[one.id] !== undefined)) {
        different.push({ id: one.id, patch: one.patch, found });
      }
    }
    expect(different).toEqual([]);
  });
});

async function clusterOf({ path, body }: PatchBase): Promise<Cluster> {
  const cluster = await Cluster.create({ minor: 37, builtIns: kindTable(37).resources });
  const collection = `${path.slice(0, path.lastIndexOf("/"))}?fieldManager=creator`;
  const text = JSON.stringify(body);
  const made = await askCluster(cluster, "POST", collection, "application/json", text);
  expect(made.status, JSON.stringify(made.answer)).toBe(201);
  return cluster;
}

/** What Go's validation refuses names the object; patches that cannot be applied name none. */
function isValidation({ status, answer }: PatchCase): boolean {
  return status === 422 && !messageOf(answer).startsWith(' "" is invalid');
}

function messageOf(answer: Json): string {
  return (answer as { message?: string }).message ?? ""; // of a Status
}

async function differencesOf(cluster: Cluster, one: PatchCase): Promise<readonly string[]> {
  const { path, contentType, fieldValidation, patch, status, warnings = [], answer } = one;
  const query = `dryRun=All&fieldManager=patcher&fieldValidation=${fieldValidation}`;
  const ours = await askCluster(cluster, "PATCH", `${path}?${query}`, contentType, patch);
  return answerDifferences({ status, warnings: [...warnings], answer }, ours);
}
