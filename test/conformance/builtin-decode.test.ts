import { expect, it } from "vitest";
import type { JsonObject } from "../../src/runtime/v1/values/json/json.js";
import { Cluster } from "../../src/server/cluster.js";
import { describeShared, readSharedLines } from "../support/shared.js";

interface DecodeCase {
  readonly id: string;
  readonly kind: string;
  readonly path: string;
  readonly contentType: string;
  readonly change: string;
  readonly body: string;
  readonly answers: { readonly [mode: string]: RecordedAnswer };
  readonly object?: JsonObject;
}

interface RecordedAnswer {
  readonly status: number;
  readonly reason?: string;
  readonly message?: string;
  readonly causes?: readonly { readonly field?: string }[];
  readonly warnings?: readonly string[];
}

/** The kinds that a cluster in memory serves. */
const served = [
  "v1/ConfigMap",
  "v1/Secret",
  "v1/ServiceAccount",
  "v1/Event",
  "v1/Namespace",
  "events.k8s.io/v1/Event",
  "coordination.k8s.io/v1/Lease",
];

/** What is answered otherwise, by the ids of cases and modes, and why. */
const expectedDifferences: { readonly [id: string]: string | undefined } = {};

describeShared("bodies of built-in kinds are decoded as a whole server does", () => {
  const cases = readSharedLines<DecodeCase>("conformance/builtin/decode.jsonl.gz");
  it.each(served)("%s", async (kind) => {
    const cluster = await Cluster.create({ minor: 37 });
    const different: unknown[] = [];
    for (const one of cases.filter((each) => each.kind === kind)) {
      for (const [mode, recorded] of Object.entries(one.answers)) {
        const answer = await ask(cluster, one, mode);
        const wanted = { ...answer.masked, ...recordedOf(recorded, one) };
        const isSame = JSON.stringify(sorted(answer.masked)) === JSON.stringify(sorted(wanted));
        if (isSame === (expectedDifferences[`${one.id} ${mode}`] !== undefined)) {
          different.push({ id: one.id, mode, body: one.body, ours: answer.masked, theirs: wanted });
        }
      }
    }
    expect(different).toEqual([]);
  });
});

function recordedOf(recorded: RecordedAnswer, { object }: DecodeCase): object {
  const { status, message, causes, warnings = [] } = recorded;
  return { status, message, causes, warnings, object: status === 201 ? object : undefined };
}

async function ask(
  cluster: Cluster,
  { path, contentType, body }: DecodeCase,
  mode: string,
): Promise<{ readonly masked: object }> {
  const response = await cluster.send({
    method: "POST",
    path,
    query: `dryRun=All&fieldManager=m&fieldValidation=${mode}`,
    headers: [["content-type", contentType]],
    body,
  });
  const answer = JSON.parse(await response.text()) as JsonObject & {
    // a Status or an object
    message?: string;
    details?: { causes?: unknown };
  };
  const warnings = [...(response.header("warning") ?? "").matchAll(/299 - "((?:\\.|[^"\\])*)"/g)];
  return {
    masked: {
      status: response.status,
      message: answer["kind"] === "Status" ? answer.message : undefined,
      causes: answer.details?.causes,
      warnings: warnings.map(([, text = ""]) => text.replace(/\\(.)/g, "$1")),
      object: response.status === 201 ? withoutGenerated(answer) : undefined,
    },
  };
}

function withoutGenerated({ metadata, ...answer }: JsonObject): JsonObject {
  const named = { ...(metadata as JsonObject) }; // of an object
  delete named["managedFields"];
  return { ...answer, metadata: { ...named, uid: "<uid 1>", creationTimestamp: "<time>" } };
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, member]) => [key, sorted(member)]));
}
