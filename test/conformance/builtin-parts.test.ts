import { afterAll, beforeAll, expect, it } from "vitest";
import type { Applied, ApplyToOptions } from "../../src/runtime/v1/apply.js";
import { defaultsOf } from "../../src/runtime/v1/built-in/defaults/defaults.js";
import { encodeAs } from "../../src/runtime/v1/built-in/go-types/encode-as.js";
import { structOfKind } from "../../src/runtime/v1/built-in/kind-types.js";
import type { ResourceRow } from "../../src/runtime/v1/built-in/table/kind-table.js";
import { kindTable } from "../../src/runtime/v1/built-in/table/kind-table.js";
import type { Json, JsonObject } from "../../src/runtime/v1/values/json/json.js";
import { isObject } from "../../src/runtime/v1/values/json/json.js";
import { splitApiVersion } from "../../src/runtime/v1/values/kubernetes-version.js";
import { answerDifferences } from "../support/builtin-cases.js";
import { GeneratedModules } from "../support/generated-modules.js";
import { describeShared, readSharedLines } from "../support/shared.js";

interface ApplyCase {
  readonly id: string;
  readonly kind: string;
  readonly steps: readonly ApplyStep[];
}

interface ApplyStep {
  readonly path: string;
  readonly contentType: string;
  readonly body: Json;
  readonly status: number;
  readonly answer: Json;
}

type ApplyTo = (
  live: JsonObject | undefined,
  configuration: Json,
  options: ApplyToOptions,
) => Applied;

/** What the server makes of these kinds behind the merge, so that only owners are compared. */
const changedBehind: { readonly [kind: string]: string | undefined } = {
  Secret: "stringData becomes data",
  Job: "labels and the selector of its pods",
  Pod: "phase and class",
  Service: "addresses and ports of nodes",
};

describeShared("generated functions of built-in kinds", () => {
  let modules: GeneratedModules;

  beforeAll(async () => {
    const parts = ["types", "apply"] as const;
    modules = await GeneratedModules.generate({ sources: [], builtIn: ["all"], parts });
  }, 120_000);

  afterAll(() => {
    modules.remove();
  });

  const cases = readSharedLines<ApplyCase>("conformance/builtin/apply.jsonl.gz");
  it.each([...new Set(cases.map(({ kind }) => kind))])(
    "apply %s as a server does",
    async (kind) => {
      const row = rowOf(kind);
      const folder = `${row.group === "" ? "core" : row.group}/${row.version}/${row.plural}`;
      const exported = await modules.load(`${folder}/apply`);
      const [name = ""] = Object.keys(exported).filter((one) => one.endsWith("ApplyTo"));
      const applyTo = exported[name] as ApplyTo; // by its name
      const found = cases
        .filter((one) => one.kind === kind)
        .flatMap(({ id, steps }) =>
          stepsDifferences(row, steps, applyTo).map((text) => `${id}${text}`),
        );
      expect(found).toEqual([]);
    },
  );
});

function rowOf(place: string): ResourceRow {
  const [, apiVersion = "", kind = ""] = /^(.*)\/([^/]+)$/.exec(place) ?? [];
  const row = kindTable(37).ofKind({ ...splitApiVersion(apiVersion), kind });
  if (row === undefined) throw new Error(`no kind ${place}`);
  return row;
}

/** Where what is applied to the recorded objects differs from what the server made of it. */
function stepsDifferences(
  row: ResourceRow,
  steps: readonly ApplyStep[],
  applyTo: ApplyTo,
): readonly string[] {
  let live: JsonObject | undefined;
  // The answer to a write of a scale does not say what became of the object.
  const scaled = steps.findIndex(({ path }) => /\/scale(\?|$)/.test(path));
  return steps.slice(0, scaled === -1 ? undefined : scaled).flatMap((step, index) => {
    const { contentType, body, status, answer } = step;
    const [path = "", options] = step.path.split("?");
    const query = new URLSearchParams(options);
    const isOfPart = path.endsWith("/status");
    const before = live;
    const stored = withTimes(answer);
    if (status < 300 && isObject(stored) && !query.has("dryRun")) live = stored;
    if (!contentType.includes("apply") || ![200, 201, 409].includes(status)) return [];
    const applied = applyTo(before, typeof body === "string" ? (JSON.parse(body) as Json) : body, {
      manager: query.get("fieldManager") ?? "",
      force: query.get("force") === "true",
      ...(isOfPart && { subresource: "status" }),
    });
    const theirs = status === 409 ? withoutMessage(answer) : asApplied(row, stored);
    const ours = applied.applied
      ? asApplied(row, applied.object)
      : withoutMessage(applied.status as unknown as Json); // it is JSON
    const isWhole = !isOfPart && changedBehind[row.kind] === undefined;
    const compared = isWhole || status === 409 ? [theirs, ours] : [theirs, ours].map(ownersOf);
    return answerDifferences(compared[0] ?? null, compared[1] ?? null).map(
      (text) => ` ${index}${text}`,
    );
  });
}

const moment = "2026-11-27T12:00:00Z";

/** Times and numbers of ports are masked in what is recorded. */
function withTimes(value: Json): Json {
  const text = JSON.stringify(value)
    .replaceAll('"<time>"', `"${moment}"`)
    .replaceAll('"<node port>"', "30080");
  return JSON.parse(text) as Json;
}

/** Texts name conflicts in an order that is up to chance; causes say the same. */
function withoutMessage(answer: Json): Json {
  return isObject(answer) ? { ...answer, message: "" } : answer;
}

/** What applying makes of an object, with the defaults, which are filled in behind it. */
function asApplied(row: ResourceRow, value: Json): JsonObject {
  const type = structOfKind(row, 37);
  if (type === undefined || !isObject(value)) throw new Error("no object");
  const object = encodeAs(type, value) as JsonObject; // a struct
  defaultsOf(row, 37)?.(object);
  const { metadata } = object;
  const { managedFields = [], ...meta } = isObject(metadata) ? metadata : {};
  const made = ["uid", "resourceVersion", "creationTimestamp", "generation", "namespace"];
  for (const key of made) delete meta[key];
  const entries = (managedFields as JsonObject[]).map(({ time: _, ...entry }) => entry); // of an object
  return { ...object, metadata: { ...meta, managedFields: entries } };
}

function ownersOf(object: Json): Json {
  const { metadata } = isObject(object) ? object : {};
  return isObject(metadata) ? { metadata: { managedFields: metadata["managedFields"] ?? [] } } : {};
}
