import { expect, it } from "vitest";
import { kindTable } from "../../src/runtime/v1/built-in/table/kind-table.js";
import type { Json, JsonObject } from "../../src/runtime/v1/values/json/json.js";
import { isObject } from "../../src/runtime/v1/values/json/json.js";
import { Cluster } from "../../src/server/cluster.js";
import { answerDifferences, askCluster } from "../support/builtin-cases.js";
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
  readonly causes?: JsonObject[];
  readonly warnings?: readonly string[];
}

/** What is answered otherwise, by the ids of cases and modes, and why. */
const expectedDifferences: { readonly [id: string]: string | undefined } = {};

describeShared("bodies of built-in kinds are decoded as a whole server does", () => {
  const cases = readSharedLines<DecodeCase>("conformance/builtin/decode.jsonl.gz");
  const served = [...new Set(cases.map(({ kind }) => kind))];
  it.each(served)("%s", async (kind) => {
    const cluster = await Cluster.create({ minor: 37, builtIns: kindTable(37).resources });
    const different: unknown[] = [];
    for (const one of cases.filter((each) => each.kind === kind)) {
      for (const [mode, recorded] of Object.entries(one.answers)) {
        if (recorded.status === 422 && !isValidated(kind)) continue;
        const found = await differencesOf(cluster, one, mode, recorded);
        if (found.length > 0 !== (expectedDifferences[`${one.id} ${mode}`] !== undefined)) {
          different.push({ id: `${one.id} ${mode}`, body: one.body, found });
        }
      }
    }
    expect(different).toEqual([]);
  });
});

/** Kinds of which crdgen checks everything that the server does. */
const validated = [
  "v1/ConfigMap",
  "v1/Secret",
  "v1/ServiceAccount",
  "v1/Event",
  "v1/Namespace",
  "events.k8s.io/v1/Event",
  "coordination.k8s.io/v1/Lease",
];

function isValidated(kind: string): boolean {
  return validated.includes(kind);
}

async function differencesOf(
  cluster: Cluster,
  { path, contentType, body, object = {} }: DecodeCase,
  mode: string,
  recorded: RecordedAnswer,
): Promise<readonly string[]> {
  const query = `dryRun=All&fieldManager=m&fieldValidation=${mode}`;
  const ours = await askCluster(cluster, "POST", `${path}?${query}`, contentType, body);
  const { status, message, causes, warnings = [] } = recorded;
  const isMade = status === 201;
  const theirs = {
    status,
    warnings: [...warnings],
    answer: isMade ? object : statusOf({ message, causes }),
  };
  const answer = isMade ? withoutOwners(ours.answer) : statusOf(partsOf(ours.answer));
  return answerDifferences(theirs, { ...ours, answer });
}

interface StatusParts {
  readonly message?: Json | undefined;
  readonly causes?: Json | undefined;
}

function partsOf(answer: Json): StatusParts {
  const { message, details = null } = isObject(answer) ? answer : {};
  return { message, causes: isObject(details) ? details["causes"] : undefined };
}

function statusOf({ message = null, causes = null }: StatusParts): JsonObject {
  return { message, causes };
}

function withoutOwners(answer: Json): Json {
  const { metadata = null, ...rest } = isObject(answer) ? answer : {};
  const named = isObject(metadata) ? { ...metadata } : {};
  delete named["managedFields"];
  return { ...rest, metadata: named };
}
