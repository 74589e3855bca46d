import { expect, it } from "vitest";
import { kindTable } from "../../src/runtime/v1/built-in/table/kind-table.js";
import type { Json } from "../../src/runtime/v1/values/json/json.js";
import { isObject } from "../../src/runtime/v1/values/json/json.js";
import { Cluster } from "../../src/server/cluster.js";
import { answerDifferences, askCluster } from "../support/builtin-cases.js";
import { describeShared, readSharedLines } from "../support/shared.js";

interface ApplyCase {
  readonly id: string;
  readonly kind: string;
  readonly steps: readonly ApplyStep[];
}

interface ApplyStep {
  readonly method: string;
  readonly path: string;
  readonly contentType: string;
  readonly body: Json;
  readonly status: number;
  readonly warnings?: readonly string[];
  readonly answer: Json;
}

/** What is answered otherwise, by the ids of cases, and why. */
const expectedDifferences: { readonly [id: string]: string | undefined } = {};

describeShared("built-in kinds are applied as by a whole server", () => {
  const cases = readSharedLines<ApplyCase>("conformance/builtin/apply.jsonl.gz");
  it.each([...new Set(cases.map(({ kind }) => kind))])("%s", async (kind) => {
    const different: unknown[] = [];
    for (const one of cases.filter((each) => each.kind === kind)) {
      const found = await differencesOf(one);
      if (found.length > 0 !== (expectedDifferences[one.id] !== undefined)) {
        different.push({ id: one.id, found });
      }
    }
    expect(different).toEqual([]);
  });
});

/** Those of the first step that has any, without what Go's validation refuses. */
async function differencesOf({ steps }: ApplyCase): Promise<readonly string[]> {
  const cluster = await Cluster.create({ minor: 37, builtIns: kindTable(37).resources });
  for (const { method, path, contentType, body, status, warnings = [], answer } of steps) {
    if (status === 422) continue;
    const text = typeof body === "string" ? body : JSON.stringify(body);
    const ours = await askCluster(cluster, method, path, contentType, text);
    const theirs = { status, warnings: [...warnings], answer: withoutOrder(answer) };
    const found = answerDifferences(theirs, {
      ...ours,
      answer: withoutOrder(ours.answer),
    });
    if (found.length > 0) return found;
  }
  return [];
}

/** Texts of conflicts name them in an order that is up to chance. */
function withoutOrder(answer: Json): Json {
  if (!isObject(answer) || answer["reason"] !== "Conflict") return answer;
  const { message, ...rest } = answer;
  return { ...rest, message: [...String(message).split("\n")].sort().join("\n") };
}
