import { expect, it } from "vitest";
import { kindTable } from "../../src/runtime/v1/built-in/table/kind-table.js";
import type { Json } from "../../src/runtime/v1/values/json/json.js";
import { isObject } from "../../src/runtime/v1/values/json/json.js";
import { Cluster } from "../../src/server/cluster.js";
import { askCluster } from "../support/builtin-cases.js";
import { describeShared, readSharedLines } from "../support/shared.js";

/** A request that a whole server refused as invalid, and what went before it. */
interface Refusal {
  readonly id: string;
  readonly before: readonly Request[];
  readonly request: Request;
  /** What the server said: fields with what is wrong with them, sorted. */
  readonly causes: readonly string[];
}

interface Request {
  readonly method: string;
  readonly path: string;
  readonly contentType: string;
  readonly body: string;
}

interface DecodeCase {
  readonly id: string;
  readonly path: string;
  readonly contentType: string;
  readonly body: string;
  readonly answers: { readonly [mode: string]: RecordedAnswer };
}

interface RecordedAnswer {
  readonly status: number;
  readonly causes?: Json;
}

interface PatchCase {
  readonly id: string;
  readonly kind: string;
  readonly path: string;
  readonly contentType: string;
  readonly fieldValidation: string;
  readonly patch: string;
  readonly status: number;
  readonly answer: Json;
}

interface PatchBase {
  readonly kind: string;
  readonly path: string;
  readonly body: Json;
}

interface ApplyCase {
  readonly id: string;
  readonly steps: readonly {
    readonly method: string;
    readonly path: string;
    readonly contentType: string;
    readonly body: Json;
    readonly status: number;
    readonly answer: Json;
  }[];
}

/** What crdgen accepts, by the ids of cases, and the rule that is not checked. */
const notChecked: Readonly<Record<string, string>> = {
  "a-1-102": "the policies of a Job for failed pods",
  "a-1-271": "the source of the data of a claim, by its two names",
  "a-1-564": "the topologies of a StorageClass",
  "c-3-262": "an empty list of policies, which is taken for none, which has a default",
};

describeShared("what a whole server refuses as invalid", () => {
  it("is refused for the same causes, but for rules that are not checked", async () => {
    const refusals = [...decodeRefusals(), ...patchRefusals(), ...applyRefusals()];
    const accepted: string[] = [];
    const otherwise: string[] = [];
    for (const refusal of refusals) {
      const { status, causes } = await ask(refusal);
      if (status !== 422) accepted.push(`${refusal.id}: ${status}, ${refusal.causes.join("; ")}`);
      else if (JSON.stringify(causes) !== JSON.stringify(refusal.causes)) {
        otherwise.push(`${refusal.id}: ${causes.join("; ")}\n  not ${refusal.causes.join("; ")}`);
      }
    }
    const [all, same] = [refusals.length, refusals.length - accepted.length];
    console.log(`${same} of ${all} refused, ${same - otherwise.length} for the same causes`);
    if (process.env["SHOW"] !== undefined) console.log([...accepted, ...otherwise].join("\n"));
    expect(accepted.map((text) => text.replace(/:.*/s, "")).sort()).toEqual(
      Object.keys(notChecked),
    );
  });
});

function decodeRefusals(): readonly Refusal[] {
  const cases = readSharedLines<DecodeCase>("conformance/builtin/decode.jsonl.gz");
  return cases.flatMap(({ id, path, contentType, body, answers }) => {
    const { status, causes = null } = answers["Ignore"] ?? { status: 0 };
    if (status !== 422) return [];
    const query = "dryRun=All&fieldManager=m&fieldValidation=Ignore";
    const request = { method: "POST", path: `${path}?${query}`, contentType, body };
    return [{ id, before: [], request, causes: textsOf(causes) }];
  });
}

function patchRefusals(): readonly Refusal[] {
  const bases = readSharedLines<PatchBase>("conformance/builtin/patch-bases.jsonl.gz");
  const cases = readSharedLines<PatchCase>("conformance/builtin/patches.jsonl.gz");
  return cases.flatMap(({ id, kind, path, contentType, fieldValidation, patch, ...one }) => {
    const base = bases.find((each) => each.kind === kind);
    const isPatch = JSON.stringify(one.answer).includes(' \\"\\" is invalid');
    if (one.status !== 422 || isPatch || base === undefined) return [];
    const create = {
      method: "POST",
      path: `${base.path.slice(0, base.path.lastIndexOf("/"))}?fieldManager=creator`,
      contentType: "application/json",
      body: JSON.stringify(base.body),
    };
    const query = `dryRun=All&fieldManager=patcher&fieldValidation=${fieldValidation}`;
    const request = { method: "PATCH", path: `${path}?${query}`, contentType, body: patch };
    return [{ id, before: [create], request, causes: textsOf(causesIn(one.answer)) }];
  });
}

function applyRefusals(): readonly Refusal[] {
  const cases = readSharedLines<ApplyCase>("conformance/builtin/apply.jsonl.gz");
  return cases.flatMap(({ id, steps }) =>
    steps.flatMap(({ status, answer }, index) => {
      if (status !== 422) return [];
      const requests = steps.slice(0, index + 1).map(({ method, path, contentType, body }) => {
        const text = typeof body === "string" ? body : JSON.stringify(body);
        return { method, path, contentType, body: text };
      });
      const request = requests.pop();
      if (request === undefined) return [];
      const causes = textsOf(causesIn(answer));
      return [{ id: `${id} ${index}`, before: requests, request, causes }];
    }),
  );
}

async function ask({
  before,
  request,
}: Refusal): Promise<{ readonly status: number; readonly causes: readonly string[] }> {
  const cluster = await Cluster.create({ minor: 37, builtIns: kindTable(37).resources });
  for (const { method, path, contentType, body } of before) {
    await askCluster(cluster, method, path, contentType, body);
  }
  const { method, path, contentType, body } = request;
  const { status, answer } = await askCluster(cluster, method, path, contentType, body);
  return { status, causes: textsOf(causesIn(answer)) };
}

function causesIn(answer: Json): Json {
  const { details = null } = isObject(answer) ? answer : {};
  return isObject(details) ? (details["causes"] ?? null) : null;
}

/** Differences of objects follow some messages, in Go's words. */
function textsOf(causes: Json): readonly string[] {
  const list = Array.isArray(causes) ? causes.filter(isObject) : [];
  return list
    .map(({ field, message }) => `${String(field)}: ${String(message).replace(/\n.*/s, "")}`)
    .sort();
}
